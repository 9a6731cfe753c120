//! Memory of a table, as words that a checker watches: `src/proof/memory.rs` for the tests.

use super::sync::AtomicU64;

pub(crate) struct Memory(Box<[AtomicU64]>);

impl Memory {
    pub(crate) fn new(bytes: u64, _is_filled: bool) -> Option<Self> {
        Some(Memory((0..bytes / 8).map(|_| AtomicU64::new(0)).collect()))
    }

    pub(crate) fn words(&mut self) -> &[AtomicU64] {
        &self.0
    }
}
