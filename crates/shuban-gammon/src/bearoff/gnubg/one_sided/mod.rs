//! The domain of one side as gnubg's databases have it.

mod file;
mod layers;
mod normal;
mod rolls;
mod table;

use std::collections::BTreeMap;

pub(crate) use file::{FORMATS, export, open};
pub(super) use layers::CHECKERS;
use layers::{LayerIndex, MOST_POINTS};
pub use rolls::Rolls;
use shuban_core::checkers::Checkers;
use shuban_core::dice::rolls;
use shuban_core::tabulate::{FinishedTables, Unit, Units, Unstorable, Workers};
use shuban_core::{
    Ask, Dictionary, Domain, Index, IndexError, Layer, LayerId, Part, PartId, Tabulate, Unanswered,
};
pub use table::OneSidedTable;

use super::super::alone::Alone;
use crate::bearoff::plays::each_after;
use crate::contact::parameters;
use crate::variant::Variant;

/// `backgammon/gnubg-os-P`: sides whose rearmost checker is on point P, and the [`Rolls`] they
/// need, as `makebearoff` of GNU Backgammon 1.07 computes them: in integers of 16 bits, rounded
/// roll by roll, so that they are those of its files to the bit.
///
/// The smaller P are layers of their own, which P needs; a `.bd` file has all of them.
pub struct GnubgOneSided {
    game: Alone,
    layers: Vec<Layer>,
}

impl GnubgOneSided {
    /// The domain of backgammon; `None` for other variants, which have no such files.
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
