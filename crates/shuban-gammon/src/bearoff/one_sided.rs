//! The domain of one side bearing off alone.

use std::collections::{BTreeMap, BTreeSet};

use shuban_core::checkers::Checkers;
use shuban_core::dice::rolls;
use shuban_core::interval::FixedPoint;
use shuban_core::{
    Ask, Codec, Column, Dictionary, Domain, Index, IndexError, Layer, LayerId, PartId, Record,
    Unanswered,
};

use super::alone::Alone;
use super::distribution::Distribution;
use super::home::{HomeBoard, one_layer};
use crate::contact::parameters;
use crate::moves::PlayScratch;
use crate::variant::Variant;

/// `VARIANT/bearoff`: one side with up to all its checkers at home, and the number of rolls it
/// takes to bear them off.
///
/// The value is the [`Distribution`] of the number of rolls, in exact integers, under the play that
/// minimises its mean. Of two plays with the same mean the one with the greater chance to need one
/// roll is made, then two, and so on: so values are defined without regard to any order of plays.
/// Distributions are interned; the table beside holds the bounds of their mean.
pub struct OneSidedBearOff {
    game: Alone,
    home: HomeBoard,
    layers: Vec<Layer>,
}

impl OneSidedBearOff {
    /// The domain of a variant.
    pub fn new(variant: Variant) -> Self {
        let home = HomeBoard::new(&variant);
        let part = format!("{} checkers", variant.checkers());
        let layers = one_layer(format!("{}/bearoff", variant.name()), part, home.len());
        OneSidedBearOff { game: Alone::at_home(variant), home, layers }
    }

    /// All sides with their values, in the order of ranks, computed in memory in one pass: every
    /// play leads to a lower rank.
    pub fn solved(&self) -> Vec<(Checkers, Distribution)> {
        let mut solved: Vec<(Checkers, Distribution)> = Vec::new();
        for side in (0..self.home.len()).filter_map(|rank| self.home.unrank(rank)) {
            let value = self.backup(&side, &mut |after: &Checkers| {
                let rank = self.home.rank(after).ok_or_else(Unanswered::default)?;
                let known = solved.get(rank as usize).map(|(_, value)| value.clone());
                known.ok_or_else(Unanswered::default)
            });
            solved.push((side, value.expect("plays stay at home and lead to lower ranks")));
        }
        solved
    }

    /// Number of throws of the dice.
    fn throws(&self) -> u32 {
        u32::from(self.game.variant().faces()).pow(2)
    }
}

/// Record of a distribution: its mean, and its place in the dictionary.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BearOffRecord {
    /// The expected number of rolls, in units of [`FineInterval`](shuban_core::interval::FineInterval),
    /// rounded down.
    pub expected: i64,
    /// True if the exact number is greater, by less than a unit.
    pub rounded: bool,
    /// The distribution's id.
    pub distribution: u32,
}

impl BearOffRecord {
    fn new(distribution: &Distribution, id: u32) -> Self {
        let expected = distribution.expected();
        BearOffRecord { expected: expected.lower, rounded: expected.width() > 0, distribution: id }
    }
}

impl Record for BearOffRecord {
    fn columns() -> &'static [Column] {
        const COLUMNS: [Column; 3] = [
            <i64 as FixedPoint>::COLUMNS[0],
            Column { bits: 1, ..<i64 as FixedPoint>::COLUMNS[1] },
            Column { name: "distribution", bits: 32, codec: Codec::Unsigned },
        ];
        &COLUMNS
    }

    fn to_columns(&self, raw: &mut [u64]) {
        raw[0] = self.expected as u64;
        raw[1] = u64::from(self.rounded);
        raw[2] = u64::from(self.distribution);
    }

    fn from_columns(raw: &[u64]) -> Self {
        BearOffRecord { expected: raw[0] as i64, rounded: raw[1] != 0, distribution: raw[2] as u32 }
    }
}

impl Domain for OneSidedBearOff {
    type Game = Alone;
    type Value = Distribution;
    type Record = BearOffRecord;

    fn name(&self) -> String {
        self.layers[0].name.clone()
    }

    fn game(&self) -> &Alone {
        &self.game
    }

    fn parameters(&self) -> BTreeMap<String, String> {
        parameters(self.game.variant(), ("ties", "greater chance of fewer rolls"))
    }

    fn layers(&self) -> &[Layer] {
        &self.layers
    }

    fn index(&self, _part: PartId) -> Result<Box<dyn Index<Position = Checkers>>, IndexError> {
        Ok(Box::new(self.home))
    }

    fn locate(&self, side: &Checkers) -> Option<PartId> {
        self.home.holds(*side).then_some(PartId { layer: LayerId(0), part: 0 })
    }

    /// One roll, and after it the best of the plays' values; no roll for a side without checkers.
    fn backup(
        &self,
        side: &Checkers,
        ask: &mut dyn Ask<Checkers, Distribution>,
    ) -> Result<Distribution, Unanswered> {
        if side.is_empty() {
            return Ok(Distribution::finished(self.throws()));
        }
        let turn = self.game.turn(*side);
        let mut scratch = PlayScratch::default();
        let mut by_roll = Vec::with_capacity(21);
        for (roll, weight) in rolls(self.game.variant().faces()) {
            let mut best: Result<Option<Distribution>, Unanswered> = Ok(None);
            turn.for_each_after(roll, &mut scratch, |after| {
                let Ok(so_far) = &mut best else { return };
                match ask.ask(&after.opponent) {
                    Err(unanswered) => best = Err(unanswered),
                    Ok(value) if so_far.as_ref().is_none_or(|best| value < *best) => {
                        *so_far = Some(value);
                    }
                    Ok(_) => (),
                }
            });
            by_roll.push((weight, best?.ok_or_else(Unanswered::default)?));
        }
        Ok(Distribution::after_roll(self.throws(), &by_roll))
    }

    fn dictionary(
        &self,
        earlier: &Dictionary<Distribution>,
        new: &BTreeSet<Distribution>,
    ) -> Dictionary<Distribution> {
        earlier.extended(new)
    }

    fn interns(&self) -> bool {
        true
    }

    fn bytes_per_value(&self) -> u64 {
        // Rarely more than half of the entries that a side rolling 2-1 all the time would need.
        let entries = self.game.variant().home() * self.game.variant().checkers() / 6 + 2;
        Distribution::bytes(entries)
    }

    fn encode(&self, value: &Distribution, dictionary: &Dictionary<Distribution>) -> BearOffRecord {
        // Every value of a layer is in its dictionary; an id outside of it would be refused later.
        BearOffRecord::new(value, dictionary.id(value).unwrap_or(u32::MAX))
    }

    fn decode(
        &self,
        record: BearOffRecord,
        dictionary: &Dictionary<Distribution>,
    ) -> Option<Distribution> {
        let value = dictionary.value(record.distribution)?;
        (BearOffRecord::new(value, record.distribution) == record).then(|| value.clone())
    }

    fn value_to_bytes(&self, value: &Distribution) -> Vec<u8> {
        value.to_bytes()
    }

    fn value_from_bytes(&self, bytes: &[u8]) -> Option<Distribution> {
        Distribution::from_bytes(self.throws(), bytes)
    }
}
