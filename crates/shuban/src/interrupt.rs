//! How an interrupted command ends: soon, with a word that fits it, and with what it has so far.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Map, Value as Json, json};
use shuban_catalog::Printable;
use shuban_core::grouped;

use crate::failure::Status;

/// What an interrupted command says.
pub struct Parting {
    /// What has become of its work.
    word: String,
    /// What it has found so far, as JSON and as text.
    partial: Option<(Json, String)>,
    /// Standard output holds a stream of documents of its own: nothing more is written there.
    is_streaming: bool,
}

impl Parting {
    /// Only a word.
    pub fn word(word: impl Into<String>) -> Self {
        Parting { word: word.into(), partial: None, is_streaming: false }
    }

    /// Only to standard error.
    pub(crate) fn streaming(self) -> Self {
        Parting { is_streaming: true, ..self }
    }

    /// And what was found so far.
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

    /// Says it: the word to standard error; what there is so far to standard output, or with
    /// `--json` one document with both.
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
                // Nothing has passed that was not looked at to its end.
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

/// How an interrupted command parts.
type Farewell = Box<dyn Fn() -> Parting + Send>;

static STOP: AtomicBool = AtomicBool::new(false);
/// How many units of the present phase are done, and how many there are.
static REACHED: [AtomicU64; 2] = [AtomicU64::new(0), AtomicU64::new(0)];
/// Files that are being written, and are worth waiting for.
static SAVING: AtomicUsize = AtomicUsize::new(0);
/// Whether the command has ended, by itself or because it took too long to.
static ENDED: AtomicBool = AtomicBool::new(false);
static FAREWELL: Mutex<Option<Farewell>> = Mutex::new(None);
/// Folders that go when the program ends.
static SCRATCH: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// A second signal so soon is the same one, sent to the program and to its group.
const ECHO: Duration = Duration::from_millis(500);

/// How long a command may take to end by itself. Then it is ended: what it writes is whole or
/// absent, whenever it ends.
const GRACE: Duration = Duration::from_millis(1400);

/// How long the last word may take, where nobody reads it.
const LAST_WORD: Duration = Duration::from_millis(300);

/// From now on SIGINT, SIGTERM and SIGHUP ask the work to stop, and end the program soon after if
/// it does not. A second one, a moment later, ends it at once.
pub(crate) fn heed(as_json: bool) {
    let mut first: Option<Instant> = None;
    // Fails only where the system has no signals: then they end the program, which loses nothing
    // either.
    let _ = ctrlc::set_handler(move || {
        STOP.store(true, Ordering::Relaxed);
        match first {
            None => {
                first = Some(Instant::now());
                // Without another thread the work is waited for.
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
        // Then it has as long again to say what it has.
        while SAVING.load(Ordering::Acquire) > 0 {
            thread::sleep(Duration::from_millis(50));
        }
    }
    if !claim_the_end() {
        return;
    }
    // Standard output may be locked or full: then the word is not said.
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
        // What is left is in the system's folder for temporary files.
        let _ = std::fs::remove_dir_all(folder);
    }
    std::process::exit(Status::Environment as i32)
}

/// Whether nobody has ended the command yet: from now on somebody has.
pub(crate) fn claim_the_end() -> bool {
    !ENDED.swap(true, Ordering::AcqRel)
}

/// Whether the work is to stop.
pub(crate) fn asked() -> bool {
    STOP.load(Ordering::Relaxed)
}

/// A phase begins, of so many units.
pub(crate) fn begin_phase(total: u64) {
    REACHED[0].store(0, Ordering::Relaxed);
    REACHED[1].store(total, Ordering::Relaxed);
}

/// So many units of the phase are done.
pub(crate) fn reach(done: u64) {
    REACHED[0].fetch_max(done, Ordering::Relaxed);
}

/// How far the phase is: `3 of 12 positions`; nothing where that is not known.
pub(crate) fn reached(units: &str) -> Option<String> {
    let [done, total] = REACHED.each_ref().map(|units| units.load(Ordering::Relaxed));
    (total > 0).then(|| format!("{} of {} {units}", grouped(done), grouped(total)))
}

/// A file is being written that is worth waiting for, or no longer.
pub(crate) fn saving(begins: bool) {
    match begins {
        true => SAVING.fetch_add(1, Ordering::AcqRel),
        false => SAVING.fetch_sub(1, Ordering::AcqRel),
    };
}

/// What an interrupted command says from now on.
pub(crate) fn farewell(say: impl Fn() -> Parting + Send + 'static) {
    *locked(&FAREWELL) = Some(Box::new(say));
}

/// What the command says that is interrupted now.
pub(crate) fn parting() -> Parting {
    locked(&FAREWELL).as_ref().map_or_else(|| Parting::word(""), |say| say())
}

/// This folder goes when the program is ended.
pub(crate) fn remove_at_the_end(folder: &Path) {
    locked(&SCRATCH).push(folder.to_owned());
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
