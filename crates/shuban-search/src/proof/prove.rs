//! One question, from the start to the answer.

use std::sync::atomic::Ordering;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread::{self, ScopedJoinHandle};
use std::time::{Duration, Instant};

use shuban_core::{Game, Play, Progress, Provable, Question, Saving, bytes_text};

use super::early::{Early, found};
use super::keeper::{KeeperError, Spent, TableKeeper};
use super::options::ProofOptions;
use super::search::{Shared, Worker};
use super::strategy::{Strategy, strategy};
use super::table::{
    BUCKET_BYTES, ENTRY_BYTES, Entry, INFINITE, KNOWN, Memory, ProofNumbers, ProofTable,
};

/// What is known of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProofOutcome {
    /// The answer is yes.
    Proven,
    /// The answer is no.
    Disproven,
    /// The search was stopped before. The root's numbers then: how hard a proof and a disproof
    /// seem.
    Unknown {
        /// The proof number.
        proof: u32,
        /// The disproof number.
        disproof: u32,
    },
}

/// What a search found, and what it took.
#[derive(Clone, Debug, PartialEq)]
pub struct Proved<P, M> {
    /// The answer.
    pub outcome: ProofOutcome,
    /// How many nodes were visited.
    pub nodes: u64,
    /// How much was done in looking ahead, in the game's own unit.
    pub work: u64,
    /// How long it took.
    pub time: Duration,
    /// What the runs took that left the checkpoint that this one went on from.
    pub earlier: Spent,
    /// How many answers were known beforehand, in the run that knew the most: the result may rest
    /// on them.
    pub known: u64,
    /// How many positions the table holds.
    pub table_entries: u64,
    /// How many it can hold.
    pub table_capacity: u64,
    /// How often small entries were collected.
    pub collections: u64,
    /// The most promising moves from the root, as far as the table goes.
    pub principal: Vec<M>,
    /// How to play, if that was asked for and the question is settled.
    pub strategy: Option<Strategy<P, M>>,
}

/// What a search of a game found.
pub type ProvedOf<G> = Proved<<G as Game>::Position, <G as Game>::Move>;

/// Why a search was not begun, or could not be saved.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ProofError {
    /// The game is not for two.
    #[error("proof search is for games for two, and {game} has {seats} players")]
    Seats {
        /// The game.
        game: String,
        /// Its players.
        seats: usize,
    },
    /// Too little memory for a table.
    #[error(
        "a search needs at least {} of memory for its table, and {} are allowed",
        bytes_text(LEAST_MEMORY),
        bytes_text(*.0)
    )]
    Memory(u64),
    /// The system does not have that much memory.
    #[error("there are no {} of memory for a table", bytes_text(*.0))]
    NoMemory(u64),
    /// The table could not be saved, or what was saved cannot be used.
    #[error(transparent)]
    Keeper(#[from] KeeperError),
    /// The answer rests on an entry of the table that is false: it has no strategy.
    #[error(
        "the answer that was found cannot be proven: the checkpoint, or an answer known \
         beforehand, is false (search again without it)"
    )]
    Unproven,
    /// The threads asked for could not be started.
    #[error("cannot start {threads} threads: {reason}")]
    Threads {
        /// How many.
        threads: usize,
        /// What the system said.
        reason: String,
    },
}

/// A search begins in a table of at most this many bytes: most questions need no more, and a large
/// table costs much before the first node.
const FIRST_TABLE: u64 = 48 << 20;
/// The next one has this share of the memory, if that is several times as much: a table is cleared
/// and saved in a time that is in proportion to what is in it.
const SECOND_SHARE: u64 = 16;
const SECOND_TO_FIRST: u64 = 4;
/// No search is begun with less.
const LEAST_MEMORY: u64 = 64 * BUCKET_BYTES;
/// How often progress is reported, and asked whether to go on.
const TICK: Duration = Duration::from_millis(200);
/// The longest principal path reported.
const LONGEST_PATH: usize = 64;

/// Answers a question by df-pn, or stops at a limit of the options or when `progress` calls it off.
///
/// With a checkpoint, goes on from what was saved, and saves the table at intervals and when it
/// stops.
///
/// # Errors
/// [`ProofError`], before the search begins or when it cannot be saved.
pub fn prove<G: Provable>(
    game: &G,
    position: &G::Position,
    question: Question,
    options: &ProofOptions,
    checkpoint: Option<&dyn TableKeeper>,
    progress: &dyn Progress,
) -> Result<ProvedOf<G>, ProofError> {
    prove_knowing(game, position, question, Knowledge::default(), options, checkpoint, progress)
}

/// What is known before a search, and how it reports what it finds before it ends.
pub struct Knowledge<'k, P> {
    /// The answers at some positions: they are leaves of the search, and stay in the table as long
    /// as anything does. The result is as true as they are.
    pub leaves: &'k [(P, bool)],
    /// Reports what is settled near the root.
    pub early: Option<Early<'k, P>>,
}

impl<P> Default for Knowledge<'_, P> {
    fn default() -> Self {
        Knowledge { leaves: &[], early: None }
    }
}

/// As [`prove`], where something is known beforehand, or kept of a search that has not ended.
///
/// # Errors
/// [`ProofError`], before the search begins or when it cannot be saved.
pub fn prove_knowing<G: Provable>(
    game: &G,
    position: &G::Position,
    question: Question,
    knowledge: Knowledge<'_, G::Position>,
    options: &ProofOptions,
    checkpoint: Option<&dyn TableKeeper>,
    progress: &dyn Progress,
) -> Result<ProvedOf<G>, ProofError> {
    if game.seats() != 2 {
        return Err(ProofError::Seats { game: game.name(), seats: game.seats() });
    }
    if options.memory < LEAST_MEMORY {
        return Err(ProofError::Memory(options.memory));
    }
    let begin = Instant::now();
    let saved = checkpoint.map_or(Ok(0), TableKeeper::entries)?;
    // At once, so that too little memory is not found out after hours; none is taken before it is
    // used.
    let memory = |bytes| {
        let is_filled = bytes > 2 * FIRST_TABLE;
        Memory::new(bytes, is_filled).ok_or(ProofError::NoMemory(options.memory))
    };
    let mut memory: Vec<Memory> =
        table_sizes(options.memory, saved).into_iter().map(memory).collect::<Result<_, _>>()?;
    let tables: Vec<ProofTable<'_>> = memory.iter_mut().map(ProofTable::new).collect();
    let table = &tables[0];
    let mut earlier = Spent::default();
    if let Some(checkpoint) = checkpoint {
        let loaded;
        (loaded, earlier) = checkpoint.load(table)?;
        if loaded > 0 {
            progress.note(&format!(
                "goes on from {loaded} positions saved before, after {} nodes and {:.0} s",
                earlier.nodes,
                earlier.time.as_secs_f64()
            ));
        }
    }
    let Knowledge { leaves, early } = knowledge;
    for (position, answer) in leaves {
        let aim = game.to_move(position) == question.seat;
        let entry = Entry { numbers: ProofNumbers::settled(*answer == aim), work: KNOWN };
        table.put(options.key(game, position), entry);
    }
    earlier.known = earlier.known.max(leaves.len() as u64);
    progress.phase("proof", 0);
    let mut shared = Shared::new(game, question, options, table, tables.len() > 1);
    let kept = Kept { checkpoint, earlier, early };
    let is_over =
        || progress.interrupted() || options.time.is_some_and(|most| begin.elapsed() >= most);
    // The search is asked whether to stop all the time; what it has found is to be saved then.
    let saving = checkpoint.map(|_| Saving::begin(progress));
    let mut larger = tables[1..].iter();
    loop {
        let session = Session { shared: &shared, root: position, begin, kept: &kept };
        session.run(progress)?;
        // Some other reason may have stopped it at the same time.
        let may_go_on = shared.is_outgrown.load(Ordering::Relaxed)
            && shared.settled.get().is_none()
            && options.nodes.is_none_or(|most| session.nodes() < most);
        let next = larger.next().filter(|_| may_go_on);
        // If the copy takes too long, what was found is in the smaller table.
        let Some(next) = next.filter(|next| shared.table.copy_to(next, is_over)) else {
            // Settled, too: the strategy may be wanted later, without another search.
            session.save()?;
            drop(saving);
            return session.result();
        };
        shared = shared.in_larger(next, larger.len() > 0);
    }
}

/// The sizes of the tables that a search goes through, one after the other, which together have so
/// much memory. The first has room for what was saved.
fn table_sizes(memory: u64, saved: u64) -> Vec<u64> {
    let second = memory / SECOND_SHARE;
    let smaller: &[u64] = match () {
        () if memory <= 2 * FIRST_TABLE => &[],
        () if second < SECOND_TO_FIRST * FIRST_TABLE => &[FIRST_TABLE],
        () => &[FIRST_TABLE, second],
    };
    let has_room = |size: &u64| size / ENTRY_BYTES / 2 >= saved;
    let mut sizes: Vec<u64> = smaller.iter().copied().filter(has_room).collect();
    sizes.push(memory - sizes.iter().sum::<u64>());
    sizes
}

/// What is kept of a search besides its result, and what led to it.
struct Kept<'k, P> {
    checkpoint: Option<&'k dyn TableKeeper>,
    earlier: Spent,
    early: Option<Early<'k, P>>,
}

/// How long it took to save a table.
fn joined(
    saving: ScopedJoinHandle<'_, Result<Duration, KeeperError>>,
) -> Result<Duration, ProofError> {
    let saved = saving.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
    Ok(saved?)
}

/// A search in one table.
struct Session<'s, 'a, G: Provable> {
    shared: &'s Shared<'a, G>,
    root: &'s G::Position,
    begin: Instant,
    kept: &'s Kept<'s, G::Position>,
}

impl<G: Provable> Session<'_, '_, G> {
    /// Starts the threads and waits for them, with an eye on time, progress and checkpoints.
    fn run(&self, progress: &dyn Progress) -> Result<(), ProofError> {
        let Session { shared, root, begin, kept } = *self;
        let threads = shared.options.threads.max(1);
        let (sender, receiver) = channel::<()>();
        thread::scope(|scope| {
            for _ in 0..threads {
                let sender = sender.clone();
                let work = move || {
                    Worker::new(shared).run(root);
                    // The thread that has settled the root ends the search of all.
                    shared.stop.store(true, Ordering::Relaxed);
                    drop(sender);
                };
                // A path is as long as a game: recursion needs more than the usual stack for long
                // ones.
                let thread = thread::Builder::new().stack_size(64 << 20);
                if let Err(error) = thread.spawn_scoped(scope, work) {
                    shared.stop.store(true, Ordering::Relaxed);
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
                // What is found is saved in time, too.
                let is_late =
                    shared.options.time.is_some_and(|most| begin.elapsed() + took >= most);
                if progress.interrupted() || is_late {
                    shared.stop.store(true, Ordering::Relaxed);
                }
                progress.at(self.nodes(), &self.line());
                if let Some(done) = saving.take_if(|saving| saving.is_finished()) {
                    took = joined(done).inspect_err(|_| {
                        shared.stop.store(true, Ordering::Relaxed);
                    })?;
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

    /// How long to wait: not beyond the time allowed.
    fn next_tick(&self) -> Duration {
        let left = |most: Duration| most.saturating_sub(self.begin.elapsed());
        let left = self.shared.options.time.map_or(TICK, left);
        left.clamp(Duration::from_millis(1), TICK)
    }

    /// What the search came to, when it has ended or was stopped.
    fn result(&self) -> Result<ProvedOf<G>, ProofError> {
        let Shared { game, question, options, table, .. } = *self.shared;
        let outcome = self.outcome();
        self.tell();
        let answer = match outcome {
            ProofOutcome::Proven => Some(true),
            ProofOutcome::Disproven => Some(false),
            ProofOutcome::Unknown { .. } => None,
        };
        let answer = answer.filter(|_| options.strategy);
        let proven = |answer| strategy(game, self.root, question, options, table, answer);
        let strategy =
            answer.map(|answer| proven(answer).ok_or(ProofError::Unproven)).transpose()?;
        Ok(Proved {
            outcome,
            nodes: self.nodes(),
            work: self.shared.work.load(Ordering::Relaxed),
            time: self.begin.elapsed(),
            earlier: self.kept.earlier,
            known: self.kept.earlier.known,
            table_entries: table.entries(),
            table_capacity: table.capacity(),
            collections: table.collections(),
            principal: self.path().into_iter().map(|play| play.action).collect(),
            strategy,
        })
    }

    fn nodes(&self) -> u64 {
        self.shared.nodes.load(Ordering::Relaxed)
    }

    /// What this run and those before it took so far.
    fn spent(&self) -> Spent {
        let earlier = self.kept.earlier;
        Spent {
            runs: earlier.runs + 1,
            nodes: earlier.nodes + self.nodes(),
            time: earlier.time + self.begin.elapsed(),
            known: earlier.known,
        }
    }

    /// Saves the table, if it is to be saved.
    fn save(&self) -> Result<(), ProofError> {
        let Some(checkpoint) = self.kept.checkpoint else { return Ok(()) };
        Ok(checkpoint.save(self.shared.table, self.spent())?)
    }

    /// Reports what is settled near the root, if that is asked for.
    fn tell(&self) {
        if let Some(Early { plies, least_nodes, tell, .. }) = self.kept.early {
            tell(&found(self.shared, self.root, plies, least_nodes), self.spent());
        }
    }

    fn numbers(&self, position: &G::Position) -> Option<ProofNumbers> {
        self.shared.table.get(self.shared.key(position)).map(|entry| entry.numbers)
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
        // Whether the player to move wants the answer to be yes.
        let aim = game.to_move(self.root) == question.seat;
        let (proof, disproof) = if aim { (phi, delta) } else { (delta, phi) };
        match (proof, disproof) {
            (0, _) => ProofOutcome::Proven,
            (_, 0) => ProofOutcome::Disproven,
            (proof, disproof) => ProofOutcome::Unknown { proof, disproof },
        }
    }

    /// From every position the move to the child that is easiest for the player to move. It ends
    /// where that player is known to reach the aim, but the table has forgotten by which move.
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
            let settled = self.shared.settled.get().filter(|_| path.is_empty()).copied();
            let own = settled.or_else(|| self.numbers(&position));
            let is_reached = own.is_some_and(|own| own.phi == 0);
            let Some((_, _, next)) = easiest.filter(|(hard, ..)| !is_reached || *hard == 0) else {
                break;
            };
            position = next.after.clone();
            path.push(next);
        }
        path
    }

    /// How far the search is, as a line.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_grow_and_take_the_memory_together() {
        const GIB: u64 = 1 << 30;
        assert_eq!(table_sizes(64 << 20, 0), [64 << 20]);
        assert_eq!(table_sizes(2 * GIB, 0), [FIRST_TABLE, 2 * GIB - FIRST_TABLE]);
        let sizes = table_sizes(16 * GIB, 0);
        assert_eq!(sizes, [FIRST_TABLE, GIB, 15 * GIB - FIRST_TABLE]);
        for saved in [0, 1_000_000, 1_100_000, 10_000_000, 1_000_000_000] {
            let sizes = table_sizes(16 * GIB, saved);
            assert_eq!(sizes.iter().sum::<u64>(), 16 * GIB, "{saved}");
            assert!(sizes.len() == 1 || sizes[0] / ENTRY_BYTES >= 2 * saved, "{saved}");
        }
        assert_eq!(table_sizes(16 * GIB, 1_100_000).len(), 2);
    }
}
