//! Estimates of games of chance for two, by looking a fixed number of plies ahead.
//!
//! A ply is one player's turn: a throw and a play. A position is worth its payoff if the game is
//! over; else the oracle's value if it answers; else, at the horizon, the value of an evaluation
//! function; else the mean over chance of the best play. The result rests on the evaluation
//! function: it is an estimate, and proves nothing.
//!
//! There are several forms of the search, all with the same value, to the last bit: values are
//! integers, and a mean is rounded down wherever it is formed, so that it does not matter in which
//! order, or with which bounds, the events of a chance node are looked at.
//!
//! | form | file |
//! | --- | --- |
//! | expectimax (Michie 1966): every node | `plain.rs` |
//! | hashed: every position once, by a transposition table | `plain.rs` |
//! | alpha-beta among the plays of a throw, hashed | `alpha_beta.rs` |
//! | Star1: windows through chance nodes too (Ballard 1983) | `star1.rs` |
//! | Star2: one play of every throw is probed first (Ballard 1983) | `star2.rs` |
//!
//! `deepening.rs` searches ever deeper, each time with the plays in the order of the search before.

mod alpha_beta;
mod bounded;
mod deepening;
mod depth;
mod node;
mod options;
mod plain;
mod solver;
mod star1;
mod star2;
mod table;
mod window;

use shuban_core::{Game, LeafOracle, Play};

pub use deepening::{Deepened, deepen};
pub use options::{EstimateOptions, KeptResults, LONGEST_LINE, NodeCounts, SearchForm};
pub use solver::{EstimateSetting, estimate_answer};

use crate::expectimax::SearchError;
use depth::Depth;
use node::Searcher;
use window::Window;

/// Possible chance event at the root, with its plays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EstimatedEvent<C, P, M> {
    /// The chance event.
    pub chance: C,
    /// Its weight.
    pub weight: u32,
    /// Value of the best play to the player to move.
    pub value: i32,
    /// Index of the best play in `plays`: the first of several equal ones.
    pub best: usize,
    /// All plays in the order of [`Game::plays`], each with its value to the player who makes it if
    /// that is known: some forms learn of most plays only that they are no better.
    pub plays: Vec<(Play<P, M>, Option<i32>)>,
}

/// An [`EstimatedEvent`] of a game.
pub type EstimatedEventOf<G> =
    EstimatedEvent<<G as Game>::Chance, <G as Game>::Position, <G as Game>::Move>;

/// Result of a search for an estimate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Estimated<C, P, M> {
    /// Estimated value to the player to move: of the position or, where a throw was given, of that
    /// throw.
    pub value: i32,
    /// Possible chance events, or the throw that was given; empty if the position is a leaf.
    pub events: Vec<EstimatedEvent<C, P, M>>,
    /// Numbers of nodes visited.
    pub counts: NodeCounts,
    /// Number of positions in the transposition table at the end.
    pub entries: usize,
}

/// Result of a search of a game.
pub type EstimatedOf<G> = Estimated<<G as Game>::Chance, <G as Game>::Position, <G as Game>::Move>;

/// Searches a two-player zero-sum game for an estimate of a position, or of a chance event in it.
/// `evaluation` values positions on the horizon for their player to move; like the rules, it must
/// not tell a position from its [canonical](Game::canonical) form.
///
/// The root is expanded even if the oracle knows it, unless the depth is 0. Of the oracle's bounds,
/// the middle counts.
///
/// # Errors
/// [`SearchError::Unfit`] if the game is not for two, not zero-sum, breaks the contract of
/// [`Game`], a value lies outside of the range, or a line does not end; [`SearchError::Oracle`] if a
/// table cannot be read.
pub fn estimate<G: Game, O: LeafOracle<G::Position, Value = i32>>(
    game: &G,
    position: &G::Position,
    chance: Option<G::Chance>,
    oracle: &O,
    evaluation: &dyn Fn(&G::Position) -> i32,
    options: &EstimateOptions,
) -> Result<EstimatedOf<G>, SearchError<O::Error>> {
    Searcher::new(game, oracle, evaluation, options).look_ahead(position, chance, options.plies)
}

impl<G: Game, O: LeafOracle<G::Position, Value = i32>> Searcher<'_, G, O> {
    /// Searches from the root.
    fn look_ahead(
        &mut self,
        position: &G::Position,
        chance: Option<G::Chance>,
        plies: Option<u8>,
    ) -> Result<EstimatedOf<G>, SearchError<O::Error>> {
        self.counts = NodeCounts::default();
        if self.game.seats() != 2 {
            return Err(self.unfit(position, "it is not a game for two"));
        }
        let depth = Depth::of(plies);
        let leaf = match self.payoff(position)? {
            None if depth.is_horizon() => self.leaf(position, depth)?,
            payoff => payoff,
        };
        if let Some(value) = leaf {
            return Ok(self.estimated(value, Vec::new()));
        }
        let chances = self.game.chances(position);
        let asked: Vec<_> = chances
            .into_iter()
            .filter(|(brought, _)| chance.is_none_or(|it| it == *brought))
            .collect();
        self.counts.chances += u64::from(chance.is_none());
        let mut events = Vec::with_capacity(asked.len());
        let (mut sum, mut total) = (0, 0);
        for (chance, weight) in asked {
            let event = self.root_event(position, chance, weight, depth)?;
            sum += i64::from(weight) * i64::from(event.value);
            total += i64::from(weight);
            events.push(event);
        }
        if total == 0 {
            return Err(self.unfit(position, "chance does not bring that"));
        }
        Ok(self.estimated(sum.div_euclid(total), events))
    }

    fn estimated(&self, value: i64, events: Vec<EstimatedEventOf<G>>) -> EstimatedOf<G> {
        Estimated { value: value as i32, events, counts: self.counts, entries: self.table.len() }
    }

    /// Searches a throw at the root, with its plays in the order of the rules, so that all forms
    /// find the same play.
    fn root_event(
        &mut self,
        position: &G::Position,
        chance: G::Chance,
        weight: u32,
        depth: Depth,
    ) -> Result<EstimatedEventOf<G>, SearchError<O::Error>> {
        self.counts.decisions += 1;
        let mut afters = Vec::new();
        self.game.plays(position, chance, &mut afters);
        let full = self.full_window();
        let (mut best, mut value) = (0, full.alpha);
        let mut plays = Vec::with_capacity(afters.len());
        let turn = self.game.to_move(position);
        for (at, play) in afters.into_iter().enumerate() {
            let alpha = if self.options.all_plays { full.alpha } else { value };
            let window = Window { alpha, ..full };
            let worth = self.play_value(turn, &play.after, depth.below(), window)?;
            let is_exact = worth > alpha || !self.has_windows();
            if worth > value {
                (best, value) = (at, worth);
            }
            plays.push((play, is_exact.then_some(worth as i32)));
        }
        if plays.is_empty() {
            return Err(self.unfit(position, "it is not over, yet has no play"));
        }
        Ok(EstimatedEventOf::<G> { chance, weight, value: value as i32, best, plays })
    }
}
