//! Common frame of all pages.

use axum::extract::Request;
use axum::http::{HeaderName, HeaderValue, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use maud::{DOCTYPE, Markup, html};

use super::common::Site;
use super::texts::{Language, Texts};
use crate::problem::{Problem, TextPlace};

/// The head of a page.
pub(super) struct Head<'h> {
    /// The title.
    pub(super) title: &'h str,
    /// The address without a language.
    pub(super) address: &'h str,
    /// The content in a sentence or two.
    pub(super) description: &'h str,
    /// The site, if its address is known, and the address of a picture there.
    pub(super) picture: Option<(&'h Site, String)>,
}

/// Renders a page: its title, its address without a language, and its content.
pub(super) fn page(texts: &Texts, title: &str, address: &str, content: &Markup) -> Markup {
    let head = Head { title, address, description: texts.introduction, picture: None };
    page_of(texts, &head, content)
}

/// Renders a page with a head of its own.
pub(super) fn page_of(texts: &Texts, head: &Head<'_>, content: &Markup) -> Markup {
    let Head { title, address, description, picture } = head;
    let joint = if address.contains('?') { '&' } else { '?' };
    let in_any = |code: &str| format!("{address}{joint}lang={code}");
    let rooms = [
        ("/", texts.games),
        ("/databases", texts.databases),
        ("/practice", texts.practice_title),
        ("/reproductions", texts.reproductions),
        ("/api", texts.api),
    ];
    html! {
        (DOCTYPE)
        html lang=(texts.code) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (title) " – Shuban" }
                meta name="description" content=(description);
                meta property="og:site_name" content="Shuban";
                meta property="og:type" content="website";
                meta property="og:title" content=(title);
                meta property="og:description" content=(description);
                meta property="og:locale" content=(texts.locale);
                @if let Some((site, picture)) = picture {
                    meta property="og:url" content=(site.address(&in_any(texts.code)));
                    meta property="og:image" content=(site.address(picture));
                    meta property="og:image:alt" content=(title);
                }
                @for code in [texts.code, texts.other_code] {
                    link rel="alternate" hreflang=(code) href=(in_any(code));
                }
                link rel="alternate" hreflang="x-default" href=(address);
                link rel="icon" href="/static/icon.svg" type="image/svg+xml";
                link rel="stylesheet" href="/static/explorer.css";
                script type="module" src="/static/explorer.js" {}
            }
            body {
                a.skip href="#content" { (texts.skip) }
                header {
                    a.brand href={ "/?lang=" (texts.code) } title=(texts.tagline) { "Shuban" }
                    nav aria-label="Shuban" {
                        @for (path, name) in rooms {
                            @let is_here = address.split('?').next() == Some(path);
                            a href={ (path) "?lang=" (texts.code) }
                                aria-current=[is_here.then_some("page")] { (name) }
                        }
                    }
                    a.language lang=(texts.other_code) hreflang=(texts.other_code)
                        href=(in_any(texts.other_code)) {
                        (texts.other_name)
                    }
                }
                main #content tabindex="-1" { (content) }
            }
        }
    }
}

/// A problem that is shown on a page.
pub(super) struct Refusal(Problem);

impl<P: Into<Problem>> From<P> for Refusal {
    fn from(problem: P) -> Self {
        Refusal(problem.into())
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        self.0.into_response()
    }
}

/// Content policy: only own resources; drawings bring style sheets of their own.
const POLICY: &str = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; \
                      base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/// Renders problems as pages, in the reader's language, and sets the content policy.
pub(super) async fn finished(request: Request, next: Next) -> Response {
    let query = request.uri().query().unwrap_or_default();
    let named = query.split('&').find_map(|pair| pair.strip_prefix("lang="));
    let texts = Language::of(named, request.headers()).texts();
    let query = query.to_owned();
    let mut response = next.run(request).await;
    if let Some(problem) = response.extensions_mut().remove::<Problem>() {
        let problem = problem.of_query(Some(&query));
        response = (response.status(), refusal(texts, &problem)).into_response();
    }
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    let nosniff = HeaderName::from_static("x-content-type-options");
    headers.insert(nosniff, HeaderValue::from_static("nosniff"));
    let kind = headers.get(header::CONTENT_TYPE);
    if kind.is_some_and(|kind| kind.as_bytes().starts_with(b"text/html")) {
        headers.insert(header::VARY, HeaderValue::from_static("accept-language"));
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    }
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("same-origin"));
    response
}

/// Limit on the length of a reason, which may quote the reader's input.
const LONGEST_DETAIL: usize = 2_000;

fn refusal(texts: &Texts, problem: &Problem) -> Markup {
    page(texts, problem.title, "/", &told(texts, problem))
}

/// Renders a problem, with the place in the text.
pub(super) fn told(texts: &Texts, problem: &Problem) -> Markup {
    let Problem { title, detail, place, .. } = problem;
    html! {
        h1 { (texts.say(&[], title)) }
        @let cut: String = detail.chars().take(LONGEST_DETAIL).collect();
        p { (texts.say(&[], &cut)) }
        @if let Some(TextPlace { text, at }) = place {
            @let cut = text.char_indices().nth(*at).map_or(text.len(), |(byte, _)| byte);
            p { code { (text[..cut]) mark { (text[cut..]) } } }
        }
    }
}
