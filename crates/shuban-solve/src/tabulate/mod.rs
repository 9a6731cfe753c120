//! Exact layers through a domain's own fast way.
//!
//! The records of a layer are computed, encoded and written in **windows** of as many units as keep
//! all threads busy, so that no more than a window is in memory. A layer of many positions is
//! computed in **shards**, each a file of its own beside the layer's; when all are there they are
//! merged, and removed once the layer is published. So a build that is killed goes on at its last
//! whole shard, shards may be computed by several processes, and the layer's bytes are the same in
//! every case. Until it is published it takes its space twice.

mod digest;
mod intern;
mod shard_file;
mod source;
mod stream;
mod tally;
mod units;

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};

use digest::{LayerRecords, published};
use intern::Interning;
use shard_file::ShardFile;
pub(crate) use shard_file::{remove_shards, shard_bytes};
use shuban_core::erased::{LayerDictionary, Records, Tables, TabulateTables};
use shuban_core::tabulate::Unit;
use shuban_core::{LayerId, Progress};
use shuban_store::{Database, lock};
use source::{Compute, RecordSource, ShardRows, read_stored};
use stream::{Meter, window_bytes, windows};
use units::LayerUnits;

use crate::error::Error;
use crate::histogram::StoredHistogram;
use crate::job::{Job, clamped, positions};
use crate::layer_file::{LayerFile, earlier};
use crate::ledger::{Ledger, TableEntry};
use crate::shard::Shard;
use crate::solver::{ByShards, RestsOn, Solver, Tallying, record_bits};
use crate::stored_layer::StoredLayer;
use crate::threads::wait_for_others;

/// Exact values of a layer that is not cyclic, through the domain's own
/// [`Tabulate`](shuban_core::Tabulate).
pub struct Tabulation<'d>(pub &'d dyn TabulateTables);

/// Values of a cyclic layer that play leaves, through a [`Tabulate`](shuban_core::Tabulate) whose
/// plan finds a fixed point.
///
/// Its plan does the work, which each shard would repeat: so there are no shards.
pub struct FixedPoints<'d>(pub &'d dyn TabulateTables);

impl Solver for FixedPoints<'_> {
    fn domain(&self) -> &dyn Tables {
        self.0
    }

    fn name(&self) -> &'static str {
        "tabulation of a fixed point"
    }

    fn rests_on(&self) -> RestsOn {
        RestsOn::Leaving
    }

    fn bytes(&self, layer: LayerId, threads: usize) -> u64 {
        Tabulation(self.0).bytes(layer, threads)
    }

    fn disk(&self, layer: LayerId) -> u64 {
        Tabulation(self.0).disk(layer)
    }

    fn solve(&self, job: &Job<'_>, file: &LayerFile) -> Result<(), Error> {
        LayerTabulation::new(self.0, job, file)?.at_once()
    }
}

impl Solver for Tabulation<'_> {
    fn domain(&self) -> &dyn Tables {
        self.0
    }

    fn name(&self) -> &'static str {
        "tabulation"
    }

    fn bytes(&self, layer: LayerId, threads: usize) -> u64 {
        let domain = self.0;
        let positions = positions(domain, layer);
        // For each block: its place, and its checksum.
        let bits = record_bits(domain);
        let block_table = clamped(u128::from(positions) * u128::from(bits) / 8 / 4096 * 13);
        let mut bytes = (domain.bytes_of_tabulation(layer, threads).saturating_add(block_table))
            .saturating_add(window_bytes(domain, threads));
        if domain.has_dictionary() {
            // The ids of a layer that is not worth shards; and values in a set, a list and a map.
            let most = domain.positions_of_checkpoint().saturating_add(1);
            let ids = 4 * positions.min(most);
            let values = domain.values_of_layer(layer).saturating_mul(3 * domain.value_bytes());
            bytes = bytes.saturating_add(ids).saturating_add(values);
        }
        bytes
    }

    fn disk(&self, layer: LayerId) -> u64 {
        let domain = self.0;
        // Shards are beside the file, and those of a domain that interns hold ids of their own.
        let bits = record_bits(domain);
        let (each, values) = if domain.has_dictionary() {
            let values = domain.values_of_layer(layer).saturating_mul(domain.value_bytes());
            (bits + 32, values)
        } else {
            (2 * bits, 0)
        };
        let records = u128::from(positions(domain, layer)) * u128::from(each) / 8;
        let scratch = u128::from(domain.scratch_file_of_tabulation(layer));
        clamped((records + 2 * u128::from(values)) * 11 / 10 + scratch)
    }

    fn solve(&self, job: &Job<'_>, file: &LayerFile) -> Result<(), Error> {
        let work = LayerTabulation::new(self.0, job, file)?;
        let worth = work.checkpoints();
        match work.shards_there()?.or_else(|| (worth > 1).then_some(worth)) {
            Some(of) => work.by_shards(of),
            None => work.at_once(),
        }
    }

    fn by_shards(&self) -> Option<&dyn ByShards> {
        Some(self)
    }
}

impl ByShards for Tabulation<'_> {
    fn shard(
        &self,
        job: &Job<'_>,
        file: &LayerFile,
        shard: Shard,
        rebuilt: bool,
    ) -> Result<(Database, bool), Error> {
        let work = LayerTabulation::new(self.0, job, file)?;
        let there = matches!(work.open(shard), Ok(Some(_)));
        let shards = if there && !rebuilt { Vec::new() } else { vec![shard] };
        let computed = work.shards(shards, rebuilt)?;
        Ok((Database::open(&*file.files, &shard.path(&file.path))?, computed > 0))
    }

    fn shards_with_others(
        &self,
        job: &Job<'_>,
        file: &LayerFile,
        of: u32,
        is_done: &dyn Fn() -> Result<bool, Error>,
    ) -> Result<(), Error> {
        LayerTabulation::new(self.0, job, file)?.with_others(of, is_done)
    }

    fn tally(
        &self,
        job: &Job<'_>,
        file: &LayerFile,
        tallying: &Tallying<'_>,
    ) -> Result<(Ledger, Vec<Shard>), Error> {
        if job.domain.has_dictionary() {
            return Err(Error::NoShards {
                domain: file.subject.domain.clone(),
                reason: "the ids of its values are known only once the whole layer is".to_owned(),
            });
        }
        LayerTabulation::new(self.0, job, file)?.tally(tallying)
    }

    fn histogram_columns(&self) -> &'static [&'static str] {
        self.0.class_columns()
    }

    fn histogram(
        &self,
        open: &StoredLayer<'_>,
        progress: &dyn Progress,
    ) -> Result<Option<StoredHistogram>, Error> {
        let columns: Vec<String> =
            self.0.class_columns().iter().map(|&column| column.to_owned()).collect();
        if columns.is_empty() {
            return Ok(None);
        }
        let histogram = published(self.0, open, progress, "counting", |records, meter| {
            records.histogram(meter)
        })?;
        Ok(Some(StoredHistogram { columns, histogram }))
    }

    fn compare(
        &self,
        open: &StoredLayer<'_>,
        ledger: &Ledger,
        progress: &dyn Progress,
    ) -> Result<(u64, Option<TableEntry>), Error> {
        published(self.0, open, progress, "comparing with the ledger", |records, meter| {
            records.compare(ledger, meter)
        })
    }
}

/// The work on one layer.
struct LayerTabulation<'a> {
    domain: &'a dyn TabulateTables,
    job: &'a Job<'a>,
    file: &'a LayerFile,
    units: LayerUnits,
    /// The computation, created on first use.
    compute: OnceCell<Compute<'a>>,
}

impl<'a> LayerTabulation<'a> {
    fn new(
        domain: &'a dyn TabulateTables,
        job: &'a Job<'a>,
        file: &'a LayerFile,
    ) -> Result<Self, Error> {
        let units = LayerUnits::new(domain, job.layer, job.indexes)?;
        Ok(LayerTabulation { domain, job, file, units, compute: OnceCell::new() })
    }

    /// Returns a shard's file, if it exists.
    fn open(&self, shard: Shard) -> Result<Option<ShardFile>, String> {
        ShardFile::open(self.job.domain, &self.units, self.file, shard)
    }

    fn compute(&self) -> Result<&Compute<'a>, Error> {
        if let Some(compute) = self.compute.get() {
            return Ok(compute);
        }
        let made = Compute::new(self.domain, self.job, self.file)?;
        Ok(self.compute.get_or_init(|| made))
    }

    /// Returns the number of shards that the existing ones divide the layer into: of several such
    /// numbers, the one of which most is there.
    fn shards_there(&self) -> Result<Option<u32>, Error> {
        let mut sound: BTreeMap<u32, u32> = BTreeMap::new();
        for shard in shard_file::present(self.file)? {
            if matches!(self.open(shard), Ok(Some(_))) {
                *sound.entry(shard.of()).or_default() += 1;
            }
        }
        let share = |(of, there): &(u32, u32)| (u64::from(*there) << 32) / u64::from(*of);
        Ok(sound.into_iter().max_by_key(share).map(|(of, _)| of))
    }

    /// Returns the number of checkpoints of the layer, the last of which is the layer itself.
    fn checkpoints(&self) -> u32 {
        let each = self.domain.positions_of_checkpoint().max(1);
        let checkpoints = self.units.positions().div_ceil(each).clamp(1, Shard::MOST.into());
        // No more than `Shard::MOST`.
        checkpoints as u32
    }

    /// Writes the layer, in a phase of the progress named `what`.
    fn publish(
        &self,
        what: &str,
        dictionary: &LayerDictionary,
        source: &RecordSource<'_>,
    ) -> Result<(), Error> {
        let (domain, units) = (self.domain, &self.units);
        let mut meter = Meter::begin(self.job.progress, what, units.positions());
        LayerRecords { domain, units, source, dictionary }.publish(self.job, self.file, &mut meter)
    }

    /// Computes a layer and writes it, without shards.
    fn at_once(&self) -> Result<(), Error> {
        let (job, compute) = (self.job, self.compute()?);
        let computed = |unit: &Unit, records: &mut Records| compute.records(unit, records);
        if !job.domain.has_dictionary() {
            return self.publish("computing", &job.domain.empty_dictionary(), &computed);
        }
        let mut meter = Meter::begin(job.progress, "computing", self.units.positions());
        let mut interning = Interning::new(compute);
        let mut ids: Vec<Vec<u32>> = Vec::new();
        for run in self.units.whole() {
            let mut of_part = Vec::new();
            windows(self.domain, &self.units, &run, &computed, &mut meter, |units, records| {
                of_part.extend(interning.ids(units, records)?);
                Ok(())
            })?;
            ids.push(of_part);
        }
        let dictionary = job.domain.grown(earlier(job), interning.values());
        let by_id = job.domain.encoded(interning.values(), &dictionary);
        drop(interning);
        self.publish("writing", &dictionary, &|unit, records| {
            let first = unit.ranks.start as usize;
            records.resize(unit.len());
            let ids = &ids[unit.part.part][first..first + unit.len()];
            let picked = records.pick(0, &by_id, ids);
            assert!(picked.is_ok(), "ids are those of the values that were interned");
            Ok(())
        })
    }

    /// Computes the shards that are missing, and merges them all.
    fn by_shards(&self, of: u32) -> Result<(), Error> {
        let mut dropped = BTreeSet::new();
        loop {
            let missing = |shard: &Shard| !matches!(self.open(*shard), Ok(Some(_)));
            self.shards(Shard::all(of).filter(missing).collect(), false)?;
            match self.merge(of) {
                Err(error) => match self.at_fault(of, &error) {
                    // Once: a second failure would repeat without end.
                    Some(shard) if dropped.insert(shard) => self.drop_shard(shard, &error)?,
                    _ => return Err(error),
                },
                merged => return merged,
            }
        }
    }

    /// Computes shards, each into its file; existing ones only if they are to be `rebuilt`. Returns
    /// the number computed.
    fn shards(&self, shards: Vec<Shard>, rebuilt: bool) -> Result<usize, Error> {
        let mut computed = 0;
        if shards.is_empty() {
            return Ok(computed);
        }
        let (files, progress) = (&*self.file.files, self.job.progress);
        self.compute()?;
        let mut meter = Meter::begin(progress, "computing", self.positions_of(&shards));
        for shard in shards {
            meter.detail = format!("shard {shard}");
            let _lock = lock(files, &shard.path(&self.file.path))?;
            computed += usize::from(self.locked_shard(shard, rebuilt, &mut meter)?);
        }
        Ok(computed)
    }

    /// Computes a shard that is locked into its file, if it is missing or to be `rebuilt`; returns
    /// true if it was.
    fn locked_shard(
        &self,
        shard: Shard,
        rebuilt: bool,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Error> {
        match self.open(shard) {
            // Another process was faster.
            Ok(Some(_)) if !rebuilt => return Ok(false),
            Ok(_) => {}
            Err(reason) => {
                let text = format!("shard {shard} is computed again: {reason}");
                self.job.progress.note(&text);
            }
        }
        let compute = self.compute()?;
        shard_file::write(self.job, self.file, &self.units, compute, shard, meter)?;
        Ok(true)
    }

    /// Computes missing shards that nobody works on, until all are there or the layer is.
    fn with_others(&self, of: u32, is_done: &dyn Fn() -> Result<bool, Error>) -> Result<(), Error> {
        let (files, progress) = (&*self.file.files, self.job.progress);
        let mut computed = BTreeSet::new();
        loop {
            let (mut missing, mut took) = (false, false);
            for shard in Shard::all(of) {
                if matches!(self.open(shard), Ok(Some(_))) {
                    continue;
                }
                missing = true;
                let _lock = match lock(files, &shard.path(&self.file.path)) {
                    Err(shuban_store::Error::Locked { .. }) => continue,
                    locked => locked?,
                };
                // The process that publishes the layer removes all shards that nobody has locked.
                if is_done()? {
                    return Ok(());
                }
                if computed.contains(&shard) {
                    let reason = match self.open(shard) {
                        Ok(Some(_)) => continue,
                        Ok(None) => "its file was removed".to_owned(),
                        Err(reason) => reason,
                    };
                    let domain = self.file.subject.domain.clone();
                    return Err(Error::NotShared { domain, shard, reason });
                }
                self.compute()?;
                let mut meter = Meter::begin(progress, "computing", self.positions_of(&[shard]));
                meter.detail = format!("shard {shard}");
                if self.locked_shard(shard, false, &mut meter)? {
                    computed.insert(shard);
                    took = true;
                }
            }
            if !missing {
                return Ok(());
            }
            if !took {
                wait_for_others(progress)?;
            }
        }
    }

    fn positions_of(&self, shards: &[Shard]) -> u64 {
        let runs = shards.iter().flat_map(|shard| self.units.of_shard(*shard));
        runs.map(|run| run.positions()).sum()
    }

    /// Writes the layer from its shards.
    fn merge(&self, of: u32) -> Result<(), Error> {
        let (job, units) = (self.job, &self.units);
        let what = "merging shards";
        let mut files = Vec::new();
        for shard in Shard::all(of) {
            let found = self.open(shard).ok().flatten();
            let not_found = || shuban_store::Error::NotFound { path: shard.path(&self.file.path) };
            files.push(found.ok_or_else(not_found)?);
        }
        let mut runs = Vec::new();
        if !job.domain.has_dictionary() {
            for file in &files {
                runs.extend(file.tables(job.domain, units)?);
            }
        }
        let rows = ShardRows {
            earlier: job.rows(),
            runs: &runs,
            dictionary: job.domain.empty_dictionary(),
        };
        for file in &files {
            file.spot_check(job.domain, units, &rows)?;
        }
        if !job.domain.has_dictionary() {
            let none = job.domain.empty_dictionary();
            return self.publish(what, &none, &|unit, records| {
                read_stored(&runs, unit, records, |records, at, _, columns| {
                    records.read(at, columns);
                    Ok(())
                })
            });
        }
        let mut values = job.domain.empty_dictionary();
        for file in &files {
            job.domain.add_values(&mut values, &file.values(job.domain)?);
        }
        let dictionary = job.domain.grown(earlier(job), &values);
        drop(values);
        // The shard of each run, and the meaning of each id of the shard.
        let (mut shard_of, mut by_id) = (Vec::new(), Vec::new());
        for (number, file) in files.iter().enumerate() {
            // Read once more: many shards have the same values, and together more than fit.
            by_id.push(job.domain.encoded(&file.values(job.domain)?, &dictionary));
            runs.extend(file.tables(job.domain, units)?);
            shard_of.resize(runs.len(), number);
        }
        self.publish(what, &dictionary, &|unit, records| {
            read_stored(&runs, unit, records, |records, at, run, columns| {
                let ids: Vec<u32> = columns.column(0).iter().map(|&id| id as u32).collect();
                records.pick(at, &by_id[shard_of[run]], &ids)
            })
        })
    }

    /// Returns the shard whose file an error is about, if recomputing it resolves that.
    fn at_fault(&self, of: u32, error: &Error) -> Option<Shard> {
        use shuban_store::Error as Store;
        let (Error::Store(
            Store::Damaged { path, .. }
            | Store::NotFound { path }
            | Store::NoSection { path, .. }
            | Store::OtherDomain { path, .. },
        )
        | Error::NoValue { path, .. }) = error
        else {
            return None;
        };
        Shard::all(of).find(|shard| shard.path(&self.file.path) == *path)
    }

    fn drop_shard(&self, shard: Shard, error: &Error) -> Result<(), Error> {
        self.job.progress.note(&format!("shard {shard} is computed again: {error}"));
        let (files, path) = (&self.file.files, shard.path(&self.file.path));
        match files.remove(&path) {
            Err(source) if !matches!(files.len(&path), Ok(None)) => {
                Err(shuban_store::Error::Io { what: "remove", path, source }.into())
            }
            _ => Ok(()),
        }
    }
}
