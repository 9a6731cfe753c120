//! Search where no database serves.

use std::path::Path;

use serde::Serialize;

use crate::error::Error;
use crate::report::{Answer, Report, grouped};

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

/// Which random sums bounds are checked on.
#[derive(Clone, Copy, Debug)]
pub struct SumsOptions {
    /// How many sums.
    pub sums: u64,
    /// How many squares a region has at most.
    pub squares: usize,
    /// The seed they are drawn with.
    pub seed: u64,
}

/// The outcome of holding bounds of random sums against what is found without them.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CheckedSums {
    /// The game's name.
    pub game: String,
    /// Whether no bound was beaten and no winner differed.
    pub passed: bool,
    /// How many random sums there were.
    pub sums: u64,
    /// How many squares a region had at most.
    pub squares: usize,
    /// The seed they were drawn with.
    pub seed: u64,
    /// Of how many a lower bound was known.
    pub lower: u64,
    /// Of how many an upper bound was known.
    pub upper: u64,
    /// Of how many the bounds told who makes the last move.
    pub winners: u64,
    /// How many of the bounds by the rule as it was published were beaten.
    pub printed_beaten: u64,
    /// The first sum with a bound that was beaten or a winner that differed.
    pub difference: Option<String>,
}

impl Report for CheckedSums {
    fn text(&self) -> String {
        let CheckedSums { game, sums, squares, seed, lower, upper, winners, printed_beaten, .. } = self;
        if let Some(difference) = &self.difference {
            return format!("{game}: {difference}");
        }
        let [sums, lower, upper, winners] = [*sums, *lower, *upper, *winners].map(grouped);
        format!(
            "{game}: {sums} random sums of two to four regions of up to {squares} squares (seed {seed}): none of \
             {lower} lower and {upper} upper bounds is beaten by the score, and the {winners} winners that they \
             tell are those by canonical values; of the bounds as published {printed_beaten} are beaten"
        )
    }
}
