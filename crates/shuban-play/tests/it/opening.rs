//! Games in which chance decides who begins.

use shuban_core::Silent;
use shuban_play::{Dice, Level, Line, MatchOptions, Saved, play_match};

use crate::common::{NOUGHTS, RACE, built, catalog, resources};

fn opened(seed: u64) -> Line<'static> {
    let game = catalog().game(RACE).unwrap();
    Line::opened(game, &game.start().text, &Dice::of_game(seed)).unwrap()
}

/// Makes the first legal move of a throw.
fn play_first(line: &mut Line<'_>, die: &str) {
    let event = line.now().event(Some(die)).unwrap();
    let action = line.game().plays(&line.now().position, event).unwrap().swap_remove(0).action;
    line.play(Some(die), &action).unwrap();
}

#[test]
fn both_begin_as_often_and_with_each_throw_as_often_as_it_is_higher() {
    const GAMES: usize = 6_000;
    let mut counts = [[0usize; 4]; 2];
    for seed in 0..GAMES as u64 {
        let line = opened(seed);
        assert!(line.is_opened());
        let die: usize = line.told_chance().unwrap().parse().unwrap();
        counts[line.now().seat][die] += 1;
    }
    for of_seat in counts {
        assert_eq!((of_seat[0], of_seat[1]), (0, 0), "the die that begins is higher than another");
        // A third of a half of the games, and two thirds; five standard deviations.
        assert!(of_seat[2].abs_diff(GAMES / 6) < 150, "{counts:?}");
        assert!(of_seat[3].abs_diff(GAMES / 3) < 190, "{counts:?}");
    }
    assert_eq!(opened(5).now().seat, opened(5).now().seat);
}

#[test]
fn the_roll_that_decides_is_the_first_that_is_played() {
    let seed = (0..).find(|&seed| opened(seed).now().seat == 1).unwrap();
    let mut line = opened(seed);
    let die = line.told_chance().unwrap().to_owned();
    play_first(&mut line, &die);
    let made = &line.moves()[0];
    assert_eq!((made.seat, made.chance.as_deref()), (1, Some(&*die)));
    assert_eq!((line.now().seat, line.told_chance()), (0, None));
    // Taking it back does not roll anew.
    line.undo().unwrap();
    assert_eq!((line.now().seat, line.told_chance()), (1, Some(&*die)));
}

#[test]
fn a_saved_game_begins_again_as_it_was_opened() {
    let seed = (0..).find(|&seed| opened(seed).now().seat == 1).unwrap();
    let mut line = opened(seed);
    let replayed = |line: &Line<'_>, seed| {
        let saved = Saved::new(line, seed, vec!["a".to_owned(), "b".to_owned()], None);
        let saved = Saved::from_json(&saved.to_json().unwrap()).unwrap();
        saved.replay(catalog()).unwrap()
    };
    // Before the first move the seed decides, and then the move does.
    let again = replayed(&line, seed);
    assert_eq!((again.now().seat, again.told_chance()), (1, line.told_chance()));
    let die = line.told_chance().unwrap().to_owned();
    play_first(&mut line, &die);
    assert_eq!(replayed(&line, seed + 1).now().position.text, line.now().position.text);
    // A game that began without an opening is read as before, with a throw that opens none.
    let game = catalog().game(RACE).unwrap();
    let mut plain = Line::new(game, &game.start().text).unwrap();
    play_first(&mut plain, "1");
    assert!(!plain.is_opened() && !replayed(&plain, seed).is_opened());
}

#[test]
fn a_position_on_the_way_and_a_game_without_dice_have_no_opening() {
    for (game, start) in [(RACE, "3x1|6x1"), (NOUGHTS, ".../.../...")] {
        let line = Line::opened(catalog().game(game).unwrap(), start, &Dice::of_game(1)).unwrap();
        assert!(!line.is_opened() && line.told_chance().is_none() && line.now().seat == 0);
    }
}

#[test]
fn in_a_match_with_openings_both_seats_are_worth_as_much() {
    let data = built(RACE);
    let game = catalog().game(RACE).unwrap();
    let points = |opening| {
        let players = vec![Level::Perfect; 2];
        let options = MatchOptions {
            players,
            games: 4_000,
            seed: 3,
            plies: 2_000,
            opening,
            is_recorded: false,
        };
        let report = play_match(&resources(&data), game, &game.start(), &options, &Silent);
        let points = report.unwrap().pairings[0].seats[0].points.unwrap();
        (points.mean, (points.high.unwrap() - points.mean) / 1.96)
    };
    let (mean, error) = points(true);
    assert!(mean.abs() < 4.0 * error, "{mean} ± {error}");
    let (mean, error) = points(false);
    assert!(mean > 4.0 * error, "to begin is worth something: {mean} ± {error}");
}
