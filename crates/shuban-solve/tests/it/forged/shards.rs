//! Shards with sound checksums and false content.

use std::sync::Mutex;

use miniatures::pairs::Regions;
use shuban_core::{Progress, Tabulate};
use shuban_solve::{BuildOptions, Shard, Tabulation};
use shuban_store_testing::MemoryDisk;
use shuban_store_testing::{OpenedUp, rewrite};

use super::common::{Small, options, strips};

#[derive(Default)]
struct Notes(Mutex<Vec<String>>);

impl Progress for Notes {
    fn note(&self, text: &str) {
        self.0.lock().unwrap().push(text.to_owned());
    }
}

/// Forges the first of two shards: it is computed again, and the layer is unchanged.
fn is_computed_again<T: Tabulate>(small: &mut Small<T>, why: &str, forge: impl Fn(&mut OpenedUp)) {
    let path = small.path();
    let sound = small.disk.contents(&path).unwrap();
    let disk = MemoryDisk::default();
    for other in small.disk.paths().into_iter().filter(|other| *other != path) {
        disk.put(&other, small.disk.contents(&other).unwrap());
    }
    small.disk = disk;
    let build = |shard, progress: &dyn Progress| {
        let options = BuildOptions { shard, ..options() };
        small.build(&options, progress).unwrap();
    };
    let shards: Vec<Shard> = Shard::all(2).collect();
    shards.iter().for_each(|shard| build(Some(*shard), &Notes::default()));
    rewrite(&small.files(), &path.with_extension("shard-1-of-2"), forge);
    let notes = Notes::default();
    build(None, &notes);
    let notes = notes.0.into_inner().unwrap();
    let again = |note: &&String| note.starts_with("shard 1/2 is computed again");
    let note = notes.iter().find(again).unwrap_or_else(|| panic!("{notes:?}"));
    assert!(note.contains(why), "{note}");
    assert!(small.disk.contents(&path).unwrap() == sound);
}

/// Exchanges the first record of the largest table with others.
fn false_values(opened: &mut OpenedUp) {
    let largest = opened.account.parts.iter().max_by_key(|part| part.positions).unwrap();
    let name = largest.name.clone();
    let rows = opened.rows(&name);
    let other = rows.iter().find(|row| **row != rows[0]).unwrap().clone();
    for row in rows {
        *row = if *row == other { vec![0; other.len()] } else { other.clone() };
    }
}

#[test]
fn a_shard_of_false_values_is_computed_again() {
    let mut regions = Small::built(Regions::new(5), |regions| Box::new(Tabulation(regions)));
    is_computed_again(&mut regions, "follows from its successors", false_values);
    let mut strips = strips();
    is_computed_again(&mut strips, "follows from its successors", false_values);
}

#[test]
fn a_shard_with_other_facts_or_sections_is_computed_again() {
    let mut regions = Small::built(Regions::new(5), |regions| Box::new(Tabulation(regions)));
    let why = "its parts, facts or sections";
    is_computed_again(&mut regions, why, |opened| {
        opened.account.parts[0].facts.insert("first".to_owned(), 1.into());
    });
    is_computed_again(&mut regions, why, |opened| {
        opened.account.facts.insert("colour".to_owned(), 1.into());
    });
    is_computed_again(&mut regions, why, |opened| opened.account.parts.clear());
}
