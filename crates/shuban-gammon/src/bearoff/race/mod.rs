//! Races of two sides that do not meet, layer by layer: what gnubg's two-sided databases and those
//! with proven bounds have in common.
//!
//! [`Races`] is the domain, of whatever a [`RaceWorth`] says of a position; [`RaceLanes`] are these
//! side by side, as the fast way works them out.

mod blocks;
mod domain;
mod lanes;
mod layers;
mod sides;
mod worth;

pub use blocks::RaceBlocks;
pub(crate) use domain::MOST_CHECKERS;
pub use domain::Races;
pub(crate) use lanes::LANES;
pub use lanes::Sixteen;
pub(crate) use layers::Rows;
pub use worth::{RaceLanes, RaceWorth};
