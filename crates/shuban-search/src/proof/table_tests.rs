//! The table by itself.

use proptest::prelude::*;
use shuban_core::provable::Key;

use super::memory::Memory;
use super::table::{BUCKET_BYTES, Entry, KNOWN, ProofNumbers, ProofTable};

fn key(number: u64) -> Key {
    Key::of(&number)
}

fn some_entry(number: u64) -> Entry {
    let numbers = ProofNumbers { phi: 1 + number as u32, delta: 7 };
    Entry { numbers, work: number as u32 }
}

proptest! {
    #[test]
    fn what_is_put_is_found_until_it_is_replaced(
        numbers in prop::collection::vec(0..50u64, 1..200),
    ) {
        let mut memory = Memory::new(1 << 20, false).unwrap();
        let table = ProofTable::new(&mut memory);
        for (round, &number) in numbers.iter().enumerate() {
            let entry = some_entry(round as u64);
            table.put(key(number), entry);
            prop_assert_eq!(table.get(key(number)), Some(entry));
        }
        let mut distinct = numbers.clone();
        distinct.sort_unstable();
        distinct.dedup();
        prop_assert_eq!(table.entries(), distinct.len() as u64);
        prop_assert_eq!(table.get(key(99)), None);
    }
}

#[test]
fn a_full_table_keeps_what_took_most_work() {
    let mut memory = Memory::new(BUCKET_BYTES * 16, false).unwrap();
    let table = ProofTable::new(&mut memory);
    assert_eq!(table.capacity(), 128);
    for number in 0..10_000 {
        table.put(key(number), some_entry(number));
        assert_eq!(
            table.get(key(number)),
            Some(some_entry(number)),
            "the last one is always there"
        );
    }
    let mut kept = Vec::new();
    table.each(|found, entry| {
        assert_eq!(table.get(found), Some(entry));
        kept.push(entry.work);
    });
    assert_eq!(kept.len() as u64, table.entries());
    assert!(kept.len() >= 120 && kept.iter().all(|&work| work > 9_500), "{kept:?}");
}

#[test]
fn a_copy_has_all_entries_unless_it_is_stopped() {
    let [mut small, mut large, mut other] =
        [1u64, 4, 4].map(|size| Memory::new(size << 20, false).unwrap());
    let [small, large, other] = [&mut small, &mut large, &mut other].map(ProofTable::new);
    (0..20_000).for_each(|number| small.put(key(number), some_entry(number)));
    assert!(small.copy_to(&large, || false));
    assert_eq!(large.entries(), small.entries());
    small.each(|key, entry| assert_eq!(large.get(key), Some(entry)));
    assert!(!small.copy_to(&other, || true));
    assert!(other.entries() < small.entries());
}

#[test]
fn a_collection_of_any_entries_goes_round_and_keeps_what_is_known() {
    let mut memory = Memory::new(BUCKET_BYTES * 1_000, false).unwrap();
    let table = ProofTable::new(&mut memory);
    let known = Entry { work: KNOWN, ..some_entry(0) };
    table.put(key(0), known);
    (1..20_000).for_each(|number| table.put(key(number), some_entry(number)));
    let before = table.entries();
    table.collect_any(0.3);
    let share = (before - table.entries()) as f64 / before as f64;
    assert!((0.25..0.35).contains(&share), "{share}");
    (0..3).for_each(|_| table.collect_any(0.3));
    assert_eq!((table.collections(), table.entries()), (4, 1), "each place was in a run");
    assert_eq!(table.get(key(0)), Some(known));
}

#[test]
fn a_collection_frees_the_share_asked_for_and_keeps_the_largest() {
    let mut memory = Memory::new(BUCKET_BYTES * 1_000, false).unwrap();
    let table = ProofTable::new(&mut memory);
    let mut number = 0;
    while !table.is_full() {
        table.put(key(number), some_entry(number));
        number += 1;
    }
    let before = table.entries();
    table.collect(1, 0.3);
    assert_eq!(table.collections(), 1);
    assert!(
        table.entries() <= table.capacity() * 7 / 10 && table.entries() * 10 > table.capacity() * 6
    );
    let (mut left, mut least) = (0, u32::MAX);
    table.each(|_, entry| {
        left += 1;
        least = least.min(entry.work);
    });
    assert_eq!(left, table.entries());
    assert!(u64::from(least) > (before - table.entries()) / 2);
    assert_eq!(table.get(key(1)), None);
}

#[test]
fn threads_never_read_what_nobody_wrote() {
    let mut memory = Memory::new(BUCKET_BYTES * 4, false).unwrap();
    let table = ProofTable::new(&mut memory);
    std::thread::scope(|scope| {
        for thread in 0..4u64 {
            let table = &table;
            scope.spawn(move || {
                for round in 0..50_000u64 {
                    let number = (round * 7 + thread) % 64;
                    table.put(key(number), some_entry(number));
                    if let Some(entry) = table.get(key((round + thread) % 64)) {
                        assert_eq!(entry, some_entry((round + thread) % 64));
                    }
                    if round % 10_000 == 0 {
                        table.collect(0, 0.5);
                    }
                }
            });
        }
    });
}
