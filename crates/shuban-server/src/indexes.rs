//! Indexes of proofs, made on demand.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::pin::pin;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, SystemTime};

use axum::http::StatusCode;
use shuban_catalog::proof::ProofIndex;
use shuban_catalog::{Catalog, Error};
use shuban_core::Progress;
use shuban_core::text::grouped;
use tokio::sync::Notify;
use tokio::time::timeout;

use crate::problem::Problem;

/// Time that a request waits for an index; later requests get its progress.
const PATIENCE: Duration = Duration::from_secs(5);
/// Limit on the indexes that are kept.
const MOST_KEPT: usize = 16;

/// Identity of a file's content: path, length and time of writing.
type Identity = (PathBuf, u64, Option<SystemTime>);

/// Indexes of the proofs read last. One is made at a time, in the background.
#[derive(Default)]
pub(crate) struct Indexes {
    /// Most recently used first.
    kept: Mutex<Vec<(Identity, Arc<Indexing>)>>,
}

/// An index that is finished or in progress.
#[derive(Default)]
pub(crate) struct Indexing {
    made: Mutex<Option<Result<Arc<ProofIndex>, Problem>>>,
    ends: Notify,
    /// Number of positions read so far.
    done: AtomicU64,
    all: AtomicU64,
    is_called_off: AtomicBool,
}

impl Progress for Indexing {
    fn phase(&self, _what: &str, total: u64) {
        self.all.store(total, Ordering::Relaxed);
    }

    fn at(&self, done: u64, _detail: &str) {
        self.done.store(done, Ordering::Relaxed);
    }

    fn interrupted(&self) -> bool {
        self.is_called_off.load(Ordering::Relaxed)
    }
}

impl Indexing {
    fn made(&self) -> MutexGuard<'_, Option<Result<Arc<ProofIndex>, Problem>>> {
        self.made.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for the index for a limited time.
    pub(crate) async fn wait(&self) -> Result<Arc<ProofIndex>, Problem> {
        let mut ends = pin!(self.ends.notified());
        ends.as_mut().enable();
        if self.made().is_none() {
            // If it does not end in time, the answer says how far it is.
            let _ = timeout(PATIENCE, ends).await;
        }
        let made = self.made().clone();
        made.unwrap_or_else(|| {
            let [done, all] =
                [&self.done, &self.all].map(|one| grouped(one.load(Ordering::Relaxed)));
            let detail = format!(
                "the proof is still being read, {done} of {all} positions so far: please try again"
            );
            Err(Problem::new(StatusCode::SERVICE_UNAVAILABLE, "indexing", detail))
        })
    }

    /// Returns the memory that it takes, in bytes.
    fn bytes(&self) -> u64 {
        self.made().as_ref().and_then(|made| made.as_ref().ok()).map_or(0, |index| index.bytes())
    }
}

impl Drop for Indexes {
    /// Interrupts indexes in progress.
    fn drop(&mut self) {
        for (_, one) in self.kept() {
            one.is_called_off.store(true, Ordering::Relaxed);
        }
    }
}

impl Indexes {
    fn kept(&self) -> Vec<(Identity, Arc<Indexing>)> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Returns the index of a proof's file, finished or in progress. It takes at most
    /// `memory` bytes, as do all kept ones together.
    ///
    /// # Errors
    /// [`Problem`] if another one is being made.
    pub(crate) fn get(
        &self,
        catalog: &'static Catalog,
        path: &Path,
        memory: u64,
    ) -> Result<Arc<Indexing>, Problem> {
        let about = path.metadata().ok();
        let written = about.as_ref().and_then(|about| about.modified().ok());
        let identity = (path.to_owned(), about.map_or(0, |about| about.len()), written);
        self.begun(identity, catalog, memory)
    }

    /// Returns the index of a file, finished or in progress.
    fn begun(
        &self,
        identity: Identity,
        catalog: &'static Catalog,
        memory: u64,
    ) -> Result<Arc<Indexing>, Problem> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        // A file that was refused may have been repaired.
        kept.retain(|(_, one)| one.made().as_ref().is_none_or(Result::is_ok));
        let mut left = memory;
        kept.retain(|(_, one)| {
            let rest = left.checked_sub(one.bytes());
            left = rest.unwrap_or(0);
            rest.is_some()
        });
        if let Some(at) = kept.iter().position(|(known, _)| *known == identity) {
            kept[..=at].rotate_right(1);
            return Ok(Arc::clone(&kept[0].1));
        }
        if kept.iter().any(|(_, one)| one.made().is_none()) {
            return Err(Problem::busy());
        }
        let indexing = Arc::new(Indexing::default());
        let (begun, path) = (Arc::clone(&indexing), identity.0.clone());
        let index = move || {
            let read = || catalog.open_proof(&path, memory)?.index(&*begun);
            let made = match catch_unwind(AssertUnwindSafe(read)) {
                Ok(made) => made.map(Arc::new).map_err(|error| unread(&path, &error)),
                Err(_) => Err(Problem::failed("reading this proof has a fault")),
            };
            *begun.made() = Some(made);
            begun.ends.notify_waiters();
        };
        let begun = thread::Builder::new().name("index".to_owned()).spawn(index);
        begun.map_err(|error| Problem::failed(error.to_string()))?;
        kept.insert(0, (identity, Arc::clone(&indexing)));
        kept.truncate(MOST_KEPT);
        Ok(indexing)
    }
}

/// Returns the problem of a proof that cannot be read, which is not the client's fault.
pub(crate) fn unread(path: &Path, error: &Error) -> Problem {
    // The path of the folder is private.
    let folder = path.parent().unwrap_or(path);
    let detail = error.to_string().replace(&format!("{}/", folder.display()), "");
    if error.is_out_of_memory() {
        return Problem::new(StatusCode::INSUFFICIENT_STORAGE, "memory", detail);
    }
    let kind = if error.is_outdated() { "outdated" } else { "damaged" };
    Problem::new(StatusCode::INTERNAL_SERVER_ERROR, kind, detail)
}
