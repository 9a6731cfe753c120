//! Databases that another process builds.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::Value as Json;
use shuban_server::Server;
use shuban_solve::BuildOptions;
use shuban_store::{Disk, lock};
use tokio::net::TcpListener;

use crate::common::{build, catalog};

#[test]
fn what_another_process_builds_is_waited_for_and_then_there() {
    let (folder, elsewhere) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let name = "noughts-and-crosses/all";
    build(elsewhere.path(), name);
    let file = |data: &Path| data.join(format!("{name}.shuban"));
    let held = lock(&Disk::default(), &file(folder.path())).unwrap();
    let options = BuildOptions { threads: 1, ..BuildOptions::new(folder.path()) };
    let server = Server::new(catalog(), folder.path()).building(options);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0")).unwrap();
    let address = listener.local_addr().unwrap();
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let run = runtime.spawn(server.run(listener, async { drop(stopped.await) }));
    let own = std::process::id();
    wait(address, name, &|build| {
        let phase = build["phase"].as_str().unwrap();
        build["stage"] == "building" && phase.contains(&format!("process {own} on "))
    });
    std::fs::copy(file(elsewhere.path()), file(folder.path())).unwrap();
    drop(held);
    wait(address, name, &|build| {
        build["stage"] == "built" && build["remark"] == "built by another process"
    });
    drop(stop);
    runtime.block_on(run).unwrap();
}

/// Waits until the build of a layer is as expected; it never fails.
fn wait(address: SocketAddr, name: &str, is_so: &dyn Fn(&Json) -> bool) {
    let started = Instant::now();
    loop {
        let builds = get(address, "/api/v1/builds");
        let all = builds["builds"].as_array().unwrap();
        if let Some(build) = all.iter().find(|build| build["domain"] == name) {
            assert_ne!(build["stage"], "failed", "{build}");
            if is_so(build) {
                return;
            }
        }
        assert!(started.elapsed() < Duration::from_secs(60), "{builds}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn get(address: SocketAddr, path: &str) -> Json {
    let mut socket = TcpStream::connect(address).unwrap();
    let head = format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    socket.write_all(head.as_bytes()).unwrap();
    let mut answer = String::new();
    socket.read_to_string(&mut answer).unwrap();
    serde_json::from_str(answer.split_once("\r\n\r\n").unwrap().1).unwrap()
}
