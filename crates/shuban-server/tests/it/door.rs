//! Requests of other names and of other sites' pages.

use axum::body::Body;
use axum::http::{Method, Request, StatusCode};
use shuban_server::Server;

use crate::common::{Answered, Service, catalog};

/// Addresses that start work, and some that do not.
const PATHS: [&str; 4] = [
    "/",
    "/position?game=noughts-and-crosses&search=1",
    "/api/v1/play?game=noughts-and-crosses",
    "/api/v1/choose?game=noughts-and-crosses&level=random&seed=1",
];

fn ask(service: &Service, path: &str, headers: &[(&str, &str)]) -> Answered {
    let mut request = Request::builder().method(Method::GET).uri(path);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    service.ask(request.body(Body::empty()).unwrap())
}

fn service(change: impl FnOnce(Server) -> Server) -> Service {
    let folder = tempfile::tempdir().unwrap();
    Service::of(change(Server::new(catalog(), folder.path())), folder)
}

#[test]
fn a_name_that_is_not_the_services_is_refused() {
    let (usual, named) = (service(|server| server), service(|server| server.named("example.org")));
    for path in PATHS {
        for (host, by_usual, by_named) in [
            ("127.0.0.1:7878", StatusCode::OK, StatusCode::OK),
            ("localhost:7878", StatusCode::OK, StatusCode::OK),
            ("example.org", StatusCode::MISDIRECTED_REQUEST, StatusCode::OK),
            ("evil.example", StatusCode::MISDIRECTED_REQUEST, StatusCode::MISDIRECTED_REQUEST),
        ] {
            assert_eq!(ask(&usual, path, &[("host", host)]).status, by_usual, "{host} {path}");
            assert_eq!(ask(&named, path, &[("host", host)]).status, by_named, "{host} {path}");
        }
    }
    let refused = ask(&usual, PATHS[2], &[("host", "evil.example")]);
    assert_eq!(refused.json()["kind"], "host");
}

#[test]
fn what_pages_of_other_sites_send_is_refused_and_links_are_followed() {
    let own = ("host", "127.0.0.1:7878");
    let (usual, shared) =
        (service(|server| server), service(|server| server.sharing("*").unwrap()));
    let site = |site| ("sec-fetch-site", site);
    let mode = |mode| ("sec-fetch-mode", mode);
    for path in PATHS {
        for (headers, status) in [
            (&[own][..], StatusCode::OK),
            (&[own, site("same-origin"), mode("cors")], StatusCode::OK),
            (&[own, site("none"), mode("navigate")], StatusCode::OK),
            (
                &[own, site("cross-site"), mode("navigate"), ("sec-fetch-dest", "document")],
                StatusCode::OK,
            ),
            (
                &[own, site("cross-site"), mode("navigate"), ("sec-fetch-dest", "iframe")],
                StatusCode::FORBIDDEN,
            ),
            (
                &[own, site("cross-site"), mode("no-cors"), ("sec-fetch-dest", "image")],
                StatusCode::FORBIDDEN,
            ),
            (&[own, ("origin", "http://evil.example")], StatusCode::FORBIDDEN),
            (&[own, ("origin", "http://127.0.0.1:8000"), site("same-site")], StatusCode::FORBIDDEN),
        ] {
            assert_eq!(ask(&usual, path, headers).status, status, "{headers:?} {path}");
            let is_api = path.starts_with("/api/v1/");
            let by_shared = if is_api { StatusCode::OK } else { status };
            assert_eq!(ask(&shared, path, headers).status, by_shared, "{headers:?} {path}");
        }
    }
    assert_eq!(ask(&usual, PATHS[2], &[own, site("cross-site")]).json()["kind"], "foreign-page");
}
