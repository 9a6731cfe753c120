//! A domain of any size without computation: the cost of streaming by itself.

use std::collections::BTreeMap;

use shuban_core::tabulate::{FinishedTables, Unit, Units, Unstorable, Workers};
use shuban_core::{
    Ask, Class, Codec, Column, Dictionary, Domain, Game, Histogram, Index, IndexError, Layer,
    LayerId, NotationError, Part, PartId, Payoffs, Play, Record, Seat, Tabulate, Unanswered,
};

/// A game in which no player can move.
pub(crate) struct Still;

impl Game for Still {
    type Position = u64;
    type Chance = ();
    type Move = ();

    fn name(&self) -> String {
        "still".into()
    }

    fn to_move(&self, _: &u64) -> Seat {
        0
    }

    fn outcome(&self, _: &u64) -> Option<Payoffs> {
        Some(Payoffs::new(&[0, 0]))
    }

    fn chances(&self, _: &u64) -> Vec<((), u32)> {
        vec![((), 1)]
    }

    fn plays(&self, _: &u64, (): (), _: &mut Vec<Play<u64, ()>>) {}

    fn parse(&self, text: &str) -> Result<u64, NotationError> {
        text.parse().map_err(|_| NotationError::new(text, 0, "expected a number"))
    }

    fn format(&self, position: &u64) -> String {
        position.to_string()
    }

    fn format_move(&self, _: &u64, (): (), (): &()) -> String {
        "none".into()
    }
}

/// A value of one byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Code(pub(crate) u8);

impl Record for Code {
    fn columns() -> &'static [Column] {
        &[Column { name: "code", bits: 8, codec: Codec::Unsigned }]
    }

    #[inline]
    fn to_columns(&self, raw: &mut [u64]) {
        raw[0] = self.0.into();
    }

    #[inline]
    fn from_columns(raw: &[u64]) -> Self {
        Code(raw[0] as u8)
    }
}

/// The defects of a fast way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Harm {
    WrongValue,
    NotAllWritten,
    Remembered,
    ShortUnits,
    ReadsTooMuch,
    Miscounted,
    UnevenClasses,
    AllWrong,
}

/// The numbers of a layer; the second layer's rest on the first's.
pub(crate) struct Numbers {
    game: Still,
    layers: Vec<Layer>,
    lengths: [u64; 2],
    unit: u64,
    checkpoint: u64,
    /// The memory that its plan claims.
    pub(crate) memory: u64,
    /// The rank without a value.
    pub(crate) unstorable: Option<u64>,
    pub(crate) harm: Option<Harm>,
}

impl Numbers {
    /// Creates layers of these lengths, in units of about `unit` ranks, with a checkpoint every n.
    pub(crate) fn new(lengths: [u64; 2], unit: u64, checkpoint: u64) -> Self {
        let layer = |number: usize| Layer {
            name: format!("numbers/{number}"),
            parts: vec![
                Part { name: "small".into(), positions: Some(lengths[number] / 3) },
                Part { name: "large".into(), positions: Some(lengths[number]) },
            ],
            needs: number.checked_sub(1).map(LayerId).into_iter().collect(),
            cyclic: false,
        };
        let layers = (0..2).map(layer).collect();
        Numbers {
            game: Still,
            layers,
            lengths,
            unit,
            checkpoint,
            memory: 0,
            unstorable: None,
            harm: None,
        }
    }

    fn len(&self, part: PartId) -> u64 {
        self.lengths[part.layer.0] / if part.part == 0 { 3 } else { 1 }
    }

    /// Returns a number whose digits are those of layer, part and rank.
    fn position(part: PartId, rank: u64) -> u64 {
        rank * 4 + part.layer.0 as u64 * 2 + part.part as u64
    }

    fn place(position: u64) -> (PartId, u64) {
        let layer = LayerId((position / 2 % 2) as usize);
        (PartId { layer, part: (position % 2) as usize }, position / 4)
    }

    /// Returns a well-mixed number, often a small one: some 4 bits of entropy.
    #[inline]
    fn code(part: PartId, rank: u64) -> u8 {
        let mixed = (rank ^ part.part as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mixed = (mixed ^ mixed >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        ((mixed >> 56) as u8 & (mixed >> 48) as u8) >> 1
    }
}

struct Range(PartId, u64);

impl Index for Range {
    type Position = u64;

    fn len(&self) -> u64 {
        self.1
    }

    fn rank(&self, position: &u64) -> Option<u64> {
        let (part, rank) = Numbers::place(*position);
        (part == self.0 && rank < self.1).then_some(rank)
    }

    fn unrank(&self, rank: u64) -> Option<u64> {
        (rank < self.1).then(|| Numbers::position(self.0, rank))
    }
}

impl Domain for Numbers {
    type Game = Still;
    type Value = Code;
    type Record = Code;

    fn name(&self) -> String {
        "numbers".into()
    }

    fn game(&self) -> &Still {
        &self.game
    }

    fn parameters(&self) -> BTreeMap<String, String> {
        BTreeMap::new()
    }

    fn layers(&self) -> &[Layer] {
        &self.layers
    }

    fn index(&self, part: PartId) -> Result<Box<dyn Index<Position = u64>>, IndexError> {
        Ok(Box::new(Range(part, self.len(part))))
    }

    fn locate(&self, position: &u64) -> Option<PartId> {
        let (part, rank) = Numbers::place(*position);
        (rank < self.len(part)).then_some(part)
    }

    /// Adds one to the value of the same rank of the layer before.
    fn backup(&self, position: &u64, ask: &mut dyn Ask<u64, Code>) -> Result<Code, Unanswered> {
        let (part, rank) = Numbers::place(*position);
        let Some(before) = part.layer.0.checked_sub(1) else {
            return Ok(Code(Numbers::code(part, rank)));
        };
        let before = PartId { layer: LayerId(before), ..part };
        let before = Numbers::position(before, rank % self.len(before));
        Ok(Code(ask.ask(&before)?.0.wrapping_add(1)))
    }

    fn encode(&self, value: &Code, _: &Dictionary<Code>) -> Code {
        *value
    }

    fn decode(&self, record: Code, _: &Dictionary<Code>) -> Option<Code> {
        Some(record)
    }
}

impl Tabulate for Numbers {
    /// The layer before, by part.
    type Plan = [Vec<Code>; 2];
    type Scratch = u64;

    /// Returns units of which the first ones grow, so that they end in the midst of blocks.
    fn units(&self, part: PartId) -> Result<Units, IndexError> {
        let mut rest = self.len(part) - u64::from(self.harm == Some(Harm::ShortUnits));
        let mut lengths = Vec::new();
        while rest > 0 {
            lengths.push(rest.min(self.unit.min(1 + lengths.len() as u64)));
            rest -= lengths[lengths.len() - 1];
        }
        Ok(Units::of_lengths(lengths))
    }

    fn plan(
        &self,
        layer: LayerId,
        finished: &dyn FinishedTables<Code, Code>,
        workers: &dyn Workers,
    ) -> Result<Self::Plan, Unanswered> {
        let mut plan = [Vec::new(), Vec::new()];
        let scratch = workers.scratch_file()?;
        if self.harm == Some(Harm::ReadsTooMuch) {
            finished.records(PartId { layer, part: 0 }, 0..1, &mut |_| ())?;
        }
        if let Some(before) = layer.0.checked_sub(1) {
            for (part, records) in plan.iter_mut().enumerate() {
                let part = PartId { layer: LayerId(before), part };
                // By way of the scratch file, for the faults of that.
                let mut bytes = Vec::new();
                finished.records(part, 0..self.len(part), &mut |found| {
                    bytes.extend(found.iter().map(|code| code.0));
                })?;
                scratch.write_at(&bytes, 100)?;
                bytes.fill(0);
                scratch.read_at(&mut bytes, 100)?;
                records.extend(bytes.into_iter().map(Code));
            }
        }
        Ok(plan)
    }

    fn scratch(&self, _: &Self::Plan) -> u64 {
        0
    }

    fn run(
        &self,
        plan: &Self::Plan,
        unit: &Unit,
        runs: &mut u64,
        records: &mut [Code],
    ) -> Result<(), Unstorable> {
        *runs += 1;
        if let Some(rank) = self.unstorable.filter(|rank| unit.ranks.contains(rank)) {
            return Err(Unstorable { rank, reason: "there is no value".into() });
        }
        let len = records.len() - usize::from(self.harm == Some(Harm::NotAllWritten));
        let records = &mut records[..len];
        let before = &plan[unit.part.part];
        if before.is_empty() {
            for (record, rank) in records.iter_mut().zip(unit.ranks.clone()) {
                *record = Code(Numbers::code(unit.part, rank));
            }
        } else {
            let first = (unit.ranks.start % before.len() as u64) as usize;
            for (record, before) in records.iter_mut().zip(before.iter().cycle().skip(first)) {
                *record = Code(before.0.wrapping_add(1));
            }
        }
        if self.harm == Some(Harm::AllWrong) {
            records.iter_mut().for_each(|record| record.0 ^= 1);
        }
        match (self.harm, records.first_mut()) {
            (Some(Harm::WrongValue), Some(record)) if unit.number == 5 => record.0 ^= 1,
            (Some(Harm::Remembered), Some(record)) => record.0 = *runs as u8,
            _ => {}
        }
        Ok(())
    }

    fn bytes(&self, _: LayerId, _: usize) -> u64 {
        self.memory
    }

    fn checkpoint_positions(&self) -> u64 {
        self.checkpoint
    }

    fn histogram_columns(&self) -> &'static [&'static str] {
        &["part", "code"]
    }

    fn count(
        &self,
        unit: &Unit,
        records: &[Code],
        _: &Dictionary<Code>,
        histogram: &mut Histogram,
    ) {
        let mut counts = [0; 256];
        counts[255] += u64::from(self.harm == Some(Harm::Miscounted));
        if self.harm == Some(Harm::UnevenClasses) {
            return histogram.add([Class::Null], unit.len() as u64);
        }
        records.iter().for_each(|code| counts[usize::from(code.0)] += 1);
        let part = Class::from(["small", "large"][unit.part.part]);
        for (code, &count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
            histogram.add([part.clone(), Class::from(code as i64)], count);
        }
    }
}
