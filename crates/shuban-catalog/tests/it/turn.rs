//! Drawings of one turn.

use shuban_catalog::turn_svg;
use shuban_games::catalog;

fn turn(game: &str, position: &str, roll: Option<&str>, most: usize) -> Result<String, String> {
    let catalog = catalog();
    let game = catalog.game(game).unwrap();
    let position = game.read(position).unwrap();
    turn_svg(game, &position, roll, most).map_err(|error| error.to_string())
}

#[test]
fn every_play_of_a_roll_is_drawn_with_the_position_after_it() {
    let svg = turn("half-gammon", "4,8|11", Some("1-2"), 8).unwrap();
    // The whole, the position, and five after it.
    assert_eq!(svg.matches("<svg").count(), 7);
    assert_eq!(svg.matches("</svg>").count(), 7);
    for part in [">2-1<", "8/7 4/2*", "4/2*/1", "8/5", "player 1, 2-1: 5 plays"] {
        assert!(svg.contains(part), "no {part}");
    }
    assert!(!svg.contains(" more play"));
}

#[test]
fn plays_that_are_too_many_are_counted() {
    let svg = turn("half-gammon", "4,8|11", Some("2-1"), 2).unwrap();
    assert_eq!(svg.matches("<svg").count(), 4);
    assert!(svg.contains("and 3 more plays"));
    let svg = turn("half-gammon", "4,8|11", Some("2-1"), 4).unwrap();
    assert!(svg.contains("and 1 more play<"));
}

#[test]
fn a_turn_needs_its_roll_and_a_game_that_goes_on() {
    assert!(turn("half-gammon", "4,8|11", None, 8).unwrap_err().contains("a roll is needed"));
    assert!(turn("half-gammon", "4,8|11", Some("7-1"), 8).unwrap_err().contains("a die of 1 to 3"));
    assert!(turn("half-gammon", "|11", Some("2-1"), 8).unwrap_err().contains("is over"));
}

#[test]
fn a_named_position_is_read_by_its_name_and_written_as_what_it_is() {
    let catalog = catalog();
    let game = catalog.game("backgammon").unwrap();
    for (name, text) in game.named_positions() {
        assert_eq!(game.read(name).unwrap().text, *text);
    }
    assert!(catalog.game("half-gammon").unwrap().read("sanno-hoki/figure-2").is_err());
}

#[test]
fn a_roll_that_is_told_decides_who_begins() {
    let catalog = catalog();
    let game = catalog.game("backgammon").unwrap();
    let openings = game.openings(&game.start()).unwrap();
    let total: f64 = openings.iter().map(|opening| opening.probability).sum();
    assert!((total - 1.0).abs() < 1e-12);
    // The example of Sanno and Hoki: 5 against 3, so the thrower of the 5 begins, and plays both.
    let five_three = |seat| {
        let is_it = |opening: &&shuban_catalog::AnyOpening| {
            opening.seat == seat && opening.position.chance.as_deref() == Some("5-3")
        };
        openings.iter().filter(is_it).count()
    };
    assert_eq!((five_three(0), five_three(1)), (1, 1));
    let mut told = game.start();
    told.chance = Some("3-1".to_owned());
    assert!(game.openings(&told).unwrap().is_empty());
}
