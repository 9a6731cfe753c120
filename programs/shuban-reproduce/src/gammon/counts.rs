//! Numbers of positions.

use shuban_catalog::Error;
use shuban_core::TwoSided;

use crate::finding::Finding;
use crate::paper::Recomputation;

/// (variant, points, mover, opponent, printed number if there is one).
const PARTS: [(&str, usize, usize, usize, Option<u64>); 12] = [
    ("half-gammon", 12, 1, 1, None),
    ("half-gammon", 12, 2, 2, None),
    ("half-gammon", 12, 3, 3, None),
    ("half-gammon", 12, 4, 4, None),
    ("half-gammon", 12, 8, 8, None),
    ("backgammon", 24, 1, 1, Some(601)),
    ("backgammon", 24, 2, 1, Some(7_525)),
    ("backgammon", 24, 2, 2, None),
    ("backgammon", 24, 3, 1, None),
    ("backgammon", 24, 3, 2, None),
    ("backgammon", 24, 3, 3, None),
    ("backgammon", 24, 5, 5, None),
];

/// Maximum number of positions counted one by one: beyond it takes long.
const MOST_ENUMERATED: u64 = 10_000_000;

pub(crate) fn rows(run: &Recomputation<'_>) -> Result<Vec<Finding>, Error> {
    let mut rows = Vec::new();
    for (variant, points, a, b, print) in PARTS {
        let what = format!("{variant}, {a} v {b}");
        run.progress.phase(&what, 0);
        let closed = length(points, a, b);
        let one_by_one = (closed <= MOST_ENUMERATED).then(|| enumerated(points, a, b));
        let again = one_by_one.map_or_else(|| point_by_point(points, a, b), u128::from).to_string();
        if let Some(print) = print {
            rows.push(Finding::exact(what.clone(), print, closed));
        }
        let way = if one_by_one.is_some() { "one by one" } else { "point by point" };
        rows.push(Finding::twice(format!("{what}, also counted {way}"), closed.to_string(), again));
    }
    let total = |points: usize, least: usize, most: usize, count: Count| -> String {
        let pairs = (least..=most).flat_map(|a| (least..=most).map(move |b| (a, b)));
        pairs.map(|(a, b)| count(points, a, b)).sum::<u128>().to_string()
    };
    let closed: Count = |points, a, b| length(points, a, b).into();
    for (what, points, least, most, print) in [
        ("half-gammon, all of 1 to 8 a side", 12, 1, 8, None),
        ("hypergammon, all of 1 to 3 a side", 24, 1, 3, None),
        ("backgammon, all of 0 to 15 a side", 24, 0, 15, Some("18528584051601162496")),
    ] {
        run.progress.phase(what, 0);
        let result = total(points, least, most, closed);
        if let Some(print) = print {
            rows.push(Finding::exact(what, print, result.clone()).noting(
                "the printed total counts positions in which a side has borne off everything",
            ));
        }
        let again = total(points, least, most, point_by_point);
        rows.push(Finding::twice(format!("{what}, also counted point by point"), result, again));
    }
    Ok(rows)
}

/// A count of positions by points, the mover's checkers and the opponent's.
type Count = fn(usize, usize, usize) -> u128;

fn length(points: usize, a: usize, b: usize) -> u64 {
    TwoSided::new(points, a, b).map_or(0, |index| index.len())
}

/// Counts placements one by one: the mover's checkers point after point, then the opponent's on the
/// points left. A checker on no point is on the bar.
fn enumerated(points: usize, a: usize, b: usize) -> u64 {
    let mut count = 0;
    place(0, points, 0, a, &mut |mover| place(0, points, mover, b, &mut |_| count += 1));
    count
}

/// Calls `each` for every way to place up to `left` checkers on the points from `point` on that are
/// not among `taken`, with the points that are taken then.
fn place(point: usize, points: usize, taken: u64, left: usize, each: &mut dyn FnMut(u64)) {
    if point == points {
        return each(taken);
    }
    place(point + 1, points, taken, left, each);
    if taken >> point & 1 == 0 {
        for here in 1..=left {
            place(point + 1, points, taken | 1 << point, left - here, each);
        }
    }
}

/// Counts placements point by point, by the numbers of checkers of each side placed so far. A
/// checker on no point is on the bar.
fn point_by_point(points: usize, a: usize, b: usize) -> u128 {
    let mut ways = vec![vec![0_u128; b + 1]; a + 1];
    ways[0][0] = 1;
    for _ in 0..points {
        let before = ways.clone();
        for i in 0..=a {
            for j in 0..=b {
                let by_mover: u128 = (0..i).map(|fewer| before[fewer][j]).sum();
                let by_opponent: u128 = before[i][..j].iter().sum();
                ways[i][j] += by_mover + by_opponent;
            }
        }
    }
    ways.into_iter().flatten().sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Verdict;

    #[test]
    fn all_ways_of_counting_agree_and_the_printed_numbers_come_out() {
        let rows = rows(&Recomputation::quick()).unwrap();
        assert!(rows.iter().all(|row| row.verdict != Verdict::Differs));
        assert_eq!(rows.iter().filter(|row| row.print.is_some()).count(), 3);
        assert_ne!(u128::from(enumerated(12, 3, 3)), point_by_point(12, 3, 2));
    }
}
