//! Answers in the form that a client accepts.

use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use xxhash_rust::xxh3::xxh3_128;

use crate::problem::Problem;

/// Validity of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Freshness {
    /// Valid while the files and the program are the same: caches may keep it, and revalidate it.
    Stored,
    /// It may change at any time.
    Changing,
}

/// Encodes a document as JSON, or as CBOR if the client accepts it, with headers for caches. An
/// answer that caches may keep has the hash of its bytes as its ETag.
pub(crate) fn reply(
    headers: &HeaderMap,
    document: &impl Serialize,
    freshness: Freshness,
) -> Response {
    let accepted = headers.get_all(header::ACCEPT).iter();
    let mut accepted = accepted.filter_map(|value| value.to_str().ok());
    let (kind, body) = if accepted.any(|value| value.contains("application/cbor")) {
        let mut body = Vec::new();
        match ciborium::into_writer(document, &mut body) {
            Ok(()) => ("application/cbor", body),
            Err(error) => {
                let status = StatusCode::INTERNAL_SERVER_ERROR;
                return Problem::new(status, "cbor", error.to_string()).into_response();
            }
        }
    } else {
        // Fails for maps whose keys are not strings, which no answer has.
        ("application/json", serde_json::to_vec(document).unwrap_or_default())
    };
    of_bytes(headers, kind, body, freshness)
}

/// Replies with bytes of any kind, as [`reply`] does.
pub(crate) fn of_bytes(
    headers: &HeaderMap,
    kind: &'static str,
    body: Vec<u8>,
    freshness: Freshness,
) -> Response {
    let mut own = HeaderMap::new();
    own.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    own.insert(header::VARY, HeaderValue::from_static("accept"));
    if freshness == Freshness::Changing {
        own.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        return (own, body).into_response();
    }
    own.insert(header::CACHE_CONTROL, HeaderValue::from_static("public, no-cache"));
    let tag = format!("W/\"{:032x}\"", xxh3_128(&body));
    let known = headers.get_all(header::IF_NONE_MATCH).iter();
    let mut known = known.filter_map(|value| value.to_str().ok()).flat_map(|all| all.split(','));
    let is_known = known.any(|known| known.trim() == tag);
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        own.insert(header::ETAG, tag);
    }
    match is_known {
        true => (StatusCode::NOT_MODIFIED, own).into_response(),
        false => (own, body).into_response(),
    }
}
