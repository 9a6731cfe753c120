//! Interruption of commands: they end soon, with a message and their partial results.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Map, Value as Json, json};
use shuban_catalog::Printable;
use shuban_core::text::grouped;

use crate::failure::Status;

/// Message of an interrupted command.
pub struct Parting {
    /// State of its work.
    word: String,
    /// Partial results, as JSON and as text.
    partial: Option<(Json, String)>,
    /// True if standard output has a stream of documents, where nothing more may be written.
    is_streaming: bool,
}

impl Parting {
    /// Creates a message without results.
    pub fn word(word: impl Into<String>) -> Self {
        Parting { word: word.into(), partial: None, is_streaming: false }
    }

    /// Restricts the message to standard error.
    pub(crate) fn streaming(self) -> Self {
        Parting { is_streaming: true, ..self }
    }

    /// Adds partial results.
    #[must_use]
    pub fn with(self, partial: &dyn Printable) -> Self {
        Parting { partial: Some((partial.json(), partial.text())), ..self }
    }

    fn message(&self) -> String {
        match self.word.as_str() {
            "" => "interrupted".to_owned(),
            word => format!("interrupted: {word}"),
        }
    }

    /// Prints the message to standard error, and partial results to standard output; with `--json`,
    /// prints one document with both.
    pub(crate) fn say(&self, as_json: bool) {
        let message = self.message();
        let mut err = io::stderr().lock();
        // Where standard error is closed, there is nowhere to report it.
        let _ = writeln!(err, "error: {message}");
        let text = match (&self.partial, as_json) {
            _ if self.is_streaming => return,
            (Some((_, text)), false) => text.clone(),
            (None, false) => return,
            (partial, true) => {
                let mut members = match partial {
                    Some((Json::Object(members), _)) => members.clone(),
                    _ => Map::new(),
                };
                // An unfinished check has not passed.
                members.shift_remove("passed");
                members.insert("error".to_owned(), json!(message));
                members.insert("kind".to_owned(), json!("interrupted"));
                format!("{:#}", Json::Object(members))
            }
        };
        let mut out = io::stdout().lock();
        let _ = writeln!(out, "{text}").and_then(|()| out.flush());
    }
}

/// A function that creates the message of an interrupted command.
type Farewell = Box<dyn Fn() -> Parting + Send>;

static STOP: AtomicBool = AtomicBool::new(false);
/// Number of finished units of the present phase, and of all its units.
static REACHED: [AtomicU64; 2] = [AtomicU64::new(0), AtomicU64::new(0)];
/// Number of files in writing that are worth waiting for.
static SAVING: AtomicUsize = AtomicUsize::new(0);
/// True if the command has ended, by itself or after the grace period.
static ENDED: AtomicBool = AtomicBool::new(false);
static FAREWELL: Mutex<Option<Farewell>> = Mutex::new(None);
/// Folders that are removed when the program ends.
static SCRATCH: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Time within which a second signal is the same one, sent to the program and to its group.
const ECHO: Duration = Duration::from_millis(500);

/// Time for a command to end by itself. Then it is ended: files are whole or absent at any moment.
const GRACE: Duration = Duration::from_millis(1400);

/// Time for printing the message, if its reader is blocked.
const LAST_WORD: Duration = Duration::from_millis(300);

/// Installs handlers of SIGINT, SIGTERM and SIGHUP: they ask the work to stop, and end the program
/// soon after if it does not. A second signal, a moment later, ends it at once.
pub(crate) fn heed(as_json: bool) {
    let mut first: Option<Instant> = None;
    // Fails only where the system has no signals: then an interruption ends the program, which is
    // safe too.
    let _ = ctrlc::set_handler(move || {
        STOP.store(true, Ordering::Relaxed);
        match first {
            None => {
                first = Some(Instant::now());
                // If no thread can be spawned, the work has no time limit.
                let _ = thread::Builder::new().spawn(move || end_after_grace(as_json));
            }
            Some(first) if first.elapsed() > ECHO => leave(),
            Some(_) => {}
        }
    });
}

/// Ends the program if the command does not end by itself.
fn end_after_grace(as_json: bool) {
    loop {
        thread::sleep(GRACE);
        if SAVING.load(Ordering::Acquire) == 0 {
            break;
        }
        // Then it has the same time again to print its results.
        while SAVING.load(Ordering::Acquire) > 0 {
            thread::sleep(Duration::from_millis(50));
        }
    }
    if !claim_the_end() {
        return;
    }
    // Standard output may be locked or full: then the message is lost.
    let (done, is_said) = channel();
    let _ = thread::Builder::new().spawn(move || {
        if io::stderr().is_terminal() {
            // Below the progress bar.
            let _ = writeln!(io::stderr());
        }
        parting().say(as_json);
        let _ = done.send(());
    });
    let _ = is_said.recv_timeout(LAST_WORD);
    leave();
}

fn leave() -> ! {
    for folder in &*locked(&SCRATCH) {
        // Remaining files are in the system's folder for temporary files.
        let _ = std::fs::remove_dir_all(folder);
    }
    std::process::exit(Status::Environment as i32)
}

/// Claims the end of the command; returns true if no other thread has claimed it.
pub(crate) fn claim_the_end() -> bool {
    !ENDED.swap(true, Ordering::AcqRel)
}

/// Returns true if the work is to stop.
pub(crate) fn asked() -> bool {
    STOP.load(Ordering::Relaxed)
}

/// Begins a phase of `total` units.
pub(crate) fn begin_phase(total: u64) {
    REACHED[0].store(0, Ordering::Relaxed);
    REACHED[1].store(total, Ordering::Relaxed);
}

/// Records the number of finished units of the phase.
pub(crate) fn reach(done: u64) {
    REACHED[0].fetch_max(done, Ordering::Relaxed);
}

/// Formats the progress of the phase: `3 of 12 positions`; `None` if it is unknown.
pub(crate) fn reached(units: &str) -> Option<String> {
    let [done, total] = REACHED.each_ref().map(|units| units.load(Ordering::Relaxed));
    (total > 0).then(|| format!("{} of {} {units}", grouped(done), grouped(total)))
}

/// Records that the writing of a file that is worth waiting for begins, or ends.
pub(crate) fn saving(begins: bool) {
    match begins {
        true => SAVING.fetch_add(1, Ordering::AcqRel),
        false => SAVING.fetch_sub(1, Ordering::AcqRel),
    };
}

/// Sets the message of an interruption from now on.
pub(crate) fn farewell(say: impl Fn() -> Parting + Send + 'static) {
    *locked(&FAREWELL) = Some(Box::new(say));
}

/// Returns the message of an interruption now.
pub(crate) fn parting() -> Parting {
    locked(&FAREWELL).as_ref().map_or_else(|| Parting::word(""), |say| say())
}

/// Removes this folder when the program is ended.
pub(crate) fn remove_at_the_end(folder: &Path) {
    locked(&SCRATCH).push(folder.to_owned());
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
