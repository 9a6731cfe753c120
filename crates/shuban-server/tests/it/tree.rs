//! The tree of play, as JSON and on its page.

use axum::http::StatusCode;
use serde_json::Value as Json;
use shuban_server::Limits;

use crate::common::{Service, encoded, text};

const BOARDS: &str = "noughts-and-crosses/all";

/// Visits every move of a tree, with its depth.
fn each(moves: &Json, ply: usize, visit: &mut dyn FnMut(&Json, usize)) {
    for node in moves.as_array().into_iter().flatten() {
        visit(node, ply);
        each(&node["moves"], ply + 1, visit);
    }
}

#[test]
fn a_tree_has_the_moves_of_positions_best_first_and_says_how_they_go_on() {
    let service = Service::with(&[BOARDS]);
    let start = "xx./oo./...";
    let path = format!("/api/v1/tree?game=noughts-and-crosses&position={start}");
    let tree = service.get(&path).json();
    let probe = format!("/api/v1/domains/{BOARDS}/probe?position=");
    let (mut seen, mut deepest) = (0, 0);
    each(&tree["moves"], 1, &mut |node, ply| {
        (seen, deepest) = (seen + 1, deepest.max(ply));
        let after = service.get(&format!("{probe}{}", node["after"].as_str().unwrap())).json();
        let Some(moves) = node["moves"].as_array() else { return };
        // Moves after it are in the order of the database, with its values.
        let expected = after["moves"].as_array().unwrap();
        for (one, other) in moves.iter().zip(expected) {
            assert_eq!(one["move"], other["move"], "{node}");
            assert_eq!(one["value"], other["value"], "{node}");
            assert_eq!(one["best"], one["value"] == expected[0]["value"], "{node}");
            let is_optimal = node["optimal"] == true && one["best"] == true;
            assert_eq!(one["optimal"], is_optimal, "{node}");
        }
        let others = node["others"].as_u64().unwrap() as usize;
        assert_eq!(moves.len() + others, expected.len());
    });
    assert_eq!((tree["nodes"].as_u64(), deepest), (Some(seen), 3));
    let flat = service.get(&format!("{path}&plies=1")).json();
    assert!(flat["moves"][0]["moves"].is_null(), "{flat}");
}

#[test]
fn a_tree_is_bounded() {
    let service = Service::with(&[]);
    let tree = service.get("/api/v1/tree?game=noughts-and-crosses&plies=8").json();
    let mut seen = 0;
    each(&tree["moves"], 1, &mut |_, _| seen += 1);
    assert!(seen > 150 && seen <= 200, "{seen}");
    assert_eq!((tree["cut"].as_bool(), tree["nodes"].as_u64()), (Some(true), Some(seen)));
    // Nine moves, of which eight are followed.
    assert_eq!(tree["moves"].as_array().unwrap().len(), 8);
    assert_eq!(tree["others"], 1);
    for wrong in ["plies=0", "plies=9", "plies=-1", "position=zzz", "depth=3"] {
        let answered = service.get(&format!("/api/v1/tree?game=noughts-and-crosses&{wrong}"));
        assert_eq!(answered.status, StatusCode::BAD_REQUEST, "{wrong}: {answered:?}");
    }
}

#[test]
fn a_tree_takes_one_of_the_places_for_long_work() {
    let limits = Limits { heavy: 0, waiting: 0, ..Limits::default() };
    let service = Service::limited(&[BOARDS], limits);
    for path in ["/api/v1/tree", "/tree"] {
        let answered = service.get(&format!("{path}?game=noughts-and-crosses"));
        assert_eq!(answered.status, StatusCode::SERVICE_UNAVAILABLE, "{answered:?}");
    }
}

#[test]
fn where_chance_plays_a_part_there_is_no_tree() {
    let service = Service::with(&[]);
    for path in ["/api/v1/tree", "/tree"] {
        let answered = service.get(&format!("{path}?game=hitting-race"));
        assert_eq!(answered.status, StatusCode::BAD_REQUEST, "{answered:?}");
    }
    let page = String::from_utf8(service.get("/position?game=hitting-race").body).unwrap();
    assert!(!page.contains("/tree?"), "{page}");
}

#[test]
fn a_search_finds_the_values_of_a_tree_where_no_database_has_them() {
    let service = Service::with(&[]);
    let path = "/api/v1/tree?game=tiny-tanhinmin";
    let by_rules = service.get(path).json();
    each(&by_rules["moves"], 1, &mut |node, _| assert_eq!(node["best"], false, "{node}"));
    let searched = service.get(&format!("{path}&search=true&plies=8")).json();
    assert_eq!(searched["source"], "search", "{searched}");
    let (mut best, mut ended) = (0, 0);
    each(&searched["moves"], 1, &mut |node, _| {
        best += usize::from(node["optimal"] == true);
        ended += usize::from(!node["payoffs"].is_null());
    });
    assert!(best > 0 && ended > 0, "{searched}");
    // The solver of sums of boards answers about boards.
    let boards = Service::provable();
    let tree = boards.get("/api/v1/tree?game=amazons&position=X.%2F.O&search=true&plies=2").json();
    assert_eq!(tree["source"], "search", "{tree}");
    let mut valued = 0;
    each(&tree["moves"], 1, &mut |node, _| valued += usize::from(!node["a"].is_null()));
    assert!(valued > 0, "{tree}");
    let page = text(&boards.get("/position?game=amazons&position=X.%2F.O&search=1"));
    assert!(
        page.contains("<table class=\"moves\">") && !page.contains("legal moves only"),
        "{page}"
    );
    let page = service.get("/tree?game=tiny-tanhinmin");
    let page = String::from_utf8(page.body).unwrap();
    assert!(page.contains("legal moves only") && page.contains("search=1"), "{page}");
}

#[test]
fn the_page_of_a_tree_has_its_moves_and_leads_to_their_positions() {
    let service = Service::with(&[BOARDS]);
    let start = "game=noughts-and-crosses&position=x../.o./...&lang=en";
    let position = String::from_utf8(service.get(&format!("/position?{start}")).body).unwrap();
    assert!(position.contains("/tree?game=noughts-and-crosses"), "{position}");
    let page = service.get(&format!("/tree?{start}"));
    assert_eq!(page.status, StatusCode::OK, "{page:?}");
    let page = String::from_utf8(page.body).unwrap();
    let tree = service.get(&format!("/api/v1/tree?{}", start.replace("&lang=en", ""))).json();
    let nodes = tree["nodes"].as_u64().unwrap() as usize;
    assert_eq!(page.matches("class=\"who\"").count(), nodes);
    assert!(
        page.contains("class=\"node best optimal\"") && page.contains("<details open>"),
        "{page}"
    );
    // Deeper moves are behind a link, to a page with the same line.
    let (_, link) = page.split_once("class=\"deeper\" href=\"").unwrap();
    let link = link.split('"').next().unwrap().replace("&amp;", "&");
    let deeper = service.get(&link);
    assert_eq!(deeper.status, StatusCode::OK, "{link}: {deeper:?}");
    let deeper = String::from_utf8(deeper.body).unwrap();
    assert!(deeper.contains("one move back") && deeper.contains("line="), "{deeper}");
    let wrong = service.get(&format!("/tree?game=noughts-and-crosses&line={}", encoded("b2;b2")));
    assert_eq!(wrong.status, StatusCode::BAD_REQUEST);
}
