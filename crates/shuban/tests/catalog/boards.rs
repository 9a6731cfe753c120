//! Boards that people touch, whatever the game.

use shuban_core::{Medium, ToolTarget, parts_of};

use crate::common::catalog;

#[test]
fn the_first_moves_of_every_game_are_touched_on_its_drawing() {
    for game in catalog().games() {
        let (name, start) = (game.name(), game.start());
        let parts = parts_of(&game.draw(&start, Medium::Svg).unwrap());
        let answer = game.by_rules(&start).unwrap();
        for play in answer.events.iter().flat_map(|event| &event.plays) {
            assert!(
                !play.touched.is_empty() || play.action == "no play",
                "{name}: {}",
                play.action
            );
            assert!(play.touched.iter().all(|part| parts.contains(part)), "{name}");
        }
        let event = &answer.events[0];
        let steps = game.steps(&start, event.chance.as_deref(), &event.plays[0].action).unwrap();
        assert!(steps.iter().all(|step| step.starts_with("<svg")), "{name}");
        assert!(game.steps(&start, event.chance.as_deref(), "sit down").is_err());
    }
}

#[test]
fn every_game_and_group_is_described_in_japanese() {
    let is_japanese = |text: String| text.chars().any(|c| ('ぁ'..='ヿ').contains(&c));
    for game in catalog().games() {
        let name = game.name();
        assert!(game.about_ja().is_some_and(is_japanese), "{name}");
    }
    for name in ["tanhinmin", "daihinmin-open"] {
        assert!(catalog().games_named(name).unwrap().about_ja().is_some_and(is_japanese));
    }
}

#[test]
fn positions_are_set_up_by_hand() {
    let mut with_tools = 0;
    for game in catalog().games() {
        let tools = game.tools();
        with_tools += usize::from(!tools.is_empty());
        for tool in tools.iter().filter(|tool| tool.on == ToolTarget::Board) {
            let after = game.put(&game.start(), "", tool.name);
            if let Ok(after) = after {
                assert_eq!(game.read(&after.text).unwrap().text, after.text, "{}", tool.name);
            }
        }
        assert!(game.put(&game.start(), "", "no such tool").is_err(), "{}", game.name());
    }
    // The gammons, bearing off, and Amazons.
    assert!(with_tools >= 8, "{with_tools}");
    let backgammon = catalog().game("backgammon").unwrap();
    let put = |text: &str, part: &str, tool: &str| {
        let position = backgammon.read(text).unwrap();
        backgammon.put(&position, part, tool).map(|after| after.text)
    };
    assert_eq!(put("6|6", "5", "mover").unwrap(), "5,6|6");
    assert_eq!(put("6|6", "5", "opponent").unwrap(), "6|6,20");
    assert_eq!(put("6|6,bar", "opponent-bar", "remove").unwrap(), "6|6");
    assert_eq!(put("6|5", "", "turn").unwrap(), "5|6");
    for (text, part, tool, reason) in [
        ("6|6", "19", "mover", "dark checkers stand there"),
        ("6|6", "bar", "opponent", "this half of the bar is for light checkers"),
        ("6|6", "off", "mover", "borne off"),
        ("6|6", "7", "remove", "no checker stands there"),
        ("|6", "19", "remove", "the last checker stays"),
        (&(["6"; 15].join(",") + "|6"), "5", "mover", "light has all 15 checkers on the board"),
    ] {
        let error = put(text, part, tool).unwrap_err();
        assert_eq!(error.kind(), "bad-position");
        assert!(error.to_string().contains(reason), "{error}");
    }
}
