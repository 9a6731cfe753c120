//! The figures of Sanno and Hoki, by name, and the claims of their text.

use shuban_core::dice::Roll;
use shuban_core::{Game, Medium, Present};
use shuban_gammon::{Gammon, Won};

use crate::backgammon;

fn game() -> Gammon {
    Gammon::new(backgammon())
}

/// The text that a name stands for.
fn figure(name: &str) -> &'static str {
    let game = game();
    let found = game.named_positions().iter().find(|(named, _)| *named == name);
    found.unwrap_or_else(|| panic!("no {name}")).1
}

/// The plays of a roll in a position, and where they lead, as texts.
fn plays(text: &str, roll: Roll) -> Vec<(String, String)> {
    let game = game();
    let position = game.parse(text).unwrap();
    let mut plays = Vec::new();
    game.plays(&position, roll, &mut plays);
    let text = |action: &_| game.format_move(&position, roll, action);
    plays.iter().map(|play| (text(&play.action), game.format(&play.after))).collect()
}

fn play(action: &str, after: &str) -> (String, String) {
    (action.to_owned(), figure(after).to_owned())
}

#[test]
fn every_named_position_reads_as_it_is_written_and_is_drawn() {
    let game = game();
    for (name, text) in game.named_positions() {
        let position = game.parse(text).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(game.format(&position), *text, "{name}");
        assert!(game.draw(&position, None, Medium::Svg).contains(text), "{name}");
    }
    assert_eq!(game.parse(figure("sanno-hoki/figure-1")).unwrap(), game.start());
}

#[test]
fn figure_2_hits_on_18_and_goes_on_to_15() {
    let before = figure("sanno-hoki/figure-2-before");
    let hit = play("22/18*/15", "sanno-hoki/figure-2");
    assert_eq!(plays(before, Roll::new(4, 3)), [hit]);
    // The 3 alone cannot be played first: 19 is held.
    assert_eq!(plays(before, Roll::new(3, 3)), [("no play".to_owned(), "6,6,7|22".to_owned())]);
}

#[test]
fn figure_3_bears_off_from_6_and_then_from_4() {
    let plays = plays(figure("sanno-hoki/figure-3-before"), Roll::new(6, 5));
    assert!(plays.contains(&play("6/off 4/off", "sanno-hoki/figure-3")), "{plays:?}");
}

#[test]
fn figure_4_is_a_gammon() {
    let before = figure("sanno-hoki/figure-4-before");
    let game = game();
    for (roll, _) in game.chances(&game.parse(before).unwrap()) {
        assert_eq!(plays(before, roll), [play("1/off", "sanno-hoki/figure-4")]);
    }
    let over = game.parse(figure("sanno-hoki/figure-4")).unwrap();
    assert_eq!(game.outcome(&over).unwrap().of(0), -1);
    assert_eq!(game.reason(&over).as_deref(), Some("gammon"));
}

#[test]
fn sides_that_have_passed_each_other_are_not_in_contact() {
    let game = game();
    let variant = backgammon();
    let is_contact = |text: &str| game.parse(text).unwrap().is_contact(&variant);
    assert!(is_contact(figure("sanno-hoki/figure-2-before")));
    assert!(is_contact(figure("sanno-hoki/figure-2")));
    assert!(!is_contact(figure("sanno-hoki/figure-3")));
    // Point 12 of one side is point 13 of the other.
    assert_eq!(["12|12", "12|14", "13|11", "bar|1"].map(is_contact), [false, true, false, true]);
    assert!(!is_contact("|3"));
}

#[test]
fn a_win_is_as_large_as_what_the_loser_has_left_says() {
    let variant = backgammon();
    let game = game();
    let won = |text: &str| Won::of(&variant, &game.parse(text).unwrap()).map(Won::times);
    let fourteen = "6,6,6,6,6,6,6,6,6,6,6,6,6,6";
    assert_eq!(won(&format!("|{fourteen}")), Some(1));
    assert_eq!(won(&format!("|{fourteen},18")), Some(2));
    assert_eq!(won(&format!("{fourteen},18|")), Some(2));
    assert_eq!(won(&format!("|{fourteen},19")), Some(3));
    assert_eq!(won(&format!("{fourteen},bar|")), Some(3));
    assert_eq!(won("1|1"), None);
}

#[test]
fn either_side_begins_with_any_roll_that_is_no_double_and_nowhere_but_at_the_start() {
    let game = game();
    let openings = game.openings(&game.start());
    assert_eq!(openings.len(), 30);
    for opening in &openings {
        assert!(!opening.chance.is_double() && opening.weight == 1);
        assert_eq!(game.canonical(&opening.position), game.start());
    }
    let of_seat =
        |seat| openings.iter().filter(|opening| game.to_move(&opening.position) == seat).count();
    assert_eq!((of_seat(0), of_seat(1)), (15, 15));
    assert!(game.openings(&game.parse("24|24").unwrap()).is_empty());
}
