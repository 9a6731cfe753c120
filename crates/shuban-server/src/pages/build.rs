//! The database that would know a position, built on request.

use axum::http::HeaderMap;
use axum::response::Redirect;
use maud::{Markup, html};
use serde::Deserialize;
use shuban_catalog::Error;

use super::home::builds;
use super::layout::Refusal;
use super::line::Place;
use super::missing::{MissingLayer, check};
use super::shown::Shown;
use super::texts::Texts;
use crate::builds::{Build, Stage};
use crate::door::own_page;
use crate::problem::Problem;
use crate::request::{Query, RequestState};

/// Renders the button that has the layer built, or how far that is.
pub(super) fn build_button(texts: &Texts, shown: &Shown) -> Markup {
    let Some(MissingLayer { domain, is_offered, build }) = &shown.missing else {
        return html! {};
    };
    let address =
        format!("{}&domain={}", shown.place.address("/build"), super::common::encoded(domain));
    html! {
        @match build {
            Some(build) if build.stage != Stage::Built => (builds(texts, std::slice::from_ref(build))),
            _ => {}
        }
        @if *is_offered && !build.as_ref().is_some_and(Build::is_going) {
            form.build method="post" action=(address) {
                button { (texts.build) " " code { (domain) } }
            }
        }
    }
}

/// The layer to build.
#[derive(Debug, Deserialize)]
pub(super) struct BuildQuery {
    domain: String,
}

/// Has a layer built, and redirects to the page of the position.
pub(super) async fn post(
    state: RequestState,
    headers: HeaderMap,
    Query(place): Query<Place>,
    Query(BuildQuery { domain }): Query<BuildQuery>,
) -> Result<Redirect, Refusal> {
    own_page(&headers)?;
    state
        .look_up(move |state| {
            state.short("domain", &domain)?;
            let layer = state.catalog.layer(&domain)?.name();
            let missing = Error::NotBuilt { domain: layer.to_owned(), cost: None };
            match state.sessions.session(layer)?.explained(missing) {
                Error::NotBuilt { cost: Some(cost), .. } => check(state, layer, cost)?,
                error => return Err(error.into()),
            }
            match state.builds.ask(state.catalog, layer) {
                true => Ok(()),
                false => Err(Problem::busy()),
            }
        })
        .await?;
    Ok(Redirect::to(&place.address("/position")))
}
