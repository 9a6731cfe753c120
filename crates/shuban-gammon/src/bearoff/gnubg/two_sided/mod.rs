//! Two sides at home, with and without a cube, as in the databases of GNU Backgammon.

mod blocks;
mod equities;
mod file;
mod layers;
mod sides;

use std::collections::BTreeMap;

pub use blocks::TwoSidedBlocks;
pub use equities::Equities;
pub(crate) use file::{FORMATS, export, open};
use layers::{PartIndex, Rows};
use shuban_core::{
    Ask, Codec, Column, Dictionary, Domain, FinishedTables, Index, IndexError, Layer, LayerId,
    Part, PartId, Record, Tabulate, Unanswered, Unit, Units, Unstorable, Workers, rolls,
};

use super::plays::each_after;
use crate::contact::parameters;
use crate::game::Gammon;
use crate::position::Position;
use crate::variant::Variant;

/// The most checkers of a side. With 15 a side could lose a gammon, which these files do not count.
pub(crate) const MOST_CHECKERS: usize = 14;

/// Sides on more points than half the board could be in contact.
const MOST_POINTS: usize = 12;

/// The most positions of a layer and those before it together: files of 16 GiB, 24 to work them out.
const MOST_POSITIONS: u64 = 1 << 31;

/// `backgammon/gnubg-ts-PxC`: both sides on points 1 to P, the one of more checkers with C of them,
/// and what the position is worth with and without a cube, as `makebearoff` of GNU Backgammon 1.07
/// computes it: [`Equities`].
///
/// Layers of fewer checkers are needed; a `.bd` file has all of them.
pub struct GnubgTwoSided {
    game: Gammon,
    points: usize,
    layers: Vec<Layer>,
}

impl GnubgTwoSided {
    /// The domains of backgammon, by the number of points; none of other variants, of which there
    /// are no such files.
    pub fn all(backgammon: &Variant) -> Vec<Self> {
        match backgammon.name() {
            "backgammon" => {
                (1..=MOST_POINTS).map(|points| GnubgTwoSided::on(points, backgammon)).collect()
            }
            _ => Vec::new(),
        }
    }

    fn on(points: usize, backgammon: &Variant) -> Self {
        let rows = (0..MOST_CHECKERS).map(|layer| Rows::new(points, LayerId(layer)));
        let rows = rows.take_while(|rows| rows.rank.len().pow(2) <= MOST_POSITIONS);
        let layer = |(at, rows): (usize, Rows)| {
            let checkers = at + 1;
            let name = |part| match (part, at) {
                (_, 0) => "1 v 1".to_owned(),
                (0, _) => format!("{checkers} v up to {checkers}"),
                (_, _) => format!("fewer v {checkers}"),
            };
            let positions = |part| Some(rows.positions(part));
            let part = |part| Part { name: name(part), positions: positions(part) };
            Layer {
                name: format!("{}/gnubg-ts-{points}x{checkers}", backgammon.name()),
                parts: (0..rows.parts()).map(part).collect(),
                needs: (0..at).map(LayerId).collect(),
                cyclic: false,
            }
        };
        let layers = rows.enumerate().map(layer).collect();
        GnubgTwoSided { game: Gammon::new(backgammon.clone()), points, layers }
    }

    /// How many points.
    pub(crate) fn points(&self) -> usize {
        self.points
    }

    /// Why there is no layer of a name of the form of the names here.
    pub(crate) fn reason_against(&self, name: &str) -> Option<String> {
        let size = name.strip_prefix(self.game.variant.name())?.strip_prefix("/gnubg-ts-")?;
        let (points, checkers) = size.split_once('x')?;
        let (points, checkers): (usize, usize) = (points.parse().ok()?, checkers.parse().ok()?);
        if points > MOST_POINTS && self.points == MOST_POINTS {
            return Some(format!("sides on more than {MOST_POINTS} points could be in contact"));
        }
        (points == self.points).then(|| match self.layers.len() {
            _ if checkers > MOST_CHECKERS => format!(
                "a side of 15 checkers could lose a gammon, which these databases do not count, so \
                 that they end at {MOST_CHECKERS}"
            ),
            most => format!("with {points} points there are those of 1 to {most} checkers"),
        })
    }
}

impl Record for Equities {
    fn columns() -> &'static [Column] {
        const fn column(name: &'static str) -> Column {
            Column { name, bits: 16, codec: Codec::Signed }
        }
        const COLUMNS: [Column; 4] =
            [column("cubeless"), column("owned"), column("centred"), column("opponent")];
        &COLUMNS
    }

    fn to_columns(&self, raw: &mut [u64]) {
        for (raw, number) in raw.iter_mut().zip(self.kinds()) {
            *raw = u64::from(number as u16);
        }
    }

    fn from_columns(raw: &[u64]) -> Self {
        Equities::from_kinds([raw[0], raw[1], raw[2], raw[3]].map(|number| number as u16 as i16))
    }
}

impl Domain for GnubgTwoSided {
    type Game = Gammon;
    type Value = Equities;
    type Record = Equities;

    fn name(&self) -> String {
        format!("{}/gnubg-ts-{}", self.game.variant.name(), self.points)
    }

    fn game(&self) -> &Gammon {
        &self.game
    }

    fn parameters(&self) -> BTreeMap<String, String> {
        parameters(&self.game.variant, ("equities", "16 bits, as gnubg rounds them"))
    }

    fn layers(&self) -> &[Layer] {
        &self.layers
    }

    fn index(&self, part: PartId) -> Result<Box<dyn Index<Position = Position>>, IndexError> {
        Ok(Box::new(PartIndex { rows: Rows::new(self.points, part.layer), part: part.part }))
    }

    fn locate(&self, position: &Position) -> Option<PartId> {
        Rows::place(self.points, position).filter(|part| part.layer.0 < self.layers.len())
    }

    /// For each kind by itself the mean over rolls of the best play, rounded towards 0.
    fn backup(
        &self,
        position: &Position,
        ask: &mut dyn Ask<Position, Equities>,
    ) -> Result<Equities, Unanswered> {
        match (position.mover.is_empty(), position.opponent.is_empty()) {
            (true, _) => return Ok(Equities::WON),
            (_, true) => return Ok(Equities::LOST),
            _ => {}
        }
        let (home, faces) = (self.game.variant.home(), self.game.variant.faces());
        let mut sums = [0; 4];
        for (roll, weight) in rolls(faces) {
            let mut best: Result<Option<Equities>, Unanswered> = Ok(None);
            each_after(position.mover, roll, home, &mut |after| {
                let after =
                    Position { mover: position.opponent, opponent: after, turn: 1 - position.turn };
                if let Ok(so_far) = &mut best {
                    match ask.ask(&after).map(Equities::after_play) {
                        Ok(value) => *so_far = Some(so_far.map_or(value, |best| best.best(value))),
                        Err(unanswered) => best = Err(unanswered),
                    }
                }
            });
            let best = best?.ok_or_else(Unanswered::default)?;
            for (sum, number) in sums.iter_mut().zip(best.kinds()) {
                *sum += weight as i32 * i32::from(number);
            }
        }
        Ok(Equities::from_kinds(sums.map(Equities::mean)))
    }

    fn encode(&self, value: &Equities, _dictionary: &Dictionary<Equities>) -> Equities {
        *value
    }

    fn decode(&self, record: Equities, _dictionary: &Dictionary<Equities>) -> Option<Equities> {
        Some(record)
    }
}

impl Tabulate for GnubgTwoSided {
    type Plan = TwoSidedBlocks;
    type Scratch = ();

    /// Runs of whole rows.
    fn units(&self, part: PartId) -> Result<Units, IndexError> {
        const POSITIONS: u64 = 1 << 16;
        let rows = Rows::new(self.points, part.layer);
        let width = rows.width(part.part);
        Ok(Units::evenly(rows.positions(part.part), width * (POSITIONS / width).max(1)))
    }

    fn plan(
        &self,
        layer: LayerId,
        finished: &dyn FinishedTables<Equities, Equities>,
        workers: &dyn Workers,
    ) -> Result<TwoSidedBlocks, Unanswered> {
        let variant = &self.game.variant;
        let dice = (variant.home(), variant.faces());
        TwoSidedBlocks::new(Rows::new(self.points, layer), layer, dice, finished, workers)
    }

    fn scratch(&self, _plan: &TwoSidedBlocks) {}

    fn run(
        &self,
        plan: &TwoSidedBlocks,
        unit: &Unit,
        _scratch: &mut (),
        records: &mut [Equities],
    ) -> Result<(), Unstorable> {
        for (rank, record) in unit.ranks.clone().zip(records) {
            let (rolling, waiting) = plan.rows.sides(unit.part.part, rank);
            let reason = || Unstorable { rank, reason: "it was not worked out".to_owned() };
            *record = plan.equities(rolling, waiting).ok_or_else(reason)?;
        }
        Ok(())
    }

    fn bytes(&self, layer: LayerId, _threads: usize) -> u64 {
        blocks::bytes(&Rows::new(self.points, layer))
    }
}
