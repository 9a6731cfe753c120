//! Results of work on several threads.

use std::sync::{Mutex, PoisonError};

use shuban_core::Unanswered;
use shuban_core::tabulate::Workers;

/// The results of `work` for every number below `count`, in order.
///
/// # Errors
/// [`Unanswered`] if a piece of work failed, or the whole was called off.
pub(crate) fn collected<T: Send>(
    workers: &dyn Workers,
    count: usize,
    work: impl Fn(usize) -> Result<T, Unanswered> + Sync,
) -> Result<Vec<T>, Unanswered> {
    let results: Vec<Mutex<Option<T>>> = (0..count).map(|_| Mutex::default()).collect();
    workers.each(count, &|number| {
        let result = work(number)?;
        *results[number].lock().unwrap_or_else(PoisonError::into_inner) = Some(result);
        Ok(())
    })?;
    let result = |slot: Mutex<Option<T>>| slot.into_inner().unwrap_or_else(PoisonError::into_inner);
    results.into_iter().map(|slot| result(slot).ok_or_else(Unanswered::default)).collect()
}
