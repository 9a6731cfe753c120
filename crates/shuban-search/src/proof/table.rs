//! The transposition table: fixed memory, shared by all threads without locks.

use shuban_core::provable::Key;

use super::memory::Memory;
use super::sync::{AtomicBool, AtomicU64, Ordering};

/// Number that means "never": the other side is proven.
pub(crate) const INFINITE: u32 = u32::MAX;

/// Proof numbers of a position as its player to move sees them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProofNumbers {
    /// Difficulty of proving that the player gets what it wants: 0 proven, infinite disproven.
    pub phi: u32,
    /// Difficulty of disproving it.
    pub delta: u32,
}

impl ProofNumbers {
    /// Returns the numbers of a position where the player gets what it wants, or does not.
    pub(crate) const fn settled(is_won: bool) -> Self {
        if is_won {
            ProofNumbers { phi: 0, delta: INFINITE }
        } else {
            ProofNumbers { phi: INFINITE, delta: 0 }
        }
    }

    pub(crate) const fn is_settled(self) -> bool {
        self.phi == 0 || self.delta == 0
    }

    /// Returns true if they can be those of a position: settled, or neither 0 nor infinite. With
    /// others a search may not end.
    pub const fn are_possible(self) -> bool {
        const MOST: u32 = INFINITE - 1;
        matches!((self.phi, self.delta), (0, INFINITE) | (INFINITE, 0) | (1..=MOST, 1..=MOST))
    }
}

/// Work of a position whose answer was known beforehand: the maximum, so that it is never replaced.
pub(crate) const KNOWN: u32 = u32::MAX;

/// Entry of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Estimates of how hard a proof and a disproof are.
    pub numbers: ProofNumbers,
    /// Number of nodes visited at and below it.
    pub work: u32,
}

/// Entries of one bucket, all of which are searched.
const WAYS: usize = 8;
/// Words of an entry: the key's high part, disguised by the others; the numbers; the key's low part
/// and the work.
const WORDS: usize = 3;
/// Size of an entry in bytes.
pub const ENTRY_BYTES: u64 = (WORDS * 8) as u64;
/// Size of a bucket in bytes.
pub(crate) const BUCKET_BYTES: u64 = WAYS as u64 * ENTRY_BYTES;

/// Transposition table: an array of buckets of eight entries of 24 bytes.
///
/// It has no locks: the first word of an entry is the key's high part xor the other two (Hyatt and
/// Mann, "A Lock-less Transposition-Table Implementation for Parallel Search", ICGA Journal 25(1),
/// 2002), so that an entry of which two threads wrote parts at once is not recognized, and lost. So
/// are one in 2^64 others.
///
/// When a bucket is full its smallest entry gives way; when the table is, all small ones do (see
/// `collect`).
pub struct ProofTable<'m> {
    words: &'m [AtomicU64],
    buckets: u64,
    entries: AtomicU64,
    /// Number of entries from which on the smallest are collected.
    full: u64,
    is_collecting: AtomicBool,
    collections: AtomicU64,
}

impl<'m> ProofTable<'m> {
    /// Creates an empty table.
    pub(crate) fn new(memory: &'m mut Memory) -> Self {
        ProofTable::of(memory, 0)
    }

    /// Returns the table that lies in this memory, with its number of entries.
    pub(crate) fn of(memory: &'m mut Memory, entries: u64) -> Self {
        let words = memory.words();
        let buckets = (words.len() / (WAYS * WORDS)) as u64;
        let full = buckets * WAYS as u64 * 7 / 8;
        ProofTable {
            words,
            buckets,
            entries: AtomicU64::new(entries),
            full,
            is_collecting: AtomicBool::new(false),
            collections: AtomicU64::new(0),
        }
    }

    fn bucket(&self, key: Key) -> &[AtomicU64] {
        let number = ((u128::from(key.high) * u128::from(self.buckets)) >> 64) as usize;
        &self.words[number * WAYS * WORDS..][..WAYS * WORDS]
    }

    /// Returns the entry of a position.
    #[inline]
    pub(crate) fn get(&self, key: Key) -> Option<Entry> {
        self.bucket(key).chunks_exact(WORDS).find_map(|slot| read(slot, key))
    }

    /// Stores the entry of a position, in the place of its earlier one, or of the position in the
    /// bucket that took the least work. A settled entry stays so, for a thread that comes late knows
    /// less; it may be lost if two threads write it at once.
    pub fn put(&self, key: Key, entry: Entry) {
        let bucket = self.bucket(key);
        let mut place = 0;
        let mut least = u64::MAX;
        for (number, slot) in bucket.chunks_exact(WORDS).enumerate() {
            let second = slot[1].load(Ordering::Relaxed);
            let third = slot[2].load(Ordering::Relaxed);
            let is_empty = second == 0;
            if third as u32 == key.low
                && slot[0].load(Ordering::Relaxed) ^ second ^ third == key.high
            {
                if self::entry(second, third).numbers.is_settled() && !entry.numbers.is_settled() {
                    return;
                }
                place = number;
                break;
            }
            let rank = if is_empty { 0 } else { (third >> 32) + 1 };
            if rank < least {
                (place, least) = (number, rank);
            }
        }
        let slot = &bucket[place * WORDS..][..WORDS];
        let ProofNumbers { phi, delta } = entry.numbers;
        let second = u64::from(phi) << 32 | u64::from(delta);
        let third = u64::from(entry.work) << 32 | u64::from(key.low);
        if slot[1].swap(second, Ordering::Relaxed) == 0 {
            self.entries.fetch_add(1, Ordering::Relaxed);
        }
        slot[2].store(third, Ordering::Relaxed);
        slot[0].store(key.high ^ second ^ third, Ordering::Relaxed);
    }

    /// Returns the number of entries.
    pub fn entries(&self) -> u64 {
        self.entries.load(Ordering::Relaxed)
    }

    /// Returns the capacity in entries.
    pub(crate) fn capacity(&self) -> u64 {
        self.buckets * WAYS as u64
    }

    /// Returns the number of collections of small entries.
    pub(crate) fn collections(&self) -> u64 {
        self.collections.load(Ordering::Relaxed)
    }

    /// Returns true if it is so full that small entries should be collected.
    #[inline]
    pub(crate) fn is_full(&self) -> bool {
        self.entries() >= self.full
    }

    /// Removes small entries (SmallTreeGC: Nagai, "A New Depth-First-Search Algorithm for AND/OR
    /// Trees", 1999), those of the least work first, until the share of free places is at least
    /// `free`; all of at most `from` in any case. Other threads go on meanwhile; entries they store
    /// may be lost, as in any full table.
    pub(crate) fn collect(&self, from: u32, free: f64) {
        if self.is_collecting.swap(true, Ordering::Acquire) {
            return;
        }
        const SIZES: usize = 1 << 16;
        let mut of_size = vec![0u64; SIZES];
        let size = |work: u64| (work as usize).min(SIZES - 1);
        let mut held = 0;
        for slot in self.words.chunks_exact(WORDS) {
            if slot[1].load(Ordering::Relaxed) != 0 {
                of_size[size(slot[2].load(Ordering::Relaxed) >> 32)] += 1;
                held += 1;
            }
        }
        let keep = (self.capacity() as f64 * (1.0 - free)) as u64;
        // The largest class stays in any case: it holds the answers known beforehand.
        let mut limit = (from as usize).min(SIZES - 2);
        let mut left = held - of_size[..=limit].iter().sum::<u64>();
        while left > keep && limit + 2 < SIZES {
            limit += 1;
            left -= of_size[limit];
        }
        let mut removed = 0;
        for slot in self.words.chunks_exact(WORDS) {
            let is_small = size(slot[2].load(Ordering::Relaxed) >> 32) <= limit;
            if is_small && slot[1].swap(0, Ordering::Relaxed) != 0 {
                slot[0].store(0, Ordering::Relaxed);
                slot[2].store(0, Ordering::Relaxed);
                removed += 1;
            }
        }
        self.collected(removed);
    }

    /// Removes the entries of a run of places, the share `free` of all, whatever their work; answers
    /// known beforehand stay. The next collection goes on where this one ends.
    pub(crate) fn collect_any(&self, free: f64) {
        if self.is_collecting.swap(true, Ordering::Acquire) {
            return;
        }
        let places = self.words.len() / WORDS;
        let run = ((places as f64 * free) as usize).clamp(1, places.max(1));
        let first = (self.collections() as usize).wrapping_mul(run);
        let mut removed = 0;
        for place in (first..first.wrapping_add(run)).map(|place| place % places) {
            let slot = &self.words[place * WORDS..][..WORDS];
            let is_known = slot[2].load(Ordering::Relaxed) >> 32 == u64::from(KNOWN);
            if !is_known && slot[1].swap(0, Ordering::Relaxed) != 0 {
                slot[0].store(0, Ordering::Relaxed);
                slot[2].store(0, Ordering::Relaxed);
                removed += 1;
            }
        }
        self.collected(removed);
    }

    fn collected(&self, removed: u64) {
        self.entries.fetch_sub(removed, Ordering::Relaxed);
        self.collections.fetch_add(1, Ordering::Relaxed);
        self.is_collecting.store(false, Ordering::Release);
    }

    /// Visits every entry: to save the table.
    pub fn each(&self, visit: impl FnMut(Key, Entry)) {
        each_of(self.words, visit);
    }

    /// Copies all entries to another table, unless stopped; returns true if all are there.
    pub(crate) fn copy_to(&self, other: &ProofTable<'_>, stop: impl Fn() -> bool) -> bool {
        self.words.chunks(WORDS * SLOTS_A_LOOK).all(|words| {
            each_of(words, |key, entry| other.put(key, entry));
            !stop()
        })
    }
}

/// Places of a table between two looks at the clock: each entry may take a page of the system.
const SLOTS_A_LOOK: usize = 1 << 12;

fn each_of(words: &[AtomicU64], mut visit: impl FnMut(Key, Entry)) {
    for slot in words.chunks_exact(WORDS) {
        let second = slot[1].load(Ordering::Relaxed);
        if second != 0 {
            let third = slot[2].load(Ordering::Relaxed);
            let high = slot[0].load(Ordering::Relaxed) ^ second ^ third;
            let key = Key { high, low: third as u32 };
            visit(key, entry(second, third));
        }
    }
}

#[inline]
fn read(slot: &[AtomicU64], key: Key) -> Option<Entry> {
    let third = slot[2].load(Ordering::Relaxed);
    if third as u32 != key.low {
        return None;
    }
    let second = slot[1].load(Ordering::Relaxed);
    let is_it = slot[0].load(Ordering::Relaxed) ^ second ^ third == key.high && second != 0;
    is_it.then(|| entry(second, third))
}

fn entry(second: u64, third: u64) -> Entry {
    Entry {
        numbers: ProofNumbers { phi: (second >> 32) as u32, delta: second as u32 },
        work: (third >> 32) as u32,
    }
}
