//! Tables 4 to 6: how near the bounds of two regions come to the exact score.

use std::sync::Arc;

use rayon::prelude::*;
use shuban_amazons::sum::{ScoreBounds, SumRegion};
use shuban_amazons::{Army, CanonicalSearch, Subgame};
use shuban_catalog::Error;
use shuban_cgt::{Forms, Player};

use super::decided;
use super::judge::{Judged, Kind, judge};
use super::print::{SUMS, counts};
use crate::paper::{Paper, Run};
use crate::row::Row;
use crate::share::Share;

/// The table that says how often bounds are exact, and the sums in it.
const KINDS: [(usize, Kind); 2] = [
    (4, Kind { squares: 8, amazons: (2, 2), regions: 2, seed: 4 }),
    (5, Kind { squares: 9, amazons: (3, 1), regions: 2, seed: 5 }),
];

/// Of so many sums the winner is found by canonical values too.
const CANONICAL: usize = 100;

/// How many times as many sums are drawn if there is time.
const FULL: u64 = 20;

/// Random sums of two regions: the printed bounds, and the exact scores.
pub(crate) const PAPER: Paper = Paper {
    id: "amazons/tables-4-6",
    what: "bounds and exact scores of random sums of two regions (Okada, Kuroda and Kanada, tables 4 to 6)",
    seconds: 10,
    rows,
};

fn rows(run: &Run<'_>) -> Result<Vec<Row>, Error> {
    let count = run.size(SUMS, FULL * SUMS);
    let mut rows = Vec::new();
    let mut differences = Vec::new();
    for (table, kind) in KINDS {
        let name = format!("table {table}");
        let sums = kind.draw(count);
        let judged = judge(&sums, true, run)?;
        rows.extend(exactness(table, kind.squares, &judged));
        rows.extend(decided::rows(&name, &judged));
        run.progress.phase("canonical values", 0);
        rows.push(by_canonical_values(&name, &sums[..CANONICAL], &judged[..CANONICAL]));
        differences.extend(how_far(kind.squares, &judged));
    }
    rows.extend(differences);
    Ok(rows)
}

/// How a lower or an upper bound stands to the score, as the print has it.
fn standing(side: &str, bound: Option<i32>, score: i32) -> String {
    match bound {
        None => format!("{side} unknown"),
        Some(bound) if bound == score => format!("{side}=true"),
        Some(bound) if bound < score => format!("{side}<true"),
        Some(_) => format!("{side}>true"),
    }
}

/// The printed counts of a table of exact, loose and unknown bounds.
fn exactness(table: usize, squares: usize, judged: &[Judged]) -> Vec<Row> {
    let found: Vec<[String; 2]> = judged
        .iter()
        .filter_map(|sum| {
            let (ScoreBounds { lower, upper }, score) = (sum.printed, sum.score?);
            Some([standing("lower", lower, score), standing("upper", upper, score)])
        })
        .collect();
    let row = |print: super::print::Count| {
        let wanted = [&print.row, &print.column];
        let is_of = |sum: &&[String; 2]| {
            wanted
                .into_iter()
                .zip(*sum)
                .all(|(wanted, found)| *wanted == "total" || wanted == found)
        };
        let result =
            Share { cases: found.iter().filter(is_of).count() as u64, of: judged.len() as u64 };
        let what = format!("table {table}: {}, {}", print.row, print.column);
        Row::sampled(what, Share { cases: print.count, of: SUMS }, result)
    };
    counts(table, squares).into_iter().map(row).collect()
}

/// Table 6: how far the bounds are from the score.
fn how_far(squares: usize, judged: &[Judged]) -> Vec<Row> {
    let row = |print: super::print::Count| {
        let off = |sum: &&Judged| {
            let ScoreBounds { lower, upper } = sum.printed;
            let Some(score) = sum.score else { return false };
            let difference = match print.row.as_str() {
                "upper" => upper.map(|upper| upper - score),
                _ => lower.map(|lower| score - lower),
            };
            difference.is_some_and(|difference| match print.column.parse::<i32>() {
                Ok(wanted) => difference == wanted,
                Err(_) => difference > 0,
            })
        };
        let result =
            Share { cases: judged.iter().filter(off).count() as u64, of: judged.len() as u64 };
        let what =
            format!("table 6: {squares} squares, {} bound off by {}", print.row, print.column);
        Row::sampled(
            what.replace("off by total", "off at all"),
            Share { cases: print.count, of: SUMS },
            result,
        )
    };
    counts(6, squares).into_iter().map(row).collect()
}

/// Whether canonical values, found by a search that knows nothing of scores, tell the same winners.
fn by_canonical_values(name: &str, sums: &[Vec<SumRegion>], judged: &[Judged]) -> Row {
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
    Row::twice(what, same, sums.len()).noting(format!("of {}", sums.len()))
}
