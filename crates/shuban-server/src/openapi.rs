//! The API as an OpenAPI document, from the handlers.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use shuban_core::Example;
use utoipa::openapi::path::{Operation, Parameter, ParameterBuilder};
use utoipa::openapi::schema::Type;
use utoipa::openapi::{Content, ObjectBuilder, OpenApi as Document, Ref, RefOr, Response};
use utoipa::{Modify, OpenApi};

use crate::api::{
    advice, builds, choose, domains, draw, equation, estimate, games, play, probe, proofs,
    reproductions, solve, tree, values,
};
use crate::builds::{Build, Stage};
use crate::problem::{Problem, TextPlace};
use crate::published::Published;
use crate::state;

#[derive(OpenApi)]
#[openapi(
    modifiers(&Common),
    info(
        title = "Shuban",
        description = "Exact values of endgame positions, and the rules they follow from.",
        license(name = "MIT OR Apache-2.0"),
    ),
    paths(
        games::list,
        play::get,
        choose::get,
        draw::get,
        tree::get,
        advice::get,
        domains::list,
        domains::domain,
        domains::histogram,
        domains::by_index,
        domains::random,
        probe::one,
        probe::many,
        values::one,
        values::many,
        solve::get,
        estimate::get,
        estimate::rollout,
        builds::list,
        proofs::list,
        proofs::get,
        reproductions::list,
        reproductions::get,
        equation::equation,
    ),
    components(schemas(
        Problem,
        TextPlace,
        games::Games,
        games::Game,
        builds::AllBuilds,
        reproductions::Reproductions,
        probe::Batch,
        values::Positions,
        draw::Format,
        Build,
        Stage,
        Published,
    ))
)]
struct Handlers;

/// Parts of all operations, which handlers need not name: an answer is an object unless
/// another one is described, in the form that the client accepts; whatever else is sent is a problem.
struct Common;

impl Modify for Common {
    fn modify(&self, document: &mut Document) {
        for (address, path) in &mut document.paths.paths {
            let is_get = path.get.is_some();
            for operation in [&mut path.get, &mut path.post].into_iter().flatten() {
                complete(operation, is_get);
                for (_, kind) in OTHER_FORMS.iter().filter(|(of, _)| of == address) {
                    let answer = operation.responses.responses.get_mut("200");
                    if let Some(RefOr::T(answer)) = answer {
                        let text = ObjectBuilder::new().schema_type(Type::String).build();
                        let text = RefOr::T(Content::new(Some(text)));
                        answer.content.insert((*kind).to_owned(), text);
                    }
                }
            }
        }
    }
}

/// Other forms in which some operations answer.
const OTHER_FORMS: [(&str, &str); 5] = [
    ("/api/v1/draw", "image/png"),
    ("/api/v1/solve", "text/event-stream"),
    ("/api/v1/estimate", "text/event-stream"),
    ("/api/v1/rollout", "text/event-stream"),
    ("/api/v1/reproductions/{id}", "text/event-stream"),
];

fn complete(operation: &mut Operation, is_get: bool) {
    let responses = &mut operation.responses.responses;
    if let Some(RefOr::T(answer)) = responses.get_mut("200") {
        const JSON: &str = "application/json";
        if answer.content.is_empty() {
            let object = ObjectBuilder::new().build();
            answer.content.insert(JSON.to_owned(), RefOr::T(Content::new(Some(object))));
        }
        if let Some(json) = answer.content.get(JSON).cloned() {
            answer.content.insert("application/cbor".to_owned(), json);
        }
    }
    if is_get {
        let unchanged = Response::new("The answer is still the one of that ETag");
        responses.insert("304".to_owned(), RefOr::T(unchanged));
    }
    let other = Response::new("Another problem: its `kind` and `detail` say which");
    responses.insert("default".to_owned(), RefOr::T(other));
    for (status, answer) in responses {
        if let (RefOr::T(answer), false) = (answer, matches!(status.as_str(), "200" | "304")) {
            let problem = Content::new(Some(Ref::from_schema_name("Problem")));
            answer.content.insert("application/problem+json".to_owned(), RefOr::T(problem));
        }
    }
}

/// Returns the API as an OpenAPI document.
pub fn openapi() -> Document {
    Handlers::openapi()
}

/// Answers with the document, whose parameters have an example of a game for a first try.
pub(crate) async fn document(State(state): State<Arc<state::State>>) -> Json<Document> {
    let mut document = openapi();
    if let Some(example) = state.catalog.examples().first() {
        for path in document.paths.paths.values_mut() {
            for operation in [&mut path.get, &mut path.post].into_iter().flatten() {
                operation.parameters.iter_mut().flatten().for_each(|one| exemplify(one, example));
            }
        }
    }
    Json(document)
}

fn exemplify(parameter: &mut RefOr<Parameter>, example: &Example) {
    let RefOr::T(parameter) = parameter else { return };
    let text = match parameter.name.as_str() {
        "domain" => Some(&example.layer),
        "game" => Some(&example.game),
        "position" => Some(&example.position),
        "roll" => example.chance.as_ref(),
        _ => None,
    };
    if let Some(text) = text {
        let example = Some(text.as_str().into());
        *parameter = ParameterBuilder::from(parameter.clone()).example(example).build();
    }
}
