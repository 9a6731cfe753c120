//! Sums for which the printed rule is wrong.

use std::sync::Arc;

use rayon::prelude::*;
use shuban_amazons::sum::{BoardSum, ScoreBounds, SumBounds, SumRegion, bounds, winner_of_score};
use shuban_amazons::{
    Army, CanonicalValue, Placements, Region, ScorePair, Subgame, canonical_by_search,
};
use shuban_catalog::Error;
use shuban_cgt::{FormId, Forms, Player};
use shuban_core::Random;

use super::exact::Exact;
use super::unsearched;
use crate::finding::Finding;
use crate::paper::Recomputation;

/// (-4|-6) + (6|null) + (-3|-3) + (4|-4): White plays out the first and the third, which leaves
/// Black no spare move in the middle of the last.
const FOUR: &str = "B###/.###/#W##/##../#.##/.###/#.## + .#.##/#.###/##.##/#.#BW/##.## + \
                    .####/#.###/.#.##/###W#/##.#./###B# + .###/#B#./#.../#W##/##.#";

/// (-3|-3) + (-3|-3) + (4|-4) + (3|null): White plays out the first two in the same way.
const ONE_HARMS: &str = ".####/#.###/.#.##/###O#/##.#./###X# + \
                         .####/#.###/.#.##/###O#/##.#./###X# + .###/#X#./#.../#O##/##.# + X...";

/// The printed upper bound leaves out the least a, though only positive ones harm.
const UPPER: &str = ".#/X#/O./X#/.# + #.#/X#O/.#./#.# + #X#/.#./O#./#.# + \
                     ###./#.XO/#X##/.### + O..";

/// (4|null) + (null|-4): Black has four moves only if it lets White out, which need not answer
/// here.
const NINE: &str = ".#./#X#/O#./X##/#../.## + O/./././.";

/// (0|0) + (1|2) + (0|1): with "or" the bound is 3.
const OR: &str = ".X./O##/.## + .X./O#./#.# + .#X/#X#/O#./.##";

/// Maximum number of squares in a region of drawn sums.
const MOST_SQUARES: usize = 5;

const DRAWN: u64 = 200_000;
const DRAWN_FULL: u64 = 5_000_000;
const AT_ONCE: u64 = 20_000;
const SEED: u64 = 53;

pub(crate) fn rows(run: &Recomputation<'_>) -> Result<Vec<Finding>, Error> {
    let mut rows = Vec::new();
    rows.extend(counterexample("four regions", FOUR, Side::Lower, true)?);
    rows.extend(counterexample(
        "four regions, b below -C in one (3.3.1, 3 (2) ア)",
        ONE_HARMS,
        Side::Lower,
        true,
    )?);
    rows.extend(counterexample("five regions (3.3.2, 2)", UPPER, Side::Upper, true)?);
    rows.extend(counterexample("nine squares, one-sided regions alone", NINE, Side::Lower, false)?);
    rows.push(spare_moves_apart()?);
    rows.extend(joined_by_or()?);
    let all = valued(MOST_SQUARES)?;
    rows.extend(at_random(&all, run)?);
    Ok(rows)
}

/// A sum with its regions' values, the scores, and the bounds of the rules.
struct Examined {
    values: Vec<ScorePair>,
    known: SumBounds,
    score: i32,
}

/// Finds the score by plain search: the test of a rule must not rest on the rule.
fn examine(regions: &[SumRegion]) -> Result<Examined, Error> {
    let mut exact = Exact::plainly();
    let values = exact.values(regions)?;
    let known = bounds(&values, Army::Black, exact.are_regular(regions));
    Ok(Examined { values, known, score: exact.score(regions)? })
}

fn text(values: &[ScorePair]) -> String {
    values.iter().map(ToString::to_string).collect::<Vec<_>>().join(" + ")
}

/// One of the two bounds.
#[derive(Clone, Copy)]
enum Side {
    Lower,
    Upper,
}

impl Side {
    fn name(self) -> &'static str {
        match self {
            Side::Lower => "lower",
            Side::Upper => "upper",
        }
    }

    fn of(self, bounds: ScoreBounds) -> Option<i32> {
        match self {
            Side::Lower => bounds.lower,
            Side::Upper => bounds.upper,
        }
    }
}

/// Returns the row of a printed bound that is wrong for this sum. The row differs if the bound is
/// right: then the sum is no counterexample.
fn disproved(
    what: impl Into<String>,
    side: Side,
    bound: Option<i32>,
    values: &[ScorePair],
    score: i32,
) -> Finding {
    let than = bound.map_or("anything".to_owned(), |bound| bound.to_string());
    let (at, holds) = match side {
        Side::Lower => ("least", bound.is_none_or(|bound| score >= bound)),
        Side::Upper => ("most", bound.is_none_or(|bound| score <= bound)),
    };
    let claim = format!("score of {} at {at} {than}", text(values));
    Finding::settled(what, claim, score, false).differing_if(holds)
}

/// Returns the row of a sum whose score violates the printed bound. With `by_forms`, also the
/// winner by canonical values.
fn counterexample(
    name: &str,
    sum: &str,
    side: Side,
    by_forms: bool,
) -> Result<Vec<Finding>, Error> {
    let regions = BoardSum::parse(sum).map_err(Error::position)?.regions();
    let Examined { values, known, score } = examine(&regions)?;
    let winner = winner_of_score(score, Army::Black);
    let mut rows = vec![
        disproved(
            format!("{name}: printed {} bound, Black to move", side.name()),
            side,
            side.of(known.printed),
            &values,
            score,
        )
        .noting(sum),
        // The proven rule must give no bound.
        Finding::twice(
            format!("{name}: {} bound by the proven rule", side.name()),
            side.of(known.proven),
            None::<i32>,
        ),
        Finding::unprinted(format!("{name}: winner by the score"), winner.name()),
    ];
    if by_forms {
        let forms = Arc::new(Forms::new());
        let canonical: Vec<_> =
            regions.iter().map(|region| canonical_by_search(&forms, &region.subgame)).collect();
        let terms: Vec<FormId> = canonical.iter().map(CanonicalValue::form).collect();
        let by_forms = match forms.winner(&terms, Player::Left) {
            Player::Left => Army::Black,
            Player::Right => Army::White,
        };
        let texts: Vec<String> = canonical.iter().map(ToString::to_string).collect();
        rows.push(
            Finding::twice(
                format!("{name}: winner by canonical values"),
                by_forms.name(),
                winner.name(),
            )
            .noting(texts.join(" + ")),
        );
    }
    Ok(rows)
}

/// Puts six regions of one move each in the place of the one of six moves.
fn spare_moves_apart() -> Result<Finding, Error> {
    let mut regions = BoardSum::parse(FOUR).map_err(Error::position)?.regions();
    let one_move = BoardSum::parse("X.").map_err(Error::position)?.regions();
    let whole = examine(&regions)?.score;
    regions.retain(|region| region.board != 1);
    regions.extend(one_move.repeat(6));
    let apart = examine(&regions)?.score;
    Ok(Finding::twice(
        "four regions: score with six regions of one move in the place of one of six",
        apart,
        whole,
    ))
}

/// Returns all positions of up to n squares, in both colourings, with their values.
fn valued(squares: usize) -> Result<Vec<(Subgame, ScorePair)>, Error> {
    let regions: Vec<Region> = (1..=squares).flat_map(Region::all).collect();
    let of_region =
        |exact: &mut Exact, region: &Region| -> Result<Vec<(Subgame, ScorePair)>, Error> {
            let mut all = Vec::new();
            for placement in Placements::new(*region).iter() {
                let subgame = Subgame::placed(*region, placement).ok_or_else(unsearched)?;
                let value = exact.value(&subgame)?;
                all.extend([(subgame, value), (subgame.swapped(), value.swapped())]);
            }
            Ok(all)
        };
    let all: Result<Vec<_>, Error> =
        regions.par_iter().map_init(Exact::plainly, of_region).collect();
    Ok(all?.into_iter().flatten().collect())
}

/// Returns the lower bound of case 4 if its two conditions are joined by "or", as they are printed;
/// for two-sided regions without spare moves, none with b below 0.
fn or_bound(values: &[ScorePair]) -> Option<i32> {
    let both: Vec<(i32, i32)> = values.iter().filter_map(|value| value.a.zip(value.b)).collect();
    let bound = |k: usize| {
        let others = || both.iter().enumerate().filter(move |&(i, _)| i != k).map(|(_, &(_, b))| b);
        let sum: i32 = others().sum();
        let a = both[k].0;
        (a > 0 || a + sum - others().max().unwrap_or(0) > 0).then_some(a + sum)
    };
    (0..both.len()).filter_map(bound).max()
}

/// Returns rows on a sum that is worth less than the bound of case 4 with "or". That the print
/// means "or" is not certain.
fn joined_by_or() -> Result<Vec<Finding>, Error> {
    let regions = BoardSum::parse(OR).map_err(Error::position)?.regions();
    let Examined { values, known, score } = examine(&regions)?;
    let what = "conditions of case 4 joined by \"or\"";
    let Finding { what, print, result, .. } =
        disproved(what, Side::Lower, or_bound(&values), &values, score);
    let why = format!(
        "read as \"or\" the bound is wrong for {OR}; but the text at hand was read by a machine and \
         lacks characters elsewhere, so that its か may be かつ, \"and\", which stands under the max \
         of the same case"
    );
    Ok(vec![
        Finding::undecided(what, print, result, why)
            .differing_if(or_bound(&values).is_none_or(|bound| score >= bound)),
        Finding::unprinted("bound of the same sum with \"and\"", known.printed.lower),
    ])
}

/// Draws random sums of two to four small regions.
fn at_random(all: &[(Subgame, ScorePair)], run: &Recomputation<'_>) -> Result<Vec<Finding>, Error> {
    let count = run.size(DRAWN, DRAWN_FULL);
    run.progress.phase("random sums", count);
    let some = |part: u64| -> Result<[u64; 5], Error> {
        let mut random = Random::of_part(SEED, part);
        let mut exact = Exact::plainly();
        let mut counts = [0; 5];
        for _ in 0..AT_ONCE {
            let regions = 2 + random.below(3);
            let picks: Vec<&(Subgame, ScorePair)> =
                (0..regions).map(|_| &all[random.place(all.len())]).collect();
            let values: Vec<ScorePair> = picks.iter().map(|pick| pick.1).collect();
            let sum: Vec<SumRegion> =
                picks.iter().map(|pick| SumRegion { board: 0, subgame: pick.0 }).collect();
            let score = exact.score(&sum)?;
            let known = bounds(&values, Army::Black, true);
            let SumBounds { proven, printed } = known;
            // Wrong bounds may even give both sides as winners.
            let names_black = printed.lower.is_some_and(|lower| lower > 0);
            let names_white = printed.upper.is_some_and(|upper| upper <= 0);
            let holds = [
                !printed.is_nothing(),
                printed.is_wrong(score),
                names_black && score <= 0 || names_white && score > 0,
                !proven.is_nothing(),
                proven.is_wrong(score),
            ];
            counts = added(counts, holds.map(u64::from));
        }
        Ok(counts)
    };
    let parts: Vec<u64> = (0..count.div_ceil(AT_ONCE)).collect();
    let mut counts = [0; 5];
    for parts in parts.chunks(rayon::current_num_threads()) {
        run.check()?;
        let found: Result<Vec<_>, Error> = parts.par_iter().map(|&part| some(part)).collect();
        counts = found?.into_iter().fold(counts, added);
        run.progress.at(parts.last().map_or(0, |part| (part + 1) * AT_ONCE), "");
    }
    let [printed, printed_wrong, wrong_winner, proven, proven_wrong] = counts;
    let of = format!("of {count} sums of two to four regions of up to {MOST_SQUARES} squares");
    let proven = Finding::unprinted("random sums with a proven bound", proven)
        .noting(format!("{of}; wrong: {proven_wrong}"));
    Ok(vec![
        Finding::unprinted("random sums with a printed bound", printed).noting(of),
        Finding::unprinted("random sums whose printed bounds are wrong", printed_wrong)
            .noting(format!("of them, those where they name the wrong winner: {wrong_winner}")),
        proven.differing_if(proven_wrong > 0),
    ])
}

fn added<const N: usize>(one: [u64; N], other: [u64; N]) -> [u64; N] {
    std::array::from_fn(|i| one[i] + other[i])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Verdict;

    #[test]
    fn printed_bounds_are_wrong_about_these_sums() {
        for (sum, side, values, bound, score) in [
            (ONE_HARMS, Side::Lower, "(-3|-3) + (-3|-3) + (4|-4) + (3|null)", 1, -1),
            (UPPER, Side::Upper, "(2|1) + (-2|2) + (-2|2) + (2|1) + (null|-2)", -2, 5),
        ] {
            let rows = counterexample("", sum, side, true).unwrap();
            assert!(rows.iter().all(|row| row.verdict != Verdict::Differs), "{rows:?}");
            assert_eq!((rows[0].verdict, &rows[0].result), (Verdict::PrintWrong, &score.into()));
            let at = if matches!(side, Side::Lower) { "least" } else { "most" };
            let claim = format!("score of {values} at {at} {bound}");
            assert_eq!(rows[0].print, Some(claim.into()));
        }
    }
}
