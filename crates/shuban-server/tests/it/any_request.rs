//! Properties of any request: it is answered, and not by an error of the server. A refusal is a problem
//! in JSON, or a page, and nothing of a request becomes an element of a page. A fuzz target uses it,
//! too.

use std::path::Path;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, Request, StatusCode, header};
use serde_json::{Value as Json, json};
use shuban_catalog::Catalog;
use shuban_core::Silent;
use shuban_server::{Limits, Published, Server};
use shuban_solve::BuildOptions;
use tempfile::TempDir;
use tokio::runtime::Runtime;
use tower::ServiceExt;

/// A small layer of each family.
const LAYERS: [&str; 7] = [
    "half-gammon/contact-1-1",
    "half-gammon/bearoff",
    "half-gammon/money-1-1",
    "hypergammon/1",
    "tanhinmin/3p-5",
    "amazons/4",
    "trax/2",
];

/// Proofs that the project keeps.
const PROOFS: [&str; 2] = ["trax-3-win.shuban", "trax-4-draw-or-better.shuban"];

/// The beginning of an element that no page has.
const ELEMENT: &str = "<q7";

static CATALOG: LazyLock<Catalog> = LazyLock::new(shuban_games::catalog);

/// A service over a folder that lasts as long as the process.
static SERVICE: LazyLock<AnyService> = LazyLock::new(AnyService::new);

struct AnyService {
    _folder: TempDir,
    router: Router,
    runtime: Runtime,
}

impl AnyService {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let options = BuildOptions { threads: 1, ..BuildOptions::new(folder.path()) };
        for name in LAYERS {
            let layer = CATALOG.layer(name).unwrap();
            layer.family.build(layer.layer, &options, &Silent).unwrap();
        }
        let proofs = folder.path().join("proofs");
        std::fs::create_dir(&proofs).unwrap();
        let kept = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors();
        let kept =
            kept.map(|place| place.join("docs/proofs")).find(|place| place.is_dir()).unwrap();
        for name in PROOFS {
            std::fs::copy(kept.join(name), proofs.join(name)).unwrap();
        }
        let short = Duration::from_millis(30);
        let limits = Limits {
            work_time: short,
            batch_time: short,
            search_time: short,
            search_memory: 4 << 20,
            recompute_time: short,
            index_memory: 1 << 20,
            ..Limits::default()
        };
        let table = Published {
            id: "papers/table-1".to_owned(),
            what: "a table".to_owned(),
            what_ja: None,
            seconds: 1,
            recorded: None,
            recompute: Arc::new(|_| Ok(json!({ "rows": [] }))),
        };
        let server = Server::limited(&CATALOG, folder.path(), limits).named("example.org");
        let router = server.publishing(vec![table]).router();
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        AnyService { _folder: folder, router, runtime }
    }
}

/// A request: a line with a method and an address, lines of headers, an empty line, and a body.
/// Returns the status, or nothing if no request of HTTP is written so.
pub(crate) fn as_request(input: &[u8]) -> Option<StatusCode> {
    let line = |input: &[u8]| input.iter().position(|&byte| byte == b'\n').unwrap_or(input.len());
    let (first, mut rest) = input.split_at(line(input));
    let space = first.iter().position(|&byte| byte == b' ')?;
    let method = Method::from_bytes(&first[..space]).ok()?;
    let mut request = Request::builder().method(method.clone()).uri(&first[space + 1..]);
    while let Some(headers) = rest.strip_prefix(b"\n") {
        let (header, after) = headers.split_at(line(headers));
        rest = after;
        if header.is_empty() {
            break;
        }
        let colon = header.iter().position(|&byte| byte == b':')?;
        let name = HeaderName::from_bytes(&header[..colon]).ok()?;
        let value = header[colon + 1..].trim_ascii();
        request = request.header(name, HeaderValue::from_bytes(value).ok()?);
    }
    let body = rest.strip_prefix(b"\n").unwrap_or_default().to_vec();
    let request = request.body(Body::from(body)).ok()?;
    if !request.uri().path().starts_with('/') {
        return None;
    }
    let is_of_api = request.uri().path().starts_with("/api/v1/");
    let AnyService { router, runtime, .. } = &*SERVICE;
    let (status, headers, body) = runtime.block_on(async {
        let response = router.clone().oneshot(request).await.unwrap();
        let (status, headers) = (response.status(), response.headers().clone());
        (status, headers, to_bytes(response.into_body(), usize::MAX).await.unwrap())
    });
    if method != Method::HEAD && !headers.contains_key(header::CONTENT_ENCODING) {
        check(status, &headers, &body, is_of_api);
    }
    let is_busy = [StatusCode::SERVICE_UNAVAILABLE, StatusCode::INSUFFICIENT_STORAGE];
    assert!(!status.is_server_error() || is_busy.contains(&status), "{status}: {headers:?}");
    Some(status)
}

/// Checks the body of an answer against what its headers say.
fn check(status: StatusCode, headers: &HeaderMap, body: &[u8], is_of_api: bool) {
    let kind = headers.get(header::CONTENT_TYPE).map_or("", |kind| kind.to_str().unwrap());
    let text = || String::from_utf8_lossy(body);
    match kind.split(';').next().unwrap_or_default() {
        "application/problem+json" => {
            let problem: Json = serde_json::from_slice(body).unwrap();
            assert_eq!(problem["status"], status.as_u16(), "{problem}");
            assert!(problem["detail"].as_str().is_some_and(|text| !text.is_empty()), "{problem}");
            assert!(status.is_client_error() || status.is_server_error(), "{status}: {problem}");
            return;
        }
        "application/json" => drop(serde_json::from_slice::<Json>(body).unwrap()),
        "text/html" | "image/svg+xml" => assert!(!text().contains(ELEMENT), "{}", text()),
        _ => {}
    }
    let is_refused = status.is_client_error() || status.is_server_error();
    assert!(!is_refused || !is_of_api && kind.starts_with("text/html"), "{status} as {kind}");
}
