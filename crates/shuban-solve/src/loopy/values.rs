//! The values of a layer in four bytes each.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use shuban_core::{Receding, Record};

/// Values by number, which any thread may change.
pub(super) struct Values(Vec<AtomicU32>);

impl Values {
    /// Creates endless play everywhere.
    pub(super) fn new(len: u64) -> Self {
        Values((0..len).map(|_| AtomicU32::new(0)).collect())
    }

    pub(super) fn len(&self) -> u64 {
        self.0.len() as u64
    }

    #[inline]
    pub(super) fn get(&self, number: u64) -> Receding {
        let packed = self.0[number as usize].load(Relaxed);
        Receding::from_columns(&[u64::from(packed >> 16), u64::from(packed & 0xFFFF)])
    }

    #[inline]
    pub(super) fn set(&self, number: u64, value: Receding) {
        let mut raw = [0; 2];
        value.to_columns(&mut raw);
        self.0[number as usize].store((raw[0] as u32) << 16 | raw[1] as u32, Relaxed);
    }
}
