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

use crate::server::State;

/// All pages, and what they load.
pub(crate) fn router() -> Router<Arc<State>> {
    Router::new()
        .route("/", get(home::get))
        .route("/position", get(position::get))
        .route("/random", get(position::random))
        .route("/static/explorer.css", get(|| asset("text/css", include_str!("explorer.css"))))
        .route("/static/explorer.js", get(|| asset("text/javascript", include_str!("explorer.js"))))
}

async fn asset(kind: &'static str, text: &'static str) -> impl IntoResponse {
    let headers = [(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, "public, max-age=3600")];
    (headers, text)
}

/// A text in a query.
fn encoded(text: &str) -> String {
    let mut encoded = String::new();
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' | b',' => {
                encoded.push(char::from(byte));
            }
            _ => encoded += &format!("%{byte:02X}"),
        }
    }
    encoded
}
