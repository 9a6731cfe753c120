//! The constants of the search.

use super::weights::{SQUARE, Weights};

/// Constants of the search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SearchOptions {
    /// Constants of the evaluation.
    pub weights: Weights,
    /// Lead in squares that is halfway to a certain win.
    pub halfway: f32,
    /// Share of visits that goes to moves which are worse so far.
    pub exploration: f32,
    /// Gap to the best move at which a move is looked at a quarter as often.
    pub gap: f32,
    /// Most moves that are kept at the root and at other nodes.
    pub most: [usize; 2],
    /// Most destinations whose arrows are all tried, at the root and at other nodes.
    pub destinations: [usize; 2],
}

impl Default for SearchOptions {
    fn default() -> Self {
        SearchOptions {
            weights: Weights::default(),
            halfway: 8.0,
            exploration: 1.0,
            gap: 0.1,
            most: [200, 40],
            destinations: [usize::MAX, 12],
        }
    }
}

impl SearchOptions {
    /// Returns the expected result of a score, from -1 to 1: divisions alone, the same on every machine.
    pub(super) fn expected(&self, score: i32) -> f32 {
        let lead = score as f32 / SQUARE as f32;
        lead / (lead.abs() + self.halfway)
    }
}
