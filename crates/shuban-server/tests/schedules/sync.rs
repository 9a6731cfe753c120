//! Locks of the checker, and a channel that gives others their turn: `src/sync.rs` for the tests.

pub(crate) use shuttle::sync::{Mutex, MutexGuard};

pub(crate) mod oneshot {
    pub(crate) use tokio::sync::oneshot::Receiver;

    pub(crate) struct Sender<T>(tokio::sync::oneshot::Sender<T>);

    impl<T> Sender<T> {
        pub(crate) fn send(self, value: T) -> Result<(), T> {
            shuttle::thread::yield_now();
            self.0.send(value)
        }

        pub(crate) fn is_closed(&self) -> bool {
            self.0.is_closed()
        }
    }

    pub(crate) fn channel<T>() -> (Sender<T>, Receiver<T>) {
        let (sender, receiver) = tokio::sync::oneshot::channel();
        (Sender(sender), receiver)
    }
}
