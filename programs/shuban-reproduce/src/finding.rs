//! Findings: the results of a recomputation.
//!
//! One rule says what becomes of a print that is not what is computed, and the constructors hold
//! it; `docs/papers/README.md` has it in words.
//!
//! * A **number** is `print-wrong` only if a second computation gives the printed one
//!   ([`Finding::print_wrong`]). If no attempt does, it is `not-reproducible`, and the note has the
//!   attempts ([`Finding::not_reproducible`]).
//! * A **claim in words** is `print-wrong` if it has one reading, and computed cases stand against
//!   it ([`Finding::settled`]). If readings part, or too little was compared, it is `undecided`
//!   ([`Finding::undecided`]).
//! * What rounds or is cut off to the printed digits `agrees`.
//! * Anything else `differs`, and fails.

use std::fmt;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use serde::Serialize;
use serde_json::{Value as Json, json};

/// Relation of a result to the print.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Verdict {
    /// Equal to all printed digits.
    Agrees,
    /// The print is wrong: the right number, and another that equals the print, are both computed;
    /// or it is a claim in words with one reading, and the cases against it are computed.
    PrintWrong,
    /// Nothing is printed.
    Unprinted,
    /// The result is a drawn sample, as near to the print or the claim as the note demands.
    Statistical,
    /// Too little was compared: no case came up, the interval contains nearly everything, or
    /// readings of the text part. The note gives the reason.
    Undecided,
    /// No attempt gives the print, which the note describes; or what it measures is not at hand.
    NotReproducible,
    /// The result is not the printed one, and nothing explains it.
    Differs,
}

/// One printed number or claim beside its recomputation.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Finding {
    /// Description of the number or claim.
    pub(crate) what: String,
    /// The print, if there is one.
    pub(crate) print: Option<Json>,
    /// The recomputed value.
    pub(crate) result: Json,
    /// Relation of the result to the print.
    pub(crate) verdict: Verdict,
    /// Note, possibly empty.
    pub(crate) note: String,
    /// Bounds of the quantity with 95 % confidence, if it was sampled.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) ci95: Option<[f64; 2]>,
}

impl Finding {
    fn new(what: impl Into<String>, print: Option<Json>, result: Json, verdict: Verdict) -> Self {
        Finding { what: what.into(), print, result, verdict, note: String::new(), ci95: None }
    }

    /// Creates a finding whose result must equal the print exactly.
    pub(crate) fn exact(
        what: impl Into<String>,
        print: impl Into<Json>,
        result: impl Into<Json>,
    ) -> Self {
        let (print, result) = (print.into(), result.into());
        let differs = print != result;
        Finding::new(what, Some(print), result, Verdict::Agrees).differing_if(differs)
    }

    /// Creates a finding of which n decimals are printed.
    pub(crate) fn decimals(
        what: impl Into<String>,
        print: f64,
        result: f64,
        decimals: i32,
    ) -> Self {
        let differs = !is_printed_as(result, print, decimals);
        Finding::new(what, Some(print.into()), result.into(), Verdict::Agrees).differing_if(differs)
    }

    /// Creates a finding without a print.
    pub(crate) fn unprinted(what: impl Into<String>, result: impl Into<Json>) -> Self {
        Finding::new(what, None, result.into(), Verdict::Unprinted)
    }

    /// Creates a finding without a print, computed in two ways. If they do not agree, the row
    /// differs.
    pub(crate) fn twice(
        what: impl Into<String>,
        result: impl Into<Json>,
        again: impl Into<Json>,
    ) -> Self {
        let (result, again) = (result.into(), again.into());
        let differs = result != again;
        Finding::unprinted(what, result).differing_if(differs)
    }

    /// Creates a finding whose print is wrong: `explained` is another computed number that equals
    /// the print. If it does not equal the print, or the result does, the row differs.
    pub(crate) fn print_wrong(
        what: impl Into<String>,
        print: impl Into<Json>,
        result: impl Into<Json>,
        explained: impl Into<Json>,
        note: impl Into<String>,
    ) -> Self {
        let (print, result) = (print.into(), result.into());
        let differs = explained.into() != print || result == print;
        Finding::new(what, Some(print), result, Verdict::PrintWrong)
            .differing_if(differs)
            .noting(note)
    }

    /// Does the same as [`print_wrong`](Finding::print_wrong), for numbers printed to n decimals.
    pub(crate) fn print_wrong_decimals(
        what: impl Into<String>,
        print: f64,
        result: f64,
        explained: f64,
        decimals: i32,
        note: impl Into<String>,
    ) -> Self {
        let is_print = |number| is_printed_as(number, print, decimals);
        let differs = !is_print(explained) || is_print(result);
        Finding::new(what, Some(print.into()), result.into(), Verdict::PrintWrong)
            .differing_if(differs)
            .noting(note)
    }

    /// Creates a finding on a claim in words, checked on all its cases. It `stands`, or the cases
    /// against it are computed. A number is no such claim: if it does not stand, the row differs.
    pub(crate) fn settled(
        what: impl Into<String>,
        claim: impl Into<String>,
        result: impl Into<Json>,
        stands: bool,
    ) -> Self {
        let claim = claim.into();
        let is_number = claim.replace(',', "").trim().parse::<f64>().is_ok();
        let verdict = if stands { Verdict::Agrees } else { Verdict::PrintWrong };
        Finding::new(what, Some(claim.into()), result.into(), verdict)
            .differing_if(is_number && !stands)
    }

    /// Creates a finding with too little evidence to judge the print, and the reason. Without a
    /// reason the row differs.
    pub(crate) fn undecided(
        what: impl Into<String>,
        print: impl Into<Json>,
        result: impl Into<Json>,
        why: impl Into<String>,
    ) -> Self {
        let (print, result, why) = (print.into(), result.into(), why.into());
        Finding::new(what, Some(print), result, Verdict::Undecided)
            .differing_if(why.is_empty())
            .noting(why)
    }

    /// Creates a finding whose print no attempt gives, with the attempts. If the result is the
    /// print, or no attempt is described, the row differs.
    pub(crate) fn not_reproducible(
        what: impl Into<String>,
        print: impl Into<Json>,
        result: impl Into<Json>,
        attempts: impl Into<String>,
    ) -> Self {
        let (print, result, attempts) = (print.into(), result.into(), attempts.into());
        let differs = print == result || attempts.is_empty();
        Finding::new(what, Some(print), result, Verdict::NotReproducible)
            .differing_if(differs)
            .noting(attempts)
    }

    /// Adds a note.
    #[must_use]
    pub(crate) fn noting(self, note: impl Into<String>) -> Self {
        Finding { note: note.into(), ..self }
    }

    /// Sets the verdict to `Differs` if `differs` is true.
    #[must_use]
    pub(crate) fn differing_if(self, differs: bool) -> Self {
        if differs { self.with(Verdict::Differs) } else { self }
    }

    /// Replaces the verdict.
    fn with(self, verdict: Verdict) -> Self {
        Finding { verdict, ..self }
    }

    /// Marks the result as a drawn sample, unless the row differs.
    #[must_use]
    pub(crate) fn drawn(self) -> Self {
        match self.verdict {
            Verdict::Agrees | Verdict::Unprinted => self.with(Verdict::Statistical),
            _ => self,
        }
    }

    /// Marks the print of a row that differs as wrong: `explained`, another sample or the limit of
    /// one, is as near to the print as the caller demands. If it is not, the row still differs.
    #[must_use]
    pub(crate) fn wrong_if(self, explained: bool) -> Self {
        match self.verdict {
            Verdict::Differs if explained => self.with(Verdict::PrintWrong),
            _ => self,
        }
    }

    /// Adds a print to a row without one, which agrees with it if `agrees` is true.
    #[must_use]
    pub(crate) fn agreeing(self, print: impl Into<Json>, agrees: bool) -> Self {
        self.beside(print).with(Verdict::Agrees).differing_if(!agrees)
    }

    /// Adds a print.
    #[must_use]
    pub(crate) fn beside(self, print: impl Into<Json>) -> Self {
        Finding { print: Some(print.into()), ..self }
    }
}

/// Returns a number rounded to n significant digits.
pub(crate) fn significant(number: f64, digits: usize) -> f64 {
    let text = format!("{number:.*e}", digits - 1);
    // A formatted number always parses.
    text.parse().unwrap_or(number)
}

/// Returns true if a number may be printed so, with n decimals: rounded, or cut off.
fn is_printed_as(number: f64, print: f64, decimals: i32) -> bool {
    let unit = 10f64.powi(-decimals);
    let (off, cut_off) = ((print - number).abs(), number.abs() - print.abs());
    // The print is a number of decimals itself, so that it may be off by some of its last bits.
    off <= unit * 0.500_001 || (-unit * 1e-6..unit).contains(&cut_off) && off < unit
}

/// Rows computed so far. All clones share them.
#[derive(Clone, Debug, Default)]
pub struct Findings(Arc<Mutex<Vec<Finding>>>);

impl Findings {
    pub(crate) fn add(&self, rows: impl IntoIterator<Item = Finding>) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend(rows);
    }

    /// Returns the rows so far as those of a table.
    pub fn reproduced(&self, id: &str) -> Reproduced {
        let rows = self.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
        Reproduced::new(id, rows)
    }
}

/// A recomputed table.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Reproduced {
    /// Name of the table.
    pub(crate) id: String,
    /// True if no row differs.
    pub passed: bool,
    /// The rows.
    pub(crate) rows: Vec<Finding>,
    /// Written figures and data.
    pub(crate) files: Vec<PathBuf>,
}

impl Reproduced {
    /// Returns the number of rows.
    pub fn rows(&self) -> usize {
        self.rows.len()
    }

    /// Creates the outcome of these rows.
    pub(crate) fn new(id: &str, rows: Vec<Finding>) -> Self {
        let passed = rows.iter().all(|row| row.verdict != Verdict::Differs);
        Reproduced { id: id.to_owned(), passed, rows, files: Vec::new() }
    }
}

impl fmt::Display for Reproduced {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cell = |value: &Json| match value {
            Json::String(text) => text.clone(),
            Json::Object(members) => {
                let members = members.iter().map(|(name, value)| {
                    format!(
                        "{name} {}",
                        value.as_str().map_or_else(|| value.to_string(), str::to_owned)
                    )
                });
                members.collect::<Vec<_>>().join(", ")
            }
            other => other.to_string(),
        };
        let heads = ["", "print", "result"].map(str::to_owned);
        let cells_of_row = |row: &Finding| {
            let print = row.print.as_ref().map_or("–".to_owned(), cell);
            [row.what.clone(), print, cell(&row.result)]
        };
        let table: Vec<[String; 3]> =
            std::iter::once(heads).chain(self.rows.iter().map(cells_of_row)).collect();
        let [whats, prints, results] =
            [0, 1, 2].map(|i| table.iter().map(|row| row[i].chars().count()).max().unwrap_or(0));
        let line = |[what, print, result]: &[String; 3]| {
            format!("{what:whats$}  {print:>prints$}  {result:>results$}")
        };
        let mut lines = vec![line(&table[0])];
        for (cells, row) in table[1..].iter().zip(&self.rows) {
            lines.push(format!("{}  {}", line(cells), cell(&json!(row.verdict))));
            if !row.note.is_empty() {
                lines.push(format!("    {}", row.note));
            }
        }
        lines.extend(self.files.iter().map(|file| format!("written: {}", file.display())));
        lines.push(if self.passed {
            "None of these results differs from the print without an explanation.".to_owned()
        } else {
            "Some results differ from the print, and nothing explains it.".to_owned()
        });
        f.write_str(&lines.join("\n"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_print_is_wrong_only_if_something_computed_explains_it() {
        let verdict = |print: u64, result: u64, explained: u64| {
            Finding::print_wrong("", print, result, explained, "").verdict
        };
        assert_eq!(verdict(2_458, 2_478, 2_458), Verdict::PrintWrong);
        assert_eq!(verdict(2_458, 2_478, 2_459), Verdict::Differs);
        assert_eq!(verdict(2_458, 2_458, 2_458), Verdict::Differs);
    }

    #[test]
    fn a_rounded_print_is_wrong_only_if_a_number_that_rounds_to_it_explains_it() {
        let verdict = |print: f64, result: f64, explained: f64| {
            Finding::print_wrong_decimals("", print, result, explained, 5, "").verdict
        };
        assert_eq!(verdict(5.356_76, 5.254_468_720_2, 5.356_764_177_2), Verdict::PrintWrong);
        assert_eq!(verdict(5.356_76, 5.254_468_720_2, 5.356_784_177_2), Verdict::Differs);
        assert_eq!(verdict(5.356_76, 5.356_761, 5.356_764_177_2), Verdict::Differs);
    }

    #[test]
    fn a_number_is_no_claim_in_words_and_needs_an_explanation_or_attempts() {
        let of = |claim: &str, stands| Finding::settled("", claim, "all but 1", stands).verdict;
        assert_eq!((of("all", true), of("all", false)), (Verdict::Agrees, Verdict::PrintWrong));
        assert_eq!(of("1,252,189", false), Verdict::Differs);
        let of = |print, result, attempts: &str| {
            Finding::not_reproducible("", print, result, attempts).verdict
        };
        assert_eq!(of(1_252_189, 1_252_180, "140 readings"), Verdict::NotReproducible);
        assert_eq!(of(1_252_189, 1_252_189, "140 readings"), Verdict::Differs);
        assert_eq!(of(1_252_189, 1_252_180, ""), Verdict::Differs);
        assert_eq!(Finding::undecided("", "all", 1, "").verdict, Verdict::Differs);
    }

    #[test]
    fn digits_may_be_rounded_or_cut_off_and_nothing_else() {
        let of = |print, result| Finding::decimals("", print, result, 0).verdict;
        assert_eq!([of(39.0, 38.88), of(38.0, 38.88)], [Verdict::Agrees; 2]);
        assert_eq!([of(39.0, 38.3), of(37.0, 38.0), of(40.0, 38.9)], [Verdict::Differs; 3]);
        assert_eq!([of(-38.0, -38.88), of(-39.0, -38.88)], [Verdict::Agrees; 2]);
    }

    #[test]
    fn a_row_that_differs_is_neither_drawn_nor_wrong_without_an_explanation() {
        let differs = Finding::exact("", 1, 2);
        assert_eq!(differs.clone().drawn().verdict, Verdict::Differs);
        assert_eq!(differs.clone().wrong_if(false).verdict, Verdict::Differs);
        assert_eq!(differs.wrong_if(true).verdict, Verdict::PrintWrong);
        assert_eq!(Finding::exact("", 1, 1).wrong_if(true).verdict, Verdict::Agrees);
        assert_eq!(Finding::exact("", 1, 1).drawn().verdict, Verdict::Statistical);
        assert_eq!(Finding::unprinted("", 1).agreeing(1, false).verdict, Verdict::Differs);
    }

    #[test]
    fn a_result_without_a_print_differs_if_a_second_way_gives_another() {
        assert_eq!(Finding::twice("", 20, 20).verdict, Verdict::Unprinted);
        assert_eq!(Finding::twice("", 20, 21).verdict, Verdict::Differs);
    }

    #[test]
    fn one_row_that_differs_is_enough_to_fail() {
        assert!(
            Reproduced::new("x", vec![Finding::exact("a", 1, 1), Finding::unprinted("b", 2)])
                .passed
        );
        assert!(
            !Reproduced::new("x", vec![Finding::exact("a", 1, 1), Finding::exact("b", 1, 2)])
                .passed
        );
        assert_eq!(Finding::decimals("", 2.1358, 2.135_802, 4).verdict, Verdict::Agrees);
        assert_eq!(Finding::decimals("", 5.356_76, 5.254_47, 5).verdict, Verdict::Differs);
    }
}
