//! What all pages have around them.

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use maud::{DOCTYPE, Markup, html};

use super::texts::{Language, Texts};
use crate::problem::{Place, Problem};

/// A page: its title, its address without a language, and what is on it.
pub(super) fn page(texts: &Texts, title: &str, address: &str, content: &Markup) -> Markup {
    let (code, name) = texts.other;
    let joint = if address.contains('?') { '&' } else { '?' };
    html! {
        (DOCTYPE)
        html lang=(texts.code) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (title) " – Shuban" }
                link rel="icon" href="data:,";
                link rel="stylesheet" href="/static/explorer.css";
                script type="module" src="/static/explorer.js" {}
            }
            body {
                header {
                    a.brand href={ "/?lang=" (texts.code) } { "Shuban" }
                    span.tagline { (texts.tagline) }
                    @let in_other = format!("{address}{joint}lang={code}");
                    a.language lang=(code) hreflang=(code) href=(in_other) { (name) }
                }
                main { (content) }
            }
        }
    }
}

/// A problem as a page.
pub(super) struct Refusal(Problem);

impl<P: Into<Problem>> From<P> for Refusal {
    fn from(problem: P) -> Self {
        Refusal(problem.into())
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let Problem { status, title, detail, place, .. } = self.0;
        let content = html! {
            h1 { (title) }
            p { (detail) }
            @if let Some(Place { text, at }) = place {
                @let cut = text.char_indices().nth(at).map_or(text.len(), |(byte, _)| byte);
                p { code { (text[..cut]) mark { (text[cut..]) } } }
            }
        };
        let texts = Language::English.texts();
        let status = StatusCode::from_u16(status).unwrap_or(StatusCode::BAD_REQUEST);
        (status, page(texts, &title, "/", &content)).into_response()
    }
}
