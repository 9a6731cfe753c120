//! Sums of games, scored by the number of moves.
//!
//! A position that consists of *components* that do not touch each other is their sum: a player
//! moves in one of them and leaves the others as they are. Its *score* is the number of moves that
//! Left makes more than Right until neither can move, under best play; a player passes only where
//! there is no move in the whole sum. The sign of the score gives the last mover.
//!
//! * [`lower_bound`] and [`upper_bound`] are proven by the values (a|b) of the components alone;
//!   [`lower_bound_with_beginning`] gives the first move, too; [`printed_lower_bound`] and
//!   [`printed_upper_bound`] are those published.
//! * [`lower_bound_ahead`] and [`upper_bound_ahead`] use more: values for every order of the first
//!   turns.
//! * [`Scores`] finds the exact score of any sum by search, given the [`SumRules`] of the game.
//!
//! The proofs are in `docs/amazons.md`, "Bounds of sums".

mod ahead;
mod bounds;
mod budget;
mod games;
mod pair;
mod printed;
mod rules;
mod score;
mod scores;

pub use ahead::{Ahead, lower_bound_ahead, upper_bound_ahead};
pub use bounds::{Beginning, lower_bound, lower_bound_with_beginning, upper_bound};
pub use budget::Budget;
pub use pair::ScorePair;
pub use printed::{printed_lower_bound, printed_upper_bound};
pub use rules::{Parts, SumRules};
pub use scores::Scores;
