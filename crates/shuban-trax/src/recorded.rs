//! The committed ledgers of boards that take long to solve.

use crate::rules::{Lines, Trax};

/// The ledgers, part of the program, by size and lines.
const LEDGERS: [(usize, Lines, &str); 4] = [
    (6, Lines::Full, include_str!("../ledgers/trax-6.json")),
    (6, Lines::None, include_str!("../ledgers/trax-6-loops.json")),
    (7, Lines::Full, include_str!("../ledgers/trax-7.json")),
    (8, Lines::Full, include_str!("../ledgers/trax-8.json")),
];

/// Results of proof search for a board, as the text of a ledger; `None` if none is kept, since they
/// are found in a moment.
pub fn recorded(trax: &Trax) -> Option<&'static str> {
    let (_, _, text) = LEDGERS
        .into_iter()
        .find(|&(size, lines, _)| (size, lines) == (trax.size(), trax.lines()))?;
    Some(text)
}
