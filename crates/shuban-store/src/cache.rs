//! A cache of decoded blocks, for probes of neighbouring records.

use std::sync::{Arc, Mutex, PoisonError};

use crate::error::Error;

/// The size of an open database's cache of decoded blocks, in bytes; 8 MiB by default.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CacheSize(pub usize);

impl Default for CacheSize {
    fn default() -> Self {
        CacheSize(8 << 20)
    }
}

/// The blocks that share a lock, least recently used last.
type CacheSet = Mutex<Vec<(BlockKey, Arc<Vec<u8>>)>>;

const WAYS: usize = 8;

/// A block of a file: the place of its run among all runs, and its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BlockKey {
    pub(crate) section: u32,
    pub(crate) run: u32,
    pub(crate) block: u64,
}

/// A set-associative cache: small sets with a lock each, so that threads seldom wait for each
/// other.
pub(crate) struct Cache {
    sets: Box<[CacheSet]>,
    ways: usize,
}

impl Cache {
    pub(crate) fn new(size: CacheSize, block_len: usize) -> Self {
        let blocks = size.0 / block_len.max(1);
        let ways = blocks.min(WAYS);
        let sets = blocks.checked_div(ways).unwrap_or(0);
        Cache { sets: (0..sets).map(|_| CacheSet::default()).collect(), ways }
    }

    /// Returns the decoded block, from the cache or else from `load`, which may run twice
    /// concurrently for the same block: that costs less than making one thread wait for the other.
    pub(crate) fn get_or_load(
        &self,
        key: BlockKey,
        load: impl FnOnce() -> Result<Vec<u8>, Error>,
    ) -> Result<Arc<Vec<u8>>, Error> {
        let Some(set) = self.set(key) else { return load().map(Arc::new) };
        {
            let mut set = set.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(place) = set.iter().position(|(found, _)| *found == key) {
                set[..=place].rotate_right(1);
                return Ok(Arc::clone(&set[0].1));
            }
        }
        let block = Arc::new(load()?);
        let mut set = set.lock().unwrap_or_else(PoisonError::into_inner);
        // Another thread may have loaded it too: kept twice, it would take the place of another block.
        set.retain(|(found, _)| *found != key);
        set.truncate(self.ways - 1);
        set.insert(0, (key, Arc::clone(&block)));
        Ok(block)
    }

    /// Returns true if a block is in the cache, where it stays for a while as one that was used.
    pub(crate) fn has(&self, key: BlockKey) -> bool {
        let Some(set) = self.set(key) else { return false };
        let mut set = set.lock().unwrap_or_else(PoisonError::into_inner);
        let place = set.iter().position(|(found, _)| *found == key);
        place.inspect(|place| set[..=*place].rotate_right(1)).is_some()
    }

    fn set(&self, key: BlockKey) -> Option<&CacheSet> {
        let run = u64::from(key.section) << 33 | u64::from(key.run) << 32;
        // Fibonacci hashing: neighbouring blocks go into different sets.
        let spread = (key.block ^ run).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let place = (u128::from(spread) * self.sets.len() as u128) >> 64;
        self.sets.get(place as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(block: u64) -> BlockKey {
        BlockKey { section: 0, run: 0, block }
    }

    #[test]
    fn a_block_is_loaded_once_while_it_is_kept() {
        let cache = Cache::new(CacheSize(64), 8);
        assert_eq!(*cache.get_or_load(key(1), || Ok(vec![7])).unwrap(), [7]);
        assert_eq!(*cache.get_or_load(key(1), || unreachable!()).unwrap(), [7]);
    }

    #[test]
    fn a_block_that_was_asked_for_stays_longest() {
        let cache = Cache::new(CacheSize(16), 8);
        let load = |block| drop(cache.get_or_load(key(block), || Ok(vec![7])).unwrap());
        load(1);
        load(2);
        assert!(cache.has(key(1)) && cache.has(key(2)) && cache.has(key(1)) && !cache.has(key(3)));
        load(3);
        assert_eq!([1, 2, 3].map(|block| cache.has(key(block))), [true, false, true]);
    }

    #[test]
    fn a_block_that_two_threads_load_at_once_is_kept_once() {
        let cache = Cache::new(CacheSize(64), 8);
        let load = || Ok(cache.get_or_load(key(1), || Ok(vec![7]))?.to_vec());
        assert_eq!(*cache.get_or_load(key(1), load).unwrap(), [7]);
        let kept: usize = cache.sets.iter().map(|set| set.lock().unwrap().len()).sum();
        assert_eq!(kept, 1);
    }

    #[test]
    fn no_more_blocks_are_kept_than_fit() {
        let cache = Cache::new(CacheSize(1000), 8);
        for block in 0..10_000 {
            cache.get_or_load(key(block), || Ok(vec![0; 8])).unwrap();
        }
        let kept: usize = cache.sets.iter().map(|set| set.lock().unwrap().len()).sum();
        assert_eq!(kept, 15 * 8);
    }

    #[test]
    fn a_cache_of_no_bytes_keeps_nothing() {
        let cache = Cache::new(CacheSize(0), 8);
        cache.get_or_load(key(1), || Ok(vec![7])).unwrap();
        assert_eq!(*cache.get_or_load(key(1), || Ok(vec![8])).unwrap(), [8]);
    }

    #[test]
    fn blocks_of_one_number_in_two_runs_are_in_different_sets() {
        let cache = Cache::new(CacheSize(1000), 8);
        let set = |run| std::ptr::from_ref(cache.set(BlockKey { run, ..key(0) }).unwrap());
        assert_ne!(set(0), set(1));
    }
}
