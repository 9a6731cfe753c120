//! Pools of threads, and memory that they share.

use std::ops::{Deref, DerefMut};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use rayon::prelude::*;
use shuban_core::tabulate::{ScratchFile, Workers};
use shuban_core::{Progress, Unanswered};
use shuban_store::FileSystem;

use crate::error::Error;
use crate::kept::scratch_file;

/// Bytes of address space that must be left besides the threads' stacks.
const LEAST_LEFT: usize = 4 << 20;

/// Runs work on a pool of its own of this many threads.
///
/// # Errors
/// [`Error::Threads`] if they cannot be started.
pub fn with_threads<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> Result<T, Error> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(|error| Error::Threads { threads, reason: error.to_string() })?;
    // If too little address space were left after the threads' stacks, the program would end later,
    // without a message. One more stack tests that, and uses no memory.
    let one_more = std::thread::Builder::new().stack_size(LEAST_LEFT).spawn(|| ());
    let has_ended = one_more.map(JoinHandle::join);
    has_ended.map_err(|error| Error::Threads { threads, reason: error.to_string() })?.ok();
    Ok(pool.install(work))
}

/// Waits a little for what other processes do.
///
/// # Errors
/// [`Error::Interrupted`].
pub(crate) fn wait_for_others(progress: &dyn Progress) -> Result<(), Error> {
    progress.phase("waiting for other processes", 0);
    std::thread::sleep(WAIT);
    if progress.interrupted() { Err(Error::Interrupted) } else { Ok(()) }
}

/// Time between two looks at what other processes have done.
const WAIT: Duration = Duration::from_millis(500);

/// The current rayon pool, as the threads that a plan may use. It stops when the work is
/// interrupted.
pub struct PoolWorkers<'a> {
    /// The receiver of progress reports, which may interrupt the work.
    pub progress: &'a dyn Progress,
}

impl Workers for PoolWorkers<'_> {
    fn each(
        &self,
        count: usize,
        work: &(dyn Fn(usize) -> Result<(), Unanswered> + Sync),
    ) -> Result<(), Unanswered> {
        self.progress.phase("planning", count as u64);
        let done = AtomicU64::new(0);
        (0..count).into_par_iter().try_for_each(|number| {
            if self.progress.interrupted() {
                return Err(Error::Interrupted.into());
            }
            work(number)?;
            self.progress.at(done.fetch_add(1, Ordering::Relaxed) + 1, "");
            Ok(())
        })
    }
}

/// The current rayon pool, and the disk of the file that is built.
pub(crate) struct BuildWorkers<'a> {
    pub(crate) progress: &'a dyn Progress,
    pub(crate) files: &'a dyn FileSystem,
    /// The file.
    pub(crate) beside: &'a Path,
}

impl Workers for BuildWorkers<'_> {
    fn each(
        &self,
        count: usize,
        work: &(dyn Fn(usize) -> Result<(), Unanswered> + Sync),
    ) -> Result<(), Unanswered> {
        PoolWorkers { progress: self.progress }.each(count, work)
    }

    fn scratch_file(&self) -> Result<Box<dyn ScratchFile>, Unanswered> {
        let folder = self.beside.parent().unwrap_or(Path::new(""));
        scratch_file(self.files, folder).map_err(Unanswered::because)
    }
}

/// Working memory that threads borrow: at most as many pieces as were ever used at the same time.
pub(crate) struct ScratchPool<T>(Mutex<Vec<T>>);

impl<T> Default for ScratchPool<T> {
    fn default() -> Self {
        ScratchPool(Mutex::default())
    }
}

impl<T> ScratchPool<T> {
    /// Returns an unused piece, else a new one. It is returned to the pool when dropped.
    pub(crate) fn lend(&self, make: impl FnOnce() -> T) -> Lent<'_, T> {
        let free = self.lock().pop();
        Lent { pool: self, scratch: Some(free.unwrap_or_else(make)) }
    }

    /// Locks the list, which has no invariant that a panicking thread could have broken.
    fn lock(&self) -> MutexGuard<'_, Vec<T>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

pub(crate) struct Lent<'p, T> {
    pool: &'p ScratchPool<T>,
    /// `None` only while it is dropped.
    scratch: Option<T>,
}

impl<T> Deref for Lent<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        self.scratch.as_ref().expect("given back only when dropped")
    }
}

impl<T> DerefMut for Lent<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        self.scratch.as_mut().expect("given back only when dropped")
    }
}

impl<T> Drop for Lent<'_, T> {
    fn drop(&mut self) {
        self.pool.lock().extend(self.scratch.take());
    }
}
