//! Requests of the service's own pages, told from those of other sites' pages.

use std::net::IpAddr;

use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderName, StatusCode, Uri, header};

use crate::problem::Problem;

/// Refuses a request that changes something unless one of the service's own pages sent it: by
/// `Sec-Fetch-Site`, or else by `Origin`. A page of another site may have a name of its own lead to
/// this machine, so that the service must be addressed by number or as `localhost`.
pub(crate) fn check(headers: &HeaderMap) -> Result<(), Problem> {
    let text = |name: HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
    let host = text(header::HOST).and_then(|host| host.parse::<Authority>().ok());
    let is_numbered = host.as_ref().is_some_and(|host| {
        let name = host.host().trim_start_matches('[').trim_end_matches(']');
        name == "localhost" || name.parse::<IpAddr>().is_ok()
    });
    let origin = text(header::ORIGIN).and_then(|origin| origin.parse::<Uri>().ok());
    let is_own_origin = origin.is_some_and(|origin| origin.authority() == host.as_ref());
    let is_own = match text(HeaderName::from_static("sec-fetch-site")) {
        Some(site) => site == "same-origin",
        None => is_own_origin,
    };
    if is_numbered && is_own {
        return Ok(());
    }
    let detail = "only a page of this server may ask for that, which is addressed by number or as \
                  localhost";
    Err(Problem::new(StatusCode::FORBIDDEN, "foreign-page", detail))
}
