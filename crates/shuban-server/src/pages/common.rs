//! Common parts of pages: the reader's language, and addresses.

use std::convert::Infallible;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
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
