//! The API for pages of one other origin.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::uri::Scheme;
use axum::http::{HeaderValue, Method, StatusCode, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::state;

/// Reads an origin as a browser writes it, or `*`.
///
/// # Errors
/// The reason why the text is not an origin.
pub(crate) fn origin(text: &str) -> Result<HeaderValue, String> {
    let wrong = || format!("`{text}` is no origin: expected one such as https://example.org, or *");
    let uri = text.parse::<Uri>().ok().filter(|uri| {
        let is_web = [Scheme::HTTP, Scheme::HTTPS].map(Some).contains(&uri.scheme().cloned());
        let host = uri.authority().filter(|host| !host.as_str().contains('@'));
        is_web && host.is_some() && uri.path() == "/" && uri.query().is_none()
    });
    if text == "*" || uri.is_some() && !text.ends_with('/') {
        return HeaderValue::from_str(text).map_err(|_| wrong());
    }
    Err(wrong())
}

/// Lets pages of the configured origin read answers of the API to GET requests.
pub(crate) async fn shared(
    State(state): State<Arc<state::State>>,
    request: Request,
    next: Next,
) -> Response {
    let origin = state.origin.clone().filter(|_| request.uri().path().starts_with("/api/v1/"));
    let Some(origin) = origin else { return next.run(request).await };
    let mut response = match *request.method() {
        Method::OPTIONS => {
            let allowed = [
                (header::ACCESS_CONTROL_ALLOW_METHODS, "GET, OPTIONS"),
                (header::ACCESS_CONTROL_ALLOW_HEADERS, "accept"),
                (header::ACCESS_CONTROL_MAX_AGE, "86400"),
            ];
            (StatusCode::NO_CONTENT, allowed).into_response()
        }
        Method::GET => next.run(request).await,
        _ => return next.run(request).await,
    };
    response.headers_mut().insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin);
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_origin_has_a_scheme_and_a_host_alone() {
        for right in ["*", "https://example.org", "http://127.0.0.1:8000", "http://[::1]:8000"] {
            assert_eq!(origin(right).unwrap(), right);
        }
        for wrong in [
            "",
            "example.org",
            "https://example.org/",
            "https://example.org/path",
            "https://example.org?x",
            "https://a@example.org",
            "file:///x",
            "null",
            "https://exa mple.org",
        ] {
            assert!(origin(wrong).is_err(), "{wrong}");
        }
    }
}
