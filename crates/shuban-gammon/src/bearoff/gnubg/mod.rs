//! The one-sided bear-off databases of GNU Backgammon, to the byte.
//!
//! * [`Rolls`] is what such a file says of a side: how many rolls it needs, rounded to 16 bits as
//!   `makebearoff` rounds.
//! * [`GnubgOneSided`] has them as layers: `backgammon/gnubg-os-6` adds the sides whose rearmost
//!   checker stands on point 6.
//! * A file `.bd` is written from all layers up to a point: what `makebearoff -o 6` writes.

mod file;
mod one_sided;
mod plays;
mod rolls;

pub(crate) use file::{FORMATS, export};
pub use one_sided::{GnubgOneSided, RollsRecord};
pub use rolls::Rolls;
