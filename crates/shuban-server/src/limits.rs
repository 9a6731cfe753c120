//! Limits of requests.

use std::time::Duration;

/// Limits of requests, and of the time they take.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Bytes of a request's body.
    pub body: usize,
    /// Bytes of a body that arrives beside any number of others.
    pub small_body: usize,
    /// Larger bodies at a time, until their answers are done with them; more wait.
    pub large_bodies: usize,
    /// Time for a body to arrive, before the request takes a place among those in progress.
    pub body_time: Duration,
    /// Positions of a batch.
    pub batch: usize,
    /// Time of work for a batch.
    pub batch_time: Duration,
    /// Pieces of batches that are computed at a time.
    pub pieces: usize,
    /// Bytes of a position, a move or a name.
    pub text: usize,
    /// Open connections. One more takes the place of one that stands still.
    pub connections: usize,
    /// Open connections of one client.
    pub connections_of_one: usize,
    /// Time for the headers of a request to arrive.
    pub header_time: Duration,
    /// Time for which a client need not take what is sent to it.
    pub write_time: Duration,
    /// Bytes that a client takes for each second more.
    pub write_rate: u64,
    /// Time for requests in progress to finish when the service ends.
    pub farewell: Duration,
    /// Time for a request, with all that it waits for.
    pub time: Duration,
    /// Time of work for a request.
    pub work_time: Duration,
    /// Requests at a time that are looked up in a moment.
    pub lookups: usize,
    /// Searches at a time.
    pub searches: usize,
    /// Other work of many look-ups at a time, such as the choice of a move.
    pub heavy: usize,
    /// Requests of each of these kinds that wait; of more, the last of the client with the most are
    /// refused.
    pub waiting: usize,
    /// Time for a search.
    pub search_time: Duration,
    /// Memory of a search, in bytes.
    pub search_memory: u64,
    /// Time for recomputing a published table.
    pub recompute_time: Duration,
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
            batch_time: Duration::from_secs(30),
            pieces: 2,
            text: 20_000,
            connections: 768,
            connections_of_one: 512,
            header_time: Duration::from_secs(10),
            write_time: Duration::from_secs(30),
            write_rate: 1 << 10,
            farewell: Duration::from_secs(1),
            time: Duration::from_secs(30),
            work_time: Duration::from_secs(15),
            lookups: 3,
            searches: 2,
            heavy: 2,
            waiting: 128,
            search_time: Duration::from_secs(10),
            search_memory: 256 << 20,
            recompute_time: Duration::from_secs(600),
            build_time: Duration::from_secs(60),
            build_disk: 256 << 20,
            index_memory: 256 << 20,
        }
    }
}

/// One of the limits, by the way in which it is written.
enum Limit<'l> {
    /// Places, of which there is at least one.
    Places(&'l mut usize),
    Count(&'l mut usize),
    Number(&'l mut u64),
    Time(&'l mut Duration),
}

impl Limits {
    /// Returns the limits by name, for the command line and the documents.
    fn by_name(&mut self) -> [(&'static str, Limit<'_>); 26] {
        use Limit::{Count, Number, Places, Time};
        [
            ("connections", Places(&mut self.connections)),
            ("connections-of-one", Places(&mut self.connections_of_one)),
            ("header-time", Time(&mut self.header_time)),
            ("body", Count(&mut self.body)),
            ("small-body", Count(&mut self.small_body)),
            ("large-bodies", Places(&mut self.large_bodies)),
            ("body-time", Time(&mut self.body_time)),
            ("write-time", Time(&mut self.write_time)),
            ("write-rate", Number(&mut self.write_rate)),
            ("text", Count(&mut self.text)),
            ("time", Time(&mut self.time)),
            ("work-time", Time(&mut self.work_time)),
            ("lookups", Places(&mut self.lookups)),
            ("heavy", Places(&mut self.heavy)),
            ("searches", Places(&mut self.searches)),
            ("waiting", Count(&mut self.waiting)),
            ("search-time", Time(&mut self.search_time)),
            ("search-memory", Number(&mut self.search_memory)),
            ("batch", Count(&mut self.batch)),
            ("batch-time", Time(&mut self.batch_time)),
            ("pieces", Places(&mut self.pieces)),
            ("recompute-time", Time(&mut self.recompute_time)),
            ("build-time", Time(&mut self.build_time)),
            ("build-disk", Number(&mut self.build_disk)),
            ("index-memory", Number(&mut self.index_memory)),
            ("farewell", Time(&mut self.farewell)),
        ]
    }

    /// Returns the names of all limits, with their values: times in seconds, sizes in bytes.
    pub fn named(mut self) -> Vec<(&'static str, String)> {
        let text = |limit| match limit {
            Limit::Places(count) | Limit::Count(count) => count.to_string(),
            Limit::Number(number) => number.to_string(),
            Limit::Time(time) => time.as_secs_f64().to_string(),
        };
        self.by_name().into_iter().map(|(name, limit)| (name, text(limit))).collect()
    }

    /// Sets a limit by its name.
    ///
    /// # Errors
    /// The reason why there is no such limit or value.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let mut all = self.by_name();
        let Some((_, limit)) = all.iter_mut().find(|(known, _)| *known == name) else {
            let names = all.map(|(name, _)| name).join(", ");
            return Err(format!("`{name}` is no limit: these are {names}"));
        };
        let number = || value.parse::<u64>().ok();
        let count_of =
            |least| number().filter(|new| *new >= least).and_then(|new| usize::try_from(new).ok());
        let time = || Duration::try_from_secs_f64(value.parse().ok()?).ok();
        let set = match limit {
            Limit::Places(count) => count_of(1).map(|new| **count = new),
            Limit::Count(count) => count_of(0).map(|new| **count = new),
            Limit::Number(old) => number().map(|new| **old = new),
            // Longer times overflow when they are added to now.
            Limit::Time(old) => time().filter(|new| *new <= LONGEST).map(|new| **old = new),
        };
        set.ok_or_else(|| format!("`{value}` is no value of {name}"))
    }
}

/// Longest time that can be set: a year.
const LONGEST: Duration = Duration::from_secs(365 * 24 * 60 * 60);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_set_by_name() {
        let mut limits = Limits::default();
        limits.set("connections", "7").unwrap();
        limits.set("write-time", "0.5").unwrap();
        limits.set("build-disk", "12345678901").unwrap();
        assert_eq!((limits.connections, limits.build_disk), (7, 12_345_678_901));
        assert_eq!(limits.write_time, Duration::from_millis(500));
        for (name, value) in [
            ("connection", "1"),
            ("time", "-1"),
            ("time", "1e30"),
            ("text", "1.5"),
            ("text", ""),
            ("lookups", "0"),
        ] {
            assert!(limits.set(name, value).is_err(), "{name}={value}");
        }
    }
}
