//! Daihinmin, the card game, and its endgames of single cards.
//!
//! * [`tanhinmin`] is the single-card game with open hands: rules, notation, drawing, the reduction of deals to
//!   patterns, their numbering, and the domains of its endgame databases.
//! * [`uec`] is the whole game by the rules of the UEC contest: melds, hidden hands, exchange, matches, records.

pub mod players;
pub mod tanhinmin;
pub mod uec;
pub mod wire;

mod random;

pub use random::Random;
