//! Exact layers through a domain's own fast way.
//!
//! The records of a layer are computed, encoded and written in **windows** of as many units as keep
//! all threads busy, so that no more than a window is in memory. A layer of many positions is
//! computed in **shards**, each a file of its own beside the layer's; when all are there they are
//! merged, and removed once the layer is published. So a build that is killed goes on at its last
//! whole shard, shards may be computed by several processes, and the layer's bytes are the same
//! however it came about. Until it is published it takes its space twice.

mod compute;
mod digest;
mod finished;
mod intern;
mod layer;
mod shard_file;
mod shards;
mod stored;
mod stream;
mod workers;

pub use workers::PoolWorkers;

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};

use compute::Compute;
use digest::Published;
use intern::{Interning, Numbered};
use shard_file::{ShardFile, lock_shard};
pub(crate) use shard_file::{remove_shards, shard_bytes};
use shards::LayerUnits;
pub use shards::{NoShard, Shard};
use shuban_core::{Dictionary, LayerId, Record, Tabulate};
use shuban_store::Database;
use stored::{Stored, StoredIds};
use stream::{Meter, window_bytes, windows};

use crate::build::{LayerFile, grown};
use crate::by_shards::{ByShards, Tallying};
use crate::error::Error;
use crate::histogram::StoredHistogram;
use crate::job::{Job, clamped, positions};
use crate::ledger::{Ledger, TableEntry};
use crate::solver::Solver;
use crate::tables::OpenLayer;
use shuban_core::Progress;

/// Exact values of a layer that is not cyclic, through the domain's own [`Tabulate`].
pub struct Tabulation;

impl<T: Tabulate> Solver<T> for Tabulation {
    fn name(&self) -> &'static str {
        "tabulation"
    }

    fn bytes(&self, domain: &T, layer: LayerId, threads: usize) -> u64 {
        let positions = positions(domain, layer);
        // Of each block: where it lies, and its checksum.
        let block_table = clamped(u128::from(positions) * u128::from(bits::<T>()) / 8 / 4096 * 13);
        let mut bytes = (domain.bytes(layer, threads).saturating_add(block_table))
            .saturating_add(window_bytes::<T::Record>(threads));
        if domain.interns() {
            // The ids of a layer that is not worth shards; and values in a set, a list and a map.
            let ids = 4 * positions.min(domain.checkpoint_positions().saturating_add(1));
            let values = domain.distinct_values(layer).saturating_mul(3 * domain.bytes_per_value());
            bytes = bytes.saturating_add(ids).saturating_add(values);
        }
        bytes
    }

    fn disk(&self, domain: &T, layer: LayerId) -> u64 {
        // Shards stand beside the file, and those of a domain that interns hold ids of their own.
        let (each, values) = match domain.interns() {
            true => (
                bits::<T>() + 32,
                domain.distinct_values(layer).saturating_mul(domain.bytes_per_value()),
            ),
            false => (2 * bits::<T>(), 0),
        };
        let records = u128::from(positions(domain, layer)) * u128::from(each) / 8;
        clamped((records + 2 * u128::from(values)) * 11 / 10)
    }

    fn solve(&self, job: &Job<'_, T>, file: &LayerFile) -> Result<(), Error> {
        let work = Work::new(job, file)?;
        let worth = work.checkpoints();
        match work.shards_there()?.or_else(|| (worth > 1).then_some(worth)) {
            Some(of) => work.by_shards(of),
            None => work.at_once(),
        }
    }

    fn by_shards(&self) -> Option<&dyn ByShards<T>> {
        Some(self)
    }
}

impl<T: Tabulate> ByShards<T> for Tabulation {
    fn shard(
        &self,
        job: &Job<'_, T>,
        file: &LayerFile,
        shard: Shard,
        rebuilt: bool,
    ) -> Result<(Database, bool), Error> {
        let there = matches!(ShardFile::open(file, shard), Ok(Some(_)));
        let shards = if there && !rebuilt { Vec::new() } else { vec![shard] };
        let computed = Work::new(job, file)?.shards(shards, rebuilt)?;
        let path = shard.path(&file.path);
        Ok((Database::open(&*file.files, &path)?, computed > 0))
    }

    fn tally(
        &self,
        job: &Job<'_, T>,
        file: &LayerFile,
        tallying: &Tallying<'_>,
    ) -> Result<(Ledger, Vec<Shard>), Error> {
        if job.domain.interns() {
            return Err(Error::NoShards {
                domain: file.subject.domain.clone(),
                reason: "the ids of its values are known only once the whole layer is".to_owned(),
            });
        }
        Work::new(job, file)?.tally(tallying)
    }

    fn histogram(
        &self,
        domain: &T,
        open: &OpenLayer<'_, T>,
        progress: &dyn Progress,
    ) -> Result<Option<StoredHistogram>, Error> {
        let columns: Vec<String> =
            domain.histogram_columns().iter().map(|&column| column.to_owned()).collect();
        if columns.is_empty() {
            return Ok(None);
        }
        let histogram = Published::new(domain, open, progress)?.histogram()?;
        Ok(Some(StoredHistogram { columns, histogram }))
    }

    fn compare(
        &self,
        domain: &T,
        open: &OpenLayer<'_, T>,
        ledger: &Ledger,
        progress: &dyn Progress,
    ) -> Result<(u64, Option<TableEntry>), Error> {
        Published::new(domain, open, progress)?.compare(ledger)
    }
}

/// The bits of a record.
fn bits<T: Tabulate>() -> u64 {
    T::Record::columns().iter().map(|column| u64::from(column.bits)).sum()
}

/// The work on one layer.
struct Work<'a, T: Tabulate> {
    job: &'a Job<'a, T>,
    file: &'a LayerFile,
    units: LayerUnits,
    /// Made when something is to be computed.
    compute: OnceCell<Compute<'a, T>>,
}

impl<'a, T: Tabulate> Work<'a, T> {
    fn new(job: &'a Job<'a, T>, file: &'a LayerFile) -> Result<Self, Error> {
        let units = LayerUnits::new(job.domain, job.layer, job.indexes)?;
        Ok(Work { job, file, units, compute: OnceCell::new() })
    }

    fn compute(&self) -> Result<&Compute<'a, T>, Error> {
        if let Some(compute) = self.compute.get() {
            return Ok(compute);
        }
        let made = Compute::new(self.job)?;
        Ok(self.compute.get_or_init(|| made))
    }

    fn meter(&self, what: &str, positions: u64) -> Meter<'a> {
        self.job.progress.phase(what, positions);
        Meter { progress: self.job.progress, done: 0, detail: String::new() }
    }

    /// Into how many shards the layer is cut by those that are there: of several numbers the one of
    /// which most is there.
    fn shards_there(&self) -> Result<Option<u32>, Error> {
        let mut sound: BTreeMap<u32, u32> = BTreeMap::new();
        for shard in shard_file::present(self.file)? {
            if matches!(ShardFile::open(self.file, shard), Ok(Some(_))) {
                *sound.entry(shard.of()).or_default() += 1;
            }
        }
        let share = |(of, there): &(u32, u32)| (u64::from(*there) << 32) / u64::from(*of);
        Ok(sound.into_iter().max_by_key(share).map(|(of, _)| of))
    }

    /// How many checkpoints the layer is worth, the last of which is the layer itself.
    fn checkpoints(&self) -> u32 {
        let each = self.job.domain.checkpoint_positions().max(1);
        let checkpoints = self.units.positions().div_ceil(each).clamp(1, Shard::MOST.into());
        // No more than `Shard::MOST`.
        checkpoints as u32
    }

    /// Computes a layer and writes it at once.
    fn at_once(&self) -> Result<(), Error> {
        let (job, compute) = (self.job, self.compute()?);
        let mut meter = self.meter("computing", self.units.positions());
        if !job.domain.interns() {
            let nothing = Dictionary::default();
            return layer::publish(job, self.file, &self.units, compute, &nothing, &mut meter);
        }
        let mut interning = Interning::new(compute);
        let mut ids = Vec::new();
        for share in self.units.whole() {
            let mut of_part = Vec::new();
            windows(&self.units, &share, compute, &mut meter, |units, records| {
                of_part.extend(interning.ids(units, records)?);
                Ok(())
            })?;
            ids.push(of_part);
        }
        let values = interning.into_values();
        let dictionary = grown(job, &values.iter().cloned().collect());
        let numbered = Numbered { ids, stored: intern::stored(job.domain, &values, &dictionary) };
        let mut meter = self.meter("writing", self.units.positions());
        layer::publish(job, self.file, &self.units, &numbered, &dictionary, &mut meter)
    }

    /// Computes the shards that are missing, and merges them all.
    fn by_shards(&self, of: u32) -> Result<(), Error> {
        let mut dropped = BTreeSet::new();
        loop {
            let missing =
                |shard: &Shard| !matches!(ShardFile::open(self.file, *shard), Ok(Some(_)));
            self.shards(Shard::all(of).filter(missing).collect(), false)?;
            match self.merge(of) {
                Err(error) => match self.at_fault(of, &error) {
                    // Once: what fails again would fail for ever.
                    Some(shard) if dropped.insert(shard) => self.drop_shard(shard, &error)?,
                    _ => return Err(error),
                },
                merged => return merged,
            }
        }
    }

    /// Computes shards, each into its file; those that are there only if they are to be `rebuilt`.
    /// Gives how many it computed.
    fn shards(&self, shards: Vec<Shard>, rebuilt: bool) -> Result<usize, Error> {
        let mut computed = 0;
        if shards.is_empty() {
            return Ok(computed);
        }
        let compute = self.compute()?;
        let mut meter = self.meter("computing", self.positions_of(&shards));
        for shard in shards {
            meter.detail = format!("shard {shard}");
            let _lock = lock_shard(self.file, shard)?;
            match ShardFile::open(self.file, shard) {
                // Another process was faster.
                Ok(Some(_)) if !rebuilt => continue,
                Ok(_) => {}
                Err(reason) => {
                    self.job.progress.note(&format!("shard {shard} is computed again: {reason}"));
                }
            }
            shard_file::write(self.job, self.file, &self.units, compute, shard, &mut meter)?;
            computed += 1;
        }
        Ok(computed)
    }

    fn positions_of(&self, shards: &[Shard]) -> u64 {
        let shares = shards.iter().flat_map(|shard| self.units.of_shard(*shard));
        shares.map(|share| share.positions()).sum()
    }

    /// Writes the layer from its shards.
    fn merge(&self, of: u32) -> Result<(), Error> {
        let (job, units) = (self.job, &self.units);
        let mut files = Vec::new();
        for shard in Shard::all(of) {
            let found = ShardFile::open(self.file, shard).ok().flatten();
            let not_found = || shuban_store::Error::NotFound { path: shard.path(&self.file.path) };
            files.push((shard, found.ok_or_else(not_found)?));
        }
        let mut meter = self.meter("merging shards", units.positions());
        if !job.domain.interns() {
            let pieces = files.iter().map(|(shard, file)| file.pieces(job, units, *shard));
            let stored =
                Stored(pieces.collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect());
            return layer::publish(
                job,
                self.file,
                units,
                &stored,
                &Dictionary::default(),
                &mut meter,
            );
        }
        let mut values = BTreeSet::new();
        for (_, file) in &files {
            values.extend(file.values(job.domain)?);
        }
        let dictionary = grown(job, &values);
        drop(values);
        let mut ids = StoredIds { pieces: Vec::new(), stored: Vec::new() };
        for (shard, file) in &files {
            // Read once more: many shards have the same values, and together more than fit.
            let of_shard = intern::stored(job.domain, &file.values(job.domain)?, &dictionary);
            for piece in file.pieces(job, units, *shard)? {
                ids.pieces.push(piece);
                ids.stored.push(of_shard.clone());
            }
        }
        layer::publish(job, self.file, units, &ids, &dictionary, &mut meter)
    }

    /// The shard whose file an error is about, if it is one that computing it again mends.
    fn at_fault(&self, of: u32, error: &Error) -> Option<Shard> {
        use shuban_store::Error as Store;
        let file = match error {
            Error::Store(
                Store::Damaged { path, .. }
                | Store::NotFound { path }
                | Store::NoSection { path, .. }
                | Store::OtherDomain { path, .. },
            )
            | Error::NoValue { path, .. } => Some(path),
            _ => None,
        };
        Shard::all(of).find(|shard| Some(&shard.path(&self.file.path)) == file)
    }

    fn drop_shard(&self, shard: Shard, error: &Error) -> Result<(), Error> {
        self.job.progress.note(&format!("shard {shard} is computed again: {error}"));
        let (files, path) = (&self.file.files, shard.path(&self.file.path));
        let is_gone = || matches!(files.len(&path), Ok(None));
        match files.remove(&path) {
            Err(source) if !is_gone() => {
                Err(shuban_store::Error::Io { what: "remove", path, source }.into())
            }
            _ => Ok(()),
        }
    }
}
