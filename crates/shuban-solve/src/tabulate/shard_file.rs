//! A shard of a layer in a file of its own.

use std::path::{Path, PathBuf};

use shuban_core::{Domain, Record, Section, Tabulate, Unit};
use shuban_store::{
    Account, Database, FileSystem, PartEntry, Published, Subject, TypedTable, Writer,
};

use crate::checkpoint::open_work;
use crate::error::Error;
use crate::job::Job;
use crate::layer_file::LayerFile;
use crate::names::part_name;
use crate::shard::Shard;
use crate::tables::values_of;
use crate::tabulate::intern::{Id, Interning};
use crate::tabulate::source::{Compute, StoredRun};
use crate::tabulate::stream::{Meter, StreamedTable, windows};
use crate::tabulate::units::{LayerUnits, UnitRun};

/// The section of a shard's distinct values, where values are interned.
const VALUES: &str = "values";

/// What a shard says of itself: all that its values depend on.
fn subject(file: &LayerFile, shard: Shard) -> Subject {
    let mut subject = file.inputs();
    subject.domain.push_str(&format!(" (shard {} of {})", shard.number(), shard.of()));
    subject
}

/// Computes a shard and publishes its file.
pub(super) fn write<T: Tabulate>(
    job: &Job<'_, T>,
    file: &LayerFile,
    units: &LayerUnits,
    compute: &Compute<'_, T>,
    shard: Shard,
    meter: &mut Meter<'_>,
) -> Result<Published, Error> {
    let path = shard.path(&file.path);
    let mut writer = Writer::create(file.files.clone(), &path, subject(file, shard), file.options)?;
    let mut account = Account { provenance: file.provenance.clone(), ..Account::default() };
    let mut interning = job.domain.interns().then(|| Interning::new(compute));
    let computed = |units: &[Unit], records: &mut [_]| compute.records(units, records);
    for run in units.of_shard(shard) {
        let (name, positions) = (part_name(job.domain, run.part).to_owned(), run.positions());
        if let Some(interning) = &mut interning {
            let mut table = StreamedTable::new(writer.table(&name, Id::columns(), positions)?)?;
            windows(units, &run, &computed, meter, |units, records| {
                table.push(&interning.ids(units, records)?)
            })?;
            table.finish()?;
        } else {
            let table = writer.table(&name, T::Record::columns(), positions)?;
            let mut table = StreamedTable::new(table)?;
            windows(units, &run, &computed, meter, |_, records| table.push(records))?;
            table.finish()?;
        }
        let facts = [("first".to_owned(), run.ranks.start.into())].into();
        account.parts.push(PartEntry { sections: vec![name.clone()], name, positions, facts });
    }
    if let Some(interning) = interning {
        let values = interning.values().iter();
        let entries = values.map(|value| job.domain.value_to_bytes(value)).collect();
        writer.section(&Section { name: VALUES.to_owned(), entries })?;
    }
    Ok(writer.publish(account)?)
}

/// The file of a shard, which is what [`write`] would write, as far as it says.
pub(super) struct ShardFile {
    shard: Shard,
    database: Database,
}

impl ShardFile {
    /// Opens a shard's file: `Ok(None)` if there is none.
    ///
    /// # Errors
    /// Why the file that is there cannot be used.
    pub(super) fn open(file: &LayerFile, shard: Shard) -> Result<Option<Self>, String> {
        let found = open_work(&*file.files, &shard.path(&file.path), &subject(file, shard))?;
        Ok(found.map(|database| ShardFile { shard, database }))
    }

    /// Its tables, in the order of parts.
    pub(super) fn tables<D: Domain, R: Record>(
        &self,
        domain: &D,
        units: &LayerUnits,
    ) -> Result<Vec<StoredRun<R>>, Error> {
        let table = |run: UnitRun| {
            let name = part_name(domain, run.part);
            let table: TypedTable<R> = self.database.records(name)?;
            if table.len() != run.positions() {
                return Err(shuban_store::Error::OtherDomain {
                    path: self.database.path().to_owned(),
                    expected: format!("{} positions of `{name}`", run.positions()),
                    found: format!("{}", table.len()),
                }
                .into());
            }
            Ok(StoredRun { part: run.part, first: run.ranks.start, table })
        };
        units.of_shard(self.shard).into_iter().map(table).collect()
    }

    /// Its distinct values, by id.
    pub(super) fn values<D: Domain>(&self, domain: &D) -> Result<Vec<D::Value>, Error> {
        values_of(domain, &self.database, VALUES)
    }
}

/// The shards of a layer that have files, whatever is in them.
pub(super) fn present(file: &LayerFile) -> Result<Vec<Shard>, Error> {
    let found = files_of(&*file.files, &file.path)?.into_iter();
    let whole = found.filter(|(shard, path)| *path == shard.path(&file.path));
    Ok(whole.map(|(shard, _)| shard).collect())
}

/// Removes the shards of a layer, their locks and what killed processes left of them, once the
/// layer is published.
pub(crate) fn remove_shards(files: &dyn FileSystem, layer: &Path) {
    // One left behind only costs space: the published layer is found first.
    for (_, path) in files_of(files, layer).unwrap_or_default() {
        let _ = files.remove(&path);
    }
}

/// The bytes that the shards of a layer take.
pub(crate) fn shard_bytes(files: &dyn FileSystem, layer: &Path) -> u64 {
    let paths = files_of(files, layer).unwrap_or_default();
    paths.iter().filter_map(|(_, path)| files.len(path).ok().flatten()).sum()
}

/// The files of a layer's shards, their locks and unfinished forms.
fn files_of(files: &dyn FileSystem, layer: &Path) -> Result<Vec<(Shard, PathBuf)>, Error> {
    let folder = layer.parent().unwrap_or(Path::new(""));
    let paths = files.list(folder).map_err(|source| shuban_store::Error::Io {
        what: "list",
        path: folder.to_owned(),
        source,
    })?;
    Ok(paths.into_iter().filter_map(|path| Some((Shard::of_path(layer, &path)?, path))).collect())
}
