//! Moves and positions by hand, as the scripts of the pages ask for them.

use axum::http::{StatusCode, header};

use crate::common::{Service, encoded, text};

const TURN: &str = "game=half-gammon&position=10,11,12%7C10,11,12&roll=2-1";

#[test]
fn a_board_within_a_turn_shows_the_parts_made_and_the_dice() {
    let service = Service::provable();
    let made = |made: &str| service.get(&format!("/under-way?{TURN}&made={}", encoded(made)));
    let begun = text(&made("12~11"));
    assert!(begun.contains("point 11: 2 light"), "{begun}");
    assert_eq!(begun.matches("class=\"dice used\"").count(), 1, "{begun}");
    assert_eq!(text(&made("")).matches("class=\"dice used\"").count(), 0);
    for wrong in ["12~10 12~11", "12~2", "12~11 10~8 10~9", "a", "12~", "12^11", "off~12"] {
        assert_eq!(made(wrong).status, StatusCode::BAD_REQUEST, "{wrong}");
    }
    let moved = "/under-way?game=amazons&position=X../.%23O&made=";
    assert!(text(&service.get(&format!("{moved}a2~a1"))).contains("Black shoots"));
    assert_eq!(service.get(&format!("{moved}a2~c1")).status, StatusCode::BAD_REQUEST);
}

#[test]
fn every_way_to_make_a_move_stands_beside_it() {
    let page = text(&Service::provable().get(&format!("/position?{TURN}")));
    assert!(page.contains("data-parts=\"10~8 8~7|10~9 9~7\""), "{page}");
}

#[test]
fn what_a_game_refuses_is_left_out_and_said() {
    let service = Service::provable();
    let put = |uses: &str| {
        let place = "/put?game=half-gammon&position=1%7C1&edit=mover&use=";
        let put = service.get(&format!("{place}{}", encoded(uses)));
        text(&service.get(put.header(header::LOCATION)))
    };
    assert!(put("mover:5;mover:5;opponent:3").contains("data-position=\"1,5,5|1,10\""));
    let refused = put("fill:;mover:5");
    assert!(refused.contains("light has all 8 checkers on the board already"), "{refused}");
    assert!(refused.contains("data-put"), "{refused}");
    assert!(!refused.contains("tried="), "links forget it: {refused}");
}

#[test]
fn a_game_with_a_seed_goes_as_it_went() {
    let service = Service::provable();
    let game = format!("{TURN}&play=0&level=random&seed=7&line=2-1:10/7");
    let game = game.replace("&roll=2-1", "");
    let answered = |path: &str| service.get(path).header(header::LOCATION).to_owned();
    let first = answered(&format!("/answer?{game}"));
    assert!(first.contains("seed=7") && first.contains("basis=random"), "{first}");
    assert_eq!(answered(&format!("/answer?{game}")), first);
    let rolled = answered(&first.replacen("/position", "/roll", 1));
    assert_eq!(answered(&first.replacen("/position", "/roll", 1)), rolled);
    // Moves that were taken back are made again.
    let back = first.replacen("/position", "/answer", 1) + "&at=1";
    assert!(
        answered(&back).contains(first.split("line=").nth(1).unwrap().split('&').next().unwrap())
    );
}

#[test]
fn a_text_finds_its_game() {
    let service = Service::provable();
    let found = |text: &str| service.get(&format!("/find?position={}", encoded(text)));
    let location = |text: &str| found(text).header(header::LOCATION).to_owned();
    assert!(location("X../.#O").starts_with("/position?game=amazons"));
    assert!(location("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10").contains("backgammon"));
    // The address keeps the score and the stakes of the text.
    let of_match = location("XGID=-b----E-C---eE---c-e----B-:1:-1:1:31:2:4:0:7:10");
    assert!(of_match.contains("XGID"), "{of_match}");
    let page = text(&service.get(&of_match));
    assert!(page.contains("3-1:") && page.contains("match to 7"), "{page}");
    assert!(page.contains("Score and stakes are left aside"), "{page}");
    let page = service.get(&of_match);
    assert_eq!(page.status, StatusCode::OK);
    assert!(String::from_utf8(page.body).unwrap().contains("no: an estimate"));
    let none = found("hello <b>");
    assert_eq!(none.status, StatusCode::BAD_REQUEST);
    let page = String::from_utf8(none.body).unwrap();
    assert!(page.contains("value=\"hello &lt;b&gt;\"") && page.contains("examples"), "{page}");
}
