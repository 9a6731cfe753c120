//! Figure 4: a sum whose best move is a best one in neither region, so that the bound is far from
//! the score.

use std::collections::BTreeMap;

use rayon::prelude::*;
use shuban_amazons::sum::{BoardSum, SumRegion, bounds};
use shuban_amazons::{Army, Regions, Subgame};
use shuban_catalog::Error;
use shuban_core::Random;

use super::exact::Exact;
use super::figure_4_text::{AMAZONS, BOUND, SCORE, SQUARES, VALUES, best_alone};
use super::{prose, unsearched};
use crate::finding::Finding;
use crate::paper::Recomputation;

/// Regions that fit the text on the figure, whose picture is not at hand: with these values, and a
/// best move that goes where the best one of the right region alone goes, and shoots elsewhere.
/// Black to move.
const SUM: &str = ".X##/##OO/#..#/##X#/###. + ####X/.#O.X/#..O#";

/// Number of regions drawn for each of the values, by default and with time: all pairs are scored.
const DRAWN: u64 = 50;
const DRAWN_FULL: u64 = 150;
const SEED: u64 = 44;

pub(crate) fn rows(run: &Recomputation<'_>) -> Result<Vec<Finding>, Error> {
    let mut rows = example()?;
    rows.extend(prose::rows(run)?);
    rows.extend(how_common(run)?);
    Ok(rows)
}

fn example() -> Result<Vec<Finding>, Error> {
    let sum = BoardSum::parse(SUM).map_err(Error::position)?;
    let regions = sum.regions();
    let mut exact = Exact::new();
    let values = exact.values(&regions)?;
    let known = bounds(&values, Army::Black, exact.are_regular(&regions));
    let score = exact.score(&regions)?;
    let best = exact.moves_that_keep(&regions, score)?;

    let mut rows = Vec::new();
    for ((print, value), name) in VALUES.iter().zip(&values).zip(["left", "right"]) {
        rows.push(Finding::exact(
            format!("value of the {name} region"),
            print.to_string(),
            value.to_string(),
        ));
    }
    rows[0].note = format!("a sum as the text describes that of the figure: {SUM}");
    rows.push(Finding::exact("lower bound", BOUND, known.printed.lower));
    rows.push(Finding::exact("true score", SCORE, score));
    rows.push(Finding::twice(
        "lower bound by the proven rule",
        known.proven.lower,
        known.printed.lower,
    ));
    let texts: Vec<String> = best.iter().map(|action| sum.format_move(action)).collect();
    rows.push(Finding::unprinted("best moves in the sum", texts.join(" ")));
    let alone = best_alone(&regions, &values, &best)?;
    rows.push(
        Finding::exact("of them, best moves in their region alone", 0, alone)
            .noting("the text: the best move is the best one of neither region"),
    );
    Ok(rows)
}

/// Returns the scores of drawn sums with the values of the figure.
fn how_common(run: &Recomputation<'_>) -> Result<Vec<Finding>, Error> {
    let count = run.size(DRAWN, DRAWN_FULL);
    let drawn = drawn(count, run)?;
    run.progress.phase("scores of sums with these values", count * count);
    let pairs: Vec<[SumRegion; 2]> = (drawn[0].iter())
        .flat_map(|&one| drawn[1].iter().map(move |&other| [one, other]))
        .map(|pair| std::array::from_fn(|board| SumRegion { board, subgame: pair[board] }))
        .collect();
    let mut counts: BTreeMap<i32, u64> = BTreeMap::new();
    let mut alike = 0;
    for some in pairs.chunks(1_000) {
        run.check()?;
        let of_pair = |exact: &mut Exact, pair: &[SumRegion; 2]| -> Result<(i32, bool), Error> {
            let score = exact.score(pair)?;
            if score < SCORE {
                return Ok((score, false));
            }
            let best = exact.moves_that_keep(pair, score)?;
            Ok((score, best_alone(pair, &VALUES, &best)? == 0))
        };
        let scores: Result<Vec<(i32, bool)>, Error> =
            some.par_iter().map_init(Exact::new, of_pair).collect();
        for (score, is_alike) in scores? {
            *counts.entry(score).or_default() += 1;
            alike += u64::from(is_alike);
        }
    }
    let mut rows = Vec::new();
    let (least, most) = (counts.keys().next().copied(), counts.keys().next_back().copied());
    for score in least.unwrap_or(0).min(0)..=most.unwrap_or(0) {
        let count = counts.get(&score).copied().unwrap_or(0);
        let row = Finding::unprinted(format!("drawn sums with the score {score}"), count);
        rows.push(row.noting(format!("of {} with the values of the figure", pairs.len())));
    }
    let what = format!(
        "of those with {SCORE} or more, sums whose best moves are best ones of neither region"
    );
    rows.push(Finding::unprinted(what, alike));
    let below: u64 = counts.range(..BOUND).map(|(_, count)| count).sum();
    rows.push(Finding::twice("drawn sums with a score below the bound", below, 0));
    Ok(rows)
}

/// Draws regions with each of the values of the figure from all there are, up to symmetry.
fn drawn(count: u64, run: &Recomputation<'_>) -> Result<[Vec<Subgame>; 2], Error> {
    let domain = Regions::new();
    let built = run.built(&domain, &format!("amazons/{SQUARES}"))?;
    let open = built.open(built.layer)?;
    let index = open.part_index(0);
    let mut random = Random::new(SEED);
    let mut drawn = [Vec::new(), Vec::new()];
    while drawn.iter().any(|some| (some.len() as u64) < count) {
        let rank = random.below(index.len());
        let value = open.value_at(0, rank)?;
        let Some(place) = VALUES.iter().position(|wanted| *wanted == value) else { continue };
        let position = index.unrank(rank).ok_or_else(unsearched)?;
        let subgame = *position.subgame();
        let amazons = Army::BOTH.map(|side| subgame.amazons(side).len());
        if amazons == [AMAZONS; 2] && (drawn[place].len() as u64) < count {
            drawn[place].push(subgame);
        }
    }
    Ok(drawn)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Verdict;

    #[test]
    fn the_sum_has_the_bound_the_score_and_the_best_move_of_the_text() {
        let rows = example().unwrap();
        assert!(rows.iter().all(|row| row.verdict != Verdict::Differs), "{rows:?}");
        assert!(
            rows.iter()
                .any(|row| row.what == "best moves in the sum" && row.result == "2:e3-c1/d2")
        );
    }
}
