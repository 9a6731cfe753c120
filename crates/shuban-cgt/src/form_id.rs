//! Ids of forms in their store.

/// A canonical form in a [`Forms`](crate::Forms): two games are equal if and only if their ids are.
/// An id means nothing to another store, and its number depends on the order of the work; forms are
/// saved as [text](crate::Forms::text) and sorted by the [structural order](crate::Forms::order).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FormId(pub(crate) u32);

impl FormId {
    /// The game 0 = { | }, which every store has from the beginning.
    pub const ZERO: FormId = FormId(0);

    /// Its place in the store: ids are numbered from 0 without holes.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}
