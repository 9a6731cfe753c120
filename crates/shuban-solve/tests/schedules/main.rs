//! A file that stays open while threads, whose turns are drawn at random, ask for it and replace it:
//! `src/layer_slot.rs`, compiled with the atomics of a checker.

use std::fs::{self, File};
use std::io::Read;
use std::os::unix::fs::MetadataExt;
use std::path::PathBuf;
use std::sync::Arc;

use shuttle::scheduler::{PctScheduler, RandomScheduler};
use shuttle::thread;
use shuttle::{Config, Runner};
use tempfile::TempDir;

use self::layer_slot::LayerSlot;
use self::sync::{AtomicU64, Ordering};

// Clippy has looked at it where it is at home.
#[allow(dead_code, clippy::all)]
#[path = "../../src/layer_slot.rs"]
mod layer_slot;
mod sync {
    pub(crate) use shuttle::sync::atomic::{AtomicU64, Ordering};
}

/// A file that holds the number of its version, and stays open: so its identity is no other file's.
struct Version(u64, #[allow(dead_code)] File);

/// A folder with one file, and the slot that keeps it open.
struct Shelf {
    folder: TempDir,
    slot: LayerSlot<Version, u64>,
    question: AtomicU64,
    /// Versions that are in place.
    placed: AtomicU64,
}

impl Shelf {
    fn new() -> Arc<Self> {
        let (question, placed) = (AtomicU64::new(0), AtomicU64::new(0));
        let folder = tempfile::tempdir().unwrap();
        let shelf = Shelf { folder, slot: LayerSlot::default(), question, placed };
        shelf.replace(1);
        Arc::new(shelf)
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join("layer")
    }

    fn replace(&self, version: u64) {
        let new = self.folder.path().join("new");
        fs::write(&new, version.to_string()).unwrap();
        fs::rename(new, self.path()).unwrap();
        self.placed.store(version, Ordering::SeqCst);
    }

    /// Opens what has the file's name now, at some moment.
    fn opened(&self) -> Version {
        thread::yield_now();
        let (mut file, mut text) = (File::open(self.path()).unwrap(), String::new());
        file.read_to_string(&mut text).unwrap();
        thread::yield_now();
        Version(text.parse().unwrap(), file)
    }

    fn identity(&self) -> Option<u64> {
        thread::yield_now();
        let identity = fs::metadata(self.path()).ok().map(|metadata| metadata.ino());
        thread::yield_now();
        identity
    }

    /// Asks a question of the file, as `StoredLayers` does.
    fn ask(&self) {
        let least = self.placed.load(Ordering::SeqCst);
        self.question.fetch_add(1, Ordering::Relaxed);
        let question = self.question.load(Ordering::Relaxed);
        let current = self.slot.current(question, || self.identity());
        let open = current.ok().flatten().unwrap_or_else(|| {
            let question = self.question.load(Ordering::Relaxed);
            let identity = self.identity().unwrap();
            self.slot.keep(self.opened(), identity, question)
        });
        let version = open.0;
        assert!(version >= least, "version {version}, and {least} was in place before");
        thread::yield_now();
        // What is in use stays the same, whatever is kept meanwhile.
        assert_eq!(open.0, version);
    }
}

#[test]
fn a_question_is_answered_from_no_file_that_was_replaced_before_it() {
    let model = || {
        let shelf = Shelf::new();
        let asking = [2, 2].map(|questions| {
            let shelf = Arc::clone(&shelf);
            thread::spawn(move || (0..questions).for_each(|_| shelf.ask()))
        });
        for version in 2..4 {
            shelf.replace(version);
            thread::yield_now();
        }
        shelf.ask();
        for thread in asking {
            thread.join().unwrap();
        }
    };
    Runner::new(RandomScheduler::new_from_seed(1, 150), Config::new()).run(model);
    Runner::new(PctScheduler::new_from_seed(1, 3, 150), Config::new()).run(model);
}
