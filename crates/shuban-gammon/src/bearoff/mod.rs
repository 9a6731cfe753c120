//! Bearing off: both sides at home, where nobody is in anybody's way.
//!
//! * [`OneSidedBearOff`] is a side alone: how many rolls it needs, as an exact [`Distribution`].
//! * [`TwoSidedBearOff`] is a race of two sides at home: its expected result, as a [`FineInterval`].
//! * [`ExactRaces`] gives the expected result of any race without contact as a fraction.
//! * [`front_most_first`] is a fixed rule of play; [`no_gaps`], [`fewer_checkers`] and [`fewer_pips`]
//!   are rules of thumb about a side alone; [`fewest_rolls`] asks whether these count in a race. Each is
//!   settled over all positions.
//! * [`draw_side`] draws a side at home for a terminal, [`draw_side_svg`] for a page.
//! * [`PRINTED_EXPECTED_ROLLS`] and [`PRINTED_RACES`] are what has been printed.

mod alone;
mod conjectures;
mod distribution;
mod drawing;
mod equity;
mod fixed_policy;
mod home;
mod hypothesis;
mod one_sided;
mod published;
mod races;
mod two_sided;

pub use alone::Alone;
pub use conjectures::{ComparedSides, Conjecture, fewer_checkers, fewer_pips, no_gaps};
pub use distribution::Distribution;
pub use drawing::{draw_side, draw_side_svg};
pub use fixed_policy::front_most_first;
pub use hypothesis::{FewestRolls, JudgedPlay, WrongPlay, fewest_rolls};
pub use shuban_core::{FINE_ONE, FineInterval};

pub use one_sided::{BearOffRecord, OneSidedBearOff};
pub use published::{PRINTED_EXPECTED_ROLLS, PRINTED_RACES, PrintedRace};
pub use races::{Contact, ExactRaces};
pub use two_sided::TwoSidedBearOff;
