//! Tables 4 and 5 of Kuwabara and Hoki, as printed.

use shuban_catalog::proof::ProofQuestion::{self, DrawOrBetter, Win};
use shuban_catalog::proof::ProofResult;

/// Cost of their search, on twelve cores of two Xeon X5690.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct PrintedSearch {
    pub(super) result: ProofResult,
    pub(super) nodes: u64,
    pub(super) seconds: u64,
    /// Number of times that the table was full.
    pub(super) collections: u64,
}

/// Size and question; nodes, seconds, and the number of times that the table was full.
const PRINTED: [(usize, ProofQuestion, u64, u64, u64); 8] = [
    (4, DrawOrBetter, 16_004, 0, 0),
    (5, DrawOrBetter, 337_034, 6, 0),
    (6, DrawOrBetter, 17_186_949, 505, 0),
    (7, DrawOrBetter, 910_806_368, 45_237, 0),
    (4, Win, 26_856, 0, 0),
    (5, Win, 797_902, 14, 0),
    (6, Win, 43_343_665, 1_197, 0),
    (7, Win, 7_678_241_792, 438_930, 11),
];

/// Returns the printed row of a question about a board.
pub(super) fn printed(size: usize, asked: ProofQuestion) -> Option<PrintedSearch> {
    let is_asked = |row: &(usize, ProofQuestion, u64, u64, u64)| (row.0, row.1) == (size, asked);
    let (_, _, nodes, seconds, collections) = PRINTED.into_iter().find(is_asked)?;
    // All these boards are draws.
    let result = match asked {
        DrawOrBetter => ProofResult::Proven,
        Win => ProofResult::Disproven,
    };
    Some(PrintedSearch { result, nodes, seconds, collections })
}
