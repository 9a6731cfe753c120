//! How much a client may ask for.

use std::time::Duration;

/// How much a client may ask for, and how long that may take.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Bytes of a request's body.
    pub body: usize,
    /// Positions of a batch.
    pub batch: usize,
    /// Bytes of a position, a move or a name.
    pub text: usize,
    /// Requests that are worked on at a time; more are refused.
    pub concurrent: usize,
    /// Open connections; more wait.
    pub connections: usize,
    /// How long the headers of a request may take to arrive.
    pub header_time: Duration,
    /// How long requests that are being worked on have when the service ends.
    pub farewell: Duration,
    /// How long a request may take.
    pub time: Duration,
    /// Searches at a time; more are refused.
    pub searches: usize,
    /// Other work of many look-ups at a time, such as the choice of a move; more is refused.
    pub heavy: usize,
    /// How long a search may take.
    pub search_time: Duration,
    /// How much memory a search may take, in bytes.
    pub search_memory: u64,
    /// How much memory the index of a proof may take, in bytes, while it is made, and those that are
    /// kept together.
    pub index_memory: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            body: 4 << 20,
            batch: 10_000,
            text: 20_000,
            concurrent: 256,
            connections: 1_024,
            header_time: Duration::from_secs(10),
            farewell: Duration::from_secs(1),
            time: Duration::from_secs(30),
            searches: 2,
            heavy: 4,
            search_time: Duration::from_secs(10),
            search_memory: 256 << 20,
            index_memory: 256 << 20,
        }
    }
}
