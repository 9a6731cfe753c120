//! Stored values as rows of numbers, one a column, by part and rank.

use std::ops::Range;

use crate::domain::{Domain, LayerId, PartId, PositionOf, Unanswered};
use crate::game::Game;
use crate::record::{Column, Record};

use super::dictionary::LayerDictionary;
use super::index::PartIndex;

/// Number of columns of most records, which are read into less memory.
const FEW_COLUMNS: usize = 8;

/// Consecutive rows of a table, column by column.
#[derive(Clone, Debug)]
pub struct Columns<'c> {
    /// The rank of the first row.
    pub first: u64,
    records: Range<usize>,
    stride: usize,
    values: &'c [u64],
}

impl<'c> Columns<'c> {
    /// Creates the rows `records` of a block: number `i` of column `c` is `values[c * stride + i]`.
    pub fn new(first: u64, records: Range<usize>, stride: usize, values: &'c [u64]) -> Self {
        Columns { first, records, stride, values }
    }

    /// Returns the number of rows.
    pub fn len(&self) -> usize {
        self.records.len()
    }

    /// Returns the numbers of one column.
    ///
    /// # Panics
    /// If the table has no such column.
    pub fn column(&self, column: usize) -> &'c [u64] {
        &self.values[column * self.stride..][self.records.clone()]
    }

    /// Returns all columns of the block, one after the other.
    pub fn values(&self) -> &'c [u64] {
        self.values
    }

    /// Writes the numbers of one row into `row`, which is as long as there are columns.
    ///
    /// # Panics
    /// If there is no such row.
    pub fn row(&self, place: usize, row: &mut [u64]) {
        for (column, number) in row.iter_mut().enumerate() {
            *number = self.column(column)[place];
        }
    }
}

/// A source of stored rows: of open files, and perhaps of the layer that is being solved.
pub trait RowSource: Sync {
    /// Returns the index of a part of a layer that is open.
    ///
    /// # Errors
    /// [`Unanswered`] if the layer is not open.
    fn index(&self, part: PartId) -> Result<&PartIndex, Unanswered>;

    /// Returns the dictionary that the ids of a layer's rows belong to.
    ///
    /// # Errors
    /// [`Unanswered`] if the layer is not open.
    fn dictionary(&self, layer: LayerId) -> Result<&LayerDictionary, Unanswered>;

    /// Reads the row of a rank below the length of the part's index.
    ///
    /// # Errors
    /// [`Unanswered`] if it cannot be read, or is not known (yet).
    fn row(&self, part: PartId, rank: u64, row: &mut [u64]) -> Result<(), Unanswered>;

    /// Returns the error of a row that stands for no value.
    fn no_value(&self, part: PartId, rank: u64) -> Unanswered;
}

/// The indexes of a layer that is being solved, and no rows.
pub struct OwnIndexes<'a> {
    /// The layer.
    pub layer: LayerId,
    /// The indexes of its parts.
    pub indexes: &'a [PartIndex],
}

impl RowSource for OwnIndexes<'_> {
    fn index(&self, part: PartId) -> Result<&PartIndex, Unanswered> {
        let index = self.indexes.get(part.part).filter(|_| part.layer == self.layer);
        index.ok_or_else(Unanswered::default)
    }

    fn dictionary(&self, _: LayerId) -> Result<&LayerDictionary, Unanswered> {
        Err(Unanswered::default())
    }

    fn row(&self, _: PartId, _: u64, _: &mut [u64]) -> Result<(), Unanswered> {
        Err(Unanswered::default())
    }

    fn no_value(&self, _: PartId, _: u64) -> Unanswered {
        Unanswered::default()
    }
}

/// A source that reads many rows at a time, for any number of threads at once.
pub trait SolvedRows: RowSource {
    /// Reads the rows of a range of ranks of a part, in their order, in pieces of any length.
    ///
    /// # Errors
    /// [`Unanswered`] if the layer is not open, or cannot be read.
    fn columns(
        &self,
        part: PartId,
        ranks: Range<u64>,
        each: &mut dyn FnMut(&Columns<'_>),
    ) -> Result<(), Unanswered>;
}

/// Error of a position that a table should hold and does not: of the domain, or of the position's
/// author.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{layer} asks for a position that no table holds: {position}")]
pub struct NoSuchPosition {
    /// The layer's name.
    pub layer: String,
    /// The position, or its rank.
    pub position: String,
}

impl NoSuchPosition {
    pub(super) fn of<D: Domain>(domain: &D, layer: LayerId, position: &PositionOf<D>) -> Self {
        let layer = domain.layers()[layer.0].name.clone();
        NoSuchPosition { layer, position: domain.game().format(position) }
    }

    pub(super) fn of_rank<D: Domain>(domain: &D, layer: LayerId, rank: u64) -> Self {
        let layer = domain.layers()[layer.0].name.clone();
        NoSuchPosition { layer, position: format!("rank {rank}") }
    }
}

impl From<NoSuchPosition> for Unanswered {
    #[cold]
    fn from(error: NoSuchPosition) -> Self {
        Unanswered::because(error)
    }
}

/// Rows as typed values.
pub(super) struct TypedRows<'s, D> {
    pub(super) domain: &'s D,
    pub(super) rows: &'s dyn RowSource,
}

impl<D: Domain> TypedRows<'_, D> {
    /// Returns the value of a position: stored, or backed up from others if no table holds it.
    pub(super) fn value(&self, position: &PositionOf<D>) -> Result<D::Value, Unanswered> {
        let Some(part) = self.domain.locate(position) else {
            return self.domain.backup(position, &mut |asked: &PositionOf<D>| self.value(asked));
        };
        let rank = typed_index::<D>(self.rows.index(part)?)?.rank(position);
        let rank = rank.ok_or_else(|| NoSuchPosition::of(self.domain, part.layer, position))?;
        self.value_at(part, rank)
    }

    fn value_at(&self, part: PartId, rank: u64) -> Result<D::Value, Unanswered> {
        match D::Record::columns().len() {
            columns @ 0..=FEW_COLUMNS => self.read(part, rank, &mut [0; FEW_COLUMNS][..columns]),
            columns => self.read(part, rank, &mut [0; Column::MOST][..columns]),
        }
    }

    fn read(&self, part: PartId, rank: u64, row: &mut [u64]) -> Result<D::Value, Unanswered> {
        self.rows.row(part, rank, row)?;
        let dictionary = self.rows.dictionary(part.layer)?.typed();
        let value = self.domain.decode(D::Record::from_columns(row), dictionary);
        value.ok_or_else(|| self.rows.no_value(part, rank))
    }
}

/// Returns an index of a domain's positions.
pub(super) fn typed_index<D: Domain>(
    index: &PartIndex,
) -> Result<&dyn crate::index::Index<Position = PositionOf<D>>, Unanswered> {
    index.typed().ok_or_else(|| Unanswered::because("an index of another domain's positions"))
}
