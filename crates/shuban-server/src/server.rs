//! The service as a whole.

use std::path::Path;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{DefaultBodyLimit, Request};
use axum::http::StatusCode;
use axum::middleware::{from_fn, from_fn_with_state};
use axum::routing::get;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use shuban_catalog::Catalog;
use shuban_solve::BuildOptions;
use socket2::SockRef;
use tokio::io::join;
use tokio::net::{TcpListener, TcpStream};
use tokio::select;
use tokio::time::sleep;
use tower_http::compression::CompressionLayer;

use crate::builds::default_layers;
use crate::connections::{self, Connections};
use crate::hangup::Receiving;
use crate::limits::Limits;
use crate::pace::Paced;
use crate::places::Client;
use crate::problem::{self, Problem};
use crate::published::{Publications, Published};
use crate::state::State;
use crate::{api, bodies, cors, deadline, door, metrics, openapi, pages};

/// Most bytes of an answer that the system keeps; Linux doubles the number. The system asks for
/// more once a third has been sent, so a reader has to take about 1.4 kilobytes a second to be
/// within [`Limits::write_time`].
const SEND_BUFFER: usize = 64 << 10;

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
        // One that closes its half of the connection behind its request is answered.
        http.half_close(true);
        let connections = Arc::new(Connections::new(limits.connections, limits.connections_of_one));
        let open = GracefulShutdown::new();
        let mut stop = pin!(stop);
        loop {
            let accepted = select! {
                accepted = listener.accept() => accepted,
                () = &mut stop => break,
            };
            let Ok((stream, address)) = accepted else {
                // The client has gone, or there are too many open files.
                connections.close_one();
                sleep(Duration::from_millis(50)).await;
                continue;
            };
            let client = Client::at(address.ip());
            let Some(admitted) = connections.admit(client) else { continue };
            let (service, asking) = (service.clone(), Arc::clone(&admitted.connection));
            let service = service_fn(move |mut request: Request<Incoming>| {
                asking.asks(request.version());
                request.extensions_mut().insert(client);
                request.extensions_mut().insert(Arc::clone(&asking));
                let (answer, asking) = (service.call(request), Arc::clone(&asking));
                async move {
                    let answer = answer.await;
                    asking.is_answered();
                    answer
                }
            });
            bound_send_buffer(&stream);
            let (receiving, sending) = stream.into_split();
            let receiving = Receiving::new(receiving);
            let stream = join(receiving.clone(), sending);
            let stream = Box::pin(Paced::new(stream, limits.write_time, limits.write_rate));
            let connection = http.serve_connection(TokioIo::new(stream), service);
            let connection = open.watch(connection);
            tokio::spawn(async move {
                select! {
                    // First, since what it finds out is something to send.
                    biased;
                    () = receiving.gone(&admitted.connection) => {}
                    () = admitted.connection.closed() => {}
                    // A connection that breaks concerns its client alone.
                    _ = connection => {}
                }
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

/// Bounds the bytes that the system keeps, outside of this process, of an answer that is not read.
fn bound_send_buffer(stream: &TcpStream) {
    // A system that refuses has a bound of its own.
    let _ = SockRef::from(stream).set_send_buffer_size(SEND_BUFFER);
}

/// Creates all routes, with their common layers.
fn router(state: &Arc<State>) -> Router {
    let rooms = Router::new()
        .nest("/api/v1", api::router())
        .merge(pages::router())
        .layer(from_fn(connections::watched))
        .layer(from_fn_with_state(Arc::clone(state), bodies::read))
        .layer(from_fn_with_state(Arc::clone(state), deadline::given))
        // Bodies have their limit already.
        .layer(DefaultBodyLimit::disable())
        .layer(from_fn(problem::explained))
        .layer(from_fn_with_state(Arc::clone(&state.metrics), metrics::counted));
    rooms
        .route("/api/v1/openapi.json", get(openapi::document))
        .route("/healthz", get(|| async { "ok\n" }))
        .route("/metrics", get(metrics::text).with_state(Arc::clone(&state.metrics)))
        .fallback(|| async { Problem::not_found("there is no such resource") })
        .method_not_allowed_fallback(|| async {
            let detail = "this resource does not take that method";
            Problem::new(StatusCode::METHOD_NOT_ALLOWED, "method", detail)
        })
        .layer(from_fn_with_state(Arc::clone(state), door::checked))
        .layer(from_fn_with_state(Arc::clone(state), cors::shared))
        .layer(CompressionLayer::new())
        .with_state(Arc::clone(state))
}
