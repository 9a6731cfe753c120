//! Interned values, before the layer's dictionary is known.

use rayon::prelude::*;
use rustc_hash::FxHashMap;
use shuban_core::{Codec, Column, Dictionary, Record, Tabulate, Unit};

use crate::error::Error;
use crate::tabulate::source::Compute;

/// Records that a thread takes at a time.
const CHUNK: usize = 1 << 14;

/// A number for a value among those of one layer or shard: in the order of their first positions,
/// which depends on no thread, as the ids of a plan do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Id(pub(super) u32);

impl Record for Id {
    fn columns() -> &'static [Column] {
        &[Column { name: "id", bits: 32, codec: Codec::Unsigned }]
    }

    fn to_columns(&self, raw: &mut [u64]) {
        raw[0] = self.0.into();
    }

    fn from_columns(raw: &[u64]) -> Self {
        Id(raw[0] as u32)
    }
}

/// A record's numbers: no record has more columns.
type Key = [u64; 8];

fn key<R: Record>(record: &R) -> Key {
    let mut key = Key::default();
    record.to_columns(&mut key[..R::columns().len()]);
    key
}

/// The distinct values of one layer or shard as they come.
pub(super) struct Interning<'a, T: Tabulate> {
    compute: &'a Compute<'a, T>,
    /// By the plan's records.
    ids: FxHashMap<Key, Id>,
    values: Dictionary<T::Value>,
}

/// The distinct records of a chunk, each with the place where it first stood; and for each record
/// which of them it is.
fn distinct<R: Record>(records: &[R]) -> (Vec<(usize, R)>, Vec<u32>) {
    let mut numbers = FxHashMap::default();
    let mut first = Vec::new();
    let which = records.iter().enumerate().map(|(place, record)| {
        *numbers.entry(key(record)).or_insert_with(|| {
            first.push((place, *record));
            first.len() as u32 - 1
        })
    });
    let which = which.collect();
    (first, which)
}

impl<'a, T: Tabulate> Interning<'a, T> {
    pub(super) fn new(compute: &'a Compute<'a, T>) -> Self {
        Interning { compute, ids: FxHashMap::default(), values: Dictionary::default() }
    }

    /// The ids of a window's records.
    pub(super) fn ids(&mut self, units: &[Unit], records: &[T::Record]) -> Result<Vec<Id>, Error> {
        let chunks: Vec<_> = records.par_chunks(CHUNK).map(distinct).collect();
        let mut ids = Vec::with_capacity(chunks.len());
        for (number, (first, _)) in chunks.iter().enumerate() {
            let id = |(place, record)| self.id(units, number * CHUNK + place, record);
            ids.push(first.iter().copied().map(id).collect::<Result<Vec<Id>, Error>>()?);
        }
        let all = chunks.into_par_iter().zip(ids).flat_map_iter(|((_, which), ids)| {
            which.into_iter().map(move |which| ids[which as usize])
        });
        Ok(all.collect())
    }

    /// The id of a record at a place of a window.
    fn id(&mut self, units: &[Unit], place: usize, record: T::Record) -> Result<Id, Error> {
        let key = key(&record);
        if let Some(id) = self.ids.get(&key) {
            return Ok(*id);
        }
        let rank = units[0].ranks.start + place as u64;
        let value = self.compute.value(units[0].part, rank, record)?;
        // Two records may stand for one value: threads that came to it at the same moment.
        let id = self.values.id(&value).unwrap_or(self.values.len() as u32);
        self.values.push(value);
        self.ids.insert(key, Id(id));
        Ok(Id(id))
    }

    /// The values, by id.
    pub(super) fn values(&self) -> &[T::Value] {
        self.values.values()
    }
}
