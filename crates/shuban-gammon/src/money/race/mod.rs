//! Races for money, beyond the home board too, in proven bounds.
//!
//! A race ends, so that one pass over the positions, by the pips of both sides together, gives the
//! bounds: see [`race`](crate::bearoff::race).

mod explain;
mod lanes;
mod value;

pub use value::RaceEquities;

use crate::bearoff::race::Races;

/// `backgammon/race-PxC`: both sides on points 1 to P, 7 to 12, the one of more checkers with C of
/// them (up to 10 on 7 points, 6 on 12), with the equities with and without a cube:
/// [`RaceEquities`].
///
/// There are no gammons, as both sides have borne off a checker. Each mean over rolls is rounded
/// outward, in units of 2⁻²⁷.
pub type MoneyRaces = Races<RaceEquities>;
