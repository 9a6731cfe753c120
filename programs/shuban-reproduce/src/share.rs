//! Shares of cases drawn at random.

use serde_json::Value as Json;

use super::finding::{Finding, Verdict};

/// Maximum difference of two drawn shares, in standard errors of their difference.
const MOST_ERRORS: f64 = 4.0;

/// Maximum if the one is to explain the other: of explanations that are wrong, few come as near by
/// chance.
const MOST_ERRORS_EXPLAINED: f64 = 2.5;

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
        let row = row.with(Verdict::Statistical).differing_if(apart.abs() > MOST_ERRORS);
        row.noting(format!("{apart:+.1} standard errors of the difference, ±{error:.1}"))
    }

    /// Marks the print as wrong, if the share does not fit it: a count made in another way, which
    /// `note` names, fits, and closely.
    pub(crate) fn explained_by(self, print: CaseShare, explained: CaseShare, note: &str) -> Self {
        let apart = explained.errors_apart(print);
        let is_explained = self.verdict == Verdict::Differs && apart.abs() <= MOST_ERRORS_EXPLAINED;
        let verdict = if is_explained { Verdict::PrintWrong } else { self.verdict };
        let explained = explained.among(print.of);
        let note = format!(
            "{}; {note}: {explained}, {apart:+.1} standard errors from the print",
            self.note
        );
        self.with(verdict).noting(note)
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
    fn a_share_far_from_the_print_differs_unless_another_count_explains_it() {
        let large = CaseShare { cases: 24, of: 100_000 };
        assert_eq!(Finding::sampled("", share(5), large).verdict, Verdict::Statistical);
        assert_eq!(Finding::sampled("", share(5), large).result, 2.4);
        assert_eq!(Finding::sampled("", share(32), share(2)).verdict, Verdict::Differs);
        let row = |result, explained| {
            let print = share(32);
            Finding::sampled("", print, result).explained_by(print, explained, "counted otherwise")
        };
        let wrong = |result, explained| row(result, explained).verdict;
        assert_eq!(wrong(share(2), share(36)), Verdict::PrintWrong);
        assert_eq!(wrong(share(2), share(120)), Verdict::Differs);
        // 2.7 errors are not far for a result, and too far for an explanation.
        assert_eq!(Finding::sampled("", share(32), share(58)).verdict, Verdict::Statistical);
        assert_eq!(wrong(share(2), share(58)), Verdict::Differs);
        let row = row(share(2), share(36));
        assert!(
            row.note.ends_with("; counted otherwise: 36, +0.5 standard errors from the print"),
            "{}",
            row.note
        );
        assert_eq!(wrong(share(30), share(36)), Verdict::Statistical);
    }
}
