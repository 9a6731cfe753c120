//! Tables 7 to 9: of how many sums of four regions bounds are known.

use shuban_amazons::sum::SumRegion;
use shuban_amazons::{Army, CanonicalRegions, Position, Regions};
use shuban_catalog::Error;
use shuban_cgt::{FormId, Player};
use shuban_solve::Tabulation;

use super::decided;
use super::judge::{Judged, Kind, counted, judge, share};
use super::print::{PrintedCount, SUMS, counts};
use crate::finding::Finding;
use crate::paper::Recomputation;
use crate::share::CaseShare;

const SIX: Kind = Kind { squares: 6, amazons: (1, 1), regions: 4, seed: 7 };
const TEN: Kind = Kind { squares: 10, amazons: (1, 1), regions: 4, seed: 8 };

/// How many times as many sums are drawn if there is time.
const FULL: u64 = 5;

/// What would give the print's count of sums with both bounds.
const GENEROUS: &str = "by the printed rules both bounds are known only where at most one region \
                        is open to both sides and spare moves beside it cancel; if the upper bound \
                        of a single region is given before it is asked whether Black has spare \
                        moves, which is not proven";

pub(crate) fn rows(run: &Recomputation<'_>) -> Result<Vec<Finding>, Error> {
    let count = run.size(SUMS, FULL * SUMS);
    let sums = SIX.draw(count);
    let six = judge(&sums, true, run)?;
    let bounds = table_7(&six).into_iter().chain(decided::rows("table 7", &six));
    bounds.for_each(|row| run.keep(row));
    run.keep(generous_bounds(&six));
    run.keep(by_canonical_values(&sums, &six, run)?);
    drop(sums);

    let sums = TEN.draw(count);
    let ten = judge(&sums, false, run)?;
    let mut rows = how_many(8, &TEN, &ten);
    rows.extend(remark(&ten));
    rows.extend(signs(&ten));
    rows.extend(decided::rows("table 8", &ten));
    Ok(rows)
}

/// How many regions there are in which both can move.
fn two_sided(sum: &Judged) -> usize {
    sum.values.iter().filter(|value| value.a.is_some() && value.b.is_some()).count()
}

/// Tables 7 and 8.
fn how_many(table: usize, kind: &Kind, judged: &[Judged]) -> Vec<Finding> {
    let fits = |wanted: &str, bound: Option<i32>| {
        wanted == "total" || wanted.ends_with(" known") == bound.is_some()
    };
    counted(
        table,
        kind.squares,
        judged,
        |print| format!("{}, {}", print.row, print.column),
        |print, sum| fits(&print.row, sum.printed.lower) && fits(&print.column, sum.printed.upper),
    )
}

/// Table 7, of which the count of sums with both bounds is wrong in print.
fn table_7(judged: &[Judged]) -> Vec<Finding> {
    let mut rows = how_many(7, &SIX, judged);
    let explained = share(judged, |sum| two_sided(sum) <= 1 && sum.printed.lower.is_some());
    for (row, print) in rows.iter_mut().zip(counts(7, SIX.squares)) {
        if (print.row.as_str(), print.column.as_str()) == ("lower known", "upper known") {
            *row = row.clone().explained_by(print.share(), explained, GENEROUS);
        }
    }
    rows
}

/// The upper bound that explains the count of table 7, where the print does not give it, held
/// against the scores.
fn generous_bounds(judged: &[Judged]) -> Finding {
    let (mut given, mut wrong) = (0, 0);
    for sum in judged.iter().filter(|sum| two_sided(sum) == 1 && sum.printed.upper.is_none()) {
        let spare: i32 = (sum.values.iter())
            .filter(|value| value.a.is_none() || value.b.is_none())
            .map(|value| value.to_move(Army::Black))
            .sum();
        let open = sum.values.iter().find(|value| value.a.is_some() && value.b.is_some());
        let bound = open.map_or(0, |value| value.to_move(Army::Black)) + spare;
        given += 1;
        wrong += u64::from(sum.score.is_some_and(|score| score > bound));
    }
    let what = "table 7: upper bounds a + C of a single region although C > 0 that are wrong";
    Finding::unprinted(what, wrong).noting(format!("of {given} such sums"))
}

/// What is said of the sums of table 8 with both bounds: that three of the regions are one-sided in
/// each.
fn remark(judged: &[Judged]) -> Vec<Finding> {
    let has_both = |sum: &&Judged| sum.printed.lower.is_some() && sum.printed.upper.is_some();
    let both: Vec<&Judged> = judged.iter().filter(has_both).collect();
    let at_most_one = both.iter().filter(|sum| two_sided(sum) <= 1).count();
    let any = share(judged, |sum| !sum.printed.is_nothing());
    vec![
        Finding::twice(
            "table 8: sums with both bounds in which at least three regions are one-sided",
            at_most_one,
            both.len(),
        ),
        Finding::sampled("table 8: sums with a bound", CaseShare { cases: 2_086, of: SUMS }, any),
    ]
}

/// Table 9.
fn signs(judged: &[Judged]) -> Vec<Finding> {
    let what = |print: &PrintedCount| format!("{} bound {}", print.row, print.column);
    counted(9, TEN.squares, judged, what, |print, sum| {
        let bound = if print.row == "upper" { sum.printed.upper } else { sum.printed.lower };
        match print.column.as_str() {
            "negative" => bound.is_some_and(|bound| bound < 0),
            "zero" => bound == Some(0),
            "positive" => bound.is_some_and(|bound| bound > 0),
            "unknown" => bound.is_none(),
            _ => true,
        }
    })
}

/// Of how many sums the canonical values of a database tell the same winner.
fn by_canonical_values(
    sums: &[Vec<SumRegion>],
    judged: &[Judged],
    run: &Recomputation<'_>,
) -> Result<Finding, Error> {
    let domain = CanonicalRegions::new();
    let name = format!("amazons/{}/canonical", SIX.squares);
    let built = run.built(&domain, &Tabulation, &name)?;
    let open = built.open(built.layer)?;
    let form = |region: &SumRegion| -> Result<FormId, Error> {
        let (position, swapped): (Position, bool) =
            Regions::lookup(&region.subgame).ok_or_else(super::unsearched)?;
        let value = open.value(&position)?.ok_or_else(super::unsearched)?;
        Ok(if swapped { value.swapped() } else { value }.form())
    };
    let mut same = 0;
    for (sum, judged) in sums.iter().zip(judged) {
        let terms: Vec<FormId> = sum.iter().map(form).collect::<Result<_, _>>()?;
        let winner = domain.forms().winner(&terms, Player::Left);
        same += usize::from((winner == Player::Left) == (judged.winner == Army::Black));
    }
    let what = "table 7: sums whose canonical values tell the same winner";
    Ok(Finding::twice(what, same, sums.len())
        .noting(format!("of {}, from a database of canonical values", sums.len())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Verdict;

    #[test]
    fn table_7_comes_out_but_for_the_corner_which_is_explained() {
        let judged = judge(&SIX.draw(SUMS), true, &Recomputation::quick()).unwrap();
        let rows = table_7(&judged);
        assert_eq!(rows[0].verdict, Verdict::PrintWrong, "{:?}", rows[0]);
        assert!(rows[1..].iter().all(|row| row.verdict == Verdict::Statistical), "{rows:?}");
        assert!(decided::rows("", &judged).iter().all(|row| row.verdict == Verdict::Unprinted));
    }
}
