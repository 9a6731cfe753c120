//! Values of positions in memory, of any type.

use std::any::Any;

/// A list of values, some of which may be unknown, made by the [`Tables`](super::Tables) of a
/// domain.
pub struct ValueList(Box<dyn ErasedValues>);

trait ErasedValues: Send + Sync {
    fn len(&self) -> usize;
    fn is_known(&self, place: usize) -> bool;
    fn put(&mut self, places: &mut dyn Iterator<Item = u64>, found: &mut dyn Any);
    fn any(&self) -> &dyn Any;
    fn any_mut(&mut self) -> &mut dyn Any;
}

/// Lists of one domain have values of one type, and are never mixed between domains.
const OF_DOMAIN: &str = "a list of the domain's own values";

impl<V: Send + Sync + 'static> ErasedValues for Vec<Option<V>> {
    fn len(&self) -> usize {
        self.len()
    }

    fn is_known(&self, place: usize) -> bool {
        self[place].is_some()
    }

    fn put(&mut self, places: &mut dyn Iterator<Item = u64>, found: &mut dyn Any) {
        let found: &mut Self = found.downcast_mut().expect(OF_DOMAIN);
        // In this order no place is taken without a value for it.
        for (value, place) in found.drain(..).zip(places) {
            self[place as usize] = value;
        }
    }

    fn any(&self) -> &dyn Any {
        self
    }

    fn any_mut(&mut self) -> &mut dyn Any {
        self
    }
}

impl ValueList {
    pub(super) fn new<V: Send + Sync + 'static>(values: Vec<Option<V>>) -> Self {
        ValueList(Box::new(values))
    }

    pub(super) fn typed<V: 'static>(&self) -> &Vec<Option<V>> {
        self.0.any().downcast_ref().expect(OF_DOMAIN)
    }

    /// Returns the number of values, known or not.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns true if the value at a place is known.
    ///
    /// # Panics
    /// If `place` is `len()` or more.
    pub fn is_known(&self, place: usize) -> bool {
        self.0.is_known(place)
    }

    /// Replaces the values at the next of these places, as many as there are in `found`.
    ///
    /// # Panics
    /// If there is no such place.
    pub fn put(&mut self, places: &mut dyn Iterator<Item = u64>, mut found: ValueList) {
        self.0.put(places, found.0.any_mut());
    }
}
