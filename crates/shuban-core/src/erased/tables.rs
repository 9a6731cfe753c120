//! A domain by numbers: parts, ranks and rows.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::dictionary::Dictionary;
use crate::domain::{Domain, IndexOf, Layer, LayerId, PartId, PositionOf, Unanswered};
use crate::game::{Game, Seat};
use crate::index::{IndexError, Section};
use crate::record::{Column, Record};

use super::dictionary::LayerDictionary;
use super::index::PartIndex;
use super::records::Records;
use super::rows::{NoSuchPosition, RowSource, TypedRows, typed_index};
use super::successors::{Next, Step, successors};
use super::values::ValueList;

/// A stored value: a row, or the id of an interned value.
#[derive(Clone, Copy)]
pub enum Stored<'a> {
    /// A row, and the dictionary that its ids belong to.
    Row(&'a [u64], &'a LayerDictionary),
    /// The row of a record in memory.
    Record(&'a Records, usize),
    /// The id of a value in a dictionary.
    Id(u32, &'a LayerDictionary),
}

/// A comparison of a stored value with the one that follows from successors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Follows {
    /// Both are the same.
    Agrees,
    /// They differ.
    Differs {
        /// The stored value in words; `None` if the row stands for no value.
        stored: Option<String>,
        /// The other one.
        follows: String,
    },
}

/// A domain whose types are erased: every [`Domain`] is one. Solvers, files and checks work on
/// these numbers, and are compiled once for all domains.
///
/// All indexes, dictionaries and lists of values that are passed to its methods must have been made
/// by the same domain.
pub trait Tables: Send + Sync {
    /// Returns [`Domain::name`].
    fn family(&self) -> String;

    /// Returns the name of the game.
    fn game_name(&self) -> String;

    /// Returns [`Domain::parameters`].
    fn settings(&self) -> BTreeMap<String, String>;

    /// Returns [`Domain::layers`].
    fn all_layers(&self) -> &[Layer];

    /// Returns the columns of a row.
    fn columns(&self) -> &'static [Column];

    /// Returns the columns of a row's [coarse](Record::coarse) form, if there is one.
    fn coarse_columns(&self) -> Option<&'static [Column]>;

    /// Writes the coarse form of a row.
    fn to_coarse(&self, row: &[u64], coarse: &mut [u64]);

    /// Writes the row of a coarse one.
    fn row_of_coarse(&self, coarse: &[u64], row: &mut [u64]);

    /// Returns true if the second row, decoded from a coarse one, contains the first.
    fn is_coarser(&self, row: &[u64], wider: &[u64]) -> bool;

    /// Returns [`Domain::exits`].
    fn exit_ranks(&self, part: PartId) -> Option<Vec<Range<u64>>>;

    /// Returns a row in words, for messages.
    fn row_text(&self, row: &[u64]) -> String;

    /// Returns true if values are [interned](Domain::interns).
    fn has_dictionary(&self) -> bool;

    /// Returns [`Domain::bytes_per_value`].
    fn value_bytes(&self) -> u64;

    /// Returns the size of a value in memory, without what it points to.
    fn value_size(&self) -> u64;

    /// Returns the size of a value that may be unknown.
    fn optional_value_size(&self) -> u64;

    /// Returns the size of a record in memory.
    fn record_size(&self) -> usize;

    /// Returns [`Domain::distinct_values`].
    fn values_of_layer(&self, layer: LayerId) -> u64;

    /// Makes the index of a part, which may take long.
    ///
    /// # Errors
    /// [`IndexError`] if the part has more positions than can be numbered.
    fn make_index(&self, part: PartId) -> Result<PartIndex, IndexError>;

    /// Opens the index of a part from what its file stores of it.
    ///
    /// # Errors
    /// [`IndexError`] if the sections do not describe it.
    fn stored_index(&self, part: PartId, sections: &[Section]) -> Result<PartIndex, IndexError>;

    /// Returns a dictionary without values.
    fn empty_dictionary(&self) -> LayerDictionary;

    /// Appends the value of these bytes; returns false if they are of no value, or of one already
    /// there.
    fn push_value(&self, dictionary: &mut LayerDictionary, bytes: &[u8]) -> bool;

    /// Adds all values of another dictionary.
    fn add_values(&self, dictionary: &mut LayerDictionary, others: &LayerDictionary);

    /// Returns the bytes of all values of a dictionary, by id.
    fn dictionary_bytes(&self, dictionary: &LayerDictionary) -> Vec<Vec<u8>>;

    /// Returns the dictionary of a layer: that of the layers it needs (the longest), with its own
    /// values.
    fn grown(&self, earlier: Option<&LayerDictionary>, own: &LayerDictionary) -> LayerDictionary;

    /// Returns a list of no records.
    fn no_records(&self) -> Records;

    /// Encodes all values of a dictionary, by id, with the ids of another one.
    fn encoded(&self, values: &LayerDictionary, dictionary: &LayerDictionary) -> Records;

    /// Returns a list of `len` unknown values.
    fn unknown_values(&self, len: usize) -> ValueList;

    /// Backs up positions of a layer, some of whose values are known: `known` has a list for each
    /// part; values beyond its end are unknown. A value that rests on an unknown one of the layer
    /// is unknown.
    ///
    /// # Errors
    /// [`Unanswered`] if `rows` cannot be read.
    fn back_up(
        &self,
        part: PartId,
        ranks: &mut dyn Iterator<Item = u64>,
        known: &[ValueList],
        rows: &dyn RowSource,
    ) -> Result<ValueList, Unanswered>;

    /// Returns the dictionary as [`grown`](Tables::grown), with all known values of some lists.
    fn grown_by(&self, earlier: Option<&LayerDictionary>, own: &[ValueList]) -> LayerDictionary;

    /// Writes the row of a known value of a list.
    ///
    /// # Panics
    /// If it is not known.
    fn encode(
        &self,
        values: &ValueList,
        place: usize,
        dictionary: &LayerDictionary,
        row: &mut [u64],
    );

    /// Compares a stored value with the one that [`backup`](Domain::backup) gives.
    ///
    /// # Errors
    /// [`Unanswered`] if `rows` cannot be read, or the position cannot be backed up.
    fn follows(
        &self,
        part: PartId,
        rank: u64,
        stored: Stored<'_>,
        rows: &dyn RowSource,
    ) -> Result<Follows, Unanswered>;

    /// Asks for all rows that a position rests on.
    ///
    /// # Errors
    /// The first error of `rows`.
    fn ask_all(&self, part: PartId, rank: u64, rows: &dyn RowSource) -> Result<(), Unanswered>;

    /// Returns the position of a rank as text; `None` if the index gives none.
    fn position_text(&self, index: &PartIndex, rank: u64) -> Option<String>;

    /// Returns true if `rank` of the position of a rank gives that rank again; `None` if there is
    /// no position.
    fn is_numbered_back(&self, index: &PartIndex, rank: u64) -> Option<bool>;

    /// Returns the player to move; `None` if the index gives no position.
    fn seat_to_move(&self, index: &PartIndex, rank: u64) -> Option<Seat>;

    /// Returns the payoff to the player to move if the game is over there.
    ///
    /// # Errors
    /// [`Unanswered`] if the index gives no position.
    fn payoff(&self, index: &PartIndex, rank: u64) -> Result<Option<i16>, Unanswered>;

    /// Visits the successor of each play of a position, one chance event after the other; or
    /// returns the payoff to the player to move if the game is over there. Ranks are those of
    /// layers whose indexes `rows` has.
    ///
    /// # Errors
    /// [`Unanswered`] if the index gives no position, and the first error of `visit`.
    fn successors(
        &self,
        part: PartId,
        rank: u64,
        rows: &dyn RowSource,
        visit: &mut dyn FnMut(Step) -> Result<Next, Unanswered>,
    ) -> Result<Option<i16>, Unanswered>;
}

impl<D: Domain> Tables for D {
    fn family(&self) -> String {
        self.name()
    }

    fn game_name(&self) -> String {
        self.game().name()
    }

    fn settings(&self) -> BTreeMap<String, String> {
        self.parameters()
    }

    fn all_layers(&self) -> &[Layer] {
        self.layers()
    }

    fn columns(&self) -> &'static [Column] {
        D::Record::columns()
    }

    fn coarse_columns(&self) -> Option<&'static [Column]> {
        Some(D::Record::coarse()?.columns)
    }

    fn to_coarse(&self, row: &[u64], coarse: &mut [u64]) {
        if let Some(form) = D::Record::coarse() {
            (form.to_columns)(&D::Record::from_columns(row), coarse);
        }
    }

    fn row_of_coarse(&self, coarse: &[u64], row: &mut [u64]) {
        if let Some(form) = D::Record::coarse() {
            (form.from_columns)(coarse).to_columns(row);
        }
    }

    fn is_coarser(&self, row: &[u64], wider: &[u64]) -> bool {
        let record = D::Record::from_columns;
        D::Record::coarse().is_some_and(|form| (form.is_coarser)(&record(row), &record(wider)))
    }

    fn exit_ranks(&self, part: PartId) -> Option<Vec<Range<u64>>> {
        self.exits(part)
    }

    fn row_text(&self, row: &[u64]) -> String {
        format!("{:?}", D::Record::from_columns(row))
    }

    fn has_dictionary(&self) -> bool {
        self.interns()
    }

    fn value_bytes(&self) -> u64 {
        self.bytes_per_value()
    }

    fn value_size(&self) -> u64 {
        size_of::<D::Value>() as u64
    }

    fn optional_value_size(&self) -> u64 {
        size_of::<Option<D::Value>>() as u64
    }

    fn record_size(&self) -> usize {
        size_of::<D::Record>()
    }

    fn values_of_layer(&self, layer: LayerId) -> u64 {
        self.distinct_values(layer)
    }

    fn make_index(&self, part: PartId) -> Result<PartIndex, IndexError> {
        self.index(part).map(PartIndex::new)
    }

    fn stored_index(&self, part: PartId, sections: &[Section]) -> Result<PartIndex, IndexError> {
        let index: IndexOf<D> = self.open_index(part, sections)?;
        Ok(PartIndex::new(index))
    }

    fn empty_dictionary(&self) -> LayerDictionary {
        LayerDictionary::new::<D::Value>(Dictionary::default())
    }

    fn push_value(&self, dictionary: &mut LayerDictionary, bytes: &[u8]) -> bool {
        let value = self.value_from_bytes(bytes);
        value.is_some_and(|value| dictionary.typed_mut::<D::Value>().push(value))
    }

    fn add_values(&self, dictionary: &mut LayerDictionary, others: &LayerDictionary) {
        let dictionary = dictionary.typed_mut::<D::Value>();
        for value in others.typed::<D::Value>().values() {
            if dictionary.id(value).is_none() {
                dictionary.push(value.clone());
            }
        }
    }

    fn dictionary_bytes(&self, dictionary: &LayerDictionary) -> Vec<Vec<u8>> {
        let values = dictionary.typed::<D::Value>().values().iter();
        values.map(|value| self.value_to_bytes(value)).collect()
    }

    fn grown(&self, earlier: Option<&LayerDictionary>, own: &LayerDictionary) -> LayerDictionary {
        grown(self, earlier, own.typed::<D::Value>().values().iter())
    }

    fn no_records(&self) -> Records {
        Records::new::<D::Record>()
    }

    fn encoded(&self, values: &LayerDictionary, dictionary: &LayerDictionary) -> Records {
        let values = values.typed::<D::Value>().values().iter();
        Records::of(values.map(|value| Domain::encode(self, value, dictionary.typed())).collect())
    }

    fn unknown_values(&self, len: usize) -> ValueList {
        ValueList::new::<D::Value>(vec![None; len])
    }

    fn back_up(
        &self,
        part: PartId,
        ranks: &mut dyn Iterator<Item = u64>,
        known: &[ValueList],
        rows: &dyn RowSource,
    ) -> Result<ValueList, Unanswered> {
        let typed = TypedRows { domain: self, rows };
        let known: Vec<&Vec<Option<D::Value>>> = known.iter().map(ValueList::typed).collect();
        let index = typed_index::<D>(rows.index(part)?)?;
        let mut values = Vec::with_capacity(ranks.size_hint().0);
        for rank in ranks {
            let no_rank = || NoSuchPosition::of_rank(self, part.layer, rank);
            let position = index.unrank(rank).ok_or_else(no_rank)?;
            // True if it was stopped by a position of the layer that has no value yet.
            let mut waits = false;
            let backed_up = self.backup(&position, &mut |asked: &PositionOf<D>| {
                let place = self.locate(asked).ok_or_else(Unanswered::default)?;
                if place.layer != part.layer {
                    return typed.value(asked);
                }
                let rank = typed_index::<D>(rows.index(place)?)?.rank(asked);
                let rank = rank.ok_or_else(|| NoSuchPosition::of(self, part.layer, asked))?;
                let value = known.get(place.part).and_then(|values| values.get(rank as usize));
                let value = value.cloned().flatten();
                waits |= value.is_none();
                value.ok_or_else(Unanswered::default)
            });
            values.push(match backed_up {
                Ok(value) => Some(value),
                Err(_) if waits => None,
                Err(unanswered) => return Err(unanswered),
            });
        }
        Ok(ValueList::new(values))
    }

    fn grown_by(&self, earlier: Option<&LayerDictionary>, own: &[ValueList]) -> LayerDictionary {
        grown(self, earlier, own.iter().flat_map(ValueList::typed).flatten())
    }

    fn encode(
        &self,
        values: &ValueList,
        place: usize,
        dictionary: &LayerDictionary,
        row: &mut [u64],
    ) {
        let value = values.typed::<D::Value>()[place].as_ref().expect("a known value");
        Domain::encode(self, value, dictionary.typed()).to_columns(row);
    }

    fn follows(
        &self,
        part: PartId,
        rank: u64,
        stored: Stored<'_>,
        rows: &dyn RowSource,
    ) -> Result<Follows, Unanswered> {
        let typed = TypedRows { domain: self, rows };
        let position = typed_index::<D>(rows.index(part)?)?.unrank(rank);
        let position = position.ok_or_else(|| NoSuchPosition::of_rank(self, part.layer, rank))?;
        let ask = &mut |asked: &PositionOf<D>| typed.value(asked);
        let follows = self.backup(&position, ask)?;
        let stored = match stored {
            Stored::Row(row, dictionary) => {
                self.decode(D::Record::from_columns(row), dictionary.typed())
            }
            Stored::Record(records, place) => {
                self.decode(records.typed::<D::Record>()[place], &Dictionary::default())
            }
            Stored::Id(id, dictionary) => dictionary.typed::<D::Value>().value(id).cloned(),
        };
        if stored.as_ref() == Some(&follows) {
            return Ok(Follows::Agrees);
        }
        let stored = stored.map(|stored| format!("{stored:?}"));
        Ok(Follows::Differs { stored, follows: format!("{follows:?}") })
    }

    fn ask_all(&self, part: PartId, rank: u64, rows: &dyn RowSource) -> Result<(), Unanswered> {
        let typed = TypedRows { domain: self, rows };
        let position = typed_index::<D>(rows.index(part)?)?.unrank(rank);
        let position = position.ok_or_else(|| NoSuchPosition::of_rank(self, part.layer, rank))?;
        self.backup(&position, &mut |asked: &PositionOf<D>| typed.value(asked)).map(drop)
    }

    fn position_text(&self, index: &PartIndex, rank: u64) -> Option<String> {
        Some(self.game().format(&index.typed()?.unrank(rank)?))
    }

    fn is_numbered_back(&self, index: &PartIndex, rank: u64) -> Option<bool> {
        let index = index.typed::<PositionOf<D>>()?;
        Some(index.rank(&index.unrank(rank)?) == Some(rank))
    }

    fn seat_to_move(&self, index: &PartIndex, rank: u64) -> Option<Seat> {
        Some(self.game().to_move(&index.typed()?.unrank(rank)?))
    }

    fn payoff(&self, index: &PartIndex, rank: u64) -> Result<Option<i16>, Unanswered> {
        let position = typed_index::<D>(index)?.unrank(rank).ok_or_else(Unanswered::default)?;
        let payoffs = self.game().outcome(&position);
        Ok(payoffs.map(|payoffs| payoffs.of(self.game().to_move(&position))))
    }

    fn successors(
        &self,
        part: PartId,
        rank: u64,
        rows: &dyn RowSource,
        visit: &mut dyn FnMut(Step) -> Result<Next, Unanswered>,
    ) -> Result<Option<i16>, Unanswered> {
        successors(self, part, rank, rows, visit)
    }
}

/// Returns the dictionary of a layer with these values of its own.
fn grown<'v, D: Domain>(
    domain: &D,
    earlier: Option<&LayerDictionary>,
    own: impl Iterator<Item = &'v D::Value>,
) -> LayerDictionary {
    if !domain.interns() {
        return domain.empty_dictionary();
    }
    let none = Dictionary::default();
    let earlier = earlier.map_or(&none, LayerDictionary::typed);
    LayerDictionary::new(domain.dictionary(earlier, &own.cloned().collect()))
}
