//! Common parts of pages: the reader's language, and addresses.

use std::convert::Infallible;

use axum::extract::FromRequestParts;
use axum::http::header::HOST;
use axum::http::request::Parts;
use axum::http::uri::Authority;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

use super::texts::{Language, Texts};

/// The texts of the reader's language: that of the address, or else the browser's preference.
pub(super) struct Lang(pub(super) &'static Texts);

impl<S: Send + Sync> FromRequestParts<S> for Lang {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        let query = parts.uri.query().unwrap_or_default();
        let named = query.split('&').find_map(|pair| pair.strip_prefix("lang="));
        Ok(Lang(Language::of(named, &parts.headers).texts()))
    }
}

/// The service as the reader addresses it, for addresses that other sites use.
pub(super) struct Site(Option<String>);

impl<S: Send + Sync> FromRequestParts<S> for Site {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        let text = |name: &str| parts.headers.get(name).and_then(|value| value.to_str().ok());
        let host = text(HOST.as_str()).and_then(|host| host.parse::<Authority>().ok());
        let scheme = match text("x-forwarded-proto") {
            Some("https") => "https",
            _ => "http",
        };
        Ok(Site(host.map(|host| format!("{scheme}://{host}"))))
    }
}

impl Site {
    /// Returns the whole address of a path; the path itself if the request names no host.
    pub(super) fn address(&self, path: &str) -> String {
        format!("{}{path}", self.0.as_deref().unwrap_or_default())
    }
}

/// Characters that need no escape in a query, and are more readable without.
const READABLE: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~')
    .remove(b'/')
    .remove(b',')
    .remove(b';')
    .remove(b':')
    .remove(b'@')
    .remove(b'*');

/// Encodes a text for a query.
pub(super) fn encoded(text: &str) -> String {
    utf8_percent_encode(text, READABLE).to_string()
}

/// Returns the address of a position's picture.
pub(super) fn picture(game: &str, position: &str) -> String {
    format!("/api/v1/draw?game={}&position={}", encoded(game), encoded(position))
}

/// Returns the address of a position's picture for other sites, which prefer pixels.
pub(super) fn shared_picture(game: &str, position: &str) -> String {
    let pixels = if cfg!(feature = "png") { "&format=png&width=1200" } else { "" };
    picture(game, position) + pixels
}
