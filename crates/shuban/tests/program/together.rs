//! Builds by several processes, some of which are killed.

use std::fs;
use std::io;
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use shuban_core::Random;

use crate::common::{content_hash, shuban};
use crate::support::running::Running;

pub(crate) const DOMAIN: &str = "half-gammon/contact-4-3";
const FILE: &str = "half-gammon/contact-4-3.shuban";

/// All that the layer needs: files by their paths in a data folder. And the layer's hash.
struct Needs(Vec<(PathBuf, Vec<u8>)>, String);

/// A folder with all that the layer needs, and the layer's hash. What is needed is built once.
pub(crate) fn with_needs() -> (tempfile::TempDir, String) {
    static BUILT: LazyLock<Needs> = LazyLock::new(|| {
        let data = tempfile::tempdir().unwrap();
        let built = shuban(data.path(), &["build", DOMAIN, "--json"]).with_code(0);
        fs::remove_file(data.path().join(FILE)).unwrap();
        let file = |entry: io::Result<fs::DirEntry>| {
            let path = entry.unwrap().path();
            (path.strip_prefix(data.path()).unwrap().to_owned(), fs::read(&path).unwrap())
        };
        let files = fs::read_dir(data.path().join("half-gammon")).unwrap().map(file).collect();
        Needs(files, content_hash(&built))
    });
    let Needs(files, hash) = &*BUILT;
    let data = tempfile::tempdir().unwrap();
    fs::create_dir(data.path().join("half-gammon")).unwrap();
    files.iter().for_each(|(path, bytes)| fs::write(data.path().join(path), bytes).unwrap());
    (data, hash.clone())
}

fn start(data: &Path, arguments: &[&str]) -> Running {
    Running::start(env!("CARGO_BIN_EXE_shuban"), data, arguments)
}

/// The processes that a process has started.
fn children(of: u32) -> Vec<u32> {
    let ids = fs::read_dir("/proc").unwrap().filter_map(|entry| {
        entry.unwrap().file_name().to_str().and_then(|name| name.parse::<u32>().ok())
    });
    let parent = |id: u32| {
        let stat = fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
        stat.rsplit(')').next()?.split_whitespace().nth(1)?.parse::<u32>().ok()
    };
    ids.filter(|&id| parent(id) == Some(of)).collect()
}

fn kill(id: u32) {
    Command::new("kill").args(["-KILL", &id.to_string()]).status().unwrap();
}

#[test]
fn processes_that_share_a_layer_end_with_one_that_is_killed_and_others_go_on() {
    let (data, expected) = with_needs();
    let arguments = |processes| {
        ["build", DOMAIN, "--processes", processes, "--json", "--checkpoint-seconds", "0"]
    };
    let started = Instant::now();
    let whole = shuban(data.path(), &arguments("3")).with_code(0);
    assert_eq!(content_hash(&whole), expected);
    let takes = started.elapsed();
    let mut lost = 0;
    // Soon after the start, in the middle, and late; the first and the last of those that do not lead,
    // and between them the one that does.
    for (kills, processes) in ["2", "3", "4"].into_iter().enumerate() {
        fs::remove_file(data.path().join(FILE)).ok();
        let running = start(data.path(), &arguments(processes));
        let leader = running.0.id();
        let chance = Random::of_part(7, kills as u64).bits() as f64 / u64::MAX as f64;
        std::thread::sleep(takes.mul_f64((kills as f64 + chance) / 4.0));
        let members = children(leader);
        let victim = match [members.first(), None, members.last()][kills] {
            Some(&member) => member,
            None => leader,
        };
        kill(victim);
        let began = Instant::now();
        let ended = running.ended();
        // The others of one that has led end by themselves.
        while members.iter().any(|&id| is_running(id)) {
            assert!(began.elapsed() < Duration::from_secs(60), "kill {kills}: one goes on");
            std::thread::sleep(Duration::from_millis(5));
        }
        assert!(!ended.err.contains("panicked"), "{}", ended.err);
        if victim != leader && ended.code != Some(0) {
            assert_eq!(ended.code, Some(3), "{}", ended.err);
            assert!(ended.err.contains("was lost"), "{}", ended.err);
            lost += 1;
        }
    }
    assert!(lost > 0, "no process was killed while others worked");
    let resumed = shuban(data.path(), &arguments("2")).with_code(0);
    assert_eq!(content_hash(&resumed), expected);
    let left = fs::read_dir(data.path().join("half-gammon")).unwrap();
    let left = left.map(|entry| entry.unwrap().path());
    assert!(left.into_iter().all(|path| path.extension().is_some_and(|end| end == "shuban")));
}

/// True if a process runs that is no zombie.
fn is_running(id: u32) -> bool {
    fs::read_to_string(format!("/proc/{id}/stat"))
        .is_ok_and(|stat| !stat.rsplit(')').next().unwrap_or_default().starts_with(" Z"))
}

/// A file that only the user can read.
fn private(path: PathBuf, text: &str) -> PathBuf {
    fs::write(&path, text).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
    path
}

#[test]
fn processes_at_addresses_build_together_if_they_know_the_secret() {
    let (data, expected) = with_needs();
    let listeners = [(); 2].map(|()| TcpListener::bind("127.0.0.1:0").unwrap());
    let addresses = listeners.map(|listener| listener.local_addr().unwrap().to_string());
    let hosts = data.path().join("hosts");
    fs::write(&hosts, format!("# two\n{}\n{}\n", addresses[0], addresses[1])).unwrap();
    let secret = private(data.path().join("secret"), "the secret of this test");
    let arguments = |process, secret: &Path| {
        let hosts = hosts.to_str().unwrap().to_owned();
        let secret = secret.to_str().unwrap().to_owned();
        ["build", DOMAIN, "--json", "--threads", "1", "--hosts", &hosts, "--process", process]
            .into_iter()
            .map(str::to_owned)
            .chain(["--secret".to_owned(), secret])
            .collect::<Vec<String>>()
    };
    let run_with = |data: &Path, arguments: Vec<String>| {
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        start(data, &arguments)
    };
    let run = |arguments: Vec<String>| run_with(data.path(), arguments);
    // It has none of the layers that are needed, some of which are compact, and is sent them.
    shuban(data.path(), &["build", "half-gammon/contact-4-2", "--compact"]).with_code(0);
    let empty = tempfile::tempdir().unwrap();
    let other = run_with(empty.path(), arguments("1", &secret));
    let first = run(arguments("0", &secret));
    let built = first.ended();
    assert_eq!(built.code, Some(0), "{}", built.err);
    assert_eq!(content_hash(&built), expected);
    let other = other.ended();
    assert_eq!(other.code, Some(0), "{}", other.err);
    let needed = fs::read_dir(data.path().join("half-gammon")).unwrap();
    let needed = needed.map(|entry| entry.unwrap().path()).filter(|path| !path.ends_with(FILE));
    let mut copies = [0; 2];
    for path in needed {
        let copy = empty.path().join("half-gammon").join(path.file_name().unwrap());
        if let Ok(copy) = fs::read(&copy) {
            assert!(copy == fs::read(&path).unwrap(), "{}", path.display());
            copies[usize::from(path.to_string_lossy().ends_with(".compact.shuban"))] += 1;
        }
    }
    let all = fs::read_dir(empty.path().join("half-gammon")).unwrap().count();
    assert!(copies[0] > 0 && copies[1] > 0 && all == copies[0] + copies[1], "{copies:?} of {all}");

    fs::set_permissions(&secret, fs::Permissions::from_mode(0o644)).unwrap();
    let open = run(arguments("0", &secret)).ended();
    assert_eq!(open.code, Some(2));
    assert!(open.err.contains("others may read it"), "{}", open.err);
    let short = private(data.path().join("short"), "short");
    assert_eq!(run(arguments("0", &short)).ended().code, Some(2));
    fs::set_permissions(&secret, fs::Permissions::from_mode(0o600)).unwrap();
    let third = run(arguments("2", &secret)).ended();
    assert!(third.code == Some(2) && third.err.contains("2 addresses"), "{}", third.err);
}

#[test]
fn tasks_of_a_step_build_together() {
    let (data, expected) = with_needs();
    let task = |own: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_shuban"));
        command.args(["build", DOMAIN, "--slurm", "--json", "--threads", "1", "--data"]);
        command.arg(data.path()).env("SLURM_PROCID", own).env("SLURM_NTASKS", "3");
        command.env("SLURM_JOB_ID", "17").env("SLURM_STEP_ID", "0");
        command.env("SLURM_JOB_NUM_NODES", "1").env("SLURM_TASKS_PER_NODE", "3");
        command.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped());
        command.spawn().unwrap()
    };
    let tasks = ["2", "0", "1"].map(task).map(|task| task.wait_with_output().unwrap());
    for task in &tasks {
        assert!(task.status.success(), "{}", String::from_utf8_lossy(&task.stderr));
    }
    let report: serde_json::Value = serde_json::from_slice(&tasks[1].stdout).unwrap();
    assert_eq!(report["content_hash"], expected.as_str());
    let mut left = fs::read_dir(data.path()).unwrap().map(|entry| entry.unwrap().file_name());
    assert!(left.all(|name| name == "half-gammon"), "the meeting has left something");
    let alone = Command::new(env!("CARGO_BIN_EXE_shuban"))
        .args(["build", DOMAIN, "--slurm", "--data"])
        .arg(data.path())
        .env_remove("SLURM_PROCID")
        .output()
        .unwrap();
    assert_eq!(alone.status.code(), Some(2));
}
