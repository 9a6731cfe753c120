//! The explorer's pages, without a browser.

use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use shuban_catalog::Session;
use shuban_core::Field;

use crate::common::{Answered, Service, catalog};

const RACE: &str = "hitting-race/2-1";
const BOARDS: &str = "noughts-and-crosses/all";

fn text(answered: &Answered) -> String {
    assert_eq!(answered.status, StatusCode::OK, "{answered:?}");
    String::from_utf8(answered.body.clone()).unwrap()
}

/// A text as it stands in a page.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[test]
fn the_first_page_has_every_game_and_what_is_built() {
    let service = Service::with(&[RACE]);
    let page = text(&service.get("/"));
    for game in catalog().games() {
        assert!(page.contains(&escaped(&game.name())), "{}", game.name());
        assert!(page.contains(&escaped(&game.about())), "{}", game.name());
    }
    assert!(page.contains(RACE) && !page.contains(BOARDS));
    assert!(page.len() < 20_000, "{} bytes", page.len());
    let nothing = Service::with(&[]);
    assert!(text(&nothing.get("/")).contains("No database is built yet."));
}

#[test]
fn the_page_of_a_position_has_its_value_and_every_move() {
    let service = Service::with(&[BOARDS]);
    let session = Session::new(catalog(), catalog().target(BOARDS).unwrap(), service.folder.path());
    for index in [0, 100, 300] {
        let found = service.get(&format!("/api/v1/domains/{BOARDS}/positions/{index}")).json();
        let position = found["position"].as_str().unwrap();
        let path = format!("/position?game=noughts-and-crosses&position={position}");
        let page = text(&service.get(&path));
        let answer = session.probe(position, None).unwrap();
        for field in answer.value.iter().flatten().filter_map(Field::long_text) {
            assert!(page.contains(&escaped(&field)), "{field}: {page}");
        }
        for play in &answer.events[0].plays {
            assert!(page.contains(&format!(">{}</a>", escaped(&play.action))), "{page}");
            assert!(page.contains(&format!("position={}", play.after.text)), "{page}");
        }
        assert!(page.contains("alt=\"noughts-and-crosses: "), "{page}");
    }
}

#[test]
fn all_rolls_are_there_and_the_moves_of_one() {
    let service = Service::with(&[RACE]);
    let found = service.get(&format!("/api/v1/domains/{RACE}/positions/9")).json();
    let position = found["position"].as_str().unwrap().replace('|', "%7C").replace(' ', "%20");
    let address = format!("/position?game=hitting-race&position={position}");
    let page = text(&service.get(&address));
    let rolls = found["rolls"].as_array().unwrap();
    assert_eq!(page.matches("class=\"dice\"").count(), rolls.len());
    assert!(page.contains("class=\"bar\"") && !page.contains("<table class=\"moves\">"));
    let dice = rolls[0]["dice"].as_str().unwrap();
    let page = text(&service.get(&format!("{address}&roll={dice}")));
    assert!(page.contains("aria-current=\"true\"") && page.contains("<table class=\"moves\">"));
}

#[test]
fn a_position_that_no_database_holds_has_its_legal_moves() {
    let service = Service::with(&[]);
    let page = text(&service.get("/position?game=noughts-and-crosses"));
    assert!(page.contains("legal moves only") && page.matches("<td>").count() == 9, "{page}");
}

#[test]
fn pages_speak_the_language_of_the_address_or_the_browser() {
    let service = Service::with(&[]);
    assert!(text(&service.get("/?lang=ja")).contains("lang=\"ja\""));
    let ask = |accepted: &str, path: &str| {
        let request = Request::get(path).header(header::ACCEPT_LANGUAGE, accepted);
        text(&service.ask(request.body(Body::empty()).unwrap()))
    };
    assert!(ask("fr, ja-JP;q=0.9, en;q=0.8", "/").contains("データベース"));
    assert!(ask("fr, en;q=0.8", "/").contains("Databases"));
    assert!(ask("ja", "/?lang=en").contains("Databases"));
}

#[test]
fn a_random_position_leads_to_its_page() {
    let service = Service::with(&[RACE]);
    let answered = service.get(&format!("/random?domain={RACE}&lang=ja"));
    assert_eq!(answered.status, StatusCode::SEE_OTHER);
    let address = answered.header(header::LOCATION);
    assert!(address.starts_with("/position?game=hitting-race&position="), "{address}");
    assert!(text(&service.get(address)).contains("lang=\"ja\""));
}

#[test]
fn what_is_wrong_with_an_address_stands_on_a_page() {
    let service = Service::with(&[]);
    let page = service.get("/position?game=noughts-and-crosses&position=X../%3Cscript%3E/...");
    assert_eq!(page.status, StatusCode::BAD_REQUEST);
    let text = String::from_utf8(page.body).unwrap();
    assert!(text.contains("<mark>") && !text.contains("<script>/"), "{text}");
}
