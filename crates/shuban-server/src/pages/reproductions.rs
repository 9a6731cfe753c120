//! Published tables beside the recomputed ones.

use std::sync::Arc;

use axum::extract::State;
use maud::{Markup, PreEscaped, html};
use serde::Deserialize;
use serde_json::Value as Json;

use super::common::{Lang, encoded};
use super::layout::{Refusal, page};
use super::texts::{Language, Texts};
use crate::problem::Problem;
use crate::published::Published;
use crate::request::Query;
use crate::state;

/// Renders the page of all published tables.
pub(super) async fn list(
    State(state): State<Arc<state::State>>,
    Lang(texts): Lang,
) -> Result<Markup, Refusal> {
    let content = html! {
        h1 { (texts.reproductions) }
        table.reproductions {
            @for published in &state.publications.all {
                @let Published { id, seconds, .. } = published;
                tr {
                    th scope="row" {
                        a href={ "/reproduction?id=" (encoded(id)) "&lang=" (texts.code) } {
                            @for part in id.split_inclusive('/') { (part) wbr; }
                        }
                    }
                    td { (what(texts, published)) }
                    td.number { (seconds) " " (texts.seconds) }
                }
            }
        }
    };
    Ok(page(texts, texts.reproductions, "/reproductions", &content))
}

/// Describes a table in the reader's language.
fn what<'p>(texts: &Texts, published: &'p Published) -> &'p str {
    let in_japanese = published.what_ja.as_ref().filter(|_| texts.language == Language::Japanese);
    in_japanese.unwrap_or(&published.what)
}

/// The table of a page.
#[derive(Debug, Deserialize)]
pub(super) struct ReproductionQuery {
    id: String,
}

/// Renders the page of a published table: if it has not been recomputed yet, how to do it.
pub(super) async fn get(
    State(state): State<Arc<state::State>>,
    Lang(texts): Lang,
    Query(ReproductionQuery { id }): Query<ReproductionQuery>,
) -> Result<Markup, Refusal> {
    state.short("name", &id)?;
    let address = format!("/reproduction?id={}", encoded(&id));
    let Some(published) = state.publications.find(&id) else {
        return Err(Problem::not_found(format!("no published table has the name {id}")).into());
    };
    let content = html! {
        h1 { (id) }
        p.about { (what(texts, published)) }
        @match state.publications.known(&id) {
            Some(known) => {
                p.note { (texts.just_recomputed) }
                (table(texts, &known))
            }
            None => {
                p.note {
                    @if published.recorded.is_some() { (texts.recorded_result) " · " }
                    (texts.takes) " " (published.seconds) " " (texts.seconds) " · "
                    code { "shuban reproduce " (id) }
                }
                p {
                    a.button.recompute href={ "/api/v1/reproductions/" (id) }
                        data-recompute={ "/api/v1/reproductions/" (id) }
                        data-busy=(texts.busy) { (texts.recompute) }
                }
                div.working hidden aria-live="polite" { progress {} " " span {} }
                @if let Some(recorded) = &published.recorded { (table(texts, recorded)) }
            }
        }
    };
    Ok(page(texts, &id, &address, &content))
}

fn table(texts: &Texts, document: &Json) -> Markup {
    let list = |member: &str| document.get(member).and_then(Json::as_array);
    html! {
        div.scroll tabindex="0" role="region" aria-label=(texts.result) {
            table.findings {
                thead { tr {
                    th {}
                    th.number scope="col" { (texts.print) }
                    th.number scope="col" { (texts.result) }
                    th scope="col" { (texts.verdict) }
                    th scope="col" { (texts.note) }
                } }
                tbody {
                    @for row in list("rows").into_iter().flatten() {
                        @let verdict = row.get("verdict").and_then(Json::as_str);
                        tr {
                            th scope="row" { (cell(row.get("what"))) }
                            td.number { (cell(row.get("print"))) }
                            td.number { (cell(row.get("result"))) }
                            td class=[verdict] { (word(texts, verdict.unwrap_or_default())) }
                            td { (cell(row.get("note"))) }
                        }
                    }
                }
            }
        }
        @for figure in list("figures").into_iter().flatten() {
            @if let Some(svg) = figure.get("svg").and_then(Json::as_str) {
                figure {
                    (PreEscaped(svg))
                    figcaption { (cell(figure.get("name"))) }
                }
            }
        }
    }
}

fn cell(value: Option<&Json>) -> String {
    match value {
        None | Some(Json::Null) => String::new(),
        Some(Json::String(text)) => text.clone(),
        Some(Json::Object(members)) => {
            let words = members.iter().map(|(name, value)| format!("{name} {}", cell(Some(value))));
            words.collect::<Vec<_>>().join(", ")
        }
        Some(other) => other.to_string(),
    }
}

fn word<'t>(texts: &'t Texts, verdict: &'t str) -> &'t str {
    match verdict {
        "agrees" => texts.agrees,
        "print-wrong" => texts.print_wrong,
        "unprinted" => texts.unprinted,
        "statistical" => texts.statistical,
        "undecided" => texts.undecided,
        "not-reproducible" => texts.not_reproducible,
        "differs" => texts.differs,
        other => other,
    }
}
