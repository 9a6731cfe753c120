//! The value of a position by proof search.

use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;
use shuban_core::{Game, Question, bytes_text, grouped};
use shuban_search::proof::{
    ENTRY_BYTES, Early, Found, Knowledge, ProofOptions, ProofOutcome, ProvedOf, Spent, Strategy, TableKeeper,
    prove_knowing,
};
use shuban_solve::{ProofCheckpoint, write_proof};
use shuban_store::Disk;
use shuban_trax::{Move, Position, Trax, format_move, parse_game};

use super::ledger::{LedgerRow, ProofLedger, Settled};
use crate::error::Error;
use crate::report::{Answer, Report};
use crate::solve::{Asked, LedgerSetting, PositionSolver, SolveSetting};

/// What is known of one question.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SolvedQuestion {
    /// `draw-or-better`: does white win or draw? `win`: does white win?
    pub question: &'static str,
    /// `proven`, `disproven`, or `unknown` if the search was stopped before.
    pub result: &'static str,
    /// The root's proof number, if the question is not settled: how hard a proof seems.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof_number: Option<u32>,
    /// The root's disproof number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub disproof_number: Option<u32>,
    /// How many nodes were visited, in all runs.
    pub nodes: u64,
    /// How long it took, in all runs.
    pub seconds: f64,
    /// Nodes of this run in a second.
    pub nodes_per_second: f64,
    /// Tiles put in a second of this run, legally or not.
    pub tiles_per_second: f64,
    /// How many positions the table holds.
    pub table_entries: u64,
    /// How many it can hold.
    pub table_capacity: u64,
    /// How often small entries were collected to make room.
    pub collections: u64,
    /// The runs of the search, each going on from the last one's checkpoint.
    pub runs: u64,
    /// The most promising moves, as far as the table goes.
    pub principal: Vec<String>,
    /// How many answers of a ledger the search had at its leaves: the result is as true as they are.
    pub leaves: u64,
    /// If nothing was searched, since the ledger has the answer: the command that it is from. Nodes and seconds
    /// are those of that search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub recorded: Option<String>,
    /// The other position whose search came upon that answer, if one did; nodes and seconds are this answer's share.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub within: Option<String>,
    /// The proof that was written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof: Option<WrittenProof>,
}

/// A proof that was written.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct WrittenProof {
    /// The file.
    pub file: PathBuf,
    /// Its positions.
    pub positions: u64,
    /// Its length.
    pub bytes: u64,
}

/// A position and what is known of its value.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SolvedTrax {
    /// The game's name.
    pub game: String,
    /// The moves that led to it, or a diagram.
    pub position: String,
    /// `white` or `red`.
    pub to_move: String,
    /// `first` if white, who moved first, wins; `draw`; `second` if red wins; `unknown`.
    pub value: &'static str,
    /// The questions that were asked.
    pub questions: Vec<SolvedQuestion>,
}

/// The value that follows from what is known of the questions.
fn value(results: &[(Asked, ProofOutcome)]) -> &'static str {
    let answer = |asked| {
        let (_, outcome) = results.iter().find(|(question, _)| *question == asked)?;
        Settled::of(*outcome).map(Settled::is_yes)
    };
    match (answer(Asked::Win), answer(Asked::DrawOrBetter)) {
        (Some(true), _) => "first",
        (_, Some(false)) => "second",
        (Some(false), Some(true)) => "draw",
        _ => "unknown",
    }
}

/// Distinct positions in the table at the end of the harder question from the start, by board size from 4: measured
/// up to 7×7, and projected from their growth beyond.
const POSITIONS: [u64; 5] = [400, 9_000, 270_000, 10_000_000, 600_000_000];

/// What a search has settled is kept while it goes on, up to so many tiles from the start.
const EARLY_TILES: u32 = 4;

/// Solves positions by proof search.
pub(super) struct TraxSolver<'a> {
    trax: Trax,
    setting: SolveSetting<'a>,
}

impl<'a> TraxSolver<'a> {
    pub(super) fn new(trax: Trax, setting: SolveSetting<'a>) -> Self {
        TraxSolver { trax, setting }
    }

    /// How to search with the memory and the threads that are allowed.
    fn options(&self) -> ProofOptions {
        let SolveSetting { memory, threads, proof, .. } = self.setting;
        ProofOptions { strategy: proof.proof.is_some(), ..within(&proof.options, memory, threads) }
    }

    fn ask(&self, root: &Position, asked: Asked) -> Result<(ProofOutcome, SolvedQuestion), Error> {
        let SolveSetting { proof, progress, .. } = self.setting;
        let question = asked.question();
        let files = Arc::new(Disk::default());
        let ledger = match &proof.ledger {
            Some(LedgerSetting { path, .. }) => ProofLedger::read(self.trax, &*files, path)?,
            None => ProofLedger::new(self.trax),
        };
        let goes_on = proof.checkpoint.as_ref().is_some_and(|path| path.exists());
        let leaves = if goes_on { ledger.leaves_of_others(root, asked) } else { ledger.leaves(root, asked) };
        let recorded = ledger.answer(root, asked);
        if proof.proof.is_some() && (recorded.is_some() || !leaves.is_empty()) {
            let reason = "a proof must not rest on a ledger: what follows on the answers in it would be missing \
                          (leave out --ledger)";
            return Err(Error::NotAsked(reason.to_owned()));
        }
        if let Some(row) = recorded {
            return Ok((outcome(row.result), known(asked, row)));
        }
        let checkpoint = proof.checkpoint.clone().map(|path| {
            ProofCheckpoint::new(files.clone(), path, &self.trax, root, question, proof.checkpoint_every)
        });
        let options = self.options();
        progress.layer(&format!("{} {}", Game::name(&self.trax), asked.name()), 1, 1);
        self.warn(&options, root);
        let checkpoint = checkpoint.as_ref().map(|keeper| keeper as &dyn TableKeeper);
        let contradiction = RefCell::new(None);
        let tell = |found: &[Found<Position>], spent: Spent| {
            let Some(ledger) = &proof.ledger else { return };
            match self.keep_early(ledger, root, asked, found, spent) {
                Ok(()) => (),
                Err(error @ Error::Ledger { .. }) => *contradiction.borrow_mut() = Some(error),
                // What is found in the end may be kept yet.
                Err(error) => progress.note(&format!("what is found on the way is not kept: {error}")),
            }
        };
        // A proof must not rest on a ledger, its own search's rows included, should it have to begin again.
        let early = proof.ledger.as_ref().filter(|_| proof.proof.is_none()).and_then(|ledger| {
            let plies = EARLY_TILES.checked_sub(root.board().tiles() as u32).filter(|&plies| plies > 0)?;
            Some(Early {
                plies,
                least_nodes: ledger.worth_keeping,
                every: Duration::from_secs(60),
                tell: &tell,
            })
        });
        let knowledge = Knowledge { leaves: &leaves, early };
        let mut proved =
            prove_knowing(&self.trax, root, question, knowledge, &options, checkpoint, progress)?;
        let answer = proved.outcome == ProofOutcome::Proven;
        let written = match (&proof.proof, proved.strategy.take()) {
            (Some(path), Some(strategy)) => Some(self.write(path, root, question, answer, &strategy)?),
            _ => None,
        };
        let solved = solved(asked, &proved, written);
        if let Some(ledger) = &proof.ledger {
            let kept = contradiction
                .take()
                .map_or_else(|| self.keep(ledger, root, asked, proved.outcome, &solved), Err);
            kept.inspect_err(|_| {
                // It may have taken hours.
                progress.note(&format!("{}: {}, {} nodes", asked.name(), solved.result, solved.nodes));
            })?;
        }
        Ok((proved.outcome, solved))
    }

    /// Adds an answer to the ledger, if there is one.
    fn keep(
        &self,
        ledger: &LedgerSetting,
        root: &Position,
        asked: Asked,
        outcome: ProofOutcome,
        solved: &SolvedQuestion,
    ) -> Result<(), Error> {
        let Some(result) = Settled::of(outcome) else { return Ok(()) };
        let (nodes, time) = (solved.nodes, Duration::from_secs_f64(solved.seconds));
        let spent = Spent { runs: solved.runs, nodes, time, known: solved.leaves };
        let row = self.row(ledger, root, (root, result, nodes), asked, spent);
        ProofLedger::add(self.trax, &Disk::default(), &ledger.path, [row])
    }

    /// Adds what a search has found near its root, before it ends.
    fn keep_early(
        &self,
        ledger: &LedgerSetting,
        root: &Position,
        asked: Asked,
        found: &[Found<Position>],
        spent: Spent,
    ) -> Result<(), Error> {
        let rows = found.iter().map(|Found { position, answer, nodes }| {
            let result = if *answer { Settled::Proven } else { Settled::Disproven };
            self.row(ledger, root, (position, result, *nodes), asked, spent)
        });
        ProofLedger::add(self.trax, &Disk::default(), &ledger.path, rows)
    }

    /// The row of a position that is settled, with its nodes, by a search from a root on which so much was spent.
    fn row(
        &self,
        ledger: &LedgerSetting,
        root: &Position,
        (position, result, nodes): (&Position, Settled, u64),
        asked: Asked,
        spent: Spent,
    ) -> LedgerRow {
        let name = |position| ProofLedger::name(&self.trax, position);
        let share = nodes as f64 / spent.nodes.max(1) as f64;
        let (game, question, threads) = (Game::name(&self.trax), asked.name(), self.setting.threads);
        let LedgerSetting { flags, .. } = ledger;
        LedgerRow {
            position: name(position),
            question: asked,
            result,
            within: (position != root).then(|| name(root)),
            nodes,
            seconds: (spent.time.as_secs_f64() * share * 100.0).round() / 100.0,
            runs: spent.runs,
            leaves: spent.known,
            program: concat!("shuban ", env!("CARGO_PKG_VERSION")).to_owned(),
            command: format!(
                "shuban solve {game} '{}' --question {question} --threads {threads}{flags}",
                name(root)
            ),
        }
    }

    /// Says if the memory is less than a search from the start is likely to fill: it is not lost then, but
    /// searches much again.
    fn warn(&self, options: &ProofOptions, root: &Position) {
        let likely = self.trax.size().checked_sub(4).and_then(|place| POSITIONS.get(place));
        if let Some(&likely) = likely
            && root.board().tiles() == 0
            && options.memory / ENTRY_BYTES < likely
        {
            self.setting.progress.note(&format!(
                "the table has {} for {} positions, and this search is likely to meet {}: less will be forgotten \
                 with more memory (--memory)",
                bytes_text(options.memory),
                grouped(options.memory / ENTRY_BYTES),
                grouped(likely)
            ));
        }
    }

    fn write(
        &self,
        path: &Path,
        root: &Position,
        question: Question,
        answer: bool,
        strategy: &Strategy<Position, Move>,
    ) -> Result<WrittenProof, Error> {
        let files = Arc::new(Disk::default());
        let published = write_proof(files, path, &self.trax, root, question, answer, strategy)?;
        let published = published.expect("TRAX has proof files");
        Ok(WrittenProof { file: path.to_owned(), positions: strategy.len() as u64, bytes: published.bytes })
    }
}

/// Options with so much memory in all, and so many threads.
pub fn within(options: &ProofOptions, memory: u64, threads: usize) -> ProofOptions {
    // A quarter at most for what each thread keeps by itself.
    let cache = options.cache.min(memory / 4 / threads.max(1) as u64);
    ProofOptions { threads, memory: memory - cache * threads as u64, cache, ..options.clone() }
}

fn outcome(settled: Settled) -> ProofOutcome {
    if settled.is_yes() { ProofOutcome::Proven } else { ProofOutcome::Disproven }
}

/// An answer that the ledger has.
fn known(asked: Asked, row: &LedgerRow) -> SolvedQuestion {
    SolvedQuestion {
        question: asked.name(),
        result: row.result.name(),
        proof_number: None,
        disproof_number: None,
        nodes: row.nodes,
        seconds: row.seconds,
        nodes_per_second: row.nodes as f64 / row.seconds.max(0.01),
        tiles_per_second: 0.0,
        table_entries: 0,
        table_capacity: 0,
        collections: 0,
        runs: row.runs,
        principal: Vec::new(),
        leaves: row.leaves,
        recorded: Some(row.command.clone()),
        within: row.within.clone(),
        proof: None,
    }
}

fn solved(asked: Asked, proved: &ProvedOf<Trax>, proof: Option<WrittenProof>) -> SolvedQuestion {
    let (result, numbers) = match proved.outcome {
        ProofOutcome::Proven => ("proven", None),
        ProofOutcome::Disproven => ("disproven", None),
        ProofOutcome::Unknown { proof, disproof } => ("unknown", Some((proof, disproof))),
    };
    let seconds = |time: Duration| time.as_secs_f64();
    let rate = |count: u64| count as f64 / seconds(proved.time).max(1e-9);
    SolvedQuestion {
        question: asked.name(),
        result,
        proof_number: numbers.map(|numbers| numbers.0),
        disproof_number: numbers.map(|numbers| numbers.1),
        nodes: proved.earlier.nodes + proved.nodes,
        seconds: seconds(proved.earlier.time + proved.time),
        nodes_per_second: rate(proved.nodes),
        tiles_per_second: rate(proved.work),
        table_entries: proved.table_entries,
        table_capacity: proved.table_capacity,
        collections: proved.collections,
        runs: proved.earlier.runs + 1,
        principal: proved.principal.iter().map(format_move).collect(),
        leaves: proved.known,
        recorded: None,
        within: None,
        proof,
    }
}

impl PositionSolver for TraxSolver<'_> {
    fn heeds_interrupts(&self) -> bool {
        true
    }

    fn solve(&mut self, position: &str, to_move: Option<&str>) -> Result<Box<dyn Answer>, Error> {
        let played = parse_game(&self.trax, position).map_err(Error::position)?;
        if to_move.is_some() {
            let reason = "whose turn it is follows from the moves: leave out --to-move".to_owned();
            return Err(Error::NotAsked(reason));
        }
        let mut results = Vec::new();
        let mut questions = Vec::new();
        for asked in Asked::ALL {
            let wanted = self.setting.proof.asked.is_none_or(|only| only == asked);
            // Who has lost need not be asked whether he wins.
            if wanted && value(&results) == "unknown" && !self.setting.progress.interrupted() {
                let (outcome, solved) = self.ask(&played.position, asked)?;
                results.push((asked, outcome));
                questions.push(solved);
            }
        }
        Ok(Box::new(SolvedTrax {
            game: Game::name(&self.trax),
            position: played.text(),
            to_move: played.position.to_move().to_string(),
            value: value(&results),
            questions,
        }))
    }
}

impl Report for SolvedTrax {
    fn text(&self) -> String {
        let value = match self.value {
            "first" => "white, who moved first, wins",
            "second" => "red, who moved second, wins",
            "draw" => "a draw",
            _ => "unknown",
        };
        let mut lines = vec![
            format!("{}  {}, {} to move", self.game, self.position, self.to_move),
            format!("value  {value}"),
        ];
        for solved in &self.questions {
            let numbers = match (solved.proof_number, solved.disproof_number) {
                (Some(proof), Some(disproof)) => format!(" (proof {proof}, disproof {disproof})"),
                _ => String::new(),
            };
            if let Some(command) = &solved.recorded {
                lines.push(format!(
                    "\n{}  {} (recorded)\n  {} nodes in {:.1} s{}{}: {command}",
                    solved.question,
                    solved.result,
                    grouped(solved.nodes),
                    solved.seconds,
                    within_text(solved.within.as_deref()),
                    resting(solved.leaves),
                ));
                continue;
            }
            lines.push(format!(
                "\n{}  {}{numbers}\n  {} nodes in {:.1} s{}; {} nodes/s, {:.1} M tiles/s\n  table {} of {}, {} \
                 collections",
                solved.question,
                solved.result,
                grouped(solved.nodes),
                solved.seconds,
                if solved.runs > 1 { format!(" and {} runs", solved.runs) } else { String::new() },
                grouped(solved.nodes_per_second as u64),
                solved.tiles_per_second / 1e6,
                grouped(solved.table_entries),
                grouped(solved.table_capacity),
                solved.collections
            ));
            if solved.leaves > 0 {
                lines.push(format!("  {}", resting(solved.leaves).trim_start_matches(", ")));
            }
            if !solved.principal.is_empty() {
                lines.push(format!("  {}", solved.principal.join(" ")));
            }
            if let Some(WrittenProof { file, positions, bytes }) = &solved.proof {
                let (positions, bytes) = (grouped(*positions), bytes_text(*bytes));
                lines.push(format!(
                    "  proof of {positions} positions in {}, {bytes}: `shuban-check` checks it",
                    file.display()
                ));
            }
        }
        lines.join("\n")
    }
}

/// In which other position's search an answer was found, to be appended.
pub fn within_text(within: Option<&str>) -> String {
    within.map_or(String::new(), |root| format!(" within the search of {root}"))
}

/// On what a result rests besides its own search, to be appended.
pub fn resting(leaves: u64) -> String {
    match leaves {
        0 => String::new(),
        1 => ", with 1 answer of the ledger for a leaf".to_owned(),
        leaves => format!(", with {leaves} answers of the ledger for leaves"),
    }
}
