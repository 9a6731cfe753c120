//! The explorer's pages, without a browser.

use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use shuban_catalog::Session;
use shuban_core::Field;

use crate::common::{Service, catalog, encoded, text};

const RACE: &str = "hitting-race/2-1";
const BOARDS: &str = "noughts-and-crosses/all";

/// Escapes a text as in a page.
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
    assert!(page.len() < 20_000, "{} bytes", page.len());
    let databases = text(&service.get("/databases"));
    assert!(databases.contains(RACE) && !databases.contains(BOARDS));
    let nothing = Service::with(&[]);
    assert!(text(&nothing.get("/")).contains("No database is built yet."));
    assert!(text(&nothing.get("/databases")).contains("No database is built yet."));
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
            let path = format!("{path}&line={}", play.action);
            let after = text(&service.get(&path));
            assert!(after.contains(&format!("data-position=\"{}\"", play.after.text)), "{after}");
        }
    }
}

#[test]
fn very_many_moves_are_all_listed_only_where_a_link_leads_to() {
    let service = Service::provable();
    let links = |page: &str| -> Vec<String> {
        let links = page.split("<td><a href=\"").skip(1);
        links.map(|rest| rest.split('"').next().unwrap().to_owned()).collect()
    };
    for playing in ["", "&play=0&level=random&seed=1"] {
        let page = text(&service.get(&format!("/position?game=amazons/10x10{playing}")));
        assert!(page.len() < 100_000, "{} bytes", page.len());
        let (_, rest) = page.split_once("all-moves\" href=\"").unwrap();
        assert!(rest.contains("\">all moves (2,176)</a>"), "{rest}");
        let address = rest.split('"').next().unwrap();
        let all = text(&service.get(&address.replace("&amp;", "&")));
        let (first, every) = (links(&page), links(&all));
        assert_eq!((first.len(), every.len()), (100, 2_176));
        // In the same order, and each to the same page, which lists its own moves anew.
        assert_eq!(first, every[..100]);
        // The script makes the others' addresses.
        let of = |name: &str| -> &str {
            let (_, rest) = page.split_once(&format!("data-{name}=\"")).unwrap();
            rest.split('"').next().unwrap()
        };
        let address = |line: &str| {
            let fields: Vec<&str> = line.split('\t').collect();
            assert_eq!(fields.len(), 2, "{line}");
            format!("{}{}{}", of("before"), fields[0], of("behind"))
        };
        let others: Vec<String> = of("unlisted").lines().map(address).collect();
        assert_eq!(others, every[100..]);
        assert!(!every[0].contains("moves=") && !all.contains("all-moves"));
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
    assert!(page.contains("/roll?game=hitting-race"), "{page}");
    assert_eq!(page.matches("class=\"dice\"").count(), rolls.len());
    assert!(page.contains("class=\"bar\"") && !page.contains("<table class=\"moves\">"));
    let dice = rolls[0]["dice"].as_str().unwrap();
    let page = text(&service.get(&format!("{address}&roll={dice}")));
    assert!(page.contains("<table class=\"moves\">") && !page.contains("class=\"rolls\""));
    // So has the answer of a search.
    let ended = "/position?game=hitting-race&position=1x1%7C1x1";
    let searched = Service::with(&[]).get(&format!("{ended}&roll={dice}&search=1"));
    let page = text(&searched);
    assert!(
        page.contains("<table class=\"moves\">") && !page.contains("legal moves only"),
        "{page}"
    );
    let rolled = service.get(&format!("/roll?game=hitting-race&position={position}"));
    assert!(rolled.header(header::LOCATION).contains("&roll="), "{rolled:?}");
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
    let service = Service::with(&[RACE, BOARDS]);
    let answered = service.get(&format!("/random?domain={RACE}&lang=ja"));
    assert_eq!(answered.status, StatusCode::SEE_OTHER);
    let address = answered.header(header::LOCATION);
    assert!(address.starts_with("/position?game=hitting-race&position="), "{address}");
    assert!(text(&service.get(address)).contains("lang=\"ja\""));
    let numbered = service.get(&format!("/random?domain={RACE}&number=9"));
    let found = service.get(&format!("/api/v1/domains/{RACE}/positions/9")).json();
    let page = text(&service.get(numbered.header(header::LOCATION)));
    assert!(page.contains(found["position"].as_str().unwrap()), "{page}");
    let none = service.get(&format!("/random?domain={BOARDS}&min=0.5"));
    assert_eq!(none.status, StatusCode::BAD_REQUEST, "{none:?}");
    let beyond = service.get(&format!("/random?domain={RACE}&number=999999999"));
    assert_eq!(beyond.status, StatusCode::NOT_FOUND);
}

#[test]
fn what_is_wrong_with_an_address_stands_on_a_page() {
    let service = Service::with(&[]);
    let wrong = "/position?game=noughts-and-crosses&position=X../%3Cscript%3E/...";
    let page = service.get(wrong);
    assert_eq!(page.status, StatusCode::BAD_REQUEST);
    let text = String::from_utf8(page.body).unwrap();
    assert!(text.contains("<mark>") && !text.contains("<script>/"), "{text}");
    let page = service.get(&format!("{wrong}&lang=ja"));
    assert!(String::from_utf8(page.body).unwrap().contains("lang=\"ja\""));
    for path in [
        "/position?game=nothing",
        "/position?game=noughts-and-crosses&line=b2;b2",
        "/position?game=tiny-tanhinmin&line=zzz",
        "/position?game=noughts-and-crosses&roll=3-1",
        "/database?domain=nothing",
        "/put?game=noughts-and-crosses&use=hammer:b2",
        "/answer?game=noughts-and-crosses&play=0&level=best",
        "/practice?domain=nothing",
        "/reproduction?id=nothing",
    ] {
        let answered = service.get(path);
        assert!(answered.status.is_client_error(), "{path}: {answered:?}");
        assert!(String::from_utf8(answered.body).unwrap().contains("<h1>"), "{path}");
    }
}

#[test]
fn the_line_is_walked_back_and_forth() {
    let service = Service::with(&[BOARDS]);
    let page = |line: &str| {
        text(&service.get(&format!("/position?game=noughts-and-crosses&line={line}&lang=en")))
    };
    let after = page("b2;a1");
    assert!(after.contains("at=1&amp;lang=en\" title=\"Back\""), "{after}");
    assert!(!after.contains("title=\"Forward\" aria-label"), "{after}");
    let between = page("b2;a1&at=1");
    assert!(between.contains("title=\"Forward\" aria-label"), "{between}");
    assert!(between.contains("line=b2;a1&amp;lang=en"), "the same move goes on: {between}");
    assert!(between.contains("line=b2;c3"), "another one takes its place: {between}");
}

#[test]
fn a_game_is_played_to_its_end_and_judged() {
    let service = Service::with(&[BOARDS]);
    let mut address = "/position?game=noughts-and-crosses&play=0&level=perfect".to_owned();
    for _ in 0..9 {
        let page = text(&service.get(&address));
        if page.contains("The game is over") || page.contains("You lost") {
            break;
        }
        assert!(!page.contains("<th scope=\"col\">outcome"), "values are hidden: {page}");
        let (_, rest) = page.split_once("<table class=\"moves\">").unwrap();
        let rest = rest.split("</table>").next().unwrap();
        // The last in the alphabet: not good play.
        let href = rest.rsplit("href=\"").next().unwrap().split('"').next().unwrap();
        let moved = href.replace("&amp;", "&");
        let answered = service.get(&moved.replacen("/position", "/answer", 1));
        assert_eq!(answered.status, StatusCode::SEE_OTHER, "{answered:?}");
        address = answered.header(header::LOCATION).to_owned();
    }
    assert!(text(&service.get(&address)).contains("You lost"), "{address}");
    let review = text(&service.get(&address.replacen("/position", "/review", 1)));
    assert!(review.contains("best was") && review.contains("class=\"error\""), "{review}");
}

#[test]
fn an_exercise_has_one_best_move_and_judges_the_answer() {
    let service = Service::with(&[BOARDS]);
    let found = service.get(&format!("/practice?domain={BOARDS}&level=easy"));
    assert_eq!(found.status, StatusCode::SEE_OTHER, "{found:?}");
    let address = found.header(header::LOCATION).to_owned();
    let exercise = text(&service.get(&address));
    let links = exercise.split("href=\"").skip(1).map(|rest| rest.split('"').next().unwrap());
    let answers: Vec<String> = links
        .filter(|link| link.contains("answer="))
        .map(|link| link.replace("&amp;", "&"))
        .collect();
    assert!(answers.len() > 1, "{exercise}");
    let right = |link: &&String| text(&service.get(link)).contains("verdict right");
    assert_eq!(answers.iter().filter(right).count(), 1, "{address}");
}

#[test]
fn the_page_of_a_database_says_what_it_is() {
    let service = Service::with(&[RACE]);
    let info = service.get(&format!("/api/v1/domains/{RACE}")).json();
    let page = text(&service.get(&format!("/database?domain={RACE}")));
    assert!(page.contains(info["content_hash"].as_str().unwrap()), "{page}");
    assert!(page.contains("shuban build hitting-race/2-1"), "{page}");
    let records = text(&service.get(&format!("/records?domain={RACE}")));
    assert!(
        records.contains("closest to even") && records.contains("/position?game="),
        "{records}"
    );
}

#[test]
fn the_api_is_described_for_people_and_programs_alike() {
    let service = Service::with(&[]);
    let page = text(&service.get("/api"));
    let document = service.get("/api/v1/openapi.json").json();
    for path in document["paths"].as_object().unwrap().keys() {
        assert!(page.contains(path.as_str()), "{path}");
    }
}

#[test]
fn texts_of_readers_are_refused_in_their_language_and_in_little_time() {
    let service = Service::with(&[BOARDS]);
    let asked = |path: &str, more: &str| service.get(&format!("{path}{}&lang=ja", encoded(more)));
    // Texts that match a phrase repeatedly, or look like a place in one.
    let placed = format!("{} (at character 1 of `{}`)", "{2}".repeat(3_000), "x".repeat(9_000));
    for text in ["bad move: ".repeat(1_900), placed] {
        for path in ["/reproduction?id=", "/position?game=", "/proof?file=", "/database?domain="] {
            let refused = asked(path, &text);
            assert!(refused.status.is_client_error(), "{path}: {refused:?}");
            assert!(refused.body.len() < 30_000, "{path}: {} bytes", refused.body.len());
        }
    }
    // A missing parameter of an address is reported on a page too.
    for path in ["/proof?", "/tree?at=x", "/database?", "/position?game=trax&at=-1"] {
        let refused = asked(path, "");
        assert_eq!(refused.status, StatusCode::BAD_REQUEST, "{path}");
        assert!(refused.header(header::CONTENT_TYPE).starts_with("text/html"), "{path}");
        assert!(
            String::from_utf8_lossy(&refused.body).contains("リクエストが正しくありません"),
            "{path}"
        );
    }
}

#[test]
fn what_stands_beside_a_position_is_refused_where_there_are_no_sums() {
    let service = Service::with(&[BOARDS]);
    let position = "/position?game=noughts-and-crosses&beside=";
    let refused = service.get(&format!("{position}{}", encoded(".../.../... x")));
    assert_eq!(refused.status, StatusCode::BAD_REQUEST, "{refused:?}");
    let refused = service.get(&format!("{position}{}", encoded(&"a + ".repeat(20))));
    assert_eq!(refused.status, StatusCode::BAD_REQUEST, "{refused:?}");
}
