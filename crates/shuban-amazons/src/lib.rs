//! Amazons: regions, rules, notation, index, domain, drawing.
//!
//! * [`Squares`] is a set of squares as a bit-board, [`queen_reach`] where a queen gets to on it,
//!   and [`Subgame`] a set of squares that are not burnt with the amazons on them: a region,
//!   several, or a whole board; it has moves and falls apart into independent regions.
//! * [`Region`] is a connected set up to symmetry, [`Region::all`] enumerates those of a size, and
//!   [`Placements`] numbers the ways to put amazons into one.
//! * [`Position`] is a board with a side to move, and [`Amazons`] the whole as a
//!   [`Game`](shuban_core::Game), with the notation of [`parse_position`] and [`parse_move`].
//! * The value of a region is a [`Pair`] (a|b); [`Regions`] is the domain of all regions of up to
//!   ten squares, numbered by [`RegionIndex`], and [`Minimax`] the plain way to values and best
//!   moves; as a [`Tabulate`](shuban_core::Tabulate) it values whole layers, tens of millions of
//!   positions a second.
//! * [`CanonicalRegions`] is the domain of the same regions with a [`CanonicalValue`] each: as
//!   combinatorial games their values add, and decide who wins any sum.
//! * [`sum`] has sums of regions: their scores, winners and best moves.
//! * [`record88`] reads and writes the record of 88 bits in which such a database was first
//!   published.
//! * [`twin`] has the rules once more, plainly.
//!
//! ```
//! use shuban_core::Game;
//! use shuban_amazons::{Amazons, Placements, Region, Side, parse_move};
//!
//! // Black shoots back to the square it comes from, and White is shut in.
//! let position = Amazons.parse("X.O").unwrap();
//! let action = parse_move(&position, "a1-b1/a1").unwrap();
//! let after = position.subgame().after(Side::Black, action);
//! assert!(!after.can_move(Side::White));
//!
//! // There are 22 regions of four squares; the straight one has 28 placements up to symmetry.
//! let regions = Region::all(4);
//! assert_eq!(regions.len(), 22);
//! let straight = regions.iter().find(|region| region.squares().extent() == (4, 1)).unwrap();
//! let placements = Placements::new(*straight);
//! assert_eq!(placements.len(), 28);
//! assert_eq!(placements.rank(placements.unrank(13).unwrap()), Some(13));
//! ```

mod board;
mod canonical;
mod check;
mod count;
mod domain;
mod explain;
mod game;
mod index;
mod layout;
mod lines;
mod minimax;
mod notation;
mod okada;
mod pair;
mod placement;
mod position;
mod present;
pub mod record88;
mod region;
mod register;
mod solver;
mod squares;
mod subgame;
pub mod sum;
mod svg;
mod sweep;
mod symmetry;
pub mod twin;

pub use canonical::{
    CanonicalPlan, CanonicalRegions, CanonicalScratch, CanonicalSearch, CanonicalValue,
    MAX_CANONICAL_SIZE, ValueId, canonical_by_search,
};
pub use count::position_counts;
pub use domain::{MAX_SIZE, Regions};
pub use game::Amazons;
pub use index::RegionIndex;
pub use lines::queen_reach;
pub use minimax::{Minimax, value_by_search};
pub use notation::{format_move, format_position, parse_move, parse_position};
pub use pair::{Pair, PairCode};
pub use placement::{MAX_AMAZONS, Placement, Placements};
pub use position::{MAX_BOARD, Position, PositionError};
pub use region::{MAX_REGION, Permutation, Region};
pub use register::register;
pub use solver::SumSolver;
pub use squares::{BOX, Components, Square, Squares, SquaresIter};
pub use subgame::{Move, Side, Subgame};
pub use sweep::{BestMoves, SweepPlan, SweepScratch};
pub use symmetry::Symmetry;
