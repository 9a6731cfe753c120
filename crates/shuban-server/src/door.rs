//! Requests that are answered: those addressed to this service and, if a page in a browser sends
//! them, only those of its own pages.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderName, Method, StatusCode, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::problem::Problem;
use crate::state;

/// Refuses requests that are addressed to another name, and those that a page of another site sends
/// behind its reader's back.
///
/// A page of another site may have a name of its own lead to this machine, so that a name must be
/// one of those that the service was given; numbers and `localhost` always are. What starts work is
/// asked for by many kinds of links (`img`, `fetch`, `form`): a browser says by `Sec-Fetch-Site`, or
/// else by `Origin`, whose page that is. A link that a reader follows from elsewhere is answered.
pub(crate) async fn checked(
    State(state): State<Arc<state::State>>,
    request: Request,
    next: Next,
) -> Response {
    let headers = request.headers();
    if !is_addressed(headers, &state.hosts) {
        let detail = "this server has no such name: it is addressed by number, as localhost, or by a \
                      name that --host gives it";
        return Problem::new(StatusCode::MISDIRECTED_REQUEST, "host", detail).into_response();
    }
    let is_read = matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    let is_shared = is_read
        && request.uri().path().starts_with("/api/v1/")
        && state.origin.as_ref().is_some_and(|origin| {
            origin == "*" || headers.get(header::ORIGIN).is_some_and(|asking| asking == origin)
        });
    if is_shared || is_followed(headers) || !is_foreign(headers) {
        return next.run(request).await;
    }
    foreign("pages of other sites may not ask for that: --cors lets them read the API")
        .into_response()
}

/// Refuses a request that changes something unless one of the service's own pages sent it.
pub(crate) fn own_page(headers: &HeaderMap) -> Result<(), Problem> {
    let is_told = headers.contains_key(SITE) || headers.contains_key(header::ORIGIN);
    if is_told && !is_foreign(headers) {
        return Ok(());
    }
    Err(foreign("only a page of this server may ask for that"))
}

const SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

fn foreign(detail: &str) -> Problem {
    Problem::new(StatusCode::FORBIDDEN, "foreign-page", detail)
}

fn text(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

/// Returns true if the name in a request, if it has one, is one of the service's.
fn is_addressed(headers: &HeaderMap, hosts: &[String]) -> bool {
    let mut named = headers.get_all(header::HOST).iter();
    let (Some(host), None) = (named.next(), named.next()) else {
        // None: not of a browser. Several: of nobody honest.
        return headers.get(header::HOST).is_none();
    };
    let host = host.to_str().ok().and_then(|host| host.parse::<Authority>().ok());
    host.is_some_and(|host| {
        let name = host.host().trim_start_matches('[').trim_end_matches(']');
        let is_own = |own: &String| own == "*" || own.eq_ignore_ascii_case(name);
        name.eq_ignore_ascii_case("localhost")
            || name.parse::<IpAddr>().is_ok()
            || hosts.iter().any(is_own)
    })
}

/// Returns true if a reader follows a link, and sees what comes.
fn is_followed(headers: &HeaderMap) -> bool {
    let of = |name| text(headers, HeaderName::from_static(name));
    of("sec-fetch-mode") == Some("navigate") && of("sec-fetch-dest") == Some("document")
}

/// Returns true if a page of another site sends a request.
fn is_foreign(headers: &HeaderMap) -> bool {
    if let Some(site) = text(headers, SITE) {
        return !matches!(site, "same-origin" | "none");
    }
    let Some(origin) = headers.get(header::ORIGIN) else { return false };
    let host = text(headers, header::HOST).and_then(|host| host.parse::<Authority>().ok());
    let origin = origin.to_str().ok().and_then(|origin| origin.parse::<Uri>().ok());
    origin.is_none_or(|origin| host.is_none() || origin.authority() != host.as_ref())
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn headers(all: &[(&'static str, &'static str)]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for (name, value) in all {
            headers.append(HeaderName::from_static(name), HeaderValue::from_static(value));
        }
        headers
    }

    #[test]
    fn a_service_is_addressed_by_number_or_by_its_names() {
        let hosts = ["Example.org".to_owned()];
        for right in ["127.0.0.1:7878", "[::1]:7878", "localhost", "LOCALHOST:1", "example.ORG:80"]
        {
            let mut named = HeaderMap::new();
            named.insert(header::HOST, HeaderValue::from_static(right));
            assert!(is_addressed(&named, &hosts), "{right}");
        }
        for wrong in ["evil.example", "localhost.evil.example", "example.org.evil", "", "a b"] {
            let mut named = HeaderMap::new();
            named.insert(header::HOST, HeaderValue::from_static(wrong));
            assert!(!is_addressed(&named, &hosts), "{wrong}");
            let all = wrong.contains("evil");
            assert_eq!(is_addressed(&named, &["*".to_owned()]), all, "{wrong}");
        }
        assert!(is_addressed(&headers(&[]), &hosts));
        assert!(!is_addressed(&headers(&[("host", "localhost"), ("host", "127.0.0.1")]), &hosts));
    }

    #[test]
    fn a_page_of_another_site_is_foreign_unless_a_link_is_followed() {
        let own = ("host", "127.0.0.1:7878");
        for (all, is) in [
            (&[own][..], false),
            (&[own, ("origin", "http://127.0.0.1:7878")], false),
            (&[own, ("origin", "http://127.0.0.1:8000")], true),
            (&[own, ("origin", "http://evil.example")], true),
            (&[own, ("origin", "null")], true),
            (&[own, ("sec-fetch-site", "same-origin")], false),
            (&[own, ("sec-fetch-site", "none")], false),
            (&[own, ("sec-fetch-site", "same-site")], true),
            (&[own, ("sec-fetch-site", "cross-site")], true),
            (&[("origin", "http://127.0.0.1")], true),
        ] {
            assert_eq!(is_foreign(&headers(all)), is, "{all:?}");
        }
        let followed = [("sec-fetch-mode", "navigate"), ("sec-fetch-dest", "document")];
        assert!(is_followed(&headers(&followed)));
        assert!(!is_followed(&headers(&[
            ("sec-fetch-mode", "navigate"),
            ("sec-fetch-dest", "iframe")
        ])));
        assert!(!is_followed(&headers(&[
            ("sec-fetch-mode", "no-cors"),
            ("sec-fetch-dest", "image")
        ])));
    }
}
