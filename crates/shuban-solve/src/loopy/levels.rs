//! Retrograde analysis by lists of predecessors: each position is valued once, in the order of
//! certainty.

use rayon::prelude::*;
use shuban_core::{Progress, Receding, Unanswered};

use super::list::List;
use super::rules::{CHUNK, LayerRules, Successor, each_position};
use super::undecided::Undecided;
use super::values::Values;
use crate::error::Error;
use crate::sync::Ordering::Relaxed;
use crate::sync::{AtomicU32, AtomicU64};

/// Bytes of a position besides its edges: its value, the number of its plays, where its edges end,
/// and its places in two lists.
const BYTES_A_POSITION: u64 = 4 + 2 + 4 + 4 + 4;

/// Bytes of an edge.
const BYTES_AN_EDGE: u64 = 4;

/// Edges name positions in 31 bits.
const MOST_POSITIONS: u64 = 1 << 31;

/// The plays within a layer, by the position they lead to.
pub(super) struct Predecessors {
    /// The end of the edges of each position.
    ends: Vec<AtomicU32>,
    /// A predecessor's number, times 2, plus 1 if the same player moves in both.
    edges: Vec<AtomicU32>,
    undecided: Undecided,
    /// The best of the plays that leave the layer, or the payoff; then the value.
    values: Values,
}

impl Predecessors {
    /// Asks for all plays of a layer twice: to count, and to record them. Returns `None` if they do
    /// not fit into this much memory.
    ///
    /// # Errors
    /// [`Unanswered`] if a finished layer cannot be read, or the work was interrupted.
    pub(super) fn gather(
        rules: &LayerRules<'_>,
        memory: u64,
        progress: &dyn Progress,
    ) -> Result<Option<Self>, Unanswered> {
        let len = rules.len();
        if len >= MOST_POSITIONS || len.saturating_mul(BYTES_A_POSITION) > memory {
            return Ok(None);
        }
        let ends: Vec<AtomicU32> = (0..len).map(|_| AtomicU32::new(0)).collect();
        let undecided = Undecided::new(len);
        let values = Values::new(len);
        let edges = AtomicU64::new(0);
        each_position(rules, "counting plays", progress, |number, room| {
            let (mut inside, mut best) = (0u16, None::<Receding>);
            let over = rules.successors(number, room, |successor| match successor {
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
            undecided.set(number, inside + u16::from(best.is_some()));
            values.set(number, best.unwrap_or(Receding::endless(0)));
            edges.fetch_add(u64::from(inside), Relaxed);
            Ok(())
        })?;
        let edges = edges.into_inner();
        let needed = len * BYTES_A_POSITION + edges.saturating_mul(BYTES_AN_EDGE);
        if edges > u64::from(u32::MAX) || needed > memory {
            return Ok(None);
        }
        // From counts to the start of each position's edges; recording them moves that to the end.
        let mut sum = 0;
        for end in &ends {
            let count = end.load(Relaxed);
            end.store(sum, Relaxed);
            sum += count;
        }
        let edges: Vec<AtomicU32> = (0..edges).map(|_| AtomicU32::new(0)).collect();
        each_position(rules, "noting plays", progress, |number, room| {
            rules.successors(number, room, |successor| {
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
    /// layer gives down to 1, and within a level ply after ply. A value found is final: a larger
    /// score, or the same in fewer plies, would have been found before. A value never found is the
    /// worth of endless play.
    ///
    /// # Errors
    /// [`Unanswered`] if a distance is too long to be stored, or the work was interrupted.
    pub(super) fn value(
        self,
        rules: &LayerRules<'_>,
        progress: &dyn Progress,
    ) -> Result<Values, Unanswered> {
        let len = self.values.len();
        let value = |number: u32| self.values.get(number.into());
        let level = |number: u32| value(number).score().unsigned_abs();
        let numbers = || (0..len as u32).into_par_iter().with_min_len(CHUNK);
        let top = numbers().map(level).max().unwrap_or(0);
        let (found, mut leaving) = (List::with_room(len), List::with_room(len));
        progress.phase("retrograde analysis", len);
        for score in (1..=top).rev() {
            // Positions with a play out of the layer of this worth to one side, by the number of
            // plies.
            numbers().step_by(CHUNK).for_each(|first| {
                let chunk = first..(first + CHUNK as u32).min(len as u32);
                leaving.extend(chunk.filter(|&number| !self.has(number) && level(number) == score));
            });
            let mut leaving = leaving.take_sorted(|number| value(number).plies());
            let mut last = found.len()..found.len();
            let mut plies = 0;
            loop {
                if progress.interrupted() {
                    return Err(Error::Interrupted.into());
                }
                // Those that have been found have another value by now.
                let mut waiting = leaving.iter().map(|number| number.load(Relaxed));
                if last.is_empty() {
                    let next = waiting.clone().find(|&number| !self.has(number));
                    let Some(next) = next.and_then(|next| value(next).plies()) else { break };
                    plies = next;
                }
                if plies == Receding::MAX_PLIES {
                    return Err(rules.too_far());
                }
                let is_later = |number| !self.has(number) && value(number).plies() > Some(plies);
                let (due, later) =
                    leaving.split_at(waiting.position(is_later).unwrap_or(leaving.len()));
                let step = Step { predecessors: &self, found: &found, score: score as i16, plies };
                step.run(&found.numbers[last.clone()], due);
                (leaving, last) = (later, last.end..found.len());
                progress.at(last.end as u64, "");
                plies += 1;
            }
        }
        // Where no value was found, the best play out of the layer is not the value.
        numbers().filter(|&number| !self.has(number)).for_each(|number| {
            self.values.set(number.into(), Receding::endless(0));
        });
        Ok(self.values)
    }

    /// Returns true if the value of a position has been found.
    fn has(&self, number: u32) -> bool {
        self.undecided.has_value(number)
    }

    fn edges_to(&self, number: u32) -> &[AtomicU32] {
        let end = |number: u32| self.ends[number as usize].load(Relaxed) as usize;
        &self.edges[number.checked_sub(1).map_or(0, end)..end(number)]
    }
}

/// The positions that are certain in a number of plies, at a score.
struct Step<'a> {
    predecessors: &'a Predecessors,
    found: &'a List,
    score: i16,
    plies: u16,
}

impl Step<'_> {
    /// Finds the positions that are certain in this many plies, given those in one ply less, and
    /// those with a play out of the layer that takes as many.
    fn run(&self, last: &[AtomicU32], leaving: &[AtomicU32]) {
        let is_won = |number: u32| self.predecessors.values.get(number.into()).score() > 0;
        last.par_chunks(CHUNK / 4).for_each(|chunk| {
            let numbers = chunk.iter().map(|number| number.load(Relaxed));
            self.found.extend(numbers.flat_map(|number| {
                let is_won = is_won(number);
                self.predecessors.edges_to(number).iter().filter_map(move |edge| {
                    let edge = edge.load(Relaxed);
                    self.settle(edge >> 1, is_won == (edge & 1 == 1))
                })
            }));
        });
        leaving.par_chunks(CHUNK / 4).for_each(|chunk| {
            let numbers = chunk.iter().map(|number| number.load(Relaxed));
            self.found.extend(numbers.filter_map(|number| self.settle(number, is_won(number))));
        });
    }

    /// Notes that one play of a position certainly gains, or loses. Returns the position if that
    /// decides it.
    fn settle(&self, number: u32, gains: bool) -> Option<u32> {
        let Step { predecessors: Predecessors { undecided, values, .. }, score, plies, .. } = *self;
        undecided.note(number, gains).then(|| {
            let score = if gains { score } else { -score };
            values.set(number.into(), Receding::within(score, plies));
            number
        })
    }
}
