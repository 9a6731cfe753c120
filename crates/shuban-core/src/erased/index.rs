//! Indexes of parts, for positions of any type.

use std::any::Any;

use crate::index::{Index, Section};

/// The index of a part, made by the [`Tables`](super::Tables) of its domain.
pub struct PartIndex {
    len: u64,
    index: Box<dyn ErasedIndex>,
}

trait ErasedIndex: Send + Sync {
    fn sections(&self) -> Vec<Section>;
    fn any(&self) -> &dyn Any;
}

impl<P: 'static> ErasedIndex for Box<dyn Index<Position = P>> {
    fn sections(&self) -> Vec<Section> {
        (**self).sections()
    }

    fn any(&self) -> &dyn Any {
        self
    }
}

impl PartIndex {
    /// Creates an index of positions of one type.
    pub fn new<P: 'static>(index: Box<dyn Index<Position = P>>) -> Self {
        PartIndex { len: index.len(), index: Box::new(index) }
    }

    /// Returns the number of positions.
    pub fn len(&self) -> u64 {
        self.len
    }

    /// Returns true if there are no positions.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns the sections that the file must hold to reopen the index.
    pub fn sections(&self) -> Vec<Section> {
        self.index.sections()
    }

    /// Returns the index of positions of type `P`, or `None` if they have another type.
    #[inline]
    pub fn typed<P: 'static>(&self) -> Option<&dyn Index<Position = P>> {
        Some(self.index.any().downcast_ref::<Box<dyn Index<Position = P>>>()?.as_ref())
    }
}
