//! Two sides at home, with and without a cube, as in the databases of GNU Backgammon.

mod equities;
mod file;
mod lanes;

pub use equities::Equities;
pub(crate) use file::{FORMATS, bytes, export, open};

use super::super::race::Races;

/// `backgammon/gnubg-ts-PxC`: both sides on points 1 to P, the one of more checkers with C of them,
/// with the equities with and without a cube, as `makebearoff` of GNU Backgammon 1.07 computes
/// them: [`Equities`].
///
/// Layers of fewer checkers are needed; a `.bd` file has all of them.
pub type GnubgTwoSided = Races<Equities>;
