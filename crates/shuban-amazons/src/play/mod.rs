//! Play on whole boards: an evaluation by territory, and a search for a good move.

mod candidates;
mod ending;
mod estimate;
mod evaluation;
mod options;
mod player;
mod reach;
mod tree;
mod weights;

pub use estimate::TerritoryEvaluation;
pub use evaluation::Parts;
pub use options::SearchOptions;
pub use player::{BoardGame, BoardPlayer};
pub use reach::{FARTHEST, Levels, Lines};
pub use tree::{RatedMove, Tree};
pub use weights::{Fading, SQUARE, Weights};
