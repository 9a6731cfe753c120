//! Bounds of a layer that play need not leave, where endless play has a worth.
//!
//! [Striking out](super::leave) finds where play leaves a layer under any strategies. From the
//! positions that are *left* it need not, and bounds that only support each other would be
//! inductive there. They enclose the values all the same under one more condition: a side whose
//! bound promises more than its worth of endless play has play, by its best bounds, that leads out
//! of such promises. (`docs/certified-values.md` has the proof.)

use std::collections::BTreeSet;

use rayon::prelude::*;
use shuban_core::erased::{Next, RowSource, Step, Tables};
use shuban_core::{Interval, LayerId, ONE, PartId, Seat, Unanswered};

use super::bounds::Bounds;

/// The worth of endless play to a seat.
pub(crate) type Worth<'a> = dyn Fn(Seat) -> i16 + Sync + 'a;

/// The promise of a bound to one of the two sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Promise {
    part: usize,
    rank: u64,
    /// True for the lower bound, of the player to move; false for the upper one, of the other.
    to_mover: bool,
}

/// The positions of a layer that play need not leave.
pub(crate) struct Endless<'a> {
    pub(crate) domain: &'a dyn Tables,
    /// The indexes of the layer and of finished ones.
    pub(crate) rows: &'a dyn RowSource,
    pub(crate) layer: LayerId,
    pub(crate) worth: &'a Worth<'a>,
    /// The ranks of these positions, by part.
    pub(crate) left: &'a [Vec<u64>],
}

impl Endless<'_> {
    fn ranks(&self) -> impl Iterator<Item = (usize, u64)> {
        let parts = self.left.iter().enumerate();
        parts.flat_map(|(part, ranks)| ranks.iter().map(move |&rank| (part, rank)))
    }

    /// Returns the worth of endless play to the player to move, in units.
    fn worth(&self, part: usize, rank: u64) -> Result<i32, Unanswered> {
        let index = self.rows.index(PartId { layer: self.layer, part })?;
        let seat = self.domain.seat_to_move(index, rank).ok_or_else(Unanswered::default)?;
        // No bound is beyond the largest number.
        Ok(i32::from((self.worth)(seat)).saturating_mul(ONE))
    }

    /// Returns the first position with a bound that promises more than the worth of endless play,
    /// and from which play by the best bounds need not reach one that does not: its bounds may be
    /// wrong. `value` gives the bounds of any part and rank.
    ///
    /// # Errors
    /// [`Unanswered`] from `value`.
    pub(crate) fn unfounded(
        &self,
        value: impl Fn(PartId, u64) -> Result<Interval, Unanswered> + Sync,
    ) -> Result<Option<(usize, u64)>, Unanswered> {
        let mut promises = BTreeSet::new();
        for (part, rank) in self.ranks() {
            let place = PartId { layer: self.layer, part };
            let (bounds, worth) = (value(place, rank)?, self.worth(part, rank)?);
            let promised = [(true, bounds.lower > worth), (false, bounds.upper < worth)];
            let promised = promised.into_iter().filter(|(_, promised)| *promised);
            promises.extend(promised.map(|(to_mover, _)| Promise { part, rank, to_mover }));
        }
        loop {
            let kept: BTreeSet<Promise> = (promises.par_iter())
                .filter_map(|promise| match self.leads_out(*promise, &promises, &value) {
                    Ok(leads_out) => (!leads_out).then_some(Ok(*promise)),
                    Err(error) => Some(Err(error)),
                })
                .collect::<Result<_, Unanswered>>()?;
            if kept.len() == promises.len() {
                return Ok(kept.first().map(|first| (first.part, first.rank)));
            }
            promises = kept;
        }
    }

    /// Returns true if some chance event leads out of the remaining promises: by one of the best
    /// plays, if the promised side plays; by every play of the other side.
    fn leads_out(
        &self,
        promise: Promise,
        promises: &BTreeSet<Promise>,
        value: &impl Fn(PartId, u64) -> Result<Interval, Unanswered>,
    ) -> Result<bool, Unanswered> {
        let part = PartId { layer: self.layer, part: promise.part };
        // The promise of each play of a chance event to the promised side, and if it leads out.
        let mut found: Vec<(i32, bool)> = Vec::new();
        let mut leads_out = false;
        self.domain.successors(part, promise.rank, self.rows, &mut |step| {
            let Step::Play(after) = step else {
                let best = found.iter().map(|(bound, _)| *bound).max();
                leads_out = match promise.to_mover {
                    true => found.iter().any(|&(bound, out)| out && Some(bound) == best),
                    false => found.iter().all(|(_, out)| *out),
                };
                found.clear();
                return Ok(if leads_out { Next::Stop } else { Next::Step });
            };
            let to_mover = promise.to_mover == after.same_side;
            let (bounds, out) = match (after.over, after.part) {
                (Some(payoff), _) => {
                    let bounds = Interval::points(payoff);
                    (if after.same_side { bounds } else { -bounds }, true)
                }
                (None, Some(place)) => {
                    let rank = after.rank.ok_or_else(Unanswered::default)?;
                    let promise = Promise { part: place.part, rank, to_mover };
                    let is_out = place.layer != self.layer || !promises.contains(&promise);
                    (value(place, rank)?, is_out)
                }
                // Whether that leads back is not known.
                (None, None) => return Ok(Next::Stop),
            };
            found.push((if to_mover { bounds.lower } else { -bounds.upper }, out));
            Ok(Next::Step)
        })?;
        Ok(leads_out)
    }

    /// Narrows inductive bounds to what both sides can ensure by playing on: each bound of a
    /// position that play need not leave becomes the worth of endless play, as near as the other
    /// bound allows, and gives way, at most to where it was, until they follow from each other.
    ///
    /// `back_up` gives the bounds that follow for a position from others of the layer.
    ///
    /// # Errors
    /// [`Unanswered`] from `back_up`.
    pub(crate) fn play_on(
        &self,
        parts: &mut [Bounds],
        back_up: impl Fn(usize, u64, &[Bounds]) -> Result<Interval, Unanswered> + Sync,
    ) -> Result<(), Unanswered> {
        let mut open = Vec::new();
        for (part, rank) in self.ranks() {
            let worth = self.worth(part, rank)?;
            let stood = parts[part].get(rank as usize);
            let Interval { lower, upper } = stood;
            let nearest =
                Interval { lower: lower.max(worth.min(upper)), upper: upper.min(worth.max(lower)) };
            parts[part].set(rank as usize, nearest);
            open.push((part, rank, stood));
        }
        loop {
            let given_way = |&(part, rank, stood): &(usize, u64, Interval)| {
                let follows = back_up(part, rank, parts)?;
                let now = parts[part].get(rank as usize);
                let next = Interval {
                    lower: now.lower.min(follows.lower).max(stood.lower),
                    upper: now.upper.max(follows.upper).min(stood.upper),
                };
                Ok((next != now).then_some((part, rank as usize, next)))
            };
            let changed: Vec<_> =
                open.par_iter().map(given_way).collect::<Result<_, Unanswered>>()?;
            let mut is_done = true;
            for (part, rank, next) in changed.into_iter().flatten() {
                parts[part].set(rank, next);
                is_done = false;
            }
            if is_done {
                return Ok(());
            }
        }
    }
}
