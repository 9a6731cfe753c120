//! A layer as its family's documents describe it.

use crate::classes::Classes;
use crate::error::Stop;
use crate::progress::Report;

/// A part of a layer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Part {
    pub(crate) name: String,
    /// The number of its positions, by the rules.
    pub(crate) positions: u64,
}

/// A layer whose stored values can be held against the rules.
pub(crate) trait Layer: Sync {
    /// Returns its parts in order.
    fn parts(&self) -> Vec<Part>;

    /// Returns the condition that holds for each checked position, as part of a sentence.
    fn condition(&self) -> String;

    /// Checks the stored value of a position; returns the width of its interval, and `None` of an
    /// exact value.
    fn check(&self, part: usize, rank: u64) -> Result<Option<f64>, Stop>;

    /// Checks what takes all positions, and returns it as part of a sentence.
    fn check_whole(&self, _report: Report<'_>) -> Result<Option<String>, Stop> {
        Ok(None)
    }

    /// Returns the classes by which the file counts positions, once all values are known to be
    /// right; `None` if the family has none.
    fn classes(&self, _report: Report<'_>) -> Result<Option<Classes<'_>>, Stop> {
        Ok(None)
    }
}
