//! What is known of a shard when its values are not kept.

use std::time::Instant;

use shuban_core::{Dictionary, Histogram, LayerId, Tabulate};
use shuban_store::{RecordHasher, lock};

use crate::by_shards::Tallying;
use crate::error::Error;
use crate::ledger::{Ledger, ShardEntry, TableEntry};
use crate::progress::Progress;
use crate::tables::OpenLayer;
use crate::tabulate::Work;
use crate::tabulate::compute::Compute;
use crate::tabulate::shards::{LayerUnits, Shard, Share};
use crate::tabulate::stored::{Piece, Stored};
use crate::tabulate::stream::{Meter, Source, count, windows};

/// Hashes and counts a shard.
fn digest<T: Tabulate>(
    domain: &T,
    layer: LayerId,
    units: &LayerUnits,
    source: &dyn Source<T::Record>,
    dictionary: &Dictionary<T::Value>,
    shard: Shard,
    meter: &mut Meter<'_>,
) -> Result<(Vec<TableEntry>, Histogram), Error> {
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
            Ok(())
        })?;
        let (first, positions) = (share.ranks.start, share.positions());
        tables.push(TableEntry { part, first, positions, hash: hasher.finish() });
    }
    Ok((tables, histogram))
}

impl<T: Tabulate> Work<'_, T> {
    /// Adds shards to a ledger: one, or all that are missing. One that is in it already is computed only
    /// to `check` it.
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
            let entry = self.entry(compute, shard, &mut meter)?;
            let _lock = lock(&*file.files, path)?;
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

    /// Computes a shard.
    fn entry(
        &self,
        compute: &Compute<'_, T>,
        shard: Shard,
        meter: &mut Meter<'_>,
    ) -> Result<ShardEntry, Error> {
        let started = Instant::now();
        let nothing = Dictionary::default();
        let (domain, layer) = (self.job.domain, self.job.layer);
        let (tables, histogram) = digest(domain, layer, &self.units, compute, &nothing, shard, meter)?;
        // Hundredths are enough to know how long it took.
        let seconds = (started.elapsed().as_secs_f64() * 100.0).round() / 100.0;
        let program = format!("{} {}", self.file.provenance.program, self.file.provenance.version);
        Ok(ShardEntry { tables, histogram, seconds, program })
    }
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
        let piece =
            |share: Share| Piece { part: share.part, first: 0, table: open.records(share.part.part).clone() };
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

    /// Compares the layer with the shards of a ledger; gives the positions compared, and the first share
    /// that differs.
    pub(super) fn compare(&self, ledger: &Ledger) -> Result<(u64, Option<TableEntry>), Error> {
        self.progress.phase("comparing with the ledger", self.units.positions());
        let mut meter = Meter { progress: self.progress, done: 0, detail: String::new() };
        for (&number, entry) in &ledger.done {
            let Some(shard) = Shard::new(number, ledger.shards) else { continue };
            meter.detail = format!("shard {shard}");
            let (domain, layer) = (self.domain, self.open.layer());
            let dictionary = self.open.dictionary();
            let (tables, histogram) =
                digest(domain, layer, &self.units, &self.stored, dictionary, shard, &mut meter)?;
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
