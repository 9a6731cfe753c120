//! Table 3: numbers of positions.

use std::collections::BTreeMap;

use rayon::prelude::*;
use shuban_amazons::{MAX_REGION, MAX_SIZE, Placements, Region, position_counts};
use shuban_catalog::Error;

use super::print;
use crate::finding::Finding;
use crate::paper::Recomputation;

/// Largest size of regions whose positions are counted one by one; one more with time.
const MOST_COUNTED: usize = 8;

/// Numbers of positions by the numbers of amazons.
type Counts = BTreeMap<(usize, usize), u64>;

pub(crate) fn rows(run: &Recomputation<'_>) -> Result<Vec<Finding>, Error> {
    let largest = run.size(MAX_SIZE, MAX_REGION);
    let mut by_size = Vec::new();
    for size in 1..=largest {
        run.progress.phase(&format!("{size} squares, by the formula"), 0);
        run.check()?;
        by_size.push(position_counts(size));
    }
    printed(&by_size[..MAX_SIZE]).into_iter().for_each(|row| run.keep(row));
    if let Some(counts) = by_size.get(MAX_REGION - 1) {
        for (&(black, white), &count) in counts {
            let what = format!("{MAX_REGION} squares, {black} black, {white} white");
            run.keep(Finding::unprinted(what, count));
        }
    }
    let most = run.size(MOST_COUNTED, MOST_COUNTED + 1);
    for size in 1..=most {
        run.progress.phase(&format!("{size} squares, one by one"), 0);
        run.check()?;
        let again = one_by_one(size);
        let formula = &by_size[size - 1];
        let agree = formula.iter().filter(|&(amazons, count)| again.get(amazons) == Some(count));
        let what = format!("{size} squares: numbers that are those of counting one by one");
        let row = Finding::twice(what, agree.count(), formula.len());
        let positions = again.values().sum::<u64>();
        run.keep(row.noting(format!("{positions} positions up to symmetry, each listed once")));
    }
    Ok(Vec::new())
}

/// Returns a row for every printed number, with sums.
fn printed(by_size: &[Counts]) -> Vec<Finding> {
    let mut rows = Vec::new();
    for cells in print::cells(print::TABLE_3).iter().skip(1) {
        let amazons = cells[0].parse::<usize>().ok().zip(cells[1].parse::<usize>().ok());
        let name = amazons
            .map_or("all".to_owned(), |(black, white)| format!("{black} black, {white} white"));
        let count = |counts: &Counts| match amazons {
            Some(amazons) => counts.get(&amazons).copied().unwrap_or(0),
            None => counts.values().sum(),
        };
        let counted: Vec<u64> = by_size.iter().map(count).collect();
        let print = |column: usize| cells[column].parse::<u64>().unwrap_or_default();
        for (size, &count) in (1..).zip(&counted) {
            rows.push(Finding::exact(format!("{name}, {size} squares"), print(size + 1), count));
        }
        rows.push(Finding::exact(
            format!("{name}, in all"),
            print(by_size.len() + 2),
            counted.iter().sum::<u64>(),
        ));
    }
    rows
}

/// Lists all placements in all regions of a size, up to the symmetries of each, and counts.
fn one_by_one(size: usize) -> Counts {
    let added = |mut counts: Counts, (amazons, count): ((usize, usize), u64)| {
        *counts.entry(amazons).or_default() += count;
        counts
    };
    let of_region = |counts: Counts, region: &Region| {
        Placements::new(*region).iter().map(|placed| (placed.counts(), 1)).fold(counts, added)
    };
    let merged = |counts: Counts, others: Counts| others.into_iter().fold(counts, added);
    Region::all(size).par_iter().fold(Counts::new, of_region).reduce(Counts::new, merged)
}
