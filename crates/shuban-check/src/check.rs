//! Verdicts on a proof: what was followed, or where it fails.

use crate::board::Board;

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

/// The first position at which a proof fails.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{}: {reason} ({tiles})",
    .node.map_or("the root".to_owned(), |node| format!("position {node}"))
)]
pub struct Refusal {
    /// The number of the position, from 0, in the order in which the walk comes to them; `None` for
    /// the root.
    pub node: Option<usize>,
    /// What is wrong there.
    pub reason: &'static str,
    /// The tiles after the wrong move or reply, or of the position itself, as [`Board::diagram`]
    /// writes them.
    pub tiles: String,
}

pub(crate) fn refusal(node: Option<usize>, reason: &'static str, board: &Board) -> Refusal {
    Refusal { node, reason, tiles: board.diagram() }
}
