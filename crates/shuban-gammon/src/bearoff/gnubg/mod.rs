//! The bear-off databases of GNU Backgammon, to the byte.
//!
//! * [`GnubgOneSided`]: rolls that a side needs, rounded to 16 bits as `makebearoff` rounds:
//!   [`Rolls`]. The layer `backgammon/gnubg-os-6` adds the sides whose rearmost checker stands on
//!   point 6.
//! * [`GnubgTwoSided`]: equities of a race with and without a cube, in 16 bits: [`Equities`]. The
//!   layer `backgammon/gnubg-ts-6x7` adds the positions in which a side has seven checkers.
//! * A file `.bd` is written from a layer and all before it: the output of `makebearoff -o 6` and
//!   `-t 6x7`.

mod explain;
mod header;
mod one_sided;
mod two_sided;

pub use one_sided::{GnubgOneSided, OneSidedTable, Rolls};
pub use two_sided::{Equities, GnubgTwoSided};
