//! `bearoff`: one side alone, and the chances of each number of rolls.

use std::cmp::Ordering;

use num_bigint::BigUint;
use shuban_store::{CodecName, Stream, Table};

use crate::error::{Fault, Stop};
use crate::files::{Column, Files};
use crate::gammon::board::{Board, Side};
use crate::gammon::plays::plays;
use crate::gammon::side_ranking::HomeRanking;
use crate::gammon::variant::Variant;
use crate::layer::{Layer, Part};

/// Most entries of a distribution: a roll takes a pip at least, and no side has as many.
const MOST_ROLLS: usize = 128;

/// Fraction bits of a mean.
const FRACTION_BITS: u32 = 56;

/// All ways in which a side may stand at home.
pub(crate) struct OneSide {
    variant: Variant,
    home: HomeRanking,
    table: Table,
    dictionary: Stream,
}

/// Chances of 0, 1, 2, … rolls: entry n is out of `throws`ⁿ.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Distribution(Vec<BigUint>);

impl Distribution {
    /// Returns the mean times `throws` to the power of `rolls`, at least as many as there are.
    fn scaled_mean(&self, throws: u32, rolls: u32) -> BigUint {
        let term = |(n, ways): (usize, &BigUint)| {
            ways * BigUint::from(n) * BigUint::from(throws).pow(rolls - n as u32)
        };
        self.0.iter().enumerate().map(term).sum()
    }

    /// Compares two: fewer rolls on average are less, then the greater chance of few rolls is.
    fn order(&self, other: &Self, throws: u32) -> Ordering {
        let rolls = self.0.len().max(other.0.len()) as u32;
        let means = [self, other].map(|chances| chances.scaled_mean(throws, rolls));
        let by_chances = || {
            let none = BigUint::ZERO;
            let at = |chances: &Distribution, n| chances.0.get(n).unwrap_or(&none).clone();
            let by_one = |n| at(other, n).cmp(&at(self, n));
            (0..rolls as usize).map(by_one).find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
        };
        means[0].cmp(&means[1]).then_with(by_chances)
    }
}

impl OneSide {
    /// Opens `VARIANT/bearoff`; `None` for other names.
    pub(crate) fn open(files: &Files) -> Result<Option<Self>, Stop> {
        let named = files.domain().strip_suffix("/bearoff");
        let Some(variant) = named.and_then(Variant::named) else { return Ok(None) };
        let mut parameters = variant.parameters();
        parameters.push(("ties", "greater chance of fewer rolls".to_owned()));
        files.has_parameters(&parameters)?;
        let home = HomeRanking { points: variant.home, checkers: variant.checkers };
        let fraction_bits = FRACTION_BITS as u8;
        let columns = [
            Column { name: "lower", bits: 64, codec: CodecName::Fixed, fraction_bits },
            Column { name: "width", bits: 1, codec: CodecName::UnsignedFixed, fraction_bits },
            Column::unsigned("distribution", 32),
        ];
        let name = format!("{} checkers", variant.checkers);
        let table = files.table(&files.own, &name, &columns, home.sides())?;
        let dictionary = files.own.stream("dictionary")?;
        Ok(Some(OneSide { variant, home, table, dictionary }))
    }

    /// Returns the number of throws of the dice.
    fn throws(&self) -> u32 {
        (self.variant.faces * self.variant.faces) as u32
    }

    /// Returns the record of a rank, and the distribution that it names.
    fn stored(&self, rank: u64) -> Result<([u64; 3], Distribution), Stop> {
        let mut row = [0; 3];
        self.table.row(rank, &mut row)?;
        let wrong = |reason: &str| Fault::of_record(&self.table, rank, reason);
        if row[2] >= self.dictionary.len() {
            return Err(wrong("it names no entry of the dictionary").into());
        }
        let entry = self.dictionary.entry(row[2])?;
        let mut rest = entry.as_slice();
        let mut chances = Vec::new();
        while let Some((&len, bytes)) = rest.split_first() {
            let integer = bytes.get(..len.into());
            let integer = integer.filter(|integer| integer.last() != Some(&0));
            let integer = integer.ok_or_else(|| wrong("its entry of the dictionary is no list"))?;
            if chances.len() == MOST_ROLLS {
                return Err(wrong("its entry of the dictionary is too long").into());
            }
            chances.push(BigUint::from_bytes_le(integer));
            rest = &bytes[integer.len()..];
        }
        Ok((row, Distribution(chances)))
    }

    /// Returns the distribution by the rules.
    fn ruled(&self, side: Side) -> Result<Distribution, Stop> {
        if side.left() == 0 {
            return Ok(Distribution(vec![BigUint::from(1u8)]));
        }
        // Nobody stands in the way.
        let board = Board { mover: side, opponent: Side::default() };
        let mut sum = Distribution(vec![BigUint::ZERO]);
        for (roll, ways) in self.variant.rolls() {
            let mut best: Option<Distribution> = None;
            for played in plays(&self.variant, &board, roll) {
                let (_, after) = self.stored(self.home.rank(&played.mover))?;
                if best.as_ref().is_none_or(|best| after.order(best, self.throws()).is_lt()) {
                    best = Some(after);
                }
            }
            for (n, chances) in best.map_or(Vec::new(), |best| best.0).into_iter().enumerate() {
                if sum.0.len() < n + 2 {
                    sum.0.resize(n + 2, BigUint::ZERO);
                }
                sum.0[n + 1] += chances * BigUint::from(ways as u32);
            }
        }
        Ok(sum)
    }
}

impl Layer for OneSide {
    fn parts(&self) -> Vec<Part> {
        vec![Part { name: self.table.name().to_owned(), positions: self.home.sides() }]
    }

    fn condition(&self) -> String {
        "chances of each number of rolls, as integers, are those of the best plays".to_owned()
    }

    fn check(&self, _part: usize, rank: u64) -> Result<Option<f64>, Stop> {
        let wrong = |reason: &str| Err(Fault::of_record(&self.table, rank, reason).into());
        let (row, stored) = self.stored(rank)?;
        let ruled = self.ruled(self.home.side(rank))?;
        if stored != ruled {
            return wrong("its distribution is not that of the best plays");
        }
        // The mean in units, rounded down, and whether it was rounded.
        let rolls = ruled.0.len() as u32;
        let mean = ruled.scaled_mean(self.throws(), rolls) << FRACTION_BITS;
        let total = BigUint::from(self.throws()).pow(rolls);
        let units = &mean / &total;
        let is_exact = &units * &total == mean;
        if BigUint::from(row[0]) != units || row[1] != u64::from(!is_exact) {
            return wrong("its mean is not that of its distribution");
        }
        Ok(None)
    }
}
