//! A published layer with the types of its domain: the fast way to look positions up.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use shuban_core::erased::PartIndex;
use shuban_core::tabulate::FinishedTables;
use shuban_core::{
    Column, Dictionary, Domain, Index, LayerId, PartId, PositionOf, Record, Unanswered,
};
use shuban_store::{Database, FileSystem, TypedTable};

use crate::error::Error;
use crate::stored_layer::StoredLayer;

/// One published layer, open, with positions and values of its domain.
pub struct OpenLayer<'d, D: Domain> {
    domain: &'d D,
    stored: StoredLayer<'d>,
    tables: Vec<TypedTable<D::Record>>,
}

impl<'d, D: Domain> OpenLayer<'d, D> {
    /// Opens a layer's file. Nothing is enumerated; of the file only the index sections and the
    /// dictionary are read.
    ///
    /// # Errors
    /// [`Error::NotBuilt`] if there is no file; [`Error::Store`] if it is damaged or another
    /// domain's, or would exceed the memory allowed.
    pub fn open(
        files: &Arc<dyn FileSystem>,
        data: &Path,
        domain: &'d D,
        layer: LayerId,
    ) -> Result<Self, Error> {
        OpenLayer::open_beside(files, data, domain, layer, 0)
    }

    /// Opens a layer as [`open`](OpenLayer::open), where other layers hold memory already.
    pub(crate) fn open_beside(
        files: &Arc<dyn FileSystem>,
        data: &Path,
        domain: &'d D,
        layer: LayerId,
        others: u64,
    ) -> Result<Self, Error> {
        let stored = StoredLayer::open_beside(files, data, domain, layer, others)?;
        let parts = domain.layers()[layer.0].parts.iter();
        let tables = parts.map(|part| stored.database().records(&part.name));
        let tables = tables.collect::<Result<_, _>>()?;
        Ok(OpenLayer { domain, stored, tables })
    }

    /// Returns the layer without types.
    pub fn stored(&self) -> &StoredLayer<'d> {
        &self.stored
    }

    /// Returns the layer's id.
    pub fn layer(&self) -> LayerId {
        self.stored.layer()
    }

    /// Returns its file.
    pub fn database(&self) -> &Database {
        self.stored.database()
    }

    /// Returns the index of a part.
    ///
    /// # Panics
    /// If the layer has no such part.
    pub fn part_index(&self, part: usize) -> &dyn Index<Position = PositionOf<D>> {
        self.indexes()[part].typed().expect("an index that the domain made")
    }

    /// Returns the indexes of all parts.
    pub fn indexes(&self) -> &[PartIndex] {
        self.stored.indexes()
    }

    /// Returns the records of a part.
    ///
    /// # Panics
    /// If the layer has no such part.
    pub fn records(&self, part: usize) -> &TypedTable<D::Record> {
        &self.tables[part]
    }

    /// Returns true if it is a compact file: its intervals are wide except where other layers ask
    /// for them.
    pub fn is_compact(&self) -> bool {
        self.stored.is_compact()
    }

    /// Returns the interned values.
    pub fn dictionary(&self) -> &Dictionary<D::Value> {
        self.stored.dictionary().typed()
    }

    /// Returns the value of a rank of a part.
    ///
    /// # Errors
    /// [`Error::Store`] if the rank is out of range or its block damaged; [`Error::NoValue`] if the
    /// record stands for no value.
    #[inline]
    pub fn value_at(&self, part: usize, rank: u64) -> Result<D::Value, Error> {
        match self.exit_at(part, rank)? {
            Some(value) => Ok(value),
            None => self.decode(part, rank, self.tables[part].get(rank)?),
        }
    }

    /// Returns the value of a rank of a compact file, if other layers ask for it.
    fn exit_at(&self, part: usize, rank: u64) -> Result<Option<D::Value>, Error> {
        let Some(exits) = self.stored.exits(part) else { return Ok(None) };
        let row = &mut [0; Column::MOST][..D::Record::columns().len()];
        if !exits.row(rank, row)? {
            return Ok(None);
        }
        let value = self.domain.decode(D::Record::from_columns(row), self.dictionary());
        value.map(Some).ok_or_else(|| self.stored.no_value(part, rank))
    }

    /// Returns the value of a position of this layer, or `None` if it holds no such position.
    ///
    /// # Errors
    /// As [`value_at`](OpenLayer::value_at).
    pub fn value(&self, position: &PositionOf<D>) -> Result<Option<D::Value>, Error> {
        self.place(position).map(|(part, rank)| self.value_at(part, rank)).transpose()
    }

    /// Fetches what will be read of some places soon, each a part and a rank, if the file is far away.
    ///
    /// # Errors
    /// [`Error::Store`] if a block table is damaged.
    pub(crate) fn expect(&self, places: &[(usize, u64)]) -> Result<(), Error> {
        for (number, table) in self.tables.iter().enumerate() {
            let own = places.iter().filter(|(part, _)| *part == number);
            table.table().expect(own.map(|(_, rank)| *rank))?;
        }
        Ok(())
    }

    /// Returns the part and the rank of a position of this layer.
    pub(crate) fn place(&self, position: &PositionOf<D>) -> Option<(usize, u64)> {
        let place = self.domain.locate(position).filter(|place| place.layer == self.layer())?;
        Some((place.part, self.part_index(place.part).rank(position)?))
    }

    /// Returns the position of a number, from 0, that runs through all parts; `None` if there are
    /// fewer.
    ///
    /// # Errors
    /// [`Error::NoPosition`] if an index gives none for one of its ranks.
    pub fn position(&self, number: u64) -> Result<Option<PositionOf<D>>, Error> {
        let mut rank = number;
        for (part, index) in self.indexes().iter().enumerate() {
            if rank < index.len() {
                let no_position = || Error::no_rank(self.domain, self.layer(), rank);
                return self.part_index(part).unrank(rank).map(Some).ok_or_else(no_position);
            }
            rank -= index.len();
        }
        Ok(None)
    }

    /// Returns all values of a part, in the order of ranks.
    ///
    /// # Errors
    /// As [`value_at`](OpenLayer::value_at).
    pub fn values(&self, part: usize) -> Result<Vec<D::Value>, Error> {
        let table = &self.tables[part];
        let bytes = table.len().saturating_mul(size_of::<D::Value>() as u64);
        self.database().may_take(table.table().name(), bytes)?;
        let mut values = Vec::with_capacity(usize::try_from(table.len()).unwrap_or(usize::MAX));
        self.each_value(part, 0..table.len(), &mut |_, value| values.push(value))?;
        Ok(values)
    }

    /// Passes the values of a range of ranks of a part, in order, without the cache.
    ///
    /// # Errors
    /// As [`value_at`](OpenLayer::value_at).
    pub fn each_value(
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

    /// Returns the value that the record of a rank stands for.
    #[inline]
    pub(crate) fn decode(
        &self,
        part: usize,
        rank: u64,
        record: D::Record,
    ) -> Result<D::Value, Error> {
        let value = match self.tables[part].is_coarse() {
            false => self.domain.decode(record, self.dictionary()),
            true => self.domain.decode_coarse(record, self.dictionary()),
        };
        value.ok_or_else(|| self.stored.no_value(part, rank))
    }
}

/// Several published layers, open, with positions and values of their domain.
pub struct OpenLayers<'d, D: Domain> {
    domain: &'d D,
    layers: BTreeMap<LayerId, OpenLayer<'d, D>>,
}

impl<'d, D: Domain> OpenLayers<'d, D> {
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
            held = held.saturating_add(opened.stored.held());
            open.insert(layer, opened);
        }
        Ok(OpenLayers { domain, layers: open })
    }

    /// Returns the domain.
    pub fn domain(&self) -> &'d D {
        self.domain
    }

    /// Returns an open layer.
    pub fn layer(&self, layer: LayerId) -> Option<&OpenLayer<'d, D>> {
        self.layers.get(&layer)
    }

    /// Returns an open layer.
    ///
    /// # Errors
    /// [`Error::NotBuilt`] if it is not among these.
    pub fn needed(&self, layer: LayerId) -> Result<&OpenLayer<'d, D>, Error> {
        self.layer(layer).ok_or_else(|| Error::not_built(self.domain, layer))
    }

    /// Returns the value of a position: stored, if a layer should hold it; else, as for a finished
    /// game or a region cut in two, computed by [`Domain::backup`] from stored ones.
    ///
    /// # Errors
    /// [`Error::NotBuilt`] if its layer is not among these; [`Error::NoPosition`] if its layer does
    /// not hold it; else as [`OpenLayer::value_at`].
    pub fn value(&self, position: &PositionOf<D>) -> Result<D::Value, Error> {
        let Some(place) = self.domain.locate(position) else {
            let ask = &mut |after: &PositionOf<D>| self.ask(after);
            return Ok(self.domain.backup(position, ask)?);
        };
        let value = self.needed(place.layer)?.value(position)?;
        value.ok_or_else(|| Error::no_position(self.domain, place.layer, position))
    }

    /// Returns the value of a position, in the form that `backup` needs.
    ///
    /// # Errors
    /// [`Unanswered`] if there is no value.
    pub fn ask(&self, position: &PositionOf<D>) -> Result<D::Value, Unanswered> {
        Ok(self.value(position)?)
    }
}

/// Provides records of finished layers in bulk, for the plan of a tabulation.
impl<D: Domain> FinishedTables<D::Record, D::Value> for OpenLayers<'_, D> {
    fn records(
        &self,
        part: PartId,
        ranks: Range<u64>,
        each: &mut dyn FnMut(&[D::Record]),
    ) -> Result<(), Unanswered> {
        let table = self.needed(part.layer)?.records(part.part);
        if table.is_coarse() {
            return Err(Error::compact(self.domain, part.layer).into());
        }
        Ok(table.for_each_piece(ranks, each).map_err(Error::from)?)
    }

    fn dictionary(&self, layer: LayerId) -> Result<&Dictionary<D::Value>, Unanswered> {
        Ok(self.needed(layer)?.dictionary())
    }
}
