//! Rules of thumb for a side alone, checked on all positions.

use shuban_core::checkers::Checkers;
use shuban_gammon::bearoff::Distribution;

/// A side with the distribution of the rolls that it needs alone.
pub type SolvedSide = (Checkers, Distribution);

/// Check of a rule of thumb: that of two sides the first needs no more rolls than the second.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conjecture<'a> {
    /// Number of pairs of sides that the rule covers.
    pub pairs: usize,
    /// All pairs in which the first side needs more rolls than the second, by the order of ranks.
    pub counter_examples: Vec<[&'a SolvedSide; 2]>,
    /// All pairs in which both need exactly the same.
    pub equal: Vec<[&'a SolvedSide; 2]>,
}

/// Checks "With equal pips, the side without an empty home point is at least as quick": each side
/// that holds all of `home` points, compared with all that have the same pips and an empty point.
pub fn no_gaps(solved: &[SolvedSide], home: usize) -> Conjecture<'_> {
    let has_gaps = |side: Checkers| (1..=home).any(|point| side.on(point) == 0);
    compare(solved, |first, second| {
        first.pips() == second.pips() && !has_gaps(first) && has_gaps(second)
    })
}

/// Checks "With equal pips, the side with fewer checkers is at least as quick."
pub fn fewer_checkers(solved: &[SolvedSide]) -> Conjecture<'_> {
    compare(solved, |first, second| first.pips() == second.pips() && first.count() < second.count())
}

/// Checks "The side with fewer pips is quicker."
pub fn fewer_pips(solved: &[SolvedSide]) -> Conjecture<'_> {
    compare(solved, |first, second| first.pips() < second.pips())
}

/// Compares sides; those that have borne off everything are left out.
fn compare(
    solved: &[SolvedSide],
    speaks_of: impl Fn(Checkers, Checkers) -> bool,
) -> Conjecture<'_> {
    let playing = || solved.iter().filter(|(side, _)| !side.is_empty());
    let mut conjecture = Conjecture { pairs: 0, counter_examples: Vec::new(), equal: Vec::new() };
    for first in playing() {
        for second in playing().filter(|second| speaks_of(first.0, second.0)) {
            conjecture.pairs += 1;
            if first.1.has_mean_of(&second.1) {
                conjecture.equal.push([first, second]);
            } else if first.1 > second.1 {
                conjecture.counter_examples.push([first, second]);
            }
        }
    }
    conjecture
}
