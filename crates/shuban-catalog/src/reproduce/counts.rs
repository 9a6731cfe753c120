//! How many positions there are.

use shuban_core::TwoSided;
use shuban_solve::Progress;

use super::{ReproduceOptions, Reproduced, Reproduction, Row};
use crate::error::Error;

/// Numbers of positions: the closed form against the print, and against counting one by one.
pub(super) struct Counts;

/// (variant, points, mover, opponent, printed number).
const PRINTED: [(&str, usize, usize, usize, u64); 12] = [
    ("half-gammon", 12, 1, 1, 157),
    ("half-gammon", 12, 2, 2, 6_319),
    ("half-gammon", 12, 3, 3, 118_587),
    ("half-gammon", 12, 4, 4, 1_337_961),
    ("half-gammon", 12, 8, 8, 1_205_189_519),
    ("backgammon", 24, 1, 1, 601),
    ("backgammon", 24, 2, 1, 7_525),
    ("backgammon", 24, 2, 2, 90_901),
    ("backgammon", 24, 3, 1, 65_325),
    ("backgammon", 24, 3, 2, 762_525),
    ("backgammon", 24, 3, 3, 6_191_101),
    ("backgammon", 24, 5, 5, 6_195_501_271),
];

/// Counting one by one stops to be quick here.
const MOST_ENUMERATED: u64 = 10_000_000;

impl Reproduction for Counts {
    fn id(&self) -> &'static str {
        "gammon/counts"
    }

    fn what(&self) -> &'static str {
        "numbers of positions, in closed form and counted one by one"
    }

    fn seconds(&self) -> u32 {
        2
    }

    fn run(&self, _options: &ReproduceOptions, progress: &dyn Progress) -> Result<Reproduced, Error> {
        let mut rows = Vec::new();
        for (variant, points, a, b, print) in PRINTED {
            progress.phase(&format!("{variant}, {a} v {b}"), 0);
            rows.push(Row::exact(format!("{variant}, {a} v {b}"), print, length(points, a, b)));
            if print <= MOST_ENUMERATED {
                let what = format!("{variant}, {a} v {b}, counted one by one");
                rows.push(Row::exact(what, print, enumerated(points, a, b)));
            }
        }
        let total = |points: usize, least: usize, most: usize| -> u128 {
            (least..=most)
                .flat_map(|a| (least..=most).map(move |b| (a, b)))
                .map(|(a, b)| u128::from(length(points, a, b)))
                .sum()
        };
        let all =
            |what: &str, print: u128, result: u128| Row::exact(what, print.to_string(), result.to_string());
        rows.push(all("half-gammon, all of 1 to 8 a side", 4_296_368_188, total(12, 1, 8)));
        rows.push(all("hypergammon, all of 1 to 3 a side", 7_953_353, total(24, 1, 3)));
        rows.push(
            all("backgammon, all of 0 to 15 a side", 18_528_584_051_601_162_496, total(24, 0, 15))
                .noting("the printed total counts positions in which a side has borne off everything"),
        );
        Ok(Reproduced::new(self.id(), rows))
    }
}

fn length(points: usize, a: usize, b: usize) -> u64 {
    TwoSided::new(points, a, b).map_or(0, |index| index.len())
}

/// Places the mover's checkers one point after the other, then the opponent's on the points left, and
/// counts. Whoever is on no point is on the bar.
fn enumerated(points: usize, a: usize, b: usize) -> u64 {
    let mut count = 0;
    place(0, points, 0, a, &mut |mover| place(0, points, mover, b, &mut |_| count += 1));
    count
}

/// Calls `each` for every way to place up to `left` checkers on the points from `point` on that are not
/// among `taken`, with the points that are taken then.
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
