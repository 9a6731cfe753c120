//! Boards for editing, of all games.

use shuban_core::Medium;
use shuban_core::drawing::parts_of;
use shuban_core::present::ToolTarget;

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
        assert!(game.japanese().about.is_some_and(is_japanese), "{name}");
    }
    for name in ["tanhinmin", "daihinmin-open"] {
        assert!(catalog().games_named(name).unwrap().japanese().about.is_some_and(is_japanese));
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
    // All but TRAX, whose boards are made by moves.
    let trax = catalog().games().filter(|game| game.name().starts_with("trax")).count();
    assert_eq!(with_tools + trax, catalog().games().count());
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
        let error = shuban_catalog::Error::from(error);
        assert_eq!(error.kind(), "bad-position");
        assert!(error.to_string().contains(reason), "{error}");
    }
}

/// Returns the text after each tool in turn: `give 1:3, turn`.
fn after(game: &str, text: &str, steps: &str) -> Result<String, String> {
    let game = catalog().game(game).unwrap();
    let mut position = game.read(text).unwrap();
    for step in steps.split(", ") {
        let (tool, part) = step.split_once(' ').unwrap_or((step, ""));
        position = game.put(&position, part, tool).map_err(|error| error.to_string())?;
    }
    Ok(position.text)
}

#[test]
fn hands_are_set_up_card_by_card() {
    const START: &str = "S3,D3|H3|C3|S4|H4,D4 turn=0";
    for (game, before, steps, expected) in [
        ("tanhinmin/3p", "1,3|2|2", "give 1:3", "1|2,3|2"),
        ("tanhinmin/3p", "1,3|2|2", "take 1:1 3:2", "3|2|1,2"),
        ("tanhinmin/3p", "1,3|2|2", "stronger 3:2, weaker 1:3", "1,2|2|3"),
        ("tanhinmin/3p", "1,3|2|2", "add 2, add 3:2", "1,3|2,4|2,2"),
        ("tanhinmin/3p", "1,3|2|2", "lay 1:1", "3|2|2 on 1"),
        ("tanhinmin/3p", "1,3|2|2", "add 1:3 table", "1|2|2 on 3"),
        ("tanhinmin/3p", "1,3|2|2", "lay 1:1, turn", "3|2|2 on 1 passed 2"),
        ("tanhinmin/3p", "1,3|2|2", "turn", "2|2|1,3"),
        ("tanhinmin/3p", "1,3|2|2 on 1 passed 2", "clear", "1,3|2|2"),
        ("tanhinmin/3p-distinct", "1,3|2|4", "stronger 1:1, add 1", "1,3,5|2|4"),
        ("tanhinmin/3p", "1,3|2|2", "start", "1,4,7,10|2,5,8|3,6,9"),
        ("daihinmin-open/3p", "1,1|2|3", "lay 1:1, revolution", "1|2|3 on 1x1 revolution"),
        ("daihinmin-open/3p", "1,1,5|2|3", "lay 1:1, lay 1:1", "5|2|3 on 1x2"),
        ("daihinmin-open/3p", "1,1|2|3", "add 2:2, eights 3:3", "1,1|2,2|3*"),
        ("daihinmin-open/3p", "1,1|2|3", "add 2, weaker 3:3, give 1:1", "1|1,2,4|2"),
        ("daihinmin-open/3p", "1,1|2|3* on 2x1 passed 2", "turn", "1,1|2|3*"),
        ("daihinmin", START, "give 1:♠3", "D3|S3,H3|C3|S4|H4,D4 turn=0"),
        ("daihinmin", START, "take 5:♥4, add 5", "S3,D3|H3|C3|S4|H4,D4 turn=0"),
        ("daihinmin", START, "stronger 1:♠3, turn", "H3,D3|S3|C3|S4|H4,D4 turn=1"),
        ("daihinmin", START, "weaker 2:♥3", "H3,D3|S3|C3|S4|H4,D4 turn=0"),
        ("daihinmin", START, "lay 1:♠3", "D3|H3|C3|S4|H4,D4 turn=1 last=0 top=S3"),
        (
            "daihinmin",
            START,
            "lay 5:♥4, turn",
            "S3,D3|H3|C3|S4|D4 turn=1 last=4 top=H4 passed=0 passes=1",
        ),
        ("daihinmin", START, "revolution, turn", "S3,D3|H3|C3|S4|H4,D4 turn=1 revolution"),
    ] {
        assert_eq!(after(game, before, steps).as_deref(), Ok(expected), "{before}: {steps}");
    }
    for (game, before, step, reason) in [
        ("tanhinmin/3p", "1,3|2|2", "take 2:2", "an empty hand"),
        ("tanhinmin/3p", "1,3|2|2", "weaker 1:1", "strengths are 1 to 99"),
        ("tanhinmin/3p", "1,3|2|2", "give 1:5", "no such card in this hand"),
        ("tanhinmin/3p", "1,3|2|2", "give 4:5", "no card and no hand"),
        ("tanhinmin/3p", "1,3|2|2", "give 1", "choose a card"),
        ("tanhinmin/3p", "1,3|2|2", "give 1:1 pass", "to a hand or to the table"),
        ("tanhinmin/3p", "1,3|2|2", "revolution", "no such tool"),
        ("daihinmin-open/3p", "1,1,1,1|2|3", "add 1:1", "more than 4 cards of rank 1"),
        ("daihinmin-open/3p", "1|2|16", "stronger 3:16", "ranks are 1 to 16"),
        ("daihinmin", START, "take 2:♥3", "an empty hand without a place"),
        ("daihinmin", START, "weaker 1:♠3", "no card is left on this side"),
    ] {
        let refused = after(game, before, step).unwrap_err();
        assert!(refused.contains(reason), "{step}: {refused}");
    }
}
