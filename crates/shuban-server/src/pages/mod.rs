//! The explorer: pages rendered here, readable without a script.

mod home;
mod layout;
mod position;
mod texts;

use std::sync::Arc;

use axum::Router;
use axum::http::header;
use axum::response::IntoResponse;
use axum::routing::get;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

use crate::server::State;

/// All pages, and what they load.
pub(crate) fn router() -> Router<Arc<State>> {
    Router::new()
        .route("/", get(home::get))
        .route("/position", get(position::get))
        .route("/random", get(position::random))
        .route("/static/explorer.css", get(|| asset("text/css", include_str!("explorer.css"))))
        .route("/static/check.js", get(|| asset("text/javascript", include_str!("check.js"))))
        .route("/static/explorer.js", get(|| asset("text/javascript", include_str!("explorer.js"))))
}

async fn asset(kind: &'static str, text: &'static str) -> impl IntoResponse {
    let headers = [(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, "public, max-age=3600")];
    (headers, text)
}

/// What need not be escaped in a query, and is easier to read so.
const READABLE: &AsciiSet =
    &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~').remove(b'/').remove(b',');

/// A text in a query.
fn encoded(text: &str) -> String {
    utf8_percent_encode(text, READABLE).to_string()
}
