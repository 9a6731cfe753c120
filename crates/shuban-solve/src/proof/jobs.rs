//! A question that several processes answer together: positions after the first plies are jobs, and a
//! ledger that all can write is where they meet.
//!
//! A job that no process works on is searched up to a limit of nodes, the least tried one first, and
//! later with a larger limit: so a position that is hard to settle does not keep all from one that
//! would settle the question. What they come to is in the ledger, and what was tried in vain beside it.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};
use serde_json::json;
use shuban_core::solver::SearchSetting;
use shuban_core::{Play, Present, Progress, Provable};
use shuban_store::{FileSystem, Lock, beside, lock, replace_file};

use super::job_progress::JobProgress;
use super::ledger::ProofLedger;
use super::prover::Prover;
use super::question::ProofQuestion;
use super::solved::SolvedQuestion;
use crate::error::Error;
use crate::ledger_file;
use crate::threads::wait_for_others;

/// Nodes of the first search of a job: a second or two.
const FIRST: u64 = 1 << 16;

/// The factor from one search of a job to the next: what is searched in vain is at most a third of
/// the last one.
const GROWTH: u64 = 4;

/// The ending of the file of what was tried.
const TRIED: &str = ".tried";

/// The knowledge of a position, from a ledger and from what it knows some plies later.
#[derive(Debug, PartialEq, Eq)]
enum Ahead<P> {
    Settled(bool),
    /// The positions that may settle it, each once, in the order of plays.
    Open(Vec<P>),
}

/// Returns what a ledger knows of a question, from positions up to so many plies later.
fn ahead<G: Provable>(
    game: &G,
    ledger: &ProofLedger<G>,
    asked: ProofQuestion,
    position: &G::Position,
    plies: u32,
) -> Ahead<G::Position> {
    if let Some(payoffs) = game.outcome(position) {
        return Ahead::Settled(asked.question().holds(&payoffs));
    }
    if let Some(row) = ledger.answer(game, position, asked) {
        return Ahead::Settled(row.result.is_yes());
    }
    if plies == 0 {
        return Ahead::Open(vec![position.clone()]);
    }
    // One play that gives the mover what he wants is enough.
    let aim = game.to_move(position) == asked.question().seat;
    let (mut plays, mut open, mut seen) = (Vec::new(), Vec::new(), FxHashSet::default());
    game.plays(position, (), &mut plays);
    for Play { after, .. } in plays {
        match ahead(game, ledger, asked, &after, plies - 1) {
            Ahead::Settled(answer) if answer == aim => return Ahead::Settled(aim),
            Ahead::Settled(_) => {}
            Ahead::Open(later) => {
                open.extend(later.into_iter().filter(|later| seen.insert(game.key(later))));
            }
        }
    }
    if open.is_empty() { Ahead::Settled(!aim) } else { Ahead::Open(open) }
}

/// A job of this process: no other works on it.
struct Job<P> {
    position: P,
    /// The nodes to search.
    nodes: u64,
    _lock: Lock,
}

/// The next thing to do.
enum Next<P> {
    Job(Job<P>),
    /// Others work on all that is left.
    Wait,
    /// The question is settled, or all has been tried as far as allowed.
    End,
}

/// The jobs of a question.
struct Jobs<'j, G: Provable> {
    game: &'j G,
    files: &'j dyn FileSystem,
    /// The ledger.
    path: &'j Path,
    asked: ProofQuestion,
    root: &'j G::Position,
    plies: u32,
    /// The most nodes of a job.
    most: u64,
}

/// The most nodes that were searched in vain, by position and question.
type Tried = FxHashMap<(String, ProofQuestion), u64>;

/// A search of a job that came to no answer.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct TriedRow {
    position: String,
    question: ProofQuestion,
    /// The most nodes that were searched.
    nodes: u64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Members {
    #[serde(rename = "ledger")]
    _version: u64,
    game: String,
    tried: Vec<TriedRow>,
}

impl<G: Provable> Jobs<'_, G> {
    /// Returns what is left, by the ledger as it is now.
    fn open(&self) -> Result<Ahead<G::Position>, Error> {
        let ledger = ProofLedger::read(self.game, self.files, self.path)?;
        Ok(ahead(self.game, &ledger, self.asked, self.root, self.plies))
    }

    /// Takes the job that was tried least, of those that no other process works on.
    ///
    /// # Errors
    /// [`Error::Ledger`] if the ledger, or what was tried, is not one; [`Error::Store`].
    fn next(&self) -> Result<Next<G::Position>, Error> {
        let Ahead::Open(open) = self.open()? else { return Ok(Next::End) };
        let tried = self.tried()?;
        let tried_of = |tried: &Tried, position: &G::Position| {
            tried.get(&self.name(position)).copied().unwrap_or(0)
        };
        let mut jobs: Vec<(u64, G::Position)> =
            open.into_iter().map(|position| (tried_of(&tried, &position), position)).collect();
        jobs.retain(|&(tried, _)| tried < self.most);
        // Those tried alike stay in the order of plays.
        jobs.sort_by_key(|&(tried, _)| tried);
        let mut next = Next::End;
        for (tried, position) in jobs {
            let claim = self.claim(&position);
            let lock = match lock(self.files, &claim) {
                Err(shuban_store::Error::Locked { .. }) => {
                    next = Next::Wait;
                    continue;
                }
                locked => locked?,
            };
            // Another may have ended it meanwhile.
            if !self.is_open(&position)? || tried_of(&self.tried()?, &position) != tried {
                drop(lock);
                return self.next();
            }
            let nodes = if tried == 0 { FIRST } else { tried.saturating_mul(GROWTH) };
            return Ok(Next::Job(Job { position, nodes: nodes.min(self.most), _lock: lock }));
        }
        Ok(next)
    }

    /// Returns true if a position may still settle the question.
    fn is_open(&self, position: &G::Position) -> Result<bool, Error> {
        let key = self.game.key(position);
        let is_it = |open: &G::Position| self.game.key(open) == key;
        Ok(matches!(self.open()?, Ahead::Open(open) if open.iter().any(is_it)))
    }

    /// Notes that a job was tried in vain.
    ///
    /// # Errors
    /// As [`next`](Self::next).
    fn note(&self, job: &Job<G::Position>) -> Result<(), Error> {
        let path = beside(self.path, TRIED);
        let _lock = ledger_file::wait_for_lock(self.files, &path)?;
        let mut tried = self.all_tried()?;
        let name = self.name(&job.position);
        tried.retain(|row| (&row.position, row.question) != (&name.0, name.1));
        tried.push(TriedRow { position: name.0, question: name.1, nodes: job.nodes });
        tried.sort_by(|one, other| {
            (&one.position, one.question).cmp(&(&other.position, other.question))
        });
        let rows = ledger_file::rows(tried.into_iter().map(|row| json!(row)));
        let members = [("game", json!(self.game.name()).to_string()), ("tried", rows)];
        Ok(replace_file(self.files, &path, ledger_file::document(&members).as_bytes())?)
    }

    /// Removes what is beside the ledger of a question that is settled, unless others need it.
    fn clean(&self) {
        let path = beside(self.path, TRIED);
        let is_of_others = |rows: Vec<TriedRow>| rows.iter().any(|row| row.question != self.asked);
        // What is left costs space alone.
        if let Ok(_lock) = lock(self.files, &path)
            && matches!(self.open(), Ok(Ahead::Settled(_)))
            && self.all_tried().is_ok_and(|rows| !is_of_others(rows))
        {
            let _ = self.files.remove(&path);
        }
    }

    fn name(&self, position: &G::Position) -> (String, ProofQuestion) {
        (ProofLedger::name_of(self.game, position), self.asked)
    }

    /// Returns the path of which a lock is held by the process that works on a position.
    fn claim(&self, position: &G::Position) -> PathBuf {
        let name = format!(".{}-{}", self.asked.name(), self.game.key(position));
        beside(self.path, &name)
    }

    /// Returns the most nodes that were searched in vain, by position and question.
    fn tried(&self) -> Result<Tried, Error> {
        let rows = self.all_tried()?.into_iter();
        Ok(rows.map(|row| ((row.position, row.question), row.nodes)).collect())
    }

    fn all_tried(&self) -> Result<Vec<TriedRow>, Error> {
        let path = beside(self.path, TRIED);
        let parse = |bytes: &[u8]| {
            let members: Members = ledger_file::members(bytes)?;
            match members.game == self.game.name() {
                true => Ok(members.tried),
                false => Err(format!("it is of {}, not of {}", members.game, self.game.name())),
            }
        };
        Ok(ledger_file::read(self.files, &path, parse)?.unwrap_or_default())
    }
}

impl<G: Provable + Present> Prover<'_, G> {
    /// Asks a question, after other processes and this one have settled what they can of the positions
    /// that follow, if they are to share them.
    pub(super) fn ask_with_others(
        &self,
        root: &G::Position,
        asked: ProofQuestion,
    ) -> Result<SolvedQuestion, Error> {
        let options = self.proof.options.clone().within(self.setting.memory, self.setting.threads);
        let began = Instant::now();
        let left = || self.setting.time.map(|time| time.saturating_sub(began.elapsed()));
        self.warn(&options, root);
        let (Some(ledger), Some(plies)) = (&self.proof.ledger, self.proof.with_others) else {
            return self.ask(root, asked);
        };
        let jobs = Jobs {
            game: self.game,
            files: &self.files(),
            path: &ledger.path,
            asked,
            root,
            plies,
            most: self.setting.nodes.unwrap_or(u64::MAX),
        };
        let progress = self.setting.progress;
        while !progress.interrupted() && left().is_none_or(|left| !left.is_zero()) {
            match jobs.next()? {
                Next::Job(job) => self.work_on(&jobs, &job, left())?,
                Next::Wait => wait_for_others(progress).or_else(|error| match error {
                    Error::Interrupted => Ok(()),
                    error => Err(error),
                })?,
                Next::End => break,
            }
        }
        let setting = SearchSetting { time: left(), ..self.setting };
        let asked = Prover { setting, ..*self }.ask(root, asked)?;
        jobs.clean();
        Ok(asked)
    }

    /// Searches a position for a question about an earlier one.
    fn work_on(
        &self,
        jobs: &Jobs<'_, G>,
        job: &Job<G::Position>,
        time: Option<Duration>,
    ) -> Result<(), Error> {
        let began = Instant::now();
        // What cannot be read is told when the next job is looked for.
        let matters = || jobs.is_open(&job.position).unwrap_or(true);
        let name = ProofLedger::name_of(self.game, &job.position);
        let progress = JobProgress::new(self.setting.progress, name, &matters);
        let setting =
            SearchSetting { nodes: Some(job.nodes), time, progress: &progress, ..self.setting };
        let prover = Prover { game: self.game, proof: self.proof, setting, known: self.known };
        let solved = prover.ask(&job.position, jobs.asked)?;
        let is_out_of_time = time.is_some_and(|time| began.elapsed() >= time);
        match solved.result.is_some() || is_out_of_time || progress.interrupted() {
            true => Ok(()),
            false => jobs.note(job),
        }
    }
}
