//! Pictures of positions.

use shuban_core::present::MoveDrawing;
use shuban_core::{Game, Medium, Present};
use shuban_tanhinmin::{CardRules, OpenDaihinmin};

const TEXT: Medium = Medium::Terminal { colour: false };

fn drawn(game: &impl Present, text: &str, medium: Medium) -> String {
    game.draw(&game.parse(text).unwrap(), None, medium)
}

fn three() -> CardRules {
    CardRules::tanhinmin(3).unwrap()
}

#[test]
fn positions_are_drawn() {
    let both = |rules: CardRules, text: &str| {
        [TEXT, Medium::Svg].map(|medium| drawn(&OpenDaihinmin::new(rules), text, medium)).join("\n")
    };
    let four = CardRules::tanhinmin(4).unwrap().distinct();
    insta::assert_snapshot!("deal", both(four, "1,3,10|2|4,6,8|5,7,9"));
    let places = three().with_points(&[2, 1, 0]).unwrap();
    insta::assert_snapshot!("trick", both(places, "4,4,12|#1|5,7 on 6"));
    insta::assert_snapshot!("over", both(three(), "#1|2|3,3 on 2 passed 2"));
}

/// Cards in hands, lying cards, and players who have passed.
fn shown(svg: &str) -> [usize; 3] {
    ["class=\"card\"", "class=\"card lying\"", ">passed<"].map(|part| svg.matches(part).count())
}

#[test]
fn a_picture_shows_every_card_once() {
    let game = OpenDaihinmin::new(three());
    let svg = drawn(&game, "1,3,5,5,5|2,4|2,2,6 on 1 passed 3", Medium::Svg);
    assert_eq!(shown(&svg), [10, 1, 1]);
}

#[test]
fn sets_are_drawn_card_by_card() {
    let game = OpenDaihinmin::new(CardRules::daihinmin(3).unwrap());
    let trick = "1,3*|2,4|3*,4 on 1x2 passed 2";
    let text = drawn(&game, trick, TEXT);
    assert!(text.contains(" 1 │ 1│3*│      │ 1│ 1│"), "{text}");
    assert!(text.ends_with("player 3 to answer 1x2"), "{text}");
    assert_eq!(shown(&drawn(&game, trick, Medium::Svg)), [6, 2, 1]);
    let led = drawn(&game, "1,3*|2,4|3*,4 on 3*x1 revolution", TEXT);
    assert!(led.ends_with("player 1 to lead; revolution"));
    assert!(drawn(&game, "|2,4|3*,4 on 1x1", TEXT).ends_with("player 1 was out first"));
}

#[test]
fn cards_and_the_pass_are_touched_in_the_row_of_the_player_to_move() {
    let touched = |text: &str, action: &str| {
        let game = OpenDaihinmin::new(CardRules::daihinmin(3).unwrap());
        let table = game.parse(text).unwrap();
        let play = game.parse_move(&table, (), action).unwrap();
        game.touched(&table, (), &play.action)
    };
    let trick = "1,3*|2,4|3*,3*,4 on 1x2 passed 2";
    assert_eq!(touched(trick, "3*x2"), ["3:3", "3:3"]);
    assert_eq!(touched(trick, "pass"), ["pass"]);
    assert_eq!(touched("1,3*|2,4|3*,4", "1"), ["1:1"]);
    // On an empty table there is no pass.
    let game = OpenDaihinmin::new(three());
    let svg = |text: &str| drawn(&game, text, Medium::Svg);
    assert!(svg("1|2|3 on 1").contains("data-part=\"pass\""));
    assert!(!svg("1|2|3").contains("data-part=\"pass\""));
}
