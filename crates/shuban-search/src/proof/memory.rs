//! Memory of a table, all 0 at first, taken from the system as it is used.

use memmap2::MmapMut;
use zerocopy::FromBytes;

use super::sync::AtomicU64;

pub(crate) struct Memory {
    map: MmapMut,
}

impl Memory {
    /// Maps `bytes` bytes, if the system has them, in large pages if they are to be filled.
    ///
    /// Entries lie all over a table: in one of gigabytes half of a search is spent on finding pages
    /// of 4 KiB, and on taking them one by one. Large ones must be cleared whole, though only a few
    /// entries are put there.
    pub(crate) fn new(bytes: u64, is_filled: bool) -> Option<Self> {
        let words = usize::try_from(bytes).ok()? / size_of::<AtomicU64>();
        let map = MmapMut::map_anon(words * size_of::<AtomicU64>()).ok()?;
        #[cfg(target_os = "linux")]
        if is_filled {
            // Without large pages it is only slower.
            let _ = map.advise(memmap2::Advice::HugePage);
        }
        Some(Memory { map })
    }

    /// Returns the words.
    pub(crate) fn words(&mut self) -> &[AtomicU64] {
        FromBytes::mut_from_bytes(&mut self.map[..]).expect("pages hold whole, aligned words")
    }
}
