//! Tables 7 to 9: shares of sums of four regions with known bounds.

use shuban_amazons::sum::{SumRegion, bounds};
use shuban_amazons::{Army, CanonicalRegions, Position, Regions, ScorePair};
use shuban_catalog::Error;
use shuban_cgt::{FormId, Player};

use super::judge::{Judged, Kind, counted, judge, share};
use super::print::{PrintedCount, SUMS, counts};
use super::{decided, deepest, two_turns};
use crate::finding::Finding;
use crate::paper::Recomputation;
use crate::share::CaseShare;

const SIX: Kind = Kind { squares: 6, amazons: (1, 1), regions: 4, seed: 7 };
const TEN: Kind = Kind { squares: 10, amazons: (1, 1), regions: 4, seed: 8 };

/// Number of sums that are searched with values for every order of the first two turns.
const TWO_TURNS: usize = 500;
const TWO_TURNS_OF_TEN: usize = 50;

/// Number of sums in which the longest play is searched.
const PLAYED_OUT: usize = 200;

/// Factor of the number of drawn sums with time.
const FULL: u64 = 5;

/// Explanation of the print's count of sums with both bounds.
const GENEROUS: &str = "by the printed rules both bounds are known only where at most one region \
                        is open to both sides and spare moves beside it cancel; if the upper bound \
                        of a single region is given before it is asked whether Black has spare \
                        moves, which is not proven";

pub(crate) fn rows(run: &Recomputation<'_>) -> Result<Vec<Finding>, Error> {
    let count = run.size(SUMS, FULL * SUMS);
    let sums = SIX.draw(count);
    let six = judge(&sums, true, run)?;
    let known = table_7(&six).into_iter().chain(decided::rows("table 7", &six));
    known.for_each(|row| run.keep(row));
    run.keep(generous_bounds(7, &six));
    run.progress.phase("values for two turns", 0);
    run.keep(two_turns::row("table 7", &sums, &six, TWO_TURNS)?);
    run.keep(two_turns::looked_up("table 7", SIX.squares, &sums, &six, TWO_TURNS, run)?);
    run.keep(by_canonical_values(&sums, &six, run)?);
    drop(sums);

    let sums = TEN.draw(count);
    let ten = judge(&sums, true, run)?;
    let mut rows = how_many(8, &TEN, &ten);
    rows.push(table_8_counted_so(&ten));
    rows.push(generous_bounds(8, &ten));
    rows.extend(remark(&ten));
    run.progress.phase("longest play", 0);
    rows.extend(deepest::rows(&sums[..PLAYED_OUT]));
    run.progress.phase("values for two turns", 0);
    rows.push(two_turns::row("table 8", &sums, &ten, TWO_TURNS_OF_TEN)?);
    rows.extend(signs(&ten));
    rows.extend(decided::rows("table 8", &ten));
    Ok(rows)
}

/// Returns the number of regions in which both sides can move.
fn two_sided(sum: &Judged) -> usize {
    sum.values.iter().filter(|value| value.a.is_some() && value.b.is_some()).count()
}

/// Returns the rows of tables 7 and 8.
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

/// Returns the rows of table 7, in which the count of sums with both bounds is printed wrong.
fn table_7(judged: &[Judged]) -> Vec<Finding> {
    let mut rows = how_many(7, &SIX, judged);
    let explained = share(judged, has_both_generously);
    for (row, print) in rows.iter_mut().zip(counts(7, SIX.squares)) {
        if (print.row.as_str(), print.column.as_str()) == ("lower known", "upper known") {
            *row = row.clone().explained_by(print.share(), explained, GENEROUS);
        }
    }
    rows
}

/// Returns true if both bounds are known if a + C is given for a single region before it is asked
/// whether C > 0.
fn has_both_generously(sum: &Judged) -> bool {
    two_sided(sum) <= 1 && sum.printed.lower.is_some()
}

/// Counts the sums of table 8 with both bounds, as those of table 7 seem to be counted.
fn table_8_counted_so(judged: &[Judged]) -> Finding {
    let print = counts(8, TEN.squares).into_iter().find(|print| {
        (print.row.as_str(), print.column.as_str()) == ("lower known", "upper known")
    });
    let what = "table 8: lower known, upper known, counted as table 7 seems to be";
    let result = share(judged, has_both_generously);
    match print {
        Some(print) => Finding::sampled(what, print.share(), result),
        None => Finding::unprinted(what, result.cases),
    }
}

/// Compares the scores with the upper bound that explains the count of table 7, where the print
/// does not give it.
fn generous_bounds(table: usize, judged: &[Judged]) -> Finding {
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
    let what = format!(
        "table {table}: upper bounds a + C of a single region although C > 0 that are wrong"
    );
    Finding::unprinted(what, wrong).noting(format!("of {given} such sums"))
}

/// Checks the remark on the sums of table 8 with both bounds: that three regions are one-sided in
/// each.
fn remark(judged: &[Judged]) -> Vec<Finding> {
    let any = share(judged, |sum| !sum.printed.is_nothing());
    let has_both = |sum: &&Judged| sum.printed.lower.is_some() && sum.printed.upper.is_some();
    let rules: [(&str, Vec<&Judged>); 2] = [
        ("", judged.iter().filter(has_both).collect()),
        (", counted as table 7 seems to be", {
            judged.iter().filter(|sum| has_both_generously(sum)).collect()
        }),
    ];
    let row = |(how, both): (&str, Vec<&Judged>)| {
        let what =
            format!("table 8: sums with both bounds in which three regions are one-sided{how}");
        let at_most_one = both.iter().filter(|sum| two_sided(sum) <= 1).count();
        if both.is_empty() {
            return Finding::undecided(what, "all", "none", "no drawn sum has both bounds");
        }
        let result = format!("{at_most_one} of {}", both.len());
        Finding::settled(what, "all", result, at_most_one == both.len())
    };
    let mut rows: Vec<Finding> = rules.into_iter().map(row).collect();
    rows.push(of_all_values());
    rows.push(Finding::sampled(
        "table 8: sums with a bound",
        CaseShare { cases: 2_086, of: SUMS },
        any,
    ));
    rows
}

/// Counts the same among all small values of four regions: those with both bounds though both sides
/// can move in two of them or more.
fn of_all_values() -> Finding {
    const MOST: i32 = 3;
    let pairs: Vec<ScorePair> =
        (-MOST..=MOST).flat_map(|a| (-MOST..=MOST).map(move |b| ScorePair::both(a, b))).collect();
    // Regions in which both can move, in ascending order, and the spare moves of the others.
    let mut sums: Vec<Vec<usize>> = (0..pairs.len()).map(|one| vec![one]).collect();
    let (mut both, mut all, mut one_region) = (0, 0, 0);
    for regions in 1..=4 {
        for sum in &sums {
            for spare in -2 * MOST..=2 * MOST {
                let mut values: Vec<ScorePair> = sum.iter().map(|&one| pairs[one]).collect();
                values.push(ScorePair::spare(spare));
                let known = bounds(&values, Army::Black, true).printed;
                let has_both = known.lower.is_some() && known.upper.is_some();
                if regions == 1 {
                    one_region += u64::from(has_both);
                } else {
                    all += 1;
                    both += u64::from(has_both);
                }
            }
        }
        let longer = |sum: &Vec<usize>| {
            let (sum, last) = (sum.clone(), sum.last().copied().unwrap_or(0));
            (last..pairs.len()).map(move |next| [&sum[..], &[next]].concat())
        };
        sums = if regions < 4 { sums.iter().flat_map(longer).collect() } else { Vec::new() };
    }
    Finding::unprinted(
        "values of two to four regions open to both sides, and spare moves, with both bounds",
        both,
    )
    .differing_if(both > 0 || one_region == 0)
    .noting(format!(
        "of {all}, all with numbers to {MOST}; of one region open to both {one_region}"
    ))
}

/// Returns the rows of table 9.
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

/// Counts the sums of which the canonical values of a database give the same winner.
fn by_canonical_values(
    sums: &[Vec<SumRegion>],
    judged: &[Judged],
    run: &Recomputation<'_>,
) -> Result<Finding, Error> {
    let domain = CanonicalRegions::new();
    let name = format!("amazons/{}/canonical", SIX.squares);
    let built = run.built(&domain, &name)?;
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
