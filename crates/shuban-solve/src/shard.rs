//! Shares of a layer, and the names of their files.

use std::fmt;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use serde::{Serialize, Serializer};
use shuban_store::PARTIAL;

/// One of several shares of a layer, of about as many positions each: `3/64`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Shard {
    number: u32,
    of: u32,
}

impl Shard {
    /// Largest number of shards of a layer.
    pub const MOST: u32 = 1 << 16;

    /// Creates shard `number`, from 1, of `of`; `None` if there is none.
    pub fn new(number: u32, of: u32) -> Option<Self> {
        (1 <= number && number <= of && of <= Shard::MOST).then_some(Shard { number, of })
    }

    /// Returns all `of` shards of a layer.
    pub fn all(of: u32) -> impl Iterator<Item = Shard> {
        (1..=of).filter_map(move |number| Shard::new(number, of))
    }

    /// Returns its number, from 1.
    pub fn number(self) -> u32 {
        self.number
    }

    /// Returns the number of shards.
    pub fn of(self) -> u32 {
        self.of
    }

    /// Returns its share of that many positions.
    pub(crate) fn share(self, positions: u64) -> Range<u64> {
        let before =
            |shards| (u128::from(positions) * u128::from(shards) / u128::from(self.of)) as u64;
        before(self.number - 1)..before(self.number)
    }

    /// Returns the shard's path for a layer's file: `10.shuban` gives `10.shard-3-of-64`.
    pub(crate) fn path(self, layer: &Path) -> PathBuf {
        let mut path = layer.with_extension("").into_os_string();
        path.push(format!("{INFIX}{}-of-{}", self.number, self.of));
        path.into()
    }

    /// Returns the shard of a layer whose file, or its lock or unfinished form, has this path.
    pub(crate) fn of_path(layer: &Path, path: &Path) -> Option<Shard> {
        let stem = layer.file_stem()?.to_str()?;
        let name = path.file_name()?.to_str()?.strip_prefix(stem)?.strip_prefix(INFIX)?;
        let name =
            name.strip_suffix(".lock").or_else(|| name.strip_suffix(PARTIAL)).unwrap_or(name);
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

/// Error of a text that is not a shard.
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

#[cfg(test)]
mod tests {
    use super::*;

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
            ("data/heap/10.shuban", "data/heap/10.shard-3-of-64"),
            ("data/stones/width-0.5.shuban", "data/stones/width-0.5.shard-3-of-64"),
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
}
