//! Bearing off: both sides at home, without contact.
//!
//! * [`OneSidedBearOff`] is a side alone: the exact [`Distribution`] of the rolls it needs.
//! * [`GnubgOneSided`] is the same as GNU Backgammon stores it, rounded as it rounds, and
//!   [`GnubgTwoSided`] are races of two sides, with and without a cube.
//! * [`race`] has the domain of races of two sides by points and checkers, which gnubg's and those
//!   of [`money`](crate::money) have in common.
//! * [`TwoSidedBearOff`] is a race of two sides at home: its expected result, as a
//!   [`FineInterval`](shuban_core::interval::FineInterval).

mod alone;
mod distribution;
mod drawing;
mod equation;
mod gnubg;
mod home;
mod one_sided;
mod plays;
pub mod race;
mod rank;
mod two_sided;

pub use alone::Alone;
pub use distribution::Distribution;
pub(crate) use drawing::{draw_rolled_side, draw_side};
pub(crate) use equation::equation;
pub use gnubg::{Equities, GnubgOneSided, GnubgTwoSided, OneSidedTable, Rolls};
pub use one_sided::{BearOffRecord, OneSidedBearOff};
pub(crate) use rank::GnubgRank;
pub use two_sided::TwoSidedBearOff;
