//! Through a socket: slow clients, and the end.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

use shuban_server::{Limits, Server};
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::runtime::Runtime;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use crate::common::{build, catalog};

/// A service at a socket, whose runtime has few threads for work.
pub(crate) struct Listening {
    runtime: Runtime,
    address: SocketAddr,
    end: oneshot::Sender<()>,
    service: JoinHandle<()>,
    folder: TempDir,
}

impl Listening {
    pub(crate) fn new(limits: Limits, built: &[&str]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        built.iter().for_each(|name| build(folder.path(), name));
        Listening::of(Server::limited(catalog(), folder.path(), limits), folder)
    }

    pub(crate) fn of(server: Server, folder: TempDir) -> Self {
        let mut builder = tokio::runtime::Builder::new_multi_thread();
        let runtime = builder.worker_threads(2).max_blocking_threads(4).enable_all().build();
        let runtime = runtime.unwrap();
        let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0")).unwrap();
        let address = listener.local_addr().unwrap();
        let (end, ended) = oneshot::channel::<()>();
        let service = runtime.spawn(server.run(listener, async { drop(ended.await) }));
        Listening { runtime, address, end, service, folder }
    }

    /// Sends a text, and reads nothing.
    pub(crate) fn say(&self, text: &str) -> TcpStream {
        let mut client = TcpStream::connect(self.address).unwrap();
        client.write_all(text.as_bytes()).unwrap();
        client
    }

    /// Asks for a page, and returns the first line of the answer.
    fn ask(&self, path: &str) -> String {
        let mut client = self
            .say(&format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"));
        let mut answer = Vec::new();
        client.read_to_end(&mut answer).unwrap();
        String::from_utf8_lossy(&answer).lines().next().unwrap_or_default().to_owned()
    }

    pub(crate) fn end(self) {
        self.end.send(()).unwrap();
        self.runtime.block_on(self.service).unwrap();
        drop(self.folder);
    }
}

/// A question of a length, with a part of its body.
pub(crate) fn post(path: &str, length: usize, body: &str) -> String {
    format!("POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {length}\r\n\r\n{body}")
}

pub(crate) const RACE: &str = "hitting-race/2-1";
const PLAY: &str = "/api/v1/play?game=hitting-race";

/// A question about ten thousand positions, whose answer no buffer holds.
fn large_batch() -> String {
    let position = catalog().game("hitting-race").unwrap().start().text;
    let body = serde_json::json!({ "positions": vec![position; 10_000] }).to_string();
    post(&format!("/api/v1/domains/{RACE}/probe"), body.len(), &body)
}

#[test]
fn batches_that_are_not_read_hold_no_thread_and_are_given_up() {
    let limits = Limits { write_time: Duration::from_secs(1), ..Limits::default() };
    let listening = Listening::new(limits, &[RACE]);
    let batch = large_batch();
    let mut silent: Vec<TcpStream> = (0..12).map(|_| listening.say(&batch)).collect();
    for _ in 0..5 {
        assert_eq!(listening.ask(PLAY), "HTTP/1.1 200 OK");
    }
    // What was sent can be read, and then the connection has an end.
    for client in &mut silent {
        let mut rest = Vec::new();
        let _ = client.read_to_end(&mut rest);
    }
    listening.end();
}

#[test]
fn a_client_that_never_reads_is_left_whatever_the_system_holds_for_it() {
    let limits = Limits { write_time: Duration::from_millis(200), ..Limits::default() };
    let listening = Listening::new(limits, &[RACE]);
    let batch = large_batch();
    let mut silent = listening.say(&batch);
    // Writing fails once the server has closed the connection. For the bytes that fit into the
    // buffers the rate alone would allow minutes.
    let began = Instant::now();
    while silent.write_all(b" ").is_ok() {
        assert!(began.elapsed() < Duration::from_secs(60), "it still waits");
        std::thread::sleep(Duration::from_millis(20));
    }
    listening.end();
}

#[test]
fn half_sent_bodies_take_no_place_of_others() {
    let limits = Limits {
        lookups: 1,
        large_bodies: 2,
        body_time: Duration::from_millis(500),
        ..Limits::default()
    };
    let listening = Listening::new(limits, &[]);
    let path = format!("/api/v1/domains/{RACE}/probe");
    let small: Vec<TcpStream> = (0..8).map(|_| listening.say(&post(&path, 1_000, "{"))).collect();
    let large: Vec<TcpStream> =
        (0..4).map(|_| listening.say(&post(&path, 1_000_000, "{"))).collect();
    for _ in 0..5 {
        assert_eq!(listening.ask(PLAY), "HTTP/1.1 200 OK");
    }
    // A large one that is whole waits until those before it are given up.
    let whole = format!("{{\"positions\":[]}}{}", " ".repeat(70_000));
    let mut waits = listening.say(&post(&path, whole.len(), &whole));
    let mut head = [0; 12];
    waits.read_exact(&mut head).unwrap();
    assert_eq!(&head, b"HTTP/1.1 200");
    drop((small, large));
    listening.end();
    let listening = Listening::new(limits, &[]);
    let mut late = listening.say(&post(&path, 1_000, "{"));
    let mut answer = String::new();
    late.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 408") && answer.contains("problem+json"), "{answer}");
    let mut huge = listening.say(&post(&path, 100 << 20, "{"));
    let mut answer = [0; 12];
    huge.read_exact(&mut answer).unwrap();
    assert_eq!(&answer, b"HTTP/1.1 413");
    drop(huge);
    // One that does not tell its length.
    let chunk = format!("{:x}\r\n{}\r\n", 1 << 20, "x".repeat(1 << 20));
    let head = "Host: localhost\r\nTransfer-Encoding: chunked\r\n\r\n";
    let mut endless = listening.say(&format!("POST {path} HTTP/1.1\r\n{head}"));
    while endless.write_all(chunk.as_bytes()).is_ok() {}
    listening.ask(PLAY);
    listening.end();
}

#[test]
fn slow_clients_are_left_and_the_others_are_answered_until_the_end() {
    let folder = tempfile::tempdir().unwrap();
    let limits =
        Limits { header_time: Duration::from_millis(200), connections: 2, ..Limits::default() };
    let server = Server::limited(catalog(), folder.path(), limits);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0")).unwrap();
    let address = listener.local_addr().unwrap();
    let (end, ended) = oneshot::channel::<()>();
    let service = runtime.spawn(server.run(listener, async { drop(ended.await) }));

    // As many as may be open, each with half a request.
    let mut slow: Vec<TcpStream> = (0..2).map(|_| TcpStream::connect(address).unwrap()).collect();
    for client in &mut slow {
        client.write_all(b"GET /healthz HTTP/1.1\r\nHost: l").unwrap();
    }
    let ask = || {
        let mut client = TcpStream::connect(address).unwrap();
        client
            .write_all(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            .unwrap();
        let mut answer = String::new();
        client.read_to_string(&mut answer).unwrap();
        answer
    };
    assert!(ask().ends_with("ok\n"));
    for client in &mut slow {
        let mut rest = Vec::new();
        // The one that made room finds its connection reset, for what it sent was not read.
        let _ = client.read_to_end(&mut rest);
        assert!(rest.is_empty() || rest.starts_with(b"HTTP/1.1 408"), "{rest:?}");
    }
    // An idle client does not keep the service from ending.
    let _idle = TcpStream::connect(address).unwrap();
    end.send(()).unwrap();
    runtime.block_on(service).unwrap();
    assert!(TcpStream::connect(address).is_err());
}

#[test]
fn idle_connections_make_room_for_those_that_ask() {
    let limits = Limits { connections: 6, connections_of_one: 4, ..Limits::default() };
    let listening = Listening::new(limits, &[]);
    let mut idle: Vec<TcpStream> = (0..10).map(|_| listening.say("GET / HTTP/1.1\r\nHo")).collect();
    for _ in 0..5 {
        assert_eq!(listening.ask(PLAY), "HTTP/1.1 200 OK");
    }
    // The oldest have been closed, long before the time for headers is over.
    let mut rest = Vec::new();
    let _ = idle[0].read_to_end(&mut rest);
    assert!(rest.is_empty());
    listening.end();
}
