//! Bijections between a range of integers and positions.

/// A bijection between `0..len()` and the positions of one part of a layer.
///
/// Closed-form where one exists; else enumerated once, when the database is built, and stored in
/// the file as [`Section`]s: opening a database never enumerates.
pub trait Index: Send + Sync {
    /// The positions.
    type Position;

    /// Returns the number of positions.
    fn len(&self) -> u64;

    /// Returns true if there are no positions.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the number of a position, or `None` if it is not among them. Whatever `position` is,
    /// this must not panic.
    ///
    /// It ranks positions that are not canonical, too: those that [`unrank`](Index::unrank) never
    /// gives, but that stand for one that it gives, such as the same position with the other seat
    /// to move. Every position that [`Domain::locate`](crate::Domain::locate) places in the part
    /// and that play can reach has a rank.
    fn rank(&self, position: &Self::Position) -> Option<u64>;

    /// Returns the position of a number, or `None` from `len()` on. `rank(unrank(r)) == r`.
    fn unrank(&self, rank: u64) -> Option<Self::Position>;

    /// Returns the sections that the file must hold to reopen the index; none for a closed form.
    fn sections(&self) -> Vec<Section> {
        Vec::new()
    }
}

/// A shared index is an index.
impl<I: Index + ?Sized> Index for std::sync::Arc<I> {
    type Position = I::Position;

    fn len(&self) -> u64 {
        (**self).len()
    }

    fn rank(&self, position: &Self::Position) -> Option<u64> {
        (**self).rank(position)
    }

    fn unrank(&self, rank: u64) -> Option<Self::Position> {
        (**self).unrank(rank)
    }

    fn sections(&self) -> Vec<Section> {
        (**self).sections()
    }
}

/// A named list of byte strings: what an enumerated index stores, or a dictionary.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    /// Its name, unique among the sections of one part.
    pub name: String,
    /// The entries in order.
    pub entries: Vec<Vec<u8>>,
}

/// Error of opening a stored index.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IndexError {
    /// The file has no such section.
    #[error("the index needs section `{0}`, which the file does not have")]
    Missing(String),
    /// The section does not describe an index.
    #[error("section `{section}` does not hold this index: {reason}")]
    Malformed {
        /// The section's name.
        section: String,
        /// The reason: expected and found.
        reason: String,
    },
}
