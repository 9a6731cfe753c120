//! `/draw`: a position as a picture.

use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use axum::response::Response;
use serde::Deserialize;
use shuban_core::Medium;
use utoipa::{IntoParams, ToSchema};

use crate::problem::Problem;
use crate::reply::{Freshness, of_bytes};
use crate::request::{Query, RequestState};

/// A position, and the form of its drawing.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct DrawQuery {
    /// The game.
    game: String,
    /// The position [default: the start of a game].
    position: Option<String>,
    /// The kind of picture [default: svg].
    #[serde(default)]
    format: Format,
    /// Width of a PNG in pixels, at most 4,096.
    width: Option<u32>,
}

/// A kind of picture.
#[derive(Clone, Copy, Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Format {
    #[default]
    Svg,
    Png,
}

/// Limit on the width of a picture in pixels.
const WIDEST: u32 = 4_096;

/// A position drawn, with its last move marked if the text gives it
#[utoipa::path(get, path = "/api/v1/draw", tag = "games", params(DrawQuery),
    responses(
        (status = 200, description = "The picture", content_type = "image/svg+xml"),
        (status = 400, description = "Not a position"),
    ))]
pub(crate) async fn get(
    state: RequestState,
    headers: HeaderMap,
    Query(query): Query<DrawQuery>,
) -> Result<Response, Problem> {
    let (kind, picture) = state.look_up(move |state| drawn(state, &query)).await?;
    let mut response = of_bytes(&headers, kind, picture, Freshness::Stored);
    // A picture must not run scripts, whatever a text in it contains.
    let policy = HeaderValue::from_static("default-src 'none'; style-src 'unsafe-inline'");
    response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy);
    let options = HeaderName::from_static("x-content-type-options");
    response.headers_mut().insert(options, HeaderValue::from_static("nosniff"));
    Ok(response)
}

fn drawn(state: &RequestState, query: &DrawQuery) -> Result<(&'static str, Vec<u8>), Problem> {
    let DrawQuery { game, position, format, width } = query;
    if width.is_some_and(|width| width == 0 || width > WIDEST) {
        return Err(Problem::bad_request(format!("`width` must be between 1 and {WIDEST}")));
    }
    let (game, position) = state.read(game, position.as_deref())?;
    let picture = game.draw(&position, Medium::Svg)?;
    Ok(match format {
        Format::Svg => ("image/svg+xml", picture.into_bytes()),
        Format::Png => ("image/png", shuban_catalog::png(&picture, *width)?),
    })
}
