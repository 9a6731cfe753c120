//! Amazons: regions, rules, notation, index, domain, drawing.
//!
//! * [`Squares`] is a set of squares as a bit-board, and [`Subgame`] a set of squares that are not
//!   burnt with the amazons on them: a region, several, or a whole board.
//! * [`Region`] is a connected set up to symmetry, and [`Placements`] numbers the ways to put
//!   amazons into one.
//! * [`Position`] is a board with a side to move, and [`Amazons`] the
//!   [`Game`](shuban_core::Game).
//! * [`Regions`] is the domain of all regions of up to ten squares with their values (a|b)
//!   ([`ScorePair`]), numbered by [`RegionIndex`]; [`Minimax`] is the plain way to values and best
//!   moves.
//! * [`CanonicalRegions`] is the domain of the same regions as combinatorial games, whose values
//!   add and decide who wins any sum.
//! * [`whole`] has the domain of every position of a small board, won or lost.
//! * [`play`] has a player's evaluation of whole boards, and its search.
//! * [`sum`] has sums of regions: their scores, winners and best moves; [`record88`] the record of
//!   88 bits in which such a database was first published; [`twin`] the rules once more, plainly.
//!
//! ```
//! use shuban_core::Game;
//! use shuban_amazons::{Amazons, Placements, Region, Army, parse_move};
//!
//! // Black shoots back to the square it comes from, and White is shut in.
//! let position = Amazons.parse("X.O").unwrap();
//! let action = parse_move(&position, "a1-b1/a1").unwrap();
//! let after = position.subgame().after(Army::Black, action);
//! assert!(!after.can_move(Army::White));
//!
//! // There are 22 regions of four squares; the straight one has 28 placements up to symmetry.
//! let regions = Region::all(4);
//! assert_eq!(regions.len(), 22);
//! let straight = regions.iter().find(|region| region.squares().extent() == (4, 1)).unwrap();
//! let placements = Placements::new(*straight);
//! assert_eq!(placements.len(), 28);
//! assert_eq!(placements.rank(placements.unrank(13).unwrap()), Some(13));
//! ```

mod as_numbers;
mod board;
mod boards;
mod by_hand;
mod canonical;
mod check;
mod count;
mod domain;
mod explain;
mod game;
mod index;
mod japanese;
mod layout;
mod lines;
mod minimax;
mod notation;
mod okada;
mod pair;
mod placement;
pub mod play;
mod position;
mod present;
mod read_move;
mod read_position;
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
mod transcribed;
pub mod twin;
pub mod whole;
mod workers;

pub use boards::Boards;
pub use canonical::{
    CanonicalRegions, CanonicalSearch, CanonicalValue, MAX_CANONICAL_SIZE, ValueId,
    canonical_by_search,
};
pub use count::position_counts;
pub use domain::{MAX_SIZE, Regions};
pub use game::Amazons;
pub use index::RegionIndex;
pub use lines::queen_reach;
pub use minimax::{Minimax, value_by_search};
pub use notation::{format_move, format_position};
pub use pair::PairCode;
pub use placement::{Placement, Placements};
pub use position::{MAX_BOARD, Position};
pub use read_move::parse_move;
pub use read_position::parse_position;
pub use region::{MAX_REGION, Permutation, Region};
pub use register::register;
pub use shuban_cgt::sums::ScorePair;
pub use solver::SumSolver;
pub use squares::{BOX, Square, Squares, SquaresIter};
pub use subgame::{Army, Move, Subgame};
pub use sweep::BestMoves;
pub use symmetry::Symmetry;
