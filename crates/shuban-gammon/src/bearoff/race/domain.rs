//! The domain of races.

use std::collections::BTreeMap;
use std::marker::PhantomData;

use shuban_core::dice::rolls;
use shuban_core::tabulate::{FinishedTables, Unit, Units, Unstorable, Workers};
use shuban_core::{
    Ask, Dictionary, Domain, Index, IndexError, Layer, LayerId, Part, PartId, Tabulate, Unanswered,
};

use super::blocks::{self, RaceBlocks};
use super::layers::{PartIndex, Rows};
use super::stored::record_bytes;
use super::worth::RaceWorth;
use crate::bearoff::plays::each_after;
use crate::contact::parameters;
use crate::game::Gammon;
use crate::position::Position;
use crate::variant::Variant;

/// The most memory that a layer's computation may take.
const MOST_MEMORY: u64 = 12 << 30;

/// `backgammon/NAME-PxC`: both sides on points 1 to P, the one of more checkers with C of them.
///
/// Sides on at most half the points of the board are not in contact. Layers of fewer checkers are
/// needed to look up what plays lead to; a layer's name includes them.
pub struct Races<W> {
    game: Gammon,
    points: usize,
    layers: Vec<Layer>,
    worth: PhantomData<fn() -> W>,
}

impl<W: RaceWorth> Races<W> {
    /// The domains of backgammon, by the number of points; empty for other variants.
    pub fn all(backgammon: &Variant) -> Vec<Self> {
        match backgammon.name() {
            "backgammon" => W::POINTS.map(|points| Races::on(points, backgammon)).collect(),
            _ => Vec::new(),
        }
    }

    fn on(points: usize, backgammon: &Variant) -> Self {
        let rows = (0..W::MOST_CHECKERS).map(|layer| Rows::new(points, LayerId(layer)));
        let faces = backgammon.faces();
        let rows = rows.take_while(|rows| blocks::bytes::<W>(rows.rank, faces, 1) <= MOST_MEMORY);
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
                name: format!("{}/{}-{points}x{checkers}", backgammon.name(), W::NAME),
                parts: (0..rows.parts()).map(part).collect(),
                needs: (0..at).map(LayerId).collect(),
                cyclic: false,
            }
        };
        let layers = rows.enumerate().map(layer).collect();
        let game = Gammon::new(backgammon.clone());
        Races { game, points, layers, worth: PhantomData }
    }

    /// Number of points.
    pub(crate) fn points(&self) -> usize {
        self.points
    }

    /// Reason why no layer exists for a name of the form of the names here.
    pub(crate) fn reason_against(&self, name: &str) -> Option<String> {
        let name = name.strip_prefix(self.game.variant.name())?.strip_prefix('/')?;
        let size = name.strip_prefix(W::NAME)?.strip_prefix('-')?;
        let (points, checkers) = size.split_once('x')?;
        let (points, checkers): (usize, usize) = (points.parse().ok()?, checkers.parse().ok()?);
        let (fewest, most) = W::POINTS.into_inner();
        if points > most && self.points == most {
            return Some(format!("sides on more than {most} points could be in contact"));
        }
        if points < fewest && self.points == fewest {
            return Some(W::FEWER_POINTS.to_owned());
        }
        (points == self.points).then(|| match self.layers.len() {
            most if most == W::MOST_CHECKERS && checkers > most => {
                format!("a side has {most} checkers at most")
            }
            layers if checkers > layers => format!(
                "with {points} points there are those of 1 to {layers} checkers; more would take \
                 over {} GiB of memory",
                MOST_MEMORY >> 30
            ),
            layers => format!("with {points} points there are those of 1 to {layers} checkers"),
        })
    }
}

impl<W: RaceWorth> Domain for Races<W> {
    type Game = Gammon;
    type Value = W;
    type Record = W;

    fn name(&self) -> String {
        format!("{}/{}-{}", self.game.variant.name(), W::NAME, self.points)
    }

    fn game(&self) -> &Gammon {
        &self.game
    }

    fn parameters(&self) -> BTreeMap<String, String> {
        parameters(&self.game.variant, W::PARAMETER)
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

    /// The mean over rolls of the best play, for each kind by itself.
    fn backup(&self, position: &Position, ask: &mut dyn Ask<Position, W>) -> Result<W, Unanswered> {
        match (position.mover.is_empty(), position.opponent.is_empty()) {
            (true, _) => return Ok(W::WON),
            (_, true) => return Ok(W::LOST),
            _ => {}
        }
        let (home, faces) = (self.game.variant.home(), self.game.variant.faces());
        let mut of_rolls = Vec::new();
        for (roll, weight) in rolls(faces) {
            let mut best: Result<Option<W>, Unanswered> = Ok(None);
            each_after(position.mover, roll, home, &mut |after| {
                let after =
                    Position { mover: position.opponent, opponent: after, turn: 1 - position.turn };
                if let Ok(so_far) = &mut best {
                    match ask.ask(&after).map(W::after_play) {
                        Ok(value) => *so_far = Some(so_far.map_or(value, |best| best.best(value))),
                        Err(unanswered) => best = Err(unanswered),
                    }
                }
            });
            of_rolls.push((weight, best?.ok_or_else(Unanswered::default)?));
        }
        W::mean(&of_rolls).ok_or_else(Unanswered::default)
    }

    fn encode(&self, value: &W, _dictionary: &Dictionary<W>) -> W {
        *value
    }

    fn decode(&self, record: W, _dictionary: &Dictionary<W>) -> Option<W> {
        record.proper()
    }
}

impl<W: RaceWorth> Tabulate for Races<W> {
    type Plan = RaceBlocks<W>;
    /// Bytes of records.
    type Scratch = Vec<u8>;

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
        _finished: &dyn FinishedTables<W, W>,
        workers: &dyn Workers,
    ) -> Result<RaceBlocks<W>, Unanswered> {
        let variant = &self.game.variant;
        let dice = (variant.home(), variant.faces());
        RaceBlocks::new(Rows::new(self.points, layer), dice, workers)
    }

    fn scratch(&self, _plan: &RaceBlocks<W>) -> Vec<u8> {
        Vec::new()
    }

    fn run(
        &self,
        plan: &RaceBlocks<W>,
        unit: &Unit,
        bytes: &mut Vec<u8>,
        records: &mut [W],
    ) -> Result<(), Unstorable> {
        let width = plan.rows.width(unit.part.part);
        for (row, records) in records.chunks_mut(width as usize).enumerate() {
            let rank = unit.ranks.start + row as u64 * width;
            let (rolling, _) = plan.rows.sides(unit.part.part, rank);
            plan.read_row(unit.part.part, rolling, bytes, records).map_err(|unanswered| {
                let reason = unanswered.into_reason().map(|reason| reason.to_string());
                Unstorable { rank, reason: reason.unwrap_or_default() }
            })?;
        }
        Ok(())
    }

    fn bytes(&self, layer: LayerId, threads: usize) -> u64 {
        let rank = Rows::new(self.points, layer).rank;
        blocks::bytes::<W>(rank, self.game.variant.faces(), threads)
    }

    fn scratch_file_bytes(&self, layer: LayerId) -> u64 {
        self.layers[layer.0].positions() * record_bytes::<W>() as u64
    }
}
