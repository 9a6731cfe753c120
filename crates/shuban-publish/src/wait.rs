//! Waiting for a future on the thread that needs it.

use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll, Wake, Waker};
use std::thread::{self, Thread};

/// A thread that sleeps until it is woken.
struct Sleeper(Thread);

impl Wake for Sleeper {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}

/// Waits for a future, wherever the thread is: also within another executor.
pub(crate) fn wait<T>(future: impl Future<Output = T>) -> T {
    let waker = Waker::from(Arc::new(Sleeper(thread::current())));
    let (mut context, mut future) = (Context::from_waker(&waker), pin!(future));
    loop {
        match future.as_mut().poll(&mut context) {
            Poll::Ready(found) => return found,
            Poll::Pending => thread::park(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::future::poll_fn;

    use super::*;

    #[test]
    fn what_another_thread_brings_is_waited_for() {
        let (mut polls, mut woken) = (0, None);
        let found = wait(poll_fn(|context| {
            polls += 1;
            if polls == 1 {
                let waker = context.waker().clone();
                woken = Some(thread::spawn(|| waker.wake()));
                return Poll::Pending;
            }
            Poll::Ready(wait(async { 7 }))
        }));
        assert_eq!((found, polls), (7, 2));
        woken.unwrap().join().unwrap();
    }
}
