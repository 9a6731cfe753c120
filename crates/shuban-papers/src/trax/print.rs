//! Tables 4 and 5 of Kuwabara and Hoki, as printed.

use shuban_catalog::proof::ProofQuestion;
use shuban_catalog::proof::ProofResult;

/// What their search took, on twelve cores of two Xeon X5690.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Printed {
    pub(super) size: usize,
    pub(super) asked: ProofQuestion,
    pub(super) result: ProofResult,
    pub(super) nodes: u64,
    pub(super) seconds: u64,
    /// How often the table was full.
    pub(super) collections: u64,
}

const fn row(
    size: usize,
    asked: ProofQuestion,
    nodes: u64,
    seconds: u64,
    collections: u64,
) -> Printed {
    // All these boards are draws.
    let result = match asked {
        ProofQuestion::DrawOrBetter => ProofResult::Proven,
        ProofQuestion::Win => ProofResult::Disproven,
    };
    Printed { size, asked, result, nodes, seconds, collections }
}

const PRINTED: [Printed; 8] = [
    row(4, ProofQuestion::DrawOrBetter, 16_004, 0, 0),
    row(5, ProofQuestion::DrawOrBetter, 337_034, 6, 0),
    row(6, ProofQuestion::DrawOrBetter, 17_186_949, 505, 0),
    row(7, ProofQuestion::DrawOrBetter, 910_806_368, 45_237, 0),
    row(4, ProofQuestion::Win, 26_856, 0, 0),
    row(5, ProofQuestion::Win, 797_902, 14, 0),
    row(6, ProofQuestion::Win, 43_343_665, 1_197, 0),
    row(7, ProofQuestion::Win, 7_678_241_792, 438_930, 11),
];

/// What is printed of a question about a board.
pub(super) fn printed(size: usize, asked: ProofQuestion) -> Option<Printed> {
    PRINTED.into_iter().find(|row| (row.size, row.asked) == (size, asked))
}
