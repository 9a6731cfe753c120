//! Tables 7 to 9: shares of sums of four regions with known bounds.

use shuban_amazons::sum::{SumRegion, bounds};
use shuban_amazons::{Army, CanonicalRegions, Position, Regions, ScorePair};
use shuban_catalog::Error;
use shuban_cgt::{FormId, Player};

use super::expected::{Expected, KnownBounds};
use super::judge::{Judged, Kind, judge};
use super::print::{PrintedCount, SUMS, counts};
use super::{decided, deepest, tree, two_turns};
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

/// Number of sums of which the size of a full search is estimated.
const ESTIMATED: usize = 50;

/// Factor of the number of drawn sums with time.
const FULL: u64 = 5;

/// Explanation of the print's count of sums with both bounds.
const GENEROUS: &str = "by the printed rules both bounds are known only where at most one region \
                        is open to both sides and spare moves beside it cancel; if the upper bound \
                        of a single region is given before it is asked whether Black has spare \
                        moves, which is not proven";

pub(crate) fn rows(run: &Recomputation<'_>) -> Result<Vec<Finding>, Error> {
    let count = run.size(SUMS, FULL * SUMS);
    let expected = Expected::of(&SIX, run)?;
    how_many(7, &SIX, &expected).into_iter().for_each(|row| run.keep(row));
    let sums = SIX.draw(count);
    let six = judge(&sums, true, run)?;
    decided::rows("table 7", &six).into_iter().for_each(|row| run.keep(row));
    run.keep(generous_bounds(7, &six));
    run.progress.phase("values for two turns", 0);
    run.keep(two_turns::row("table 7", &sums, &six, TWO_TURNS)?);
    run.keep(two_turns::looked_up("table 7", SIX.squares, &sums, &six, TWO_TURNS, run)?);
    run.keep(by_canonical_values(&sums, &six, run)?);
    drop(sums);

    let expected = Expected::of(&TEN, run)?;
    let sums = TEN.draw(count);
    let ten = judge(&sums, true, run)?;
    let mut rows = how_many(8, &TEN, &expected);
    rows.push(generous_bounds(8, &ten));
    rows.extend(remark(&expected));
    run.progress.phase("longest play", 0);
    rows.extend(deepest::rows(&sums[..PLAYED_OUT]));
    run.progress.phase("size of a full search", 0);
    rows.push(tree::row(&sums[..ESTIMATED]));
    run.progress.phase("values for two turns", 0);
    rows.push(two_turns::row("table 8", &sums, &ten, TWO_TURNS_OF_TEN)?);
    rows.extend(signs(&expected));
    rows.extend(decided::rows("table 8", &ten));
    Ok(rows)
}

/// Returns the number of regions in which both sides can move.
fn two_sided(sum: &Judged) -> usize {
    sum.values.iter().filter(|value| value.a.is_some() && value.b.is_some()).count()
}

/// Returns the rows of table 7 or 8. The count of sums with both bounds is printed wrong in each.
fn how_many(table: usize, kind: &Kind, expected: &Expected) -> Vec<Finding> {
    let fits = |wanted: &str, bound: Option<i32>| {
        wanted == "total" || wanted.ends_with(" known") == bound.is_some()
    };
    let mut rows = expected.counted(
        table,
        kind.squares,
        |print| format!("{}, {}", print.row, print.column),
        |print, known| fits(&print.row, known.lower) && fits(&print.column, known.upper),
    );
    let explained = expected.chance(KnownBounds::has_both_generously);
    for (row, print) in rows.iter_mut().zip(counts(table, kind.squares)) {
        if (print.row.as_str(), print.column.as_str()) == ("lower known", "upper known") {
            *row = row.clone().explained_by(print.share(), explained, GENEROUS);
        }
    }
    rows
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
/// each. It is asked of all values that regions of ten squares have.
fn remark(expected: &Expected) -> Vec<Finding> {
    let has_both = |known: KnownBounds| known.lower.is_some() && known.upper.is_some();
    let both = expected.chance(has_both);
    let one_sided = expected.chance(|known| has_both(known) && known.two_sided <= 1);
    let what = "table 8: sums with both bounds in which three regions are one-sided";
    let share = format!("{:.1} %", 100.0 * one_sided / both);
    vec![
        Finding::settled(what, "all", share, one_sided == both).noting(
            "of all sums that the printed rules give both bounds, by the values of all regions",
        ),
        of_all_values(),
        Finding::expected(
            "table 8: sums with a bound",
            CaseShare { cases: 2_086, of: SUMS },
            expected.chance(|_| true),
        ),
    ]
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
fn signs(expected: &Expected) -> Vec<Finding> {
    let what = |print: &PrintedCount| format!("{} bound {}", print.row, print.column);
    expected.counted(9, TEN.squares, what, |print, known| {
        let bound = if print.row == "upper" { known.upper } else { known.lower };
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
        let run = Recomputation::quick();
        let rows = how_many(7, &SIX, &Expected::of(&SIX, &run).unwrap());
        assert_eq!(rows[0].verdict, Verdict::PrintWrong, "{:?}", rows[0]);
        assert!(rows[1..].iter().all(|row| row.verdict == Verdict::Statistical), "{rows:?}");
        let judged = judge(&SIX.draw(1_000), true, &run).unwrap();
        assert!(decided::rows("", &judged).iter().all(|row| row.verdict == Verdict::Unprinted));
    }
}
