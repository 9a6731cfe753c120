//! Interned values.

use std::collections::{BTreeMap, BTreeSet};

/// Values with an id each, from 0, in the order in which layers brought them: first all of the
/// first layer in the order of `V`, then the new ones of the second, and so on. Neither threads nor
/// shards can change an id, and a later layer keeps the ids of earlier ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dictionary<V> {
    values: Vec<V>,
    ids: BTreeMap<V, u32>,
}

impl<V> Default for Dictionary<V> {
    fn default() -> Self {
        Dictionary { values: Vec::new(), ids: BTreeMap::new() }
    }
}

impl<V: Clone + Ord> Dictionary<V> {
    /// Returns the number of values.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Returns true if there are no values.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// Returns the value of an id.
    pub fn value(&self, id: u32) -> Option<&V> {
        self.values.get(id as usize)
    }

    /// Returns the id of a value.
    pub fn id(&self, value: &V) -> Option<u32> {
        self.ids.get(value).copied()
    }

    /// Returns all values, in the order of their ids.
    pub fn values(&self) -> &[V] {
        &self.values
    }

    /// Appends a value with the next id; returns `false`, unchanged, if it is there already.
    ///
    /// # Panics
    /// If there are 2³² values already, which no memory holds.
    pub fn push(&mut self, value: V) -> bool {
        if self.ids.contains_key(&value) {
            return false;
        }
        let id = u32::try_from(self.values.len()).expect("fewer than 2^32 interned values");
        self.ids.insert(value.clone(), id);
        self.values.push(value);
        true
    }

    /// Returns this dictionary with the new ones of the values of `new` appended, in order.
    #[must_use]
    pub fn extended(&self, new: &BTreeSet<V>) -> Self {
        let mut all = self.clone();
        for value in new {
            all.push(value.clone());
        }
        all
    }
}
