//! The rules as a game with hidden hands, and its notation.

use proptest::prelude::*;
use shuban_core::{Game, Random};
use shuban_daihinmin_game::{ContestPosition, ContestRules, Daihinmin, PLAYERS};

use crate::common::{house_rules, random_hands};

fn position(game: &Daihinmin, random: &mut Random, cards: usize) -> ContestPosition {
    ContestPosition::new(&game.rules, random_hands(random, cards))
}

/// Games with all rules on, so that every word of the notation comes up.
fn all_rules() -> ContestRules {
    ContestRules { most_passes: 12, ..house_rules() }
}

#[test]
fn the_rules_keep_the_laws_of_games() {
    for (rules, seed) in [(ContestRules::default(), 1), (all_rules(), 2)] {
        let game = Daihinmin::new(rules);
        let mut random = Random::new(seed);
        for cards in [7, 12, 20, 53] {
            let start = position(&game, &mut random, cards);
            let positions = shuban_conformance::reachable(&game, &[start], 150);
            shuban_conformance::game(&game, &positions).unwrap();
        }
    }
}

#[test]
fn what_seats_see_keeps_the_laws_of_hidden_hands() {
    let game = Daihinmin::new(ContestRules::default());
    let mut random = Random::new(3);
    let small = position(&game, &mut random, 7);
    let positions = shuban_conformance::reachable(&game, &[small], 25);
    // All cards differ, so each position is one deal. Seven cards have few enough deals to try all.
    shuban_conformance::hidden(&game, &positions, |_| 1).unwrap();
    let large = position(&game, &mut random, 53);
    shuban_conformance::hidden(&game, &[large], |_| 1).unwrap();
}

#[test]
fn positions_that_cannot_be_are_refused_with_the_place() {
    let game = Daihinmin::new(ContestRules::default());
    for (text, at, reason) in [
        ("S3|S4|S5|S6", 11, "4 hands"),
        ("S3|S4|S5|S6|S3", 12, "S3 twice"),
        ("S3|S4|S5|S6|XX", 12, "not a card"),
        ("S3|S4|S5|S6|S7 turn=5", 15, "not a word"),
        ("S3|S4|S5|S6|S7 turn=1 top=S8,S9", 26, "neither"),
        ("S3|S4|S5|S6|S7 turn=1 top=S3", 28, "both on the table and in a hand"),
        ("S3|S4|S5|S6|S7 passed=0", 23, "has passed"),
        ("S3|S4|S5|S6| turn=0", 19, "without a place"),
        ("S3|S4|S5|S6| places=4:1,3:1", 27, "two seats in one place"),
        ("S3|S4|S5|S6|S7 places=4:1", 25, "has a place already"),
        ("S3|||| places=1:1,2:2,3:3,4:4", 29, "only player left"),
        ("S3|S4|S5|S6|S7 locked", 21, "locked"),
        ("S3|S4|S5|S6|S7 back", 19, "the table is empty"),
        ("S3|S4|S5|S6|S7 passes=21", 24, "more passes"),
        ("S3|S4|S5|S6|S7  turn=0", 15, "not a word"),
    ] {
        let error = game.parse(text).expect_err(text);
        assert_eq!(error.at, at, "{error}");
        assert!(error.reason.contains(reason), "{error}");
    }
}

#[test]
fn payoffs_are_half_points() {
    let game = Daihinmin::new(ContestRules::default());
    let of = |text: &str| {
        let payoffs = game.outcome(&game.parse(text).unwrap());
        payoffs.map(|payoffs| (0..PLAYERS).map(|seat| payoffs.of(seat)).collect::<Vec<_>>())
    };
    assert_eq!(of("S3|S4|S5|S6|S7"), None);
    assert_eq!(of("|||S6| places=0:1,1:3,2:2,3:5,4:4"), Some(vec![10, 6, 8, 2, 4]));
    // No player is out: all get the mean of three points. One is out: 2.5 points for the others.
    assert_eq!(of("S3|S4|S5|S6|S7 passes=20"), Some(vec![6; 5]));
    assert_eq!(of("|S4|S5|S6|S7 turn=1 passes=20 places=0:1"), Some(vec![10, 5, 5, 5, 5]));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn every_position_of_a_game_is_read_back(seed: u64) {
        let game = Daihinmin::new(all_rules());
        let mut random = Random::new(seed);
        let mut position = position(&game, &mut random, 53);
        let mut plays = Vec::new();
        loop {
            prop_assert_eq!(game.parse(&game.format(&position)), Ok(position.clone()));
            plays.clear();
            game.plays(&position, (), &mut plays);
            if plays.is_empty() {
                break;
            }
            position = plays.swap_remove(random.place(plays.len())).after;
        }
    }
}
