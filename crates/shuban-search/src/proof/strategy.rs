//! A settled question as a strategy: one move for each position that the winning side can reach.

use std::sync::{Mutex, PoisonError};

use rayon::ThreadPoolBuilder;
use rayon::prelude::*;
use rustc_hash::FxHashSet;
use shuban_core::provable::{Key, Question};
use shuban_core::{Play, Progress, Provable};

use super::error::ProofError;
use super::hints::Hints;
use super::options::ProofOptions;
use super::search::{Shared, Worker};
use super::table::ProofTable;

/// Maximum depth in plies of the search that decides a position not in a proof file.
pub const CLOSED_PLIES: u32 = 4;
/// Maximum number of positions that this search visits.
pub const CLOSED_NODES: u64 = 1_000_000;

/// Returns the answer at a position, if that many plies of plain search give it, by visiting at
/// most `left` positions; these are counted down. A game looks a ply or two ahead by its own fast
/// way, the rest is by the rules: shallow searches come first, since most positions that are not in
/// a proof file are decided at once.
pub fn decided<G: Provable>(
    game: &G,
    position: &G::Position,
    question: &Question,
    plies: u32,
    left: &mut u64,
) -> Option<bool> {
    let mut scratch = G::Scratch::default();
    (0..=plies).find_map(|plies| match plies {
        0..=2 => {
            *left = left.checked_sub(1)?;
            game.expand(position, question, plies, &mut scratch, &mut Vec::new())
        }
        _ => decided_by_rules(game, position, question, plies, left),
    })
}

fn decided_by_rules<G: Provable>(
    game: &G,
    position: &G::Position,
    question: &Question,
    plies: u32,
    left: &mut u64,
) -> Option<bool> {
    *left = left.checked_sub(1)?;
    if let Some(payoffs) = game.outcome(position) {
        return Some(question.holds(&payoffs));
    }
    let plies = plies.checked_sub(1)?;
    let aim = game.to_move(position) == question.seat;
    let mut plays = Vec::new();
    game.plays(position, (), &mut plays);
    let mut answer = Some(!aim);
    for play in plays {
        match decided_by_rules(game, &play.after, question, plies, left) {
            Some(found) if found == aim => return Some(aim),
            Some(_) => (),
            None => answer = None,
        }
    }
    answer
}

/// Strategy of the winning side: in each of these positions, all with it to move and in their
/// canonical form, the move it makes.
///
/// Positions that the other side can reach then, and that are not here, are decided within the few
/// plies that the search looked ahead. So the whole is a proof that can be checked with a shallow
/// search.
pub type Strategy<P, M> = Vec<(P, M)>;

/// Positions followed at a time: enough for all threads, and few in memory.
const BATCH: usize = 1 << 12;

/// Gathers the strategy that proves the answer, from the table. Positions that it has lost are
/// searched again. Every line is followed to its end, so that no false entry makes a false proof.
///
/// All threads of the options gather it. Unless the table has lost entries, the strategy does not
/// depend on them.
///
/// Memory: some 150 bytes for each position with a move, besides the table.
///
/// # Errors
/// [`ProofError::Unproven`] if there is no such strategy: then an entry is false, from a checkpoint
/// or of what was known beforehand. [`ProofError::Threads`].
pub(crate) fn strategy<G: Provable>(
    game: &G,
    root: &G::Position,
    question: Question,
    options: &ProofOptions,
    table: &ProofTable<'_>,
    answer: bool,
    progress: &dyn Progress,
) -> Result<Strategy<G::Position, G::Move>, ProofError> {
    // Two searchers share the memory of a thread's cache.
    let cache = options.cache / 2;
    let as_before = ProofOptions { threads: 1, cache, nodes: None, time: None, ..options.clone() };
    // No deeper than a checker is asked to search.
    let shallow = ProofOptions {
        lookahead: options.lookahead.min(CLOSED_PLIES),
        tail: Some(options.tail_of(game).min(CLOSED_PLIES)),
        lookahead_once: false,
        ..as_before.clone()
    };
    let no_hints = Hints::default();
    let [as_before, shallow] = [&as_before, &shallow]
        .map(|options| Shared::new(game, question, options, table, &no_hints, false));
    let threads = options.threads.max(1);
    let tail = options.tail_of(game);
    let gatherer = |_| {
        let [as_before, shallow] = [&as_before, &shallow].map(|shared| Worker::new(shared));
        Mutex::new(Gatherer { as_before, shallow, answer, tail })
    };
    let gatherers: Vec<Mutex<Gatherer<'_, '_, G>>> = (0..threads).map(gatherer).collect();
    let pool = ThreadPoolBuilder::new().num_threads(threads).stack_size(64 << 20).build();
    let pool = pool.map_err(|error| ProofError::Threads { threads, reason: error.to_string() })?;
    // Each thread has its own; a poisoned one has panicked, and so does the pool.
    let step = |position: &G::Position| {
        let gatherer = &gatherers[rayon::current_thread_index().unwrap_or(0)];
        gatherer.lock().unwrap_or_else(PoisonError::into_inner).step(position)
    };
    progress.phase("strategy", 0);
    let mut strategy = Vec::new();
    let root = game.canonical(root);
    // Keys of exact positions: there are several for each one with a move.
    let mut seen: FxHashSet<Key> = FxHashSet::from_iter([Key::of(&root)]);
    let mut waiting = vec![root];
    while !waiting.is_empty() {
        let batch = waiting.split_off(waiting.len().saturating_sub(BATCH));
        let steps: Vec<_> = pool.install(|| batch.par_iter().map(step).collect());
        for (position, step) in batch.into_iter().zip(steps) {
            let Step { action, next } = step.ok_or(ProofError::Unproven)?;
            strategy.extend(action.map(|action| (position, action)));
            waiting.extend(
                next.into_iter().filter_map(|(key, next)| seen.insert(key).then_some(next)),
            );
        }
        let gathered = strategy.len();
        progress.at(gathered as u64, &format!("settled, {gathered} moves of the strategy"));
    }
    Ok(strategy)
}

/// The move of the strategy at a position, and the positions after it, canonical, with their keys.
struct Step<P, M> {
    action: Option<M>,
    next: Vec<(Key, P)>,
}

/// One of the threads that gather a strategy.
struct Gatherer<'s, 'a, G: Provable> {
    /// Searches again what the table has lost, as fast as it was searched before.
    as_before: Worker<'s, 'a, G>,
    /// Says what needs no entry, and searches the last plies, which the search decided without entries for what follows.
    shallow: Worker<'s, 'a, G>,
    answer: bool,
    /// The number of those last plies.
    tail: u32,
}

impl<G: Provable> Gatherer<'_, '_, G> {
    /// Returns one step of the strategy, or of the answers to it. `None` if the position does not
    /// have the answer.
    fn step(&mut self, position: &G::Position) -> Option<Step<G::Position, G::Move>> {
        let Shared { game, question, options, .. } = *self.shallow.shared;
        let mut open = Vec::new();
        // Not `expand`: its children are one for each future, and the other positions with the same
        // future would be missing from the strategy.
        match self.shallow.look_ahead(position, options.lookahead, &mut open) {
            None => (),
            // Positions decided by looking ahead need no entry.
            Some(found) if found == self.answer => {
                return Some(Step { action: None, next: Vec::new() });
            }
            Some(_) => return None,
        }
        let exact = |position: &G::Position| {
            let canonical = game.canonical(position);
            (Key::of(&canonical), canonical)
        };
        let chooses = (game.to_move(position) == question.seat) == self.answer;
        if !chooses {
            let next = open.iter().map(|open| exact(&open.position)).collect();
            return Some(Step { action: None, next });
        }
        let is_near = game.plies_left(position) <= self.tail;
        let worker = if is_near { &mut self.shallow } else { &mut self.as_before };
        let chosen = worker.choose(position, &open, self.answer)?;
        let chosen = exact(&open[chosen].position);
        let mut plays = Vec::new();
        game.plays(position, (), &mut plays);
        // Looking ahead may have named an image of the position after the play.
        let leads = |play: &Play<G::Position, G::Move>| exact(&play.after).0 == chosen.0;
        let play = plays.into_iter().find(leads)?;
        Some(Step { action: Some(play.action), next: vec![chosen] })
    }
}
