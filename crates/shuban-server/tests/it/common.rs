//! A service over small games with built databases, asked without a socket.

use std::path::Path;
use std::sync::OnceLock;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, Method, Request, StatusCode, header};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::Value as Json;
use shuban_catalog::Catalog;
use shuban_core::{Registry, Silent};
use shuban_server::{Limits, Server};
use shuban_solve::BuildOptions;
use tempfile::TempDir;
use tokio::runtime::Runtime;
use tower::ServiceExt;

/// Returns the games of the examples.
pub(crate) fn catalog() -> &'static Catalog {
    static CATALOG: OnceLock<Catalog> = OnceLock::new();
    CATALOG.get_or_init(|| {
        let mut catalog = miniatures::catalog();
        catalog.adviser(crate::advice::Last);
        catalog
    })
}

/// Returns the games of this project, with those of proof search.
pub(crate) fn provable() -> &'static Catalog {
    static CATALOG: OnceLock<Catalog> = OnceLock::new();
    CATALOG.get_or_init(shuban_games::catalog)
}

/// Encodes a text for a query.
pub(crate) fn encoded(text: &str) -> String {
    utf8_percent_encode(text, NON_ALPHANUMERIC).to_string()
}

/// A service over a data folder of its own.
pub(crate) struct Service {
    pub(crate) folder: TempDir,
    router: Router,
    runtime: Runtime,
}

/// A response.
pub(crate) struct Answered {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Vec<u8>,
}

impl Answered {
    pub(crate) fn json(&self) -> Json {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    pub(crate) fn header(&self, name: header::HeaderName) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }
}

/// Returns the text of a page that exists.
pub(crate) fn text(answered: &Answered) -> String {
    assert_eq!(answered.status, StatusCode::OK, "{answered:?}");
    String::from_utf8(answered.body.clone()).unwrap()
}

impl std::fmt::Debug for Answered {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.status, String::from_utf8_lossy(&self.body))
    }
}

/// Builds a layer with all that it needs.
pub(crate) fn build(data: &Path, name: &str) {
    build_with(name, &BuildOptions { threads: 1, ..BuildOptions::new(data) });
}

/// Builds a layer with these options.
pub(crate) fn build_with(name: &str, options: &BuildOptions) {
    let layer = catalog().layer(name).unwrap();
    layer.family.build(layer.layer, options, &Silent).unwrap();
}

impl Service {
    /// Creates a service with these layers built.
    pub(crate) fn with(layers: &[&str]) -> Self {
        Service::limited(layers, Limits::default())
    }

    pub(crate) fn limited(layers: &[&str], limits: Limits) -> Self {
        let folder = tempfile::tempdir().unwrap();
        layers.iter().for_each(|layer| build(folder.path(), layer));
        Service::of(Server::limited(catalog(), folder.path(), limits), folder)
    }

    /// Creates a service of games of proof search, over an empty folder.
    pub(crate) fn provable() -> Self {
        let folder = tempfile::tempdir().unwrap();
        Service::of(Server::new(provable(), folder.path()), folder)
    }

    /// Creates a service of the games of this project with these layers built, named `example.org`.
    pub(crate) fn of_games(layers: &[&str]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let options = BuildOptions { threads: 1, ..BuildOptions::new(folder.path()) };
        for name in layers {
            let layer = provable().layer(name).unwrap();
            layer.family.build(layer.layer, &options, &Silent).unwrap();
        }
        Service::of(Server::new(provable(), folder.path()).named("example.org"), folder)
    }

    /// Creates a service over a folder.
    pub(crate) fn of(server: Server, folder: TempDir) -> Self {
        let router = server.router();
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        Service { folder, router, runtime }
    }

    pub(crate) fn get(&self, path: &str) -> Answered {
        self.ask(Request::get(path).body(Body::empty()).unwrap())
    }

    pub(crate) fn post(&self, path: &str, body: impl Into<Body>) -> Answered {
        let request = Request::builder().method(Method::POST).uri(path);
        self.ask(
            request.header(header::CONTENT_TYPE, "application/json").body(body.into()).unwrap(),
        )
    }

    pub(crate) fn ask(&self, request: Request<Body>) -> Answered {
        self.runtime.block_on(async {
            let response = self.router.clone().oneshot(request).await.unwrap();
            let (status, headers) = (response.status(), response.headers().clone());
            let body = to_bytes(response.into_body(), usize::MAX).await.unwrap().to_vec();
            Answered { status, headers, body }
        })
    }
}
