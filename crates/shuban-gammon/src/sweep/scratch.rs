//! The working memory of a thread.

use super::steps::{Found, Hit};

/// Working memory of one thread.
#[derive(Default)]
pub struct ContactScratch {
    /// By row, table and lane: the tables of one group of lanes.
    pub(super) tables: Vec<i32>,
    /// By group, row and lane: the values after no play.
    pub(super) none: Vec<i32>,
    /// The best after two dice, by both, and after four, of one row.
    pub(super) more: Vec<i32>,
    /// The hits of a batch of rows of one lane, and those of the batch after it.
    pub(super) hits: [HitsOfRows; 2],
}

/// The hits of a batch of rows.
#[derive(Default)]
pub(super) struct HitsOfRows {
    pub(super) all: Vec<HitOfRow>,
    /// Index of the best plays of the row whose hits are found.
    pub(super) first: usize,
}

/// A step onto the opponent.
pub(super) struct HitOfRow {
    /// Index of its values in the output of the stage before.
    pub(super) start: usize,
    /// The die, from 0.
    pub(super) die: u32,
    /// Index of the best plays that it may raise.
    pub(super) best: u32,
}

impl Found for HitsOfRows {
    #[inline(always)]
    fn push(&mut self, hit: Hit) {
        let Hit { start, die, .. } = hit;
        self.all.push(HitOfRow { start, die, best: self.first as u32 + die });
    }
}

/// `len` numbers of a buffer, beginning where a cache line begins.
pub(super) fn aligned(buffer: &mut Vec<i32>, len: usize) -> &mut [i32] {
    const LINE: usize = 64;
    if buffer.len() < len + LINE / size_of::<i32>() {
        buffer.resize(len + LINE / size_of::<i32>(), 0);
    }
    let start = buffer.as_ptr().align_offset(LINE);
    &mut buffer[start..start + len]
}
