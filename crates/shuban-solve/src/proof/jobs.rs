//! A question that several processes answer together: positions after the first plies are jobs, and a
//! ledger that all can write is where they meet.
//!
//! The first plies are a tree of their own. Its leaves are searched one by one up to a limit of nodes,
//! each by one process: that one first which looks most likely to settle the question by proof numbers,
//! those of its last search (job-level proof-number search: Wu et al., "Job-Level Proof Number Search",
//! IEEE Transactions on Computational Intelligence and AI in Games 5(1), 2013). What they come to is in
//! the ledger, and what was tried in vain beside it. A process goes on in one table.

use std::mem;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};
use serde_json::json;
use shuban_core::provable::{FirstNumbers, Key};
use shuban_core::solver::SearchSetting;
use shuban_core::{Present, Progress, Provable};
use shuban_search::proof::LastingTable;
use shuban_store::{FileSystem, Lock, beside, lock, remove_stale_lock, replace_file};

use super::first_plies::{Ahead, FirstPlies};
use super::job_progress::JobProgress;
use super::ledger::{LedgerRow, ProofLedger};
use super::prover::{Lasting, Prover};
use super::question::ProofQuestion;
use super::solved::SolvedQuestion;
use crate::error::Error;
use crate::ledger_file;
use crate::threads::wait_for_others;

/// Nodes of the first search of a job: so few that a position with hundreds of plays is not in the way of
/// those that are easy.
const FIRST: u64 = 1 << 10;

/// Nodes of a search of a job at most, a second or two, besides those that another process has searched
/// there: so it is soon found out that another job is likelier.
const MOST: u64 = 1 << 16;

/// The ending of the file of what was tried.
const TRIED: &str = ".tried";

/// The number of a leaf that another process works on: any other is easier.
const TAKEN: u64 = 1 << 40;

/// The number of a leaf that was tried as far as allowed.
const EXHAUSTED: u64 = 1 << 50;

/// A job of this process: no other works on it.
struct Job<P> {
    position: P,
    /// The nodes to search.
    nodes: u64,
    /// The nodes that this process has searched then.
    all: u64,
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
    untold: Mutex<Untold>,
    /// The nodes that this process has searched, by leaf.
    own: Mutex<FxHashMap<Key, u64>>,
}

/// Time between two times at which a process tells others what it came to.
const TELLING: Duration = Duration::from_secs(2);

/// Results of this process that it has not yet told to the others: small jobs take less time than a file.
struct Untold {
    answers: Vec<LedgerRow>,
    tried: Vec<TriedRow>,
    since: Instant,
}

impl Untold {
    fn new() -> Self {
        Untold { answers: Vec::new(), tried: Vec::new(), since: Instant::now() }
    }
}

/// The searches that came to no answer, by position and question.
type Tried = FxHashMap<(String, ProofQuestion), TriedRow>;

/// A search of a job that came to no answer.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct TriedRow {
    position: String,
    question: ProofQuestion,
    /// The nodes that one process has searched, the one that has searched most.
    nodes: u64,
    proof_number: u32,
    disproof_number: u32,
}

/// Returns the row of each position with the most nodes.
fn latest(rows: impl Iterator<Item = TriedRow>) -> Tried {
    let mut latest = Tried::default();
    for row in rows {
        let key = (row.position.clone(), row.question);
        if latest.get(&key).is_none_or(|known| known.nodes <= row.nodes) {
            latest.insert(key, row);
        }
    }
    latest
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
    /// Returns what is left, by the ledger as it is now; `numbers` tells those of leaves.
    fn open(
        &self,
        numbers: &dyn Fn(&G::Position) -> [u64; 2],
    ) -> Result<Ahead<G::Position>, Error> {
        let mut ledger = ProofLedger::read(self.game, self.files, self.path)?;
        let refused = |reason| Error::Ledger { path: self.path.to_owned(), reason };
        ledger.take(self.game, self.untold().answers.clone()).map_err(refused)?;
        let first = FirstPlies { game: self.game, ledger: &ledger, asked: self.asked, numbers };
        Ok(first.ahead(self.root, self.plies))
    }

    /// Takes the likeliest job, of those that no other process works on.
    ///
    /// # Errors
    /// [`Error::Ledger`] if the ledger, or what was tried, is not one; [`Error::Store`].
    fn next(&self) -> Result<Next<G::Position>, Error> {
        let mut taken = FxHashSet::default();
        loop {
            let tried = self.tried()?;
            let row = |leaf: &G::Position| tried.get(&self.name(leaf));
            let is_exhausted =
                |leaf: &G::Position| row(leaf).is_some_and(|row| row.nodes >= self.most);
            let numbers = |leaf: &G::Position| match row(leaf) {
                _ if is_exhausted(leaf) => [EXHAUSTED; 2],
                _ if taken.contains(&self.game.key(leaf)) => [TAKEN; 2],
                Some(row) => [row.proof_number.into(), row.disproof_number.into()],
                None => {
                    let FirstNumbers { phi, delta } = self.game.first_numbers(leaf);
                    let aim = self.game.to_move(leaf) == self.asked.question().seat;
                    if aim { [phi.into(), delta.into()] } else { [delta.into(), phi.into()] }
                }
            };
            let Ahead::Open(tree) = self.open(&numbers)? else { return Ok(Next::End) };
            let may_be = |leaf: &&G::Position| numbers(leaf)[0] < TAKEN;
            // Below what others work on, the likeliest leaf may be one of theirs.
            let leaf = Some(&tree.best).filter(may_be).or_else(|| tree.leaves.iter().find(may_be));
            let Some(leaf) = leaf else {
                self.tell()?;
                return Ok(if taken.is_empty() { Next::End } else { Next::Wait });
            };
            let lock = match lock(self.files, &self.claim(leaf)) {
                Err(shuban_store::Error::Locked { .. }) => {
                    taken.insert(self.game.key(leaf));
                    continue;
                }
                locked => locked?,
            };
            // Another may have ended it meanwhile.
            let before = row(leaf).map(|row| row.nodes);
            let now = self.tried()?.get(&self.name(leaf)).map(|row| row.nodes);
            if self.is_open(leaf)? && now == before {
                let more = |nodes: u64| nodes.saturating_add((3 * nodes).min(MOST));
                let all = before.map_or(FIRST, more).min(self.most);
                let nodes =
                    all - self.own().get(&self.game.key(leaf)).copied().unwrap_or(0).min(all);
                let position = leaf.clone();
                return Ok(Next::Job(Job { position, nodes, all, _lock: lock }));
            }
        }
    }

    /// Returns true if a position may still settle the question.
    fn is_open(&self, position: &G::Position) -> Result<bool, Error> {
        let key = self.game.key(position);
        let is_it = |open: &G::Position| self.game.key(open) == key;
        Ok(match self.open(&|_| [1; 2])? {
            Ahead::Open(tree) => tree.leaves.iter().any(is_it),
            Ahead::Settled(_) => false,
        })
    }

    /// Notes the answers to a job, or that it was tried in vain, with its proof number and disproof
    /// number.
    ///
    /// # Errors
    /// As [`next`](Self::next).
    fn note(
        &self,
        job: &Job<G::Position>,
        answers: &mut Vec<LedgerRow>,
        tried: Option<(u32, u32)>,
    ) -> Result<(), Error> {
        let mut untold = self.untold();
        untold.answers.append(answers);
        let (position, question) = self.name(&job.position);
        untold.tried.extend(tried.map(|(proof_number, disproof_number)| {
            self.own().insert(self.game.key(&job.position), job.all);
            TriedRow { position, question, nodes: job.all, proof_number, disproof_number }
        }));
        let is_due = untold.since.elapsed() >= TELLING;
        drop(untold);
        if is_due { self.tell() } else { Ok(()) }
    }

    /// Tells the other processes what this one came to.
    ///
    /// # Errors
    /// As [`next`](Self::next).
    fn tell(&self) -> Result<(), Error> {
        let Untold { answers, tried, .. } = mem::replace(&mut *self.untold(), Untold::new());
        ProofLedger::add(self.game, self.files, self.path, answers)?;
        if tried.is_empty() {
            return Ok(());
        }
        let path = beside(self.path, TRIED);
        let _lock = ledger_file::wait_for_lock(self.files, &path)?;
        let all = latest(self.all_tried()?.into_iter().chain(tried));
        let mut all: Vec<TriedRow> = all.into_values().collect();
        all.sort_by(|one, other| {
            (&one.position, one.question).cmp(&(&other.position, other.question))
        });
        let rows = ledger_file::rows(all.into_iter().map(|row| json!(row)));
        let members = [("game", json!(self.game.name()).to_string()), ("tried", rows)];
        Ok(replace_file(self.files, &path, ledger_file::document(&members).as_bytes())?)
    }

    fn own(&self) -> MutexGuard<'_, FxHashMap<Key, u64>> {
        self.own.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn untold(&self) -> MutexGuard<'_, Untold> {
        self.untold.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Removes what is beside the ledger of a question that is settled, unless others need it.
    fn clean(&self) {
        if !matches!(self.open(&|_| [1; 2]), Ok(Ahead::Settled(_))) {
            return;
        }
        // What is left costs space alone.
        let path = beside(self.path, TRIED);
        let is_of_others = |rows: Vec<TriedRow>| rows.iter().any(|row| row.question != self.asked);
        if let Ok(_lock) = lock(self.files, &path)
            && self.all_tried().is_ok_and(|rows| !is_of_others(rows))
        {
            let _ = self.files.remove(&path);
        }
        // Locks of processes that were killed.
        let claims = beside(self.path, &self.claims());
        let folder = self.path.parent().filter(|folder| !folder.as_os_str().is_empty());
        for file in self.files.list(folder.unwrap_or(Path::new("."))).unwrap_or_default() {
            let is_claim =
                file.file_name().zip(claims.file_name()).is_some_and(|(file, claims)| {
                    file.as_encoded_bytes().starts_with(claims.as_encoded_bytes())
                });
            if is_claim && file.extension().is_some_and(|ending| ending == "lock") {
                remove_stale_lock(self.files, &file.with_extension(""));
            }
        }
    }

    fn name(&self, position: &G::Position) -> (String, ProofQuestion) {
        (ProofLedger::name_of(self.game, position), self.asked)
    }

    /// Returns the path of which a lock is held by the process that works on a position.
    fn claim(&self, position: &G::Position) -> PathBuf {
        beside(self.path, &format!("{}{}", self.claims(), self.game.key(position)))
    }

    /// Returns the beginning of the endings of such paths.
    fn claims(&self) -> String {
        format!(".{}-", self.asked.name())
    }

    /// Returns what was tried by all, as far as it was told.
    fn tried(&self) -> Result<Tried, Error> {
        let own = self.untold().tried.clone();
        Ok(latest(self.all_tried()?.into_iter().chain(own)))
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
        let options = self.options();
        let began = Instant::now();
        let left = || self.setting.time.map(|time| time.saturating_sub(began.elapsed()));
        self.warn(&options, root);
        let (Some(ledger), Some(plies)) = (&self.proof.ledger, self.proof.with_others) else {
            return self.ask_in(root, asked, None);
        };
        let jobs = Jobs {
            game: self.game,
            files: &self.files(),
            path: &ledger.path,
            asked,
            root,
            plies,
            most: self.setting.nodes.unwrap_or(u64::MAX),
            untold: Mutex::new(Untold::new()),
            own: Mutex::default(),
        };
        let progress = self.setting.progress;
        let table = LastingTable::new(options.memory)?;
        let mut lasting = Lasting { table, answers: Vec::new() };
        while !progress.interrupted() && left().is_none_or(|left| !left.is_zero()) {
            match jobs.next()? {
                Next::Job(job) => self.work_on(&jobs, &job, &mut lasting, left())?,
                Next::Wait => wait_for_others(progress).or_else(|error| match error {
                    Error::Interrupted => Ok(()),
                    error => Err(error),
                })?,
                Next::End => break,
            }
        }
        jobs.tell()?;
        let setting = SearchSetting { time: left(), ..self.setting };
        let asked = Prover { setting, ..*self }.ask_in(root, asked, Some(&mut lasting))?;
        ProofLedger::add(self.game, jobs.files, jobs.path, lasting.answers)?;
        jobs.clean();
        Ok(asked)
    }

    /// Searches a position for a question about an earlier one.
    fn work_on(
        &self,
        jobs: &Jobs<'_, G>,
        job: &Job<G::Position>,
        lasting: &mut Lasting,
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
        let solved = prover.ask_in(&job.position, jobs.asked, Some(lasting))?;
        let is_cut_off = progress.interrupted() || time.is_some_and(|time| began.elapsed() >= time);
        jobs.note(job, &mut lasting.answers, solved.numbers.filter(|_| !is_cut_off))
    }
}
