//! Lines of algorithm 1 of Sanno and Hoki: their text names two by numbers that the listing does
//! not have.

use crate::finding::Finding;

/// Lines of the printed listing, of 15: the one that ends the iteration where nothing new was found, and
/// the one that asks if the maximum is known.
const LISTED_END: usize = 14;
const LISTED_MAXIMUM: usize = 7;

/// Numbers of these lines in the text.
const ENDS: usize = 18;
const MAXIMUM: usize = 11;

/// Returns a row on each of the two numbers. Each is explained by the other: the text counts as
/// many lines more before the one as before the other.
pub(super) fn rows() -> [Finding; 2] {
    let (ends, maximum) = (LISTED_END, LISTED_MAXIMUM);
    let note = format!(
        "the listing has 15 lines. Both numbers are those of the listing and {}, as if an earlier \
         one had that many more lines before the maximum; this is inferred",
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
