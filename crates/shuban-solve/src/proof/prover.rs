//! The value of a position by proof search.

use std::borrow::Cow;
use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use shuban_answer::proof::{
    AskedQuestion, LedgerRow, ProofQuestion, ProofResult, ProofStanding, ProofValue,
};
use shuban_core::solver::SearchSetting;
use shuban_core::text::{bytes_text, grouped};
use shuban_core::{Answer, Datum, Field, Fields, Game, Play, Present, Provable, Seat};
use shuban_search::proof::{
    ENTRY_BYTES, Early, Knowledge, LastingTable, ProofOptions, ProofOutcome, SettledPosition,
    Spent, Strategy, TableKeeper, prove_in, prove_knowing,
};
use shuban_store::{Disk, this_program};

use super::checkpoint::ProofCheckpoint;
use super::claim::ProofClaim;
use super::ledger::ProofLedger;
use super::solved::{SolvedQuestion, UNKNOWN, WrittenProof, questions};
use super::walk::{WrittenWalk, write_walk};
use crate::error::Error;
use crate::ledger_file;

/// The question of a proof search, and its options.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ProofSetting {
    /// The question; by default both, which decide the value.
    pub asked: Option<ProofQuestion>,
    /// The search's options. Threads, memory, nodes and time are taken from the [`SearchSetting`].
    pub options: ProofOptions,
    /// The checkpoint of the search of one question, and its interval. The search resumes from that
    /// file if it exists.
    pub checkpoint: Option<(PathBuf, Duration)>,
    /// The file for the proof of one question.
    pub proof: Option<PathBuf>,
    /// The flags of the search as given, for the record in a proof's file.
    pub flags: String,
    /// The ledger of known answers, to which results are added.
    pub ledger: Option<LedgerSetting>,
    /// The plies after which positions are shared with other processes that name the same ledger:
    /// without a checkpoint or a proof.
    pub with_others: Option<u32>,
    /// A ledger whose answers guide the search, but are not trusted.
    pub hints: Option<PathBuf>,
}

/// A ledger of answers that a search begins with and adds to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LedgerSetting {
    /// The file.
    pub path: PathBuf,
    /// The flags of the search as given, for the record: all that nodes and time depend on, except
    /// for file paths.
    pub flags: String,
    /// Answers found on the way of a search are kept if they took this many nodes.
    pub worth_keeping: u64,
}

impl LedgerSetting {
    /// The nodes of some seconds of search.
    pub const WORTH_KEEPING: u64 = 100_000;
}

/// The legacy of one search to the next of the same question.
pub(super) struct Lasting {
    pub(super) table: LastingTable,
    /// Answers that are not yet in the ledger.
    pub(super) answers: Vec<LedgerRow>,
}

/// The answer about a position, and what each question came to.
pub struct ProverAnswer<G: Game> {
    /// The answer, in fields.
    pub answer: Answer<G, Fields>,
    /// The questions that were asked, in order.
    pub asked: Vec<AskedQuestion>,
}

/// Solves positions of a game by proof search, one after the other.
pub struct Prover<'a, G: Provable> {
    pub(super) game: &'a G,
    pub(super) proof: &'a ProofSetting,
    pub(super) setting: SearchSetting<'a>,
    /// The known answers, if no file is named.
    pub(super) known: Option<&'a ProofLedger<G>>,
}

impl<'a, G: Provable + Present> Prover<'a, G> {
    /// Creates a prover of a game, with the memory, the threads and the limits of a setting.
    pub fn new(game: &'a G, proof: &'a ProofSetting, setting: SearchSetting<'a>) -> Self {
        Prover { game, proof, setting, known: None }
    }

    /// Sets a read-only ledger at the leaves, used unless the setting names a file.
    #[must_use]
    pub fn knowing(self, known: &'a ProofLedger<G>) -> Self {
        Prover { known: Some(known), ..self }
    }

    /// Returns the known answer about a position: its value, and in `questions` the cost of each
    /// question. Plays have values where the ledger or the rules know them.
    ///
    /// # Errors
    /// [`Error`]: a file that cannot be used or written, too little memory.
    pub fn solve(&self, position: &G::Position) -> Result<ProverAnswer<G>, Error> {
        let mut solved: Vec<SolvedQuestion> = Vec::new();
        for question in ProofQuestion::ALL {
            let is_wanted = match self.proof.asked {
                // Without draws it is one question.
                _ if !self.game.has_draws() => question == ProofQuestion::Win,
                Some(only) => only == question,
                None => true,
            };
            // A lost position is not asked for a win.
            let is_open = self.value_of(&solved).is_none();
            if is_wanted && is_open && !self.setting.progress.interrupted() {
                solved.push(self.ask_with_others(position, question)?);
            }
        }
        let root = self.value_of(&solved);
        let ledger = self.ledger()?;
        let is_recorded = !solved.is_empty() && solved.iter().all(|one| one.recorded.is_some());
        let best = self.best_play(position, root, &solved);
        let worth = |play: &Play<G::Position, G::Move>, _: Seat| {
            let is_best = Some(&play.after) == best.as_ref();
            let known = if is_best { root } else { self.known(&ledger, &play.after) };
            Ok::<_, Error>(known.map(Some))
        };
        // An open root has a value too: that it is unknown.
        let answer = Answer::new(self.game, position, Some(root), worth, |_, value, seat| {
            value
                .and_then(ProofValue::winner)
                .map_or(0, |winner| if winner == seat { 1 } else { -1 })
        })?;
        let source = if is_recorded { "ledger" } else { "search" };
        let extras = self.winner(root).and(questions(&solved));
        let answer = answer.map(|value| self.fields(value)).from(source).with(extras);
        Ok(ProverAnswer { answer, asked: solved.iter().map(SolvedQuestion::asked).collect() })
    }

    /// Returns the name of the seat that wins, as a field of an answer; it has no value for a draw and what is not
    /// known.
    fn winner(&self, value: Option<ProofValue>) -> Fields {
        let seat = value.and_then(ProofValue::winner);
        let winner = seat.map_or(Datum::Null, |seat| self.game.seat_name(seat).into());
        Fields::new().with(Field::silent("winner", winner))
    }

    /// Returns the value that follows from known answers to the two questions, which are one if there are no draws.
    fn value(&self, answer: impl Fn(ProofQuestion) -> Option<bool>) -> Option<ProofValue> {
        let standing = match self.game.has_draws() {
            true => ProofStanding::of(answer),
            false => ProofStanding::of(|_| answer(ProofQuestion::Win)),
        };
        standing.value()
    }

    /// Returns the value that follows from the questions that are solved.
    fn value_of(&self, solved: &[SolvedQuestion]) -> Option<ProofValue> {
        self.value(|question| {
            let found = solved.iter().find(|solved| solved.question == question)?;
            found.result.map(ProofResult::is_yes)
        })
    }

    /// Returns the position after the play that a search proved to be as good as its root: it
    /// begins the line of the question that decides the root's value.
    fn best_play(
        &self,
        position: &G::Position,
        root: Option<ProofValue>,
        solved: &[SolvedQuestion],
    ) -> Option<G::Position> {
        let decisive = match (root?, self.game.to_move(position)) {
            (ProofValue::First, _) | (ProofValue::Draw, 1) => ProofQuestion::Win,
            (ProofValue::Second, _) if !self.game.has_draws() => ProofQuestion::Win,
            (ProofValue::Second | ProofValue::Draw, _) => ProofQuestion::DrawOrBetter,
        };
        let line = &solved.iter().find(|solved| solved.question == decisive)?.principal;
        let mut plays = Vec::new();
        self.game.plays(position, (), &mut plays);
        let is_best = |play: &Play<G::Position, G::Move>| {
            Some(&self.game.format_move(position, (), &play.action)) == line.first()
        };
        plays.into_iter().find(is_best).map(|play| play.after)
    }

    /// Returns the value of a position by the rules or a ledger.
    fn known(&self, ledger: &ProofLedger<G>, position: &G::Position) -> Option<ProofValue> {
        match self.game.outcome(position) {
            Some(payoffs) => self.value(|question| Some(question.question().holds(&payoffs))),
            None => self.value(|question| {
                Some(ledger.answer(self.game, position, question)?.result.is_yes())
            }),
        }
    }

    /// Returns a value in words, where `None` is an open one.
    fn fields(&self, value: Option<ProofValue>) -> Fields {
        let name = value.map_or(UNKNOWN, ProofValue::name);
        let winner = value.and_then(ProofValue::winner).map(|seat| self.game.seat_name(seat));
        let field = Field::new("value", name);
        Fields::new().with(match (value, winner) {
            (_, Some(winner)) if !self.game.has_draws() => {
                let long = format!("{winner} wins");
                field.short(winner).long(long)
            }
            (_, Some(winner)) => field.long(format!("{winner}, who moved {name}, wins")),
            (Some(_), None) => field.long("a draw"),
            (None, None) => field,
        })
    }

    /// Returns the file system, limited so that no file read exceeds the search's memory.
    pub(super) fn files(&self) -> Disk {
        Disk { memory: self.setting.memory }
    }

    fn ledger(&self) -> Result<Cow<'a, ProofLedger<G>>, Error> {
        match (&self.proof.ledger, self.known) {
            (Some(ledger), _) => {
                let read = ProofLedger::read(self.game, &self.files(), &ledger.path);
                read.map(Cow::Owned)
            }
            (None, Some(known)) => Ok(Cow::Borrowed(known)),
            (None, None) => Ok(Cow::Owned(ProofLedger::default())),
        }
    }

    /// Returns the untrusted ledger's answers about the root and positions that may follow.
    fn hints(
        &self,
        root: &G::Position,
        asked: ProofQuestion,
    ) -> Result<Vec<(G::Position, bool)>, Error> {
        let Some(path) = &self.proof.hints else { return Ok(Vec::new()) };
        if !path.exists() {
            let reason = "there is no such file".to_owned();
            return Err(Error::Ledger { path: path.clone(), reason });
        }
        let ledger = ProofLedger::read(self.game, &self.files(), path)?;
        let own = ledger.answer(self.game, root, asked).map(|row| row.result.is_yes());
        let mut hints = ledger.leaves(self.game, root, asked);
        hints.extend(own.map(|answer| (root.clone(), answer)));
        Ok(hints)
    }

    /// Returns the options of a search: threads and memory are those of the setting.
    pub(super) fn options(&self) -> ProofOptions {
        let SearchSetting { memory, threads, nodes, time, .. } = self.setting;
        let options = self.proof.options.clone().within(memory, threads);
        ProofOptions { strategy: self.proof.proof.is_some(), nodes, time, ..options }
    }

    /// Asks a question by a search of its own, or by one of several that leave something to each other.
    pub(super) fn ask_in(
        &self,
        root: &G::Position,
        asked: ProofQuestion,
        mut lasting: Option<&mut Lasting>,
    ) -> Result<SolvedQuestion, Error> {
        let (game, proof, progress) = (self.game, self.proof, self.setting.progress);
        let question = asked.question();
        let ledger = self.ledger()?;
        let leaves = match &proof.checkpoint {
            Some((path, _)) if path.exists() => ledger.leaves_of_others(game, root, asked),
            _ => ledger.leaves(game, root, asked),
        };
        let recorded = ledger.answer(game, root, asked);
        if proof.proof.is_some() {
            if recorded.is_some() || !leaves.is_empty() {
                let reason = "a proof must not rest on a ledger: what follows on the answers in it \
                              would be missing (leave out --ledger)";
                return Err(Error::NoProof(reason.to_owned()));
            }
            if game.record(root).is_none() {
                return Err(self.no_proofs());
            }
            if game.outcome(root).is_some() {
                let reason = "the game is over: there is nothing to prove (leave out --proof)";
                return Err(Error::NoProof(reason.to_owned()));
            }
        }
        if let Some(row) = recorded {
            if let Some(ledger) = &proof.ledger {
                // Nothing will be added.
                ledger_file::remove_leftovers(&self.files(), &ledger.path);
            }
            return Ok(SolvedQuestion::recorded(row, asked, game.work_unit()));
        }
        let checkpoint = proof.checkpoint.clone().map(|(path, every)| {
            ProofCheckpoint::new(Arc::new(self.files()), path, game, root, question, every)
        });
        let options = self.options();
        progress.layer(&format!("{} {}", game.name(), asked.name()), 1, 1);
        if lasting.is_none() {
            self.warn(&options, root);
        }
        let refused = RefCell::new(None);
        let tell = |found: &[SettledPosition<G::Position>], spent: Spent| {
            // Searches of jobs find again what is known.
            let is_new = |found: &&SettledPosition<G::Position>| {
                ledger.answer(game, &found.position, asked).is_none()
            };
            let rows = found.iter().filter(is_new).map(|found| {
                let SettledPosition { position, answer, nodes } = found;
                let result = ProofResult::of(*answer);
                (position, result, *nodes)
            });
            match self.keep(root, asked, rows, spent) {
                Ok(()) => (),
                Err(error @ Error::Ledger { .. }) => *refused.borrow_mut() = Some(error),
                // The final results may still be saved.
                Err(error) => {
                    progress.note(&format!("what is found on the way is not kept: {error}"));
                }
            }
        };
        // A proof must not rest on a ledger, including rows of its own search, in case it restarts.
        let kept = proof.ledger.as_ref().filter(|_| proof.proof.is_none());
        let early = kept.map(|ledger| Early {
            least_nodes: ledger.worth_keeping,
            every: Duration::from_secs(60),
            tell: &tell,
        });
        let hints = self.hints(root, asked)?;
        let knowledge = Knowledge { leaves: &leaves, hints: &hints, early };
        let keeper = checkpoint.as_ref().map(|checkpoint| checkpoint as &dyn TableKeeper);
        let proved = match &mut lasting {
            Some(Lasting { table, .. }) => {
                prove_in(game, root, question, knowledge, &options, table, progress)?
            }
            None => prove_knowing(game, root, question, knowledge, &options, keeper, progress)?,
        };
        let mut solved = SolvedQuestion::searched(&proved, asked, game.work_unit());
        solved.principal = self.moves(root, &proved.principal);
        if let (Some(path), Some(strategy)) = (&proof.proof, &proved.strategy) {
            let is_yes = proved.outcome == ProofOutcome::Proven;
            solved.proof = Some(self.write(path, root, asked, is_yes, strategy)?);
        }
        let kept = match refused.take() {
            Some(error) => Err(error),
            None => {
                let time = Duration::from_secs_f64(solved.seconds);
                let (runs, nodes, known) = (solved.runs, solved.nodes, solved.leaves);
                let row = solved.result.map(|result| (root, result, nodes));
                let spent = Spent { runs, nodes, time, known };
                match lasting {
                    Some(Lasting { answers, .. }) => {
                        answers.extend(self.rows(root, asked, row, spent));
                        Ok(())
                    }
                    None => self.keep(root, asked, row, spent),
                }
            }
        };
        kept.inspect_err(|_| {
            // It may have taken hours.
            let (name, result) = (asked.name(), solved.result_name());
            progress.note(&format!("{name}: {result}, {} nodes", solved.nodes));
        })?;
        Ok(solved)
    }

    /// Returns a line of moves as text.
    fn moves(&self, root: &G::Position, line: &[G::Move]) -> Vec<String> {
        let mut position = root.clone();
        let mut texts = Vec::new();
        for action in line {
            texts.push(self.game.format_move(&position, (), action));
            let mut plays = Vec::new();
            self.game.plays(&position, (), &mut plays);
            match plays.into_iter().find(|play| play.action == *action) {
                Some(play) => position = play.after,
                None => break,
            }
        }
        texts
    }

    /// Adds results of a search from a root to the ledger, if there is one.
    fn keep<'p>(
        &self,
        root: &G::Position,
        asked: ProofQuestion,
        settled: impl IntoIterator<Item = (&'p G::Position, ProofResult, u64)>,
        spent: Spent,
    ) -> Result<(), Error>
    where
        G: 'p,
    {
        let Some(ledger) = &self.proof.ledger else { return Ok(()) };
        let rows = self.rows(root, asked, settled, spent);
        ProofLedger::add(self.game, &self.files(), &ledger.path, rows)
    }

    /// Returns the ledger's rows of results of a search from a root: decided positions with their nodes,
    /// and the cost of the whole search.
    fn rows<'p>(
        &self,
        root: &G::Position,
        asked: ProofQuestion,
        settled: impl IntoIterator<Item = (&'p G::Position, ProofResult, u64)>,
        spent: Spent,
    ) -> Vec<LedgerRow>
    where
        G: 'p,
    {
        let Some(ledger) = &self.proof.ledger else { return Vec::new() };
        let name = |position: &G::Position| ProofLedger::name_of(self.game, position);
        let (game, question, root_name) = (self.game.name(), asked.name(), name(root));
        let (threads, flags) = (self.setting.threads, &ledger.flags);
        let row = |(position, result, nodes): (&G::Position, ProofResult, u64)| {
            let share = nodes as f64 / spent.nodes.max(1) as f64;
            LedgerRow {
                position: name(position),
                question: asked,
                result,
                within: (position != root).then(|| root_name.clone()),
                nodes,
                seconds: (spent.time.as_secs_f64() * share * 100.0).round() / 100.0,
                runs: spent.runs,
                leaves: spent.known,
                program: this_program(),
                command: format!(
                    "shuban solve {game} '{root_name}' --question {question} --threads \
                     {threads}{flags}"
                ),
            }
        };
        settled.into_iter().map(row).collect()
    }

    /// Warns if the memory is less than a search from here is likely to fill: it still works then,
    /// but repeats much.
    pub(super) fn warn(&self, options: &ProofOptions, root: &G::Position) {
        let entries = options.memory / ENTRY_BYTES;
        if let Some(likely) = self.game.likely_positions(root).filter(|&likely| entries < likely) {
            self.setting.progress.note(&format!(
                "the table has {} for {} positions, and this search is likely to meet {}: less \
                 will be forgotten with more memory (--memory)",
                bytes_text(options.memory),
                grouped(entries),
                grouped(likely)
            ));
        }
    }

    fn write(
        &self,
        path: &Path,
        root: &G::Position,
        asked: ProofQuestion,
        answer: bool,
        strategy: &Strategy<G::Position, G::Move>,
    ) -> Result<WrittenProof, Error> {
        let options = format!("--threads {}{}", self.setting.threads, self.proof.flags);
        let claim = ProofClaim { root, asked, answer, options: &options };
        let files = Arc::new(Disk::default());
        let written = write_walk(files, path, self.game, &claim, strategy)?;
        let WrittenWalk { published, positions, .. } = written;
        Ok(WrittenProof { file: path.to_owned(), positions, bytes: published.bytes })
    }

    fn no_proofs(&self) -> Error {
        let game = self.game.name();
        Error::NoProof(format!("there are no proof files of {game} from here (leave out --proof)"))
    }
}
