//! Interned values, before the layer's dictionary is known.

use rayon::prelude::*;
use rustc_hash::FxHashMap;
use shuban_core::{Codec, Column, Dictionary, Record, Tabulate, Unit};

use crate::error::Error;
use crate::tabulate::compute::Compute;
use crate::tabulate::stream::Source;

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
    known: FxHashMap<Key, Id>,
    values: Dictionary<T::Value>,
}

/// The distinct records of a chunk, each with the place where it first stood, and which one each
/// is.
struct Distinct<R> {
    first: Vec<(usize, R)>,
    which: Vec<u32>,
}

impl<R: Record> Distinct<R> {
    fn of(records: &[R]) -> Self {
        let mut known = FxHashMap::default();
        let mut distinct = Distinct { first: Vec::new(), which: Vec::with_capacity(records.len()) };
        for (place, record) in records.iter().enumerate() {
            let which = *known.entry(key(record)).or_insert_with(|| {
                distinct.first.push((place, *record));
                distinct.first.len() as u32 - 1
            });
            distinct.which.push(which);
        }
        distinct
    }
}

impl<'a, T: Tabulate> Interning<'a, T> {
    pub(super) fn new(compute: &'a Compute<'a, T>) -> Self {
        Interning { compute, known: FxHashMap::default(), values: Dictionary::default() }
    }

    /// The ids of a window's records.
    pub(super) fn ids(&mut self, units: &[Unit], records: &[T::Record]) -> Result<Vec<Id>, Error> {
        let chunks: Vec<Distinct<T::Record>> =
            records.par_chunks(CHUNK).map(Distinct::of).collect();
        let mut ids = Vec::with_capacity(chunks.len());
        for (number, chunk) in chunks.iter().enumerate() {
            let of_chunk = chunk.first.iter().map(|(place, record)| {
                let key = key(record);
                match self.known.get(&key) {
                    Some(id) => Ok(*id),
                    None => self.meet(units, number * CHUNK + place, *record).inspect(|id| {
                        self.known.insert(key, *id);
                    }),
                }
            });
            ids.push(of_chunk.collect::<Result<Vec<Id>, Error>>()?);
        }
        let all = chunks.into_par_iter().zip(ids).flat_map_iter(|(chunk, ids)| {
            chunk.which.into_iter().map(move |which| ids[which as usize])
        });
        Ok(all.collect())
    }

    /// The id of a record that is met for the first time, at a place of a window.
    fn meet(&mut self, units: &[Unit], place: usize, record: T::Record) -> Result<Id, Error> {
        let rank = units[0].ranks.start + place as u64;
        let value = self.compute.value(&units[0], rank, record)?;
        // Two records may stand for one value: threads that came to it at the same moment.
        let id = match self.values.id(&value) {
            Some(id) => id,
            None => {
                self.values.push(value);
                self.values.len() as u32 - 1
            }
        };
        Ok(Id(id))
    }

    /// The values, by id.
    pub(super) fn into_values(self) -> Vec<T::Value> {
        self.values.values().to_vec()
    }
}

/// What is stored for each id, once the dictionary is known.
pub(super) fn stored<T: Tabulate>(
    domain: &T,
    values: &[T::Value],
    dictionary: &Dictionary<T::Value>,
) -> Vec<T::Record> {
    values.iter().map(|value| domain.encode(value, dictionary)).collect()
}

/// Ids in memory, by part and rank, with what is stored for each.
pub(super) struct Numbered<R> {
    pub(super) ids: Vec<Vec<Id>>,
    pub(super) stored: Vec<R>,
}

impl<R: Record> Source<R> for Numbered<R> {
    fn fill(&self, units: &[Unit], records: &mut [R]) -> Result<(), Error> {
        let Some(first) = units.first() else { return Ok(()) };
        let ids = &self.ids[first.part.part][first.ranks.start as usize..][..records.len()];
        records
            .par_iter_mut()
            .zip(ids)
            .for_each(|(record, id)| *record = self.stored[id.0 as usize]);
        Ok(())
    }
}
