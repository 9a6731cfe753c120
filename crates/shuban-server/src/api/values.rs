//! `/domains/{domain}/values`: the values of many positions, as columns.

use std::borrow::Cow;
use std::collections::BTreeMap;

use axum::body::Bytes;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::Response;
use serde::ser::SerializeMap;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::{Map, Value as Json};
use shuban_core::Datum;
use shuban_core::field_columns::{FieldColumn, FieldData};
use utoipa::ToSchema;

use super::equation::EquationQuery;
use crate::problem::Problem;
use crate::reply::{Freshness, reply};
use crate::request::RequestState;

/// Positions whose values are wanted.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Positions<'a> {
    /// The positions, at most 10,000.
    #[serde(borrow)]
    #[schema(value_type = Vec<String>)]
    positions: Vec<Cow<'a, str>>,
}

/// The values of many positions, without their moves
///
/// The body is `{"positions": […]}`, or text with a position a line (`Content-Type: text/plain`).
/// One list for each field of a value, in the order of the positions. Of all that is asked over
/// HTTP this is the fastest.
#[utoipa::path(post, path = "/api/v1/domains/{domain}/values", tag = "probe",
    params(("domain" = String, Path, description = "A layer")),
    request_body = Positions,
    responses(
        (status = 200, description = "`count`, and `columns`: a list for each field"),
        (status = 400, description = "One of them is not a position of that layer: none is \
         answered"),
        (status = 413, description = "Too many positions"),
    ))]
pub(crate) async fn many(
    state: RequestState,
    name: String,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Response, Problem> {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let is_text = kind.is_some_and(|kind| kind.starts_with("text/plain"));
    let columns = state.look_up(move |state| {
        if is_text {
            let text = std::str::from_utf8(&body);
            let text = text.map_err(|error| Problem::bad_request(format!("the body: {error}")))?;
            look_up(state, &name, &text.lines().collect::<Vec<_>>())
        } else {
            let asked: Positions<'_> = serde_json::from_slice(&body)
                .map_err(|error| Problem::bad_request(format!("the body: {error}")))?;
            let positions: Vec<&str> = asked.positions.iter().map(|text| &**text).collect();
            look_up(state, &name, &positions)
        }
    });
    Ok(reply(&headers, &columns.await?, Freshness::Changing))
}

fn look_up(state: &RequestState, name: &str, positions: &[&str]) -> Result<Columns, Problem> {
    let (count, most) = (positions.len(), state.limits.batch);
    if count > most {
        let detail = format!("{count} positions, and at most {most} are answered at a time");
        return Err(Problem::new(StatusCode::PAYLOAD_TOO_LARGE, "too-many", detail));
    }
    for position in positions {
        state.short("position", position)?;
    }
    let session = state.sessions.layer(name)?;
    // A layer's session always has a layer.
    let Some((family, layer)) = session.layer() else { return Err(Problem::not_found(name)) };
    let found = family.look_up(layer, positions);
    let found = found.map_err(|error| Problem::from(shuban_catalog::Error::from(error)))?;
    if let Some((number, error)) = found.failed.into_iter().next() {
        let problem = Problem::from(shuban_catalog::Error::from(error));
        let detail = format!("position {number}: {}", problem.detail);
        return Err(Problem { detail, ..problem });
    }
    Ok(Columns { count, columns: found.values.into_columns() })
}

/// The value of a position, without its moves
#[utoipa::path(get, path = "/api/v1/domains/{domain}/value", tag = "probe",
    params(("domain" = String, Path, description = "A layer"), EquationQuery),
    responses(
        (status = 200, description = "`position`, and the fields of its value"),
        (status = 400, description = "Not a position of that layer"),
    ))]
pub(crate) fn one(
    state: &RequestState,
    name: &str,
    query: &EquationQuery,
) -> Result<Json, Problem> {
    let columns = look_up(state, name, &[&query.position])?.columns;
    let mut object = Map::new();
    object.insert("position".to_owned(), query.position.as_str().into());
    for FieldColumn { name, data, .. } in columns {
        // Fails for no data of a column.
        let all = serde_json::to_value(Data(&data)).unwrap_or_default();
        object.insert(name.to_owned(), all.get(0).cloned().unwrap_or_default());
    }
    Ok(Json::Object(object))
}

/// The fields of many values.
struct Columns {
    count: usize,
    columns: Vec<FieldColumn>,
}

impl Serialize for Columns {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let columns: BTreeMap<&str, Data<'_>> =
            self.columns.iter().map(|column| (column.name, Data(&column.data))).collect();
        let mut map = serializer.serialize_map(Some(2))?;
        map.serialize_entry("count", &self.count)?;
        map.serialize_entry("columns", &columns)?;
        map.end()
    }
}

/// A column as a list, with null for missing values.
struct Data<'a>(&'a FieldData);

impl Serialize for Data<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            FieldData::Nothing(count) => serializer.collect_seq(vec![(); *count]),
            FieldData::Bools(all) => serializer.collect_seq(all),
            FieldData::Integers(all) => serializer.collect_seq(all),
            FieldData::Numbers(all) => serializer.collect_seq(all),
            FieldData::Texts { distinct, places } => {
                let text = |place: &Option<u32>| place.map(|place| &distinct[place as usize]);
                serializer.collect_seq(places.iter().map(text))
            }
            FieldData::Mixed(all) => serializer.collect_seq(all.iter().map(Datum::to_string)),
        }
    }
}
