//! Random games, and the plays that they choose from.

use std::collections::BTreeSet;

use proptest::prelude::*;
use shuban_core::Random;
use shuban_core::checkers::Checkers;
use shuban_core::dice::Roll;
use shuban_gammon::twin::{after_positions, after_positions_without_dice_rules, random_position};
use shuban_gammon::{Position, Variant};
use shuban_reproduce::{DiceRules, RandomChoice, RandomGame, RandomPlay, RandomScratch};

fn variant(name: &str) -> Variant {
    Variant::by_name(name).unwrap()
}

fn backgammon() -> Variant {
    variant("backgammon")
}

fn half_gammon() -> Variant {
    variant("half-gammon")
}

fn play(rules: DiceRules, choice: RandomChoice) -> RandomPlay {
    RandomPlay::new(&half_gammon(), rules, choice).unwrap()
}

proptest! {
    #[test]
    fn they_are_those_of_the_plain_rules(seed in any::<u64>(), a in 1..=3u8, b in 1..=3u8) {
        let variant = half_gammon();
        let (position, roll) = (random_position(&variant, &mut Random::new(seed)), Roll::new(a, b));
        for rules in [DiceRules::Full, DiceRules::None] {
            let plain = match rules {
                DiceRules::Full => after_positions(&variant, &position, roll),
                DiceRules::None => after_positions_without_dice_rules(&variant, &position, roll),
            };
            let distinct = play(rules, RandomChoice::AfterPositions);
            let distinct = distinct.after_positions(&position, roll).unwrap();
            prop_assert_eq!(distinct.len(), plain.len(), "{:?} {:?}", rules, &distinct);
            prop_assert_eq!(&distinct.into_iter().collect::<BTreeSet<_>>(), &plain);
            let sequences = play(rules, RandomChoice::Sequences);
            let sequences = sequences.after_positions(&position, roll).unwrap();
            prop_assert!(sequences.len() >= plain.len());
            prop_assert_eq!(&sequences.into_iter().collect::<BTreeSet<_>>(), &plain);
        }
    }
}

#[test]
fn sequences_are_counted_one_by_one() {
    let position = |text| shuban_gammon::parse_position(&half_gammon(), text).unwrap();
    let count = |text, roll: (u8, u8)| {
        let sequences = play(DiceRules::None, RandomChoice::Sequences);
        sequences.after_positions(&position(text), Roll::new(roll.0, roll.1)).unwrap().len()
    };
    // Both orders of one checker; with two, four by 2 first, and three by 1 first, since 12/11 puts
    // both on one point.
    assert_eq!(count("12|12", (2, 1)), 2);
    assert_eq!(count("11,12|12", (2, 1)), 7);
    // Four steps by either of two checkers, or by the one point that both stand on.
    assert_eq!(count("11,12|9,9", (1, 1)), 10);
}

#[test]
fn a_seed_always_plays_the_same_games_to_their_ends() {
    let games = |seed| -> Vec<RandomGame> {
        let (mut random, mut scratch) = (Random::new(seed), RandomScratch::default());
        let play = play(DiceRules::None, RandomChoice::AfterPositions);
        (0..2_000).map(|_| play.game(&mut random, &mut scratch)).collect()
    };
    assert_eq!(games(1), games(1));
    assert_ne!(games(1), games(2));
    let all = games(3);
    let won = |seat| all.iter().filter(|game| game.winner == Some(seat)).count();
    assert_eq!(won(0) + won(1), all.len());
    assert!(won(0) > won(1) && won(1) > 700);
    for game in all {
        // 54 pips at twelve a roll; and the side that begins has the odd turns.
        assert!(game.turns >= 9 && game.choices >= u64::from(game.turns));
        assert_eq!(game.winner, Some(1 - (game.turns % 2) as u8));
        assert!(game.without_contact < game.turns);
    }
}

#[test]
fn the_first_turn_of_a_game_without_contact_is_told() {
    // One checker each, one pip from off, has the shortest game there is.
    let variant = Variant::new("short", 2, 1, 1, &[(1, 1)]).unwrap();
    let play = RandomPlay::new(&variant, DiceRules::Full, RandomChoice::AfterPositions).unwrap();
    let game = play.game(&mut Random::new(1), &mut RandomScratch::default());
    assert_eq!(game, RandomGame { turns: 1, without_contact: 1, choices: 1, winner: Some(0) });
}

#[test]
fn boards_and_positions_that_do_not_fit_are_refused() {
    let choice = RandomChoice::AfterPositions;
    assert!(RandomPlay::new(&backgammon(), DiceRules::Full, choice).is_none());
    let outside = Position::new(Checkers::from_places([24]), Checkers::from_places([1]));
    let play = play(DiceRules::Full, choice);
    assert_eq!(play.after_positions(&outside, Roll::new(2, 1)), None);
}
