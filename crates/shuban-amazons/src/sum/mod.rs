//! Sums of regions: notation, bounds, scores, winners and best moves.
//!
//! ```
//! use shuban_amazons::sum::{BoardSum, SumScores};
//! use shuban_core::Bound;
//!
//! // (4|0) + (1|-4), Black to move.
//! let sum = BoardSum::parse(".X##/##OO/#..#/##X#/###. + ####X/.#O.X/#..O#").unwrap();
//! let mut scores = SumScores::new(1_000_000);
//! let regions = sum.regions();
//! let values = regions.iter().map(|region| scores.pair(&region.subgame).unwrap().unwrap());
//! assert_eq!(values.map(|pair| pair.to_string()).collect::<Vec<_>>(), ["(4|0)", "(1|-4)"]);
//! assert_eq!(scores.score(&regions, sum.to_move()), Ok(Bound::Exact(4)));
//!
//! // The one best move is in the second region, and not a best one there.
//! let best = scores.moves_that_keep(&regions, sum.to_move(), 4).unwrap().unwrap();
//! let best: Vec<String> = best.iter().map(|action| sum.format_move(action)).collect();
//! assert_eq!(best, ["2:e3-c1/d2"]);
//! ```

mod bound_play;
mod bounds;
mod game;
mod ground;
mod pieces;
mod scores;
mod territory;
mod text;

pub(crate) use bound_play::proven_beginning;
pub use bound_play::{BoundPlay, LocalPlay};
pub use bounds::{
    ALWAYS_NUMBERS, ScoreBounds, SumBounds, ahead, bounds, bounds_ahead, winner_of_score,
};
pub use game::Sums;
pub use ground::MAX_GROUND;
pub use pieces::TooLarge;
pub use scores::SumScores;
pub use territory::Territory;
pub use text::{BoardSum, SumMove, SumRegion};
