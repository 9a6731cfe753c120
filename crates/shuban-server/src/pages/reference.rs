//! Reference of the API for people, made from the OpenAPI document.

use maud::{Markup, html};
use serde_json::Value as Json;

use super::common::Lang;
use super::layout::{Refusal, page};
use super::texts::Texts;
use crate::openapi::openapi;
use crate::problem::Problem;

pub(super) async fn get(Lang(texts): Lang) -> Result<Markup, Refusal> {
    let document = serde_json::to_value(openapi());
    let document = document.map_err(|error| Problem::failed(error.to_string()))?;
    let paths = document.get("paths").and_then(Json::as_object);
    let content = html! {
        h1 { (texts.api_title) }
        p.links {
            a href="/api/v1/openapi.json" { "openapi.json" }
            a href="/metrics" { "metrics" }
        }
        @for (path, methods) in paths.into_iter().flatten() {
            @for (method, operation) in methods.as_object().into_iter().flatten() {
                (request(texts, path, method, operation))
            }
        }
    };
    Ok(page(texts, texts.api_title, "/api", &content))
}

fn request(texts: &Texts, path: &str, method: &str, operation: &Json) -> Markup {
    let text = |value: &Json, member: &str| -> String {
        value.get(member).and_then(Json::as_str).unwrap_or_default().to_owned()
    };
    let parameters = operation.get("parameters").and_then(Json::as_array);
    let answers = operation.get("responses").and_then(Json::as_object);
    html! {
        section.request {
            h2 { code { (method.to_uppercase()) " " (path) } }
            p { (text(operation, "summary")) }
            @for line in text(operation, "description").lines().filter(|line| !line.is_empty()) {
                p.note { (line) }
            }
            @if let Some(parameters) = parameters {
                table {
                    caption { (texts.parameters) }
                    @for parameter in parameters {
                        tr {
                            th scope="row" { code { (text(parameter, "name")) } }
                            td {
                                @if parameter.get("required") == Some(&Json::Bool(true)) {
                                    (texts.required)
                                }
                            }
                            td { (text(parameter, "description")) }
                        }
                    }
                }
            }
            table {
                caption { (texts.answers) }
                @for (status, answer) in answers.into_iter().flatten() {
                    tr {
                        th scope="row" { (status) }
                        td { (text(answer, "description")) }
                    }
                }
            }
        }
    }
}
