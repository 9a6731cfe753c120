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

/// Returns true if a client names a type among those that it accepts, and does not refuse it by
/// `q=0` (RFC 9110, section 12.5.1).
pub(crate) fn accepts(headers: &HeaderMap, kind: &str) -> bool {
    let all = headers.get_all(header::ACCEPT).iter().filter_map(|value| value.to_str().ok());
    all.flat_map(|all| all.split(',')).any(|range| {
        let mut parts = range.split(';').map(str::trim);
        let is_named = parts.next().is_some_and(|named| named.eq_ignore_ascii_case(kind));
        let weight = parts.find_map(|part| part.strip_prefix("q=").or(part.strip_prefix("Q=")));
        is_named && weight.is_none_or(|weight| weight.parse().is_ok_and(|weight: f32| weight > 0.0))
    })
}

/// Encodes a document as JSON, or as CBOR if the client accepts it, with headers for caches. An
/// answer that caches may keep has the hash of its bytes as its ETag.
pub(crate) fn reply(
    headers: &HeaderMap,
    document: &impl Serialize,
    freshness: Freshness,
) -> Response {
    let (kind, body) = if accepts(headers, "application/cbor") {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_type_is_accepted_by_name_unless_its_weight_is_nothing() {
        for (accepted, is_accepted) in [
            ("application/cbor", true),
            ("application/json, Application/CBOR;q=0.5", true),
            ("application/cbor;q=0, application/json", false),
            ("application/cbor ; q=0.000", false),
            ("application/cbor;q=x", false),
            ("application/cbor-seq", false),
            ("*/*", false),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT, HeaderValue::from_static(accepted));
            assert_eq!(accepts(&headers, "application/cbor"), is_accepted, "{accepted}");
        }
        assert!(!accepts(&HeaderMap::new(), "application/cbor"));
    }
}
