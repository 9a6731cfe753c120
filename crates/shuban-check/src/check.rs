//! Verdicts on a proof: the counts, or its first error.

/// The counts of an accepted proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Checked {
    /// Positions of the strategy.
    pub nodes: u64,
    /// Replies followed.
    pub replies: u64,
    /// Replies after which the strategy's side wins at once.
    pub closed: u64,
    /// Positions that are left to plain search.
    pub leaves: u64,
    /// The number of times it rests on a reading of the rules.
    pub readings: Readings,
}

/// The number of times that a strategy rests on one of several readings of the rules. Plain search,
/// after leaves, is not counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Readings {
    /// Replies that are illegal since three equal ends lead into a cell, although they have made a
    /// loop or a line by then: cells are filled in the order in which they were forced, those
    /// forced by one tile clockwise from the north.
    pub void: u64,
    /// Replies after which the strategy's side wins at once, but only by turns that make a loop or a
    /// line of both colours.
    pub both: u64,
    /// Positions in which the other side has no legal turn.
    pub stuck: u64,
}

impl Readings {
    pub(crate) fn add(&mut self, other: Readings) {
        self.void += other.void;
        self.both += other.both;
        self.stuck += other.stuck;
    }
}

/// The first position at which a proof fails.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{}: {reason} ({tiles})",
    .node.map_or("the root".to_owned(), |node| format!("position {node}"))
)]
pub struct Refusal {
    /// The number of the position, from 0, in the order in which the walk visits them; `None` for
    /// the root.
    pub node: Option<usize>,
    /// The reason.
    pub reason: &'static str,
    /// The board after the wrong move or reply, or of the position itself: of TRAX as
    /// [`Board::diagram`](crate::Board::diagram) writes its tiles.
    pub tiles: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn readings_of_two_parts_are_added() {
        let mut all = Readings { void: 1, both: 2, stuck: 3 };
        all.add(Readings { void: 10, both: 20, stuck: 30 });
        assert_eq!(all, Readings { void: 11, both: 22, stuck: 33 });
    }
}
