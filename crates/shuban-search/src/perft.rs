//! Tests of rules: counts of move sequences, and a comparison with plain rules.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use rayon::prelude::*;
use rustc_hash::FxHashMap;
use shuban_core::advice::Message;
use shuban_core::present::Perft as OwnPerft;
use shuban_core::solver::SearchFailure;
use shuban_core::text::bytes_text;
use shuban_core::{Present, Progress};

/// Options of a count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PerftOptions {
    /// Number of plies.
    pub plies: u32,
    /// True to count distinct positions too, which takes memory for those of the last ply.
    pub distinct: bool,
    /// Approximate memory limit in bytes.
    pub memory: u64,
}

/// The counts of one ply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlyCount {
    /// Number of the ply, from 1.
    pub ply: u32,
    /// Number of sequences of (chance event, play) from the start to its end.
    pub sequences: u64,
    /// Number of distinct positions they reach, if requested; positions with different players to
    /// move are distinct.
    pub distinct: Option<u64>,
    /// Counts by class of the game.
    pub classes: Vec<u64>,
}

/// Counts of move sequences, ply by ply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Perft {
    /// Name of the game.
    pub game: String,
    /// Start position.
    pub position: String,
    /// Names of the game's classes of positions.
    pub classes: &'static [&'static str],
    /// Counts by ply; in a game that has classes they end with the last position.
    pub plies: Vec<PlyCount>,
    /// True if the count was cancelled: plies are missing.
    pub is_interrupted: bool,
}

/// The distinct positions of a ply, with the number of sequences that lead to each.
type Frontier<P> = FxHashMap<P, u64>;

/// Counts sequences through the distinct positions of each ply, on the current rayon pool, so that
/// a position reached in many ways is expanded once. In a game that counts by classes, positions
/// that are the same up to symmetry are one.
///
/// # Errors
/// [`SearchFailure`]: too many sequences to count, too little memory, interrupted before the first
/// ply was counted.
pub fn perft<G: Present>(
    game: &G,
    options: PerftOptions,
    progress: &dyn Progress,
) -> Result<Perft, SearchFailure> {
    let start = game.start();
    let position = game.format(&start);
    let by_rules = ByRules(game);
    let own = game.capabilities().perft.unwrap_or(&by_rules);
    let classes = own.classes();
    let mut frontier: Frontier<G::Position> = [(start, 1)].into_iter().collect();
    let mut plies = Vec::new();
    for ply in 1..=options.plies {
        progress.phase(&format!("ply {ply}"), frontier.len() as u64);
        let positions = until_interrupted(frontier, progress);
        let ticks = Ticks { done: AtomicUsize::new(0), progress };
        // The last ply need only be counted.
        let is_kept = options.distinct || !classes.is_empty() || ply < options.plies;
        let (sequences, next) = if is_kept {
            let next = expand(game, own, &positions, options.memory, &ticks)?;
            (next.values().try_fold(0u64, |sum, &ways| sum.checked_add(ways)), next)
        } else {
            let count = |(position, ways): &(G::Position, u64)| {
                if ticks.next() || game.outcome(position).is_some() {
                    return Some(0);
                }
                own.count_plays(position).checked_mul(*ways)
            };
            let sum = positions.par_iter().map(count).try_reduce(|| 0, u64::checked_add);
            (sum, Frontier::default())
        };
        if progress.interrupted() {
            break;
        }
        let sequences = sequences.ok_or_else(too_many)?;
        if sequences == 0 && !classes.is_empty() {
            break;
        }
        let mut counts = vec![0u64; classes.len()];
        for (number, (position, ways)) in next.iter().enumerate() {
            if number.is_multiple_of(LOOK) && progress.interrupted() {
                break;
            }
            if let Some(count) = own.class(position).and_then(|class| counts.get_mut(class)) {
                *count += if options.distinct { 1 } else { *ways };
            }
        }
        if progress.interrupted() {
            break;
        }
        let distinct = options.distinct.then_some(next.len() as u64);
        plies.push(PlyCount { ply, sequences, distinct, classes: counts });
        frontier = next;
    }
    let is_interrupted = progress.interrupted() && (plies.len() as u32) < options.plies;
    if is_interrupted && plies.is_empty() {
        return Err(SearchFailure::Interrupted);
    }
    Ok(Perft { game: game.name(), position, classes, plies, is_interrupted })
}

/// A game that does not count moves in a way of its own.
struct ByRules<'g, G>(&'g G);

impl<G: Present> OwnPerft<G> for ByRules<'_, G> {
    fn each_after(&self, position: &G::Position, visit: &mut dyn FnMut(G::Position)) {
        let mut plays = Vec::new();
        for (chance, _) in self.0.chances(position) {
            self.0.plays(position, chance, &mut plays);
            plays.drain(..).for_each(|play| visit(play.after));
        }
    }
}

/// Counts the plays of a position under all chance events, as fast as the game can.
pub fn count_plays<G: Present>(game: &G, position: &G::Position) -> u64 {
    let own = game.capabilities().perft;
    let count = || own.unwrap_or(&ByRules(game)).count_plays(position);
    if game.outcome(position).is_some() { 0 } else { count() }
}

/// Entries of a hash table between two looks at the progress: a few milliseconds.
const LOOK: usize = 1 << 16;

/// Returns the entries of a hash table; not all of them if the count is cancelled.
fn until_interrupted<P>(frontier: Frontier<P>, progress: &dyn Progress) -> Vec<(P, u64)> {
    let mut entries = Vec::with_capacity(frontier.len());
    for (number, entry) in frontier.into_iter().enumerate() {
        if number.is_multiple_of(LOOK) && progress.interrupted() {
            break;
        }
        entries.push(entry);
    }
    entries
}

fn too_many() -> SearchFailure {
    SearchFailure::TooMuch("more than 2^64 sequences: ask for fewer plies".to_owned())
}

/// Reports progress at intervals.
struct Ticks<'a> {
    done: AtomicUsize,
    progress: &'a dyn Progress,
}

impl Ticks<'_> {
    /// Counts one position; returns true if the count is cancelled.
    fn next(&self) -> bool {
        let done = self.done.fetch_add(1, Ordering::Relaxed) + 1;
        if done.is_multiple_of(1 << 12) {
            self.progress.at(done as u64, "");
        }
        self.progress.interrupted()
    }
}

/// Returns the positions one ply on, each with the number of sequences.
fn expand<G: Present>(
    game: &G,
    own: &dyn OwnPerft<G>,
    positions: &[(G::Position, u64)],
    memory: u64,
    ticks: &Ticks<'_>,
) -> Result<Frontier<G::Position>, SearchFailure> {
    // A hash table doubles when it grows, and both exist for a moment.
    let bytes_each = 3 * (size_of::<(G::Position, u64)>() + 1) as u64;
    let most = (memory / bytes_each) as usize;
    let held = AtomicUsize::new(positions.len());
    let up_to_symmetry = !own.classes().is_empty();
    let add = |found: &mut Frontier<G::Position>, position, ways| {
        let count = found.entry(position).or_default();
        *count = count.checked_add(ways).ok_or_else(too_many)?;
        Ok::<_, SearchFailure>(())
    };
    let one = |mut found: Frontier<G::Position>, (position, ways): &(G::Position, u64)| {
        if ticks.next() || game.outcome(position).is_some() {
            return Ok(found);
        }
        let before = found.len();
        let mut plays = Vec::new();
        own.each_after(position, &mut |after| plays.push(after));
        for after in plays {
            let after = if up_to_symmetry { game.canonical(&after) } else { after };
            add(&mut found, after, *ways)?;
        }
        let added = found.len() - before;
        if held.fetch_add(added, Ordering::Relaxed) + added > most {
            let memory = bytes_text(memory);
            let message = format!("more distinct positions than fit into {memory}: allow more (");
            let message = Message::from(message).setting("memory");
            return Err(SearchFailure::Memory(message.text("), or ask for fewer plies")));
        }
        Ok(found)
    };
    let merge = |a: Frontier<G::Position>, b: Frontier<G::Position>| {
        let (mut large, small) = if a.len() >= b.len() { (a, b) } else { (b, a) };
        held.fetch_sub(small.len().min(held.load(Ordering::Relaxed)), Ordering::Relaxed);
        for (number, (position, ways)) in small.into_iter().enumerate() {
            if number.is_multiple_of(LOOK) && ticks.progress.interrupted() {
                break;
            }
            add(&mut large, position, ways)?;
        }
        Ok(large)
    };
    // Few large pieces: merging costs as much as expanding.
    let piece = positions.len().div_ceil(4 * rayon::current_num_threads()).max(1);
    (positions.par_chunks(piece))
        .map(|positions| positions.iter().try_fold(Frontier::default(), one))
        .try_reduce(Frontier::default, merge)
}

/// Pairs compared in one chunk. Each chunk has a seed of its own, so that the positions do not
/// depend on the threads.
const CHUNK: u64 = 10_000;

/// Compares the rules with the game's [second implementation](Present::compare_with_plain) of them
/// on random positions, on the current rayon pool. Returns the number of plays compared, and the
/// first difference in words. `None` if there is no second implementation.
///
/// # Errors
/// [`SearchFailure::Interrupted`].
pub fn compare_with_plain<G: Present>(
    game: &G,
    pairs: u64,
    seed: u64,
    progress: &dyn Progress,
) -> Result<Option<(u64, Option<String>)>, SearchFailure> {
    progress.phase("comparing plays", pairs);
    let done = AtomicU64::new(0);
    let chunk = |chunk: u64| {
        if progress.interrupted() {
            return Some(Ok(0));
        }
        let count = CHUNK.min(pairs - chunk * CHUNK);
        // Far apart in the generator's sequence: an odd multiplier never brings two together.
        let seed = (seed ^ chunk << 32).wrapping_mul(0xD134_2543_DE82_EF95);
        let plays = game.compare_with_plain(count, seed);
        progress.at(done.fetch_add(count, Ordering::Relaxed) + count, "");
        plays
    };
    let chunks: Option<Vec<Result<u64, String>>> =
        (0..pairs.div_ceil(CHUNK)).into_par_iter().map(chunk).collect();
    if progress.interrupted() {
        return Err(SearchFailure::Interrupted);
    }
    Ok(chunks.map(|chunks| {
        let plays = chunks.iter().flatten().sum();
        (plays, chunks.into_iter().find_map(Result::err))
    }))
}
