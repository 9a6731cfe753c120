//! Errors as `application/problem+json` (RFC 9457).

use axum::Extension;
use axum::extract::Request;
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use shuban_catalog::{Error, RulesError};
use shuban_core::NotationError;
use utoipa::ToSchema;

/// Seconds after which a client may try again.
const RETRY_AFTER: &str = "2";

/// The reason that there is no answer.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Problem {
    /// The status code.
    pub(crate) status: u16,
    /// The status code's name.
    pub(crate) title: &'static str,
    /// A short name of the kind of error, for programs.
    pub(crate) kind: String,
    /// The reason in a sentence.
    pub(crate) detail: String,
    /// The place in the input, if that is a text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) place: Option<TextPlace>,
    /// The methods that the resource takes, if that is the problem.
    #[serde(skip)]
    pub(crate) allowed: Option<&'static str>,
}

/// A place in a text of the input.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct TextPlace {
    /// The text.
    pub(crate) text: String,
    /// The character of it, from 0, where it stopped to make sense.
    pub(crate) at: usize,
}

impl Problem {
    /// Creates a problem of a kind.
    pub(crate) fn new(status: StatusCode, kind: &str, detail: impl Into<String>) -> Self {
        let title = status.canonical_reason().unwrap_or_default();
        let (status, kind) = (status.as_u16(), kind.to_owned());
        Problem { status, title, kind, detail: detail.into(), place: None, allowed: None }
    }

    /// Creates the problem of a method that a resource does not take, with those that it takes.
    pub(crate) fn method(allowed: &'static str) -> Self {
        let detail = format!("this resource takes {allowed}");
        let problem = Problem::new(StatusCode::METHOD_NOT_ALLOWED, "method", detail);
        Problem { allowed: Some(allowed), ..problem }
    }

    /// Creates the problem of an overloaded service.
    pub(crate) fn busy() -> Self {
        let detail = "there is too much to do at the moment: please try again";
        Problem::new(StatusCode::SERVICE_UNAVAILABLE, "overloaded", detail)
    }

    /// Creates the problem of a request whose time was over before it was done, with what it waited
    /// for.
    pub(crate) fn late() -> Self {
        let detail = "the time for a request is over: please try again";
        Problem::new(StatusCode::SERVICE_UNAVAILABLE, "time", detail)
    }

    /// Creates the problem of work that takes more time than there is for one request, however often
    /// it is asked for.
    pub(crate) fn too_long() -> Self {
        let detail = "this takes longer than the service works for a request";
        Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "time", detail)
    }

    /// Creates the problem of a failure of the service.
    pub(crate) fn failed(detail: impl Into<String>) -> Self {
        Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "failed", detail)
    }

    /// Creates the problem of a request that the client must change.
    pub(crate) fn bad_request(detail: impl Into<String>) -> Self {
        Problem::new(StatusCode::BAD_REQUEST, "usage", detail)
    }

    /// Adds what a reader of this query may have overlooked: a `+` that was meant as such.
    pub(crate) fn of_query(self, query: Option<&str>) -> Self {
        if self.place.is_none() || !query.is_some_and(|query| query.contains('+')) {
            return self;
        }
        let detail = format!("{}; a `+` in an address is a blank: write %2B", self.detail);
        Problem { detail, ..self }
    }

    /// Creates the problem of a resource that does not exist.
    pub(crate) fn not_found(detail: impl Into<String>) -> Self {
        Problem::new(StatusCode::NOT_FOUND, "not-found", detail)
    }
}

impl From<RulesError> for Problem {
    fn from(error: RulesError) -> Self {
        Error::from(error).into()
    }
}

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        let status = match &error {
            Error::Unknown { .. } => StatusCode::NOT_FOUND,
            Error::TooMuch(_) => StatusCode::UNPROCESSABLE_ENTITY,
            Error::Interrupted => return Problem::too_long(),
            error if error.kind() == "limit" => StatusCode::UNPROCESSABLE_ENTITY,
            // Clients name no files.
            error if error.is_unfit_file() => StatusCode::INTERNAL_SERVER_ERROR,
            error if error.is_bad_input() => StatusCode::BAD_REQUEST,
            error if error.is_unheld() || error.is_compact() => StatusCode::NOT_FOUND,
            error if error.is_out_of_memory() => StatusCode::INSUFFICIENT_STORAGE,
            _ => StatusCode::INTERNAL_SERVER_ERROR,
        };
        let place = match &error {
            Error::Notation { error: NotationError { text, at, .. }, .. } => {
                Some(TextPlace { text: text.clone(), at: *at })
            }
            _ => None,
        };
        Problem { place, ..Problem::new(status, error.kind(), error.to_string()) }
    }
}

/// Adds to a problem what the layers beneath do not know of the request, and to a page of one when to
/// come again.
pub(crate) async fn explained(request: Request, next: Next) -> Response {
    let query = request.uri().query().map(str::to_owned);
    let mut response = next.run(request).await;
    let problem = response.extensions_mut().remove::<Problem>();
    if let Some(problem) = problem {
        response = problem.of_query(query.as_deref()).into_response();
    }
    if response.status() == StatusCode::SERVICE_UNAVAILABLE {
        response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static(RETRY_AFTER));
    }
    response
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.status).unwrap_or(StatusCode::BAD_REQUEST);
        // Members of a problem are numbers and texts.
        let body = serde_json::to_vec(&self).unwrap_or_default();
        let kind = [(header::CONTENT_TYPE, "application/problem+json")];
        // Pages show it in the reader's language.
        let allowed = self.allowed.map(|allowed| [(header::ALLOW, allowed)]);
        let known = Extension(self);
        (status, known, kind, allowed, body).into_response()
    }
}
