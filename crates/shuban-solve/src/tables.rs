//! Published layers, opened for look-ups.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use shuban_core::{
    Codec, Column, Dictionary, Domain, Finished, Game, Index, IndexOf, Interval, LayerId, PartId,
    PositionOf, Section, Status, Unanswered,
};
use shuban_store::{Database, FileSystem, SectionKind, Table, TypedTable, layer_path};

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

/// Whoever gives the values of positions of finished layers: [`Tables::ask`], or a test's own
/// answers.
pub type FinishedValues<'a, D> =
    dyn Fn(&PositionOf<D>) -> Result<<D as Domain>::Value, Unanswered> + Sync + 'a;

/// One published layer, open.
pub struct OpenLayer<'d, D: Domain> {
    domain: &'d D,
    layer: LayerId,
    database: Database,
    indexes: Vec<IndexOf<D>>,
    tables: Vec<TypedTable<D::Record>>,
    /// Of the parts that have one.
    statuses: Vec<Option<Table>>,
    dictionary: Dictionary<D::Value>,
}

impl<'d, D: Domain> OpenLayer<'d, D> {
    /// Opens a layer's file. Nothing is enumerated; of the file only what an index stores and the
    /// dictionary are read.
    ///
    /// # Errors
    /// [`Error::NotBuilt`] if there is no file; [`Error::Store`] if it is damaged or another
    /// domain's.
    pub fn open(
        files: &Arc<dyn FileSystem>,
        data: &Path,
        domain: &'d D,
        layer: LayerId,
    ) -> Result<Self, Error> {
        let description = &domain.layers()[layer.0];
        let path = layer_path(data, &description.name)?;
        let database = match Database::open_as(&**files, &path, &description.name) {
            Err(shuban_store::Error::NotFound { .. }) => {
                return Err(Error::NotBuilt { domain: description.name.clone() });
            }
            other => other?,
        };
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
        let mut indexes = Vec::new();
        let mut tables = Vec::new();
        let mut statuses = Vec::new();
        for (number, part) in description.parts.iter().enumerate() {
            let prefix = index_section(&part.name, "");
            let named = manifest.part(&part.name).into_iter().flat_map(|part| &part.sections);
            let stored: Vec<String> = named
                .filter_map(|name| manifest.section(name))
                .filter(|(_, section)| matches!(section.kind, SectionKind::Stream { .. }))
                .filter_map(|(_, section)| section.name.strip_prefix(&prefix).map(str::to_owned))
                .collect();
            let sections = (stored.into_iter())
                .map(|name| {
                    let section = database.section(&index_section(&part.name, &name))?;
                    Ok(Section { name, ..section })
                })
                .collect::<Result<Vec<_>, Error>>()?;
            let index = domain.open_index(PartId { layer, part: number }, &sections)?;
            let table = database.records(&part.name)?;
            if table.len() != index.len() {
                return Err(shuban_store::Error::OtherDomain {
                    path,
                    expected: format!("{} positions in `{}`", index.len(), part.name),
                    found: format!("{} positions", table.len()),
                }
                .into());
            }
            indexes.push(index);
            tables.push(table);
            statuses.push(database.table(&index_section(&part.name, STATUS)).ok());
        }
        let dictionary = read_dictionary(domain, &database, &path)?;
        Ok(OpenLayer { domain, layer, database, indexes, tables, statuses, dictionary })
    }

    /// Which layer it is.
    pub fn layer(&self) -> LayerId {
        self.layer
    }

    /// Its file.
    pub fn database(&self) -> &Database {
        &self.database
    }

    /// Whether its bounds are proven: play leaves it and every layer it was built from (exact
    /// values need no such proof).
    pub fn is_proven(&self) -> bool {
        let fact = self.database.manifest().account.facts.get("leaving_proven");
        fact.is_none_or(|fact| fact == &serde_json::Value::Bool(true))
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
        self.decode(part, rank, self.tables[part].get(rank)?)
    }

    /// The value of a position of this layer, or `None` if it holds no such position.
    ///
    /// # Errors
    /// As [`value_at`](OpenLayer::value_at).
    pub fn value(&self, position: &PositionOf<D>) -> Result<Option<D::Value>, Error> {
        match self.domain.locate(position) {
            Some(place) if place.layer == self.layer => {
                match self.indexes[place.part].rank(position) {
                    Some(rank) => self.value_at(place.part, rank).map(Some),
                    None => Ok(None),
                }
            }
            _ => Ok(None),
        }
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

    /// All values of a part, in the order of ranks.
    ///
    /// # Errors
    /// As [`value_at`](OpenLayer::value_at).
    pub fn values(&self, part: usize) -> Result<Vec<D::Value>, Error> {
        let table = &self.tables[part];
        let mut values = Vec::with_capacity(usize::try_from(table.len()).unwrap_or(usize::MAX));
        let mut wrong = None;
        table.for_each(0..table.len(), |rank, record| match self.decode(part, rank, record) {
            Ok(value) if wrong.is_none() => values.push(value),
            Ok(_) => {}
            Err(error) => {
                wrong.get_or_insert(error);
            }
        })?;
        wrong.map_or(Ok(values), Err)
    }

    fn decode(&self, part: usize, rank: u64, record: D::Record) -> Result<D::Value, Error> {
        self.domain.decode(record, &self.dictionary).ok_or_else(|| Error::NoValue {
            path: self.database.path().to_owned(),
            section: self.domain.layers()[self.layer.0].parts[part].name.clone(),
            rank,
            block: Some(rank / self.tables[part].table().records_per_block()),
        })
    }
}

fn read_dictionary<D: Domain>(
    domain: &D,
    database: &Database,
    path: &Path,
) -> Result<Dictionary<D::Value>, Error> {
    let mut dictionary = Dictionary::default();
    if domain.interns() {
        for (id, bytes) in database.section(DICTIONARY)?.entries.iter().enumerate() {
            let value = domain.value_from_bytes(bytes);
            let added = value.is_some_and(|value| dictionary.push(value));
            if !added {
                let (path, section) = (path.to_owned(), DICTIONARY.to_owned());
                return Err(Error::NoValue { path, section, rank: id as u64, block: None });
            }
        }
    }
    Ok(dictionary)
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
        let layers = (layers.into_iter())
            .map(|layer| Ok((layer, OpenLayer::open(files, data, domain, layer)?)))
            .collect::<Result<_, Error>>()?;
        Ok(Tables { domain, layers })
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

    /// The value of a position: stored, where a layer should hold it; else, as of a game that is
    /// over or a region cut in two, worked out by [`Domain::backup`] from stored ones.
    ///
    /// # Errors
    /// [`Error::NotBuilt`] if its layer is not among these; [`Error::NoPosition`] if its layer does
    /// not hold it; else as [`OpenLayer::value_at`].
    pub fn value(&self, position: &PositionOf<D>) -> Result<D::Value, Error> {
        let Some(place) = self.domain.locate(position) else {
            return Ok(self
                .domain
                .backup(position, &mut |after: &PositionOf<D>| self.ask(after))?);
        };
        let layer = self.layers.get(&place.layer).ok_or_else(|| Error::NotBuilt {
            domain: self.domain.layers()[place.layer.0].name.clone(),
        })?;
        layer.value(position)?.ok_or_else(|| Error::NoPosition {
            domain: self.domain.layers()[place.layer.0].name.clone(),
            position: self.domain.game().format(position),
        })
    }

    /// As [`value`](Tables::value), in the form that `backup` asks.
    ///
    /// # Errors
    /// [`Unanswered`] if there is no value.
    pub fn ask(&self, position: &PositionOf<D>) -> Result<D::Value, Unanswered> {
        Ok(self.value(position)?)
    }

    /// What retrograde analysis knew of a position of a finished layer.
    ///
    /// # Errors
    /// [`Unanswered`] if there is no status of it.
    pub fn ask_status(&self, position: &PositionOf<D>) -> Result<Status, Unanswered> {
        let status = || -> Result<Option<Status>, Error> {
            let Some(place) = self.domain.locate(position) else { return Ok(None) };
            let Some(layer) = self.layers.get(&place.layer) else { return Ok(None) };
            let Some(rank) = layer.indexes[place.part].rank(position) else { return Ok(None) };
            layer.status_at(place.part, rank)
        };
        let nowhere = || Error::NoPosition {
            domain: self.domain.name(),
            position: self.domain.game().format(position),
        };
        Ok(status()?.ok_or_else(nowhere)?)
    }

    /// Bulk reads, for a sweep's plan.
    pub fn finished(&self) -> Bulk<'_, 'd, D> {
        Bulk(self)
    }
}

/// Values and statuses of finished layers, many at a time.
pub struct Bulk<'a, 'd, D: Domain>(&'a Tables<'d, D>);

impl<'d, D: Domain> Bulk<'_, 'd, D> {
    fn layer(&self, part: PartId) -> Result<&OpenLayer<'d, D>, Error> {
        let domain = self.0.domain.layers()[part.layer.0].name.clone();
        self.0.layer(part.layer).ok_or(Error::NotBuilt { domain })
    }
}

impl<D: Domain<Value = Interval>> Finished for Bulk<'_, '_, D> {
    fn values(&mut self, part: PartId, ranks: &[u64]) -> Result<Vec<Interval>, Unanswered> {
        let layer = self.layer(part)?;
        ranks.iter().map(|&rank| Ok(layer.value_at(part.part, rank)?)).collect()
    }

    fn statuses(&mut self, part: PartId, ranks: &[u64]) -> Result<Vec<Status>, Unanswered> {
        let layer = self.layer(part)?;
        let none = |rank| Error::NoPosition {
            domain: self.0.domain.layers()[part.layer.0].name.clone(),
            position: format!("rank {rank}"),
        };
        let status = |&rank| Ok(layer.status_at(part.part, rank)?.ok_or_else(|| none(rank))?);
        ranks.iter().map(status).collect()
    }
}
