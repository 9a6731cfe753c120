//! Wires between the threads of one process.

use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

use crate::wire::{Event, Frame, HAS_LEFT, Lost, WITHOUT_A_WORD, Wire};

/// A wire to other threads of the same process.
pub struct Local {
    own: usize,
    /// One for each thread, the own one too.
    to: Vec<Sender<Event>>,
    from: Receiver<Event>,
    is_closed: bool,
}

/// Returns wires that connect as many threads, one for each.
pub fn local(count: usize) -> Vec<Local> {
    let (to, from): (Vec<_>, Vec<_>) = (0..count).map(|_| channel()).unzip();
    let wire = |(own, from)| Local { own, to: to.clone(), from, is_closed: false };
    from.into_iter().enumerate().map(wire).collect()
}

impl Local {
    fn leave(&mut self, why: &str) {
        if !std::mem::replace(&mut self.is_closed, true) {
            for (_, to) in self.to.iter().enumerate().filter(|&(to, _)| to != self.own) {
                // One that left before does not need to know.
                let _ = to.send(Event::Lost(Lost::new(self.own, why)));
            }
        }
    }
}

impl Wire for Local {
    fn own(&self) -> usize {
        self.own
    }

    fn count(&self) -> usize {
        self.to.len()
    }

    fn post(&mut self, to: usize, frame: Vec<u8>) {
        let _ = self.to[to].send(Event::Came(self.own, frame.into()));
    }

    fn poll(&mut self, wait: Duration) -> Result<Option<(usize, Frame)>, Lost> {
        match self.from.recv_timeout(wait) {
            Ok(event) => event.into_polled(),
            // It has a sender itself: it is never disconnected.
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => Ok(None),
        }
    }

    fn close(&mut self, _most: Duration) {
        self.leave(HAS_LEFT);
    }
}

impl Drop for Local {
    fn drop(&mut self) {
        self.leave(WITHOUT_A_WORD);
    }
}
