//! Which games are at least as good as which.

use std::hash::BuildHasher;
use std::sync::atomic::{AtomicU64, Ordering as Memory};

use rustc_hash::FxBuildHasher;

use crate::forms::{FormId, Forms};

/// Ids that are remembered fit into so many bits, so that two of them and the result fit into one word.
const ID_BITS: u32 = 31;

/// Results of comparisons, each in one word of a table, in the place that the two ids hash to. A word says
/// by itself what it is about, so that threads can neither tear nor confuse results.
pub(super) struct Comparisons {
    words: Box<[AtomicU64]>,
}

impl Comparisons {
    pub(super) fn new(remembered: usize) -> Self {
        let words = remembered.next_power_of_two();
        Comparisons { words: (0..words).map(|_| AtomicU64::new(0)).collect() }
    }

    /// The question as one word, with the lowest bit free for the answer; `None` for ids that have no room.
    /// No question is 0, the empty word: what is equal is not asked.
    fn question(a: FormId, b: FormId) -> Option<u64> {
        let (a, b) = (a.index() as u64, b.index() as u64);
        ((a | b) >> ID_BITS == 0).then_some((a << ID_BITS | b) << 1)
    }

    fn word(&self, question: u64) -> &AtomicU64 {
        let hash = FxBuildHasher.hash_one(question) as usize;
        &self.words[hash & (self.words.len() - 1)]
    }

    fn get(&self, a: FormId, b: FormId) -> Option<bool> {
        let question = Self::question(a, b)?;
        let word = self.word(question).load(Memory::Relaxed);
        (word & !1 == question).then_some(word & 1 == 1)
    }

    fn put(&self, a: FormId, b: FormId, is_at_most: bool) {
        if let Some(question) = Self::question(a, b) {
            self.word(question).store(question | u64::from(is_at_most), Memory::Relaxed);
        }
    }
}

impl Forms {
    /// Whether a ≤ b: Left is at least as happy with b, in whatever company.
    ///
    /// By definition, a ≤ b unless b ≤ some Left option of a, or some Right option of b is ≤ a. Most
    /// questions are answered by less: a ≤ b implies that the stops of a are at most those of b, and
    /// a < b follows if the left stop of a is less than the right stop of b.
    pub fn is_at_most(&self, a: FormId, b: FormId) -> bool {
        if a == b {
            return true;
        }
        if self.left_stop(a) < self.right_stop(b) {
            return true;
        }
        if self.left_stop(b) < self.left_stop(a) || self.right_stop(b) < self.right_stop(a) {
            return false;
        }
        if a == FormId::ZERO {
            return self.outcome(b).is_at_least_zero();
        }
        if b == FormId::ZERO {
            return self.outcome(a).is_at_most_zero();
        }
        if let (Some(a), Some(b)) = (self.as_number_up_star(a), self.as_number_up_star(b)) {
            return (b - a).outcome().is_at_least_zero();
        }
        if let Some(known) = self.comparisons.get(a, b) {
            return known;
        }
        let is_at_most = !self.left(a).iter().any(|&option| self.is_at_most(b, option))
            && !self.right(b).iter().any(|&option| self.is_at_most(option, a));
        self.comparisons.put(a, b, is_at_most);
        is_at_most
    }
}
