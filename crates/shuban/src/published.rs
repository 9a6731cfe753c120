//! Published tables for the server, with the recorded results of their last recomputation. Another
//! program recomputes them.

use std::ffi::OsString;
use std::io::{BufRead, BufReader, Read};
use std::process::{Child, ChildStderr, Command, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use serde::Deserialize;
use serde_json::{Map, Value as Json, json};
use shuban::{Common, Failure};
use shuban_catalog::Error;
use shuban_core::Progress;
use shuban_server::Published;
use shuban_store::read_text;

use crate::REPRODUCE;

/// All published tables, as `scripts/record-reproductions.sh` writes them.
const KEPT: &str = include_str!("../reproduced.json");

/// Interval of checks for an interruption.
const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// Most bytes of a figure.
const MOST_FIGURE: u64 = 16 << 20;

/// A published table with its recorded result.
#[derive(Deserialize)]
struct Kept {
    id: String,
    what: String,
    what_ja: String,
    seconds: u32,
    /// The rest of the document, as the program that recomputes it gives it.
    #[serde(flatten)]
    document: Map<String, Json>,
}

/// Returns all tables, recomputed with the threads and the memory that the program may use.
pub(crate) fn all(common: &Common) -> Vec<Published> {
    let flags: Vec<OsString> = ["--threads", &common.threads().to_string(), "--memory"]
        .into_iter()
        .chain([common.memory().to_string().as_str()])
        .map(OsString::from)
        .collect();
    let kept: Vec<Kept> = serde_json::from_str(KEPT).unwrap_or_default();
    let published = |Kept { id, what, what_ja, seconds, document }: Kept| {
        let (name, flags) = (id.clone(), flags.clone());
        let recorded = [("id".to_owned(), json!(id))].into_iter().chain(document).collect();
        Published {
            id,
            what,
            what_ja: Some(what_ja),
            seconds,
            recorded: Some(Json::Object(recorded)),
            recompute: Arc::new(move |progress| recomputed(&name, &flags, progress)),
        }
    };
    kept.into_iter().map(published).collect()
}

/// Recomputes a table; its figures are in the document instead of files.
fn recomputed(id: &str, flags: &[OsString], progress: &dyn Progress) -> Result<Json, Error> {
    let io = |source| Error::Io { path: std::env::temp_dir(), source };
    let program = REPRODUCE.find().map_err(failed)?;
    let scratch = tempfile::tempdir().map_err(io)?;
    let figures = scratch.path().join("figures");
    let mut child = Command::new(program)
        .args([id, "--json", "--log", "debug", "--to"])
        .arg(&figures)
        .args(flags)
        // If it is killed, its temporary files are removed with the folder.
        .env("TMPDIR", scratch.path())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(io)?;
    let text = followed(&mut child, progress)?;
    let status = child.wait().map_err(io)?;
    let document: Option<Json> = serde_json::from_str(&text).ok();
    let Some(Json::Object(mut document)) = document else {
        return Err(Error::Recompute(format!("the program that recomputes it: {status}")));
    };
    if let Some(error) = document.get("error") {
        return Err(Error::Recompute(error.as_str().unwrap_or_default().to_owned()));
    }
    document.shift_remove("files");
    let mut svgs = Vec::new();
    // A table without figures has made no folder.
    if figures.is_dir() {
        for file in std::fs::read_dir(&figures).map_err(io)? {
            let path = file.map_err(io)?.path();
            if path.extension().is_some_and(|extension| extension == "svg") {
                let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
                let svg = read_text(&path, MOST_FIGURE).map_err(io)?;
                svgs.push(json!({ "name": name, "svg": svg }));
            }
        }
    }
    document.insert("figures".to_owned(), svgs.into());
    Ok(Json::Object(document))
}

fn failed(failure: Failure) -> Error {
    match failure {
        Failure::Said { kind, message, .. } => Error::Failed { kind, message },
        Failure::Interrupted | Failure::Unread => Error::Interrupted,
    }
}

/// Forwards the progress of a program until it ends, or kills it if the work is interrupted, and
/// returns its standard output.
fn followed(child: &mut Child, progress: &dyn Progress) -> Result<String, Error> {
    let (Some(mut out), Some(err)) = (child.stdout.take(), child.stderr.take()) else {
        return Err(Error::Recompute("its output cannot be read".to_owned()));
    };
    let output = thread::spawn(move || {
        let mut text = String::new();
        out.read_to_string(&mut text).map(|_| text)
    });
    let lines = lines_of(err);
    loop {
        match lines.recv_timeout(POLL_INTERVAL) {
            Ok(line) => pass_on(&line, progress),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => break,
        }
        if progress.interrupted() {
            // Fails only if it has just ended.
            let _ = child.kill();
            let _ = child.wait();
            return Err(Error::Interrupted);
        }
    }
    let text = output.join().ok().and_then(Result::ok);
    text.ok_or_else(|| Error::Recompute("its output cannot be read".to_owned()))
}

fn lines_of(err: ChildStderr) -> Receiver<String> {
    let (to, lines) = channel();
    thread::spawn(move || {
        for line in BufReader::new(err).lines().map_while(Result::ok) {
            if to.send(line).is_err() {
                break;
            }
        }
    });
    lines
}

/// Forwards progress from a line of the log.
fn pass_on(line: &str, progress: &dyn Progress) {
    let Ok(line) = serde_json::from_str::<Json>(line) else { return };
    let fields = &line["fields"];
    let text = |name: &str| fields[name].as_str().unwrap_or_default();
    let number = |name: &str| fields[name].as_u64().unwrap_or_default();
    match text("message") {
        "layer" => {
            progress.layer(text("layer"), number("step") as usize, number("steps") as usize);
        }
        "phase" => progress.phase(text("phase"), number("total")),
        "progress" => progress.at(number("done"), text("detail")),
        _ => {}
    }
}
