//! Layers of sides, by the point of the rearmost checker.

use shuban_core::checkers::Checkers;
use shuban_core::tabulate::FinishedTables;
use shuban_core::{Index, LayerId, PartId, Unanswered};

use super::rolls::Rolls;
use crate::bearoff::home::HomeBoard;
use crate::bearoff::rank::GnubgRank;

/// The rearmost point of the largest layer: `makebearoff` writes no more.
pub(super) const MOST_POINTS: usize = GnubgRank::MOST_POINTS;

/// Number of checkers of a side.
pub(crate) const CHECKERS: usize = 15;

/// Number of faces of a die.
pub(super) const FACES: usize = 6;

/// The sides whose rearmost checker is on one point, by where the others are. With those on point 1
/// the side that has borne off everything is first.
#[derive(Clone, Copy, Debug)]
pub(super) struct LayerIndex {
    point: usize,
    others: HomeBoard,
}

impl LayerIndex {
    /// Creates the index of a layer.
    pub(super) fn new(layer: usize) -> Self {
        LayerIndex { point: layer + 1, others: HomeBoard::of(layer + 1, CHECKERS - 1) }
    }

    /// Number of sides without checkers, which precede all others.
    fn finished(self) -> u64 {
        u64::from(self.point == 1)
    }
}

impl Index for LayerIndex {
    type Position = Checkers;

    fn len(&self) -> u64 {
        self.others.len() + self.finished()
    }

    fn rank(&self, side: &Checkers) -> Option<u64> {
        match side.highest() {
            None => (self.point == 1).then_some(0),
            Some(highest) if highest == self.point => {
                Some(self.others.rank(&side.less(highest))? + self.finished())
            }
            Some(_) => None,
        }
    }

    fn unrank(&self, rank: u64) -> Option<Checkers> {
        match rank.checked_sub(self.finished()) {
            None => Some(Checkers::NONE),
            Some(rank) => Some(self.others.unrank(rank)?.more(self.point)),
        }
    }
}

/// Reads the tables of the first layers, by rank; `None` for other sides.
pub(super) fn read_layers(
    rank: GnubgRank,
    layers: usize,
    tables: &dyn FinishedTables<Rolls, Rolls>,
) -> Result<Vec<Option<Rolls>>, Unanswered> {
    let mut all = vec![None; rank.len() as usize];
    for layer in 0..layers {
        let index = LayerIndex::new(layer);
        let mut ranks = 0..index.len();
        let part = PartId { layer: LayerId(layer), part: 0 };
        tables.records(part, ranks.clone(), &mut |records| {
            for (rolls, at) in records.iter().zip(&mut ranks) {
                if let Some(rank) = index.unrank(at).and_then(|side| rank.rank(&side)) {
                    all[rank as usize] = Some(*rolls);
                }
            }
        })?;
    }
    Ok(all)
}
