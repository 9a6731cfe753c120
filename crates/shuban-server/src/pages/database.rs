//! Page of a database: its size, its histogram, its provenance, its citation.

use maud::{Markup, html};
use serde::Deserialize;
use serde_json::Value as Json;
use shuban_catalog::Printable;
use shuban_core::LayerId;
use shuban_core::text::{bytes_text, grouped};
use shuban_store::answering_file;

use super::common::{Lang, encoded};
use super::layout::{Refusal, page};
use super::texts::Texts;
use super::words::Said;
use crate::problem::Problem;
use crate::request::{Query, RequestState};

/// A layer with a file.
pub(super) struct BuiltLayer {
    pub(super) name: String,
    pub(super) positions: u64,
    pub(super) bytes: u64,
}

/// Lists all layers that have a file in the data folder, without reading the files.
pub(super) fn built_layers(state: &RequestState) -> Result<Vec<BuiltLayer>, Problem> {
    let mut built = Vec::new();
    for family in state.catalog.families() {
        for layer in family.layers() {
            let file = answering_file(&**family.files(), &state.data, &layer.name);
            let Some((_, file)) = file.map_err(shuban_catalog::Error::from)? else { continue };
            built.push(BuiltLayer {
                name: layer.name.clone(),
                positions: layer.positions(),
                bytes: file.len,
            });
        }
    }
    Ok(built)
}

/// Renders the page of all databases that are built.
pub(super) async fn list(state: RequestState, Lang(texts): Lang) -> Result<Markup, Refusal> {
    let built = state.look_up(built_layers).await?;
    let content = html! {
        h1 { (texts.databases) }
        @if built.is_empty() { p.note { (texts.none_built) } }
        div.scroll {
            table.databases {
                @if !built.is_empty() {
                    thead { tr {
                        th scope="col" { (texts.layer) }
                        th.number scope="col" { (texts.positions) }
                        th.number scope="col" { (texts.size) }
                        th { }
                    } }
                }
                tbody {
                    @for layer in &built {
                        tr {
                            td {
                                a href={
                                    "/database?domain=" (encoded(&layer.name)) "&lang=" (texts.code)
                                } { (layer.name) }
                            }
                            td.number { (grouped(layer.positions)) }
                            td.number { (bytes_text(layer.bytes)) }
                            td { (ways_in(texts, &layer.name)) }
                        }
                    }
                }
            }
        }
    };
    Ok(page(texts, texts.databases, "/databases", &content))
}

/// Links to a database's positions.
fn ways_in(texts: &Texts, domain: &str) -> Markup {
    let query = format!("?domain={}&lang={}", encoded(domain), texts.code);
    html! {
        a href={ "/random" (query) } { (texts.random) } " · "
        a href={ "/practice" (query) } { (texts.practice) }
    }
}

/// The database of a page.
#[derive(Debug, Deserialize)]
pub(super) struct DatabaseQuery {
    pub(super) domain: String,
}

/// Renders the page of a database.
pub(super) async fn get(
    state: RequestState,
    Lang(texts): Lang,
    Query(DatabaseQuery { domain }): Query<DatabaseQuery>,
) -> Result<Markup, Refusal> {
    let address = format!("/database?domain={}", encoded(&domain));
    let (name, content) = state
        .look_up(move |state| {
            let layer = state.catalog.layer(&domain)?;
            let about = layer.family.about(layer.layer);
            let info = layer.family.info(layer.layer, &state.data)?.json();
            let needs = layer.family.needed(layer.layer);
            let name_of = |id: LayerId| layer.family.layers()[id.0].name.clone();
            let needs: Vec<String> = needs.into_iter().map(name_of).collect();
            let name = layer.name().to_owned();
            let said = |text: &str| texts.say(layer.game.japanese().phrases, text);
            let content = content(texts, &said, &name, &said(&about), &info, &needs);
            Ok((name, content))
        })
        .await?;
    Ok(page(texts, &name, &address, &content))
}

fn content(
    texts: &Texts,
    said: Said<'_>,
    name: &str,
    about: &str,
    info: &Json,
    needs: &[String],
) -> Markup {
    let text = |member: &str| info.get(member).and_then(Json::as_str).unwrap_or_default();
    let number = |member: &str| info.get(member).and_then(Json::as_u64).unwrap_or_default();
    let program = info.get("provenance");
    html! {
        h1 { (name) }
        p.about { (about) }
        p.links { (ways_in(texts, name)) }
        div.database {
            section {
                dl {
                    dt { (texts.positions) } dd { (grouped(number("positions"))) }
                    dt { (texts.size) }
                    dd { (bytes_text(number("bytes"))) " (" (bytes_text(number("raw_bytes"))) ")" }
                    @if !text("rests_on").is_empty() {
                        dt { (texts.rests_on) } dd { (said(text("rests_on"))) }
                    }
                    dt { (said("content hash")) } dd { code { (text("content_hash")) } }
                    dt { (texts.needs) }
                    dd {
                        @for need in needs.iter().filter(|need| *need != name) {
                            a href={ "/database?domain=" (encoded(need)) "&lang=" (texts.code) } {
                                (need)
                            } " "
                        }
                    }
                }
                h2 { (texts.rebuild) }
                pre { code { "shuban build " (name) } }
                h2 { (texts.check) }
                pre { code { "shuban verify " (name) " --all" } }
                h2 { (texts.cite) }
                pre.cite { code {
                    "Shuban " (env!("CARGO_PKG_VERSION")) ", database " (name) ", "
                    (grouped(number("positions"))) " positions,\ncontent hash "
                    (text("content_hash"))
                } }
            }
            section {
                section.records data-fragment={
                    "/records?domain=" (encoded(name)) "&lang=" (texts.code)
                } aria-label=(texts.records) {
                    h2 { (texts.records) }
                    p { a href={ "/records?domain=" (encoded(name)) "&lang=" (texts.code) } {
                        (texts.records)
                    } }
                }
                @if let Some(rows) = info.get("histogram").and_then(Json::as_array) {
                    (histogram(texts, said, rows))
                }
            }
        }
        @if let Some(Json::Object(members)) = program {
            details {
                summary { (texts.provenance) }
                dl {
                    @for (name, value) in members {
                        dt { (said(&name.replace('_', " "))) }
                        dd { @match value {
                            Json::String(text) => (said(text)),
                            Json::Object(facts) => {
                                @for (name, fact) in facts {
                                    (name) " " code { (fact.as_str().unwrap_or_default()) } " "
                                }
                            }
                            other => (other.to_string()),
                        } }
                    }
                }
            }
        }
    }
}

/// Limit on the classes that are shown unfolded.
const MOST_CLASSES: usize = 24;

/// Renders positions by class: a bar for each, as wide as the class is large.
fn histogram(texts: &Texts, said: Said<'_>, rows: &[Json]) -> Markup {
    let count = |row: &Json| row.get("count").and_then(Json::as_u64).unwrap_or_default();
    let class = |row: &Json| -> String {
        let members = row.as_object().into_iter().flatten();
        let members = members.filter(|(name, value)| *name != "count" && !value.is_null());
        let words = members.map(|(name, value)| match value {
            Json::String(text) => format!("{} {text}", name.replace('_', " ")),
            other => format!("{} {other}", name.replace('_', " ")),
        });
        words.collect::<Vec<_>>().join(", ")
    };
    let largest = rows.iter().map(count).max().unwrap_or(1).max(1);
    let mut rows: Vec<&Json> = rows.iter().collect();
    // Stable: classes of the same size stay in the domain's order.
    if rows.len() > MOST_CLASSES {
        rows.sort_by_key(|row| std::cmp::Reverse(count(row)));
    }
    let bars = |rows: &[&Json]| {
        html! {
            table.histogram {
                @for row in rows {
                    @let share = 100.0 * count(row) as f64 / largest as f64;
                    tr {
                        th scope="row" { (said(&class(row))) }
                        td.number { (grouped(count(row))) }
                        td.bars {
                            svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true" {
                                rect width=(format!("{share:.2}")) height="8" {}
                            }
                        }
                    }
                }
            }
        }
    };
    let (shown, folded) = rows.split_at(rows.len().min(MOST_CLASSES));
    html! {
        section aria-label=(texts.histogram) {
            h2 { (texts.histogram) }
            (bars(shown))
            @if !folded.is_empty() {
                details { summary { "+ " (folded.len()) } (bars(folded)) }
            }
        }
    }
}
