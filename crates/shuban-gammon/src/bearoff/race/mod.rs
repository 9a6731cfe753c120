//! Races of two sides that do not meet, layer by layer: what gnubg's two-sided databases and those
//! with proven bounds have in common.
//!
//! [`Races`] is the domain, of any [`RaceWorth`] of positions; [`RaceLanes`] are these side by
//! side, for the fast computation.

mod blocks;
mod domain;
mod lanes;
mod layers;
mod sides;
mod stored;
mod worth;

pub use blocks::RaceBlocks;
pub use domain::Races;
pub(crate) use lanes::LANES;
pub use lanes::Sixteen;
pub(crate) use layers::Rows;
pub use worth::{RaceLanes, RaceWorth};
