//! How a layer is cut into shards.

use std::fmt;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use serde::{Serialize, Serializer};
use shuban_core::{IndexOf, LayerId, PartId, Tabulate, Unit, Units, Unstorable};

use crate::error::Error;

/// One of several shares of a layer, of about as many positions each: `3/64`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Shard {
    number: u32,
    of: u32,
}

impl Shard {
    /// The most shards that a layer is cut into.
    pub const MOST: u32 = 1 << 16;

    /// Shard `number`, from 1, of `of`; `None` if there is none.
    pub fn new(number: u32, of: u32) -> Option<Self> {
        (1 <= number && number <= of && of <= Shard::MOST).then_some(Shard { number, of })
    }

    /// All `of` shards of a layer.
    pub fn all(of: u32) -> impl Iterator<Item = Shard> {
        (1..=of).filter_map(move |number| Shard::new(number, of))
    }

    /// Its number, from 1.
    pub fn number(self) -> u32 {
        self.number
    }

    /// How many shards there are.
    pub fn of(self) -> u32 {
        self.of
    }

    /// The positions of a layer that lie before it.
    fn begin(self, positions: u64) -> u64 {
        let begin = u128::from(positions) * u128::from(self.number - 1) / u128::from(self.of);
        // No more than `positions`.
        begin as u64
    }

    /// Where the shard of the layer with file `layer` is kept: `10.shuban` is `10.shard-3-of-64`.
    pub(super) fn path(self, layer: &Path) -> PathBuf {
        let mut path = layer.with_extension("").into_os_string();
        path.push(format!("{INFIX}{}-of-{}", self.number, self.of));
        path.into()
    }

    /// The shard of a layer whose file, or its lock or unfinished form, has this path.
    pub(super) fn of_path(layer: &Path, path: &Path) -> Option<Shard> {
        let stem = layer.file_stem()?.to_str()?;
        let name = path.file_name()?.to_str()?.strip_prefix(stem)?.strip_prefix(INFIX)?;
        let name =
            name.strip_suffix(".lock").or_else(|| name.strip_suffix(".partial")).unwrap_or(name);
        let (number, of) = name.split_once("-of-")?;
        Shard::new(number.parse().ok()?, of.parse().ok()?)
    }
}

const INFIX: &str = ".shard-";

impl Serialize for Shard {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

/// A text is not a shard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected I/N, shard I of N, with 1 ≤ I ≤ N ≤ {}", Shard::MOST)]
pub struct NoShard;

impl FromStr for Shard {
    type Err = NoShard;

    fn from_str(text: &str) -> Result<Self, NoShard> {
        let (number, of) = text.split_once('/').ok_or(NoShard)?;
        let parse = |text: &str| text.parse().map_err(|_| NoShard);
        Shard::new(parse(number)?, parse(of)?).ok_or(NoShard)
    }
}

/// The units of all parts of a layer.
pub(super) struct LayerUnits {
    parts: Vec<(PartId, Units)>,
    /// How many positions lie before each part, and at last all of them.
    before: Vec<u64>,
}

/// Consecutive units of one part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Share {
    pub(super) part: PartId,
    pub(super) units: Range<usize>,
    pub(super) ranks: Range<u64>,
}

impl Share {
    pub(super) fn positions(&self) -> u64 {
        self.ranks.end - self.ranks.start
    }
}

impl LayerUnits {
    pub(super) fn new<T: Tabulate>(
        domain: &T,
        layer: LayerId,
        indexes: &[IndexOf<T>],
    ) -> Result<Self, Error> {
        let mut units = LayerUnits { parts: Vec::new(), before: vec![0] };
        for (part, index) in indexes.iter().enumerate() {
            let id = PartId { layer, part };
            let of_part = domain.units(id)?;
            if of_part.positions() != index.len() {
                let reason = format!("its units end there, and it has {} positions", index.len());
                let unstorable = Unstorable { rank: of_part.positions(), reason };
                return Err(Error::unstorable(domain, id, unstorable));
            }
            units.before.push(units.positions() + index.len());
            units.parts.push((id, of_part));
        }
        Ok(units)
    }

    /// The positions of the layer.
    pub(super) fn positions(&self) -> u64 {
        self.before[self.parts.len()]
    }

    /// All units of each part.
    pub(super) fn whole(&self) -> impl Iterator<Item = Share> {
        self.parts.iter().map(|(part, units)| Share {
            part: *part,
            units: 0..units.len(),
            ranks: 0..units.positions(),
        })
    }

    /// What a shard has of each part that it has something of: the units that begin in its share of
    /// the layer's positions.
    pub(super) fn of_shard(&self, shard: Shard) -> Vec<Share> {
        let begin = shard.begin(self.positions());
        let end = Shard { number: shard.number + 1, ..shard }.begin(self.positions());
        let mut shares = Vec::new();
        for ((part, units), before) in self.parts.iter().zip(&self.before) {
            let [first, last] =
                [begin, end].map(|position| units.first_from(position.saturating_sub(*before)));
            if first < last {
                let ranks = units.ranks(first).start..units.ranks(last - 1).end;
                shares.push(Share { part: *part, units: first..last, ranks });
            }
        }
        shares
    }

    pub(super) fn unit(&self, part: PartId, number: usize) -> Unit {
        Unit { part, number, ranks: self.parts[part.part].1.ranks(number) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn units(parts: &[&[u64]]) -> LayerUnits {
        let mut units = LayerUnits { parts: Vec::new(), before: vec![0] };
        for (part, lengths) in parts.iter().enumerate() {
            let of_part = Units::of_lengths(lengths.iter().copied());
            units.before.push(units.positions() + of_part.positions());
            units.parts.push((PartId { layer: LayerId(0), part }, of_part));
        }
        units
    }

    #[test]
    fn shards_are_read_as_they_are_written() {
        let shard: Shard = "3/64".parse().unwrap();
        assert_eq!((shard.number(), shard.of(), shard.to_string().as_str()), (3, 64, "3/64"));
        for text in ["", "3", "0/4", "5/4", "a/4", "1/-4", "1/65537", "1/4/2", "99999999999/4"] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_shard_lies_beside_its_layer_and_is_known_by_its_name() {
        let shard = Shard::new(3, 64).unwrap();
        for (layer, file) in [
            ("data/amazons/10.shuban", "data/amazons/10.shard-3-of-64"),
            ("data/trax/width-0.5.shuban", "data/trax/width-0.5.shard-3-of-64"),
        ] {
            assert_eq!(shard.path(Path::new(layer)), Path::new(file));
            for ending in ["", ".lock", ".partial"] {
                let path = PathBuf::from(format!("{file}{ending}"));
                assert_eq!(Shard::of_path(Path::new(layer), &path), Some(shard));
            }
        }
        for other in [
            "1.shard-3-of-64",
            "10.shuban",
            "10.shard-3-of-2",
            "10.shard-x-of-4",
            "10-a.shard-1-of-2",
        ] {
            assert_eq!(Shard::of_path(Path::new("10.shuban"), Path::new(other)), None, "{other}");
        }
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
                let shared: Vec<Share> =
                    Shard::all(of).flat_map(|shard| units.of_shard(shard)).collect();
                let numbers = shared
                    .iter()
                    .flat_map(|share| share.units.clone().map(|unit| (share.part, unit)));
                let all =
                    units.whole().flat_map(|share| share.units.map(move |unit| (share.part, unit)));
                assert!(numbers.eq(all), "{parts:?} in {of}");
                let positions: u64 = shared.iter().map(Share::positions).sum();
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
