//! Requests that no client should send.

use crate::any_request::as_request;
use crate::common::{Service, encoded};
use crate::corpus::kept;
use axum::body::Body;
use axum::http::{Method, Request, StatusCode, header};
use proptest::prelude::*;
use proptest::sample::Index;
use serde_json::json;
use shuban_server::Limits;

const RACE: &str = "hitting-race/2-1";

#[test]
fn what_leads_out_of_the_data_folder_or_is_no_text_is_refused() {
    let service = Service::with(&[RACE]);
    for path in [
        "/api/v1/domains/../../../etc/passwd",
        "/api/v1/domains/..%2f..%2f..%2fetc%2fpasswd",
        "/api/v1/domains/hitting-race%2f..%2f..%2fsecret",
        "/api/v1/domains/%00",
        "/api/v1/domains/%ff%fe/probe?position=%ff",
        "/api/v1/play?game=%ff",
        "/api/v1/play?game=noughts-and-crosses&position=%ff%fe",
        "/api/v1/play?game=noughts-and-crosses&unknown=1",
        "/api/v1/play?game=noughts-and-crosses&game=noughts-and-crosses",
        "/api/v1/domains/hitting-race/2-1/positions/-1",
        "/api/v1/domains/hitting-race/2-1/positions/18446744073709551616",
        "/api/v1/domains/hitting-race/2-1/random?min=x",
        "/api/v1/domains/hitting-race/2-1/random?min=nan",
        "/api/v1/draw?game=noughts-and-crosses&width=-1",
    ] {
        let answered = service.get(path);
        assert!(answered.status.is_client_error(), "{path}: {answered:?}");
        assert!(answered.json()["detail"].is_string(), "{path}: {answered:?}");
    }
}

#[test]
fn a_long_text_is_refused_by_its_length() {
    let service = Service::limited(&[RACE], Limits { body: 32 << 20, ..Limits::default() });
    let long = "1".repeat(10 << 20);
    let body = json!({ "positions": [long] }).to_string();
    let answered = service.post(&format!("/api/v1/domains/{RACE}/probe"), body);
    let text = String::from_utf8(answered.body).unwrap();
    assert!(text.contains("at most 20000 are read") && text.len() < 1_000, "{text}");
    let path = format!("/api/v1/play?game=noughts-and-crosses&position={}", "x".repeat(60_000));
    assert_eq!(service.get(&path).status, StatusCode::PAYLOAD_TOO_LARGE);
}

#[test]
fn more_requests_than_may_be_worked_on_at_a_time_are_refused() {
    let service = Service::limited(&[], Limits { lookups: 0, waiting: 0, ..Limits::default() });
    for path in ["/api/v1/domains", "/api/v1/play?game=noughts-and-crosses", "/"] {
        let answered = service.get(path);
        assert_eq!(answered.status, StatusCode::SERVICE_UNAVAILABLE, "{path}: {answered:?}");
        assert_eq!(answered.header(header::RETRY_AFTER), "2", "{path}");
    }
    assert_eq!(service.get("/healthz").status, StatusCode::OK);
    let text = String::from_utf8(service.get("/metrics").body).unwrap();
    assert!(text.contains("status=\"503\""), "they are counted: {text}");
}

#[test]
fn work_of_many_look_ups_is_refused_beyond_its_places() {
    let service = Service::limited(
        &[RACE],
        Limits { heavy: 0, searches: 0, waiting: 0, ..Limits::default() },
    );
    for path in [
        "/api/v1/choose?game=noughts-and-crosses&level=strong",
        "/api/v1/solve?game=tiny-tanhinmin",
        "/records?domain=hitting-race/2-1",
        "/practice?domain=hitting-race/2-1",
        "/review?game=noughts-and-crosses&line=b2",
        "/best?game=noughts-and-crosses",
    ] {
        let answered = service.get(path);
        assert_eq!(answered.status, StatusCode::SERVICE_UNAVAILABLE, "{path}: {answered:?}");
    }
    assert_eq!(service.get("/position?game=hitting-race").status, StatusCode::OK);
}

#[test]
fn a_file_that_is_damaged_while_it_is_served_costs_only_itself() {
    let service = Service::with(&[RACE, "noughts-and-crosses/all"]);
    let file = service.folder.path().join("hitting-race/2-1.shuban");
    let sound = std::fs::read(&file).unwrap();
    let path = format!("/api/v1/domains/{RACE}/positions/5");
    // (Read by another service, since this one keeps what it has read.)
    let found = Service::with(&[RACE]).get(&path).json();
    let position = encoded(found["position"].as_str().unwrap());
    std::fs::write(&file, &sound[..sound.len() / 2]).unwrap();
    let damaged = service.get(&path);
    assert_eq!(damaged.status, StatusCode::INTERNAL_SERVER_ERROR, "{damaged:?}");
    assert!(damaged.json()["detail"].as_str().unwrap().contains("2-1.shuban"), "{damaged:?}");
    // An unreadable file does not look like a missing one.
    for path in ["/position?game=", "/best?game=", "/api/v1/domains/"] {
        let rest = if path.starts_with("/api") { "/probe?" } else { "&" };
        let path = format!("{path}hitting-race{rest}position={position}");
        let damaged = service.get(&path);
        assert_eq!(damaged.status, StatusCode::INTERNAL_SERVER_ERROR, "{path}: {damaged:?}");
        assert!(String::from_utf8(damaged.body).unwrap().contains("2-1.shuban"), "{path}");
    }
    let other = service.get("/api/v1/domains/noughts-and-crosses/all/positions/5");
    assert_eq!(other.status, StatusCode::OK);
    std::fs::write(&file, &sound).unwrap();
    assert_eq!(service.get(&path).status, StatusCode::OK);
}

/// Returns requests with valid answers, to be mutated.
fn valid() -> Vec<(Method, String, String)> {
    let get = |path: &str| (Method::GET, path.to_owned(), String::new());
    vec![
        get("/api/v1/games"),
        get("/api/v1/domains?filter=race"),
        get("/api/v1/domains/hitting-race/2-1"),
        get("/api/v1/domains/hitting-race/2-1/probe?position=2,3|1&roll=1"),
        get("/api/v1/domains/hitting-race/2-1/positions/7"),
        get("/api/v1/domains/hitting-race/2-1/random?seed=1&min=-0.5&max=0.5"),
        get("/api/v1/play?game=noughts-and-crosses&position=x../.o./...&move=c3"),
        get("/api/v1/draw?game=hitting-race&position=2,3|1&format=svg"),
        get("/api/v1/choose?game=noughts-and-crosses&position=xx./oo./...&level=random&seed=1"),
        get("/api/v1/domains/hitting-race/2-1/equation?position=2,3|1"),
        get("/api/v1/solve?game=hitting-race&position=2,3|1&seconds=0.01&memory=100000"),
        get("/position?game=noughts-and-crosses&line=b2;a1&at=1&play=0&level=random&lang=ja"),
        get("/put?game=noughts-and-crosses&position=x../.o./...&use=x:c3&edit=x"),
        get("/under-way?game=noughts-and-crosses&position=x../.o./...&made=c3"),
        get("/find?position=x../.o./..."),
        get("/practice?domain=hitting-race/2-1&level=hard&position=2,3|1&roll=1&answer=3/2"),
        get("/answer?game=hitting-race&position=2,3|1&play=1&level=perfect"),
        get("/best?game=noughts-and-crosses&line=b2;a1&at=1"),
        get("/steps?game=noughts-and-crosses&line=b2;a1"),
        get("/roll?game=hitting-race&position=2,3|1&lang=ja"),
        get("/begin?game=hitting-race&play=1&level=random"),
        get("/random?domain=hitting-race/2-1&number=3&min=&max="),
        get("/review?game=hitting-race&position=2,3|1&line=1:3/2"),
        (
            Method::POST,
            "/api/v1/domains/hitting-race/2-1/probe".to_owned(),
            json!({ "positions": ["2,3|1", "1|1"] }).to_string(),
        ),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 800, ..ProptestConfig::default() })]

    #[test]
    fn changed_requests_never_fail_the_server(
        request in 0..24_usize,
        changes in prop::collection::vec((any::<Index>(), any::<u8>(), 0..4_u8), 1..4),
    ) {
        thread_local!(static SERVICE: Service = Service::with(&[RACE]));
        let (method, path, body) = valid().swap_remove(request);
        let mut bytes = [path.as_bytes(), b"\n", body.as_bytes()].concat();
        for (place, byte, how) in changes {
            if bytes.is_empty() {
                break;
            }
            let place = place.index(bytes.len());
            match how {
                0 => bytes[place] = byte,
                1 => drop(bytes.remove(place)),
                2 => bytes.insert(place, byte),
                _ => bytes.truncate(place.max(1)),
            }
        }
        let cut = bytes.iter().position(|&byte| byte == b'\n').unwrap_or(bytes.len());
        let (path, body) = (&bytes[..cut], bytes[cut..].to_vec());
        // A text that is not an address never reaches the server.
        let request = Request::builder().method(method).uri(path)
            .header(header::CONTENT_TYPE, "application/json").body(Body::from(body));
        if let Ok(request) = request && request.uri().path().starts_with('/') {
            let answered = SERVICE.with(|service| service.ask(request));
            prop_assert!(!answered.status.is_server_error(), "{answered:?}");
        }
    }
}

#[test]
fn requests_that_were_found_by_coverage_are_answered() {
    let statuses = kept("service::any_request_is_answered").into_iter().map(|it| as_request(&it));
    let answered = statuses.flatten().filter(StatusCode::is_success).count();
    assert!(answered > 50, "{answered} with an answer");
}
