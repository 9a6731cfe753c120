//! Lines of algorithm 1 of Sanno and Hoki: their text names two by numbers that the listing does
//! not have.

use crate::finding::{Finding, Verdict};

/// The printed listing, of 15 lines: depth and kind of each line.
const ALGORITHM_1: [(usize, Line); 15] = [
    (0, Line::Other),
    (0, Line::Other),
    (0, Line::Other),
    (0, Line::Other),
    (1, Line::Other),
    (2, Line::Other),
    (3, Line::Maximum),
    (4, Line::Other),
    (3, Line::Else),
    (4, Line::Other),
    (2, Line::Other),
    (3, Line::Other),
    (3, Line::Other),
    (1, Line::Ends),
    (1, Line::Other),
];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Line {
    /// Asks if the maximum is known.
    Maximum,
    /// Continues the block that the line before it ends.
    Else,
    /// Ends the iteration where nothing new was found.
    Ends,
    Other,
}

/// Returns the number of each line if every block had a line that ends it, as in many layouts of
/// algorithms.
fn numbers_with_ends(listing: &[(usize, Line)]) -> Vec<usize> {
    let mut open: Vec<usize> = Vec::new();
    let mut number = 0;
    let mut numbers = Vec::new();
    for (place, &(depth, line)) in listing.iter().enumerate() {
        while open.last().is_some_and(|&of| of > depth || (of == depth && line != Line::Else)) {
            open.pop();
            number += 1;
        }
        number += 1;
        numbers.push(number);
        let goes_deeper = listing.get(place + 1).is_some_and(|next| next.0 > depth);
        if goes_deeper && line != Line::Else {
            open.push(depth);
        }
    }
    numbers
}

pub(super) fn rows() -> [Finding; 2] {
    let place = |of| ALGORITHM_1.iter().position(|&(_, line)| line == of).unwrap_or_default();
    let with_ends = numbers_with_ends(&ALGORITHM_1);
    let (ends, maximum) = (place(Line::Ends), place(Line::Maximum));
    [
        Finding::print_wrong(
            "algorithm 1: the line that ends the iteration",
            18,
            ends + 1,
            with_ends[ends],
            "the listing has 15 lines; with a line at the end of every block it would be the 18th",
        ),
        Finding::undecided(
            "algorithm 1: the line with the maximum",
            11,
            maximum + 1,
            format!(
                "with a line at the end of every block it would be the {}th, too: nothing tried \
                 gives 11",
                with_ends[maximum]
            ),
        )
        .with(Verdict::NotReproducible),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_that_end_are_counted() {
        let numbers = numbers_with_ends(&ALGORITHM_1);
        assert_eq!(numbers, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 13, 14, 15, 18, 19]);
        assert_eq!(rows()[0].verdict, Verdict::PrintWrong);
    }
}
