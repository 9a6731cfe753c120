//! Bearing off: both sides at home, where nobody is in anybody's way.
//!
//! * [`OneSidedBearOff`] is a side alone: how many rolls it needs, as an exact [`Distribution`].
//! * [`GnubgOneSided`] is the same as GNU Backgammon stores it, rounded as it rounds, and
//!   [`GnubgTwoSided`] are races of two sides, with and without a cube.
//! * [`TwoSidedBearOff`] is a race of two sides at home: its expected result, as a
//!   [`FineInterval`](shuban_core::FineInterval).

mod alone;
mod distribution;
mod drawing;
mod equation;
mod gnubg;
mod home;
mod one_sided;
mod two_sided;

pub use alone::Alone;
pub use distribution::Distribution;
pub(crate) use drawing::draw_side;
pub(crate) use equation::equation;
pub(crate) use gnubg::GnubgRank;
pub use gnubg::{Equities, GnubgOneSided, GnubgTwoSided, OneSidedTable, Rolls, TwoSidedBlocks};
pub use one_sided::{BearOffRecord, OneSidedBearOff};
pub use two_sided::TwoSidedBearOff;
