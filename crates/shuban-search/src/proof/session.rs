//! A search in one table: its threads, its checkpoints, and its result.

use std::time::{Duration, Instant};

use shuban_core::{Play, Progress, Provable};

use super::early::{Early, found};
use super::error::ProofError;
use super::keeper::{KeeperError, Spent, TableKeeper};
use super::proved::{ProofOutcome, Proved, ProvedOf};
use super::search::{Shared, Worker};
use super::strategy::strategy;
use super::sync::thread::{self, ScopedJoinHandle};
use super::sync::{AtomicBool, Ordering, RecvTimeoutError, channel};
use super::table::{INFINITE, ProofNumbers};

/// Interval of progress reports and of checks of the stop flag.
const TICK: Duration = Duration::from_millis(200);
/// The longest principal path reported.
const LONGEST_PATH: usize = 64;

/// Storage and reporter of a search, and its earlier cost.
pub(super) struct Kept<'k, P> {
    pub(super) checkpoint: Option<&'k dyn TableKeeper>,
    pub(super) earlier: Spent,
    pub(super) early: Option<Early<'k, P>>,
}

/// Returns the time it took to save a table.
fn joined(
    saving: ScopedJoinHandle<'_, Result<Duration, KeeperError>>,
) -> Result<Duration, ProofError> {
    let saved = saving.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
    Ok(saved?)
}

/// The end of a search, for all its threads, when this is dropped: by an error or a panic too.
struct EndOfSearch<'s>(&'s AtomicBool);

impl Drop for EndOfSearch<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// A search in one table.
pub(super) struct Session<'s, 'a, G: Provable> {
    pub(super) shared: &'s Shared<'a, G>,
    pub(super) root: &'s G::Position,
    pub(super) begin: Instant,
    pub(super) kept: &'s Kept<'s, G::Position>,
}

impl<G: Provable> Session<'_, '_, G> {
    /// Starts the threads and waits for them, with an eye on time, progress and checkpoints.
    pub(super) fn run(&self, progress: &dyn Progress) -> Result<(), ProofError> {
        let Session { shared, root, begin, kept } = *self;
        let threads = shared.options.threads.max(1);
        let (sender, receiver) = channel::<()>();
        thread::scope(|scope| {
            let _ends = EndOfSearch(&shared.stop);
            for _ in 0..threads {
                let sender = sender.clone();
                let work = move || {
                    // The thread that has settled the root ends the search of all.
                    let _ends = EndOfSearch(&shared.stop);
                    Worker::new(shared).run(root);
                    drop(sender);
                };
                // A path is as long as a game: recursion needs more than the usual stack for long
                // ones.
                let thread = thread::Builder::new().stack_size(64 << 20);
                if let Err(error) = thread.spawn_scoped(scope, work) {
                    return Err(ProofError::Threads { threads, reason: error.to_string() });
                }
            }
            drop(sender);
            let mut saved = Instant::now();
            let mut pause = kept.checkpoint.map(TableKeeper::every);
            // A table may take long to be saved: the search is watched meanwhile.
            let mut saving: Option<ScopedJoinHandle<'_, Result<Duration, KeeperError>>> = None;
            let mut took = Duration::ZERO;
            let mut told = Instant::now();
            while let Err(RecvTimeoutError::Timeout) = receiver.recv_timeout(self.next_tick()) {
                // What is found is also saved at intervals.
                let is_late =
                    shared.options.time.is_some_and(|most| begin.elapsed() + took >= most);
                if progress.interrupted() || is_late {
                    shared.stop.store(true, Ordering::Relaxed);
                }
                progress.at(self.nodes(), &self.line());
                if let Some(done) = saving.take_if(|saving| saving.is_finished()) {
                    took = joined(done)?;
                    // Saving never takes more than a twentieth of the time.
                    pause = kept.checkpoint.map(|checkpoint| checkpoint.every().max(20 * took));
                    saved = Instant::now();
                }
                if let (Some(checkpoint), Some(wait), None) = (kept.checkpoint, pause, &saving)
                    && saved.elapsed() >= wait
                    && !shared.stop.load(Ordering::Relaxed)
                {
                    let (table, spent) = (shared.table, self.spent());
                    saving = Some(scope.spawn(move || {
                        let started = Instant::now();
                        checkpoint.save(table, spent).map(|()| started.elapsed())
                    }));
                }
                if kept.early.as_ref().is_some_and(|early| told.elapsed() >= early.every) {
                    self.tell();
                    told = Instant::now();
                }
            }
            saving.map_or(Ok(()), |saving| joined(saving).map(drop))
        })
    }

    /// Returns the time to wait: not beyond the time allowed.
    fn next_tick(&self) -> Duration {
        let left = |most: Duration| most.saturating_sub(self.begin.elapsed());
        let left = self.shared.options.time.map_or(TICK, left);
        left.clamp(Duration::from_millis(1), TICK)
    }

    /// Returns the result when the search has ended or was stopped.
    pub(super) fn result(&self, progress: &dyn Progress) -> Result<ProvedOf<G>, ProofError> {
        let Shared { game, question, options, table, .. } = *self.shared;
        let outcome = self.outcome();
        self.tell();
        let answer = outcome.answer().filter(|_| options.strategy);
        let proven = |answer| strategy(game, self.root, question, options, table, answer, progress);
        let strategy = answer.map(proven).transpose()?;
        Ok(Proved {
            outcome,
            nodes: self.nodes(),
            children: self.shared.children.load(Ordering::Relaxed),
            work: self.shared.work.load(Ordering::Relaxed),
            time: self.begin.elapsed(),
            earlier: self.kept.earlier,
            known: self.kept.earlier.known,
            table_entries: table.entries(),
            table_capacity: table.capacity(),
            collections: table.collections(),
            principal: self.principal(progress),
            strategy,
        })
    }

    pub(super) fn nodes(&self) -> u64 {
        self.shared.nodes.load(Ordering::Relaxed)
    }

    /// Returns the cost of this run and those before it so far.
    fn spent(&self) -> Spent {
        let earlier = self.kept.earlier;
        Spent {
            runs: earlier.runs + 1,
            nodes: earlier.nodes + self.nodes(),
            time: earlier.time + self.begin.elapsed(),
            known: earlier.known,
        }
    }

    /// Saves the table, if there is a checkpoint.
    pub(super) fn save(&self) -> Result<(), ProofError> {
        let Some(checkpoint) = self.kept.checkpoint else { return Ok(()) };
        Ok(checkpoint.save(self.shared.table, self.spent())?)
    }

    /// Reports positions settled on the way, if requested.
    fn tell(&self) {
        if let Some(Early { least_nodes, tell, .. }) = self.kept.early {
            tell(&found(self.shared, self.root, least_nodes), self.spent());
        }
    }

    /// Returns what the table knows of a position, or of one of its images.
    fn numbers(&self, position: &G::Position) -> Option<ProofNumbers> {
        let Shared { game, table, .. } = *self.shared;
        let known = |position: &G::Position| {
            table.get(self.shared.key(position)).map(|entry| entry.numbers)
        };
        known(position).or_else(|| game.images(position).iter().find_map(known))
    }

    fn outcome(&self) -> ProofOutcome {
        let Shared { game, question, .. } = *self.shared;
        if let Some(payoffs) = game.outcome(self.root) {
            let holds = question.holds(&payoffs);
            return if holds { ProofOutcome::Proven } else { ProofOutcome::Disproven };
        }
        let settled = self.shared.settled.get().copied();
        let ProofNumbers { phi, delta } = settled
            .or_else(|| self.numbers(self.root))
            .unwrap_or_else(|| self.shared.first(self.root));
        // True if the player to move wants the answer to be yes.
        let aim = game.to_move(self.root) == question.seat;
        let (proof, disproof) = if aim { (phi, delta) } else { (delta, phi) };
        match (proof, disproof) {
            (0, _) => ProofOutcome::Proven,
            (_, 0) => ProofOutcome::Disproven,
            (proof, disproof) => ProofOutcome::Unknown { proof, disproof },
        }
    }

    /// Returns the moves of the path, and if it ends where the player to move reaches the aim, one by
    /// which looking ahead sees that.
    fn principal(&self, progress: &dyn Progress) -> Vec<G::Move> {
        let path = self.path();
        let last = path.last().map_or(self.root, |play| &play.after);
        let is_won = self.is_won(last, path.is_empty());
        let winning = is_won.then(|| self.winning(last, progress)).flatten();
        path.iter().chain(&winning).map(|play| play.action.clone()).collect()
    }

    /// Returns a play by which the player to move reaches the aim, if looking ahead from the
    /// position after it is enough to see that.
    fn winning(
        &self,
        position: &G::Position,
        progress: &dyn Progress,
    ) -> Option<Play<G::Position, G::Move>> {
        let Shared { game, question, options, .. } = *self.shared;
        let wanted = game.to_move(position) == question.seat;
        let mut worker = Worker::new(self.shared);
        let mut plays = Vec::new();
        if game.outcome(position).is_none() {
            game.plays(position, (), &mut plays);
        }
        plays.into_iter().take_while(|_| !progress.interrupted()).find(|play| {
            let answer = match game.outcome(&play.after) {
                Some(payoffs) => Some(question.holds(&payoffs)),
                None => worker.look_ahead(&play.after, options.lookahead, &mut Vec::new()),
            };
            answer == Some(wanted)
        })
    }

    /// Returns true if the player to move is known to reach the aim.
    fn is_won(&self, position: &G::Position, is_root: bool) -> bool {
        let settled = self.shared.settled.get().filter(|_| is_root).copied();
        settled.or_else(|| self.numbers(position)).is_some_and(|own| own.phi == 0)
    }

    /// Returns the path by the child that is easiest for the player to move. It ends where that
    /// player is known to reach the aim, but the table has forgotten by which move.
    fn path(&self) -> Vec<Play<G::Position, G::Move>> {
        let Shared { game, question, .. } = *self.shared;
        let mut path: Vec<Play<G::Position, G::Move>> = Vec::new();
        let mut position = self.root.clone();
        while path.len() < LONGEST_PATH && game.outcome(&position).is_none() {
            let mut plays = Vec::new();
            game.plays(&position, (), &mut plays);
            let seat = game.to_move(&position);
            let known = plays.into_iter().filter_map(|play| {
                let (for_it, against) = match game.outcome(&play.after) {
                    Some(payoffs) if question.holds(&payoffs) == (seat == question.seat) => {
                        (0, INFINITE)
                    }
                    Some(_) => (INFINITE, 0),
                    None => {
                        let ProofNumbers { phi, delta } = self.numbers(&play.after)?;
                        let is_again = game.to_move(&play.after) == seat;
                        if is_again { (phi, delta) } else { (delta, phi) }
                    }
                };
                Some((for_it, INFINITE - against, play))
            });
            let easiest = known.min_by_key(|(hard, safe, _)| (*hard, *safe));
            let is_won = self.is_won(&position, path.is_empty());
            let Some((_, _, next)) = easiest.filter(|(hard, ..)| !is_won || *hard == 0) else {
                break;
            };
            position = next.after.clone();
            path.push(next);
        }
        path
    }

    /// Returns the progress as a line.
    fn line(&self) -> String {
        let Shared { game, table, .. } = *self.shared;
        let numbers = match self.outcome() {
            ProofOutcome::Unknown { proof, disproof } => {
                format!("proof {proof}, disproof {disproof}")
            }
            ProofOutcome::Proven => "proven".to_owned(),
            ProofOutcome::Disproven => "disproven".to_owned(),
        };
        let nodes = self.nodes();
        let filled = 100.0 * table.entries() as f64 / table.capacity() as f64;
        let mut position = self.root.clone();
        let mut moves = Vec::new();
        for play in self.path() {
            moves.push(game.format_move(&position, (), &play.action));
            position = play.after;
        }
        format!(
            "{numbers}, {nodes} nodes, {:.0} nodes/s, table {filled:.1} % full, {} collections, {}",
            nodes as f64 / self.begin.elapsed().as_secs_f64().max(1e-9),
            table.collections(),
            moves.join(" ")
        )
    }
}
