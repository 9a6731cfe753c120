//! Expectimax, with or without a transposition table.

use shuban_core::{Game, LeafOracle};

use super::depth::Depth;
use super::node::Searcher;
use super::options::SearchForm;
use super::table::KnownBounds;
use crate::expectimax::SearchError;

impl<G: Game, O: LeafOracle<G::Position, Value = i32>> Searcher<'_, G, O> {
    /// Returns the value to the player to move: the mean over chance of the best play (Michie,
    /// "Game-Playing and Game-Learning Automata", in Fox (ed.), Advances in Programming and
    /// Non-Numerical Computation, 1966).
    pub(super) fn plain(
        &mut self,
        position: &G::Position,
        depth: Depth,
    ) -> Result<i64, SearchError<O::Error>> {
        if let Some(value) = self.leaf(position, depth)? {
            return Ok(value);
        }
        let is_hashed = self.options.form == SearchForm::Hashed;
        let key = is_hashed.then(|| (self.game.canonical(position), depth));
        if let Some(known) = key.as_ref().and_then(|key| self.table.get(key)) {
            self.counts.transpositions += 1;
            return Ok(known.lower);
        }
        self.counts.chances += 1;
        let (mut sum, mut total) = (0, 0);
        for (chance, weight) in self.game.chances(position) {
            sum += i64::from(weight) * self.best_of(position, chance, depth)?;
            total += i64::from(weight);
        }
        if total == 0 {
            return Err(self.unfit(position, "chance brings nothing"));
        }
        let value = sum.div_euclid(total);
        if let Some(key) = key {
            self.table.keep(key, KnownBounds { lower: value, upper: value });
        }
        Ok(value)
    }

    /// Returns the value of a throw.
    fn best_of(
        &mut self,
        position: &G::Position,
        chance: G::Chance,
        depth: Depth,
    ) -> Result<i64, SearchError<O::Error>> {
        self.counts.decisions += 1;
        let turn = self.game.to_move(position);
        let window = self.full_window();
        let plays = self.plays(position, chance)?;
        let mut best = window.alpha;
        for play in &plays {
            best = best.max(self.play_value(turn, &play.after, depth.below(), window)?);
        }
        self.done_with(plays);
        Ok(best)
    }
}
