//! Reading a request, and work that answers one.

use std::convert::Infallible;
use std::ops::Deref;
use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::http::request::Parts;
use serde::de::DeserializeOwned;
use shuban_core::Progress;
use tokio::task::spawn_blocking;

use crate::bodies::BodyPlace;
use crate::budget::Budget;
use crate::places::{Client, Place, Places};
use crate::problem::Problem;
use crate::state::State;

/// The parameters of a query, or a problem with the reason why they cannot be read.
pub(crate) struct Query<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Query<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let query: Result<axum::extract::Query<T>, QueryRejection> =
            axum::extract::Query::from_request_parts(parts, state).await;
        query.map(|query| Query(query.0)).map_err(|error| Problem::bad_request(error.body_text()))
    }
}

/// The variable part of an address, or a problem with the reason why it cannot be read.
pub(crate) struct Path<T>(pub(crate) T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for Path<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let path: Result<axum::extract::Path<T>, PathRejection> =
            axum::extract::Path::from_request_parts(parts, state).await;
        path.map(|path| Path(path.0)).map_err(|error| Problem::bad_request(error.body_text()))
    }
}

/// The state of the service as one request has it: with the client, and what it may take.
#[derive(Clone)]
pub(crate) struct RequestState {
    state: Arc<State>,
    pub(crate) client: Client,
    pub(crate) budget: Budget,
    /// Place of the body, if it is more than small.
    _body: Option<BodyPlace>,
}

impl Deref for RequestState {
    type Target = State;

    fn deref(&self) -> &State {
        &self.state
    }
}

impl FromRequestParts<Arc<State>> for RequestState {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &Arc<State>) -> Result<Self, Infallible> {
        let client = Client::of(&parts.extensions);
        let budget = parts.extensions.get::<Budget>().cloned();
        let budget = budget.unwrap_or_else(|| Budget::new(state.limits.time));
        let body = parts.extensions.get::<BodyPlace>().cloned();
        Ok(RequestState { state: Arc::clone(state), client, budget, _body: body })
    }
}

impl RequestState {
    /// Looks up what takes a moment, outside the threads that serve, when there is a place for it.
    pub(crate) async fn look_up<T: Send + 'static>(
        self,
        work: impl FnOnce(&RequestState) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let places = self.state.lookups.clone();
        self.work_in(&places, work).await
    }

    /// Does work of many look-ups, as [`look_up`](Self::look_up) does.
    pub(crate) async fn work<T: Send + 'static>(
        self,
        work: impl FnOnce(&RequestState) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let places = self.state.heavy.clone();
        self.work_in(&places, work).await
    }

    /// Searches, as [`look_up`](Self::look_up) does.
    pub(crate) async fn search<T: Send + 'static>(
        self,
        work: impl FnOnce(&RequestState) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let places = self.state.searches.clone();
        self.work_in(&places, work).await
    }

    async fn work_in<T: Send + 'static>(
        mut self,
        places: &Places,
        work: impl FnOnce(&RequestState) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let place: Place = places.take(self.client).await?;
        let done = spawn_blocking(move || {
            let _place = place;
            // Its time may be over while it waited.
            if self.budget.interrupted() {
                return Err(Problem::late());
            }
            self.budget = self.budget.within(self.limits.work_time);
            work(&self)
        });
        done.await.unwrap_or_else(|error| Err(Problem::failed(error.to_string())))
    }
}
