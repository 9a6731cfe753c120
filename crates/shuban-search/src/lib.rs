//! Searches from a game and an oracle to an answer, without files: no game is named here.
//!
//! * [`expectimax()`] looks ahead to what an oracle knows, and proves bounds of a position and its
//!   plays.
//! * [`estimate()`] looks a fixed number of plies ahead, to an evaluation function, by expectimax,
//!   with a transposition table, Star1 or Star2.
//! * [`multi`] searches games of several players: max^n, soft-max^n, sets of winners or of places,
//!   coalitions.
//! * [`perft()`] counts move sequences, and [`compare_with_plain`] compares rules with plain ones.
//! * [`rollout()`] plays a position on many times, and returns the mean with its error.
//! * [`proof`] answers whether a seat gets at least a payoff: parallel proof-number search over any
//!   game.
//! * [`TransitionSystem`] is a game written out, state by state, for solvers that know no games.

mod estimate;
mod expectimax;
mod expectimax_solver;
pub mod multi;
mod perft;
pub mod proof;
mod rollout;
mod transitions;

pub use estimate::{
    Deepened, EstimateOptions, EstimateSetting, Estimated, EstimatedEvent, EstimatedEventOf,
    EstimatedOf, KeptResults, LONGEST_LINE, NodeCounts, SearchForm, deepen, estimate,
    estimate_answer,
};
pub use expectimax::{
    Event, EventOf, SearchError, SearchOptions, Searched, SearchedOf, expectimax,
};
pub use expectimax_solver::ExpectimaxSolver;
pub use perft::{Perft, PerftOptions, PlyCount, compare_with_plain, count_plays, perft};
pub use rollout::{
    LuckMeasure, MOST_TURNS, Rollout, RolloutOptions, RolloutSetting, SampleMean, TrialEnds,
    rollout, rollout_answer,
};
pub use transitions::TransitionSystem;
