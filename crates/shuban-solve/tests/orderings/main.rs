//! Endless play, solved by threads whose memory becomes visible in all orders: what they share, compiled
//! with the atomics of a checker.

use std::array;

use loom::model::Builder;
use loom::sync::Arc;
use loom::thread::{self, JoinHandle};

use self::blocks::Blocks;
use self::list::List;
use self::sync::AtomicU32;
use self::sync::Ordering::Relaxed;
use self::undecided::Undecided;

#[allow(dead_code)]
#[path = "../../src/loopy/blocks.rs"]
mod blocks;
#[allow(dead_code)]
#[path = "../../src/loopy/list.rs"]
mod list;
#[allow(dead_code)]
#[path = "../../src/loopy/undecided.rs"]
mod undecided;
mod share {
    /// So few that a list is appended to in several steps.
    pub(super) const CHUNK: usize = 2;
}
mod sync {
    pub(crate) use loom::sync::atomic::{
        AtomicBool, AtomicU16, AtomicU32, AtomicU64, AtomicUsize, Ordering, fence,
    };
}

/// Runs a model in all orders in which a thread is interrupted at most three times.
fn in_all_orders(model: impl Fn() + Sync + Send + 'static) {
    let mut checker = Builder::new();
    checker.preemption_bound = Some(3);
    checker.check(model);
}

fn joined<T, const N: usize>(threads: [JoinHandle<T>; N]) -> [T; N] {
    threads.map(|thread| thread.join().unwrap())
}

/// Some blocks, each with one value; the first block asks all others.
struct Layer<const BLOCKS: usize> {
    blocks: Blocks,
    values: [AtomicU32; BLOCKS],
}

impl<const BLOCKS: usize> Layer<BLOCKS> {
    fn new() -> Arc<Self> {
        let blocks = Blocks::new(BLOCKS as u64 * 128);
        assert_eq!(blocks.count, BLOCKS as u64);
        Arc::new(Layer { blocks, values: array::from_fn(|_| AtomicU32::new(0)) })
    }

    fn ask(&self) {
        (1..BLOCKS as u64).for_each(|block| self.blocks.asks(0, block * 128));
    }

    fn change(&self, block: usize) {
        self.values[block].store(1, Relaxed);
        self.blocks.changed(block as u64);
    }

    /// Returns what the first block sees of all others.
    fn seen(&self) -> u32 {
        self.values[1..].iter().map(|value| value.load(Relaxed)).sum()
    }

    /// Checks, when the threads have ended, that the first block has seen the values or is stale.
    fn check(&self, seen: Option<u32>) {
        assert!(seen == Some(self.seen()) || self.blocks.take(0), "{seen:?}");
    }
}

#[test]
fn a_block_that_asks_for_the_first_time_sees_a_change_or_is_stale() {
    in_all_orders(|| {
        let layer = Layer::<2>::new();
        assert!(layer.blocks.take(0));
        let other = Arc::clone(&layer);
        let changing = thread::spawn(move || other.change(1));
        layer.ask();
        let seen = layer.seen();
        joined([changing]);
        layer.check(Some(seen));
    });
}

#[test]
fn a_block_that_is_taken_sees_what_made_it_stale_or_is_stale_again() {
    in_all_orders(|| {
        let layer = Layer::<3>::new();
        layer.ask();
        let changing = [1, 2].map(|block| {
            let layer = Arc::clone(&layer);
            thread::spawn(move || layer.change(block))
        });
        let seen = layer.blocks.take(0).then(|| layer.seen());
        joined(changing);
        layer.check(seen);
    });
}

#[test]
fn blocks_that_ask_at_once_are_both_marked() {
    in_all_orders(|| {
        let blocks = Arc::new(Blocks::new(3 * 128));
        let asking = [0, 1].map(|block| {
            let blocks = Arc::clone(&blocks);
            assert!(blocks.take(block));
            thread::spawn(move || blocks.asks(block, 2 * 128))
        });
        joined(asking);
        blocks.changed(2);
        assert!([0, 1].map(|block| blocks.take(block)) == [true; 2]);
    });
}

#[test]
fn a_position_is_decided_once() {
    // Plays that gain or lose, noted at once, of positions with one or two of them left.
    for (left, gains) in [(1, [true, true]), (1, [true, false]), (2, [false, false])] {
        in_all_orders(move || {
            let undecided = Arc::new(Undecided::new(1));
            undecided.set(0, left);
            let noting = gains.map(|gains| {
                let undecided = Arc::clone(&undecided);
                thread::spawn(move || undecided.note(0, gains))
            });
            let [first, second] = joined(noting);
            assert!((first != second) && undecided.has_value(0), "{first} {second}");
        });
    }
}

#[test]
fn what_threads_append_at_once_is_in_the_list_once() {
    in_all_orders(|| {
        let list = Arc::new(List::with_room(5));
        let appending = [1..=3, 4..=5].map(|numbers| {
            let list = Arc::clone(&list);
            thread::spawn(move || list.extend(numbers))
        });
        joined(appending);
        let mut numbers: Vec<u32> = list.numbers.iter().map(|one| one.load(Relaxed)).collect();
        numbers.sort_unstable();
        assert_eq!((numbers, list.len()), (vec![1, 2, 3, 4, 5], 5));
    });
}
