//! The work of a request takes no more of the processor than of the clock, so that limits of time
//! limit both: it is done on one thread. (In a process of its own, which does nothing else.)

#![cfg(target_os = "linux")]

use std::fs::{read_dir, read_to_string};
use std::sync::OnceLock;
use std::thread::sleep;
use std::time::{Duration, Instant};

use axum::body::{Body, to_bytes};
use axum::http::{Method, Request, StatusCode};
use serde_json::json;
use shuban_catalog::Catalog;
use shuban_core::Silent;
use shuban_server::{Limits, Server};
use shuban_solve::BuildOptions;
use tower::ServiceExt;

/// Threads of this process: the two of the test, and one for the work of all requests.
const THREADS: usize = 3;

/// Returns the time of the processor that all threads of this process have had.
fn processor_time() -> Duration {
    let about = read_to_string("/proc/self/stat").unwrap();
    // Behind the name, which may have spaces, from the third member on.
    let rest = about.rsplit_once(')').unwrap().1;
    let ticks = rest.split_whitespace().skip(11).take(2).map(|text| text.parse::<u64>().unwrap());
    // Of a hundredth of a second on all machines.
    Duration::from_millis(10 * ticks.sum::<u64>())
}

#[test]
fn a_request_takes_no_more_of_the_processor_than_of_the_clock() {
    static CATALOG: OnceLock<Catalog> = OnceLock::new();
    let catalog = CATALOG.get_or_init(shuban_games::catalog);
    let folder = tempfile::tempdir().unwrap();
    let layer = "half-gammon/contact-1-1";
    let options = BuildOptions { threads: 1, ..BuildOptions::new(folder.path()) };
    let built = catalog.layer(layer).unwrap();
    built.family.build(built.layer, &options, &Silent).unwrap();
    let limits = Limits { search_time: Duration::from_secs(1), ..Limits::default() };
    let router = Server::limited(catalog, folder.path(), limits).router();
    let mut builder = tokio::runtime::Builder::new_current_thread();
    let runtime = builder.max_blocking_threads(1).enable_all().build().unwrap();
    let many = json!({ "positions": vec!["2|1"; 10_000] }).to_string();
    let nothing = String::new;
    let requests = [
        (Method::GET, "/api/v1/solve?game=trax/7&position=@0/", nothing()),
        (
            Method::GET,
            "/api/v1/solve?game=amazons&position=X..../...../...../...../....O",
            nothing(),
        ),
        (Method::GET, "/api/v1/estimate?game=half-gammon&plies=3", nothing()),
        (Method::GET, "/api/v1/rollout?game=half-gammon&trials=200", nothing()),
        (Method::GET, "/api/v1/tree?game=trax/5&position=@0/&search=true", nothing()),
        (Method::GET, "/api/v1/choose?game=trax/6&position=@0/&level=strong", nothing()),
        (Method::GET, "/position?game=trax/7&position=@0/&search=1", nothing()),
        (Method::GET, "/review?game=trax/6&line=@0/", nothing()),
        (Method::GET, "/api/v1/domains?filter=gammon", nothing()),
        (Method::POST, "/api/v1/domains/half-gammon/contact-1-1/probe", many.clone()),
        (Method::POST, "/api/v1/domains/half-gammon/contact-1-1/values", many),
    ];
    let (mut clock, mut answered) = (Duration::ZERO, 0);
    for (method, path, body) in requests {
        let (begun, before) = (Instant::now(), processor_time());
        let request = Request::builder().method(method).uri(path);
        let request = request.header("content-type", "application/json").body(Body::from(body));
        let (status, body) = runtime.block_on(async {
            let response = router.clone().oneshot(request.unwrap()).await.unwrap();
            let status = response.status();
            (status, to_bytes(response.into_body(), usize::MAX).await.unwrap())
        });
        let (taken, elapsed) = (processor_time() - before, begun.elapsed());
        println!("{path}: {status}, {taken:?} of the processor in {elapsed:?}");
        let is_limited = status == StatusCode::UNPROCESSABLE_ENTITY;
        let text = String::from_utf8_lossy(&body[..body.len().min(300)]).into_owned();
        assert!(status == StatusCode::OK || is_limited, "{path}: {status} {text}");
        // Ticks are counted whole; the thread that serves has little to do.
        let most = elapsed.mul_f64(1.1) + Duration::from_millis(30);
        assert!(taken <= most, "{path}: {taken:?} of the processor in {elapsed:?}");
        // A pool of its own, of one thread, takes a moment to end; that of all cores never does.
        while read_dir("/proc/self/task").unwrap().count() > THREADS {
            assert!(begun.elapsed() < Duration::from_secs(60), "{path}: more threads stay");
            sleep(Duration::from_millis(1));
        }
        clock += elapsed;
        answered += 1;
    }
    assert!(answered > 8 && clock > Duration::from_secs(3), "too little work to tell: {clock:?}");
}
