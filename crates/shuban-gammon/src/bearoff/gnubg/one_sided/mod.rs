//! The domain of one side as gnubg's databases have it.

mod file;
mod normal;
mod rolls;
mod table;

use std::collections::BTreeMap;

pub(crate) use file::{FORMATS, export, open};
pub use rolls::Rolls;
use shuban_core::{
    Ask, Checkers, Dictionary, Domain, FinishedTables, Index, IndexError, Layer, LayerId, Part,
    PartId, Tabulate, Unanswered, Unit, Units, Unstorable, Workers, rolls,
};
pub use table::OneSidedTable;

use super::super::alone::Alone;
use crate::bearoff::home::HomeBoard;
use crate::bearoff::plays::each_after;
use crate::bearoff::rank::GnubgRank;
use crate::contact::parameters;
use crate::variant::Variant;

/// The rearmost point of the largest layer: `makebearoff` writes no more.
const MOST_POINTS: usize = GnubgRank::MOST_POINTS;

/// How many checkers a side has.
pub(super) const CHECKERS: usize = 15;

/// How many faces a die has.
const FACES: usize = 6;

/// `backgammon/gnubg-os-P`: a side whose rearmost checker is on point P, and how many [`Rolls`] it
/// needs, as `makebearoff` of GNU Backgammon 1.07 computes them: in integers of 16 bits, rounded
/// roll by roll, so that they are those of its files to the bit.
///
/// The smaller P are layers of their own, which P needs; a `.bd` file has all of them.
pub struct GnubgOneSided {
    game: Alone,
    layers: Vec<Layer>,
}

impl GnubgOneSided {
    /// The domain of backgammon; `None` of other variants, of which there are no such files.
    pub fn new(backgammon: Variant) -> Option<Self> {
        if backgammon.name() != "backgammon" {
            return None;
        }
        let layer = |at: usize| {
            let positions = Some(LayerIndex::new(at).len());
            Layer {
                name: format!("{}/gnubg-os-{}", backgammon.name(), at + 1),
                parts: vec![Part { name: format!("rearmost on {}", at + 1), positions }],
                needs: (0..at).map(LayerId).collect(),
                cyclic: false,
            }
        };
        let layers = (0..MOST_POINTS).map(layer).collect();
        Some(GnubgOneSided { game: Alone::on_points(backgammon, MOST_POINTS), layers })
    }
}

/// The sides whose rearmost checker is on one point, by where the others are. With those on point 1
/// the side that has borne off everything is first.
#[derive(Clone, Copy, Debug)]
pub(super) struct LayerIndex {
    point: usize,
    others: HomeBoard,
}

impl LayerIndex {
    /// Of the layer at a place.
    pub(super) fn new(layer: usize) -> Self {
        LayerIndex { point: layer + 1, others: HomeBoard::of(layer + 1, CHECKERS - 1) }
    }

    /// Sides of no checkers before all others.
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

/// What tables have of the sides of the first layers, by rank; `None` of other sides.
fn read_layers(
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

impl Domain for GnubgOneSided {
    type Game = Alone;
    type Value = Rolls;
    type Record = Rolls;

    fn name(&self) -> String {
        format!("{}/gnubg-os", self.game.variant().name())
    }

    fn game(&self) -> &Alone {
        &self.game
    }

    fn parameters(&self) -> BTreeMap<String, String> {
        parameters(self.game.variant(), ("chances", "16 bits, as gnubg rounds them"))
    }

    fn layers(&self) -> &[Layer] {
        &self.layers
    }

    fn index(&self, part: PartId) -> Result<Box<dyn Index<Position = Checkers>>, IndexError> {
        Ok(Box::new(LayerIndex::new(part.layer.0)))
    }

    fn locate(&self, side: &Checkers) -> Option<PartId> {
        let highest = side.highest().unwrap_or(1);
        let is_held = highest <= MOST_POINTS && side.count() <= CHECKERS;
        is_held.then_some(PartId { layer: LayerId(highest - 1), part: 0 })
    }

    /// One roll, and after it the best of what the plays lead to.
    fn backup(
        &self,
        side: &Checkers,
        ask: &mut dyn Ask<Checkers, Rolls>,
    ) -> Result<Rolls, Unanswered> {
        if side.is_empty() {
            return Ok(Rolls::DONE);
        }
        let (home, faces) = (self.game.variant().home(), self.game.variant().faces());
        let mut by_throw = Vec::with_capacity(21);
        let mut results = Vec::new();
        for (roll, weight) in rolls(faces) {
            results.clear();
            let mut failed = None;
            each_after(*side, roll, home, &mut |after| {
                if failed.is_none() {
                    match ask.ask(&after) {
                        Ok(rolls) => results.push(rolls),
                        Err(unanswered) => failed = Some(unanswered),
                    }
                }
            });
            failed.map_or(Ok(()), Err)?;
            by_throw.push((weight, Rolls::best(&results).ok_or_else(Unanswered::default)?));
        }
        let by_throw: Vec<_> =
            (by_throw.iter()).map(|(weight, best)| (*weight, [&best.all, &best.first])).collect();
        Ok(Rolls::after_roll(&by_throw, side.count() == CHECKERS))
    }

    fn encode(&self, value: &Rolls, _dictionary: &Dictionary<Rolls>) -> Rolls {
        *value
    }

    fn decode(&self, record: Rolls, _dictionary: &Dictionary<Rolls>) -> Option<Rolls> {
        record.are_chances().then_some(record)
    }
}

impl Tabulate for GnubgOneSided {
    type Plan = OneSidedTable;
    type Scratch = ();

    fn units(&self, part: PartId) -> Result<Units, IndexError> {
        Ok(Units::evenly(LayerIndex::new(part.layer.0).len(), 1 << 12))
    }

    fn plan(
        &self,
        layer: LayerId,
        finished: &dyn FinishedTables<Rolls, Rolls>,
        workers: &dyn Workers,
    ) -> Result<OneSidedTable, Unanswered> {
        OneSidedTable::new(layer, self.game.variant().home(), finished, workers)
    }

    fn scratch(&self, _plan: &OneSidedTable) {}

    fn run(
        &self,
        plan: &OneSidedTable,
        unit: &Unit,
        _scratch: &mut (),
        records: &mut [Rolls],
    ) -> Result<(), Unstorable> {
        let index = LayerIndex::new(unit.part.layer.0);
        for (rank, record) in unit.ranks.clone().zip(records) {
            let reason = || Unstorable { rank, reason: "it was not worked out".to_owned() };
            let rolls = index.unrank(rank).and_then(|side| plan.rolls(&side));
            *record = rolls.ok_or_else(reason)?;
        }
        Ok(())
    }

    fn bytes(&self, layer: LayerId, _threads: usize) -> u64 {
        table::bytes(layer)
    }
}
