//! Daihinmin by the rules of the UEC contest: 53 cards, five players.
//!
//! * [`game`] has the rules: melds, hidden hands, exchange, matches, records.
//! * [`players`] play it, from one that plays at random to one that knows endgames.
//! * [`wire`] is the contest's protocol without sockets, [`mod@matches`] plays: in this process, as
//!   a server, as a client.

mod advice;
mod by_hand;
pub mod game;
mod japanese;
pub mod matches;
pub mod players;
mod present;
mod register;
pub mod wire;

pub use matches::Error;
pub use register::register;
