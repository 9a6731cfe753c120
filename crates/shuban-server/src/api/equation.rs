//! `/domains/{domain}/equation`: the equations that give a value.

use serde::Deserialize;
use serde_json::Value as Json;
use utoipa::IntoParams;

use crate::problem::Problem;
use crate::request::RequestState;

/// A position of a database.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct EquationQuery {
    /// The position, as `/draw` and the command line write it.
    pub(crate) position: String,
}

/// The equations by which the stored numbers of a position follow from those of others
///
/// Everything that is needed to compute them again without the rules, with the block of the file
/// that each was read from and its checksum. A game's name instead of a domain's asks whatever
/// database of that game holds the position.
#[utoipa::path(get, path = "/api/v1/domains/{domain}/equation", tag = "probe",
    params(("domain" = String, Path, description = "A layer or a game"), EquationQuery),
    responses(
        (status = 200, description = "`numbers` with their expressions, and what they rest on: \
         `stored`, `derived`, `files`"),
        (status = 400, description = "Not a position of that domain, or its values are not stated \
         as equations"),
        (status = 404, description = "No such domain, or not built"),
    ))]
pub(crate) fn equation(
    state: &RequestState,
    name: &str,
    query: &EquationQuery,
) -> Result<Json, Problem> {
    state.short("position", &query.position)?;
    let equation = state.sessions.session(name)?.equation(&query.position)?;
    // Fails for maps whose keys are not strings, which an equation does not have.
    Ok(serde_json::to_value(equation).unwrap_or_default())
}
