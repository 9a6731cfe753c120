//! The account of a check.

/// Counts of a check that found nothing wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Checked {
    /// Positions of the strategy.
    pub nodes: u64,
    /// Replies followed.
    pub replies: u64,
    /// Replies to positions that are not listed but that plain search decides; of a walk, replies
    /// that are won at once.
    pub closed: u64,
    /// Positions that a walk leaves to plain search.
    pub leaves: u64,
    /// What it rests on; for walks.
    pub readings: Option<Readings>,
}

/// How often a strategy rests on how the rules are read, where they could be read otherwise. What
/// its plain search rests on, after leaves, is not in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Readings {
    /// Replies that are illegal since three equal ends lead into a cell, although they have made a
    /// loop or a line by then: cells are filled in the order in which they were forced, those that
    /// one tile forces from the north on clockwise.
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
