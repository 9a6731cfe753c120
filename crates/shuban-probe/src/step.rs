//! A step of a question.

use std::ops::Range;

/// A step of a question about a file: its answer, or the bytes of the file that it needs first. The
/// caller reads them in a way of its own, gives them, and asks again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step<T> {
    /// The range of the file that is needed.
    Need(Range<u64>),
    /// The answer.
    Answer(T),
}

/// Returns the answer of a step, or passes its need on.
macro_rules! known {
    ($step:expr) => {
        match $step {
            $crate::step::Step::Answer(answer) => answer,
            $crate::step::Step::Need(range) => return Ok($crate::step::Step::Need(range)),
        }
    };
}

pub(crate) use known;
