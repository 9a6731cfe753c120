//! Ledger records, on pages and in answers.

use axum::http::StatusCode;
use serde_json::{Value as Json, json};

use crate::common::{Service, encoded, text};

fn probe(service: &Service, game: &str, position: &str) -> Json {
    let path = format!("/api/v1/domains/{game}/probe?position={}", encoded(position));
    service.get(&path).json()
}

/// A row of a ledger.
fn row(position: &str, question: &str, result: &str) -> Json {
    json!({
        "position": position, "question": question, "result": result, "nodes": 1234567,
        "seconds": 9.5, "runs": 1, "leaves": 3, "program": "test 1", "command": "find <it>",
    })
}

/// Writes a ledger into the data folder.
fn lay(service: &Service, name: &str, text: &str) {
    let folder = service.folder.path().join("ledgers");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join(name), text).unwrap();
}

fn ledger(game: &str, rows: &[Json]) -> String {
    json!({ "ledger": 1, "game": game, "rows": rows }).to_string()
}

#[test]
fn what_is_recorded_of_a_position_is_told_with_what_it_took() {
    let service = Service::provable();
    let answer = probe(&service, "trax/7", "start");
    assert_eq!(answer["recorded_value"], "draw", "{answer}");
    let results: Vec<&Json> =
        answer["recorded"].as_array().unwrap().iter().map(|row| &row["result"]).collect();
    assert_eq!(results, ["proven", "disproven"]);
    assert_eq!(answer["recorded"][1]["nodes"], 17_306_043);
    let page = text(&service.get("/position?game=trax/7"));
    for said in ["a draw", "(recorded)", "17,306,043", "--question win", "ledger of earlier"] {
        assert!(page.contains(said), "{said}: {page}");
    }
    assert!(page.contains("its search alone") && page.contains("href=\"/proofs?lang=en\""));
    assert_eq!(probe(&service, "trax/8", "start")["recorded_value"], "draw");
    let after = encoded("@0/ A0+");
    let page = text(&service.get(&format!("/position?game=trax/8&position={after}&lang=ja")));
    assert!(page.contains("先手の勝ちか引き分け") && page.contains("記録"), "{page}");
    // Records are hidden while a reader plays.
    let page = text(&service.get("/position?game=trax/7&play=0&level=random"));
    assert!(!page.contains("recorded"), "{page}");
}

#[test]
fn moves_tell_what_is_recorded_after_them_whichever_image_it_is_and_the_best_come_first() {
    let service = Service::provable();
    // Images of each other, with red to move: a draw is the best for that player.
    for position in ["@0/", "white:NW", "red:SE"] {
        let answer = probe(&service, "trax/8", position);
        if position.starts_with("white") {
            assert!(answer.get("recorded").is_none(), "of the other player: {answer}");
            continue;
        }
        let moves = answer["moves"].as_array().unwrap();
        let named: Vec<Option<&str>> = moves
            .iter()
            .map(|one| one.get("recorded_value").map(|value| value.as_str().unwrap()))
            .collect();
        let (draws, others) = named.split_at(2);
        assert_eq!(draws, [Some("draw"); 2], "{answer}");
        let known = others.iter().filter(|name| **name == Some("first-or-draw")).count();
        assert!(known > 3 && others.iter().flatten().count() == known, "{answer}");
        let page =
            text(&service.get(&format!("/position?game=trax/8&position={}", encoded(position))));
        let told = page.matches("first player wins or draws (recorded)").count();
        assert_eq!(told, known, "{page}");
    }
    // The second player prefers what is unknown.
    let reply = row("@0/ A0+", "draw-or-better", "proven");
    lay(&service, "five.json", &ledger("trax/5", &[reply]));
    let answer = probe(&service, "trax/5", "@0/");
    let moves = answer["moves"].as_array().unwrap();
    assert!(moves[0].get("recorded_value").is_none(), "{answer}");
    assert_eq!(moves.last().unwrap()["recorded_value"], "first-or-draw", "{answer}");
    // For white, the same move is the best known.
    lay(&service, "five.json", &ledger("trax/5", &[row("@0+", "draw-or-better", "proven")]));
    let answer = probe(&service, "trax/5", "start");
    assert_eq!(answer["moves"][0]["move"], "@0+", "{answer}");
    lay(&service, "five.json", &ledger("trax/5", &[row("@0+", "win", "disproven")]));
    let answer = probe(&service, "trax/5", "start");
    assert_eq!(answer["moves"][1]["move"], "@0+", "{answer}");
    assert_eq!(answer["moves"][1]["recorded_value"], "second-or-draw");
}

#[test]
fn where_nothing_is_recorded_answers_are_as_they_were() {
    let service = Service::provable();
    let answer = service.get("/api/v1/domains/trax/5/probe?position=start");
    assert!(answer.status.is_client_error(), "{answer:?}");
    assert_eq!(answer.json()["kind"], "position-elsewhere");
    let page = text(&service.get("/position?game=trax/5"));
    assert!(page.contains("legal moves only") && !page.contains("recorded"), "{page}");
    let solved = service.get("/api/v1/solve?game=trax/3").json();
    assert_eq!((&solved["value"], &solved["source"]), (&json!("draw"), &json!("search")));
    assert!(solved.get("recorded").is_none() && solved.get("recorded_value").is_none());
    let other = Service::with(&[]);
    let page = text(&other.get("/position?game=noughts-and-crosses"));
    assert!(!page.contains("/proofs"), "{page}");
}

#[test]
fn ledgers_of_the_data_folder_are_read_and_those_that_are_none_do_no_harm() {
    let service = Service::provable();
    let path = "/position?game=trax/5";
    assert!(!text(&service.get(path)).contains("recorded"));
    lay(&service, "five.json", &ledger("trax/5", &[row("start", "draw-or-better", "proven")]));
    lay(&service, "broken.json", "{\"ledger\": 1, \"game\": \"trax/5\", \"rows\": [");
    lay(&service, "other.json", &ledger("no-such-game", &[]));
    lay(&service, "lie.json", &ledger("trax/5", &[row("start", "draw-or-better", "disproven")]));
    lay(&service, "lie-7.json", &ledger("trax/7", &[row("start", "win", "proven")]));
    lay(&service, "no-ledger.txt", "nothing");
    let page = text(&service.get(path));
    for said in
        ["first player wins or draws", "1,234,567", "find &lt;it&gt;", "other recorded answers: 3"]
    {
        assert!(page.contains(said), "{said}: {page}");
    }
    assert_eq!(probe(&service, "trax/5", "start")["recorded_value"], "first-or-draw");
    assert_eq!(probe(&service, "trax/7", "start")["recorded_value"], "draw");
    // An added ledger is there with the next question, and a removed one is gone.
    lay(&service, "more.json", &ledger("trax/5", &[row("start", "win", "disproven")]));
    assert_eq!(probe(&service, "trax/5", "start")["recorded_value"], "draw");
    for name in ["five.json", "more.json", "lie.json"] {
        std::fs::remove_file(service.folder.path().join("ledgers").join(name)).unwrap();
    }
    assert!(!text(&service.get(path)).contains("recorded"));
}

#[test]
fn a_search_has_what_is_recorded_at_its_leaves_and_says_so() {
    let service = Service::provable();
    let solved = service.get("/api/v1/solve?game=trax/7&seconds=1").json();
    assert_eq!((&solved["value"], &solved["source"]), (&json!("draw"), &json!("ledger")));
    assert!(solved["questions"][0]["recorded"].is_string(), "{solved}");
    assert_eq!(solved["recorded"].as_array().unwrap().len(), 2);
    let page = text(&service.get("/position?game=trax/7&search=1"));
    assert!(page.contains("a draw") && page.contains("(recorded)"), "{page}");
    lay(
        &service,
        "four.json",
        &ledger(
            "trax/4",
            &[row("@0/", "draw-or-better", "proven"), row("@0+", "win", "disproven")],
        ),
    );
    let solved = service.get("/api/v1/solve?game=trax/4").json();
    assert_eq!((&solved["value"], &solved["source"]), (&json!("draw"), &json!("search")));
    assert_eq!(solved["questions"][0]["leaves"], 1, "{solved}");
    assert_eq!(solved["moves"][0]["value"], "draw", "{solved}");
}

#[test]
fn many_positions_are_probed_with_what_is_recorded() {
    let service = Service::provable();
    let body = json!({ "positions": ["start", "@0/", "@0/ A0\\"] }).to_string();
    let answered = service.post("/api/v1/domains/trax/7/probe", body);
    assert_eq!(answered.status, StatusCode::OK);
    let lines: Vec<Json> =
        text(&answered).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines[0]["recorded_value"], "draw");
    assert!(lines[1..].iter().all(|line| line["kind"] == "position-elsewhere"), "{lines:?}");
}
