//! Locks and atomics of the checker, which has no value that is set once: `src/sync.rs` for the tests.

pub(crate) use shuttle::sync::atomic::AtomicU64;
pub(crate) use shuttle::sync::{Mutex, MutexGuard, RwLock};

/// A value that is set once, as the standard library has it: while one thread computes it, the others
/// that need it, or set it, wait.
pub(crate) struct OnceLock<T> {
    computing: Mutex<()>,
    value: std::sync::OnceLock<T>,
}

impl<T> OnceLock<T> {
    pub(crate) fn new() -> Self {
        OnceLock { computing: Mutex::new(()), value: std::sync::OnceLock::new() }
    }

    pub(crate) fn get(&self) -> Option<&T> {
        shuttle::thread::yield_now();
        self.value.get()
    }

    pub(crate) fn set(&self, value: T) -> Result<(), T> {
        let _computing = self.computing.lock().unwrap();
        self.value.set(value)
    }

    pub(crate) fn get_or_init(&self, compute: impl FnOnce() -> T) -> &T {
        if let Some(value) = self.get() {
            return value;
        }
        let _computing = self.computing.lock().unwrap();
        self.value.get_or_init(compute)
    }
}
