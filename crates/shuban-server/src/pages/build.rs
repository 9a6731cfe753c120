//! The database that would know a position, built on request.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Redirect;
use maud::{Markup, html};
use serde::Deserialize;
use shuban_catalog::{BuildCost, Error};
use shuban_core::text::bytes_text;

use super::home::builds;
use super::layout::Refusal;
use super::line::Place;
use super::shown::Shown;
use super::texts::Texts;
use crate::builds::{Build, Stage};
use crate::own_page;
use crate::problem::Problem;
use crate::request::{Query, blocking};
use crate::state;

/// A layer that would know the position.
pub(super) struct MissingLayer {
    domain: String,
    /// True if the reader may have it built.
    is_offered: bool,
    /// Its build, if it was asked for.
    build: Option<Build>,
}

impl MissingLayer {
    /// Returns the layer that an error names.
    pub(super) fn of(state: &state::State, error: &Error) -> Option<Self> {
        let Error::NotBuilt { domain, cost } = error else { return None };
        let is_offered = cost.is_some_and(|cost| check(state, domain, cost).is_ok());
        Some(MissingLayer { domain: domain.clone(), is_offered, build: state.builds.of(domain) })
    }
}

/// Refuses a build that readers may not ask for.
fn check(state: &state::State, domain: &str, cost: BuildCost) -> Result<(), Problem> {
    let memory = state.builds.memory_on_request().ok_or_else(|| {
        let detail = "this server builds nothing on request";
        Problem::new(StatusCode::FORBIDDEN, "no-builds", detail)
    })?;
    let (time, disk) = (state.limits.build_time.as_secs_f64(), state.limits.build_disk);
    // Costs may be infinite, or no numbers.
    if cost.seconds <= time && cost.disk <= disk && cost.memory <= memory {
        return Ok(());
    }
    let [most_memory, most_disk] = [memory, disk].map(bytes_text);
    let detail = format!(
        "{domain} takes {cost}: this server builds on request what takes at most {time:.0} s, \
         {most_memory} of memory and {most_disk} on the disk"
    );
    Err(Problem::new(StatusCode::FORBIDDEN, "too-large", detail))
}

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
    State(state): State<Arc<state::State>>,
    headers: HeaderMap,
    Query(place): Query<Place>,
    Query(BuildQuery { domain }): Query<BuildQuery>,
) -> Result<Redirect, Refusal> {
    own_page::check(&headers)?;
    blocking(move || {
        state.short("domain", &domain)?;
        let layer = state.catalog.layer(&domain)?.name();
        let missing = Error::NotBuilt { domain: layer.to_owned(), cost: None };
        match state.sessions.session(layer)?.explained(missing) {
            Error::NotBuilt { cost: Some(cost), .. } => check(&state, layer, cost)?,
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
