//! Evaluation functions of the family: estimates of the lead and of the expected result.
//!
//! The terms are those of the half-gammon page (see `docs/papers/002.md`). Pips divided by the mean
//! pips of a roll are about the turns that a side still needs. To that come the turns that it is
//! likely to lose on the bar, by blocks and by hits, and what being about to roll is worth. The
//! page leaves open how a lead becomes a chance to win, so [`from_lead`] is ours.
//!
//! Each term is a function of a [`SideView`]; [`Terms`] holds their weights, and [`TermEvaluation`]
//! is the whole. [`NetworkEvaluation`] is another function, which knows none of the terms: a small
//! network that was trained by self-play.

mod bar;
mod blocks;
mod hits;
mod network;
mod pips;
mod side;
mod terms;
#[cfg(test)]
mod tests;

pub use bar::chance_of_not_entering;
pub use blocks::{MovableTable, chance_of_no_move, chance_of_no_move_by_plays, movable_checkers};
pub use hits::{Shots, shots};
pub use network::{Network, NetworkError, NetworkEvaluation, Places, UNITS};
pub use pips::{PipsOfARoll, from_lead};
pub use side::SideView;
pub use terms::{HitTerm, TermEvaluation, Terms};
