//! Amazons, by docs/amazons.md.

mod board;
mod canonical;
mod forms;
mod numbering;
mod placements;
mod scores;
mod shapes;
mod text;

pub(crate) use canonical::Canonical;
pub(crate) use scores::Scores;
