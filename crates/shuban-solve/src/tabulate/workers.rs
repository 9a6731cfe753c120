//! The threads that a plan may use.

use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;
use shuban_core::{Progress, Unanswered, Workers};

use crate::error::Error;

/// The current rayon pool; stops when the work is called off.
pub struct PoolWorkers<'a> {
    /// Who is told, and may call it off.
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
