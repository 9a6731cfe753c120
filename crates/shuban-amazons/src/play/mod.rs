//! Play on whole boards: an evaluation by territory, and a search for a good move.
//!
//! ```
//! use shuban_amazons::Boards;
//! use shuban_amazons::play::{SearchOptions, Tree};
//! use shuban_core::Present;
//!
//! let start = Boards::new(10, 10).unwrap().start();
//! let options = SearchOptions::default();
//! let mut tree = Tree::new(start.subgame(), start.to_move(), &options, 16 << 20);
//! while !tree.is_finished() && tree.evaluated() < 10_000 {
//!     tree.grow();
//! }
//! let best = tree.rated()[0];
//! assert!(start.subgame().is_legal(start.to_move(), best.action));
//! ```

mod candidates;
mod ending;
mod ending_adviser;
mod estimate;
mod evaluation;
mod options;
mod player;
mod reach;
mod tree;
mod weights;

pub(crate) use ending_adviser::EndingAdviser;
pub use estimate::TerritoryEvaluation;
pub use evaluation::Parts;
pub use options::SearchOptions;
pub use player::{BoardGame, BoardPlayer};
pub use reach::{FARTHEST, Levels, Lines};
pub use tree::{RatedMove, Tree};
pub use weights::{Fading, SQUARE, Weights};
