//! `bench server`: speed of the server's answers, with the load from the same machine.

use std::fmt;
use std::net::SocketAddr;
use std::path::Path;
use std::time::{Duration, Instant};

use axum::body::Body;
use axum::http::{Method, Request, StatusCode, header};
use http_body_util::BodyExt;
use hyper::client::conn::http1::{self, SendRequest};
use hyper_util::rt::TokioIo;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde::Serialize;
use serde_json::json;
use shuban::{Context, Failure, Status};
use shuban_catalog::Session;
use shuban_catalog::names::{PlacedLayer, ProbeTarget};
use shuban_core::Random;
use shuban_core::text::grouped;
use shuban_server::Server;
use shuban_solve::machine;
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::Builder;
use tokio::task::JoinSet;

/// Number of simultaneous connections.
const CONNECTIONS: u64 = 8;
/// Time for each kind of request.
const DURATION: Duration = Duration::from_secs(3);
/// Number of positions of a batch, and of the sample.
const BATCH: u64 = 10_000;

/// Result of one kind of request.
#[derive(Clone, Debug, Serialize)]
struct Load {
    request: &'static str,
    requests_per_second: f64,
    positions_per_second: f64,
    /// Median time of an answer in milliseconds.
    median_ms: f64,
    /// 99th percentile of the time of an answer in milliseconds.
    p99_ms: f64,
    /// Approximate size of an answer in bytes.
    bytes: usize,
}

#[derive(Serialize)]
struct ServerBenchmarks {
    processor: String,
    threads: usize,
    domain: String,
    loads: Vec<Load>,
    /// Bytes of memory of this program, the load with it; unknown on some systems.
    memory: Option<u64>,
}

impl fmt::Display for ServerBenchmarks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ServerBenchmarks { processor, threads, domain, .. } = self;
        writeln!(f, "{processor}, {threads} threads, {domain} with raw blocks")?;
        for load in &self.loads {
            let Load { request, median_ms, p99_ms, bytes, .. } = load;
            let requests = grouped(load.requests_per_second as u64);
            let positions = grouped(load.positions_per_second as u64);
            writeln!(
                f,
                "  {request:<26} {requests:>8} requests/s  {positions:>10} positions/s  \
                 median {median_ms:.2} ms, p99 {p99_ms:.2} ms, {bytes} bytes"
            )?;
        }
        match self.memory {
            Some(memory) => write!(f, "  memory {} MiB, with the load", memory >> 20),
            None => write!(f, "  memory unknown"),
        }
    }
}

/// A kind of request, repeated.
#[derive(Clone)]
struct Asked {
    name: &'static str,
    method: Method,
    /// Addresses in turn.
    paths: Vec<String>,
    body: String,
    /// Number of positions that one request asks about.
    positions: u64,
}

/// Measures the server over a layer that is built in a folder.
pub(crate) fn run(
    context: &Context<'_>,
    layer: PlacedLayer<'static>,
    data: &Path,
) -> Result<Status, Failure> {
    let domain = layer.name().to_owned();
    let texts = sample(context, layer, data)?;
    let failed = |error: std::io::Error| Failure::environment("io", error.to_string());
    let threads = context.common.threads();
    let runtime =
        Builder::new_multi_thread().worker_threads(threads).enable_all().build().map_err(failed)?;
    let server = Server::new(context.catalog, data);
    let loads = runtime.block_on(async {
        let listener = TcpListener::bind("127.0.0.1:0").await.map_err(failed)?;
        let address = listener.local_addr().map_err(failed)?;
        let running = tokio::spawn(server.run(listener, std::future::pending()));
        let mut loads = Vec::new();
        for asked in kinds(&domain, &layer.game.name(), &texts) {
            loads.push(load(address, asked).await?);
        }
        running.abort();
        Ok::<_, Failure>(loads)
    })?;
    let (processor, memory) = (machine::processor(), resident());
    context.answer(&ServerBenchmarks { processor, threads, domain, loads, memory })
}

/// Draws random positions of the layer.
fn sample(
    context: &Context<'_>,
    layer: PlacedLayer<'static>,
    data: &Path,
) -> Result<Vec<String>, Failure> {
    let session = Session::new(context.catalog, ProbeTarget::Layer(layer), data);
    let positions = layer.family.layers()[layer.layer.0].positions().max(1);
    let mut texts = Vec::new();
    let Some((family, id)) = session.layer() else { return Ok(texts) };
    for number in 0..BATCH {
        let number = Random::of_part(1, number).below(positions);
        texts.extend(family.position(id, number)?.map(|position| position.text));
    }
    Ok(texts)
}

fn kinds(domain: &str, game: &str, texts: &[String]) -> Vec<Asked> {
    let encoded = |text: &String| utf8_percent_encode(text, NON_ALPHANUMERIC).to_string();
    let get = |name, path: &dyn Fn(String) -> String| Asked {
        name,
        method: Method::GET,
        paths: texts.iter().take(1_000).map(|text| path(encoded(text))).collect(),
        body: String::new(),
        positions: 1,
    };
    let post = |name, path: String, body: String, positions| Asked {
        name,
        method: Method::POST,
        paths: vec![path],
        body,
        positions,
    };
    let prefix = format!("/api/v1/domains/{domain}");
    vec![
        get("value of a position", &|text| format!("{prefix}/value?position={text}")),
        get("probe with all plays", &|text| format!("{prefix}/probe?position={text}")),
        get("page", &|text| format!("/position?game={game}&position={text}")),
        post("batch of values", format!("{prefix}/values"), texts.join("\n"), texts.len() as u64),
        post(
            "batch of probes",
            format!("{prefix}/probe"),
            json!({ "positions": texts[..texts.len().min(1_000)] }).to_string(),
            texts.len().min(1_000) as u64,
        ),
    ]
}

/// Sends requests on all connections until the time is over.
async fn load(address: SocketAddr, asked: Asked) -> Result<Load, Failure> {
    let failed = |error: hyper::Error| Failure::environment("io", error.to_string());
    let started = Instant::now();
    let mut connections = JoinSet::new();
    for number in 0..CONNECTIONS {
        let asked = asked.clone();
        connections.spawn(async move {
            let mut sender = connect(address).await?;
            let (mut times, mut bytes) = (Vec::new(), 0);
            let mut next = number as usize;
            while started.elapsed() < DURATION {
                let path = &asked.paths[next % asked.paths.len()];
                next += CONNECTIONS as usize;
                let asked_at = Instant::now();
                let request = Request::builder()
                    .method(asked.method.clone())
                    .uri(path)
                    .header(header::HOST, "localhost")
                    .header(header::CONTENT_TYPE, kind(&asked.body))
                    .body(Body::from(asked.body.clone()))
                    .map_err(|error| Failure::usage(error.to_string()))?;
                let response = sender.send_request(request).await.map_err(failed)?;
                let status = response.status();
                let body = response.into_body().collect().await.map_err(failed)?.to_bytes();
                if status != StatusCode::OK {
                    let why = String::from_utf8_lossy(&body).into_owned();
                    return Err(Failure::environment("failed", format!("{path}: {why}")));
                }
                times.push(asked_at.elapsed());
                bytes = body.len();
            }
            Ok((times, bytes))
        });
    }
    let (mut times, mut bytes) = (Vec::new(), 0);
    for result in connections.join_all().await {
        let (own, length) = result?;
        times.extend(own);
        bytes = length;
    }
    let seconds = started.elapsed().as_secs_f64();
    times.sort_unstable();
    let at = |share: f64| {
        let place = ((times.len() as f64 * share) as usize).min(times.len().saturating_sub(1));
        times.get(place).map_or(0.0, |time| time.as_secs_f64() * 1e3)
    };
    let requests_per_second = times.len() as f64 / seconds;
    Ok(Load {
        request: asked.name,
        requests_per_second,
        positions_per_second: requests_per_second * asked.positions as f64,
        median_ms: at(0.5),
        p99_ms: at(0.99),
        bytes,
    })
}

fn kind(body: &str) -> &'static str {
    if body.starts_with('{') { "application/json" } else { "text/plain" }
}

async fn connect(address: SocketAddr) -> Result<SendRequest<Body>, Failure> {
    let failed = |error: &dyn fmt::Display| Failure::environment("io", error.to_string());
    let stream = TcpStream::connect(address).await.map_err(|error| failed(&error))?;
    stream.set_nodelay(true).map_err(|error| failed(&error))?;
    let (sender, connection) =
        http1::handshake(TokioIo::new(stream)).await.map_err(|error| failed(&error))?;
    tokio::spawn(connection);
    Ok(sender)
}

/// Returns the memory of this process that is in use.
fn resident() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes << 10)
}
