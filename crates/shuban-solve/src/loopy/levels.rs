//! Retrograde analysis by lists of predecessors: each position is valued once, in the order of
//! certainty.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU16, AtomicU32, AtomicU64, Ordering::Relaxed};

use rayon::prelude::*;
use shuban_core::{Loopy, Progress, Receding, Unanswered};

use super::rules::{CHUNK, LayerRules, Successor, each_position};
use super::values::Values;
use crate::error::Error;

/// Bytes of a position besides its edges: its value, the number of its plays, where its edges end,
/// and a bit.
const BYTES_A_POSITION: u64 = 4 + 2 + 4 + 1;

/// Bytes of an edge.
const BYTES_AN_EDGE: u64 = 4;

/// Edges name positions in 31 bits.
const MOST_POSITIONS: u64 = 1 << 31;

/// The plays within a layer, by the position they lead to.
pub(super) struct Predecessors {
    /// Where the edges of each position end.
    ends: Vec<AtomicU32>,
    /// A predecessor's number, times 2, plus 1 if the same player moves in both.
    edges: Vec<AtomicU32>,
    /// For each position how many plays are not yet known to lose: those within the layer, and one
    /// more if any leaves it or the game is over.
    undecided: Vec<AtomicU16>,
    /// The best of the plays that leave the layer, or the payoff; then the value.
    values: Values,
}

impl Predecessors {
    /// Asks for all plays of a layer twice: to count, and to note them. Gives nothing if they do
    /// not fit into this much memory.
    ///
    /// # Errors
    /// [`Unanswered`] if a finished layer cannot be read, or the work was called off.
    pub(super) fn gather<D: Loopy>(
        rules: &LayerRules<'_, D>,
        memory: u64,
        progress: &dyn Progress,
    ) -> Result<Option<Self>, Unanswered> {
        let len = rules.len();
        if len >= MOST_POSITIONS || len.saturating_mul(BYTES_A_POSITION) > memory {
            return Ok(None);
        }
        let ends: Vec<AtomicU32> = (0..len).map(|_| AtomicU32::new(0)).collect();
        let undecided: Vec<AtomicU16> = (0..len).map(|_| AtomicU16::new(0)).collect();
        let values = Values::new(len);
        let edges = AtomicU64::new(0);
        each_position(rules, "counting plays", progress, |number, plays| {
            let (mut inside, mut best) = (0u16, None::<Receding>);
            let position = rules.position(number)?;
            let over = rules.successors(&position, plays, |successor| match successor {
                Successor::Inside { number, .. } => {
                    ends[number as usize].fetch_add(1, Relaxed);
                    inside += 1;
                }
                Successor::Outside(value) => {
                    if best.is_none_or(|best| best.merit(0) < value.merit(0)) {
                        best = Some(value);
                    }
                }
            })?;
            let best = best.or(over);
            undecided[number as usize].store(inside + u16::from(best.is_some()), Relaxed);
            values.set(number, best.unwrap_or(Receding::endless(0)));
            edges.fetch_add(u64::from(inside), Relaxed);
            Ok(())
        })?;
        let edges = edges.into_inner();
        let needed = len * BYTES_A_POSITION + edges.saturating_mul(BYTES_AN_EDGE);
        if edges > u64::from(u32::MAX) || needed > memory {
            return Ok(None);
        }
        // From counts to where the edges of each position begin; noting them moves that to the end.
        let mut sum = 0;
        for end in &ends {
            let count = end.load(Relaxed);
            end.store(sum, Relaxed);
            sum += count;
        }
        let edges: Vec<AtomicU32> = (0..edges).map(|_| AtomicU32::new(0)).collect();
        each_position(rules, "noting plays", progress, |number, plays| {
            let position = rules.position(number)?;
            rules.successors(&position, plays, |successor| {
                if let Successor::Inside { number: asked, same_side } = successor {
                    let at = ends[asked as usize].fetch_add(1, Relaxed);
                    edges[at as usize].store((number as u32) << 1 | u32::from(same_side), Relaxed);
                }
            })?;
            Ok(())
        })?;
        Ok(Some(Predecessors { ends, edges, undecided, values }))
    }

    /// Values all positions: level after level, from the largest score that any play out of the
    /// layer gives down to 1, and within a level ply after ply. What is found is final: a larger
    /// score would have been found before, and the same in fewer plies too. What is never found is
    /// worth what endless play is.
    ///
    /// # Errors
    /// [`Unanswered`] if a distance is too long to be stored, or the work was called off.
    pub(super) fn value<D: Loopy>(
        self,
        rules: &LayerRules<'_, D>,
        progress: &dyn Progress,
    ) -> Result<Values, Unanswered> {
        let len = self.undecided.len() as u64;
        let level = |value: Receding| value.score().unsigned_abs();
        let numbers = || (0..len as u32).into_par_iter().with_min_len(CHUNK);
        let top = numbers().map(|number| level(self.values.get(number.into()))).max().unwrap_or(0);
        let done: Vec<AtomicU64> = (0..len.div_ceil(64)).map(|_| AtomicU64::new(0)).collect();
        let is_done =
            |number: u32| done[number as usize / 64].load(Relaxed) >> (number % 64) & 1 == 1;
        progress.phase("retrograde analysis", len);
        let mut settled = 0;
        for score in (1..=top).rev() {
            // Plays out of the layer that are worth this much to one side, by the number of plies.
            let mut leaving: BTreeMap<u16, Vec<u32>> = BTreeMap::new();
            let found: Vec<(u16, u32)> = numbers()
                .filter(|&number| !is_done(number))
                .filter_map(|number| {
                    let value = self.values.get(number.into());
                    let plies = value.plies().filter(|_| level(value) == score)?;
                    Some((plies, number))
                })
                .collect();
            for (plies, number) in found {
                leaving.entry(plies).or_default().push(number);
            }
            let mut step = Step { predecessors: &self, done: &done, score: score as i16, plies: 0 };
            let mut last: Vec<u32> = Vec::new();
            while !last.is_empty() || !leaving.is_empty() {
                if progress.interrupted() {
                    return Err(Error::Interrupted.into());
                }
                if last.is_empty() {
                    step.plies = *leaving.keys().next().unwrap_or(&0);
                }
                if step.plies == Receding::MAX_PLIES {
                    return Err(rules.too_far());
                }
                let leaving = leaving.remove(&step.plies).unwrap_or_default();
                let found = step.found(&last, &leaving);
                settled += found.len() as u64;
                progress.at(settled, "");
                last = found;
                step.plies += 1;
            }
        }
        // The best play out of the layer is not the value of what was never found.
        numbers().filter(|&number| !is_done(number)).for_each(|number| {
            self.values.set(number.into(), Receding::endless(0));
        });
        Ok(self.values)
    }

    fn edges_to(&self, number: u32) -> &[AtomicU32] {
        let end = |number: u32| self.ends[number as usize].load(Relaxed) as usize;
        &self.edges[number.checked_sub(1).map_or(0, end)..end(number)]
    }
}

/// What is certain in a number of plies, at a score.
struct Step<'a> {
    predecessors: &'a Predecessors,
    done: &'a [AtomicU64],
    score: i16,
    plies: u16,
}

impl Step<'_> {
    /// The positions that are certain in this many plies, given those in one ply less, and those
    /// with a play out of the layer that takes as many.
    fn found(&self, last: &[u32], leaving: &[u32]) -> Vec<u32> {
        let from_last = last.par_iter().with_min_len(256).flat_map_iter(|&number| {
            let is_won = self.predecessors.values.get(number.into()).score() > 0;
            self.predecessors.edges_to(number).iter().filter_map(move |edge| {
                let edge = edge.load(Relaxed);
                self.settle(edge >> 1, is_won == (edge & 1 == 1))
            })
        });
        let from_leaving = leaving.par_iter().with_min_len(256).filter_map(|&number| {
            self.settle(number, self.predecessors.values.get(number.into()).score() > 0)
        });
        from_last.chain(from_leaving).collect()
    }

    /// One play of a position is certain to gain, or to lose. Gives the position if that settles
    /// it.
    fn settle(&self, number: u32, gains: bool) -> Option<u32> {
        let settles =
            gains || self.predecessors.undecided[number as usize].fetch_sub(1, Relaxed) == 1;
        let bit = 1 << (number % 64);
        let is_new = settles && self.done[number as usize / 64].fetch_or(bit, Relaxed) & bit == 0;
        is_new.then(|| {
            let score = if gains { self.score } else { -self.score };
            self.predecessors.values.set(number.into(), Receding::within(score, self.plies));
            number
        })
    }
}
