//! The forms with windows: the table of bounds, and alpha-beta among the plays of a throw.

use shuban_core::{Game, LeafOracle, Seat};

use super::depth::Depth;
use super::node::{Plays, Searcher};
use super::options::{KeptResults, SearchForm};
use super::table::KnownBounds;
use super::window::{MeanInProgress, Window};
use crate::expectimax::SearchError;

/// Possible chance events with their weights, and the total weight.
type WeightedEvents<G> = (Vec<(<G as Game>::Chance, u32)>, i64);

impl<G: Game, O: LeafOracle<G::Position, Value = i32>> Searcher<'_, G, O> {
    /// Returns the value to the player to move if it lies in the window, else a bound outside.
    pub(super) fn bounded(
        &mut self,
        position: &G::Position,
        depth: Depth,
        window: Window,
    ) -> Result<i64, SearchError<O::Error>> {
        if let Some(value) = self.leaf(position, depth)? {
            return Ok(value);
        }
        let key = (self.game.canonical(position), depth);
        let most = i64::from(self.options.most);
        let known = self.table.get(&key).unwrap_or(KnownBounds { lower: -most, upper: most });
        if let Some(value) = known.answer(window) {
            self.counts.transpositions += 1;
            return Ok(value);
        }
        // Known values need no search.
        let window = Window {
            alpha: window.alpha.max(known.lower - 1),
            beta: window.beta.min(known.upper + 1),
        };
        self.counts.chances += 1;
        let value = match self.options.form {
            SearchForm::Star2 if !depth.is_last() => self.star2(position, depth, window)?,
            SearchForm::Star1 | SearchForm::Star2 => self.star1(position, depth, window)?,
            _ => self.mean_of_full_events(position, depth, window)?,
        };
        let found = KnownBounds {
            lower: if value > window.alpha { value } else { known.lower },
            upper: if value < window.beta { value } else { known.upper },
        };
        let is_inside = window.alpha < value && value < window.beta;
        let is_kept = match self.options.kept {
            KeptResults::All => true,
            KeptResults::Values => is_inside,
            KeptResults::Bounds => !is_inside,
        };
        if is_kept {
            self.table.keep(key, found);
        }
        Ok(value)
    }

    /// Returns the mean over chance as far as the window wants it: event by event, each within a
    /// window that follows from the mean so far and the weight of the event.
    pub(super) fn mean_within(
        &mut self,
        position: &G::Position,
        depth: Depth,
        window: Window,
        window_of: impl Fn(&MeanInProgress, u32) -> Window,
    ) -> Result<i64, SearchError<O::Error>> {
        let most = i64::from(self.options.most);
        let (events, total) = self.events(position)?;
        let mut mean = MeanInProgress::new(total, most);
        for (chance, weight) in events {
            let asked = window_of(&mean, weight);
            let value = self.best_within(position, chance, depth, asked)?;
            mean.add(weight, [-most, most], value);
            if let Some(bound) = mean.outside(window) {
                return Ok(bound);
            }
        }
        Ok(mean.least())
    }

    /// Returns a throw's value if it lies in the window, else a bound outside: alpha-beta (Knuth
    /// and Moore, "An Analysis of Alpha-Beta Pruning", Artificial Intelligence 6, 1975).
    pub(super) fn best_within(
        &mut self,
        position: &G::Position,
        chance: G::Chance,
        depth: Depth,
        window: Window,
    ) -> Result<i64, SearchError<O::Error>> {
        let turn = self.game.to_move(position);
        let mut plays = self.plays(position, chance)?;
        if !depth.is_last() {
            self.order(turn, &mut plays, depth.below())?;
        }
        let best = self.best_of_plays(turn, &plays, depth, window)?;
        self.done_with(plays);
        Ok(best)
    }

    /// Does the same with plays that are in order.
    pub(super) fn best_of_plays(
        &mut self,
        turn: Seat,
        plays: &Plays<G>,
        depth: Depth,
        window: Window,
    ) -> Result<i64, SearchError<O::Error>> {
        self.counts.decisions += 1;
        let enough = window.beta.min(i64::from(self.options.most));
        let mut best = self.full_window().alpha;
        for play in plays {
            let alpha = window.alpha.max(best);
            let asked = Window { alpha, ..window };
            best = best.max(self.play_value(turn, &play.after, depth.below(), asked)?);
            if best >= enough {
                break;
            }
        }
        Ok(best)
    }

    /// Returns the possible chance events and their total weight.
    pub(super) fn events(
        &self,
        position: &G::Position,
    ) -> Result<WeightedEvents<G>, SearchError<O::Error>> {
        let chances = self.game.chances(position);
        let total: i64 = chances.iter().map(|(_, weight)| i64::from(*weight)).sum();
        match total {
            0 => Err(self.unfit(position, "chance brings nothing")),
            total => Ok((chances, total)),
        }
    }
}
