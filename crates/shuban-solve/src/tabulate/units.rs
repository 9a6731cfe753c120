//! Division of a layer's units into shards.

use std::ops::Range;

use shuban_core::erased::{PartIndex, TabulateTables};
use shuban_core::tabulate::{Unit, Units, Unstorable};
use shuban_core::{LayerId, PartId};

use crate::error::Error;
use crate::shard::Shard;

/// The units of all parts of a layer.
pub(super) struct LayerUnits(Vec<(PartId, Units)>);

/// Consecutive units of one part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct UnitRun {
    pub(super) part: PartId,
    pub(super) units: Range<usize>,
    pub(super) ranks: Range<u64>,
}

impl UnitRun {
    pub(super) fn positions(&self) -> u64 {
        self.ranks.end - self.ranks.start
    }
}

impl LayerUnits {
    pub(super) fn new(
        domain: &dyn TabulateTables,
        layer: LayerId,
        indexes: &[PartIndex],
    ) -> Result<Self, Error> {
        let units = |(part, index): (usize, &PartIndex)| {
            let part = PartId { layer, part };
            let units = domain.units_of(part)?;
            if units.positions() != index.len() {
                let reason = format!("its units end there, and it has {} positions", index.len());
                let unstorable = Unstorable { rank: units.positions(), reason };
                return Err(Error::unstorable(domain, part, unstorable));
            }
            Ok((part, units))
        };
        indexes.iter().enumerate().map(units).collect::<Result<_, _>>().map(LayerUnits)
    }

    /// Returns the positions of the layer.
    pub(super) fn positions(&self) -> u64 {
        self.0.iter().map(|(_, units)| units.positions()).sum()
    }

    /// Returns all units of each part.
    pub(super) fn whole(&self) -> impl Iterator<Item = UnitRun> {
        self.0.iter().map(|(part, units)| UnitRun {
            part: *part,
            units: 0..units.len(),
            ranks: 0..units.positions(),
        })
    }

    /// Returns the units of a shard, part by part: those that begin in its share of the layer's
    /// positions.
    pub(super) fn of_shard(&self, shard: Shard) -> Vec<UnitRun> {
        let Range { start, end } = shard.share(self.positions());
        let mut before = 0;
        let mut runs = Vec::new();
        for (part, units) in &self.0 {
            let first_from = |position: u64| units.first_from(position.saturating_sub(before));
            let numbers = first_from(start)..first_from(end);
            if !numbers.is_empty() {
                let ranks = units.ranks(numbers.start).start..units.ranks(numbers.end - 1).end;
                runs.push(UnitRun { part: *part, units: numbers, ranks });
            }
            before += units.positions();
        }
        runs
    }

    pub(super) fn unit(&self, part: PartId, number: usize) -> Unit {
        Unit { part, number, ranks: self.0[part.part].1.ranks(number) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn units(parts: &[&[u64]]) -> LayerUnits {
        let id = |part| PartId { layer: LayerId(0), part };
        let units = |lengths: &[u64]| Units::of_lengths(lengths.iter().copied());
        LayerUnits((0..).zip(parts).map(|(part, lengths)| (id(part), units(lengths))).collect())
    }

    #[test]
    fn shards_share_every_unit_out_once_in_order() {
        for parts in [
            &[&[5, 1, 1, 1][..], &[], &[7], &[2, 2, 2]][..],
            &[&[1]],
            &[&[]],
            &[&[100, 1, 1, 1], &[1; 50]],
        ] {
            let units = units(parts);
            for of in [1, 2, 3, 7, 64] {
                let shared: Vec<UnitRun> =
                    Shard::all(of).flat_map(|shard| units.of_shard(shard)).collect();
                let numbers = shared
                    .iter()
                    .flat_map(|share| share.units.clone().map(|unit| (share.part, unit)));
                let all =
                    units.whole().flat_map(|share| share.units.map(move |unit| (share.part, unit)));
                assert!(numbers.eq(all), "{parts:?} in {of}");
                let positions: u64 = shared.iter().map(UnitRun::positions).sum();
                assert_eq!(positions, units.positions());
                for share in shared {
                    let first = units.unit(share.part, share.units.start).ranks.start;
                    let end = units.unit(share.part, share.units.end - 1).ranks.end;
                    assert_eq!(share.ranks, first..end);
                }
            }
        }
    }
}
