//! Intervals that are no certificate, in checkpoints and in files.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use serde_json::json;
use shuban_core::{Domain, ONE, Progress, Silent};
use shuban_solve::{BuildOptions, Error};
use shuban_store_testing::MemoryDisk;
use shuban_store_testing::{rewrite, with_directory};

use super::common::{Small, options, races};
use miniatures::cyclic_chance::Races;

/// Collects notes, and interrupts the work after n sweeps.
#[derive(Default)]
struct Listener {
    notes: Mutex<Vec<String>>,
    sweeps: AtomicU64,
    most: Option<u64>,
}

impl Progress for Listener {
    fn at(&self, _: u64, detail: &str) {
        if detail.starts_with("sweep") {
            self.sweeps.fetch_add(1, Ordering::Relaxed);
        }
    }

    fn note(&self, text: &str) {
        self.notes.lock().unwrap_or_else(PoisonError::into_inner).push(text.to_owned());
    }

    fn interrupted(&self) -> bool {
        self.most.is_some_and(|most| self.sweeps.load(Ordering::Relaxed) >= most)
    }
}

/// Returns the files of all layers but the last, and the checkpoint of that after some sweeps.
fn interrupted() -> (Small<Races>, Vec<u8>) {
    let mut small = races();
    let (path, sound) = (small.path(), small.disk.contents(&small.path()).unwrap());
    let disk = MemoryDisk::default();
    for other in small.disk.paths().into_iter().filter(|other| *other != path) {
        disk.put(&other, small.disk.contents(&other).unwrap());
    }
    small.disk = disk;
    let options = BuildOptions { checkpoint_every: Duration::ZERO, ..options() };
    let listener = Listener { most: Some(4), ..Listener::default() };
    let called_off = small.build(&options, &listener);
    assert!(matches!(called_off, Err(Error::Interrupted)), "{called_off:?}");
    (small, sound)
}

#[test]
fn a_checkpoint_goes_on_where_it_was() {
    let (small, sound) = interrupted();
    let listener = Listener::default();
    small.build(&options(), &listener).unwrap();
    let notes = listener.notes.into_inner().unwrap();
    assert!(notes.iter().any(|note| note.contains("going on from the checkpoint")), "{notes:?}");
    assert!(small.disk.contents(&small.path()).unwrap() == sound);
}

#[test]
fn a_checkpoint_of_false_intervals_makes_no_database() {
    type Forged = fn(&mut Vec<Vec<u64>>);
    let forged: [Forged; 3] = [
        // All exact, and one thing.
        |rows| rows.iter_mut().for_each(|row| *row = vec![5, 0]),
        // One alone, somewhat narrower than it may be.
        |rows| rows[7][1] /= 16,
        |rows| rows[30] = vec![ONE as u64, 0],
    ];
    for forge in forged {
        let (small, sound) = interrupted();
        let checkpoint = small.path().with_extension("checkpoint");
        rewrite(&small.files(), &checkpoint, |opened| forge(opened.rows("0")));
        let listener = Listener::default();
        small.build(&options(), &listener).unwrap();
        let notes = listener.notes.into_inner().unwrap();
        let refused = "the checkpoint is not used: `2 v 2`: rank ";
        assert!(notes.iter().any(|note| note.starts_with(refused)), "{notes:?}");
        assert!(small.disk.contents(&small.path()).unwrap() == sound);
    }
}

#[test]
fn a_checkpoint_may_say_any_number_of_sweeps() {
    let (small, _) = interrupted();
    let checkpoint = small.path().with_extension("checkpoint");
    rewrite(&small.files(), &checkpoint, |opened| {
        opened.account.facts.insert("sweeps".to_owned(), json!(u32::MAX));
    });
    let listener = Listener::default();
    small.build(&options(), &listener).unwrap();
    let notes = listener.notes.into_inner().unwrap();
    assert!(notes.iter().any(|note| note.contains("after sweep 4294967295")), "{notes:?}");
    let verdict = small.verify(None);
    assert!(verdict.passed, "{verdict}");
}

#[test]
fn intervals_that_say_nothing_are_seen_in_the_verdict() {
    let races = races();
    let said_nothing = |opened: &mut shuban_store_testing::OpenedUp| {
        let part = opened.account.parts[0].name.clone();
        let lower = u64::from((-ONE) as u32);
        opened.rows(&part).iter_mut().for_each(|row| *row = vec![lower, 2 * ONE as u64]);
        opened.account.parts[0].facts.insert("width_reached".to_owned(), json!(2.0));
    };
    // Wider than was asked for.
    races.refuses_anew("`stalled` is false", false, said_nothing);
    let path = races.path();
    rewrite(&races.files(), &path, |opened| {
        said_nothing(opened);
        opened.account.facts.insert("stalled".to_owned(), json!(true));
    });
    let verdict = races.verify(None);
    assert!(verdict.passed, "{verdict}");
    assert_eq!((verdict.width, verdict.stalled), (Some(2.0), Some(true)));
    let text = verdict.to_string();
    assert!(text.contains("; no interval is wider than 2.0e0, wider than asked for: stalled"));
    // A sample reports its own widths.
    assert!(races.verify(Some(3)).to_string().contains("none of these intervals is wider than"));
}

#[test]
fn a_verdict_states_the_width_of_sound_intervals_and_of_nothing_exact() {
    let verdict = races().verify(None);
    let width = verdict.width.unwrap();
    assert!(width > 0.0 && width <= f64::from(1 << 8) / f64::from(ONE), "{width}");
    assert_eq!(verdict.stalled, Some(false));
    assert!(!verdict.to_string().contains("stalled"));
    let exact = super::common::boards().verify(None);
    assert_eq!((exact.width, exact.stalled), (None, None));
}

#[test]
fn a_needed_layer_without_its_proof_is_no_certificate() {
    let races = races();
    let name = &races.domain.layers()[1].name;
    let need = shuban_store::layer_path(std::path::Path::new("/data"), name).unwrap();
    let sound = races.disk.contents(&need).unwrap();
    races.disk.put(
        &need,
        with_directory(&need, &sound, |directory| {
            directory["facts"]["leaving_proven"] = json!(false);
        }),
    );
    assert!(races.refusal(None).contains("`leaving_proven` is not true"));
    // A build rebuilds it.
    races.build(&BuildOptions { rebuild: true, ..options() }, &Silent).unwrap();
    assert!(races.disk.contents(&need).unwrap() == sound);
}
