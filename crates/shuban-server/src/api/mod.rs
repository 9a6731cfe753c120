//! The rooms of `/api/v1`.

pub(crate) mod advice;
pub(crate) mod builds;
pub(crate) mod choose;
pub(crate) mod domains;
pub(crate) mod draw;
pub(crate) mod equation;
pub(crate) mod games;
pub(crate) mod play;
pub(crate) mod probe;
pub(crate) mod proofs;
pub(crate) mod reproductions;
pub(crate) mod solve;
pub(crate) mod tree;
pub(crate) mod values;

use std::sync::Arc;

use axum::Router;
use axum::extract::FromRequestParts;
use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::routing::get;
use serde::de::DeserializeOwned;
use shuban_catalog::Games;
use tokio::sync::SemaphorePermit;
use tokio::task::spawn_blocking;

use crate::problem::Problem;
use crate::server::State;

/// All rooms.
pub(crate) fn router() -> Router<Arc<State>> {
    Router::new()
        .route("/games", get(games::list))
        .route("/domains", get(domains::list))
        // Names of domains have slashes, so that what follows them is told apart by hand.
        .route("/domains/{*rest}", get(domains::get).post(domains::post))
        .route("/play", get(play::get))
        .route("/choose", get(choose::get))
        .route("/draw", get(draw::get))
        .route("/tree", get(tree::get))
        .route("/advice", get(advice::get))
        .route("/solve", get(solve::get))
        .route("/builds", get(builds::list))
        .route("/proofs", get(proofs::list))
        .route("/proofs/{file}", get(proofs::get))
        .route("/reproductions", get(reproductions::list))
        .route("/reproductions/{*id}", get(reproductions::get))
}

/// What a query says, or a problem that says why it says nothing.
pub(crate) struct Query<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Query<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let query: Result<axum::extract::Query<T>, QueryRejection> =
            axum::extract::Query::from_request_parts(parts, state).await;
        query.map(|query| Query(query.0)).map_err(|error| Problem::bad_request(error.body_text()))
    }
}

/// What an address says after its fixed part, or a problem that says why it says nothing.
pub(crate) struct Path<T>(pub(crate) T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for Path<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let path: Result<axum::extract::Path<T>, PathRejection> =
            axum::extract::Path::from_request_parts(parts, state).await;
        path.map(|path| Path(path.0)).map_err(|error| Problem::bad_request(error.body_text()))
    }
}

impl State {
    /// Refuses a text that is longer than any position or name, before it is read.
    pub(crate) fn short(&self, what: &str, text: &str) -> Result<(), Problem> {
        let most = self.limits.text;
        if text.len() <= most {
            return Ok(());
        }
        let length = text.len();
        let detail = format!("the {what} has {length} bytes, and at most {most} are read");
        Err(Problem::new(StatusCode::PAYLOAD_TOO_LARGE, "too-long", detail))
    }
}

impl State {
    /// The games of a name, and the text that is asked about: without one that of their start.
    pub(crate) fn asked(
        &self,
        game: &str,
        position: Option<&str>,
    ) -> Result<(Games<'static>, String), Problem> {
        let games = self.catalog.games_named(game)?;
        let position = position.map_or_else(|| games.start(), str::to_owned);
        self.short("position", &position)?;
        Ok((games, position))
    }

    /// A place for work of many look-ups, which ends after its client has gone.
    pub(crate) fn place(&self) -> Result<SemaphorePermit<'_>, Problem> {
        self.heavy.try_acquire().map_err(|_| Problem::busy())
    }
}

/// Does work that may wait for the disk or take a while, beside the threads that serve.
pub(crate) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    spawn_blocking(work).await.unwrap_or_else(|error| Err(Problem::failed(error.to_string())))
}
