//! The file that is checked, and those that its values rest on.

use std::collections::BTreeMap;
use std::path::Path;

use shuban_store::{CodecName, ColumnEntry, Database, FileSystem, Manifest, Table, layer_path};

use crate::error::{Error, Fault, Stop};
use crate::progress::Report;
use crate::target::Target;

/// End of the names of compact files.
const COMPACT: &str = ".compact.shuban";

/// An open layer and all layers that it needs.
pub(crate) struct Files<'a> {
    pub(crate) own: Database,
    pub(crate) report: Report<'a>,
    needs: BTreeMap<String, Database>,
}

impl<'a> Files<'a> {
    /// Opens a file and the layers that it names, whose content hashes have to be those it names.
    pub(crate) fn open(
        disk: &dyn FileSystem,
        target: &Target,
        data: &Path,
        report: Report<'a>,
    ) -> Result<Self, Stop> {
        let (own, path) = (target.open(disk)?, target.path.as_path());
        if let Some(member) = own.unknown_member() {
            return Err(Fault::of_directory(path, format!("an unknown member `{member}`")).into());
        }
        if path.to_string_lossy().ends_with(COMPACT) {
            let instead = "a compact file proves nothing; `shuban verify` compares it with its \
                           layer's own file";
            return Err(Error::Unknown { domain: path.display().to_string(), instead }.into());
        }
        let folder = target.folder(&own.manifest().subject.domain, data);
        let mut needs = BTreeMap::new();
        for need in &own.manifest().account.needs {
            // Content hashes do not cover needs, so a file can name itself.
            if need.domain == own.manifest().subject.domain {
                let reason = format!("it names {} itself among its needs", need.domain);
                return Err(Fault::of_directory(own.path(), reason).into());
            }
            let path = layer_path(&folder, &need.domain)?;
            if !path.exists() {
                let domain = own.manifest().subject.domain.clone();
                return Err(Error::NotBuilt { domain, need: need.domain.clone(), folder }.into());
            }
            let database = Database::open_as(disk, &path, &need.domain)?;
            let found = &database.manifest().content_hash;
            if *found != need.content_hash {
                let reason = format!(
                    "it was built from {} with content hash {}, which now has {found}",
                    need.domain, need.content_hash
                );
                return Err(Fault::of_directory(own.path(), reason).into());
            }
            if database.manifest().subject.parameters != own.manifest().subject.parameters {
                let reason = format!("its parameters are not those of {}", need.domain);
                return Err(Fault::of_directory(own.path(), reason).into());
            }
            needs.insert(need.domain.clone(), database);
        }
        Ok(Files { own, report, needs })
    }

    /// Returns the manifest of the file that is checked.
    pub(crate) fn manifest(&self) -> &Manifest {
        self.own.manifest()
    }

    /// Returns the layer's name.
    pub(crate) fn domain(&self) -> &str {
        &self.manifest().subject.domain
    }

    /// Returns the file of a layer: the one that is checked, or one that it names.
    pub(crate) fn layer(&self, domain: &str) -> Result<&Database, Stop> {
        if domain == self.domain() {
            return Ok(&self.own);
        }
        let found = self.needs.get(domain);
        found.ok_or_else(|| self.refused(format!("it does not name {domain} among its needs")))
    }

    /// Returns a table of the file with these columns and this many records.
    pub(crate) fn table(
        &self,
        database: &Database,
        name: &str,
        columns: &[Column],
        rows: u64,
    ) -> Result<Table, Stop> {
        let table = database.table(name)?;
        let is_same = |(found, expected): (&ColumnEntry, &Column)| expected.is(found);
        let found = table.columns();
        let fits = found.len() == columns.len() && found.iter().zip(columns).all(is_same);
        if !fits {
            let reason = "its columns are not those of its family";
            return Err(Fault::of_section(table.path(), name, reason).into());
        }
        if table.rows() != rows {
            let reason = format!("it has {} records, and {rows} positions", table.rows());
            return Err(Fault::of_section(table.path(), name, reason).into());
        }
        Ok(table)
    }

    /// Checks that the file has these parameters, and no others.
    pub(crate) fn has_parameters(&self, expected: &[(&str, String)]) -> Result<(), Stop> {
        let found = &self.manifest().subject.parameters;
        let has = |(name, value): &(&str, String)| found.get(*name) == Some(value);
        if found.len() == expected.len() && expected.iter().all(has) {
            return Ok(());
        }
        let reason = format!("its parameters are {found:?}, and those of its rules {expected:?}");
        Err(self.refused(reason))
    }

    /// Returns the refusal of the file's directory.
    pub(crate) fn refused(&self, reason: impl Into<String>) -> Stop {
        Fault::of_directory(self.own.path(), reason).into()
    }
}

/// A column as the documents name it.
pub(crate) struct Column {
    pub(crate) name: &'static str,
    pub(crate) bits: u8,
    pub(crate) codec: CodecName,
    pub(crate) fraction_bits: u8,
}

impl Column {
    /// Returns a column of plain numbers.
    pub(crate) const fn unsigned(name: &'static str, bits: u8) -> Self {
        Column { name, bits, codec: CodecName::Unsigned, fraction_bits: 0 }
    }

    fn is(&self, entry: &ColumnEntry) -> bool {
        let Column { name, bits, codec, fraction_bits } = self;
        (entry.name.as_str(), entry.bits, entry.codec, entry.fraction_bits)
            == (*name, *bits, *codec, *fraction_bits)
    }
}
