//! Section 5.1: bounds where the best move in a sum is a best one of none of its regions.

use rayon::prelude::*;
use shuban_amazons::sum::SumRegion;
use shuban_catalog::Error;

use super::exact::Exact;
use super::figure_4_text::best_alone;
use super::judge::Judged;
use crate::finding::Finding;
use crate::paper::Recomputation;
use crate::share::CaseShare;

/// Least difference between two shares that is not put down to chance, in standard errors.
const LEAST_ERRORS: f64 = 4.0;

/// Sums looked at between two checks of the clock.
const AT_ONCE: usize = 256;

/// Sums with a lower bound, by its distance from the score, 0 to 2 and more.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct ByError([u64; 4]);

impl ByError {
    /// Returns the share of bounds that are off.
    fn off(self) -> CaseShare {
        let of = self.0.iter().sum();
        CaseShare { cases: of - self.0[0], of }
    }

    fn text(self) -> String {
        let [exact, one, two, more] = self.0;
        format!("exact {exact}, off by one {one}, by two {two}, by more {more}")
    }
}

/// Sets the errors of the printed lower bounds against the best moves of the sums: whether one of
/// them is a best one in its region alone.
pub(super) fn row(
    name: &str,
    sums: &[Vec<SumRegion>],
    judged: &[Judged],
    run: &Recomputation<'_>,
) -> Result<Finding, Error> {
    run.progress.phase("best moves of sums with a lower bound", sums.len() as u64);
    let mut counts = [ByError::default(); 2];
    let both: Vec<(&Vec<SumRegion>, &Judged)> = sums.iter().zip(judged).collect();
    for (number, some) in both.chunks(AT_ONCE).enumerate() {
        run.check()?;
        let found: Result<Vec<Option<(bool, usize)>>, Error> =
            some.par_iter().map_init(Exact::new, one).collect();
        for (is_alone, error) in found?.into_iter().flatten() {
            let ByError(count) = &mut counts[usize::from(is_alone)];
            count[error.min(3)] += 1;
        }
        run.progress.at(((number + 1) * AT_ONCE) as u64, "");
    }
    Ok(compared(name, counts))
}

/// Returns whether a best move of a sum is a best one in its region alone, and how far the printed
/// lower bound is from the score; `None` for a sum without a bound.
fn one(
    exact: &mut Exact,
    (sum, judged): &(&Vec<SumRegion>, &Judged),
) -> Result<Option<(bool, usize)>, Error> {
    let (Some(lower), Some(score)) = (judged.printed.lower, judged.score) else { return Ok(None) };
    let best = exact.moves_that_keep(sum, score)?;
    let is_alone = best_alone(sum, &judged.values, &best)? > 0;
    // The printed rule has no wrong bound of two regions.
    Ok(Some((is_alone, usize::try_from(score - lower).unwrap_or(usize::MAX))))
}

/// Compares sums without and with a best move that is a best one of a region.
fn compared(name: &str, [without, with]: [ByError; 2]) -> Finding {
    let what = format!("{name}: lower bounds that are off where no best move is one of a region");
    let percent = |share: CaseShare| 100.0 * share.cases as f64 / share.of.max(1) as f64;
    let [off, off_with] = [without, with].map(ByError::off);
    let result = format!("{:.1} % beside {:.1} %", percent(off), percent(off_with));
    let note = format!(
        "no best move of the sum is one of its region alone: {}; one is: {}",
        without.text(),
        with.text()
    );
    let claim = "poor";
    if off.of == 0 || off_with.of == 0 {
        return Finding::undecided(what, claim, result, note);
    }
    let apart = off.errors_apart(off_with);
    if apart.abs() < LEAST_ERRORS {
        let why = format!("{note}; {apart:+.1} standard errors apart");
        return Finding::undecided(what, claim, result, why);
    }
    Finding::settled(what, claim, result, apart > 0.0)
        .drawn()
        .noting(format!("{note}; {apart:+.1} standard errors apart"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Verdict;

    #[test]
    fn bounds_are_poor_only_if_more_of_them_are_off_than_elsewhere() {
        let of = |without, with| compared("", [ByError(without), ByError(with)]).verdict;
        assert_eq!(of([10, 80, 10, 0], [900, 100, 0, 0]), Verdict::Statistical);
        assert_eq!(of([90, 10, 0, 0], [100, 900, 0, 0]), Verdict::PrintWrong);
        assert_eq!(of([89, 11, 0, 0], [900, 100, 0, 0]), Verdict::Undecided);
        assert_eq!(of([0; 4], [900, 100, 0, 0]), Verdict::Undecided);
    }
}
