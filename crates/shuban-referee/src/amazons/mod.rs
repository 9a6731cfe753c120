//! Amazons, by docs/amazons.md.

mod board;
mod canonical;
mod forms;
mod last_move;
mod numbering;
mod placements;
mod scores;
mod shapes;
mod text;

pub(crate) use canonical::Canonical;
pub(crate) use last_move::LastMove;
pub(crate) use scores::Scores;
