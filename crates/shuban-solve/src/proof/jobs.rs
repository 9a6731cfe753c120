//! A question that several processes answer together: positions after the first plies are jobs, and a
//! ledger that all can write is where they meet.
//!
//! The first plies are a tree of their own. Its leaves are searched one by one up to a limit of nodes,
//! each by one process: that one first which looks most likely to settle the question by proof numbers,
//! those of its last search (job-level proof-number search: Wu et al., "Job-Level Proof Number Search",
//! IEEE Transactions on Computational Intelligence and AI in Games 5(1), 2013). What they come to is in
//! the ledger, and what was tried in vain beside it. A process goes on in one table.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use rustc_hash::{FxHashMap, FxHashSet};
use shuban_answer::proof::{LedgerRow, ProofQuestion};
use shuban_core::provable::{FirstNumbers, Key};
use shuban_core::solver::SearchSetting;
use shuban_core::{Present, Progress, Provable};
use shuban_search::proof::{LastingTable, Spent};
use shuban_store::{FileSystem, Lock, beside, lock, remove_stale_lock};

use super::first_plies::{Ahead, FirstPlies, MOST_LEAVES, TooManyLeaves};
use super::job_progress::JobProgress;
use super::ledger::{ProofLedger, take_cost};
use super::prover::{Lasting, Prover};
use super::solved::SolvedQuestion;
use super::tried::{Tried, TriedFile, TriedRow, latest};
use crate::error::Error;
use crate::threads::wait_for_others;

/// Nodes of the first search of a job: so few that a position with hundreds of plays is not in the way of
/// those that are easy.
const FIRST: u64 = 1 << 10;

/// Nodes of a search of a job at most, a second or two: so it is soon found out that another job is
/// likelier.
const MOST: u64 = 1 << 16;

/// Nodes at most where another process has searched more: numbers that it found are found again before
/// the search gets on.
const MOST_AGAIN: u64 = 1 << 20;

/// The number of a leaf that another process works on: any other is easier.
const TAKEN: u64 = 1 << 40;

/// The number of a leaf that was tried as far as allowed.
const EXHAUSTED: u64 = 1 << 50;

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
    /// The question is settled.
    Settled,
    /// All has been tried as far as allowed.
    Exhausted,
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
    tried: TriedFile<'j>,
    untold: Mutex<Untold>,
    /// The cost of this process's searches, by leaf.
    own: Mutex<FxHashMap<Key, Spent>>,
}

/// Time between two times at which a process tells others what it came to.
const TELLING: Duration = Duration::from_secs(2);

/// Results of this process that it has not yet told to the others: small jobs take less time than a file.
struct Untold {
    answers: Vec<LedgerRow>,
    tried: Vec<TriedRow>,
    since: Instant,
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
        first.ahead(self.root, self.plies).map_err(|TooManyLeaves| {
            let plies = self.plies;
            Error::NoProof(format!(
                "after {plies} plies there are more than {MOST_LEAVES} positions: share the search \
                 after fewer (--with-others)"
            ))
        })
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
            let Ahead::Open(tree) = self.open(&numbers)? else {
                return Ok(Next::Settled);
            };
            let may_be = |leaf: &&G::Position| numbers(leaf)[0] < TAKEN;
            // Below what others work on, the likeliest leaf may be one of theirs.
            let leaf = Some(&tree.best).filter(may_be).or_else(|| tree.leaves.iter().find(may_be));
            let Some(leaf) = leaf else {
                self.tell()?;
                return Ok(if taken.is_empty() { Next::Exhausted } else { Next::Wait });
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
                let more = |nodes: u64| nodes.saturating_add(nodes.saturating_mul(3).min(MOST));
                let all = before.map_or(FIRST, more).min(self.most);
                let nodes = all.saturating_sub(self.spent(leaf).nodes).clamp(1, MOST_AGAIN);
                return Ok(Next::Job(Job { position: leaf.clone(), nodes, _lock: lock }));
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

    /// Notes a search of a job: its cost, with that of all before it; its answer, or else the proof
    /// number and the disproof number.
    ///
    /// # Errors
    /// As [`next`](Self::next).
    fn note(
        &self,
        job: &Job<G::Position>,
        spent: Spent,
        answers: &mut Vec<LedgerRow>,
        tried: Option<(u32, u32)>,
    ) -> Result<(), Error> {
        self.own().insert(self.game.key(&job.position), spent);
        // One that took long is told at once.
        let is_large = !answers.is_empty() && spent.nodes > MOST;
        answers.iter_mut().for_each(|row| take_cost(row, spent));
        let (position, question) = self.name(&job.position);
        let root = ProofLedger::name_of(self.game, self.root);
        let mut untold = self.untold();
        untold.answers.append(answers);
        untold.tried.extend(tried.map(|(proof_number, disproof_number)| {
            let nodes = spent.nodes;
            TriedRow { position, question, root, nodes, proof_number, disproof_number }
        }));
        drop(untold);
        if is_large { self.tell_now() } else { self.tell_if_due() }
    }

    /// Tells the other processes what this one came to, from time to time.
    ///
    /// # Errors
    /// As [`tell`](Self::tell).
    fn tell_if_due(&self) -> Result<(), Error> {
        if self.untold().since.elapsed() >= TELLING { self.tell_now() } else { Ok(()) }
    }

    /// Tells the others, or will do it the next time if too many others do.
    fn tell_now(&self) -> Result<(), Error> {
        match self.tell() {
            Err(Error::Store(shuban_store::Error::Locked { .. })) => Ok(()),
            told => told,
        }
    }

    /// Tells the other processes what this one came to.
    ///
    /// # Errors
    /// As [`next`](Self::next); then nothing is lost.
    fn tell(&self) -> Result<(), Error> {
        let mut untold = self.untold();
        untold.since = Instant::now();
        ProofLedger::add(self.game, self.files, self.path, untold.answers.iter().cloned())?;
        untold.answers.clear();
        self.tried.add(&untold.tried)?;
        untold.tried.clear();
        Ok(())
    }

    /// Returns the cost of this process's searches of a leaf.
    fn spent(&self, leaf: &G::Position) -> Spent {
        self.own().get(&self.game.key(leaf)).copied().unwrap_or_default()
    }

    /// Returns the cost of all of them.
    fn all_spent(&self) -> Spent {
        self.own().values().fold(Spent::default(), |all, one| and(all, *one))
    }

    fn own(&self) -> MutexGuard<'_, FxHashMap<Key, Spent>> {
        self.own.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn untold(&self) -> MutexGuard<'_, Untold> {
        self.untold.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Removes what is beside the ledger of a question that is settled.
    fn clean(&self) {
        // What is left costs space alone.
        let root = ProofLedger::name_of(self.game, self.root);
        let _ = self.tried.forget(&root, self.asked);
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
        Ok(latest(self.tried.rows()?.into_iter().chain(own)))
    }
}

/// Returns the cost of two searches.
fn and(one: Spent, other: Spent) -> Spent {
    Spent {
        runs: one.runs + other.runs,
        nodes: one.nodes + other.nodes,
        time: one.time + other.time,
        known: one.known.max(other.known),
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
        let (Some(ledger), Some(plies)) = (&self.proof.ledger, self.proof.with_others) else {
            return self.ask_in(root, asked, None);
        };
        let files = &self.files();
        let jobs = Jobs {
            game: self.game,
            files,
            path: &ledger.path,
            asked,
            root,
            plies,
            most: self.setting.nodes.unwrap_or(u64::MAX),
            tried: TriedFile::of(files, &ledger.path, self.game.name()),
            untold: Mutex::new(Untold {
                answers: Vec::new(),
                tried: Vec::new(),
                since: Instant::now(),
            }),
            own: Mutex::default(),
        };
        let progress = self.setting.progress;
        let table = LastingTable::new(options.memory)?;
        let mut lasting = Lasting { table, answers: Vec::new() };
        let mut is_settled = false;
        while !progress.interrupted() && left().is_none_or(|left| !left.is_zero()) {
            match jobs.next()? {
                Next::Job(job) => {
                    if jobs.own().is_empty() {
                        progress.layer(&format!("{} {}", self.game.name(), asked.name()), 1, 1);
                        self.warn(&options, root);
                    }
                    self.work_on(&jobs, &job, &mut lasting, left())?;
                }
                // An interruption ends the loop.
                Next::Wait => drop(wait_for_others(progress)),
                Next::Settled => {
                    is_settled = true;
                    break;
                }
                Next::Exhausted => break,
            }
        }
        jobs.tell()?;
        // What is settled is only put together.
        let nodes = self.setting.nodes.filter(|_| !is_settled);
        let setting = SearchSetting { time: left(), nodes, ..self.setting };
        let solved = Prover { setting, ..*self }.ask_in(root, asked, Some(&mut lasting))?;
        let spent = and(jobs.all_spent(), solved.spent());
        lasting.answers.iter_mut().for_each(|row| take_cost(row, spent));
        ProofLedger::add(self.game, jobs.files, jobs.path, lasting.answers)?;
        if is_settled {
            jobs.clean();
        }
        Ok(solved)
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
        let matters = || jobs.tell_if_due().is_err() || jobs.is_open(&job.position).unwrap_or(true);
        let name = ProofLedger::name_of(self.game, &job.position);
        let progress = JobProgress::new(self.setting.progress, name, &matters);
        let setting =
            SearchSetting { nodes: Some(job.nodes), time, progress: &progress, ..self.setting };
        let prover = Prover { game: self.game, proof: self.proof, setting, known: self.known };
        let solved = prover.ask_in(&job.position, jobs.asked, Some(lasting))?;
        let is_cut_off = progress.interrupted() || time.is_some_and(|time| began.elapsed() >= time);
        let spent = and(jobs.spent(&job.position), solved.spent());
        let tried = solved.numbers.filter(|_| !is_cut_off);
        jobs.note(job, spent, &mut lasting.answers, tried)
    }
}
