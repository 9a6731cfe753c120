//! Clients that close their half of a connection, and clients that have gone.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::json;
use shuban_catalog::Error;
use shuban_server::{Limits, Published, Server};

use crate::common::catalog;
use crate::socket::{Listening, RACE, post};

/// Work that goes on until it is let end, or nobody waits for it.
#[derive(Clone, Default)]
struct Work {
    may_end: Arc<AtomicBool>,
    begun: Arc<AtomicUsize>,
    interrupted: Arc<AtomicUsize>,
}

impl Work {
    fn listening(&self) -> Listening {
        let work = self.clone();
        let table = Published {
            what_ja: None,
            recorded: None,
            id: "table".to_owned(),
            what: "a table".to_owned(),
            seconds: 1,
            recompute: Arc::new(move |progress| {
                work.begun.fetch_add(1, Ordering::Relaxed);
                while !work.may_end.load(Ordering::Relaxed) {
                    if progress.interrupted() {
                        work.interrupted.fetch_add(1, Ordering::Relaxed);
                        return Err(Error::Interrupted);
                    }
                    sleep(Duration::from_millis(1));
                }
                Ok(json!({ "rows": [] }))
            }),
        };
        let folder = tempfile::tempdir().unwrap();
        let server = Server::new(catalog(), folder.path()).publishing(vec![table]);
        Listening::of(server, folder)
    }
}

/// Waits until a number of things have happened.
fn wait_for(count: &AtomicUsize, least: usize) {
    let started = Instant::now();
    while count.load(Ordering::Relaxed) < least {
        assert!(started.elapsed() < Duration::from_secs(20), "it does not happen");
        sleep(Duration::from_millis(1));
    }
}

fn request(version: &str, more: &str) -> String {
    let path = "/api/v1/reproductions/table";
    format!("GET {path} HTTP/{version}\r\nHost: localhost\r\n{more}\r\n")
}

const EVENTS: &str = "Accept: text/event-stream\r\n";

/// Closes a connection so that the other side is told at once (RST).
fn reset(client: TcpStream) {
    client.set_nonblocking(true).unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build().unwrap();
    let _entered = runtime.enter();
    tokio::net::TcpStream::from_std(client).unwrap().set_zero_linger().unwrap();
}

/// Reads until an answer has a text.
fn read_until(client: &mut TcpStream, text: &str) -> String {
    let mut answer = Vec::new();
    let mut piece = [0; 1024];
    loop {
        let count = client.read(&mut piece).unwrap();
        assert!(count > 0, "{}", String::from_utf8_lossy(&answer));
        answer.extend_from_slice(&piece[..count]);
        let so_far = String::from_utf8_lossy(&answer);
        if so_far.contains(text) {
            return so_far.into_owned();
        }
    }
}

#[test]
fn a_client_that_has_closed_its_half_has_its_answer() {
    let work = Work::default();
    let listening = work.listening();
    let mut client = listening.say(&request("1.1", ""));
    client.shutdown(Shutdown::Write).unwrap();
    let interim = "HTTP/1.1 100 Continue\r\n\r\n";
    assert_eq!(read_until(&mut client, interim), interim);
    work.may_end.store(true, Ordering::Relaxed);
    let mut answer = String::new();
    client.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 200 OK\r\n") && answer.ends_with("}"), "{answer}");
    assert_eq!(work.interrupted.load(Ordering::Relaxed), 0);
    listening.end();
}

#[test]
fn so_has_one_with_two_questions_one_of_http_1_0_and_one_with_a_body() {
    let work = Work::default();
    work.may_end.store(true, Ordering::Relaxed);
    let listening = work.listening();
    let play = "GET /api/v1/play?game=hitting-race HTTP/1.1\r\nHost: localhost\r\n\r\n";
    let body = "{\"positions\":[]}";
    let post = format!(
        "POST /api/v1/domains/hitting-race/probe HTTP/1.1\r\nHost: localhost\r\n\
         Content-Length: {}\r\n\r\n{body}",
        body.len()
    );
    for (said, count) in [
        (format!("{}{play}", request("1.1", "")), 2),
        (request("1.0", ""), 1),
        (post, 1),
        (play.to_owned(), 1),
    ] {
        let mut client = listening.say(&said);
        client.shutdown(Shutdown::Write).unwrap();
        let mut answer = String::new();
        client.read_to_string(&mut answer).unwrap();
        assert_eq!(answer.matches(" 200 OK\r\n").count(), count, "{said}{answer}");
    }
    listening.end();
}

#[test]
fn a_client_of_events_that_has_closed_its_half_has_all_of_them() {
    let work = Work::default();
    let listening = work.listening();
    let mut client = listening.say(&request("1.1", EVENTS));
    wait_for(&work.begun, 1);
    read_until(&mut client, "\r\n\r\n");
    client.shutdown(Shutdown::Write).unwrap();
    read_until(&mut client, ":\n\n");
    work.may_end.store(true, Ordering::Relaxed);
    read_until(&mut client, "event: answer");
    assert_eq!(work.interrupted.load(Ordering::Relaxed), 0);
    listening.end();
}

#[test]
fn a_client_of_a_batch_that_closes_its_half_between_lines_has_all_of_them() {
    let listening = Listening::new(Limits::default(), &[RACE]);
    let position = catalog().game("hitting-race").unwrap().start().text;
    // More than the kernel's buffers hold: when it closes its half, most is not computed.
    let count = 10_000;
    let body = json!({ "positions": vec![position; count] }).to_string();
    let path = format!("/api/v1/domains/{RACE}/probe");
    let mut client = listening.say(&post(&path, body.len(), &body));
    let mut answer = read_until(&mut client, "\"position\"");
    client.shutdown(Shutdown::Write).unwrap();
    client.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 200 OK\r\n") && answer.ends_with("\r\n0\r\n\r\n"));
    assert_eq!(answer.matches("\"position\"").count(), count);
    listening.end();
}

#[test]
fn work_ends_when_its_client_has_gone_however_it_went() {
    let work = Work::default();
    let listening = work.listening();
    type Leave = fn(TcpStream);
    let close: Leave = drop;
    let halves: Leave = |client| {
        client.shutdown(Shutdown::Write).unwrap();
        sleep(Duration::from_millis(5));
    };
    for (at, (version, more, leave)) in [
        ("1.1", "", close),
        ("1.1", "", halves),
        ("1.1", "", reset),
        ("1.1", EVENTS, close),
        ("1.1", EVENTS, halves),
        ("1.1", EVENTS, reset),
        ("1.0", EVENTS, close),
        ("1.0", "", reset),
    ]
    .into_iter()
    .enumerate()
    {
        let mut client = listening.say(&request(version, more));
        wait_for(&work.begun, at + 1);
        if more == EVENTS {
            // Closing before that would reset the connection.
            read_until(&mut client, "\r\n\r\n");
        }
        leave(client);
        wait_for(&work.interrupted, at + 1);
    }
    listening.end();
}

#[test]
fn a_client_of_http_1_0_that_closes_the_whole_is_worked_for() {
    let work = Work::default();
    let listening = work.listening();
    let client = listening.say(&request("1.0", ""));
    wait_for(&work.begun, 1);
    drop(client);
    // One that came later has been found gone, and the first one has not.
    let mut later = listening.say("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n");
    read_until(&mut later, "ok\n");
    sleep(Duration::from_millis(200));
    assert_eq!(work.interrupted.load(Ordering::Relaxed), 0);
    work.may_end.store(true, Ordering::Relaxed);
    listening.end();
}

#[test]
fn bytes_behind_a_request_hide_a_reset_no_more_than_its_end() {
    let work = Work::default();
    let listening = work.listening();
    let mut client = listening.say(&request("1.1", ""));
    wait_for(&work.begun, 1);
    client.write_all(b"GET /healthz HTTP/1.1\r\n").unwrap();
    reset(client);
    wait_for(&work.interrupted, 1);
    listening.end();
}
