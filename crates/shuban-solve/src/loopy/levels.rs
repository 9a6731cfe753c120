//! Retrograde analysis by lists of predecessors: each position is valued once, in the order of
//! certainty, by one process or several.

use std::any::Any;

use rayon::prelude::*;
use shuban_core::{Progress, Receding, Unanswered};

use super::list::List;
use super::rules::Successor;
use super::share::{CHUNK, Share, Words};
use super::undecided::Undecided;
use super::values::Values;
use crate::error::Error;
use crate::sync::AtomicU32;
use crate::sync::Ordering::Relaxed;

/// Bytes of a position besides its edges: its value, the number of its plays, where its edges end,
/// and its places in two lists.
pub(super) const BYTES_A_POSITION: u64 = 4 + 2 + 4 + 4 + 4;

/// Bytes of an edge.
const BYTES_AN_EDGE: u64 = 4;

/// Edges name positions in 31 bits.
const MOST_POSITIONS: u64 = 1 << 31;

/// The plays within a layer that lead to the positions of a process.
pub(super) struct Predecessors {
    /// The end of the edges of each position.
    ends: Vec<AtomicU32>,
    /// A predecessor's number, times 2, plus 1 if the same player moves in both.
    edges: Vec<AtomicU32>,
    undecided: Undecided,
    /// The best of the plays that leave the layer, or the payoff; then the value.
    values: Values,
}

/// The plays of a layer, or why they were not gathered.
pub(super) enum Gathered {
    Whole(Predecessors),
    /// They take this many bytes in the fullest process.
    TooMany(u64),
}

impl Predecessors {
    /// Asks for all plays of a layer twice: to count, and to record them, unless they do not fit into
    /// this much memory of each process.
    ///
    /// # Errors
    /// [`Unanswered`] if a finished layer cannot be read, a process is lost, or the work was
    /// interrupted.
    pub(super) fn gather(
        share: &Share<'_>,
        memory: u64,
        progress: &dyn Progress,
    ) -> Result<Gathered, Unanswered> {
        let (rules, len) = (share.rules, share.len());
        if rules.len() >= MOST_POSITIONS {
            return Ok(Gathered::TooMany(u64::MAX));
        }
        // What is too much in one process is told to all.
        let too_many = |edges: u64| {
            let needed = len as u64 * BYTES_A_POSITION + edges.saturating_mul(BYTES_AN_EDGE);
            let missing = needed > memory || edges > u64::from(u32::MAX);
            Ok::<_, Error>(match share.largest(missing.into())? {
                0 => None,
                _ => Some(Gathered::TooMany(share.largest(needed)?)),
            })
        };
        if let Some(too_many) = too_many(0)? {
            return Ok(too_many);
        }
        let ends: Vec<AtomicU32> = (0..len).map(|_| AtomicU32::new(0)).collect();
        let undecided = Undecided::new(len);
        let values = Values::new(len as u64);
        let count = |place: usize, room: &mut dyn Any, told: &mut Words| {
            let (mut inside, mut best) = (0u16, None::<Receding>);
            let over =
                rules.successors(share.number(place), room, |successor| match successor {
                    Successor::Inside { number, .. } => {
                        if let Some(asked) = share.here_or(number, told, |place| [place]) {
                            ends[asked].fetch_add(1, Relaxed);
                        }
                        inside += 1;
                    }
                    Successor::Outside(value) => {
                        if best.is_none_or(|best| best.merit(0) < value.merit(0)) {
                            best = Some(value);
                        }
                    }
                })?;
            let best = best.or(over);
            undecided.set(place, inside + u16::from(best.is_some()));
            values.set(place as u64, best.unwrap_or(Receding::endless(0)));
            Ok(())
        };
        share.visit("counting plays", progress, count, |told| {
            told.iter().try_for_each(|&[asked]| {
                ends.get(asked as usize)?.fetch_add(1, Relaxed);
                Some(())
            })
        })?;
        let edges = ends.iter().map(|count| u64::from(count.load(Relaxed))).sum();
        if let Some(too_many) = too_many(edges)? {
            return Ok(too_many);
        }
        // From counts to the start of each position's edges; recording them moves that to the end.
        let mut sum = 0;
        for end in &ends {
            let count = end.load(Relaxed);
            end.store(sum, Relaxed);
            sum += count;
        }
        let edges: Vec<AtomicU32> = (0..edges).map(|_| AtomicU32::new(0)).collect();
        let record = |asked: usize, edge: u32| {
            let at = ends.get(asked)?.fetch_add(1, Relaxed);
            edges.get(at as usize)?.store(edge, Relaxed);
            Some(())
        };
        let note = |place: usize, room: &mut dyn Any, told: &mut Words| {
            let number = share.number(place);
            rules.successors(number, room, |successor| {
                if let Successor::Inside { number: asked, same_side } = successor {
                    let edge = (number as u32) << 1 | u32::from(same_side);
                    if let Some(asked) = share.here_or(asked, told, |place| [place, edge]) {
                        record(asked, edge);
                    }
                }
            })?;
            Ok(())
        };
        share.visit("noting plays", progress, note, |told| {
            told.iter().try_for_each(|&[asked, edge]| {
                let edge = edge.cast_unsigned();
                (u64::from(edge >> 1) < rules.len()).then(|| record(asked as usize, edge))?
            })
        })?;
        Ok(Gathered::Whole(Predecessors { ends, edges, undecided, values }))
    }

    /// Values all positions: level after level, from the largest score that any play out of the
    /// layer gives down to 1, and within a level ply after ply. A value found is final: a larger
    /// score, or the same in fewer plies, would have been found before. A value never found is the
    /// worth of endless play.
    ///
    /// # Errors
    /// [`Unanswered`] if a distance is too long to be stored, a process is lost, or the work was
    /// interrupted.
    pub(super) fn value(
        self,
        share: &Share<'_>,
        progress: &dyn Progress,
    ) -> Result<Values, Unanswered> {
        let len = share.len();
        let value = |place: u32| self.values.get(place.into());
        let level = |place: u32| value(place).score().unsigned_abs();
        let places = || (0..len as u32).into_par_iter().with_min_len(CHUNK);
        let top = share.largest(places().map(level).max().unwrap_or(0).into())?;
        let (found, mut leaving) = (List::with_room(len), List::with_room(len));
        progress.phase("retrograde analysis", len as u64);
        for score in (1..=top as u16).rev() {
            // Positions with a play out of the layer of this worth to one side, by the number of
            // plies.
            places().step_by(CHUNK).for_each(|first| {
                let chunk = first..(first + CHUNK as u32).min(len as u32);
                leaving.extend(chunk.filter(|&place| !self.has(place) && level(place) == score));
            });
            let mut leaving = leaving.take_sorted(|place| value(place).plies());
            let mut last = found.len()..found.len();
            let mut plies = 0;
            loop {
                if progress.interrupted() {
                    return Err(Error::Interrupted.into());
                }
                // Those that have been found have another value by now.
                let mut waiting = leaving.iter().map(|place| place.load(Relaxed));
                let next = waiting.clone().find(|&place| !self.has(place));
                let next = next.and_then(|next| value(next).plies()).map_or(NONE, u64::from);
                let all = share.of_all([last.len() as u64, next])?;
                let most = all.iter().map(|&[last, _]| last).max().unwrap_or(0) as usize;
                if most == 0 {
                    match all.iter().map(|&[_, next]| next).min() {
                        None | Some(NONE) => break,
                        Some(next) => plies = next as u16,
                    }
                }
                if plies == Receding::MAX_PLIES {
                    return Err(share.rules.too_far());
                }
                let is_later = |place| !self.has(place) && value(place).plies() > Some(plies);
                let (due, later) =
                    leaving.split_at(waiting.position(is_later).unwrap_or(leaving.len()));
                let step = Step { predecessors: &self, found: &found, score: score as i16, plies };
                step.run(share, (&found.numbers[last.clone()], most), due)?;
                (leaving, last) = (later, last.end..found.len());
                progress.at(last.end as u64, "");
                plies += 1;
            }
        }
        // Where no value was found, the best play out of the layer is not the value.
        places().filter(|&place| !self.has(place)).for_each(|place| {
            self.values.set(place.into(), Receding::endless(0));
        });
        Ok(self.values)
    }

    /// Returns true if the value of a position has been found.
    fn has(&self, place: u32) -> bool {
        self.undecided.has_value(place)
    }

    fn edges_to(&self, place: u32) -> &[AtomicU32] {
        let end = |place: u32| self.ends[place as usize].load(Relaxed) as usize;
        &self.edges[place.checked_sub(1).map_or(0, end)..end(place)]
    }
}

/// Told instead of plies where no position waits.
const NONE: u64 = u64::MAX;

/// The positions that are certain in a number of plies, at a score.
struct Step<'a> {
    predecessors: &'a Predecessors,
    found: &'a List,
    score: i16,
    plies: u16,
}

impl Step<'_> {
    /// Finds the positions that are certain in this many plies, given those in one ply less, `most` in
    /// the fullest process, and those with a play out of the layer that takes as many.
    fn run(
        &self,
        share: &Share<'_>,
        (last, most): (&[AtomicU32], usize),
        leaving: &[AtomicU32],
    ) -> Result<(), Unanswered> {
        let is_won = |place: u32| self.predecessors.values.get(place.into()).score() > 0;
        share.rounds(
            last.len(),
            most,
            |range, told| {
                let mut decided = Vec::new();
                for place in last[range].iter().map(|place| place.load(Relaxed)) {
                    let is_won = is_won(place);
                    for edge in self.predecessors.edges_to(place) {
                        let edge = edge.load(Relaxed);
                        let gains = is_won == (edge & 1 == 1);
                        let word = |place| [place << 1 | u32::from(gains)];
                        let place = share.here_or((edge >> 1).into(), told, word);
                        decided.extend(place.and_then(|place| self.settle(place as u32, gains)));
                    }
                }
                self.found.extend(decided.into_iter());
                Ok(())
            },
            |told| {
                let mut all_are_here = true;
                self.found.extend(told.iter().filter_map(|&[word]| {
                    let word = word.cast_unsigned();
                    let is_here = ((word >> 1) as usize) < share.len();
                    all_are_here &= is_here;
                    self.settle(is_here.then_some(word >> 1)?, word & 1 == 1)
                }));
                all_are_here.then_some(())
            },
        )?;
        leaving.par_chunks(CHUNK / 4).for_each(|chunk| {
            let places = chunk.iter().map(|place| place.load(Relaxed));
            self.found.extend(places.filter_map(|place| self.settle(place, is_won(place))));
        });
        Ok(())
    }

    /// Notes that one play of a position certainly gains, or loses. Returns the position if that
    /// decides it.
    fn settle(&self, place: u32, gains: bool) -> Option<u32> {
        let Step { predecessors: Predecessors { undecided, values, .. }, score, plies, .. } = *self;
        undecided.note(place, gains).then(|| {
            let score = if gains { score } else { -score };
            values.set(place.into(), Receding::within(score, plies));
            place
        })
    }
}
