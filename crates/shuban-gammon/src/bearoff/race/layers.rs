//! Division of positions into layers, and their numbering.

use shuban_core::checkers::Checkers;
use shuban_core::{Index, LayerId, PartId};

use crate::bearoff::rank::GnubgRank;
use crate::position::Position;

/// The positions in which the side of more checkers has a given number. In part 0 this is the side
/// about to roll, which has as many as the other or more; part 1 has the rest.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rows {
    /// The sides.
    pub(crate) rank: GnubgRank,
    /// Rank of the first side that has the most checkers; 0 for the first layer, which has the side
    /// without checkers too.
    pub(crate) new_from: u64,
}

impl Rows {
    /// Creates the rows of a layer on `points` points: the first layer has up to one checker.
    pub(crate) fn new(points: usize, layer: LayerId) -> Self {
        let rank = GnubgRank { points, checkers: layer.0 + 1 };
        let new_from = match layer.0 {
            0 => 0,
            fewer => GnubgRank { points, checkers: fewer }.len(),
        };
        Rows { rank, new_from }
    }

    /// Number of parts: one for the first layer, where neither side can have fewer checkers.
    pub(crate) fn parts(&self) -> usize {
        if self.new_from == 0 { 1 } else { 2 }
    }

    /// Number of positions of a part for each side about to roll.
    pub(crate) fn width(&self, part: usize) -> u64 {
        if part == 0 { self.rank.len() } else { self.rank.len() - self.new_from }
    }

    /// The positions of a part.
    pub(crate) fn positions(&self, part: usize) -> u64 {
        let rolling = if part == 0 { self.rank.len() - self.new_from } else { self.new_from };
        rolling * self.width(part)
    }

    /// The ranks of the sides of a position: that about to roll, and the other.
    pub(crate) fn sides(&self, part: usize, rank: u64) -> (u64, u64) {
        let (rolling, waiting) = (rank / self.width(part), rank % self.width(part));
        let new = self.new_from;
        if part == 0 { (rolling + new, waiting) } else { (rolling, waiting + new) }
    }

    /// The layer and the part of a position; `None` if a side is not on these points.
    pub(crate) fn place(points: usize, position: &Position) -> Option<PartId> {
        let [rolling, waiting] = [position.mover, position.opponent].map(Checkers::count);
        let most = rolling.max(waiting).max(1);
        let rank = GnubgRank { points, checkers: most };
        let is_held = rank.holds(position.mover) && rank.holds(position.opponent);
        let part = usize::from(rolling < most && most > 1);
        is_held.then_some(PartId { layer: LayerId(most - 1), part })
    }
}

/// The positions of a part, by the rank of the side about to roll and then that of the other.
pub(crate) struct PartIndex {
    pub(crate) rows: Rows,
    pub(crate) part: usize,
}

impl Index for PartIndex {
    type Position = Position;

    fn len(&self) -> u64 {
        self.rows.positions(self.part)
    }

    fn rank(&self, position: &Position) -> Option<u64> {
        let Rows { rank, new_from, .. } = self.rows;
        let (rolling, waiting) = (rank.rank(&position.mover)?, rank.rank(&position.opponent)?);
        let (rolling, waiting) = match self.part {
            0 => (rolling.checked_sub(new_from)?, waiting),
            _ => (Some(rolling).filter(|rank| *rank < new_from)?, waiting.checked_sub(new_from)?),
        };
        Some(rolling * self.rows.width(self.part) + waiting)
    }

    fn unrank(&self, rank: u64) -> Option<Position> {
        if rank >= self.len() {
            return None;
        }
        let (rolling, waiting) = self.rows.sides(self.part, rank);
        let sides = self.rows.rank;
        Some(Position::new(sides.unrank(rolling)?, sides.unrank(waiting)?))
    }
}
