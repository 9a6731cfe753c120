//! Pools of threads.

use crate::error::Error;

/// Runs work on a pool of so many threads.
///
/// # Errors
/// [`Error::Threads`] if they could not be started.
pub fn with_threads<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> Result<T, Error> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(|error| Error::Threads { threads, reason: error.to_string() })?;
    Ok(pool.install(work))
}
