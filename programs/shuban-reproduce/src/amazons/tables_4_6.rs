//! Tables 4 to 6: distance of the bounds of two regions from the exact score.

use std::cmp::Ordering;
use std::sync::Arc;

use rayon::prelude::*;
use shuban_amazons::sum::{ScoreBounds, SumRegion};
use shuban_amazons::{Army, CanonicalSearch, Subgame};
use shuban_catalog::Error;
use shuban_cgt::{Forms, Player};

use super::expected::Expected;
use super::judge::{Judged, Kind, counted, judge};
use super::print::{PrintedCount, SUMS};
use super::{best_moves, decided, two_turns};
use crate::finding::Finding;
use crate::paper::Recomputation;

/// Tables of the shares of exact bounds, with the sums in them.
const KINDS: [(usize, Kind); 2] = [
    (4, Kind { squares: 8, amazons: (2, 2), regions: 2, seed: 4 }),
    (5, Kind { squares: 9, amazons: (3, 1), regions: 2, seed: 5 }),
];

/// Largest regions whose database takes seconds.
const QUICK: usize = 8;

/// Number of sums of which the winner is found by canonical values too.
const CANONICAL: usize = 100;

/// Number of sums that are searched with values for every order of the first two turns.
const TWO_TURNS: usize = 200;

/// Factor of the number of drawn sums with time.
const FULL: u64 = 20;

pub(crate) fn rows(run: &Recomputation<'_>) -> Result<Vec<Finding>, Error> {
    let count = run.size(SUMS, FULL * SUMS);
    let mut differences = Vec::new();
    for (table, kind) in KINDS {
        let name = format!("table {table}");
        // A database of nine squares takes minutes.
        if kind.squares <= QUICK || run.options.full {
            let expected = Expected::of(&kind, run)?;
            expected.margins(table, kind.squares).into_iter().for_each(|row| run.keep(row));
        }
        let sums = kind.draw(count);
        let judged = judge(&sums, true, run)?;
        let exact = exactness(table, kind.squares, &judged).into_iter();
        exact.chain(decided::rows(&name, &judged)).for_each(|row| run.keep(row));
        run.keep(best_moves::row(&name, &sums, &judged, run)?);
        run.progress.phase("values for two turns", 0);
        run.keep(two_turns::row(&name, &sums, &judged, TWO_TURNS)?);
        run.progress.phase("canonical values", 0);
        run.keep(by_canonical_values(&name, &sums[..CANONICAL], &judged[..CANONICAL]));
        differences.extend(how_far(kind.squares, &judged));
    }
    Ok(differences)
}

/// Compares the printed counts of a table of exact, loose and unknown bounds.
fn exactness(table: usize, squares: usize, judged: &[Judged]) -> Vec<Finding> {
    let stands = |wanted: &str, bound: Option<i32>, score: i32| {
        let relation = match bound.map(|bound| bound.cmp(&score)) {
            None => " unknown",
            Some(Ordering::Equal) => "=true",
            Some(Ordering::Less) => "<true",
            Some(Ordering::Greater) => ">true",
        };
        wanted == "total" || wanted.ends_with(relation)
    };
    counted(
        table,
        squares,
        judged,
        |print| format!("{}, {}", print.row, print.column),
        |print, sum| {
            let ScoreBounds { lower, upper } = sum.printed;
            sum.score.is_some_and(|score| {
                stands(&print.row, lower, score) && stands(&print.column, upper, score)
            })
        },
    )
}

/// Returns the rows of table 6: differences between the bounds and the score.
fn how_far(squares: usize, judged: &[Judged]) -> Vec<Finding> {
    let what = |print: &PrintedCount| {
        let off = match print.column.as_str() {
            "total" => "at all".to_owned(),
            moves => format!("by {moves}"),
        };
        format!("{squares} squares, {} bound off {off}", print.row)
    };
    counted(6, squares, judged, what, |print, sum| {
        let ScoreBounds { lower, upper } = sum.printed;
        let bound = if print.row == "upper" { upper } else { lower };
        let difference = bound.zip(sum.score).map(|(bound, score)| match print.row.as_str() {
            "upper" => bound - score,
            _ => score - bound,
        });
        difference.is_some_and(|difference| match print.column.parse::<i32>() {
            Ok(wanted) => difference == wanted,
            Err(_) => difference > 0,
        })
    })
}

/// Checks the winners by canonical values, found by a search that knows nothing of scores.
fn by_canonical_values(name: &str, sums: &[Vec<SumRegion>], judged: &[Judged]) -> Finding {
    let tells_the_same = |(sum, judged): (&Vec<SumRegion>, &Judged)| {
        let forms = Arc::new(Forms::new());
        let nothing = |_: &Subgame| Ok::<_, std::convert::Infallible>(None);
        let mut search = CanonicalSearch::new(&forms, nothing);
        let terms: Vec<_> = sum
            .iter()
            .map(|region| {
                let Ok(form) = search.sum(&region.subgame);
                form
            })
            .collect();
        (forms.winner(&terms, Player::Left) == Player::Left) == (judged.winner == Army::Black)
    };
    let same = sums.par_iter().zip(judged).filter(|&pair| tells_the_same(pair)).count();
    let what = format!("{name}: the first sums whose canonical values tell the same winner");
    Finding::twice(what, same, sums.len()).noting(format!("of {}", sums.len()))
}
