//! The API without a socket, over games of the examples.

use crate::common::{Service, catalog, encoded};
use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use serde_json::{Value as Json, json};
use shuban_catalog::{Printable, Session};

const RACE: &str = "hitting-race/2-1";
const BOARDS: &str = "noughts-and-crosses/all";

fn probe_path(domain: &str, position: &str) -> String {
    format!("/api/v1/domains/{domain}/probe?position={}", encoded(position))
}

#[test]
fn a_probe_has_the_members_of_the_command_line() {
    let service = Service::with(&[RACE, BOARDS]);
    for domain in [RACE, BOARDS, "hitting-race", "noughts-and-crosses"] {
        let target = catalog().target(domain).unwrap();
        let session = Session::new(catalog(), target, service.folder.path());
        let layer = if domain.starts_with("hitting") { RACE } else { BOARDS };
        for index in 0..20 {
            let path = format!("/api/v1/domains/{layer}/positions/{index}");
            let by_index = service.get(&path).json();
            assert!(by_index["index"].as_u64().is_some(), "{by_index}");
            let position = by_index["position"].as_str().unwrap();
            let expected = session.probe(position, None).unwrap().json();
            assert_eq!(service.get(&probe_path(domain, position)).json(), expected);
            assert_eq!(by_index, expected);
        }
    }
}

#[test]
fn a_batch_is_answered_line_by_line_in_its_order() {
    let service = Service::with(&[RACE]);
    let path = format!("/api/v1/domains/{RACE}/probe");
    let first = service.get(&format!("/api/v1/domains/{RACE}/positions/3")).json();
    let good = first["position"].as_str().unwrap();
    let mut positions = vec![good; 5_000];
    positions[7] = "nonsense";
    let answered = service.post(&path, json!({ "positions": positions }).to_string());
    assert_eq!(answered.status, StatusCode::OK);
    assert_eq!(answered.header(header::CONTENT_TYPE), "application/x-ndjson");
    let text = String::from_utf8(answered.body).unwrap();
    let lines: Vec<Json> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), positions.len());
    for (number, line) in lines.iter().enumerate() {
        match number {
            7 => assert_eq!(
                (&line["kind"], &line["position"]),
                (&json!("bad-position"), &json!("nonsense"))
            ),
            _ => assert_eq!(*line, first),
        }
    }
    // Compressed, it is as whole.
    let body = json!({ "positions": [good] }).to_string();
    let request = Request::post(&path).header(header::ACCEPT_ENCODING, "gzip");
    let zipped = service.ask(request.body(Body::from(body)).unwrap());
    assert_eq!(zipped.header(header::CONTENT_ENCODING), "gzip");
    assert!(!zipped.body.is_empty());
    let many = json!({ "positions": vec![good; 10_001] }).to_string();
    assert_eq!(service.post(&path, many).status, StatusCode::PAYLOAD_TOO_LARGE);
    assert_eq!(service.post(&path, "{}").status, StatusCode::BAD_REQUEST);
    assert_eq!(service.post(&path, "x".repeat(5 << 20)).status, StatusCode::PAYLOAD_TOO_LARGE);
}

#[test]
fn a_step_leads_to_the_position_after_the_move() {
    let service = Service::with(&[]);
    let start = service.get("/api/v1/play?game=noughts-and-crosses").json();
    assert_eq!(start["position"], ".../.../...");
    let moves = start["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 9);
    for play in moves {
        let action = encoded(play["move"].as_str().unwrap());
        let path =
            format!("/api/v1/play?game=noughts-and-crosses&position=.../.../...&move={action}");
        assert_eq!(service.get(&path).json()["position"], play["after"]);
    }
    let refused = service.get("/api/v1/play?game=noughts-and-crosses&move=z9");
    assert_eq!(refused.status, StatusCode::BAD_REQUEST);
    assert_eq!(refused.header(header::CONTENT_TYPE), "application/problem+json");
    assert_eq!(refused.json()["place"]["text"], "z9");
    // The place is one in the text as it was sent, whatever its length.
    let long = format!("{}?", "X".repeat(500));
    let path = format!("/api/v1/play?game=noughts-and-crosses&position={}", encoded(&long));
    let place = service.get(&path).json()["place"].clone();
    assert!(place["text"] == long && place["at"].as_u64().unwrap() <= 500, "{place}");
}

#[test]
fn positions_are_drawn() {
    let service = Service::with(&[]);
    let drawn = service.get("/api/v1/draw?game=noughts-and-crosses");
    assert_eq!(drawn.header(header::CONTENT_TYPE), "image/svg+xml");
    assert!(String::from_utf8(drawn.body).unwrap().starts_with("<svg"));
    let path = "/api/v1/draw?game=noughts-and-crosses&format=png&width=5000";
    assert_eq!(service.get(path).status, StatusCode::BAD_REQUEST);
}

#[test]
fn random_positions_have_the_values_that_were_asked_for() {
    let service = Service::with(&[RACE]);
    let random = |query: &str| service.get(&format!("/api/v1/domains/{RACE}/random{query}"));
    assert_eq!(random("?seed=5").json(), random("?seed=5").json());
    for seed in 0..20 {
        let found = random(&format!("?seed={seed}&min=0.2&max=0.9")).json();
        assert!((0.2..=0.9).contains(&found["value"].as_f64().unwrap()), "{found}");
    }
    assert_eq!(random("?min=2").status, StatusCode::NOT_FOUND);
}

#[test]
fn what_is_not_there_is_not_found() {
    let service = Service::with(&[RACE]);
    for (path, kind) in [
        ("/api/v1/nothing".to_owned(), "not-found"),
        ("/nothing".to_owned(), "not-found"),
        ("/api/v1/domains/hitting-race/9-9".to_owned(), "unknown-domain"),
        (format!("/api/v1/domains/{BOARDS}"), "not-built"),
        (probe_path(BOARDS, ".../.../..."), "not-built"),
        (format!("/api/v1/domains/{RACE}/positions/100000"), "not-found"),
        (format!("/api/v1/domains/{RACE}/histogram"), "not-found"),
        ("/api/v1/play?game=chess".to_owned(), "unknown-game"),
    ] {
        let answered = service.get(&path);
        assert_eq!(answered.status, StatusCode::NOT_FOUND, "{path}: {answered:?}");
        assert_eq!(answered.json()["kind"], kind, "{path}: {answered:?}");
    }
}

#[test]
fn answers_are_cached_by_their_content_and_come_as_cbor() {
    let service = Service::with(&[RACE]);
    let path = format!("/api/v1/domains/{RACE}");
    let first = service.get(&path);
    let tag = first.header(header::ETAG).to_owned();
    assert!(!tag.is_empty());
    let again = Request::get(&path).header(header::IF_NONE_MATCH, &tag).body(Body::empty());
    let again = service.ask(again.unwrap());
    assert_eq!((again.status, again.body.len()), (StatusCode::NOT_MODIFIED, 0));
    let cbor = Request::get(&path).header(header::ACCEPT, "application/cbor").body(Body::empty());
    let cbor = service.ask(cbor.unwrap());
    let document: Json = ciborium::from_reader(cbor.body.as_slice()).unwrap();
    assert_eq!(document, first.json());
    let random = service.get(&format!("{path}/random"));
    assert_eq!(random.header(header::CACHE_CONTROL), "no-store");
    let zipped = Request::get(&path).header(header::ACCEPT_ENCODING, "gzip").body(Body::empty());
    assert_eq!(service.ask(zipped.unwrap()).header(header::CONTENT_ENCODING), "gzip");
}

#[test]
fn the_document_names_every_room_and_each_of_them_answers() {
    let service = Service::with(&[RACE]);
    let document = service.get("/api/v1/openapi.json").json();
    assert_eq!(document["openapi"].as_str().unwrap().split('.').next(), Some("3"));
    for (path, methods) in document["paths"].as_object().unwrap() {
        for (method, described) in methods.as_object().unwrap() {
            let path = path.replace("{domain}", RACE).replace("{index}", "0");
            let answered = match method.as_str() {
                "post" => service.post(&path, json!({ "positions": [] }).to_string()),
                _ => service.get(&path),
            };
            // Some lack a parameter: the route itself reports that.
            let is_there = answered.status == StatusCode::OK
                || answered.status == StatusCode::BAD_REQUEST
                || path.ends_with("/histogram")
                || path.ends_with("/{id}")
                || path.ends_with("/{file}");
            assert!(is_there, "{method} {path}: {answered:?}");
            assert!(described["summary"].is_string() && described["responses"]["200"].is_object());
        }
    }
}

#[test]
fn requests_are_counted() {
    let service = Service::with(&[]);
    service.get("/api/v1/games");
    service.get("/api/v1/play?game=chess");
    assert_eq!(service.get("/healthz").body, b"ok\n");
    let text = String::from_utf8(service.get("/metrics").body).unwrap();
    for line in [
        r#"shuban_requests_total{route="/api/v1/games",status="200"} 1"#,
        r#"shuban_requests_total{route="/api/v1/play",status="404"} 1"#,
        "shuban_request_seconds_count 2",
    ] {
        assert!(text.contains(line), "{text}");
    }
}
