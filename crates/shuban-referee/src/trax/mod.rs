//! Limited TRAX on small boards, by docs/trax.md.

mod board;
mod keys;
mod positions;
mod tile;
mod tracks;
mod turns;

pub(crate) use positions::Positions;
