//! Matches of Daihinmin by the rules of the UEC contest.
//!
//! * [`contest`] plays games one after the other, with seats, classes and exchange; [`record`] keeps
//!   them.
//! * [`players`] are the contest's players by name.
//! * [`learn`] makes policies from records, [`improve`] from their own games.
//! * [`tournament`] plays tables of changing line-ups and rates the players.
//! * [`wire`] is the contest's protocol without sockets, [`mod@matches`] plays: in this process, as
//!   a server, as a client.

pub mod contest;
pub mod improve;
pub mod learn;
pub mod matches;
pub mod players;
pub mod record;
pub mod tournament;
pub mod wire;

pub use matches::Error;
