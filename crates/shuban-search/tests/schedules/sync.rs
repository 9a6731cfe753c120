//! Threads and atomics of a search, as the checker has them: `src/proof/sync.rs` for the tests.

use std::time::Duration;

use shuttle::sync::mpsc;

// The counters of threads inside nodes guide the search, and affect no answer: watching thousands of
// them takes longer than the search.
pub(super) use std::sync::atomic::AtomicU8;

pub(super) use shuttle::sync::atomic::{AtomicBool, AtomicU64, Ordering};
pub(super) use shuttle::sync::mpsc::RecvTimeoutError;

/// A value that is set once. The checker has none, so that others have their turn at a flag.
pub(crate) struct OnceLock<T> {
    is_set: AtomicBool,
    value: std::sync::OnceLock<T>,
}

impl<T> OnceLock<T> {
    pub(super) fn new() -> Self {
        OnceLock { is_set: AtomicBool::new(false), value: std::sync::OnceLock::new() }
    }

    pub(super) fn get(&self) -> Option<&T> {
        self.is_set.load(Ordering::Relaxed);
        self.value.get()
    }

    pub(super) fn set(&self, value: T) -> Result<(), T> {
        self.is_set.store(true, Ordering::Relaxed);
        self.value.set(value)
    }
}

/// Turns of other threads that a wait takes.
const TURNS: usize = 10;

pub(super) struct Receiver<T>(mpsc::Receiver<T>);

impl<T> Receiver<T> {
    /// Waits for some turns of others: the checker has no clock, and waits to the end.
    pub(super) fn recv_timeout(&self, _: Duration) -> Result<T, RecvTimeoutError> {
        for _ in 0..TURNS {
            match self.0.try_recv() {
                Ok(received) => return Ok(received),
                Err(mpsc::TryRecvError::Disconnected) => {
                    return Err(RecvTimeoutError::Disconnected);
                }
                Err(mpsc::TryRecvError::Empty) => thread::yield_now(),
            }
        }
        Err(RecvTimeoutError::Timeout)
    }
}

pub(super) fn channel<T>() -> (mpsc::Sender<T>, Receiver<T>) {
    let (sender, receiver) = mpsc::channel();
    (sender, Receiver(receiver))
}

pub(super) mod thread {
    use std::io;

    use shuttle::thread::Scope;
    pub(crate) use shuttle::thread::{ScopedJoinHandle, scope, yield_now};

    pub(crate) struct Builder;

    impl Builder {
        pub(crate) fn new() -> Self {
            Builder
        }

        pub(crate) fn stack_size(self, _: usize) -> Self {
            self
        }

        pub(crate) fn spawn_scoped<'scope, T: Send + 'scope>(
            self,
            scope: &'scope Scope<'scope, '_>,
            work: impl FnOnce() -> T + Send + 'scope,
        ) -> io::Result<ScopedJoinHandle<'scope, T>> {
            Ok(scope.spawn(work))
        }
    }
}
