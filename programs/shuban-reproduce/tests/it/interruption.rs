//! Interruption of every recomputation, after a moment of work.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use shuban_catalog::Error;
use shuban_core::Progress;
use shuban_reproduce::{Findings, PAPERS, ReproduceOptions};

/// Time that a recomputation works before it is interrupted.
const MOMENT: Duration = Duration::from_millis(50);

/// Most time between two questions whether to go on, and from the last one to the end. A hundred
/// times what it takes where nothing else runs: what never asks takes minutes.
const MOST: Duration = Duration::from_secs(30);

/// Interrupts work after a moment.
struct Interrupting {
    started: Instant,
    /// The time of the last question, and the longest time without one.
    asked: Mutex<(Instant, Duration)>,
}

impl Interrupting {
    fn new() -> Self {
        let started = Instant::now();
        Interrupting { started, asked: Mutex::new((started, Duration::ZERO)) }
    }

    /// Returns the longest time without a question, which now ends.
    fn longest_silence(&self) -> Duration {
        let mut asked = self.asked.lock().unwrap();
        let silence = asked.0.elapsed();
        *asked = (Instant::now(), asked.1.max(silence));
        asked.1
    }
}

impl Progress for Interrupting {
    fn interrupted(&self) -> bool {
        self.longest_silence();
        self.started.elapsed() >= MOMENT
    }
}

#[test]
fn every_recomputation_ends_when_it_is_interrupted() {
    let folder = tempfile::tempdir().unwrap();
    let options = ReproduceOptions {
        full: false,
        folder: folder.path().to_owned(),
        threads: 2,
        memory: 1 << 30,
    };
    for paper in PAPERS {
        let progress = Interrupting::new();
        let ended = paper.run(&options, &Findings::default(), &progress);
        let silence = progress.longest_silence();
        println!("{}: {:?}, silent for {silence:?}", paper.id, progress.started.elapsed());
        match ended {
            Err(Error::Interrupted) => {}
            Err(error) => panic!("{}: {error}", paper.id),
            // It was done before.
            Ok(_) => assert!(paper.seconds < 10, "{} never asked", paper.id),
        }
        assert!(silence < MOST, "{}: {silence:?}", paper.id);
    }
}
