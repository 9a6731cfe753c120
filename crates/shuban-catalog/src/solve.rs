//! Search where no database serves.

use std::path::Path;

use crate::error::Error;
use crate::report::Answer;

/// What a search may use.
#[derive(Clone, Copy, Debug)]
pub struct SolveSetting<'a> {
    /// The data folder: whatever is built helps.
    pub data: &'a Path,
    /// How many bytes of memory it may use, about.
    pub memory: u64,
    /// How many threads.
    pub threads: usize,
}

/// Solves positions of a game, one after the other.
pub trait PositionSolver {
    /// Solves a position, with a side to move by name (`black`, `white`) if it is another one than the
    /// position says.
    ///
    /// # Errors
    /// [`Error`]: bad text, a position that is too large, a file that cannot be read.
    fn solve(&mut self, position: &str, to_move: Option<&str>) -> Result<Box<dyn Answer>, Error>;
}
