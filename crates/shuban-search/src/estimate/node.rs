//! Parts that all forms share: leaves, plays and their order.

use shuban_core::{Bound, Game, LeafOracle, Play, Seat};

use super::depth::Depth;
use super::options::{EstimateOptions, LONGEST_LINE, NodeCounts, SearchForm};
use super::table::TranspositionTable;
use super::window::Window;
use crate::expectimax::SearchError;

/// Plays of a game, in a vector that is reused.
pub(super) type Plays<G> = Vec<Play<<G as Game>::Position, <G as Game>::Move>>;

/// A search under way.
pub(super) struct Searcher<'a, G: Game, O> {
    pub(super) game: &'a G,
    oracle: &'a O,
    evaluation: &'a dyn Fn(&G::Position) -> i32,
    pub(super) options: &'a EstimateOptions,
    pub(super) counts: NodeCounts,
    pub(super) table: TranspositionTable<G::Position>,
    /// Unused vectors for plays.
    spare: Vec<Plays<G>>,
    /// Number of plies of the current line.
    line: usize,
}

impl<'a, G: Game, O: LeafOracle<G::Position, Value = i32>> Searcher<'a, G, O> {
    pub(super) fn new(
        game: &'a G,
        oracle: &'a O,
        evaluation: &'a dyn Fn(&G::Position) -> i32,
        options: &'a EstimateOptions,
    ) -> Self {
        let table = TranspositionTable::new(options.entries);
        let (counts, spare, line) = (NodeCounts::default(), Vec::new(), 0);
        Searcher { game, oracle, evaluation, options, counts, table, spare, line }
    }

    /// Returns the value of a position to its player to move without looking ahead; `None` if it
    /// has to be expanded.
    pub(super) fn leaf(
        &mut self,
        position: &G::Position,
        depth: Depth,
    ) -> Result<Option<i64>, SearchError<O::Error>> {
        let value = match self.payoff(position)? {
            Some(payoff) => Some(payoff),
            None => match self.oracle.value(position).map_err(SearchError::Oracle)? {
                Some(Bound::Exact(value)) => Some(i64::from(value)),
                Some(Bound::Within { lower, upper }) => {
                    Some((i64::from(lower) + i64::from(upper)).div_euclid(2))
                }
                None if depth.is_horizon() => Some(i64::from((self.evaluation)(position))),
                None => None,
            },
        };
        let Some(value) = value else { return Ok(None) };
        if value.abs() > i64::from(self.options.most) {
            return Err(self.unfit(position, "a value lies outside of the range of payoffs"));
        }
        self.counts.leaves += 1;
        Ok(Some(value))
    }

    /// Returns the value of the game to the player to move, if it is over.
    pub(super) fn payoff(
        &self,
        position: &G::Position,
    ) -> Result<Option<i64>, SearchError<O::Error>> {
        let Some(payoffs) = self.game.outcome(position) else { return Ok(None) };
        if i32::from(payoffs.of(0)) + i32::from(payoffs.of(1)) != 0 {
            return Err(self.unfit(position, "it is not zero-sum"));
        }
        let points = payoffs.of(self.game.to_move(position));
        Ok(Some(i64::from(points) * i64::from(self.options.one)))
    }

    /// Returns the value of a play to the player who makes it, from the position after it.
    pub(super) fn play_value(
        &mut self,
        turn: Seat,
        after: &G::Position,
        depth: Depth,
        window: Window,
    ) -> Result<i64, SearchError<O::Error>> {
        self.line += 1;
        if self.line > LONGEST_LINE {
            return Err(self.unfit(after, "a line of play does not come to its end"));
        }
        let is_same_player = self.game.to_move(after) == turn;
        let asked = if is_same_player { window } else { window.seen_by_other() };
        let value = match self.options.form {
            SearchForm::Expectimax | SearchForm::Hashed => self.plain(after, depth)?,
            _ => self.bounded(after, depth, asked)?,
        };
        self.line -= 1;
        Ok(if is_same_player { value } else { -value })
    }

    /// Returns true if the form asks for values within windows.
    pub(super) fn has_windows(&self) -> bool {
        !matches!(self.options.form, SearchForm::Expectimax | SearchForm::Hashed)
    }

    /// Returns the window that contains every value.
    pub(super) fn full_window(&self) -> Window {
        let most = i64::from(self.options.most) + 1;
        Window { alpha: -most, beta: most }
    }

    /// Returns the plays of a throw, in the order of the rules.
    pub(super) fn plays(
        &mut self,
        position: &G::Position,
        chance: G::Chance,
    ) -> Result<Plays<G>, SearchError<O::Error>> {
        let mut plays = self.spare.pop().unwrap_or_default();
        plays.clear();
        self.game.plays(position, chance, &mut plays);
        match plays.is_empty() {
            true => Err(self.unfit(position, "it is not over, yet has no play")),
            false => Ok(plays),
        }
    }

    /// Takes back a vector of [`plays`](Searcher::plays).
    pub(super) fn done_with(&mut self, plays: Plays<G>) {
        self.spare.push(plays);
    }

    /// Puts the plays that look best first: by the result of the search before, if it was a ply
    /// shallower and the table still has it, else by the evaluation function. `depth` is that of
    /// the positions after them.
    pub(super) fn order(
        &self,
        turn: Seat,
        plays: &mut Plays<G>,
        depth: Depth,
    ) -> Result<(), SearchError<O::Error>> {
        let mut keyed = Vec::with_capacity(plays.len());
        for play in plays.drain(..) {
            let value = self.guess(&play.after, depth)?;
            let is_same_player = self.game.to_move(&play.after) == turn;
            keyed.push((if is_same_player { -value } else { value }, play));
        }
        keyed.sort_by_key(|(key, _)| *key);
        plays.extend(keyed.into_iter().map(|(_, play)| play));
        Ok(())
    }

    /// Returns a guess of a position's value to its player to move.
    fn guess(&self, after: &G::Position, depth: Depth) -> Result<i64, SearchError<O::Error>> {
        if let Some(payoff) = self.payoff(after)? {
            return Ok(payoff);
        }
        let known = match depth {
            Depth::Plies(2..) => self.table.get(&(self.game.canonical(after), depth.below())),
            _ => None,
        };
        Ok(match known {
            Some(bounds) => (bounds.lower + bounds.upper) / 2,
            None => i64::from((self.evaluation)(after)),
        })
    }

    pub(super) fn unfit(
        &self,
        position: &G::Position,
        reason: &'static str,
    ) -> SearchError<O::Error> {
        let (game, position) = (self.game.name(), self.game.format(position));
        SearchError::Unfit { game, position, reason }
    }
}
