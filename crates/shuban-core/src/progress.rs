//! Who is told how far a piece of work has come.

/// Who is told how far a piece of work has come, and may call it off.
pub trait Progress: Sync {
    /// Work begins on a layer. `step` of `steps` layers.
    fn layer(&self, _name: &str, _step: usize, _steps: usize) {}

    /// A phase of it begins, which ends at `total` units.
    fn phase(&self, _what: &str, _total: u64) {}

    /// The phase has come to `done` units; `detail` says more.
    fn at(&self, _done: u64, _detail: &str) {}

    /// Something that a person should know, such as a checkpoint that could not be used.
    fn note(&self, _text: &str) {}

    /// Whether the work is to stop at the next good moment.
    fn interrupted(&self) -> bool {
        false
    }

    /// Something begins or ends that an interruption must not cut off. Usually a [`Saving`] calls
    /// it.
    fn saving(&self, _begins: bool) {}
}

/// Passes on only whether the work is called off: one piece of many is no phase of its own.
pub struct Interruptible<'p>(pub &'p dyn Progress);

impl Progress for Interruptible<'_> {
    fn interrupted(&self) -> bool {
        self.0.interrupted()
    }
}

/// As long as this lives, an interruption waits: a file is being written that is worth the wait.
/// The work that holds it ends soon, or asks [`Progress::interrupted`] itself.
pub struct Saving<'a>(&'a dyn Progress);

impl<'a> Saving<'a> {
    /// From now on an interruption waits.
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

/// Tells nobody.
pub struct Silent;

impl Progress for Silent {}
