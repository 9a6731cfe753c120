//! Estimates and rollouts, and the API for other origins.

use axum::body::Body;
use axum::http::{Method, Request, StatusCode, header};
use shuban_server::{Limits, Server};
use std::time::Duration;

use crate::common::{Answered, Service, provable};

const RACE: &str = "game=backgammon&position=6,5,5,4,3,2%7C6,6,4,2,2,1";

#[test]
fn positions_are_estimated_and_rolled_out() {
    let service = Service::provable();
    let short = "game=backgammon&position=5,3%7C4,1";
    let found = service.get(&format!("/api/v1/estimate?{short}&plies=1")).json();
    assert_eq!((&found["source"], &found["proven"]), (&"estimate".into(), &false.into()));
    assert_eq!(found["rolls"].as_array().unwrap().len(), 21);
    let found = service.get(&format!("/api/v1/rollout?{short}&trials=36&roll=2-1")).json();
    assert_eq!(found["source"], "rollouts", "{found}");
    let again = service.get(&format!("/api/v1/rollout?{short}&trials=36&roll=2-1")).json();
    assert_eq!(found["rolls"][0]["moves"], again["rolls"][0]["moves"]);
    assert!(found["rolls"][0]["moves"][0]["standard_error"].is_number(), "{found}");
    for wrong in [
        "estimate?game=trax/4",
        "rollout?game=amazons",
        "estimate?game=backgammon&plies=0",
        "estimate?game=backgammon&plies=9",
        "estimate?game=backgammon&roll=9-9",
        "estimate?game=backgammon&evaluation=none",
        "rollout?game=backgammon&trials=1",
        "rollout?game=backgammon&trials=9999999999",
        "rollout?game=backgammon&error=-1",
        "rollout?game=backgammon&error=NaN",
    ] {
        let refused = service.get(&format!("/api/v1/{wrong}"));
        assert_eq!(refused.status, StatusCode::BAD_REQUEST, "{wrong}: {refused:?}");
    }
}

#[test]
fn a_rollout_ends_with_its_time_and_takes_a_place_of_long_work() {
    let service = |limits| {
        let folder = tempfile::tempdir().unwrap();
        Service::of(Server::limited(provable(), folder.path(), limits), folder)
    };
    let path = format!("/api/v1/rollout?{RACE}&trials=100000");
    let late = Limits { search_time: Duration::from_millis(50), ..Limits::default() };
    let late = service(late).get(&path);
    assert_eq!(late.status, StatusCode::UNPROCESSABLE_ENTITY, "{late:?}");
    let busy = service(Limits { heavy: 0, waiting: 0, ..Limits::default() });
    for path in [path, format!("/api/v1/estimate?{RACE}")] {
        assert_eq!(busy.get(&path).status, StatusCode::SERVICE_UNAVAILABLE);
    }
}

#[test]
fn pages_of_one_other_origin_read_the_api_if_that_is_allowed() {
    let ask = |service: &Service, method: Method, path: &str| -> Answered {
        let request = Request::builder().method(method).uri(path);
        let request = request.header(header::ORIGIN, "https://example.org");
        service.ask(request.body(Body::empty()).unwrap())
    };
    let usual = Service::provable();
    let allowed = header::ACCESS_CONTROL_ALLOW_ORIGIN;
    let games = "/api/v1/games";
    assert_eq!(ask(&usual, Method::GET, games).header(allowed.clone()), "");
    assert_eq!(ask(&usual, Method::OPTIONS, games).status, StatusCode::FORBIDDEN);
    let folder = tempfile::tempdir().unwrap();
    let server = Server::new(provable(), folder.path()).sharing("https://example.org").unwrap();
    let shared = Service::of(server, folder);
    for path in [games, "/api/v1/openapi.json", "/api/v1/none"] {
        assert_eq!(ask(&shared, Method::GET, path).header(allowed.clone()), "https://example.org");
    }
    let asked = ask(&shared, Method::OPTIONS, games);
    assert_eq!(asked.status, StatusCode::NO_CONTENT);
    assert_eq!(asked.header(header::ACCESS_CONTROL_ALLOW_METHODS), "GET, OPTIONS");
    for (method, path) in [
        (Method::GET, "/"),
        (Method::GET, "/position?game=amazons"),
        (Method::POST, "/api/v1/domains/backgammon/probe"),
    ] {
        assert_eq!(ask(&shared, method, path).header(allowed.clone()), "", "{path}");
    }
    let folder = tempfile::tempdir().unwrap();
    assert!(Server::new(provable(), folder.path()).sharing("example.org").is_err());
}
