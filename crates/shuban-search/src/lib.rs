//! From a game and an oracle to an answer, without files: no game is named here.
//!
//! * [`expectimax()`] looks ahead to what an oracle knows, and proves bounds of a position and its
//!   plays.
//! * [`multi`] searches games of several players: max^n, soft-max^n, sets of winners or of places,
//!   coalitions.
//! * [`proof`] answers whether a seat gets at least a payoff: parallel proof-number search over any
//!   game.

mod expectimax;
pub mod multi;
pub mod proof;

pub use expectimax::{
    Event, EventOf, SearchError, SearchOptions, Searched, SearchedOf, expectimax,
};
