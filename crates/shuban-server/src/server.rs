//! The service as a whole.

use std::future::Future;
use std::io;
use std::path::Path;
use std::sync::Arc;

use axum::Router;
use axum::error_handling::HandleErrorLayer;
use axum::extract::DefaultBodyLimit;
use axum::http::StatusCode;
use axum::routing::get;
use shuban_catalog::Catalog;
use tokio::net::TcpListener;
use tower::{BoxError, ServiceBuilder};
use tower_http::compression::CompressionLayer;
use tower_http::timeout::TimeoutLayer;

use crate::limits::Limits;
use crate::metrics::{self, Metrics};
use crate::problem::Problem;
use crate::shelves::Shelves;
use crate::{api, openapi};

/// Databases, rules and search of a catalog over HTTP.
#[derive(Clone)]
pub struct Server {
    state: Arc<State>,
}

/// What all handlers see.
pub(crate) struct State {
    pub(crate) catalog: &'static Catalog,
    pub(crate) shelves: Shelves,
    pub(crate) limits: Limits,
    pub(crate) metrics: Metrics,
    pub(crate) data: std::path::PathBuf,
}

/// Why the service ended.
#[derive(Debug, thiserror::Error)]
pub enum ServerError {
    /// The system does not let it listen, or accept connections.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl Server {
    /// The service over a data folder, to which it does not write. The catalog lives as long as
    /// the process: tasks that outlive a connection use it.
    pub fn new(catalog: &'static Catalog, data: &Path) -> Self {
        Server::limited(catalog, data, Limits::default())
    }

    /// As [`new`](Server::new), with other limits.
    pub fn limited(catalog: &'static Catalog, data: &Path, limits: Limits) -> Self {
        let shelves = Shelves::new(catalog, data);
        let (metrics, data) = (Metrics::default(), data.to_owned());
        Server { state: Arc::new(State { catalog, shelves, limits, metrics, data }) }
    }

    /// The service without a socket.
    pub fn router(&self) -> Router {
        let limits = &self.state.limits;
        let api = api::router()
            .layer(axum::middleware::from_fn_with_state(self.state.clone(), metrics::counted))
            .layer(
                ServiceBuilder::new()
                    .layer(HandleErrorLayer::new(overloaded))
                    .load_shed()
                    .concurrency_limit(limits.concurrent),
            )
            .layer(TimeoutLayer::with_status_code(StatusCode::REQUEST_TIMEOUT, limits.time))
            .layer(DefaultBodyLimit::max(limits.body));
        Router::new()
            .nest("/api/v1", api)
            .route("/api/v1/openapi.json", get(openapi::document))
            .route("/healthz", get(|| async { "ok\n" }))
            .route("/metrics", get(metrics::text))
            .fallback(|| async { Problem::not_found("there is no such resource") })
            .layer(CompressionLayer::new())
            .with_state(self.state.clone())
    }

    /// Answers until `stop` is there; requests that are being worked on are finished.
    ///
    /// # Errors
    /// [`ServerError`] if connections cannot be accepted.
    pub async fn run(
        self,
        listener: TcpListener,
        stop: impl Future<Output = ()> + Send + 'static,
    ) -> Result<(), ServerError> {
        Ok(axum::serve(listener, self.router()).with_graceful_shutdown(stop).await?)
    }
}

async fn overloaded(_: BoxError) -> Problem {
    let detail = "there is too much to do at the moment: please try again";
    Problem::new(StatusCode::SERVICE_UNAVAILABLE, "overloaded", detail)
}
