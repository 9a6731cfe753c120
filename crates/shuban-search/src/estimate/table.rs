//! Transposition table of a search for an estimate.

use std::hash::Hash;

use rustc_hash::FxHashMap;

use super::depth::Depth;
use super::window::Window;

/// Bounds of a position's value at a depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct KnownBounds {
    pub(super) lower: i64,
    pub(super) upper: i64,
}

impl KnownBounds {
    /// Returns the value, or a bound of it, if that answers a window.
    pub(super) fn answer(self, window: Window) -> Option<i64> {
        if self.lower >= window.beta || self.lower == self.upper {
            Some(self.lower)
        } else {
            Some(self.upper).filter(|upper| *upper <= window.alpha)
        }
    }
}

/// Transposition table, keyed by position and depth. A value of another depth is another value, so
/// it is never taken for this one.
pub(super) struct TranspositionTable<P> {
    known: FxHashMap<(P, Depth), KnownBounds>,
    most: usize,
}

impl<P: Eq + Hash> TranspositionTable<P> {
    /// Creates an empty table with a capacity of `most` entries.
    pub(super) fn new(most: usize) -> Self {
        TranspositionTable { known: FxHashMap::default(), most }
    }

    pub(super) fn len(&self) -> usize {
        self.known.len()
    }

    pub(super) fn get(&self, key: &(P, Depth)) -> Option<KnownBounds> {
        self.known.get(key).copied()
    }

    /// Stores bounds. A full table is emptied first: current positions recur sooner than old ones.
    pub(super) fn keep(&mut self, key: (P, Depth), bounds: KnownBounds) {
        if self.known.len() >= self.most {
            self.known.clear();
        }
        self.known.insert(key, bounds);
    }
}
