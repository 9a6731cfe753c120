//! Long work: on a thread of its own, while Python's thread reports progress and passes on requests
//! to stop.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use pyo3::prelude::*;
use pyo3::types::PyDict;
use shuban_catalog::proof::{ProofQuestion, ProofSetting};
use shuban_catalog::{DataShelf, Error, Printable, Solving};
use shuban_core::Progress;
use shuban_core::solver::SearchSetting;
use shuban_solve::{BuildOptions, VerifyOptions, machine};

use crate::catalog::CATALOG;
use crate::errors::raised;
use crate::json;

/// Interval between two checks of signals and progress.
const INTERVAL: Duration = Duration::from_millis(50);

/// Resources of a piece of work, and its progress report.
#[derive(FromPyObject)]
pub(crate) struct Work {
    data: PathBuf,
    threads: Option<usize>,
    memory: Option<u64>,
    /// Function called with a dictionary.
    report: Option<Py<PyAny>>,
}

impl Work {
    /// Creates work without progress reports.
    pub(crate) fn silent() -> Self {
        Work { data: PathBuf::new(), threads: None, memory: None, report: None }
    }

    pub(crate) fn data(&self) -> &Path {
        &self.data
    }

    pub(crate) fn threads(&self) -> usize {
        self.threads.unwrap_or_else(machine::default_threads).max(1)
    }

    pub(crate) fn memory(&self) -> u64 {
        self.memory.unwrap_or_else(machine::default_memory)
    }
}

/// Progress of the work, and its stop flag.
#[derive(Default)]
struct Meter {
    stop: AtomicBool,
    reached: Mutex<Reached>,
}

#[derive(Clone, Default, PartialEq)]
struct Reached {
    layer: String,
    step: usize,
    steps: usize,
    phase: String,
    done: u64,
    total: u64,
    detail: String,
    notes: Vec<String>,
}

impl Meter {
    fn reached(&self) -> MutexGuard<'_, Reached> {
        self.reached.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Progress for Meter {
    fn layer(&self, name: &str, step: usize, steps: usize) {
        let mut reached = self.reached();
        let notes = std::mem::take(&mut reached.notes);
        *reached = Reached { layer: name.to_owned(), step, steps, notes, ..Reached::default() };
    }

    fn phase(&self, what: &str, total: u64) {
        let mut reached = self.reached();
        reached.phase = what.to_owned();
        (reached.done, reached.total) = (0, total);
        reached.detail.clear();
    }

    fn at(&self, done: u64, detail: &str) {
        let mut reached = self.reached();
        reached.done = done;
        reached.detail.replace_range(.., detail);
    }

    fn note(&self, text: &str) {
        self.reached().notes.push(text.to_owned());
    }

    fn interrupted(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// Does work without holding Python's lock. A signal, such as that of Ctrl-C, and an exception of
/// the report stop it; they are raised when it has ended.
pub(crate) fn run<T: Send>(
    py: Python<'_>,
    asked: &Work,
    work: impl FnOnce(&dyn Progress) -> Result<T, Error> + Send,
) -> PyResult<T> {
    let meter = Meter::default();
    let (done, mut ended) = channel();
    let mut stopped: PyResult<()> = Ok(());
    let mut told = Reached::default();
    let result = thread::scope(|scope| {
        let worker = || {
            let result = work(&meter);
            // Only a receiver that is gone could refuse it, and it waits for this.
            let _ = done.send(());
            result
        };
        let worker = scope.spawn(worker);
        loop {
            let ended = &mut ended;
            if py.detach(move || ended.recv_timeout(INTERVAL)) != Err(RecvTimeoutError::Timeout) {
                break;
            }
            if worker.is_finished() {
                break;
            }
            if stopped.is_ok() {
                stopped = py.check_signals().and_then(|()| tell(py, asked, &meter, &mut told));
                meter.stop.store(stopped.is_err(), Ordering::Relaxed);
            }
        }
        py.detach(|| worker.join())
    });
    match (stopped, result) {
        (_, Err(panic)) => std::panic::resume_unwind(panic),
        (Err(stopped), _) => Err(stopped),
        (Ok(()), Ok(result)) => {
            tell(py, asked, &meter, &mut told)?;
            result.map_err(|error| raised(py, error))
        }
    }
}

/// Reports the progress of the work, if it has changed.
fn tell(py: Python<'_>, asked: &Work, meter: &Meter, told: &mut Reached) -> PyResult<()> {
    let (notes, now) = {
        let mut reached = meter.reached();
        (std::mem::take(&mut reached.notes), reached.clone())
    };
    for note in notes {
        let logger = py.import("logging")?.call_method1("getLogger", ("shuban",))?;
        logger.call_method1("warning", ("%s", note))?;
    }
    let Some(report) = asked.report.as_ref().filter(|_| now != *told) else { return Ok(()) };
    let reached = PyDict::new(py);
    reached.set_item("layer", &now.layer)?;
    reached.set_item("step", now.step)?;
    reached.set_item("steps", now.steps)?;
    reached.set_item("phase", &now.phase)?;
    reached.set_item("done", now.done)?;
    reached.set_item("total", now.total)?;
    reached.set_item("detail", &now.detail)?;
    *told = now;
    report.call1(py, (reached,)).map(drop)
}

/// Builds a layer and the layers that it needs.
#[pyfunction]
pub(crate) fn build<'py>(
    py: Python<'py>,
    domain: &str,
    rebuild: bool,
    work: Work,
) -> PyResult<Bound<'py, PyAny>> {
    let layer = CATALOG.layer(domain).map_err(|error| raised(py, error))?;
    let options = BuildOptions {
        threads: work.threads(),
        memory: work.memory(),
        rebuild,
        ..BuildOptions::new(&work.data)
    };
    let report = run(py, &work, |progress| Ok(layer.build(&options, progress)?.json()))?;
    json::object(py, &report)
}

/// Verifies a layer's file; with `all`, also those that it needs.
#[pyfunction]
pub(crate) fn verify<'py>(
    py: Python<'py>,
    domain: &str,
    sample: Option<u64>,
    all: bool,
    work: Work,
) -> PyResult<Bound<'py, PyAny>> {
    let layer = CATALOG.layer(domain).map_err(|error| raised(py, error))?;
    let options = VerifyOptions {
        threads: work.threads(),
        memory: work.memory(),
        sample,
        ..VerifyOptions::new(work.data.clone())
    };
    let verified = run(py, &work, |progress| Ok(layer.verify(&options, all, progress)?.json()))?;
    json::object(py, &verified)
}

/// Solves a position by search.
#[pyfunction]
#[pyo3(signature = (game, text, to_move, limits, question, work))]
pub(crate) fn solve<'py>(
    py: Python<'py>,
    game: &str,
    text: &str,
    to_move: Option<&str>,
    limits: (Option<f64>, Option<u64>),
    question: Option<&str>,
    work: Work,
) -> PyResult<Bound<'py, PyAny>> {
    let (time, nodes) = limits;
    let usage = |message: String| raised(py, Error::Refused { kind: "usage", message });
    let time = time.map(seconds).transpose().map_err(|error| raised(py, error))?;
    let asked = match question {
        Some(name) => {
            let asked = ProofQuestion::ALL.into_iter().find(|question| question.name() == name);
            let names = ProofQuestion::ALL.map(ProofQuestion::name).join(", ");
            Some(
                asked
                    .ok_or_else(|| usage(format!("there is no question `{name}`, only {names}")))?,
            )
        }
        None => None,
    };
    let proof = ProofSetting { asked, ..ProofSetting::default() };
    let solved = run(py, &work, |progress| {
        let shelf = DataShelf::new(&CATALOG, &work.data);
        let setting = SearchSetting {
            shelf: &shelf,
            memory: work.memory(),
            threads: work.threads(),
            nodes,
            time,
            progress,
        };
        let games = CATALOG.games_named(game)?;
        // Without a question a sum is solved by its own solver.
        let proof = asked.is_some().then_some(&proof);
        let mut solving = Solving::begin(&CATALOG, games, proof, setting)?;
        Ok(solving.solve(&solving.question(text, to_move)?)?.json())
    })?;
    json::object(py, &solved)
}

/// Reads a number of seconds.
pub(crate) fn seconds(number: f64) -> Result<Duration, Error> {
    let refused = |message| Error::Refused { kind: "usage", message };
    Duration::try_from_secs_f64(number).map_err(|error| refused(format!("seconds: {error}")))
}
