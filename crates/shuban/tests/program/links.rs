//! Builds by hosts, each with a network of its own, whose links are slow or are cut.
//!
//! A host is a network namespace, joined to a bridge by a pair of virtual Ethernet devices. That takes
//! no rights where users may have namespaces of their own, as on most Linux systems. Where they may
//! not, or `unshare`, `nsenter`, `ip` or `tc` is missing, nothing is tested, which is said.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::common::content_hash;
use crate::support::Ran;
use crate::support::running::Running;
use crate::together::{DOMAIN, with_needs};

/// Time within which all others of a host that vanishes end, however busy the machine is. The kernel takes
/// eight seconds, and without its timers a connection lasts for many minutes.
const NOTICED: Duration = Duration::from_secs(60);

/// Hosts that a bridge joins. They are gone when the process that holds their namespaces is.
struct Hosts {
    holder: Child,
    count: usize,
}

impl Hosts {
    /// Makes so many hosts; nothing, and says why, where that cannot be.
    fn new(count: usize) -> Option<Self> {
        let mut script = String::from(
            "set -e; mount -t tmpfs none /run; mkdir /run/netns; ip link add hub type bridge; \
             ip link set hub up; ",
        );
        for host in 0..count {
            script += &format!(
                "ip netns add h{host}; ip link add l{host} type veth peer name eth0 netns h{host}; \
                 ip link set l{host} master hub up; ip -n h{host} link set eth0 up; \
                 ip -n h{host} addr add {}/24 dev eth0; ",
                address(host),
            );
        }
        script += "echo ready; read end";
        let holder = Command::new("unshare")
            .args(["--user", "--map-root-user", "--net", "--mount", "sh", "-c", &script])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn();
        let mut holder = match holder {
            Ok(holder) => holder,
            Err(error) => {
                skip(&format!("unshare: {error}"));
                return None;
            }
        };
        let mut line = String::new();
        BufReader::new(holder.stdout.take().unwrap()).read_line(&mut line).unwrap();
        if line != "ready\n" {
            let output = holder.wait_with_output().unwrap();
            skip(&String::from_utf8_lossy(&output.stderr));
            return None;
        }
        let hosts = Hosts { holder, count };
        match hosts.inside(&["true"]).output() {
            Ok(output) if output.status.success() => Some(hosts),
            output => {
                skip(&format!("nsenter: {output:?}"));
                None
            }
        }
    }

    /// A command in the namespaces of the bridge.
    fn inside(&self, command: &[&str]) -> Command {
        let mut nsenter = Command::new("nsenter");
        nsenter.args(self.entering()).args(command);
        nsenter
    }

    fn entering(&self) -> [String; 6] {
        let holder = self.holder.id().to_string();
        ["-t", &holder, "-U", "-n", "-m", "--preserve-credentials"].map(str::to_owned)
    }

    /// Cuts a host off, or plugs it in again: nothing passes, and nobody is told.
    fn set_link(&self, host: usize, state: &str) {
        self.change(&format!("ip link set l{host} {state}"));
    }

    /// Lets a host be sent no more than `rate`. What comes faster waits, or is lost, as at a switch.
    fn limit(&self, host: usize, rate: &str) {
        self.change(&format!(
            "tc qdisc add dev l{host} root tbf rate {rate} burst 64kb latency 9ms"
        ));
    }

    fn end_limit(&self, host: usize) {
        self.change(&format!("tc qdisc del dev l{host} root"));
    }

    fn change(&self, command: &str) {
        let words: Vec<&str> = command.split(' ').collect();
        assert!(self.inside(&words).status().unwrap().success(), "{command}");
    }

    /// Starts a build by the first `count` hosts.
    fn build(&self, data: &Path, count: usize) -> Vec<Running> {
        assert!(count <= self.count);
        let addresses: String = (0..count).map(|host| address(host) + ":7000\n").collect();
        let hosts = data.join("hosts");
        fs::write(&hosts, addresses).unwrap();
        let secret = data.join("secret");
        fs::write(&secret, "the secret of this test").unwrap();
        fs::set_permissions(&secret, fs::Permissions::from_mode(0o600)).unwrap();
        let start = |host: usize| {
            let (host, name) = (host.to_string(), format!("h{host}"));
            let entering = self.entering();
            let mut arguments: Vec<&str> = entering.iter().map(String::as_str).collect();
            arguments.extend(["ip", "netns", "exec", &name, env!("CARGO_BIN_EXE_shuban")]);
            arguments.extend(["build", DOMAIN, "--json", "--quiet", "--threads", "1"]);
            arguments.extend(["--checkpoint-seconds", "0", "--process", &host, "--hosts"]);
            arguments.extend([hosts.to_str().unwrap(), "--secret", secret.to_str().unwrap()]);
            Running::start("nsenter", data, &arguments)
        };
        (0..count).map(start).collect()
    }
}

impl Drop for Hosts {
    fn drop(&mut self) {
        // Its end is that of all that it holds.
        let _ = self.holder.stdin.take().map(|mut stdin| stdin.write_all(b"\n"));
        let _ = self.holder.wait();
    }
}

fn address(host: usize) -> String {
    format!("10.0.0.{}", host + 1)
}

fn skip(why: &str) {
    eprintln!("not tested: hosts cannot be made here: {}", why.trim());
}

fn file(data: &Path, extension: &str) -> PathBuf {
    data.join(DOMAIN).with_extension(extension)
}

/// Waits until the hosts are in the middle of the layer.
fn wait_for_checkpoint(data: &Path) {
    let began = Instant::now();
    while !file(data, "checkpoint").exists() {
        assert!(began.elapsed() < Duration::from_secs(60), "there is no checkpoint");
        thread::sleep(Duration::from_millis(5));
    }
}

/// Waits for the end of all, and checks that the first has made the layer.
fn expect_built(processes: Vec<Running>, expected: &str) {
    let ended: Vec<Ran> = processes.into_iter().map(Running::ended).collect();
    assert!(ended.iter().all(|ran| ran.code == Some(0)), "{:?}", errors(&ended));
    assert_eq!(content_hash(&ended[0]), expected);
}

fn errors(ended: &[Ran]) -> Vec<&str> {
    ended.iter().map(|ran| ran.err.as_str()).collect()
}

#[test]
fn all_end_soon_if_a_host_vanishes_and_others_go_on() {
    let Some(hosts) = Hosts::new(4) else { return };
    let (data, expected) = with_needs();
    let processes = hosts.build(data.path(), 4);
    wait_for_checkpoint(data.path());
    hosts.set_link(2, "down");
    let began = Instant::now();
    let ended: Vec<Ran> = processes.into_iter().map(Running::ended).collect();
    let took = began.elapsed();
    for (host, ran) in ended.iter().enumerate() {
        assert_eq!(ran.code, Some(3), "{host}: {}", ran.err);
        assert_eq!(ran.err.lines().count(), 1, "{host}: {}", ran.err);
        assert!(ran.err.starts_with("error: process "), "{host}: {}", ran.err);
        assert!(ran.err.contains("was lost"), "{host}: {}", ran.err);
    }
    assert!(took < NOTICED, "{took:?}: {:?}", errors(&ended));
    assert!(file(data.path(), "checkpoint").exists());
    hosts.set_link(2, "up");
    expect_built(hosts.build(data.path(), 3), &expected);
}

#[test]
fn links_that_are_slow_or_cut_for_a_moment_change_nothing() {
    let Some(hosts) = Hosts::new(3) else { return };
    let (data, expected) = with_needs();
    let processes = hosts.build(data.path(), 3);
    wait_for_checkpoint(data.path());
    hosts.limit(0, "20mbit");
    thread::sleep(Duration::from_secs(1));
    hosts.set_link(1, "down");
    thread::sleep(Duration::from_secs(2));
    hosts.set_link(1, "up");
    thread::sleep(Duration::from_secs(1));
    hosts.end_limit(0);
    expect_built(processes, &expected);
}
