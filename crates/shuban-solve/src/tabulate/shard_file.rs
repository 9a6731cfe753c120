//! A shard of a layer in a file of its own.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use shuban_core::erased::{Follows, LayerDictionary, Records, RowSource, Stored, Tables};
use shuban_core::tabulate::Unit;
use shuban_core::{Column, Random, Section};
use shuban_store::{
    Account, ColumnEntry, Database, FileSystem, PARTIAL, PartEntry, Published, SectionEntry,
    SectionKind, Subject, Writer, beside, lock,
};

use crate::checkpoint::open_work;
use crate::error::Error;
use crate::job::Job;
use crate::layer_file::LayerFile;
use crate::names::part_name;
use crate::shard::Shard;
use crate::stored_layer::read_values;
use crate::streamed_table::StreamedTable;
use crate::tabulate::intern::{ID_COLUMNS, Interning};
use crate::tabulate::source::{Compute, StoredRun};
use crate::tabulate::stream::{Meter, windows};
use crate::tabulate::units::{LayerUnits, UnitRun};

/// The section of a shard's distinct values, where values are interned.
const VALUES: &str = "values";

/// Number of positions of each part of a shard that are backed up before shards are merged.
const SPOTS: u64 = 64;

/// Returns the subject of a shard's file: all that its values depend on.
fn subject(file: &LayerFile, shard: Shard) -> Subject {
    let mut subject = file.inputs();
    subject.domain.push_str(&format!(" (shard {} of {})", shard.number(), shard.of()));
    subject
}

/// Returns the entry of a part for the positions that a shard has of it.
fn part_entry(domain: &dyn Tables, run: &UnitRun) -> PartEntry {
    let (name, positions) = (part_name(domain, run.part).to_owned(), run.positions());
    let facts = [("first".to_owned(), run.ranks.start.into())].into();
    PartEntry { sections: vec![name.clone()], name, positions, facts }
}

/// Computes a shard and publishes its file.
pub(super) fn write(
    job: &Job<'_>,
    file: &LayerFile,
    units: &LayerUnits,
    compute: &Compute<'_>,
    shard: Shard,
    meter: &mut Meter<'_>,
) -> Result<Published, Error> {
    let path = shard.path(&file.path);
    let mut writer = Writer::create(file.files.clone(), &path, subject(file, shard), file.options)?;
    let mut account = Account { provenance: file.provenance.clone(), ..Account::default() };
    let mut interning = job.domain.has_dictionary().then(|| Interning::new(compute));
    let computed = |unit: &Unit, records: &mut Records| compute.records(unit, records);
    for run in units.of_shard(shard) {
        let (name, positions) = (part_name(job.domain, run.part).to_owned(), run.positions());
        let table = writer.table(&name, table_columns(job.domain), positions)?;
        let mut table = StreamedTable::new(table);
        windows(job.domain, units, &run, &computed, meter, |units, records| {
            match &mut interning {
                Some(interning) => table.push(&*interning.ids(units, records)?)?,
                None => table.push(records)?,
            }
            Ok(())
        })?;
        table.finish()?;
        account.parts.push(part_entry(job.domain, &run));
    }
    if let Some(interning) = interning {
        let entries = job.domain.dictionary_bytes(interning.values());
        writer.section(&Section { name: VALUES.to_owned(), entries })?;
    }
    Ok(writer.publish(account)?)
}

/// The file of a shard, whose directory is as [`write`] would write it.
pub(super) struct ShardFile {
    shard: Shard,
    database: Database,
}

impl ShardFile {
    /// Opens a shard's file: `Ok(None)` if there is none.
    ///
    /// # Errors
    /// The reason why the existing file cannot be used.
    pub(super) fn open(
        domain: &dyn Tables,
        units: &LayerUnits,
        file: &LayerFile,
        shard: Shard,
    ) -> Result<Option<Self>, String> {
        let found = open_work(&*file.files, &shard.path(&file.path), &subject(file, shard))?;
        let Some(database) = found else { return Ok(None) };
        let mut account = Account { provenance: file.provenance.clone(), ..Account::default() };
        for run in units.of_shard(shard) {
            account.parts.push(part_entry(domain, &run));
        }
        let manifest = database.manifest();
        let mut sections: Vec<&str> = account.parts.iter().map(|part| &*part.name).collect();
        sections.extend(domain.has_dictionary().then_some(VALUES));
        let found: Vec<&str> = manifest.sections.iter().map(|section| &*section.name).collect();
        if manifest.account != account || found != sections {
            return Err("its parts, facts or sections are not those of this shard".to_owned());
        }
        let columns = table_columns(domain);
        let columns: Vec<ColumnEntry> = columns.iter().map(Into::into).collect();
        let is_table = |part: &PartEntry| match manifest.section(&part.name) {
            Some((_, SectionEntry { kind: SectionKind::Table { columns: found, .. }, .. })) => {
                *found == columns
            }
            _ => false,
        };
        if !account.parts.iter().all(is_table) {
            return Err("its columns are not those of this shard".to_owned());
        }
        Ok(Some(ShardFile { shard, database }))
    }

    /// Compares some of its positions, always the same, with values backed up from their
    /// successors. A shard of sound checksums that was computed wrongly throughout is found so; a
    /// few wrong values are not.
    pub(super) fn spot_check(
        &self,
        domain: &dyn Tables,
        units: &LayerUnits,
        rows: &dyn RowSource,
    ) -> Result<(), Error> {
        let values = match domain.has_dictionary() {
            true => self.values(domain)?,
            false => domain.empty_dictionary(),
        };
        let columns = table_columns(domain).len();
        self.tables(domain, units)?.par_iter().try_for_each(|run| {
            (0..SPOTS.min(run.table.rows())).into_par_iter().try_for_each(|spot| {
                let place = Random::of_part(run.first, spot).below(run.table.rows());
                let rank = run.first + place;
                // Not through the cache, which would keep a block for each.
                let mut row = [0; Column::MOST];
                run.table.for_each_row(place..place + 1, |_, found| {
                    row[..columns].copy_from_slice(found);
                })?;
                let stored = match domain.has_dictionary() {
                    true => Stored::Id(row[0] as u32, &values),
                    false => Stored::Row(&row[..columns], &values),
                };
                let Follows::Differs { stored, follows } =
                    domain.follows(run.part, rank, stored, rows)?
                else {
                    return Ok(());
                };
                let stored = stored.map_or("None".to_owned(), |stored| format!("Some({stored})"));
                Err(shuban_store::Error::Damaged {
                    path: self.database.path().to_owned(),
                    section: part_name(domain, run.part).to_owned(),
                    block: None,
                    reason: format!(
                        "rank {rank} is {stored}, and {follows} follows from its successors"
                    ),
                }
                .into())
            })
        })
    }

    /// Returns its tables, in the order of parts.
    pub(super) fn tables(
        &self,
        domain: &dyn Tables,
        units: &LayerUnits,
    ) -> Result<Vec<StoredRun>, Error> {
        let table = |run: UnitRun| {
            let name = part_name(domain, run.part);
            let table = self.database.table(name)?;
            if table.rows() != run.positions() {
                return Err(shuban_store::Error::OtherDomain {
                    path: self.database.path().to_owned(),
                    expected: format!("{} positions of `{name}`", run.positions()),
                    found: format!("{}", table.rows()),
                }
                .into());
            }
            Ok(StoredRun { part: run.part, first: run.ranks.start, table })
        };
        units.of_shard(self.shard).into_iter().map(table).collect()
    }

    /// Returns its distinct values, by id.
    pub(super) fn values(&self, domain: &dyn Tables) -> Result<LayerDictionary, Error> {
        let mut values = domain.empty_dictionary();
        read_values(domain, &self.database, VALUES, &mut values)?;
        Ok(values)
    }
}

/// Returns the columns of a shard's tables.
fn table_columns(domain: &dyn Tables) -> &'static [Column] {
    if domain.has_dictionary() { &ID_COLUMNS } else { domain.columns() }
}

/// Returns the shards of a layer that have files, valid or not.
pub(super) fn present(file: &LayerFile) -> Result<Vec<Shard>, Error> {
    let found = files_of(&*file.files, &file.path)?.into_iter();
    let whole = found.filter(|(shard, path)| *path == shard.path(&file.path));
    Ok(whole.map(|(shard, _)| shard).collect())
}

/// Removes the shards of a layer, their locks and unfinished files of killed processes, once the
/// layer is published; but for those that a process works on.
pub(crate) fn remove_shards(files: &dyn FileSystem, layer: &Path) {
    // A leftover only costs space: the published layer is found first.
    let found = files_of(files, layer).unwrap_or_default();
    let shards: BTreeSet<Shard> = found.iter().map(|(shard, _)| *shard).collect();
    for shard in shards {
        if let Ok(_lock) = lock(files, &shard.path(layer)) {
            for path in [shard.path(layer), beside(&shard.path(layer), PARTIAL)] {
                let _ = files.remove(&path);
            }
        }
    }
}

/// Returns the bytes that the shards of a layer take.
pub(crate) fn shard_bytes(files: &dyn FileSystem, layer: &Path) -> u64 {
    let paths = files_of(files, layer).unwrap_or_default();
    paths.iter().filter_map(|(_, path)| files.len(path).ok().flatten()).sum()
}

/// Returns the files of a layer's shards, their locks and unfinished forms.
fn files_of(files: &dyn FileSystem, layer: &Path) -> Result<Vec<(Shard, PathBuf)>, Error> {
    let folder = layer.parent().unwrap_or(Path::new(""));
    let paths = files.list(folder).map_err(|source| shuban_store::Error::Io {
        what: "list",
        path: folder.to_owned(),
        source,
    })?;
    Ok(paths.into_iter().filter_map(|path| Some((Shard::of_path(layer, &path)?, path))).collect())
}
