//! Rules of thumb for a side alone, held against all positions.

use shuban_core::Checkers;
use shuban_gammon::bearoff::Distribution;

/// Two sides of which a rule of thumb says that the first needs no more rolls than the second.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ComparedSides {
    /// The side that is said to be quicker.
    pub first: Checkers,
    /// How many rolls it needs.
    pub first_needs: Distribution,
    /// The other side.
    pub second: Checkers,
    /// How many rolls that needs.
    pub second_needs: Distribution,
}

/// What became of a rule of thumb.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conjecture {
    /// How many pairs of sides it speaks of.
    pub pairs: usize,
    /// All pairs in which the first side needs more rolls than the second, by the order of ranks.
    pub counter_examples: Vec<ComparedSides>,
    /// All pairs in which both need exactly the same.
    pub equal: Vec<ComparedSides>,
}

/// "With equal pips, the side without an empty home point is at least as quick": each side that
/// holds all of `home` points, compared with all that have the same pips and an empty point.
pub fn no_gaps(solved: &[(Checkers, Distribution)], home: usize) -> Conjecture {
    let has_gaps = |side: Checkers| (1..=home).any(|point| side.on(point) == 0);
    compare(solved, |first, second| {
        first.pips() == second.pips() && !has_gaps(first) && has_gaps(second)
    })
}

/// "With equal pips, the side with fewer checkers is at least as quick."
pub fn fewer_checkers(solved: &[(Checkers, Distribution)]) -> Conjecture {
    compare(solved, |first, second| first.pips() == second.pips() && first.count() < second.count())
}

/// "The side with fewer pips is quicker."
pub fn fewer_pips(solved: &[(Checkers, Distribution)]) -> Conjecture {
    compare(solved, |first, second| first.pips() < second.pips())
}

/// Sides that have borne off everything are left out: there is nothing to be said of them.
fn compare(
    solved: &[(Checkers, Distribution)],
    speaks_of: impl Fn(Checkers, Checkers) -> bool,
) -> Conjecture {
    let playing = || solved.iter().filter(|(side, _)| !side.is_empty());
    let mut conjecture = Conjecture { pairs: 0, counter_examples: Vec::new(), equal: Vec::new() };
    for (first, first_needs) in playing() {
        for (second, second_needs) in playing().filter(|(second, _)| speaks_of(*first, *second)) {
            conjecture.pairs += 1;
            let list = if first_needs.has_mean_of(second_needs) {
                &mut conjecture.equal
            } else if first_needs > second_needs {
                &mut conjecture.counter_examples
            } else {
                continue;
            };
            list.push(ComparedSides {
                first: *first,
                first_needs: first_needs.clone(),
                second: *second,
                second_needs: second_needs.clone(),
            });
        }
    }
    conjecture
}
