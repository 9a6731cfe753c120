//! Every play of a roll.

use std::collections::BTreeSet;

use proptest::prelude::*;
use shuban_core::TwoSided;
use shuban_core::dice::{Roll, rolls};
use shuban_gammon::twin::{after_positions, after_positions_without_dice_rules};
use shuban_gammon::{
    MoveGenerator, PlayScratch, Position, Variant, format_position, is_dead, parse_position,
};

use crate::{ALL, backgammon, half_gammon, position_of};

/// The positions after a roll, each with the side that has played first.
fn played(variant: &Variant, position: &str, roll: (u8, u8)) -> BTreeSet<String> {
    let position = parse_position(variant, position).unwrap();
    let plays = MoveGenerator::new(variant, &position).plays(Roll::new(roll.0, roll.1));
    plays.iter().map(|(_, after)| format_position(variant, &after.swapped())).collect()
}

fn set(all: &[&str]) -> BTreeSet<String> {
    all.iter().map(|&text| text.to_owned()).collect()
}

#[test]
fn one_checker_may_go_either_way_round_where_only_one_way_hits() {
    // On 10, with the lone opponents on the mover's 9 and 4: 2-1 by 9 hits, by 8 does not.
    let half_gammon = half_gammon();
    assert_eq!(played(&half_gammon, "10|4,9", (2, 1)), set(&["7|4,9", "7|9,bar"]));
    // Published numbers of sure wins are too low where the plays that do not hit are lost.
    let backgammon = backgammon();
    for (k, lone) in (1..=20).flat_map(|k| [(k, 22), (k, 23)]) {
        let after = played(&backgammon, &format!("4|{k},{lone}"), (2, 1));
        assert_eq!(after, set(&[&format!("1|{k},{lone}"), &format!("1|{k},bar")]));
    }
    // Both ways hit, each another one.
    assert_eq!(played(&half_gammon, "10|4,5", (2, 1)), set(&["7|4,bar", "7|5,bar"]));
    // The blocked way is not open.
    assert_eq!(played(&half_gammon, "10|4,5,5", (2, 1)), set(&["7|5,5,bar"]));
}

#[test]
fn as_many_dice_as_possible_are_played_and_else_the_larger() {
    let half_gammon = half_gammon();
    // By 3 first no 1 can follow (the mover's 8 is blocked), by 1 first no 3 (7 is): 3 is
    // played.
    assert_eq!(played(&half_gammon, "12|5,5,6,6", (3, 1)), set(&["9|5,5,6,6"]));
    // The same with 9 blocked: only the 1 can be played.
    assert_eq!(played(&half_gammon, "12|4,4,5,5", (3, 1)), set(&["11|4,4,5,5"]));
    // 1 first leads on to a 3, 3 first leads nowhere: both have to be played.
    assert_eq!(played(&half_gammon, "12|4,4", (3, 1)), set(&["8|4,4"]));
}

#[test]
fn the_bar_comes_first_and_bearing_off_last() {
    let half_gammon = half_gammon();
    assert_eq!(played(&half_gammon, "5,bar|3,3", (3, 1)), set(&["2,12|3,3", "5,9|3,3"]));
    assert_eq!(played(&half_gammon, "5,bar|1,1,3,3", (3, 1)), set(&["5,bar|1,1,3,3"]));
    // From 4 home by 1, then off by 3 from the highest point; or 4 to 1, then one off by 1.
    assert_eq!(played(&half_gammon, "1,4|8", (3, 1)), set(&["1|8"]));
    // A larger die bears off from the highest point only.
    assert_eq!(played(&half_gammon, "1,2,2|8", (3, 3)), set(&["|8"]));
    assert_eq!(played(&half_gammon, "1,2|8", (3, 1)), set(&["1|8", "|8"]));
}

#[test]
fn a_double_is_played_four_times() {
    let half_gammon = half_gammon();
    assert_eq!(played(&half_gammon, "12|12", (1, 1)), set(&["8|12"]));
    let shared_out = set(&["3,12|12", "5,10|12", "7,8|12", "6,9|12", "4,11|12"]);
    assert_eq!(played(&half_gammon, "11,12|12", (2, 2)), shared_out);
}

#[test]
fn the_opening_rolls_of_backgammon_have_their_numbers_of_plays() {
    let counts = |variant: &Variant| -> Vec<usize> {
        let start = Position::new(variant.start(), variant.start());
        let turn = MoveGenerator::new(variant, &start);
        let of_roll = |(roll, _): (Roll, u32)| {
            assert_eq!(turn.plays(roll).len(), after_positions(variant, &start, roll).len());
            turn.plays(roll).len()
        };
        rolls(variant.faces()).into_iter().map(of_roll).collect()
    };
    // 1-1, 2-1, 2-2, 3-1, …, 6-6.
    assert_eq!(
        counts(&backgammon()),
        [42, 15, 75, 16, 17, 73, 14, 18, 17, 52, 8, 8, 9, 9, 4, 10, 14, 14, 14, 7, 11]
    );
    assert_eq!(counts(&half_gammon()), [2, 4, 2, 6, 4, 2]);
}

/// Number of plays of a 3-2 at the start of half-gammon, then of all rolls, and once more.
fn tree(plays: impl Fn(&Variant, &Position, Roll) -> Vec<Position>) -> [usize; 3] {
    let half_gammon = half_gammon();
    let start = Position::new(half_gammon.start(), half_gammon.start());
    let first = plays(&half_gammon, &start, Roll::new(3, 2));
    let all_rolls = |positions: &[Position]| -> Vec<Position> {
        let pairs = positions
            .iter()
            .flat_map(|position| rolls(3).into_iter().map(move |roll| (position, roll.0)));
        pairs.flat_map(|(position, roll)| plays(&half_gammon, position, roll)).collect()
    };
    let second = all_rolls(&first);
    [first.len(), second.len(), all_rolls(&second).len()]
}

#[test]
fn a_search_tree_of_half_gammon_has_its_size() {
    let sizes = tree(|variant, position, roll| {
        MoveGenerator::new(variant, position)
            .plays(roll)
            .into_iter()
            .map(|(_, after)| after)
            .collect()
    });
    assert_eq!(sizes, [4, 146, 5_422]);
    // The literature gives 4, 146 and 5,429: the result without the rules about dice.
    let without_rules = tree(|variant, position, roll| {
        after_positions_without_dice_rules(variant, position, roll).into_iter().collect()
    });
    assert_eq!(without_rules, [4, 146, 5_429]);
}

#[test]
fn nobody_can_ever_move_exactly_where_both_are_shut_out() {
    // Homes of two points closed by two checkers each, and one more on the bar.
    let variant = Variant::new("small", 6, 2, 2, &[(6, 5)]).unwrap();
    let closed = |position: &Position| {
        position.opponent.on(7) > 0 && (1..=2).all(|place| position.mover.on(place) >= 2)
    };
    for (a, b, expected) in [(5, 5, 1), (5, 4, 0), (4, 5, 0), (3, 3, 0)] {
        let index = TwoSided::new(6, a, b).unwrap();
        let mut dead = 0;
        for rank in 0..index.len() {
            let (mover, opponent) = index.unrank(rank).unwrap();
            let position = Position::new(mover, opponent);
            assert_eq!(
                is_dead(&variant, &position),
                closed(&position) && closed(&position.swapped())
            );
            dead += usize::from(is_dead(&variant, &position));
        }
        assert_eq!(dead, expected, "{a} v {b}");
    }
}

#[test]
fn half_gammon_has_its_dead_positions() {
    // Closed homes take six a side; the others are on the bar or, except for one, anywhere.
    let half_gammon = half_gammon();
    let dead = |text: &str| is_dead(&half_gammon, &parse_position(&half_gammon, text).unwrap());
    assert!(dead("1,1,2,2,3,3,bar|1,1,2,2,3,3,bar"));
    assert!(dead("1,1,2,2,3,3,5,bar|1,1,2,2,3,3,3,bar"));
    assert!(!dead("1,1,2,2,3,3,bar|1,1,2,2,3,bar"));
    assert!(!dead("1,1,2,2,3,3,5|1,1,2,2,3,3,bar"));
    assert!(!dead("|1,1,2,2,3,3,bar"));
}

proptest! {
    #[test]
    fn every_play_leads_where_it_says((variant, position, roll) in position_of(&ALL)) {
        let turn = MoveGenerator::new(&variant, &position);
        let plays = turn.plays(roll);
        prop_assert!(!plays.is_empty());
        for (action, after) in &plays {
            let Position { mut mover, mut opponent, .. } = position;
            for step in action.steps() {
                let (from, to) = (usize::from(step.from), usize::from(step.to));
                mover = mover.less(from);
                if to > 0 {
                    let there = variant.bar() - to;
                    mover = mover.more(to);
                    prop_assert_eq!(step.hit, opponent.on(there) == 1);
                    if step.hit {
                        opponent = opponent.less(there).more(variant.bar());
                    }
                }
            }
            prop_assert_eq!(after.swapped(), Position { mover, opponent, turn: position.turn });
            prop_assert_eq!(after.mover.count(), position.opponent.count());
            let shared = (1..=variant.points()).any(|place| {
                after.mover.on(place) > 0 && after.opponent.on(variant.bar() - place) > 0
            });
            prop_assert!(!shared, "both sides on one point in {after:?}");
        }
        let mut fast = Vec::new();
        turn.for_each_after(roll, &mut PlayScratch::default(), |after| fast.push(after));
        prop_assert_eq!(fast, plays.iter().map(|(_, after)| *after).collect::<Vec<_>>());
    }
}
