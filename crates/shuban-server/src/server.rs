//! The service as a whole.

use std::path::Path;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::error_handling::HandleErrorLayer;
use axum::extract::DefaultBodyLimit;
use axum::http::StatusCode;
use axum::routing::get;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use shuban_catalog::Catalog;
use shuban_solve::BuildOptions;
use tokio::net::TcpListener;
use tokio::select;
use tokio::sync::Semaphore;
use tokio::time::sleep;
use tokio_io_timeout::TimeoutStream;
use tower::limit::GlobalConcurrencyLimitLayer;
use tower::{BoxError, ServiceBuilder};
use tower_http::compression::CompressionLayer;
use tower_http::timeout::TimeoutLayer;

use crate::builds::default_layers;
use crate::limits::Limits;
use crate::problem::{self, Problem};
use crate::published::{Publications, Published};
use crate::state::State;
use crate::{api, bodies, cors, door, metrics, openapi, pages};

/// Databases, rules and search of a catalog over HTTP.
pub struct Server {
    state: State,
}

impl Server {
    /// Creates a service over a data folder, to which it does not write. The catalog lives as long
    /// as the process: tasks that outlive a connection use it.
    pub fn new(catalog: &'static Catalog, data: &Path) -> Self {
        Server::limited(catalog, data, Limits::default())
    }

    /// Creates a service as [`new`](Server::new) does, with other limits.
    pub fn limited(catalog: &'static Catalog, data: &Path, limits: Limits) -> Self {
        Server { state: State::new(catalog, data, limits) }
    }

    /// Builds the default databases in the background while it [runs](Server::run), at least one of
    /// each family with one that takes a moment, and then a proof of each game with a proof that
    /// takes a moment. This writes to the data folder.
    #[must_use]
    pub fn building(mut self, options: BuildOptions) -> Self {
        let layers = default_layers(self.state.catalog, options.threads);
        if let Some(builds) = Arc::get_mut(&mut self.state.builds) {
            builds.add_defaults(layers, options);
        }
        self
    }

    /// Lets readers have the databases built that pages name, within [`Limits::build_time`] and
    /// [`Limits::build_disk`]. This writes to the data folder.
    #[must_use]
    pub fn building_on_request(mut self, options: BuildOptions) -> Self {
        if let Some(builds) = Arc::get_mut(&mut self.state.builds) {
            builds.allow_requests(options);
        }
        self
    }

    /// Lets pages of another origin, such as `https://example.org`, read the API; of all for `*`.
    ///
    /// # Errors
    /// The reason why the text is no origin.
    pub fn sharing(mut self, origin: &str) -> Result<Self, String> {
        self.state.origin = Some(cors::origin(origin)?);
        Ok(self)
    }

    /// Gives the service a name by which it is addressed, besides numbers and `localhost`; any for `*`.
    #[must_use]
    pub fn named(mut self, host: &str) -> Self {
        self.state.hosts.push(host.to_owned());
        self
    }

    /// Adds published tables, which are recomputed on demand.
    #[must_use]
    pub fn publishing(mut self, all: Vec<Published>) -> Self {
        self.state.publications = Publications::new(all);
        self
    }

    /// Returns the service as a router, without a socket.
    pub fn router(self) -> Router {
        router(&Arc::new(self.state))
    }

    /// Serves until `stop` completes; requests in progress then have [`Limits::farewell`] to
    /// finish.
    pub async fn run(self, listener: TcpListener, stop: impl Future<Output = ()>) {
        let limits = self.state.limits;
        let (builds, catalog) = (Arc::clone(&self.state.builds), self.state.catalog);
        builds.begin(catalog);
        let service = TowerToHyperService::new(self.router());
        // Clients that send their headers byte by byte do not hold connections forever.
        let mut http = http1::Builder::new();
        http.timer(TokioTimer::new()).header_read_timeout(limits.header_time);
        let connections = Arc::new(Semaphore::new(limits.connections));
        let open = GracefulShutdown::new();
        let mut stop = pin!(stop);
        loop {
            let accepted = async {
                let place = Arc::clone(&connections).acquire_owned().await;
                (listener.accept().await, place)
            };
            let (accepted, place) = select! {
                accepted = accepted => accepted,
                () = &mut stop => break,
            };
            let Ok((stream, _)) = accepted else {
                // The client has gone, or there are too many open files: others will be closed.
                sleep(Duration::from_millis(50)).await;
                continue;
            };
            // Nor do those that do not read what they asked for.
            let mut stream = TimeoutStream::new(stream);
            stream.set_write_timeout(Some(limits.write_time));
            let stream = TokioIo::new(Box::pin(stream));
            let connection = http.serve_connection(stream, service.clone());
            let connection = open.watch(connection);
            tokio::spawn(async move {
                // A connection that breaks concerns its client alone.
                let _ = connection.await;
                drop(place);
            });
        }
        drop(listener);
        builds.stop();
        select! {
            () = open.shutdown() => {}
            () = sleep(limits.farewell) => {}
        }
        // The build saves its work.
        let _ = tokio::task::spawn_blocking(move || builds.join()).await;
    }
}

/// Creates all routes, with their common layers.
fn router(state: &Arc<State>) -> Router {
    let limits = &state.limits;
    let rooms = Router::new()
        .nest("/api/v1", api::router())
        .merge(pages::router())
        .layer(
            ServiceBuilder::new()
                .layer(HandleErrorLayer::new(overloaded))
                .load_shed()
                // One limit for all routes together.
                .layer(GlobalConcurrencyLimitLayer::new(limits.concurrent)),
        )
        .layer(axum::middleware::from_fn_with_state(Arc::clone(state), bodies::read))
        .layer(TimeoutLayer::with_status_code(StatusCode::REQUEST_TIMEOUT, limits.time))
        // Bodies have their limit already.
        .layer(DefaultBodyLimit::disable())
        .layer(axum::middleware::from_fn(problem::explained))
        .layer(axum::middleware::from_fn_with_state(Arc::clone(state), door::checked))
        .layer(axum::middleware::from_fn_with_state(Arc::clone(&state.metrics), metrics::counted));
    rooms
        .route("/api/v1/openapi.json", get(openapi::document))
        .route("/healthz", get(|| async { "ok\n" }))
        .route("/metrics", get(metrics::text).with_state(Arc::clone(&state.metrics)))
        .fallback(|| async { Problem::not_found("there is no such resource") })
        .method_not_allowed_fallback(|| async {
            let detail = "this resource does not take that method";
            Problem::new(StatusCode::METHOD_NOT_ALLOWED, "method", detail)
        })
        .layer(axum::middleware::from_fn_with_state(Arc::clone(state), cors::shared))
        .layer(CompressionLayer::new())
        .with_state(Arc::clone(state))
}

async fn overloaded(_: BoxError) -> Problem {
    Problem::busy()
}
