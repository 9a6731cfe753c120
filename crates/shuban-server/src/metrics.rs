//! Metrics for Prometheus.

use std::sync::Arc;
use std::time::Instant;

use axum::extract::{MatchedPath, Request, State};
use axum::http::{StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::Registry;

use crate::problem::Problem;

/// Labels by which requests are counted.
#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Labels {
    route: String,
    status: u16,
}

/// Counts and durations of requests.
pub(crate) struct Metrics {
    registry: Registry,
    requests: Family<Labels, Counter>,
    seconds: Histogram,
}

impl Default for Metrics {
    fn default() -> Self {
        let mut registry = Registry::with_prefix("shuban");
        let requests = Family::<Labels, Counter>::default();
        registry.register("requests", "Requests answered", requests.clone());
        // From 0.1 ms to 26 s.
        let seconds = Histogram::new(exponential_buckets(0.0001, 4.0, 10));
        registry.register("request_seconds", "How long requests took", seconds.clone());
        Metrics { registry, requests, seconds }
    }
}

/// Counts and times a request.
pub(crate) async fn counted(
    State(metrics): State<Arc<Metrics>>,
    request: Request,
    next: Next,
) -> Response {
    let started = Instant::now();
    let route = request.extensions().get::<MatchedPath>();
    let route = route.map_or_else(String::new, |route| route.as_str().to_owned());
    let response = next.run(request).await;
    let (elapsed, status) = (started.elapsed(), response.status());
    metrics.requests.get_or_create(&Labels { route: route.clone(), status: status.as_u16() }).inc();
    metrics.seconds.observe(elapsed.as_secs_f64());
    if status.is_server_error() {
        tracing::error!(route, status = status.as_u16(), ms = elapsed.as_millis() as u64);
    } else {
        tracing::info!(route, status = status.as_u16(), ms = elapsed.as_millis() as u64);
    }
    response
}

pub(crate) async fn text(State(metrics): State<Arc<Metrics>>) -> Response {
    let mut text = String::new();
    match encode(&mut text, &metrics.registry) {
        Ok(()) => {
            let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
            ([(header::CONTENT_TYPE, kind)], text).into_response()
        }
        Err(error) => {
            let status = StatusCode::INTERNAL_SERVER_ERROR;
            Problem::new(status, "metrics", error.to_string()).into_response()
        }
    }
}
