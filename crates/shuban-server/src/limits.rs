//! Limits of requests.

use std::time::Duration;

/// Limits of requests, and of the time they take.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Bytes of a request's body.
    pub body: usize,
    /// Bytes of a body that arrives beside any number of others.
    pub small_body: usize,
    /// Larger bodies that arrive at a time; more are refused.
    pub large_bodies: usize,
    /// Time for a body to arrive, before the request takes a place among those in progress.
    pub body_time: Duration,
    /// Positions of a batch.
    pub batch: usize,
    /// Pieces of batches that are computed at a time; more wait.
    pub pieces: usize,
    /// Bytes of a position, a move or a name.
    pub text: usize,
    /// Requests in progress at a time; more are refused.
    pub concurrent: usize,
    /// Open connections; more wait.
    pub connections: usize,
    /// Time for the headers of a request to arrive.
    pub header_time: Duration,
    /// Time in which a client reads something of its answer, while there is something to read.
    pub write_time: Duration,
    /// Time for requests in progress to finish when the service ends.
    pub farewell: Duration,
    /// Time for a request.
    pub time: Duration,
    /// Searches at a time; more are refused.
    pub searches: usize,
    /// Other work of many look-ups at a time, such as the choice of a move; more is refused.
    pub heavy: usize,
    /// Time for a search.
    pub search_time: Duration,
    /// Memory of a search, in bytes.
    pub search_memory: u64,
    /// Approximate time of a build that a reader may ask for.
    pub build_time: Duration,
    /// Disk space of such a build, in bytes.
    pub build_disk: u64,
    /// Memory of the index of a proof while it is made, and of those that are kept together, in
    /// bytes.
    pub index_memory: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            body: 4 << 20,
            small_body: 64 << 10,
            large_bodies: 32,
            body_time: Duration::from_secs(20),
            batch: 10_000,
            pieces: 4,
            text: 20_000,
            concurrent: 256,
            connections: 1_024,
            header_time: Duration::from_secs(10),
            write_time: Duration::from_secs(30),
            farewell: Duration::from_secs(1),
            time: Duration::from_secs(30),
            searches: 2,
            heavy: 4,
            search_time: Duration::from_secs(10),
            search_memory: 256 << 20,
            build_time: Duration::from_secs(60),
            build_disk: 256 << 20,
            index_memory: 256 << 20,
        }
    }
}
