//! The longest game, compared with plain sweeps over positions.
#![cfg(feature = "longest")]

use std::collections::HashMap;

use shuban_core::{Game, Present};
use ur::game::{Position, Ur};
use ur::longest::{Goal, Longest, OtherValues};
use ur::rules::{BLITZ, FINKEL, MASTERS, Rules};

const GOAL: Goal = Goal { gap: 1e-6, looks: 1e12 };

fn with_pieces(rules: &Rules, pieces: u8) -> &'static Rules {
    Box::leak(Box::new(Rules { pieces, ..*rules }))
}

/// Returns the mean number of moves from the start, by sweeps over all positions that can be
/// reached until nothing changes.
fn by_sweeps(rules: &'static Rules) -> f64 {
    let game = Ur::new(rules);
    let total = f64::from(game.chances(&game.start()).iter().map(|chance| chance.1).sum::<u32>());
    let (mut numbers, mut positions) = (HashMap::from([(game.start(), 0)]), vec![game.start()]);
    let mut ahead: Vec<Vec<(f64, Vec<Option<usize>>)>> = Vec::new();
    while let Some(&position) = positions.get(ahead.len()) {
        let mut after = |position: Position| {
            let position = game.canonical(&position);
            game.outcome(&position).is_none().then(|| {
                *numbers.entry(position).or_insert_with(|| {
                    positions.push(position);
                    positions.len() - 1
                })
            })
        };
        let of_roll = |&(roll, weight): &(u8, u32)| {
            let mut plays = Vec::new();
            game.plays(&position, roll, &mut plays);
            (f64::from(weight) / total, plays.iter().map(|play| after(play.after)).collect())
        };
        ahead.push(game.chances(&position).iter().map(of_roll).collect());
    }
    let mut values = vec![0.0; positions.len()];
    loop {
        let mut most = 0f64;
        for (number, rolls) in ahead.iter().enumerate() {
            let of = |next: &Option<usize>| next.map_or(0.0, |next| values[next]);
            let best = |plays: &[Option<usize>]| plays.iter().map(of).fold(0.0, f64::max);
            let value = 1.0 + rolls.iter().map(|(share, plays)| share * best(plays)).sum::<f64>();
            most = most.max((value - values[number]).abs());
            values[number] = value;
        }
        if most < 1e-11 {
            return values[0];
        }
    }
}

/// Returns the longest game with all layers solved.
fn solved(rules: &'static Rules) -> Longest {
    let mut longest = Longest::new(rules).unwrap();
    while longest.layers() < longest.numbering().layers() {
        let effort = longest.solve_next(GOAL);
        assert!(effort.policies > 0 && effort.products > effort.policies, "{effort:?}");
        assert!(!effort.is_cut_off, "{effort:?}");
    }
    longest
}

fn start_of(longest: &Longest, rules: &'static Rules) -> f64 {
    let start = longest.numbering().number(&Ur::new(rules).start()).unwrap();
    longest.values()[start as usize]
}

#[test]
fn bounds_hold_what_plain_sweeps_come_to() {
    for (rules, pieces) in [(&FINKEL, 1), (&FINKEL, 2), (&BLITZ, 1), (&BLITZ, 2), (&MASTERS, 2)] {
        let rules = with_pieces(rules, pieces);
        let (longest, right) = (solved(rules), by_sweeps(rules));
        let [lower, upper] = longest.bounds().of(start_of(&longest, rules));
        assert!(lower <= right && right <= upper, "{}: {right} in {lower}..{upper}", rules.name);
        assert!(upper - lower < 3.0 * GOAL.gap * right, "{}: {lower}..{upper}", rules.name);
    }
}

#[test]
fn a_search_for_policies_that_is_cut_off_leaves_a_lower_bound() {
    let rules = with_pieces(&FINKEL, 2);
    let (mut longest, right) = (Longest::new(rules).unwrap(), by_sweeps(rules));
    while longest.layers() < longest.numbering().layers() {
        let effort = longest.solve_next(Goal { looks: 1e4, ..GOAL });
        assert!(effort.is_cut_off || longest.layers() == 1, "{effort:?}");
    }
    let [lower, upper] = longest.bounds().of(start_of(&longest, rules));
    assert!((0.2 * right..right).contains(&lower) && upper > right, "{right} in {lower}..{upper}");
}

#[test]
fn numbers_that_are_wrong_have_wide_bounds_and_no_false_ones() {
    let rules = with_pieces(&FINKEL, 2);
    let (longest, right) = (solved(rules), by_sweeps(rules));
    let values = longest.values();
    let others = |change: &dyn Fn(usize, f64) -> f64| {
        let values = values.iter().enumerate().map(|(number, &value)| change(number, value));
        let other = Longest::new(rules).unwrap().with(values.collect()).unwrap();
        (start_of(&other, rules), other.bounds())
    };
    // One number is wrong, or all are: by half, twice, or each by another share.
    let middle = values.len() / 2;
    let one = |number, value| if number == middle { value + 0.25 } else { value };
    let shares = |number: usize, value: f64| value * (1.0 + 0.002 * (number % 5) as f64);
    let (half, twice) = (|_, value| 0.5 * value, |_, value| 2.0 * value);
    for change in [&one as &dyn Fn(usize, f64) -> f64, &half, &twice, &shares] {
        let (found, bounds) = others(change);
        let [lower, upper] = bounds.of(found);
        assert!(lower <= right && right <= upper, "{right} in {lower}..{upper}");
        assert!(bounds.upper > 1.1 || bounds.lower < 0.9, "{bounds:?}");
    }
    // Numbers below 0 prove nothing. Where a look ahead adds a whole move, no upper bound follows.
    let (_, bounds) = others(&|number, value| if number == middle { -1.0 } else { value });
    assert_eq!((bounds.lower, bounds.upper), (0.0, f64::INFINITY));
    for none in [f64::NAN, f64::INFINITY] {
        let (_, bounds) = others(&|number, value| if number == middle { none } else { value });
        assert_eq!((bounds.lower, bounds.upper), (0.0, f64::INFINITY), "{none}");
    }
    let (_, bounds) = others(&|_, _| 0.0);
    assert_eq!(bounds.upper, f64::INFINITY);
}

#[test]
fn layers_that_are_known_are_not_solved_again() {
    let rules = with_pieces(&BLITZ, 2);
    let whole = solved(rules);
    let first = whole.numbering().end(0);
    let with = |values: &[f64]| Longest::new(rules).unwrap().with(values.to_vec());
    let mut begun = with(&whole.values()[..first]).unwrap();
    assert_eq!((begun.layers(), begun.values().len()), (1, first));
    while begun.layers() < begun.numbering().layers() {
        begun.solve_next(GOAL);
    }
    assert_eq!(begun.values(), whole.values());
    // A part of a layer is refused, and so are values that do not begin with that of a game that is
    // over.
    for values in [&whole.values()[..first + 1], &vec![1.0; first], &[]] {
        assert_eq!(with(values).err(), Some(OtherValues { count: values.len() }));
    }
}
