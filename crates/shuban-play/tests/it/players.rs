//! Choices of players, and the bases that they report.

use std::collections::BTreeMap;

use shuban_catalog::chain::Question;
use shuban_catalog::names::ProbeTarget;
use shuban_catalog::{Error, Session};
use shuban_core::{Progress, Silent};
use shuban_play::{Basis, Dice, Judge, Level, Player, Turn, part_seed};

use crate::common::{
    NOUGHTS, RACE, built, catalog, choose, line, play_out, played, player, resources,
};

#[test]
fn a_perfect_player_wins_where_it_can_and_says_that_it_was_looked_up() {
    let data = built(NOUGHTS);
    let perfect = player(&data, Level::Perfect, NOUGHTS);
    // Noughts have two in a row; stopping them makes two threats.
    let line = played(NOUGHTS, "b2 a1 c3 b1");
    let choice = choose(&perfect, &line, None);
    assert_eq!((choice.action.as_str(), choice.basis), ("c1", Basis::Table));
    let value = choice.value.unwrap();
    assert_eq!(value.get("value"), Some(&"win".into()), "{value:?}");
    let won = played(NOUGHTS, "a3 a1 b3 b1");
    let choice = choose(&perfect, &won, None);
    assert_eq!((choice.action.as_str(), choice.basis), ("c3", Basis::Table));
    assert!(catalog().game(NOUGHTS).unwrap().over(&choice.after).unwrap().is_some());
}

#[test]
fn of_moves_that_are_as_good_the_first_is_chosen() {
    let data = built(NOUGHTS);
    let perfect = player(&data, Level::Perfect, NOUGHTS);
    // All first moves draw.
    let start = line(NOUGHTS);
    let first = &start.game().plays(&start.now().position, 0).unwrap()[0].action;
    for _ in 0..3 {
        assert_eq!(choose(&perfect, &start, None).action, *first);
    }
}

#[test]
fn a_judge_says_that_no_database_is_there_and_a_player_has_a_move_all_the_same() {
    let data = tempfile::tempdir().unwrap();
    let resources = resources(&data);
    let start = line(NOUGHTS);
    let turn = Turn::new(start.game(), start.now(), None, 0, &Silent);
    let error = Judge::new(&resources, NOUGHTS).unwrap().values(&turn).err().unwrap();
    assert!(error.is_unheld() && error.to_string().contains("is not built yet"), "{error}");
    // The game has no search.
    let choice = choose(&player(&data, Level::Perfect, NOUGHTS), &start, None);
    assert_eq!((choice.basis, choice.value), (Basis::Random, None));
}

#[test]
fn a_damaged_database_is_not_a_missing_one() {
    let data = built(NOUGHTS);
    let file = std::fs::read_dir(data.path().join(NOUGHTS)).unwrap().next().unwrap();
    let file = file.unwrap().path();
    let mut bytes = std::fs::read(&file).unwrap();
    let middle = bytes.len() / 2;
    bytes.iter_mut().skip(middle).for_each(|byte| *byte ^= 0x55);
    std::fs::write(&file, bytes).unwrap();
    let start = line(NOUGHTS);
    let turn = Turn::new(start.game(), start.now(), None, 0, &Silent);
    let error = player(&data, Level::Perfect, NOUGHTS).choose(&turn).err().unwrap();
    assert_eq!(error.kind(), "damaged", "{error}");
}

#[test]
fn where_no_database_is_built_a_level_searches() {
    let data = tempfile::tempdir().unwrap();
    // One step from home.
    let race = catalog().game(RACE).unwrap();
    let line = shuban_play::Line::new(race, "3x1|6x1").unwrap();
    for level in [Level::Perfect, Level::Strong] {
        let choice = choose(&player(&data, level, RACE), &line, Some("3"));
        assert_eq!((choice.basis, choice.action.as_str()), (Basis::Search, "3/0"));
    }
    let three = crate::common::line("tiny-tanhinmin");
    let choice = choose(&player(&data, Level::Strong, "tiny-tanhinmin"), &three, None);
    assert_eq!(choice.basis, Basis::Search);
}

#[test]
fn dice_come_as_often_as_they_are_probable_and_the_same_for_a_seed() {
    let start = line(RACE);
    let dice = Dice::new(7);
    let mut counts: BTreeMap<String, u32> = BTreeMap::new();
    for ply in 0..3_000 {
        let roll = dice.roll(start.now(), ply).unwrap();
        assert_eq!(Dice::new(7).roll(start.now(), ply), Some(roll.clone()));
        *counts.entry(roll).or_default() += 1;
    }
    // Four standard errors are 103.
    assert!(counts.len() == 3 && counts.values().all(|count| count.abs_diff(1_000) < 104));
    assert_eq!(dice.roll(line(NOUGHTS).now(), 0), None);
    assert_ne!(part_seed(7, 0), part_seed(7, 1));
}

#[test]
fn every_level_plays_every_game_to_its_end() {
    let data = tempfile::tempdir().unwrap();
    for game in catalog().games() {
        let name = game.name();
        for level in Level::ALL {
            let mut line = line(&name);
            let players: Vec<Player<'_>> =
                game.seat_names().iter().map(|_| player(&data, level, &name)).collect();
            play_out(&mut line, &players, 3);
            assert_eq!(line.over().unwrap().payoffs.len(), players.len(), "{name}");
        }
    }
}

/// A progress that interrupts before work begins.
struct CalledOff;

impl Progress for CalledOff {
    fn interrupted(&self) -> bool {
        true
    }
}

#[test]
fn a_choice_can_be_called_off() {
    let data = tempfile::tempdir().unwrap();
    let start = line(RACE);
    for level in Level::ALL {
        let turn = Turn::new(start.game(), start.now(), Some("1"), 0, &CalledOff);
        let error = player(&data, level, RACE).choose(&turn).err();
        assert!(matches!(error, Some(Error::Interrupted)));
    }
}

#[test]
fn a_session_of_one_game_answers_about_another() {
    let data = tempfile::tempdir().unwrap();
    let target = ProbeTarget::Games(catalog().games_named(RACE).unwrap());
    let session = Session::new(catalog(), target, data.path());
    let other = catalog().game(NOUGHTS).unwrap();
    let error = session.answer(&Question::of_all(other, other.start())).err().unwrap();
    assert!(matches!(error, Error::NotBuilt { .. }), "{error}");
}
