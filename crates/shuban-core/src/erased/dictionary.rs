//! Dictionaries of interned values of any type.

use std::any::Any;

use crate::dictionary::Dictionary;

/// The [`Dictionary`] of a layer, made by the [`Tables`](super::Tables) of its domain. Empty where
/// values are not interned.
pub struct LayerDictionary(Box<dyn ErasedDictionary>);

trait ErasedDictionary: Send + Sync {
    fn len(&self) -> usize;
    fn any(&self) -> &dyn Any;
    fn any_mut(&mut self) -> &mut dyn Any;
}

impl<V: Clone + Ord + Send + Sync + 'static> ErasedDictionary for Dictionary<V> {
    fn len(&self) -> usize {
        Dictionary::len(self)
    }

    fn any(&self) -> &dyn Any {
        self
    }

    fn any_mut(&mut self) -> &mut dyn Any {
        self
    }
}

/// Dictionaries of one domain have values of one type, and are never mixed between domains.
const OF_DOMAIN: &str = "a dictionary of the domain's own values";

impl LayerDictionary {
    pub(super) fn new<V: Clone + Ord + Send + Sync + 'static>(dictionary: Dictionary<V>) -> Self {
        LayerDictionary(Box::new(dictionary))
    }

    /// Returns the number of values.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns the dictionary of values of type `V`.
    ///
    /// # Panics
    /// If its values have another type, which is a programming error.
    #[inline]
    pub fn typed<V: 'static>(&self) -> &Dictionary<V> {
        self.0.any().downcast_ref().expect(OF_DOMAIN)
    }

    pub(super) fn typed_mut<V: 'static>(&mut self) -> &mut Dictionary<V> {
        self.0.any_mut().downcast_mut().expect(OF_DOMAIN)
    }
}
