//! Through a socket: slow clients, and the end.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use shuban_server::{Limits, Server};
use tokio::net::TcpListener;
use tokio::sync::oneshot;

use crate::common::catalog;

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
        client.write_all(b"GET /healthz HTTP/1.1\r\nHost: a").unwrap();
    }
    let ask = || {
        let mut client = TcpStream::connect(address).unwrap();
        client.write_all(b"GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n").unwrap();
        let mut answer = String::new();
        client.read_to_string(&mut answer).unwrap();
        answer
    };
    assert!(ask().ends_with("ok\n"));
    for client in &mut slow {
        let mut rest = Vec::new();
        client.read_to_end(&mut rest).unwrap();
        assert!(rest.is_empty() || rest.starts_with(b"HTTP/1.1 408"), "{rest:?}");
    }
    // An idle client does not keep the service from ending.
    let _idle = TcpStream::connect(address).unwrap();
    end.send(()).unwrap();
    runtime.block_on(service).unwrap();
    assert!(TcpStream::connect(address).is_err());
}
