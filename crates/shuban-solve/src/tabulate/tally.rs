//! Shards that are computed for a ledger: their values are not kept.

use std::path::Path;
use std::time::Instant;

use rayon::prelude::*;
use shuban_core::Random;
use shuban_core::erased::{Follows, Records, Stored};
use shuban_core::tabulate::Unit;

use crate::error::Error;
use crate::job::Job;
use crate::ledger::{Ledger, ShardEntry};
use crate::ledger_file;
use crate::shard::Shard;
use crate::solver::Tallying;
use crate::tabulate::LayerTabulation;
use crate::tabulate::digest::LayerRecords;
use crate::tabulate::source::Compute;
use crate::tabulate::stream::Meter;

impl LayerTabulation<'_> {
    /// Adds shards to a ledger: one, or all that are missing. One that is in it already is computed
    /// only to `check` it; then one position of each unit is backed up, too. Returns the ledger and
    /// the shards computed.
    pub(super) fn tally(&self, tallying: &Tallying<'_>) -> Result<(Ledger, Vec<Shard>), Error> {
        let Tallying { path, shard, check } = *tallying;
        let (files, domain) = (&*self.file.files, self.domain);
        let refused = |reason: String| Error::Ledger { path: path.to_owned(), reason };
        let before = Ledger::read(files, path)?;
        let shards = match (shard, &before) {
            (Some(shard), _) => shard.of(),
            (None, Some(ledger)) => ledger.shards,
            (None, None) => self.checkpoints(),
        };
        let (positions, classes) = (self.units.positions(), domain.class_columns());
        let fresh = Ledger::new(self.file, positions, shards, classes);
        let mut ledger = before.unwrap_or_else(|| fresh.clone());
        ledger.is_of(&fresh).map_err(refused)?;
        if ledger.shards != shards {
            return Err(refused(format!("it has {} shards, and not {shards}", ledger.shards)));
        }
        let mut wanted = shard.map_or_else(|| Shard::all(shards).collect(), |shard| vec![shard]);
        wanted.retain(|shard| check || !ledger.done.contains_key(&shard.number()));
        let mut computed = Vec::new();
        if wanted.is_empty() {
            ledger_file::remove_leftovers(files, path);
            return Ok((ledger, computed));
        }
        let compute = self.compute()?;
        let mut meter = Meter::begin(self.job.progress, "counting", self.positions_of(&wanted));
        for shard in wanted {
            // Another process may have added it.
            ledger = Ledger::read(files, path)?.unwrap_or(ledger);
            if !check && ledger.done.contains_key(&shard.number()) {
                continue;
            }
            let entry = self.entry(compute, shard, check.then_some(path), &mut meter)?;
            let _lock = ledger_file::wait_for_lock(files, path)?;
            ledger = Ledger::read(files, path)?.unwrap_or(ledger);
            ledger.is_of(&fresh).map_err(refused)?;
            match ledger.done.get(&shard.number()) {
                Some(there) if !there.agrees(&entry) => {
                    return Err(refused(format!("shard {shard} is computed otherwise: {entry:?}")));
                }
                Some(_) => {}
                None => {
                    ledger.done.insert(shard.number(), entry);
                    ledger.write(files, path)?;
                }
            }
            computed.push(shard);
        }
        Ok((ledger, computed))
    }

    /// Computes a shard's ledger entry; with the path of a ledger that is checked, backs up some
    /// positions, too.
    fn entry(
        &self,
        compute: &Compute<'_>,
        shard: Shard,
        check: Option<&Path>,
        meter: &mut Meter<'_>,
    ) -> Result<ShardEntry, Error> {
        let started = Instant::now();
        let records = LayerRecords {
            domain: self.domain,
            units: &self.units,
            source: &|unit, records| compute.records(unit, records),
            dictionary: &self.domain.empty_dictionary(),
        };
        let (tables, histogram) = records.digest(shard, meter, &|units, records| {
            check.map_or(Ok(()), |ledger| back_up(self.job, ledger, units, records))
        })?;
        // Hundredths are enough to know how long it took.
        let seconds = (started.elapsed().as_secs_f64() * 100.0).round() / 100.0;
        let program = self.file.provenance.program_line();
        Ok(ShardEntry { tables, histogram, seconds, program })
    }
}

/// Compares one position of each unit, always the same, with its value backed up from successors.
fn back_up(job: &Job<'_>, ledger: &Path, units: &[Unit], records: &[Records]) -> Result<(), Error> {
    units.par_iter().zip(records).try_for_each(|(unit, records)| {
        let place = Random::of_part(0, unit.ranks.start).below(unit.len() as u64);
        let rank = unit.ranks.start + place;
        let stored = Stored::Record(records, place as usize);
        match job.domain.follows(unit.part, rank, stored, &job.rows())? {
            Follows::Agrees => Ok(()),
            Follows::Differs { stored, follows } => {
                let computed = stored.map_or("None".to_owned(), |stored| format!("Some({stored})"));
                let reason = format!(
                    "rank {rank} is computed as {computed}, and {follows} follows from its \
                     successors"
                );
                Err(Error::Ledger { path: ledger.to_owned(), reason })
            }
        }
    })
}
