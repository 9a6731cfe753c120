//! Decoded blocks that are kept for the next question.

/// The place of a block in its file: section, run, number.
pub(crate) type BlockKey = (u32, u32, u64);

/// As many decoded blocks as a number of bytes allows. Each has one slot, where the last block of that
/// slot stays: no list is kept of which was used when.
pub(crate) struct KeptBlocks {
    slots: Vec<Option<(BlockKey, Vec<u8>)>>,
}

impl KeptBlocks {
    pub(crate) fn new(bytes: usize, largest_block: usize) -> Self {
        let slots = (bytes / largest_block.max(1)).max(1);
        KeptBlocks { slots: (0..slots).map(|_| None).collect() }
    }

    pub(crate) fn get(&self, key: BlockKey) -> Option<&[u8]> {
        let (kept, block) = self.slots[self.slot(key)].as_ref()?;
        (*kept == key).then_some(block)
    }

    pub(crate) fn keep(&mut self, key: BlockKey, block: Vec<u8>) {
        let slot = self.slot(key);
        self.slots[slot] = Some((key, block));
    }

    /// Returns the slot of a block. Neighbours never share one, and sections are spread.
    fn slot(&self, (section, run, number): BlockKey) -> usize {
        let spread = u64::from(section << 1 | run).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32;
        (number.wrapping_add(spread) % self.slots.len() as u64) as usize
    }
}
