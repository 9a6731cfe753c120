//! Interned values, before the layer's dictionary is known.

use rayon::prelude::*;
use rustc_hash::FxHashMap;
use shuban_core::erased::{LayerDictionary, Records};
use shuban_core::tabulate::Unit;
use shuban_core::{Codec, Column};

use crate::error::Error;
use crate::tabulate::source::Compute;

/// Number of records that a thread takes at a time.
const CHUNK: usize = 1 << 14;

/// The column of a shard's table, where values are interned: the number of a value in the shard, in
/// the order of first positions, independent of threads, unlike the ids of a plan.
pub(super) const ID_COLUMNS: [Column; 1] =
    [Column { name: "id", bits: 32, codec: Codec::Unsigned }];

/// A record's numbers: no record of ids has more columns.
type Key = [u64; 8];

/// The distinct values of one layer or shard so far.
pub(super) struct Interning<'a> {
    compute: &'a Compute<'a>,
    /// The ids by the plan's records.
    ids: FxHashMap<Key, u32>,
    values: LayerDictionary,
}

/// A chunk of a window: the number of its unit, and where it begins and ends there.
type Chunk = (usize, usize, usize);

/// The distinct records of a chunk, each with its place in the unit; and the number of the distinct
/// one for each record.
struct Distinct {
    first: Vec<(usize, Key)>,
    which: Vec<u32>,
}

impl Distinct {
    fn of(records: &Records, (start, end): (usize, usize), columns: usize) -> Self {
        let stride = end - start;
        let mut numbers = vec![0; stride * columns];
        records.to_columns(start..end, 0, stride, &mut numbers);
        let mut known = FxHashMap::default();
        let mut first = Vec::new();
        let which = (0..stride).map(|place| {
            let mut key = Key::default();
            for (column, number) in key[..columns].iter_mut().enumerate() {
                *number = numbers[column * stride + place];
            }
            *known.entry(key).or_insert_with(|| {
                first.push((start + place, key));
                first.len() as u32 - 1
            })
        });
        let which = which.collect();
        Distinct { first, which }
    }
}

impl<'a> Interning<'a> {
    pub(super) fn new(compute: &'a Compute<'a>) -> Self {
        let values = compute.domain.empty_dictionary();
        Interning { compute, ids: FxHashMap::default(), values }
    }

    /// Returns the ids of a window's records.
    pub(super) fn ids(&mut self, units: &[Unit], records: &[Records]) -> Result<Vec<u32>, Error> {
        let columns = self.compute.domain.columns().len();
        let mut chunks: Vec<Chunk> = Vec::new();
        for (unit, records) in records.iter().enumerate() {
            let starts = (0..records.len()).step_by(CHUNK);
            chunks.extend(starts.map(|start| (unit, start, records.len().min(start + CHUNK))));
        }
        let distinct: Vec<Distinct> = (chunks.par_iter())
            .map(|&(unit, start, end)| Distinct::of(&records[unit], (start, end), columns))
            .collect();
        let mut ids = Vec::with_capacity(chunks.len());
        for (&(unit, ..), distinct) in chunks.iter().zip(&distinct) {
            let id =
                |&(place, key): &(usize, Key)| self.id(&units[unit], (&records[unit], place), key);
            ids.push(distinct.first.iter().map(id).collect::<Result<Vec<u32>, Error>>()?);
        }
        let all = distinct.into_par_iter().zip(ids).flat_map_iter(|(distinct, ids)| {
            distinct.which.into_iter().map(move |which| ids[which as usize])
        });
        Ok(all.collect())
    }

    /// Returns the id of a record at a place of a unit.
    fn id(
        &mut self,
        unit: &Unit,
        (records, place): (&Records, usize),
        key: Key,
    ) -> Result<u32, Error> {
        if let Some(id) = self.ids.get(&key) {
            return Ok(*id);
        }
        let rank = unit.ranks.start + place as u64;
        let id = self.compute.intern((unit.part, rank), (records, place), &mut self.values)?;
        self.ids.insert(key, id);
        Ok(id)
    }

    /// Returns the values, by id.
    pub(super) fn values(&self) -> &LayerDictionary {
        &self.values
    }
}
