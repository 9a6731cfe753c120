//! A cache of comparisons.

use std::hash::BuildHasher;
use std::sync::atomic::Ordering as Memory;

use rustc_hash::FxBuildHasher;

use crate::form_id::FormId;
use crate::sync::AtomicU64;

/// Bits of the ids that are cached, so that two of them and the result fit into one word.
const ID_BITS: u32 = 31;

/// Results of comparisons, each in one word of a table, in the place that the two ids hash to. A
/// word holds its question too, so that threads can neither tear nor confuse results.
pub(super) struct Comparisons {
    words: Box<[AtomicU64]>,
}

impl Comparisons {
    pub(super) fn new(remembered: usize) -> Self {
        let words = remembered.next_power_of_two();
        Comparisons { words: (0..words).map(|_| AtomicU64::new(0)).collect() }
    }

    /// The question as one word, with the lowest bit free for the answer; `None` for ids that are
    /// too large. No question is 0, the empty word: equal ids are not asked.
    fn question(a: FormId, b: FormId) -> Option<u64> {
        let (a, b) = (a.index() as u64, b.index() as u64);
        ((a | b) >> ID_BITS == 0).then_some((a << ID_BITS | b) << 1)
    }

    fn word(&self, question: u64) -> &AtomicU64 {
        let hash = FxBuildHasher.hash_one(question) as usize;
        &self.words[hash & (self.words.len() - 1)]
    }

    pub(super) fn get(&self, a: FormId, b: FormId) -> Option<bool> {
        let question = Self::question(a, b)?;
        let word = self.word(question).load(Memory::Relaxed);
        (word & !1 == question).then_some(word & 1 == 1)
    }

    pub(super) fn put(&self, a: FormId, b: FormId, is_at_most: bool) {
        if let Some(question) = Self::question(a, b) {
            self.word(question).store(question | u64::from(is_at_most), Memory::Relaxed);
        }
    }
}
