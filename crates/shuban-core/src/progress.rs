//! Progress reports and interruption.

/// A receiver of progress reports, which may interrupt the work.
pub trait Progress: Sync {
    /// Begins layer `step` of `steps`.
    fn layer(&self, _name: &str, _step: usize, _steps: usize) {}

    /// Begins a phase of the layer, which ends at `total` units.
    fn phase(&self, _what: &str, _total: u64) {}

    /// Reports `done` units of the phase, with `detail`.
    fn at(&self, _done: u64, _detail: &str) {}

    /// Reports something that a person should know, such as a checkpoint that could not be used.
    fn note(&self, _text: &str) {}

    /// Returns true if the work is to stop as soon as it can.
    fn interrupted(&self) -> bool {
        false
    }

    /// Begins or ends a section that must not be cut off by an interruption. Usually called by a
    /// [`Saving`].
    fn saving(&self, _begins: bool) {}
}

/// Passes on only interruptions: one piece of many is no phase of its own.
pub struct Interruptible<'p>(pub &'p dyn Progress);

impl Progress for Interruptible<'_> {
    fn interrupted(&self) -> bool {
        self.0.interrupted()
    }
}

/// A guard that delays interruption while a file is being written that is worth the wait. Work that
/// holds it ends soon, or asks [`Progress::interrupted`] itself.
pub struct Saving<'a>(&'a dyn Progress);

impl<'a> Saving<'a> {
    /// Delays interruption from now on.
    pub fn begin(progress: &'a dyn Progress) -> Self {
        progress.saving(true);
        Saving(progress)
    }
}

impl Drop for Saving<'_> {
    fn drop(&mut self) {
        self.0.saving(false);
    }
}

/// A receiver that ignores all reports.
pub struct Silent;

impl Progress for Silent {}
