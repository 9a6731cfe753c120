//! Bounds of a layer that play need not leave, where endless play has a worth.
//!
//! [Striking out](super::leave) shows from where play leaves a layer whatever both sides do. From
//! the positions that are *left* it need not, and bounds that only support each other would be
//! inductive there. They enclose the values all the same under one more condition: a side whose
//! bound promises more than endless play is worth to it has play, by its best bounds, that leads
//! out of such promises. (`docs/certified-values.md` has the proof.)

use std::collections::BTreeSet;

use rayon::prelude::*;
use shuban_core::{
    Domain, Game, IndexOf, Interval, IntervalDomain, LayerId, ONE, PositionOf, Seat, Unanswered,
};

use super::Bounds;

/// What endless play is worth to a seat.
pub(crate) type Worth<'a> = Box<dyn Fn(Seat) -> i16 + Sync + 'a>;

/// What a bound promises to one of the two sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Promise {
    part: usize,
    rank: u64,
    /// Whether it is the lower bound, of the player to move, or the upper one, of the other.
    to_mover: bool,
}

/// The positions of a layer that play need not leave.
pub(crate) struct Endless<'a, D: Domain> {
    pub(crate) domain: &'a D,
    pub(crate) layer: LayerId,
    pub(crate) indexes: &'a [IndexOf<D>],
    pub(crate) worth: Worth<'a>,
    /// Their ranks, by part.
    pub(crate) left: &'a [Vec<u64>],
}

impl<D: Domain> Endless<'_, D> {
    fn position(&self, part: usize, rank: u64) -> Result<PositionOf<D>, Unanswered> {
        self.indexes[part].unrank(rank).ok_or_else(Unanswered::default)
    }

    fn ranks(&self) -> impl Iterator<Item = (usize, u64)> {
        let parts = self.left.iter().enumerate();
        parts.flat_map(|(part, ranks)| ranks.iter().map(move |&rank| (part, rank)))
    }

    /// What endless play is worth to the player to move, in units.
    fn worth(&self, position: &PositionOf<D>) -> i32 {
        let worth = (self.worth)(self.domain.game().to_move(position));
        // No bound is beyond the largest number.
        i32::from(worth).saturating_mul(ONE)
    }

    /// The first position with a bound that promises more than endless play is worth, and from
    /// which play by the best bounds need not come to one that does not: its bounds may be wrong.
    /// `value` gives the bounds of any position that has a place.
    ///
    /// # Errors
    /// [`Unanswered`] if `value` cannot tell.
    pub(crate) fn unfounded(
        &self,
        value: impl Fn(&PositionOf<D>) -> Result<Interval, Unanswered> + Sync,
    ) -> Result<Option<(usize, u64)>, Unanswered> {
        let mut promises = BTreeSet::new();
        for (part, rank) in self.ranks() {
            let position = self.position(part, rank)?;
            let (bounds, worth) = (value(&position)?, self.worth(&position));
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

    /// Whether some chance event leads out of the promises that are left: by one of the best plays,
    /// if it is the promised side that plays; by every play of the other side.
    fn leads_out(
        &self,
        promise: Promise,
        promises: &BTreeSet<Promise>,
        value: &impl Fn(&PositionOf<D>) -> Result<Interval, Unanswered>,
    ) -> Result<bool, Unanswered> {
        let game = self.domain.game();
        let position = self.position(promise.part, promise.rank)?;
        let mover = game.to_move(&position);
        let mut plays = Vec::new();
        for (chance, _) in game.chances(&position) {
            plays.clear();
            game.plays(&position, chance, &mut plays);
            // What a play promises to the promised side, and whether it leads out.
            let mut found = Vec::with_capacity(plays.len());
            for play in &plays {
                let same_mover = game.to_move(&play.after) == mover;
                let to_mover = promise.to_mover == same_mover;
                let place = self.domain.locate(&play.after);
                let (bounds, out) = match (game.outcome(&play.after), place) {
                    (Some(payoffs), _) => {
                        (Interval::points(payoffs.of(game.to_move(&play.after))), true)
                    }
                    (None, Some(place)) => {
                        let is_out = place.layer != self.layer || {
                            let rank = self.indexes[place.part].rank(&play.after);
                            let rank = rank.ok_or_else(Unanswered::default)?;
                            let after = Promise { part: place.part, rank, to_mover };
                            !promises.contains(&after)
                        };
                        (value(&play.after)?, is_out)
                    }
                    // Whether that leads back is not known.
                    (None, None) => return Ok(false),
                };
                found.push((if to_mover { bounds.lower } else { -bounds.upper }, out));
            }
            let best = found.iter().map(|(bound, _)| *bound).max();
            let leads_out = match promise.to_mover {
                true => found.iter().any(|&(bound, out)| out && Some(bound) == best),
                false => found.iter().all(|(_, out)| *out),
            };
            if leads_out {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

impl<D: IntervalDomain> Endless<'_, D> {
    /// Narrows inductive bounds to what both sides are sure of by playing on: each bound of a
    /// position that play need not leave becomes what endless play is worth, as near as the other
    /// bound lets it, and gives way, no further than it stood, until they follow from each other.
    ///
    /// `back_up` gives the bounds that follow for a position from others of the layer.
    ///
    /// # Errors
    /// [`Unanswered`] if `back_up` cannot tell.
    pub(crate) fn play_on(
        &self,
        parts: &mut [Bounds],
        back_up: impl Fn(&PositionOf<D>, &[Bounds]) -> Result<Interval, Unanswered> + Sync,
    ) -> Result<(), Unanswered> {
        let mut open = Vec::new();
        for (part, rank) in self.ranks() {
            let worth = self.worth(&self.position(part, rank)?);
            let stood = parts[part].get(rank as usize);
            let Interval { lower, upper } = stood;
            let nearest =
                Interval { lower: lower.max(worth.min(upper)), upper: upper.min(worth.max(lower)) };
            parts[part].set(rank as usize, nearest);
            open.push((part, rank, stood));
        }
        loop {
            let given_way = |&(part, rank, stood): &(usize, u64, Interval)| {
                let follows = back_up(&self.position(part, rank)?, parts)?;
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
