//! The first page: games, and what is built of them.

use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderMap;
use maud::{Markup, html};
use serde::Deserialize;
use shuban_core::grouped;
use shuban_solve::BuildOptions;

use super::encoded;
use super::layout::{Refusal, page};
use super::texts::Language;
use crate::api::{Query, blocking};
use crate::server;

#[derive(Debug, Deserialize)]
pub(super) struct HomeQuery {
    lang: Option<String>,
}

pub(super) async fn get(
    State(state): State<Arc<server::State>>,
    headers: HeaderMap,
    Query(query): Query<HomeQuery>,
) -> Result<Markup, Refusal> {
    let texts = Language::of(query.lang.as_deref(), &headers).texts();
    let listing = blocking(move || {
        // What is not built is left out.
        Ok(state.catalog.listing(None, &BuildOptions::new(&state.data), 0)?)
    })
    .await?;
    let built =
        || listing.families.iter().filter(|family| family.layers.iter().any(|layer| layer.built));
    let games = listing.games.iter().filter(|game| !game.in_brief);
    let content = html! {
        section {
            h2 { (texts.games) }
            ul.games {
                @for game in games {
                    li {
                        a href={ "/position?game=" (encoded(&game.game)) "&lang=" (texts.code) } {
                            (game.game)
                        }
                        " " span.about { (game.description) }
                    }
                }
            }
        }
        section {
            h2 { (texts.databases) }
            @if built().next().is_none() { p { (texts.none_built) } }
            table.databases {
                @for family in built() {
                    tbody {
                        tr { th colspan="3" scope="rowgroup" { (family.family) } }
                        @for layer in family.layers.iter().filter(|layer| layer.built) {
                            tr {
                                td { (layer.domain) }
                                td.number { (grouped(layer.positions)) " " (texts.positions) }
                                td {
                                    a href={
                                        "/random?domain=" (encoded(&layer.domain))
                                        "&lang=" (texts.code)
                                    } { (texts.random) }
                                }
                            }
                        }
                    }
                }
            }
        }
    };
    Ok(page(texts, texts.tagline, "/", &content))
}
