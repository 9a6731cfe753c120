//! Progress of a check, and requests to stop it.

use crate::error::{Error, Stop};

/// A receiver of progress: a phase, how far it is, and its end. It returns false to stop the check.
pub type Report<'a> = &'a (dyn Fn(&str, u64, u64) -> bool + Sync);

/// Steps between reports.
const BETWEEN_REPORTS: u64 = 64;

/// A phase of so many steps, each of them short.
#[derive(Clone, Copy)]
pub(crate) struct Phase<'a> {
    report: Report<'a>,
    name: &'a str,
    total: u64,
}

impl<'a> Phase<'a> {
    /// Begins a phase.
    pub(crate) fn begin(report: Report<'a>, name: &'a str, total: u64) -> Result<Self, Stop> {
        let phase = Phase { report, name, total };
        phase.tell(0)?;
        Ok(phase)
    }

    /// Reports a number of steps done, now and then; stops the check if it is asked to stop.
    pub(crate) fn at(&self, done: u64) -> Result<(), Stop> {
        match done.is_multiple_of(BETWEEN_REPORTS) || done == self.total {
            true => self.tell(done),
            false => Ok(()),
        }
    }

    fn tell(&self, done: u64) -> Result<(), Stop> {
        match (self.report)(self.name, done, self.total) {
            true => Ok(()),
            false => Err(Error::Interrupted.into()),
        }
    }
}
