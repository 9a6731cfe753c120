//! A shard of a layer in a file of its own.

use std::path::{Path, PathBuf};

use shuban_core::{Domain, Record, Section, Tabulate};
use shuban_store::{
    Account, Database, FileSystem, PartEntry, Published, Subject, TypedTable, Writer, lock,
};

use crate::build::LayerFile;
use crate::error::Error;
use crate::job::Job;
use crate::tabulate::compute::Compute;
use crate::tabulate::intern::{Id, Interning};
use crate::tabulate::shards::{LayerUnits, Shard};
use crate::tabulate::stored::Piece;
use crate::tabulate::stream::{Meter, StreamedTable, windows};

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
    for share in units.of_shard(shard) {
        let name = &job.domain.layers()[job.layer.0].parts[share.part.part].name;
        if let Some(interning) = &mut interning {
            let table = writer.table(name, Id::columns(), share.positions())?;
            let mut table = StreamedTable::<Id>::new(table)?;
            windows(units, &share, compute, meter, |units, records| {
                table.push(&interning.ids(units, records)?)
            })?;
            table.finish()?;
        } else {
            let table = writer.table(name, T::Record::columns(), share.positions())?;
            let mut table = StreamedTable::<T::Record>::new(table)?;
            windows(units, &share, compute, meter, |_, records| table.push(records))?;
            table.finish()?;
        }
        account.parts.push(PartEntry {
            name: name.clone(),
            positions: share.positions(),
            sections: vec![name.clone()],
            facts: [("first".to_owned(), share.ranks.start.into())].into(),
        });
    }
    if let Some(interning) = interning {
        let entries =
            interning.into_values().iter().map(|value| job.domain.value_to_bytes(value)).collect();
        writer.section(&Section { name: VALUES.to_owned(), entries })?;
    }
    Ok(writer.publish(account)?)
}

/// The file of a shard, found to be what [`write`] would write, as far as it says.
pub(super) struct ShardFile {
    pub(super) database: Database,
}

impl ShardFile {
    /// Opens a shard's file: `Ok(None)` if there is none.
    ///
    /// # Errors
    /// Why the file that is there cannot be used.
    pub(super) fn open(file: &LayerFile, shard: Shard) -> Result<Option<Self>, String> {
        let subject = subject(file, shard);
        let database =
            match Database::open_as(&*file.files, &shard.path(&file.path), &subject.domain) {
                Err(shuban_store::Error::NotFound { .. }) => return Ok(None),
                other => other.map_err(|error| error.to_string())?,
            };
        if database.manifest().subject != subject {
            return Err("it was computed from other files, or by another program".to_owned());
        }
        Ok(Some(ShardFile { database }))
    }

    /// Its tables, by share.
    pub(super) fn pieces<D: Domain, R: Record>(
        &self,
        job: &Job<'_, D>,
        units: &LayerUnits,
        shard: Shard,
    ) -> Result<Vec<Piece<R>>, Error> {
        let shares = units.of_shard(shard);
        let mut pieces = Vec::with_capacity(shares.len());
        for share in shares {
            let name = &job.domain.layers()[job.layer.0].parts[share.part.part].name;
            let table: TypedTable<R> = self.database.records(name)?;
            if table.len() != share.positions() {
                return Err(shuban_store::Error::OtherDomain {
                    path: self.database.path().to_owned(),
                    expected: format!("{} positions of `{name}`", share.positions()),
                    found: format!("{}", table.len()),
                }
                .into());
            }
            pieces.push(Piece { part: share.part, first: share.ranks.start, table });
        }
        Ok(pieces)
    }

    /// Its distinct values, by id.
    pub(super) fn values<D: Domain>(&self, domain: &D) -> Result<Vec<D::Value>, Error> {
        let mut values = Vec::new();
        for (id, bytes) in self.database.section(VALUES)?.entries.iter().enumerate() {
            values.push(domain.value_from_bytes(bytes).ok_or_else(|| Error::NoValue {
                path: self.database.path().to_owned(),
                section: VALUES.to_owned(),
                rank: id as u64,
                block: None,
            })?);
        }
        Ok(values)
    }
}

/// The shards of a layer that have files, whatever is in them, in order.
pub(super) fn present(file: &LayerFile) -> Result<Vec<Shard>, Error> {
    let mut shards: Vec<Shard> = files_of(&*file.files, &file.path)?
        .into_iter()
        .filter(|(shard, path)| *path == shard.path(&file.path))
        .map(|(shard, _)| shard)
        .collect();
    shards.sort_unstable();
    Ok(shards)
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

/// Keeps other processes from working on a shard.
pub(super) fn lock_shard(file: &LayerFile, shard: Shard) -> Result<shuban_store::Lock, Error> {
    Ok(lock(&*file.files, &shard.path(&file.path))?)
}
