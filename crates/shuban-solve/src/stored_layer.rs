//! A published layer, open: its rows by part and rank.

use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use shuban_core::erased::{Columns, LayerDictionary, PartIndex, Tables};
use shuban_core::sweep::Status;
use shuban_core::{Column, LayerId, PartId, Section};
use shuban_probe::sections::index_sections;
use shuban_store::{Database, FileSystem, Stream, Table, compact_path};

use crate::certificate::open_answering;
use crate::directory::check_directory;
use crate::error::Error;
use crate::names::layer_name;
use crate::part_table::{Exits, PartTable};
use crate::sections::{DICTIONARY, EXITS, STATUS, beside_part, wrong_directory};

/// One published layer, open.
pub struct StoredLayer<'d> {
    domain: &'d dyn Tables,
    layer: LayerId,
    database: Database,
    indexes: Vec<PartIndex>,
    tables: Vec<PartTable>,
    /// The rows that other layers ask for, by part, of a compact file.
    exits: Vec<Option<Exits>>,
    /// The statuses of the parts that have them.
    statuses: Vec<Option<Table>>,
    dictionary: LayerDictionary,
    /// Approximate bytes of memory of its sections.
    held: u64,
}

impl<'d> StoredLayer<'d> {
    /// Opens a layer's file. Nothing is enumerated; of the file only the index sections and the
    /// dictionary are read.
    ///
    /// # Errors
    /// [`Error::NotBuilt`] if there is no file; [`Error::Store`] if it is damaged or another
    /// domain's, or would exceed the memory allowed.
    pub fn open(
        files: &Arc<dyn FileSystem>,
        data: &Path,
        domain: &'d dyn Tables,
        layer: LayerId,
    ) -> Result<Self, Error> {
        StoredLayer::open_beside(files, data, domain, layer, 0)
    }

    /// Opens a layer as [`open`](StoredLayer::open), where other layers hold memory already.
    pub(crate) fn open_beside(
        files: &Arc<dyn FileSystem>,
        data: &Path,
        domain: &'d dyn Tables,
        layer: LayerId,
        others: u64,
    ) -> Result<Self, Error> {
        let name = layer_name(domain, layer);
        // The layer's own file, or else the compact one.
        let opened = match open_answering(&**files, data, name) {
            Err(shuban_store::Error::NotFound { .. }) => Err(Error::not_built(domain, layer)),
            Err(error) => Err(error.into()),
            Ok(database) => StoredLayer::of_database(domain, layer, database, others),
        };
        match &opened {
            Ok(open) => {
                let file = open.database.path().display();
                tracing::info!(layer = name, %file, bytes = open.database.bytes(), "file opened");
            }
            Err(Error::NotBuilt { .. }) => tracing::debug!(layer = name, "not built"),
            Err(error) => tracing::warn!(layer = name, %error, "file refused"),
        }
        opened
    }

    /// Opens a layer's compact file, even if its own exists.
    pub(crate) fn open_compact(
        files: &Arc<dyn FileSystem>,
        data: &Path,
        domain: &'d dyn Tables,
        layer: LayerId,
    ) -> Result<Self, Error> {
        let name = layer_name(domain, layer);
        let database = Database::open_as(&**files, &compact_path(data, name)?, name)?;
        StoredLayer::of_database(domain, layer, database, 0)
    }

    fn of_database(
        domain: &'d dyn Tables,
        layer: LayerId,
        database: Database,
        others: u64,
    ) -> Result<Self, Error> {
        let description = &domain.all_layers()[layer.0];
        let path = database.path().to_owned();
        let manifest = database.manifest();
        if manifest.subject.parameters != domain.settings() {
            return Err(shuban_store::Error::OtherDomain {
                path,
                expected: format!("{} with {:?}", description.name, domain.settings()),
                found: format!(
                    "{} with {:?}",
                    manifest.subject.domain, manifest.subject.parameters
                ),
            }
            .into());
        }
        check_directory(domain, layer, &database)
            .map_err(|reason| wrong_directory(&path, reason))?;
        // Before anything is read: the declared sizes of the sections.
        let held = memory_of_sections(domain, layer, &database)?;
        database.may_take("what it is opened with", held.saturating_add(others))?;
        let mut indexes = Vec::new();
        let mut tables = Vec::new();
        let (mut exits, mut statuses) = (Vec::new(), Vec::new());
        for (number, part) in description.parts.iter().enumerate() {
            let sections = index_sections(manifest, &part.name)
                .map(|(name, own)| Ok(Section { name: own.to_owned(), ..database.section(name)? }));
            let sections = sections.collect::<Result<Vec<_>, Error>>()?;
            let id = PartId { layer, part: number };
            let index = domain.stored_index(id, &sections)?;
            let table = PartTable::open(domain, &database, &part.name)?;
            if table.table.rows() != index.len() {
                return Err(shuban_store::Error::OtherDomain {
                    path,
                    expected: format!("{} positions in `{}`", index.len(), part.name),
                    found: format!("{} positions", table.table.rows()),
                }
                .into());
            }
            let of_part = table.is_coarse.then(|| {
                let name = beside_part(&part.name, EXITS);
                let found = PartTable::open(domain, &database, &name)?;
                Exits::new(domain.exit_ranks(id).unwrap_or_default(), found)
                    .map_err(|reason| wrong_directory(&path, reason))
            });
            exits.push(of_part.transpose()?);
            indexes.push(index);
            tables.push(table);
            statuses.push(database.table(&beside_part(&part.name, STATUS)).ok());
        }
        let mut dictionary = domain.empty_dictionary();
        if domain.has_dictionary() {
            read_values(domain, &database, DICTIONARY, &mut dictionary)?;
        }
        let layer = StoredLayer {
            domain,
            layer,
            database,
            indexes,
            tables,
            exits,
            statuses,
            dictionary,
            held,
        };
        Ok(layer)
    }

    /// Returns the approximate bytes of memory that its sections take.
    pub(crate) fn held(&self) -> u64 {
        self.held
    }

    /// Returns the domain.
    pub fn domain(&self) -> &'d dyn Tables {
        self.domain
    }

    /// Returns the layer's id.
    pub fn layer(&self) -> LayerId {
        self.layer
    }

    /// Returns its file.
    pub fn database(&self) -> &Database {
        &self.database
    }

    /// Returns the indexes of all parts.
    pub fn indexes(&self) -> &[PartIndex] {
        &self.indexes
    }

    /// Returns the rows of a part.
    pub(crate) fn part_table(&self, part: usize) -> &PartTable {
        &self.tables[part]
    }

    /// Returns the table of a part.
    ///
    /// # Panics
    /// If the layer has no such part.
    pub fn table(&self, part: usize) -> &Table {
        &self.tables[part].table
    }

    /// Returns true if it is a compact file: its intervals are wide except where other layers ask
    /// for them.
    pub fn is_compact(&self) -> bool {
        self.tables.iter().any(|table| table.is_coarse)
    }

    /// Returns the rows that other layers ask for, of a part of a compact file.
    pub(crate) fn exits(&self, part: usize) -> Option<&Exits> {
        self.exits[part].as_ref()
    }

    /// Returns the statuses of a part, if the file has them.
    pub(crate) fn statuses(&self, part: usize) -> Option<&Table> {
        self.statuses[part].as_ref()
    }

    /// Returns the interned values.
    pub fn dictionary(&self) -> &LayerDictionary {
        &self.dictionary
    }

    /// Reads the row of a rank of a part. Returns false if it has a coarse form, which may exceed
    /// the possible range.
    ///
    /// # Errors
    /// [`Error::Store`] if the rank is out of range or its block damaged.
    pub fn row_at(&self, part: usize, rank: u64, row: &mut [u64]) -> Result<bool, Error> {
        let PartTable { table, is_coarse } = &self.tables[part];
        if !is_coarse {
            table.row(rank, row)?;
            return Ok(true);
        }
        if self.exits(part).map_or(Ok(false), |exits| exits.row(rank, row))? {
            return Ok(true);
        }
        let columns = self.domain.coarse_columns().map_or(0, <[Column]>::len);
        let mut coarse = [0; Column::MOST];
        table.row(rank, &mut coarse[..columns])?;
        self.domain.row_of_coarse(&coarse[..columns], row);
        Ok(false)
    }

    /// Reads the row of a rank, with bounds as narrow as they were proven: the input of other
    /// layers.
    ///
    /// # Errors
    /// [`Error::Compact`] if only a wider interval is stored; as [`row_at`](StoredLayer::row_at).
    pub(crate) fn proven_row(&self, part: usize, rank: u64, row: &mut [u64]) -> Result<(), Error> {
        match self.row_at(part, rank, row)? {
            true => Ok(()),
            false => Err(Error::compact(self.domain, self.layer)),
        }
    }

    /// Returns the status of a rank of a part; `None` if the part has no such table.
    ///
    /// # Errors
    /// [`Error::Store`] if the rank is out of range or its block damaged.
    pub fn status_at(&self, part: usize, rank: u64) -> Result<Option<Status>, Error> {
        let Some(table) = &self.statuses[part] else { return Ok(None) };
        let mut code = [0];
        table.row(rank, &mut code)?;
        Ok(Status::ALL.get(code[0] as usize).copied())
    }

    /// Returns the codes of all statuses of a part, in the order of ranks: an invalid code where
    /// there is no status.
    ///
    /// # Errors
    /// As [`status_at`](StoredLayer::status_at).
    pub(crate) fn status_codes(&self, part: usize) -> Result<Vec<i32>, Error> {
        let len = usize::try_from(self.indexes[part].len()).unwrap_or(usize::MAX);
        let Some(table) = &self.statuses[part] else { return Ok(vec![i32::MAX; len]) };
        let mut codes = Vec::with_capacity(len);
        table.for_each_row(0..table.rows(), |_, row| {
            let status = Status::ALL.get(row[0] as usize);
            codes.push(status.map_or(i32::MAX, |status| status.code()));
        })?;
        codes.resize(len, i32::MAX);
        Ok(codes)
    }

    /// Reads the rows of a range of ranks of a part that is not coarse, in their order, without the
    /// cache.
    ///
    /// # Errors
    /// [`Error::Store`] if the range is too long or a block damaged; the first error of `each`.
    pub(crate) fn columns(
        &self,
        part: usize,
        ranks: Range<u64>,
        each: &mut dyn FnMut(&Columns<'_>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        self.tables[part].table.try_for_each_chunk(ranks, each)
    }

    /// Returns the error of a row that stands for no value.
    pub(crate) fn no_value(&self, part: usize, rank: u64) -> Error {
        Error::no_value(&self.tables[part].table, rank)
    }
}

/// Returns the approximate bytes of memory of the sections that are read when a layer is opened.
fn memory_of_sections(
    domain: &dyn Tables,
    layer: LayerId,
    database: &Database,
) -> Result<u64, Error> {
    let manifest = database.manifest();
    let mut held: u64 = 0;
    for part in &domain.all_layers()[layer.0].parts {
        for (name, _) in index_sections(manifest, &part.name) {
            held = held.saturating_add(database.stream(name)?.bytes_in_memory());
        }
    }
    if domain.has_dictionary() {
        held = held.saturating_add(memory_of_values(domain, &database.stream(DICTIONARY)?));
    }
    database.may_hold("what it is opened with", held)?;
    Ok(held)
}

fn memory_of_values(domain: &dyn Tables, stream: &Stream) -> u64 {
    stream.len().saturating_mul(domain.value_bytes())
}

/// Reads the values of a section of a file, by id. A repeated value ends the reading: many equal
/// ones take no memory.
pub(crate) fn read_values(
    domain: &dyn Tables,
    database: &Database,
    section: &str,
    dictionary: &mut LayerDictionary,
) -> Result<(), Error> {
    let stream = database.stream(section)?;
    database.may_hold(section, memory_of_values(domain, &stream))?;
    stream.try_for_each(|rank, bytes| {
        if domain.push_value(dictionary, bytes) {
            return Ok(());
        }
        let (path, section) = (database.path().to_owned(), section.to_owned());
        Err(Error::NoValue { path, section, rank, block: None })
    })
}
