//! What makes no sense on the wire.

/// A message that means nothing where it came.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WireError {
    /// A cell holds neither nothing nor a card.
    #[error("cell [{row}][{column}] holds {value}, which is no card there")]
    Cell {
        /// From 0.
        row: usize,
        /// From 0.
        column: usize,
        /// What stands there.
        value: i32,
    },
    /// More jokers than there are.
    #[error("a second joker at [{row}][{column}]")]
    SecondJoker {
        /// From 0.
        row: usize,
        /// From 0.
        column: usize,
    },
    /// Cards that are neither a single one nor a set nor a run.
    #[error("{cards} are neither a single card nor a set nor a run as they lie there")]
    NoMeld {
        /// The cards, joined by commas.
        cards: String,
    },
    /// A number out of its range.
    #[error("{what} is {value}")]
    Number {
        /// What the number tells.
        what: &'static str,
        /// The number.
        value: i32,
    },
    /// The seats are not the five players.
    #[error("the seats {0:?} are not the five players in some order")]
    Seats([i32; 5]),
    /// Another version of the protocol.
    #[error("version {0} of the protocol instead of 20070")]
    Version(i32),
    /// A table where a number is due, or the other way round, or anything at all after the end.
    #[error("a {found} where {expected} is due")]
    Unexpected {
        /// What came.
        found: &'static str,
        /// What should have come.
        expected: &'static str,
    },
}
