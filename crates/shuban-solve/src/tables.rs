//! Published layers, opened for look-ups.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use shuban_core::{
    Codec, Column, Dictionary, Domain, Finished, FinishedTables, Game, Index, IndexOf, Interval,
    LayerId, PartId, PositionOf, Section, Status, Unanswered,
};
use shuban_store::{
    Database, FileSystem, Manifest, SectionKind, Stream, Table, TypedTable, compact_path,
};

use crate::compact::{EXITS, Exits, open_answering};
use crate::directory::check_directory;
use crate::error::Error;

/// The name of the section that holds the layer's dictionary of interned values.
pub(crate) const DICTIONARY: &str = "dictionary";

/// The name of the table, beside a part's own, of what retrograde analysis knew.
pub(crate) const STATUS: &str = "status";

/// Its column: the place in [`Status::ALL`].
pub(crate) const STATUS_COLUMN: Column = Column { name: "status", bits: 2, codec: Codec::Unsigned };

/// The name of a section beside a part's own table: one that its index stores, or of statuses.
pub(crate) fn index_section(part: &str, name: &str) -> String {
    format!("{part}/{name}")
}

/// Gives the values of positions of finished layers: [`Tables::ask`], or a test's own answers.
pub type FinishedValues<'a, D> =
    dyn Fn(&PositionOf<D>) -> Result<<D as Domain>::Value, Unanswered> + Sync + 'a;

/// One published layer, open.
pub struct OpenLayer<'d, D: Domain> {
    domain: &'d D,
    layer: LayerId,
    database: Database,
    indexes: Vec<IndexOf<D>>,
    tables: Vec<TypedTable<D::Record>>,
    /// Of a compact file's parts, what other layers ask for.
    exits: Vec<Option<Exits<D::Record>>>,
    /// Of the parts that have one.
    statuses: Vec<Option<Table>>,
    dictionary: Dictionary<D::Value>,
    /// About how many bytes of memory its sections take.
    held: u64,
}

impl<'d, D: Domain> OpenLayer<'d, D> {
    /// Opens a layer's file. Nothing is enumerated; of the file only what an index stores and the
    /// dictionary are read.
    ///
    /// # Errors
    /// [`Error::NotBuilt`] if there is no file; [`Error::Store`] if it is damaged or another
    /// domain's, or would take more memory than it may.
    pub fn open(
        files: &Arc<dyn FileSystem>,
        data: &Path,
        domain: &'d D,
        layer: LayerId,
    ) -> Result<Self, Error> {
        OpenLayer::open_beside(files, data, domain, layer, 0)
    }

    /// As [`open`](OpenLayer::open), where other layers hold memory already.
    pub(crate) fn open_beside(
        files: &Arc<dyn FileSystem>,
        data: &Path,
        domain: &'d D,
        layer: LayerId,
        others: u64,
    ) -> Result<Self, Error> {
        let opened = OpenLayer::open_file(files, data, domain, layer, others);
        let name = &*domain.layers()[layer.0].name;
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

    /// Opens a layer's compact file, whether its own is there or not.
    pub(crate) fn open_compact(
        files: &Arc<dyn FileSystem>,
        data: &Path,
        domain: &'d D,
        layer: LayerId,
    ) -> Result<Self, Error> {
        let name = &domain.layers()[layer.0].name;
        let database = Database::open_as(&**files, &compact_path(data, name)?, name)?;
        OpenLayer::of_database(domain, layer, database, 0)
    }

    /// A layer's own file; if there is none, the compact one.
    fn open_file(
        files: &Arc<dyn FileSystem>,
        data: &Path,
        domain: &'d D,
        layer: LayerId,
        others: u64,
    ) -> Result<Self, Error> {
        let name = &domain.layers()[layer.0].name;
        match open_answering(&**files, data, name) {
            Err(shuban_store::Error::NotFound { .. }) => Err(Error::not_built(domain, layer)),
            database => OpenLayer::of_database(domain, layer, database?, others),
        }
    }

    fn of_database(
        domain: &'d D,
        layer: LayerId,
        database: Database,
        others: u64,
    ) -> Result<Self, Error> {
        let description = &domain.layers()[layer.0];
        let path = database.path().to_owned();
        let manifest = database.manifest();
        if manifest.subject.parameters != domain.parameters() {
            return Err(shuban_store::Error::OtherDomain {
                path,
                expected: format!("{} with {:?}", description.name, domain.parameters()),
                found: format!(
                    "{} with {:?}",
                    manifest.subject.domain, manifest.subject.parameters
                ),
            }
            .into());
        }
        check_directory(domain, layer, &database)
            .map_err(|reason| wrong_directory(&path, reason))?;
        // Before anything is read: what the sections say that they hold.
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
            let index = domain.open_index(id, &sections)?;
            let table: TypedTable<D::Record> = database.records(&part.name)?;
            if table.len() != index.len() {
                return Err(shuban_store::Error::OtherDomain {
                    path,
                    expected: format!("{} positions in `{}`", index.len(), part.name),
                    found: format!("{} positions", table.len()),
                }
                .into());
            }
            let of_part = table.is_coarse().then(|| {
                let found = database.records(&index_section(&part.name, EXITS))?;
                Exits::new(domain.exits(id).unwrap_or_default(), found)
                    .map_err(|reason| wrong_directory(&path, reason))
            });
            exits.push(of_part.transpose()?);
            indexes.push(index);
            tables.push(table);
            statuses.push(database.table(&index_section(&part.name, STATUS)).ok());
        }
        let mut dictionary = Dictionary::default();
        if domain.interns() {
            // A value that comes twice ends the reading: many that are equal take no memory.
            each_value_of(domain, &database, DICTIONARY, |value| dictionary.push(value))?;
        }
        let layer = OpenLayer {
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

    /// About how many bytes of memory its sections take.
    pub(crate) fn held(&self) -> u64 {
        self.held
    }

    /// Which layer it is.
    pub fn layer(&self) -> LayerId {
        self.layer
    }

    /// Its file.
    pub fn database(&self) -> &Database {
        &self.database
    }

    /// The index of a part.
    pub fn part_index(&self, part: usize) -> &dyn Index<Position = PositionOf<D>> {
        &*self.indexes[part]
    }

    /// The indexes of all parts.
    pub fn indexes(&self) -> &[IndexOf<D>] {
        &self.indexes
    }

    /// The records of a part.
    pub fn records(&self, part: usize) -> &TypedTable<D::Record> {
        &self.tables[part]
    }

    /// Whether it is a compact file: its intervals are wide but where other layers ask for them.
    pub fn is_compact(&self) -> bool {
        self.tables.iter().any(TypedTable::is_coarse)
    }

    /// What other layers ask for, of a part of a compact file.
    pub(crate) fn exits(&self, part: usize) -> Option<&Exits<D::Record>> {
        self.exits[part].as_ref()
    }

    /// What retrograde analysis knew of a part, if the file says so.
    pub(crate) fn statuses(&self, part: usize) -> Option<&Table> {
        self.statuses[part].as_ref()
    }

    /// The interned values.
    pub fn dictionary(&self) -> &Dictionary<D::Value> {
        &self.dictionary
    }

    /// The value of a rank of a part.
    ///
    /// # Errors
    /// [`Error::Store`] if the rank is out of range or its block damaged; [`Error::NoValue`] if the
    /// record stands for no value.
    pub fn value_at(&self, part: usize, rank: u64) -> Result<D::Value, Error> {
        match self.exit_at(part, rank)? {
            Some(value) => Ok(value),
            None => self.decode(part, rank, self.tables[part].get(rank)?),
        }
    }

    /// The value of a rank of a compact file, if other layers ask for it.
    fn exit_at(&self, part: usize, rank: u64) -> Result<Option<D::Value>, Error> {
        let Some(exits) = self.exits(part) else { return Ok(None) };
        let Some(record) = exits.record(rank)? else { return Ok(None) };
        let no_value = || Error::no_value(self.tables[part].table(), rank);
        self.domain.decode(record, &self.dictionary).map(Some).ok_or_else(no_value)
    }

    /// The value of a rank, in bounds as narrow as they were proven: what other layers are built
    /// from.
    ///
    /// # Errors
    /// [`Error::Compact`] if only a wider interval is stored; as
    /// [`value_at`](OpenLayer::value_at).
    pub(crate) fn proven_at(&self, part: usize, rank: u64) -> Result<D::Value, Error> {
        if !self.tables[part].is_coarse() {
            return self.value_at(part, rank);
        }
        self.exit_at(part, rank)?.ok_or_else(|| Error::compact(self.domain, self.layer))
    }

    /// The value of a position of this layer, or `None` if it holds no such position.
    ///
    /// # Errors
    /// As [`value_at`](OpenLayer::value_at).
    pub fn value(&self, position: &PositionOf<D>) -> Result<Option<D::Value>, Error> {
        self.place(position).map(|(part, rank)| self.value_at(part, rank)).transpose()
    }

    /// The part and the rank of a position of this layer.
    fn place(&self, position: &PositionOf<D>) -> Option<(usize, u64)> {
        let place = self.domain.locate(position).filter(|place| place.layer == self.layer)?;
        Some((place.part, self.indexes[place.part].rank(position)?))
    }

    /// What retrograde analysis knew of a rank of a part; `None` where it has no such table.
    ///
    /// # Errors
    /// [`Error::Store`] if the rank is out of range or its block damaged.
    pub fn status_at(&self, part: usize, rank: u64) -> Result<Option<Status>, Error> {
        let Some(table) = &self.statuses[part] else { return Ok(None) };
        let mut code = [0];
        table.row(rank, &mut code)?;
        Ok(Status::ALL.get(code[0] as usize).copied())
    }

    /// The codes of all statuses of a part, in the order of ranks: a number that is none where there
    /// is no status.
    ///
    /// # Errors
    /// As [`status_at`](OpenLayer::status_at).
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

    /// The position of a number, from 0, that runs through all parts: none if there are not as
    /// many.
    ///
    /// # Errors
    /// [`Error::NoPosition`] if an index gives none for one of its ranks.
    pub fn position(&self, number: u64) -> Result<Option<PositionOf<D>>, Error> {
        let mut rank = number;
        for index in self.indexes() {
            if rank < index.len() {
                let no_position = || Error::no_rank(self.domain, self.layer, rank);
                return index.unrank(rank).map(Some).ok_or_else(no_position);
            }
            rank -= index.len();
        }
        Ok(None)
    }

    /// All values of a part, in the order of ranks.
    ///
    /// # Errors
    /// As [`value_at`](OpenLayer::value_at).
    pub fn values(&self, part: usize) -> Result<Vec<D::Value>, Error> {
        let table = &self.tables[part];
        let bytes = table.len().saturating_mul(size_of::<D::Value>() as u64);
        self.database.may_take(table.table().name(), bytes)?;
        let mut values = Vec::with_capacity(usize::try_from(table.len()).unwrap_or(usize::MAX));
        self.each_value(part, 0..table.len(), &mut |_, value| values.push(value))?;
        Ok(values)
    }

    /// Gives the values of a range of ranks of a part, in their order, without the cache.
    ///
    /// # Errors
    /// As [`value_at`](OpenLayer::value_at).
    pub(crate) fn each_value(
        &self,
        part: usize,
        ranks: Range<u64>,
        each: &mut dyn FnMut(u64, D::Value),
    ) -> Result<(), Error> {
        let mut wrong = None;
        self.tables[part].for_each(ranks, |rank, record| {
            match self.decode(part, rank, record) {
                Ok(value) => each(rank, value),
                Err(error) => {
                    wrong.get_or_insert(error);
                }
            }
        })?;
        wrong.map_or(Ok(()), Err)
    }

    /// The value that the record of a rank stands for.
    pub(crate) fn decode(
        &self,
        part: usize,
        rank: u64,
        record: D::Record,
    ) -> Result<D::Value, Error> {
        let no_value = || Error::no_value(self.tables[part].table(), rank);
        let value = match self.tables[part].is_coarse() {
            false => self.domain.decode(record, &self.dictionary),
            true => self.domain.decode_coarse(record, &self.dictionary),
        };
        value.ok_or_else(no_value)
    }
}

/// A file whose directory is not that of its layer.
pub(crate) fn wrong_directory(path: &Path, reason: String) -> Error {
    let (path, section) = (path.to_owned(), "directory".to_owned());
    shuban_store::Error::Damaged { path, section, block: None, reason }.into()
}

/// The sections that the index of a part stores: their names in the file, and their own.
fn index_sections<'m>(
    manifest: &'m Manifest,
    part: &str,
) -> impl Iterator<Item = (&'m str, &'m str)> {
    let prefix = index_section(part, "");
    let names = manifest.part(part).into_iter().flat_map(|part| &part.sections);
    names.filter_map(move |name| {
        let own = name.strip_prefix(&prefix)?;
        let kind = manifest.section(name).map(|(_, section)| &section.kind);
        matches!(kind, Some(SectionKind::Stream { .. })).then_some((name.as_str(), own))
    })
}

/// About how many bytes of memory the sections take that are read when a layer is opened.
fn memory_of_sections<D: Domain>(
    domain: &D,
    layer: LayerId,
    database: &Database,
) -> Result<u64, Error> {
    let manifest = database.manifest();
    let mut held: u64 = 0;
    for part in &domain.layers()[layer.0].parts {
        for (name, _) in index_sections(manifest, &part.name) {
            held = held.saturating_add(database.stream(name)?.bytes_in_memory());
        }
    }
    if domain.interns() {
        held = held.saturating_add(memory_of_values(domain, &database.stream(DICTIONARY)?));
    }
    database.may_hold("what it is opened with", held)?;
    Ok(held)
}

fn memory_of_values<D: Domain>(domain: &D, stream: &Stream) -> u64 {
    stream.len().saturating_mul(domain.bytes_per_value())
}

/// The values that a section of a file holds, by id.
pub(crate) fn values_of<D: Domain>(
    domain: &D,
    database: &Database,
    section: &str,
) -> Result<Vec<D::Value>, Error> {
    let mut values = Vec::new();
    each_value_of(domain, database, section, |value| {
        values.push(value);
        true
    })?;
    Ok(values)
}

/// Reads the values of a section in order, until `each` refuses one.
fn each_value_of<D: Domain>(
    domain: &D,
    database: &Database,
    section: &str,
    mut each: impl FnMut(D::Value) -> bool,
) -> Result<(), Error> {
    let stream = database.stream(section)?;
    database.may_hold(section, memory_of_values(domain, &stream))?;
    stream.try_for_each(|rank, bytes| {
        if domain.value_from_bytes(bytes).is_some_and(&mut each) {
            return Ok(());
        }
        let (path, section) = (database.path().to_owned(), section.to_owned());
        Err(Error::NoValue { path, section, rank, block: None })
    })
}

/// Several published layers, open: what a new layer is built from, or what probing looks up.
pub struct Tables<'d, D: Domain> {
    domain: &'d D,
    layers: BTreeMap<LayerId, OpenLayer<'d, D>>,
}

impl<'d, D: Domain> Tables<'d, D> {
    /// Opens layers.
    ///
    /// # Errors
    /// As [`OpenLayer::open`], for the first that cannot be opened.
    pub fn open(
        files: &Arc<dyn FileSystem>,
        data: &Path,
        domain: &'d D,
        layers: impl IntoIterator<Item = LayerId>,
    ) -> Result<Self, Error> {
        let (mut open, mut held) = (BTreeMap::new(), 0_u64);
        for layer in layers {
            let opened = OpenLayer::open_beside(files, data, domain, layer, held)?;
            held = held.saturating_add(opened.held());
            open.insert(layer, opened);
        }
        Ok(Tables { domain, layers: open })
    }

    /// The domain.
    pub fn domain(&self) -> &'d D {
        self.domain
    }

    /// The open layers, in order.
    pub fn layers(&self) -> impl Iterator<Item = &OpenLayer<'d, D>> {
        self.layers.values()
    }

    /// An open layer.
    pub fn layer(&self, layer: LayerId) -> Option<&OpenLayer<'d, D>> {
        self.layers.get(&layer)
    }

    /// An open layer.
    ///
    /// # Errors
    /// [`Error::NotBuilt`] if it is not among these.
    pub fn needed(&self, layer: LayerId) -> Result<&OpenLayer<'d, D>, Error> {
        self.layer(layer).ok_or_else(|| Error::not_built(self.domain, layer))
    }

    /// The value of a position, as it was proven: stored, where a layer should hold it; else, as of
    /// a game that is over or a region cut in two, worked out by [`Domain::backup`] from stored ones.
    ///
    /// # Errors
    /// [`Error::NotBuilt`] if its layer is not among these; [`Error::NoPosition`] if its layer does
    /// not hold it; else as [`OpenLayer::value_at`].
    pub fn value(&self, position: &PositionOf<D>) -> Result<D::Value, Error> {
        let Some(place) = self.domain.locate(position) else {
            let ask = &mut |after: &PositionOf<D>| self.ask(after);
            return Ok(self.domain.backup(position, ask)?);
        };
        let layer = self.needed(place.layer)?;
        let placed = layer.place(position);
        let (part, rank) =
            placed.ok_or_else(|| Error::no_position(self.domain, place.layer, position))?;
        layer.proven_at(part, rank)
    }

    /// As [`value`](Tables::value), in the form that `backup` asks.
    ///
    /// # Errors
    /// [`Unanswered`] if there is no value.
    pub fn ask(&self, position: &PositionOf<D>) -> Result<D::Value, Unanswered> {
        Ok(self.value(position)?)
    }

    /// What retrograde analysis knew of a position of a finished layer: nothing, if its file does not
    /// say.
    ///
    /// # Errors
    /// [`Unanswered`] if the position is in no layer that was opened.
    pub fn ask_status(&self, position: &PositionOf<D>) -> Result<Status, Unanswered> {
        let status = || -> Result<Option<Status>, Error> {
            let Some(place) = self.domain.locate(position) else { return Ok(None) };
            let Some(layer) = self.layers.get(&place.layer) else { return Ok(None) };
            let Some(rank) = layer.indexes[place.part].rank(position) else { return Ok(None) };
            Ok(Some(layer.status_at(place.part, rank)?.unwrap_or(Status::Unknown)))
        };
        let nowhere = || Error::NoPosition {
            domain: self.domain.name(),
            position: self.domain.game().format(position),
        };
        Ok(status()?.ok_or_else(nowhere)?)
    }
}

/// Records of finished layers in bulk, for the plan of a tabulation.
impl<D: Domain> FinishedTables<D::Record, D::Value> for Tables<'_, D> {
    fn records(
        &self,
        part: PartId,
        ranks: Range<u64>,
        each: &mut dyn FnMut(&[D::Record]),
    ) -> Result<(), Unanswered> {
        let layer = self.needed(part.layer)?;
        let table = layer.records(part.part);
        if table.is_coarse() {
            return Err(Error::compact(self.domain, part.layer).into());
        }
        Ok(table.for_each_piece(ranks, each).map_err(Error::from)?)
    }

    fn dictionary(&self, layer: LayerId) -> Result<&Dictionary<D::Value>, Unanswered> {
        Ok(self.needed(layer)?.dictionary())
    }
}

/// Values and statuses of finished layers in bulk, for the plan of a sweep.
impl<D: Domain<Value = Interval>> Finished for &Tables<'_, D> {
    fn values(&mut self, part: PartId, ranks: &[u64]) -> Result<Vec<Interval>, Unanswered> {
        let layer = self.needed(part.layer)?;
        ranks.iter().map(|&rank| Ok(layer.proven_at(part.part, rank)?)).collect()
    }

    fn statuses(&mut self, part: PartId, ranks: &[u64]) -> Result<Vec<Status>, Unanswered> {
        let layer = self.needed(part.layer)?;
        let status = |&rank| Ok(layer.status_at(part.part, rank)?.unwrap_or(Status::Unknown));
        ranks.iter().map(status).collect()
    }
}
