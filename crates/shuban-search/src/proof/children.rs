//! Open children of a node, and a cache of those of recent nodes.

use std::sync::Arc;

use shuban_core::provable::Key;

use super::hints::Doubted;
use super::table::ProofNumbers;

/// An open child.
pub(super) struct Child<P> {
    pub(super) position: P,
    pub(super) key: Key,
    /// True if the player to move has the turn again: then the numbers are not exchanged.
    pub(super) is_again: bool,
    pub(super) first: ProofNumbers,
    /// Doubt, if hints say that the node's player to move should look elsewhere.
    pub(super) doubted: Doubted,
}

impl<P> Child<P> {
    /// Returns the proof numbers as the node's player to move sees them: how hard it is to get what
    /// it wants there, or for the other to prevent that. Includes what hints say of the child.
    #[inline]
    pub(super) fn seen(&self, numbers: ProofNumbers) -> ProofNumbers {
        let ProofNumbers { phi, delta } = self.exchanged(numbers);
        ProofNumbers { phi, delta: self.doubted.judged(delta) }
    }

    /// Returns the thresholds of the child's numbers, from those of the numbers that are seen.
    #[inline]
    pub(super) fn thresholds(&self, seen: ProofNumbers) -> ProofNumbers {
        self.exchanged(ProofNumbers { delta: self.doubted.threshold(seen.delta), ..seen })
    }

    #[inline]
    fn exchanged(&self, numbers: ProofNumbers) -> ProofNumbers {
        if self.is_again {
            ProofNumbers { phi: numbers.delta, delta: numbers.phi }
        } else {
            numbers
        }
    }
}

pub(super) type Children<P> = Arc<[Child<P>]>;

/// Result of looking ahead from a node.
pub(super) enum Expanded<P> {
    Settled(bool),
    Open(Children<P>),
}

/// Cache of the open children of recent nodes, by key: a node is visited again and again with
/// growing thresholds, and looking ahead is most of the cost.
pub(super) struct Cache<P> {
    slots: Vec<Option<(Key, Children<P>)>>,
}

impl<P> Cache<P> {
    pub(super) fn new(bytes: u64) -> Self {
        // A node with some 30 open children.
        let slots = bytes / (30 * size_of::<Child<P>>() as u64 + 64);
        Cache { slots: (0..slots).map(|_| None).collect() }
    }

    fn place(&self, key: Key) -> Option<usize> {
        (!self.slots.is_empty()).then(|| key.low as usize % self.slots.len())
    }

    pub(super) fn get(&self, key: Key) -> Option<Children<P>> {
        let (found, children) = self.slots[self.place(key)?].as_ref()?;
        (*found == key).then(|| children.clone())
    }

    pub(super) fn put(&mut self, key: Key, children: &Children<P>) {
        if let Some(place) = self.place(key) {
            self.slots[place] = Some((key, children.clone()));
        }
    }
}
