//! What is known of a shard when its values are not kept.

use std::path::Path;
use std::time::Instant;

use rayon::prelude::*;
use shuban_core::{Dictionary, Histogram, LayerId, PositionOf, Progress, Random, Tabulate, Unit};
use shuban_store::RecordHasher;

use crate::by_shards::Tallying;
use crate::error::Error;
use crate::job::Job;
use crate::ledger::{Ledger, ShardEntry, TableEntry};
use crate::ledger_file;
use crate::tables::OpenLayer;
use crate::tabulate::Work;
use crate::tabulate::compute::Compute;
use crate::tabulate::shards::{LayerUnits, Shard, Share};
use crate::tabulate::stored::{Piece, Stored};
use crate::tabulate::stream::{Meter, Source, by_unit, count, windows};

/// Sees the records of some units.
type Look<'a, R> = dyn Fn(&[Unit], &[R]) -> Result<(), Error> + Sync + 'a;

/// A layer's records, to be hashed and counted.
struct Digest<'a, T: Tabulate> {
    domain: &'a T,
    layer: LayerId,
    units: &'a LayerUnits,
    source: &'a dyn Source<T::Record>,
    dictionary: &'a Dictionary<T::Value>,
}

impl<T: Tabulate> Digest<'_, T> {
    /// Hashes and counts a shard; `look` sees all its records too.
    fn shard(
        &self,
        shard: Shard,
        meter: &mut Meter<'_>,
        look: &Look<'_, T::Record>,
    ) -> Result<(Vec<TableEntry>, Histogram), Error> {
        let Digest { domain, layer, units, source, dictionary } = *self;
        let mut tables = Vec::new();
        let mut histogram = Histogram::default();
        for share in units.of_shard(shard) {
            let part = domain.layers()[layer.0].parts[share.part.part].name.clone();
            let mut hasher = RecordHasher::<T::Record>::new(&part);
            windows(units, &share, source, meter, |units, records| {
                rayon::join(
                    || count(domain, units, records, dictionary, &mut histogram),
                    || hasher.records(records),
                );
                look(units, records)
            })?;
            let (first, positions) = (share.ranks.start, share.positions());
            tables.push(TableEntry { part, first, positions, hash: hasher.finish() });
        }
        Ok((tables, histogram))
    }
}

impl<T: Tabulate> Work<'_, T> {
    /// Adds shards to a ledger: one, or all that are missing. One that is in it already is computed
    /// only to `check` it; then one position of each unit is backed up, too.
    pub(super) fn tally(&self, tallying: &Tallying<'_>) -> Result<(Ledger, Vec<Shard>), Error> {
        let Tallying { path, shard, check } = *tallying;
        let (file, domain) = (self.file, self.job.domain);
        let refused = |reason: String| Error::Ledger { path: path.to_owned(), reason };
        let read = || Ledger::read(&*file.files, path);
        let before = read()?;
        let shards = match (shard, &before) {
            (Some(shard), _) => shard.of(),
            (None, Some(ledger)) => ledger.shards,
            (None, None) => self.checkpoints(),
        };
        let fresh = Ledger::new(file, self.units.positions(), shards, domain.histogram_columns());
        let mut ledger = before.unwrap_or_else(|| fresh.clone());
        ledger.is_of(&fresh).map_err(refused)?;
        if ledger.shards != shards {
            return Err(refused(format!("it has {} shards, and not {shards}", ledger.shards)));
        }
        let asked = shard.map_or_else(|| Shard::all(shards).collect(), |shard| vec![shard]);
        let missing = |shard: &Shard| check || !ledger.done.contains_key(&shard.number());
        let missing: Vec<Shard> = asked.into_iter().filter(missing).collect();
        let mut computed = Vec::new();
        if missing.is_empty() {
            return Ok((ledger, computed));
        }
        let compute = self.compute()?;
        let mut meter = self.meter("counting", self.positions_of(&missing));
        for shard in missing {
            // Another process may have added it.
            ledger = read()?.unwrap_or(ledger);
            if !check && ledger.done.contains_key(&shard.number()) {
                continue;
            }
            meter.detail = format!("shard {shard}");
            let entry = self.entry(compute, shard, check.then_some(path), &mut meter)?;
            let _lock = ledger_file::wait_for_lock(&*file.files, path)?;
            ledger = read()?.unwrap_or(ledger);
            ledger.is_of(&fresh).map_err(refused)?;
            match ledger.done.get(&shard.number()) {
                Some(there) if !there.agrees(&entry) => {
                    return Err(refused(format!("shard {shard} is computed otherwise: {entry:?}")));
                }
                Some(_) => {}
                None => {
                    ledger.done.insert(shard.number(), entry);
                    ledger.write(&*file.files, path)?;
                }
            }
            computed.push(shard);
        }
        Ok((ledger, computed))
    }

    /// Computes a shard, to `check` what a ledger says or to add it to one.
    fn entry(
        &self,
        compute: &Compute<'_, T>,
        shard: Shard,
        check: Option<&Path>,
        meter: &mut Meter<'_>,
    ) -> Result<ShardEntry, Error> {
        let started = Instant::now();
        let nothing = Dictionary::default();
        let job = self.job;
        let Job { domain, layer, .. } = *job;
        let digest =
            Digest { domain, layer, units: &self.units, source: compute, dictionary: &nothing };
        let (tables, histogram) = match check {
            None => digest.shard(shard, meter, &|_, _| Ok(())),
            Some(path) => {
                digest.shard(shard, meter, &|units, records| back_up(job, path, units, records))
            }
        }?;
        // Hundredths are enough to know how long it took.
        let seconds = (started.elapsed().as_secs_f64() * 100.0).round() / 100.0;
        let program = format!("{} {}", self.file.provenance.program, self.file.provenance.version);
        Ok(ShardEntry { tables, histogram, seconds, program })
    }
}

/// Holds one position of each unit, always the same, against what follows from its successors.
fn back_up<T: Tabulate>(
    job: &Job<'_, T>,
    ledger: &Path,
    units: &[Unit],
    records: &[T::Record],
) -> Result<(), Error> {
    let Job { domain, tables, .. } = *job;
    by_unit(units, records).into_par_iter().try_for_each(|(unit, records)| {
        let place = Random::of_part(0, unit.ranks.start).below(unit.len() as u64);
        let rank = unit.ranks.start + place;
        let name = || domain.layers()[unit.part.layer.0].name.clone();
        let position = job.indexes[unit.part.part].unrank(rank);
        let position = position.ok_or_else(|| Error::NoPosition {
            domain: name(),
            position: format!("rank {rank}"),
        })?;
        let computed = domain.decode(records[place as usize], &Dictionary::default());
        let backed_up = domain.backup(&position, &mut |after: &PositionOf<T>| tables.ask(after))?;
        if computed.as_ref() == Some(&backed_up) {
            return Ok(());
        }
        let reason = format!(
            "rank {rank} is computed as {computed:?}, and {backed_up:?} follows from its successors"
        );
        Err(Error::Ledger { path: ledger.to_owned(), reason })
    })
}

/// A published layer as a source of records.
pub(super) struct Published<'a, 'd, T: Tabulate> {
    domain: &'a T,
    open: &'a OpenLayer<'d, T>,
    units: LayerUnits,
    stored: Stored<T::Record>,
    progress: &'a dyn Progress,
}

impl<'a, 'd, T: Tabulate> Published<'a, 'd, T> {
    pub(super) fn new(
        domain: &'a T,
        open: &'a OpenLayer<'d, T>,
        progress: &'a dyn Progress,
    ) -> Result<Self, Error> {
        let units = LayerUnits::new(domain, open.layer(), open.indexes())?;
        let piece = |share: Share| Piece {
            part: share.part,
            first: 0,
            table: open.records(share.part.part).clone(),
        };
        let stored = Stored(units.whole().map(piece).collect());
        Ok(Published { domain, open, units, stored, progress })
    }

    /// Counts all positions by class.
    pub(super) fn histogram(&self) -> Result<Histogram, Error> {
        self.progress.phase("counting", self.units.positions());
        let mut meter = Meter { progress: self.progress, done: 0, detail: String::new() };
        let mut histogram = Histogram::default();
        for share in self.units.whole() {
            windows(&self.units, &share, &self.stored, &mut meter, |units, records| {
                count(self.domain, units, records, self.open.dictionary(), &mut histogram);
                Ok(())
            })?;
        }
        Ok(histogram)
    }

    /// Compares the layer with the shards of a ledger; gives the positions compared, and the first
    /// share that differs.
    pub(super) fn compare(&self, ledger: &Ledger) -> Result<(u64, Option<TableEntry>), Error> {
        self.progress.phase("comparing with the ledger", self.units.positions());
        let mut meter = Meter { progress: self.progress, done: 0, detail: String::new() };
        let digest = Digest {
            domain: self.domain,
            layer: self.open.layer(),
            units: &self.units,
            source: &self.stored,
            dictionary: self.open.dictionary(),
        };
        for (&number, entry) in &ledger.done {
            let Some(shard) = Shard::new(number, ledger.shards) else { continue };
            meter.detail = format!("shard {shard}");
            let (tables, histogram) = digest.shard(shard, &mut meter, &|_, _| Ok(()))?;
            let differs = tables.iter().find(|table| !entry.tables.contains(table)).cloned();
            // The same records have the same histogram: if not, the ledger's is wrong.
            let otherwise = tables != entry.tables || histogram != entry.histogram;
            if let Some(table) = differs.or_else(|| tables.first().filter(|_| otherwise).cloned()) {
                return Ok((meter.done, Some(table)));
            }
        }
        Ok((meter.done, None))
    }
}
