//! Locks and marks of the checker, and a channel that gives others their turn and keeps account of
//! who waited and who was served: `src/sync.rs` for the tests.

use std::cell::RefCell;

pub(crate) use shuttle::sync::atomic::AtomicBool;
pub(crate) use shuttle::sync::{Mutex, MutexGuard};

/// The fate of a request that waited, by the number of its channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Event {
    /// A task joined a queue.
    Waits(usize, shuttle::scheduler::TaskId),
    /// It was sent a place.
    IsServed(usize),
}

thread_local! {
    // All tasks of an execution run on one thread.
    static EVENTS: RefCell<Vec<Event>> = const { RefCell::new(Vec::new()) };
}

/// Returns the events since the last call.
pub(crate) fn events() -> Vec<Event> {
    EVENTS.take()
}

fn tell(event: impl FnOnce(usize) -> Event) -> usize {
    EVENTS.with_borrow_mut(|events| {
        let number = events.len();
        events.push(event(number));
        number
    })
}

pub(crate) mod oneshot {
    pub(crate) use tokio::sync::oneshot::Receiver;

    use super::{Event, tell};

    pub(crate) struct Sender<T> {
        sender: tokio::sync::oneshot::Sender<T>,
        number: usize,
    }

    impl<T> Sender<T> {
        pub(crate) fn send(self, value: T) -> Result<(), T> {
            shuttle::thread::yield_now();
            self.sender.send(value)?;
            tell(|_| Event::IsServed(self.number));
            Ok(())
        }

        pub(crate) fn is_closed(&self) -> bool {
            self.sender.is_closed()
        }
    }

    pub(crate) fn channel<T>() -> (Sender<T>, Receiver<T>) {
        let (sender, receiver) = tokio::sync::oneshot::channel();
        let number = tell(|number| Event::Waits(number, shuttle::current::me()));
        (Sender { sender, number }, receiver)
    }
}
