//! Daihinmin, the card game, and its endgames of single cards.
//!
//! * [`tanhinmin`] is the single-card game with open hands: rules, notation, drawing, the reduction of deals to
//!   patterns, their numbering, and the domains of its endgame databases.
//! * [`open`] has sets, eights and revolutions too, still with open hands and without suits.
//! * [`twin`] has the rules of both once more, plainly, to compare with.
//! * [`uec`] is the whole game by the rules of the UEC contest: melds, hidden hands, exchange, matches, records.

mod moments;
pub mod open;
mod picture;
pub mod players;
pub mod tanhinmin;
pub mod twin;
pub mod uec;
pub mod wire;

pub use moments::Moments;
pub use shuban_core::Random;
