//! Costs of a layout, counted and timed.

use std::hint::black_box;
use std::time::Instant;

use shuban_core::dice::{Roll, rolls};
use shuban_gammon::{MoveGenerator, PlayScratch, Position, Variant};

use super::layouts::Layout;
use super::plays::list;
use crate::finding::Finding;

/// Number of rounds, of which the fastest counts.
const ROUNDS: usize = 30;

/// Costs of a layout.
pub(super) struct LayoutCost {
    pub(super) bytes: usize,
    pub(super) exchanges: u32,
    /// Maximum number of places looked at: before bearing off, and for the last checker.
    pub(super) tests: [u32; 2],
    /// Nanoseconds of reversing, and of testing the end, bearing off, the last checker and contact;
    /// then of listing the plays of a roll.
    nanoseconds: [f64; 6],
}

const TIMED: [&str; 6] = [
    "reversal",
    "test for the end",
    "test for bearing off",
    "look for the last checker",
    "test for contact",
    "list of plays",
];

impl LayoutCost {
    /// Counts and times the operations on these positions.
    pub(super) fn of<L: Layout>(variant: &Variant, positions: &[Position]) -> Self {
        let boards: Vec<L> = positions.iter().map(L::of).collect();
        let mut exchanges = 0;
        boards[0].clone().reverse(&mut exchanges);
        let most = |test: fn(&L, &mut u32)| {
            let counted = boards.iter().map(|board| {
                let mut tests = 0;
                test(board, &mut tests);
                tests
            });
            counted.max().unwrap_or(0)
        };
        let tests = [
            most(|board, tests| _ = board.may_bear_off(tests)),
            most(|board, tests| _ = board.last(tests)),
        ];
        let mut found = Vec::new();
        let nanoseconds = [
            nanoseconds(&boards, |board| {
                let mut board = *board;
                board.reverse(&mut 0);
                board
            }),
            nanoseconds(&boards, L::is_over),
            nanoseconds(&boards, |board| board.may_bear_off(&mut 0)),
            nanoseconds(&boards, |board| board.last(&mut 0)),
            nanoseconds(&boards, L::is_contact),
            nanoseconds(&rolled(variant, &boards), |(board, roll)| {
                list(*board, *roll, black_box(&mut found));
            }),
        ];
        LayoutCost { bytes: size_of::<L>(), exchanges, tests, nanoseconds }
    }

    /// Returns the rows of its times.
    pub(super) fn times(&self, layout: &str) -> Vec<Finding> {
        let times = TIMED.into_iter().zip(self.nanoseconds);
        times.map(|(what, nanoseconds)| time(layout, what, nanoseconds)).collect()
    }
}

/// Times the generator of plays of the program, which has masks of its own beside the board.
pub(super) fn of_generator(variant: &Variant, positions: &[Position]) -> Finding {
    let mut scratch = PlayScratch::default();
    let nanoseconds = nanoseconds(&rolled(variant, positions), |(position, roll)| {
        let turn = MoveGenerator::new(variant, position);
        turn.for_each_after(*roll, &mut scratch, |after| {
            black_box(after);
        });
    });
    time("the program's generator", TIMED[5], nanoseconds)
}

/// Returns what all layouts come to, the fastest first: for what takes most of the time, lists of
/// plays, and for reversal and tests together.
pub(super) fn conclusions(costs: &[(&str, &LayoutCost)]) -> [Finding; 2] {
    let of = |what: &str, nanoseconds: &dyn Fn(&LayoutCost) -> f64| {
        let times: Vec<_> =
            costs.iter().map(|(layout, cost)| (*layout, nanoseconds(cost))).collect();
        Finding::unprinted(format!("conclusion: ns a {what}"), in_words(&times))
            .noting("the page has a head here, and nothing under it")
    };
    [
        of(TIMED[5], &|cost| cost.nanoseconds[5]),
        of("reversal and one test of each kind", &|cost| cost.nanoseconds[..5].iter().sum()),
    ]
}

/// Says which is fastest, and by how much; those within 5 % are level.
fn in_words(times: &[(&str, f64)]) -> String {
    let least = times.iter().map(|(_, time)| *time).fold(f64::INFINITY, f64::min);
    let (level, mut slower): (Vec<_>, Vec<_>) =
        times.iter().partition(|(_, time)| *time < 1.05 * least);
    slower.sort_by(|(_, one), (_, other)| one.total_cmp(other));
    let level: Vec<&str> = level.into_iter().map(|(layout, _): (&str, f64)| layout).collect();
    let slower = slower.iter().map(|(layout, time)| format!("{layout} {:.1}", time / least));
    let slower: Vec<String> = slower.collect();
    let fastest = format!("fastest: {}", level.join(" and "));
    match slower[..] {
        [] => fastest,
        _ => format!("{fastest}; times as long: {}", slower.join(", ")),
    }
}

fn time(layout: &str, what: &str, nanoseconds: f64) -> Finding {
    let tenths = (nanoseconds * 10.0).round() / 10.0;
    Finding::unprinted(format!("{layout}: ns a {what}"), tenths)
        .noting("of one thread of this machine, now")
}

/// Gives each board one of the rolls, all equally often.
fn rolled<B: Copy>(variant: &Variant, boards: &[B]) -> Vec<(B, Roll)> {
    let rolls = rolls(variant.faces());
    boards.iter().copied().zip(rolls.into_iter().map(|(roll, _)| roll).cycle()).collect()
}

/// Returns the time of one call, averaged over all items, in the fastest round.
fn nanoseconds<T, A>(items: &[T], mut call: impl FnMut(&T) -> A) -> f64 {
    let round = |_| {
        let start = Instant::now();
        black_box(items).iter().for_each(|item| _ = black_box(call(item)));
        start.elapsed().as_nanos() as f64 / items.len() as f64
    };
    (0..ROUNDS).map(round).fold(f64::INFINITY, f64::min)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_conclusion_has_the_fastest_first_and_how_long_the_others_take() {
        let times = [("a", 30.0), ("b", 10.0), ("c", 14.0), ("d", 10.4)];
        assert_eq!(in_words(&times), "fastest: b and d; times as long: c 1.4, a 3.0");
    }
}
