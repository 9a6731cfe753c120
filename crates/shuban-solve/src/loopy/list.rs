//! Lists that many threads append to.

use rayon::prelude::*;

use super::share::CHUNK;
use crate::sync::Ordering::Relaxed;
use crate::sync::{AtomicU32, AtomicUsize};

/// Numbers of positions that all threads append to, in preallocated memory.
pub(super) struct List {
    pub(super) numbers: Vec<AtomicU32>,
    len: AtomicUsize,
}

impl List {
    pub(super) fn with_room(len: usize) -> Self {
        let numbers = (0..len).map(|_| AtomicU32::new(0)).collect();
        List { numbers, len: AtomicUsize::new(0) }
    }

    pub(super) fn len(&self) -> usize {
        self.len.load(Relaxed)
    }

    /// Appends numbers, a chunk at a time.
    pub(super) fn extend(&self, mut numbers: impl Iterator<Item = u32>) {
        let (mut chunk, mut count) = ([0; CHUNK], CHUNK);
        while count == CHUNK {
            count = (chunk.iter_mut().zip(&mut numbers)).map(|(to, number)| *to = number).count();
            let room = &self.numbers[self.len.fetch_add(count, Relaxed)..];
            room.iter().zip(&chunk[..count]).for_each(|(to, number)| to.store(*number, Relaxed));
        }
    }

    /// Returns the new numbers, sorted, and begins anew behind them.
    pub(super) fn take_sorted<K: Ord>(&mut self, key: impl Fn(u32) -> K + Sync) -> &[AtomicU32] {
        let numbers = &mut self.numbers[..self.len.swap(0, Relaxed)];
        numbers.par_sort_unstable_by_key(|number| key(number.load(Relaxed)));
        numbers
    }
}
