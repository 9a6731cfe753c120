//! Shares of cases drawn at random.

use serde_json::Value as Json;

use super::finding::{Finding, Verdict};

/// Maximum difference of two drawn shares, in standard errors of their difference.
const MOST_ERRORS: f64 = 4.0;

/// Maximum if the one is to explain the other: of explanations that are wrong, few come as near by
/// chance.
pub(crate) const MOST_ERRORS_EXPLAINED: f64 = 2.5;

/// A number of cases of a kind, among a number drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CaseShare {
    pub(crate) cases: u64,
    pub(crate) of: u64,
}

impl CaseShare {
    /// Returns the difference of two shares, in standard errors of it, if both come of one chance,
    /// estimated from all cases together.
    pub(crate) fn errors_apart(self, other: CaseShare) -> f64 {
        let [own, others] = [self, other].map(|share| share.cases as f64 / share.of as f64);
        match own - others {
            0.0 => 0.0,
            difference => difference / self.error(other),
        }
    }

    /// Returns the standard error of the difference of two shares.
    fn error(self, other: CaseShare) -> f64 {
        let chance = (self.cases + other.cases) as f64 / (self.of + other.of) as f64;
        (chance * (1.0 - chance) * (1.0 / self.of as f64 + 1.0 / other.of as f64)).sqrt()
    }

    /// Returns the number of cases scaled to `of` draws, to one decimal if others were drawn.
    fn among(self, of: u64) -> Json {
        if of == self.of {
            return self.cases.into();
        }
        let cases = self.cases as f64 * of as f64 / self.of as f64;
        ((cases * 10.0).round() / 10.0).into()
    }
}

impl Finding {
    /// Compares a drawn share with a printed one that was drawn, too.
    pub(crate) fn sampled(what: impl Into<String>, print: CaseShare, result: CaseShare) -> Self {
        if print.of == 0 || result.of == 0 {
            return Finding::undecided(what, print.cases, result.cases, "no case came up");
        }
        let row = Finding::exact(what, print.cases, result.among(print.of));
        let error = result.error(print) * print.of as f64;
        let apart = result.errors_apart(print);
        let row = Finding { verdict: Verdict::Statistical, ..row };
        let row = row.differing_if(apart.abs() > MOST_ERRORS);
        row.noting(format!("{apart:+.1} standard errors of the difference, ±{error:.1}"))
    }

    /// Compares a printed number of drawn cases with the one that is expected by an exact chance.
    pub(crate) fn expected(what: impl Into<String>, print: CaseShare, chance: f64) -> Self {
        let draws = print.of as f64;
        let (expected, error) = (chance * draws, (chance * (1.0 - chance) * draws).sqrt());
        let off = print.cases as f64 - expected;
        // Chances of 0 and 1 have no error: any case against them is too much.
        let apart = if off.abs() < 1e-6 { 0.0 } else { off / error };
        let rounded = (expected * 100.0).round() / 100.0;
        let row =
            Finding { verdict: Verdict::Statistical, ..Finding::exact(what, print.cases, rounded) };
        row.differing_if(apart.is_nan() || apart.abs() > MOST_ERRORS).noting(format!(
            "expected by the values of all regions, ±{error:.1}; the print is {apart:+.1} standard \
             errors off"
        ))
    }

    /// Marks the print as wrong, if it is not what is expected: the chance of cases counted in
    /// another way, which `note` names, fits, and closely.
    pub(crate) fn explained_by(self, print: CaseShare, chance: f64, note: &str) -> Self {
        let draws = print.of as f64;
        let apart =
            (print.cases as f64 - chance * draws) / (chance * (1.0 - chance) * draws).sqrt();
        let explained = (chance * draws * 100.0).round() / 100.0;
        let note = format!(
            "{}; {note}: {explained}, {apart:+.1} standard errors from the print",
            self.note
        );
        self.wrong_if(apart.abs() <= MOST_ERRORS_EXPLAINED).noting(note)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn share(cases: u64) -> CaseShare {
        CaseShare { cases, of: 10_000 }
    }

    #[test]
    fn shares_of_one_chance_are_a_few_errors_apart() {
        assert_eq!(share(0).errors_apart(share(0)), 0.0);
        assert_eq!(share(10_000).errors_apart(share(10_000)), 0.0);
        // The error of the difference of two shares of a half of 10,000 is the root of 5,000.
        assert!((share(5_071).errors_apart(share(5_000)) - 1.0).abs() < 0.01);
        assert!(share(1).errors_apart(share(2)) < 0.0);
    }

    #[test]
    fn a_printed_count_is_near_to_what_is_expected_or_differs() {
        let verdict = |cases, chance| Finding::expected("", share(cases), chance).verdict;
        assert_eq!(verdict(658, 0.058_33), Verdict::Statistical);
        assert_eq!(verdict(700, 0.058_33), Verdict::Differs);
        assert_eq!([verdict(0, 0.0), verdict(10_000, 1.0)], [Verdict::Statistical; 2]);
        assert_eq!(verdict(1, 0.0), Verdict::Differs);
        assert_eq!(Finding::expected("", share(658), 0.058_33).result, 583.3);
    }

    #[test]
    fn a_share_far_from_the_print_differs_unless_another_count_explains_it() {
        let large = CaseShare { cases: 24, of: 100_000 };
        assert_eq!(Finding::sampled("", share(5), large).verdict, Verdict::Statistical);
        assert_eq!(Finding::sampled("", share(5), large).result, 2.4);
        assert_eq!(Finding::sampled("", share(32), share(2)).verdict, Verdict::Differs);
        let wrong = |expected, explained| {
            let print = share(32);
            let row = Finding::expected("", print, expected);
            row.explained_by(print, explained, "counted otherwise").verdict
        };
        assert_eq!(wrong(0.000_25, 0.003_506), Verdict::PrintWrong);
        assert_eq!(wrong(0.000_25, 0.012), Verdict::Differs);
        // An explanation must be nearer than a result: 2.7 errors are too far.
        assert_eq!(wrong(0.000_25, 0.005_1), Verdict::Differs);
        // What is expected needs none.
        assert_eq!(wrong(0.003, 0.003_506), Verdict::Statistical);
        let row = Finding::expected("", share(32), 0.000_25);
        let row = row.explained_by(share(32), 0.003_506, "counted otherwise");
        let note = "; counted otherwise: 35.06, -0.5 standard errors from the print";
        assert!(row.note.ends_with(note), "{}", row.note);
    }
}
