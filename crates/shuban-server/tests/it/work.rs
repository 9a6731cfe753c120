//! Work that takes a while: builds, searches, published tables.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use serde_json::{Value as Json, json};
use shuban_server::{Limits, Published, Server};
use shuban_solve::BuildOptions;
use tokio::net::TcpListener;

use crate::common::{Answered, Service, catalog, text};

/// Requests server-sent events, and returns them by name.
fn events(service: &Service, path: &str) -> Vec<(String, Json)> {
    let request = Request::get(path).header(header::ACCEPT, "text/event-stream");
    let answered = service.ask(request.body(Body::empty()).unwrap());
    assert_eq!(answered.status, StatusCode::OK, "{answered:?}");
    let text = String::from_utf8(answered.body).unwrap();
    let event = |text: &str| {
        let of = |name: &str| text.lines().find_map(|line| line.strip_prefix(name)).map(str::trim);
        Some((of("event:")?.to_owned(), serde_json::from_str(of("data:")?).unwrap()))
    };
    text.split("\n\n").filter_map(event).collect()
}

#[test]
fn a_search_answers_as_json_or_tells_how_far_it_is() {
    let service = Service::with(&[]);
    let path = "/api/v1/solve?game=tiny-tanhinmin&seconds=5";
    let answer = service.get(path);
    assert_eq!(answer.status, StatusCode::OK, "{answer:?}");
    let events = events(&service, path);
    let (last, told) = events.last().unwrap();
    assert_eq!(last, "answer");
    assert_eq!(*told, answer.json());
    let none = service.get("/api/v1/solve?game=tiny-tanhinmin&seconds=-1");
    assert_eq!(none.status, StatusCode::BAD_REQUEST, "{none:?}");
    assert!(none.json()["detail"].as_str().unwrap().contains("seconds"), "{none:?}");
    let none = service.get("/api/v1/solve?game=noughts-and-crosses");
    assert_eq!(none.json()["kind"], "no-solver");
}

fn published(recomputed: &Arc<AtomicUsize>) -> Vec<Published> {
    let recomputed = Arc::clone(recomputed);
    let table = Published {
        what_ja: None,
        recorded: None,
        id: "paper/table-1".to_owned(),
        what: "a table".to_owned(),
        seconds: 1,
        recompute: Arc::new(move |progress| {
            recomputed.fetch_add(1, Ordering::Relaxed);
            progress.phase("counting", 2);
            let row = json!({ "what": "sum", "print": 4, "result": 5, "verdict": "print-wrong" });
            Ok(json!({ "rows": [row], "figures": [{ "name": "f", "svg": "<svg id=\"f\"/>" }] }))
        }),
    };
    vec![table]
}

#[test]
fn a_published_table_is_recomputed_once_and_shown_beside_the_print() {
    let recomputed = Arc::new(AtomicUsize::new(0));
    let folder = tempfile::tempdir().unwrap();
    let server = Server::new(catalog(), folder.path()).publishing(published(&recomputed));
    let service = Service::of(server, folder);
    let page = |service: &Service| -> String {
        let Answered { body, .. } = service.get("/reproduction?id=paper/table-1");
        String::from_utf8(body).unwrap()
    };
    assert!(page(&service).contains("data-recompute=\"/api/v1/reproductions/paper/table-1\""));
    let told = events(&service, "/api/v1/reproductions/paper/table-1");
    assert_eq!(
        told[0],
        ("progress".to_owned(), json!({ "phase": "counting", "done": 0, "total": 2 }))
    );
    assert_eq!(told.last().unwrap().0, "answer");
    let again = service.get("/api/v1/reproductions/paper/table-1").json();
    assert_eq!(again, told.last().unwrap().1);
    assert_eq!(recomputed.load(Ordering::Relaxed), 1);
    let page = page(&service);
    assert!(page.contains("print is wrong") && page.contains("<svg id=\"f\"/>"), "{page}");
    let list = service.get("/api/v1/reproductions").json();
    assert_eq!(list["reproductions"][0]["id"], "paper/table-1");
    assert_eq!(service.get("/api/v1/reproductions/none").status, StatusCode::NOT_FOUND);
}

#[test]
fn default_databases_are_built_while_the_service_runs() {
    let folder = tempfile::tempdir().unwrap();
    let options = BuildOptions { threads: 1, ..BuildOptions::new(folder.path()) };
    let server = Server::new(catalog(), folder.path()).building(options);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let looked = Server::new(catalog(), folder.path());
    runtime.block_on(async {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
        let run = tokio::spawn(server.run(listener, async { drop(stopped.await) }));
        let started = Instant::now();
        let last = folder.path().join("noughts-and-crosses/all.shuban");
        while !last.is_file() {
            assert!(started.elapsed() < Duration::from_secs(60), "nothing was built");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        drop(stop);
        run.await.unwrap();
    });
    let service = Service::of(looked, folder);
    let answer = service.get("/api/v1/domains/noughts-and-crosses/all/positions/0");
    assert_eq!(answer.status, StatusCode::OK, "{answer:?}");
}

#[test]
fn a_player_chooses_and_says_what_the_choice_rests_on() {
    let service = Service::with(&["noughts-and-crosses/all"]);
    let path = "/api/v1/choose?game=noughts-and-crosses&position=xx./oo./...";
    let chosen = service.get(path).json();
    assert_eq!(chosen["basis"], "table", "{chosen}");
    let random = service.get(&format!("{path}&level=random&seed=3")).json();
    assert_eq!(random, service.get(&format!("{path}&level=random&seed=3")).json());
    assert_eq!(random["basis"], "random");
    for wrong in ["&level=best", "&roll=3-1"] {
        assert_eq!(service.get(&format!("{path}{wrong}")).status, StatusCode::BAD_REQUEST);
    }
}

/// Asks for a build as a page would, with these headers.
fn ask_for(service: &Service, domain: &str, headers: &[(&str, &str)]) -> Answered {
    let path = format!("/build?game=noughts-and-crosses&domain={domain}");
    let mut request = Request::post(path);
    if headers.iter().all(|(name, _)| *name != "host") {
        request = request.header(header::HOST, "127.0.0.1:7878");
    }
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    service.ask(request.body(Body::empty()).unwrap())
}

const OWN: [(&str, &str); 1] = [("origin", "http://127.0.0.1:7878")];
const PAGE: &str = "/position?game=noughts-and-crosses";

fn building_on_request(limits: Limits) -> Service {
    let folder = tempfile::tempdir().unwrap();
    let options = BuildOptions { threads: 1, ..BuildOptions::new(folder.path()) };
    let server = Server::limited(catalog(), folder.path(), limits).building_on_request(options);
    Service::of(server, folder)
}

#[test]
fn a_reader_has_the_database_built_that_a_page_names() {
    let service = building_on_request(Limits::default());
    let page = text(&service.get(PAGE));
    let form = "<form class=\"build\" method=\"post\" action=\"/build?game=noughts-and-crosses";
    assert!(page.contains(form), "{page}");
    let asked = ask_for(&service, "noughts-and-crosses/all", &OWN);
    assert_eq!(asked.status, StatusCode::SEE_OTHER, "{asked:?}");
    assert_eq!(asked.header(header::LOCATION), PAGE);
    let started = Instant::now();
    while service.get("/api/v1/builds").json()["builds"][0]["stage"] != "built" {
        let page = text(&service.get(PAGE));
        assert!(started.elapsed() < Duration::from_secs(60), "{page}");
    }
    let built = text(&service.get(PAGE));
    assert!(!built.contains("data-live") && !built.contains("class=\"build\""), "{built}");
    assert!(built.contains("tr class=\"best\""), "{built}");
}

#[test]
fn builds_are_refused_to_other_pages_beyond_limits_and_by_default() {
    let service = building_on_request(Limits::default());
    let own = OWN[0];
    let evil = ("origin", "http://evil.example");
    for headers in [
        &[][..],
        &[evil],
        &[("origin", "null")],
        &[own, ("sec-fetch-site", "cross-site")],
        &[own, ("sec-fetch-site", "same-site")],
        // A name that leads here is not this server's.
        &[("host", "evil.example"), evil],
        &[("host", "evil.example"), evil, ("sec-fetch-site", "same-origin")],
    ] {
        let refused = ask_for(&service, "noughts-and-crosses/all", headers);
        let is_misdirected = headers.iter().any(|(name, _)| *name == "host");
        let status =
            if is_misdirected { StatusCode::MISDIRECTED_REQUEST } else { StatusCode::FORBIDDEN };
        assert_eq!(refused.status, status, "{headers:?}: {refused:?}");
    }
    let unknown = ask_for(&service, "noughts-and-crosses/none", &OWN);
    assert_eq!(unknown.status, StatusCode::NOT_FOUND);
    let limited = building_on_request(Limits { build_disk: 1, ..Limits::default() });
    let refused = ask_for(&limited, "noughts-and-crosses/all", &OWN);
    assert_eq!(refused.status, StatusCode::FORBIDDEN);
    assert!(format!("{refused:?}").contains("on the disk"), "{refused:?}");
    let usual = Service::with(&[]);
    assert_eq!(ask_for(&usual, "noughts-and-crosses/all", &OWN).status, StatusCode::FORBIDDEN);
    for (service, is_offered) in [(service, true), (limited, false), (usual, false)] {
        assert_eq!(text(&service.get(PAGE)).contains("class=\"build\""), is_offered);
        assert_eq!(std::fs::read_dir(service.folder.path()).unwrap().count(), 0);
    }
}
