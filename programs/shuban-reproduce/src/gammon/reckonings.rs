//! Small calculations of the half-gammon page.

use shuban_catalog::Error;
use shuban_core::checkers::Checkers;
use shuban_core::dice::rolls;
use shuban_gammon::Variant;

use crate::finding::{Finding, significant};
use crate::paper::Recomputation;

/// Plays a turn and turns a game of random play, as printed.
const PLAYS: f64 = 4.78919;
const TURNS: f64 = 41.861;

/// Measurements with moves generated once and twice: plies, seconds, and the share of generating
/// moves that was computed from them. Units differ from line to line.
const GENERATED_TWICE: [(u32, f64, f64, f64); 3] =
    [(1, 0.45, 0.82, 0.822_222), (2, 16.0, 26.0, 0.625), (3, 475.0, 904.0, 0.903_158)];

pub(crate) fn rows(_run: &Recomputation<'_>) -> Result<Vec<Finding>, Error> {
    let variant = super::variant("half-gammon")?;
    let mut rows = board(&variant, &super::variant("backgammon")?);
    rows.extend(data(&variant));
    rows.extend(numbers(&variant));
    rows.extend(first_race(&variant));
    rows.extend(generated_twice());
    Ok(rows)
}

/// Checks the board and its dice.
fn board(variant: &Variant, backgammon: &Variant) -> Vec<Finding> {
    let rolls = rolls(variant.faces());
    let (of_doubles, total) = doubles(variant);
    let pips: u32 = rolls
        .iter()
        .map(|(roll, weight)| {
            let dice = u32::from(roll.high()) + u32::from(roll.low());
            weight * if roll.is_double() { 2 * dice } else { dice }
        })
        .sum();
    let mean = f64::from(pips) / f64::from(total);
    vec![
        Finding::exact("points", 12, variant.points()),
        Finding::exact("checkers a side", 8, variant.checkers()),
        Finding::exact("half of backgammon's, rounded", 8, backgammon.checkers().div_ceil(2)),
        Finding::exact("pips at the start", 54, variant.start().pips()),
        Finding::exact("rolls", 6, rolls.len()),
        Finding::exact("chance of a double", "3/9", format!("{of_doubles}/{total}")),
        Finding::exact("chance of no double", "6/9", format!("{}/{total}", total - of_doubles)),
        Finding::decimals("pips a roll", 5.333, mean, 3),
    ]
}

/// Returns the number of throws that are doubles, and of all throws.
fn doubles(variant: &Variant) -> (u32, u32) {
    let rolls = rolls(variant.faces());
    let weight = |only_doubles: bool| -> u32 {
        let counted = rolls.iter().filter(|(roll, _)| roll.is_double() || !only_doubles);
        counted.map(|(_, weight)| weight).sum()
    };
    (weight(true), weight(false))
}

/// Checks the two layouts of a position in memory.
fn data(variant: &Variant) -> Vec<Finding> {
    let places = variant.points() + 2;
    // One array with signs: it is reversed in pairs, and the two numbers at the goal change places.
    let (pairs, goals) = (places / 2, 2);
    let exchanges = pairs + goals / 2;
    let outside_home = variant.points() - variant.home();
    let one = size_of::<Checkers>();
    vec![
        Finding::exact("layout 1: bytes", 16, places + 2),
        Finding::print_wrong(
            "layout 1: exchanges that reverse it",
            9,
            exchanges,
            pairs + goals,
            "seven pairs of the 14 places, and the two numbers at the goal, which are one pair more; \
             the print counts each of the two. Its 27 = 3 · 9 follows from the 9",
        ),
        Finding::exact("layout 2: bytes", 28, 2 * places),
        Finding::exact("layout 2: exchanges that reverse it", 14, places),
        Finding::exact("layout 2: assignments and look-ups", 42, 3 * places),
        Finding::print_wrong(
            "places to look at before bearing off",
            9,
            outside_home + 1,
            outside_home,
            "the print leaves out the bar",
        ),
        Finding::exact("places to look at for the last checker", 12, places - 2)
            .noting("with the bar 13, the last of which needs no look"),
        Finding::unprinted("bytes here, both sides", 2 * one)
            .noting("a side is one number; to reverse is one exchange"),
    ]
}

/// Checks numbers that are computed from other numbers.
fn numbers(variant: &Variant) -> Vec<Finding> {
    let factorial = |n: u32| (1..=n).product::<u32>();
    let home = variant.home() as u32;
    let pips = |from: usize| from * variant.checkers();
    vec![
        Finding::print_wrong(
            "4⁸/8!: the divisor",
            24,
            factorial(8),
            factorial(4),
            "the print has 4!; its quotient is right",
        ),
        Finding::decimals("4⁸/8!", 1.6, f64::from(4u32.pow(8)) / f64::from(factorial(8)), 1),
        Finding::exact("tree of a random game", 3.0e28, significant(PLAYS.powf(TURNS), 2)),
        Finding::unprinted(
            "the same with the six rolls",
            significant((6.0 * PLAYS).powf(TURNS), 2),
        )
        .noting("4.78919 are the plays of one roll"),
        Finding::print_wrong(
            "largest difference of pips",
            112,
            pips(variant.bar()),
            pips(variant.bar() + 1),
            "the print counts a checker on the bar as 14 pips away",
        ),
        Finding::exact("cases of 0 to 8 checkers on each home point", 729, 9u32.pow(home)),
        Finding::exact("leaves of three plies, expected", 3_981, (4.8_f64.powi(3) * 36.0) as u64),
        Finding::exact("leaves a second", 11_551, (5_429.0_f64 / 0.47) as u64),
    ]
}

/// Checks four against four on the one point: the side about to roll wins with a double at once,
/// and else in the next turn, unless the other side rolls a double in between.
fn first_race(variant: &Variant) -> [Finding; 2] {
    let (doubles, all) = doubles(variant);
    let double = f64::from(doubles) / f64::from(all);
    let wins = double + (1.0 - double) * (1.0 - double);
    [
        Finding::decimals("k = 1: chance to win, (27 + 36)/81", 0.777, wins, 3),
        Finding::decimals("k = 1: equity of that", 0.555, 2.0 * wins - 1.0, 3),
    ]
}

/// Checks the conclusions from the page's own times.
fn generated_twice() -> impl Iterator<Item = Finding> {
    GENERATED_TWICE.into_iter().map(|(plies, once, twice, print)| {
        let what = format!("share of generating moves, plies: {plies}");
        Finding::decimals(what, print, (twice - once) / once, 6).noting("of the page's own times")
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Verdict;

    #[test]
    fn four_prints_are_wrong_and_all_others_agree() {
        let rows = rows(&Recomputation::quick()).unwrap();
        let count = |verdict| rows.iter().filter(|row| row.verdict == verdict).count();
        assert_eq!(count(Verdict::Differs), 0);
        assert_eq!(count(Verdict::PrintWrong), 4);
        assert_eq!((count(Verdict::Unprinted), rows.len()), (2, 29));
    }
}
