//! The table of a search, in all orders in which its words may become visible to other threads: the
//! file of `src/proof`, compiled with the atomics of a checker.

use loom::model::Builder;
use loom::thread::{self, JoinHandle};
use shuban_core::provable::Key;

use self::memory::Memory;
use self::table::{BUCKET_BYTES, Entry, KNOWN, ProofNumbers, ProofTable};

mod memory;
mod sync {
    pub(super) use loom::sync::atomic::{AtomicBool, AtomicU64, Ordering};
}
#[allow(dead_code, unreachable_pub)]
#[path = "../../src/proof/table.rs"]
mod table;

/// Work of an entry that a collection leaves.
const LARGE: u32 = 1 << 16;

type Table = &'static ProofTable<'static>;

/// A table of one bucket. The words are the checker's, and their memory is small enough to be left.
fn table() -> Table {
    let memory = Box::leak(Box::new(Memory::new(BUCKET_BYTES, false).unwrap()));
    Box::leak(Box::new(ProofTable::new(memory)))
}

/// Runs a model in all orders in which a thread is interrupted at most so often.
fn in_all_orders(interruptions: usize, model: impl Fn() + Sync + Send + 'static) {
    let mut checker = Builder::new();
    checker.preemption_bound = Some(interruptions);
    checker.check(model);
}

fn join<T>(threads: impl IntoIterator<Item = JoinHandle<T>>) {
    for thread in threads {
        thread.join().unwrap();
    }
}

fn key(high: u64, low: u32) -> Key {
    Key { high, low }
}

fn entry(phi: u32, delta: u32, work: u32) -> Entry {
    Entry { numbers: ProofNumbers { phi, delta }, work }
}

/// Two threads write entries at once, and a third looks at them meanwhile and afterwards.
fn are_read_whole_or_not_at_all(writes: [(Key, Entry); 2]) {
    let look = move |table: Table| {
        for (key, _) in writes {
            let is_of_it = |entry| writes.contains(&(key, entry));
            assert!(table.get(key).is_none_or(is_of_it), "{:?} of {key:?}", table.get(key));
        }
        // What is saved under the key of a position is of that position.
        table.each(|key, entry| {
            let is_of_it = writes.contains(&(key, entry));
            assert!(is_of_it || writes.iter().all(|(known, _)| *known != key), "{entry:?}");
        });
    };
    in_all_orders(2, move || {
        let table = table();
        let writing = writes.map(|(key, entry)| thread::spawn(move || table.put(key, entry)));
        look(table);
        join(writing);
        look(table);
    });
}

#[test]
fn entries_of_two_positions_are_read_whole_or_not_at_all() {
    let other = (key(0x1234 << 40, 8), entry(5, 1, 90));
    are_read_whole_or_not_at_all([(key(0xABCD << 40, 7), entry(2, 3, 10)), other]);
    // Keys that differ in one part alone.
    are_read_whole_or_not_at_all([(key(0xABCD << 40, 8), entry(2, 3, 10)), other]);
    are_read_whole_or_not_at_all([(key(0x1234 << 40, 7), entry(2, 3, 10)), other]);
}

#[test]
fn two_entries_of_a_position_are_read_whole_or_not_at_all() {
    let key = key(0xABCD << 40, 7);
    are_read_whole_or_not_at_all([(key, entry(2, 3, 10)), (key, entry(5, 1, 90))]);
    are_read_whole_or_not_at_all([(key, entry(2, 3, 10)), (key, entry(0, u32::MAX, 90))]);
}

/// Fills places of the only bucket, with entries of so much work.
fn fill(table: Table, places: u32, work: u32) {
    for number in 0..places {
        let high = u64::from(number + work) << 40;
        table.put(key(high, 100 + number), entry(1, 1, work));
    }
}

/// Returns the number of places that hold anything.
fn held(table: Table) -> u64 {
    let mut held = 0;
    table.each(|_, _| held += 1);
    held
}

/// Entries are counted right in the end, whatever goes on while one is put.
fn are_counted_beside(other: fn(Table)) {
    // In an empty place, and in that of a small entry.
    for small in 0..2 {
        in_all_orders(2, move || {
            let table = table();
            fill(table, 7, LARGE);
            fill(table, small, 1);
            let putting = thread::spawn(move || table.put(key(0xABCD << 40, 7), entry(2, 3, 10)));
            other(table);
            join([putting]);
            assert_eq!(table.entries(), held(table));
        });
    }
}

#[test]
fn entries_that_are_put_at_once_are_counted() {
    are_counted_beside(|table| table.put(key(0x1234 << 40, 8), entry(5, 1, 1)));
    are_counted_beside(|table| table.put(key(0xABCD << 40, 7), entry(5, 1, 1)));
}

#[test]
fn entries_that_are_put_while_others_are_collected_are_counted() {
    are_counted_beside(|table| table.collect(20, 0.0));
}

#[test]
fn what_is_known_beforehand_stays_while_others_are_put_and_collected() {
    in_all_orders(2, || {
        let table = table();
        let (known, answer) = (key(0xABCD << 40, 7), entry(0, u32::MAX, KNOWN));
        table.put(known, answer);
        fill(table, 6, LARGE);
        fill(table, 1, 1);
        // The position itself, by a thread that has not seen the answer, and another.
        let puts = [(known, entry(2, 3, 10)), (key(0x1234 << 40, 8), entry(5, 1, 90))];
        let putting = thread::spawn(move || puts.map(|(key, entry)| table.put(key, entry)));
        table.collect(1, 1.0);
        assert_eq!(table.get(known), Some(answer));
        join([putting]);
        assert_eq!(table.get(known), Some(answer));
    });
}
