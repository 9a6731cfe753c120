//! Lines of algorithm 1 of Sanno and Hoki: their text names two by numbers that the listing does
//! not have.

use crate::finding::Finding;

/// The printed listing, of 15 lines.
const ALGORITHM_1: [Line; 15] = [
    Line::Other,
    Line::Other,
    Line::Other,
    Line::Other,
    Line::Other,
    Line::Other,
    Line::Maximum,
    Line::Other,
    Line::Other,
    Line::Other,
    Line::Other,
    Line::Other,
    Line::Other,
    Line::Ends,
    Line::Other,
];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Line {
    /// Asks if the maximum is known.
    Maximum,
    /// Ends the iteration where nothing new was found.
    Ends,
    Other,
}

/// Numbers of these lines in the text.
const ENDS: usize = 18;
const MAXIMUM: usize = 11;

/// Returns a row on each of the two numbers. Each is explained by the other: the text counts as
/// many lines more before the one as before the other.
pub(super) fn rows() -> [Finding; 2] {
    let place = |of| 1 + ALGORITHM_1.iter().position(|&line| line == of).unwrap_or_default();
    let (ends, maximum) = (place(Line::Ends), place(Line::Maximum));
    let note = format!(
        "the listing has 15 lines. Both numbers are those of the listing and {}, as if an earlier \
         one had had so many lines more before the maximum; that it had is inferred",
        MAXIMUM - maximum
    );
    [
        Finding::print_wrong(
            "algorithm 1: the line that ends the iteration",
            ENDS,
            ends,
            ends + (MAXIMUM - maximum),
            note.clone(),
        ),
        Finding::print_wrong(
            "algorithm 1: the line with the maximum",
            MAXIMUM,
            maximum,
            maximum + (ENDS - ends),
            note,
        ),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Verdict;

    #[test]
    fn both_numbers_of_the_text_are_off_by_as_many_lines() {
        let found = rows().map(|row| (row.result.as_u64(), row.verdict));
        assert_eq!(found, [14, 7].map(|line| (Some(line), Verdict::PrintWrong)));
    }
}
