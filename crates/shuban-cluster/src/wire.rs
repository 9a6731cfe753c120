//! The interface between rounds and what carries their frames.

use std::ops::Deref;
use std::time::Duration;

use timely_bytes::arc::Bytes;

/// A process that can no longer be worked with, and the reason.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("process {process} was lost: {why}")]
pub struct Lost {
    /// The number of the process at which the trouble began.
    pub process: usize,
    /// The reason, for people.
    pub why: String,
}

impl Lost {
    pub(crate) fn new(process: usize, why: impl Into<String>) -> Self {
        Lost { process, why: why.into() }
    }
}

/// A wire's word for a process that closed its wire.
pub(crate) const HAS_LEFT: &str = "it has left";
/// A wire's word for a process that broke off.
pub(crate) const WITHOUT_A_WORD: &str = "it ended without a word";

/// The bytes of a frame that came.
pub struct Frame(Held);

enum Held {
    Owned(Vec<u8>),
    /// A part of the buffer into which a socket was read.
    Shared(Bytes),
}

impl Frame {
    pub(crate) fn shared(bytes: Bytes) -> Self {
        Frame(Held::Shared(bytes))
    }
}

impl From<Vec<u8>> for Frame {
    fn from(bytes: Vec<u8>) -> Self {
        Frame(Held::Owned(bytes))
    }
}

impl Deref for Frame {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match &self.0 {
            Held::Owned(bytes) => bytes,
            Held::Shared(bytes) => bytes,
        }
    }
}

/// Moves frames between processes, each pair's in order.
///
/// It takes whatever it is given: that only a few frames are under way is
/// [`Exchange`](crate::Exchange)'s care.
pub trait Wire: Send {
    /// Returns the number of this process.
    fn own(&self) -> usize;

    /// Returns the number of processes.
    fn count(&self) -> usize;

    /// Sends a frame to another process; does not wait. One for a process that is lost is dropped.
    fn post(&mut self, to: usize, frame: Vec<u8>);

    /// Returns the next frame and its sender, if one comes within this time.
    ///
    /// # Errors
    ///
    /// A process was lost, or has left. That is said once, after all frames that it sent.
    fn poll(&mut self, wait: Duration) -> Result<Option<(usize, Frame)>, Lost>;

    /// Ends in good order: what was posted is still delivered, if that takes no longer than `most`.
    /// A wire that is dropped without it breaks off.
    fn close(&mut self, most: Duration);
}

/// News for the one that polls.
pub(crate) enum Event {
    Came(usize, Frame),
    Lost(Lost),
}

impl Event {
    pub(crate) fn into_polled(self) -> Result<Option<(usize, Frame)>, Lost> {
        match self {
            Event::Came(from, frame) => Ok(Some((from, frame))),
            Event::Lost(lost) => Err(lost),
        }
    }
}
