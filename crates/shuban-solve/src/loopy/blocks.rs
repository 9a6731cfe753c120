//! Blocks of positions, and which of them have to be backed up again.

use std::ops::Range;

use crate::sync::{AtomicBool, AtomicU64, Ordering, fence};

/// Largest number of blocks of a layer.
const MOST_BLOCKS: u64 = 1 << 11;

/// Smallest number of positions of a block.
const LEAST_BLOCK: u64 = 1 << 7;

/// Bytes of the matrix of which block asks which.
pub(super) const BYTES_OF_BLOCKS: u64 = MOST_BLOCKS * MOST_BLOCKS / 8;

/// The blocks of neighbours that may have to be backed up again.
pub(super) struct Blocks {
    len: u64,
    pub(super) count: u64,
    /// Number of positions of each but the last one.
    size: u64,
    stale: Vec<AtomicBool>,
    /// One bit for each block and each that asks it; found in the first pass.
    asked_by: Vec<AtomicU64>,
}

impl Blocks {
    pub(super) fn new(len: u64) -> Self {
        let size = len.div_ceil(MOST_BLOCKS).max(LEAST_BLOCK);
        let count = len.div_ceil(size);
        let words = (count * count.div_ceil(64)) as usize;
        Blocks {
            len,
            count,
            size,
            stale: (0..count).map(|_| AtomicBool::new(true)).collect(),
            asked_by: (0..words).map(|_| AtomicU64::new(0)).collect(),
        }
    }

    pub(super) fn numbers(&self, block: u64) -> Range<u64> {
        block * self.size..self.len.min((block + 1) * self.size)
    }

    pub(super) fn stale(&self) -> u64 {
        self.stale.iter().filter(|stale| stale.load(Ordering::Relaxed)).count() as u64
    }

    /// Returns true if a block is stale, and marks it fresh. If it was, its thread sees changes of
    /// other blocks from before they marked it: all marks are exchanges, so that it acquires from
    /// each of them, and not only from the last.
    pub(super) fn take(&self, block: u64) -> bool {
        self.stale[block as usize].swap(false, Ordering::Acquire)
    }

    /// Notes that a position of a block asks for one of another block, or of the same.
    pub(super) fn asks(&self, block: u64, asked: u64) {
        let word = asked / self.size * self.count.div_ceil(64) + block / 64;
        let (word, bit) = (&self.asked_by[word as usize], 1 << (block % 64));
        if word.load(Ordering::Relaxed) & bit == 0 {
            word.fetch_or(bit, Ordering::Relaxed);
            fence(Ordering::SeqCst);
        }
    }

    /// Marks the blocks stale that ask a block whose values have changed. With both fences, a block
    /// that asks in the first pass is either seen here, or sees the new values itself.
    pub(super) fn changed(&self, block: u64) {
        fence(Ordering::SeqCst);
        let words = self.count.div_ceil(64);
        for word in 0..words {
            let mut bits = self.asked_by[(block * words + word) as usize].load(Ordering::Relaxed);
            while bits != 0 {
                let asking = word * 64 + u64::from(bits.trailing_zeros());
                self.stale[asking as usize].swap(true, Ordering::AcqRel);
                bits &= bits - 1;
            }
        }
    }
}
