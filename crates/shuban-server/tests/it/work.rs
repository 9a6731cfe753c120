//! Work that takes a while: builds, searches, published tables.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use serde_json::{Value as Json, json};
use shuban_server::{Published, Server};
use shuban_solve::BuildOptions;
use tokio::net::TcpListener;

use crate::common::{Answered, Service, catalog};

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
