//! A layer of a domain, looked up by positions.

use std::io;
use std::ops::Range;

use shuban_core::{
    Column, Dictionary, Domain, Index, IndexOf, LayerId, PartId, PositionOf, Record, Section,
};

use crate::container::{ColumnEntry, Manifest};
use crate::error::Error;
use crate::file_reader::{FileReader, TablePlace};
use crate::sections::{DICTIONARY, EXITS, beside_part};
use crate::step::{Step, known};

/// A layer of a domain in a file: positions in, values out.
pub struct Layer<'d, D: Domain> {
    domain: &'d D,
    id: LayerId,
    file: FileReader,
    /// The parts that are open, in the order of the layer.
    parts: Vec<PartTable<D>>,
    /// The streams of the index of the next part, as far as they were read.
    sections: Vec<Section>,
    dictionary: Option<Dictionary<D::Value>>,
}

/// A part of a layer.
struct PartTable<D: Domain> {
    index: IndexOf<D>,
    table: TablePlace,
    /// The records that other layers ask for, of a compact file: their ranks, and their table.
    exits: Option<(Vec<Range<u64>>, TablePlace)>,
}

impl<D: Domain> PartTable<D> {
    /// Returns the place among the exits of a rank, if it is one of them.
    fn exit(&self, rank: u64) -> Option<(&TablePlace, u64)> {
        let (ranges, table) = self.exits.as_ref()?;
        let mut first = 0;
        for range in ranges {
            if range.contains(&rank) {
                return Some((table, first + rank - range.start));
            }
            first += range.end - range.start;
        }
        None
    }
}

impl<'d, D: Domain> Layer<'d, D> {
    /// Creates a layer in a file of `len` bytes; nothing of it is in hand.
    pub fn new(domain: &'d D, id: LayerId, len: u64) -> Self {
        let (parts, sections) = (Vec::new(), Vec::new());
        Layer { domain, id, file: FileReader::new(len), parts, sections, dictionary: None }
    }

    /// Returns the layer's id.
    pub fn id(&self) -> LayerId {
        self.id
    }

    /// Gives bytes of the file, from an offset on.
    pub fn give(&mut self, offset: u64, bytes: Vec<u8>) {
        self.file.give(offset, bytes);
    }

    /// Drops what was given and used. Call it when a question is answered, or several that belong together.
    pub fn tidy(&mut self) {
        self.file.tidy();
    }

    /// Opens the layer: what its indexes store, and the interned values. All questions do so themselves.
    ///
    /// # Errors
    /// [`Error::OtherLayer`] if the file is not one of this layer; as [`FileReader::open`].
    pub fn open(&mut self) -> Result<Step<()>, Error> {
        if self.dictionary.is_some() {
            return Ok(Step::Answer(()));
        }
        known!(self.file.open()?);
        self.check_subject()?;
        let domain = self.domain;
        for part in domain.layers()[self.id.0].parts.iter().skip(self.parts.len()) {
            let opened = known!(self.open_part(&part.name)?);
            self.parts.push(opened);
            self.sections.clear();
        }
        let mut dictionary = Dictionary::default();
        if domain.interns() {
            for bytes in known!(self.file.entries(DICTIONARY)?) {
                let value = domain.value_from_bytes(&bytes);
                if !value.is_some_and(|value| dictionary.push(value)) {
                    let reason = "an entry is no value, or is there twice";
                    return Err(Error::damaged(DICTIONARY, None, reason));
                }
            }
        }
        self.dictionary = Some(dictionary);
        Ok(Step::Answer(()))
    }

    /// Opens the next part, which has this name.
    fn open_part(&mut self, name: &str) -> Result<Step<PartTable<D>>, Error> {
        let streams = self.index_sections(name);
        for (stream, own) in streams.into_iter().skip(self.sections.len()) {
            let entries = known!(self.file.entries(&stream)?);
            self.sections.push(Section { name: own, entries });
        }
        let id = PartId { layer: self.id, part: self.parts.len() };
        let index = self.domain.open_index(id, &self.sections);
        let index = index.map_err(|error| self.other(error.to_string()))?;
        let table = known!(self.file.table(name)?);
        if table.rows() != index.len() {
            let (found, expected) = (table.rows(), index.len());
            return Err(self.other(format!("`{name}` has {found} positions, not {expected}")));
        }
        if has(&table, D::Record::columns()) {
            return Ok(Step::Answer(PartTable { index, table, exits: None }));
        }
        if !D::Record::coarse().is_some_and(|coarse| has(&table, coarse.columns)) {
            return Err(self.other(format!("`{name}` has other columns")));
        }
        let exits = known!(self.file.table(&beside_part(name, EXITS))?);
        let ranges = self.domain.exits(id).unwrap_or_default();
        let len: u64 = ranges.iter().map(|range| range.end - range.start).sum();
        if exits.rows() != len || !has(&exits, D::Record::columns()) {
            return Err(self.other(format!("`{name}` has other exits")));
        }
        Ok(Step::Answer(PartTable { index, table, exits: Some((ranges, exits)) }))
    }

    fn other(&self, reason: String) -> Error {
        Error::OtherLayer { expected: self.domain.layers()[self.id.0].name.clone(), reason }
    }

    /// Compares what the file says it holds with the layer.
    fn check_subject(&self) -> Result<(), Error> {
        let Some(Manifest { subject, .. }) = self.file.manifest() else { return Ok(()) };
        let expected = &self.domain.layers()[self.id.0].name;
        if subject.domain != *expected {
            return Err(self.other(format!("it is one of {}", subject.domain)));
        }
        let (found, expected) = (&subject.parameters, self.domain.parameters());
        match *found == expected {
            true => Ok(()),
            false => Err(self.other(format!("parameters {found:?}, expected {expected:?}"))),
        }
    }

    /// Returns the streams of a part's index: their names in the file, and their own.
    fn index_sections(&self, part: &str) -> Vec<(String, String)> {
        let Some(manifest) = self.file.manifest() else { return Vec::new() };
        let sections = crate::sections::index_sections(manifest, part);
        sections.map(|(name, own)| (name.to_owned(), own.to_owned())).collect()
    }

    /// Returns the file.
    pub fn file(&self) -> &FileReader {
        &self.file
    }

    /// Returns the index of a part, once the layer is open.
    pub fn index(&self, part: usize) -> Option<&dyn Index<Position = PositionOf<D>>> {
        Some(&*self.parts.get(part)?.index)
    }

    /// Returns true if it is a compact file, once the layer is open: its intervals are wide except where
    /// other layers ask for them.
    pub fn is_compact(&self) -> bool {
        self.parts.iter().any(|part| part.exits.is_some())
    }

    /// Returns the number of the block of a part's table that has a rank, and its checksum.
    ///
    /// # Errors
    /// As [`value_at`](Layer::value_at).
    pub fn block_at(&mut self, part: usize, rank: u64) -> Result<Step<(u64, u64)>, Error> {
        known!(self.open()?);
        let part = self.parts.get(part).ok_or_else(|| self.no_part(part))?;
        self.file.block_of(&part.table, rank)
    }

    fn no_part(&self, part: usize) -> Error {
        let (section, len) = ("parts".to_owned(), self.parts.len() as u64);
        Error::OutOfRange { section, index: part as u64, len }
    }

    /// Returns the value of a position, or `None` if it is not one of this layer.
    ///
    /// # Errors
    /// [`Error::Damaged`]; as [`open`](Layer::open).
    pub fn value(&mut self, position: &PositionOf<D>) -> Result<Step<Option<D::Value>>, Error> {
        let Some((part, rank)) = known!(self.place(position)?) else {
            return Ok(Step::Answer(None));
        };
        Ok(Step::Answer(Some(known!(self.value_at(part, rank)?))))
    }

    /// Returns the part and the rank of a position, if it is one of this layer.
    ///
    /// # Errors
    /// As [`open`](Layer::open).
    pub fn place(&mut self, position: &PositionOf<D>) -> Result<Step<Option<(usize, u64)>>, Error> {
        known!(self.open()?);
        let place = self.domain.locate(position).filter(|place| place.layer == self.id);
        let rank = |PartId { part, .. }| Some((part, self.parts.get(part)?.index.rank(position)?));
        Ok(Step::Answer(place.and_then(rank)))
    }

    /// Returns the value of a rank of a part.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] if there is no such part or rank; [`Error::Damaged`]; as
    /// [`open`](Layer::open).
    pub fn value_at(&mut self, part: usize, rank: u64) -> Result<Step<D::Value>, Error> {
        known!(self.open()?);
        let Some(dictionary) = &self.dictionary else {
            return Err(Error::Misuse("the layer is not open".to_owned()));
        };
        let of_part = self.parts.get(part).ok_or_else(|| self.no_part(part))?;
        let (table, place, is_exact) = match of_part.exit(rank) {
            Some((table, place)) => (table, place, true),
            None => (&of_part.table, rank, of_part.exits.is_none()),
        };
        let mut row = [0; Column::MOST];
        let row = row.get_mut(..table.columns().len());
        let row = row.ok_or_else(|| Error::Misuse("too many columns".to_owned()))?;
        known!(self.file.row(table, place, row)?);
        let value = match (is_exact, D::Record::coarse()) {
            (false, Some(coarse)) => {
                self.domain.decode_coarse((coarse.from_columns)(row), dictionary)
            }
            _ => self.domain.decode(D::Record::from_columns(row), dictionary),
        };
        let wrong = || {
            let part = &self.domain.layers()[self.id.0].parts[part];
            Error::damaged(&part.name, None, format!("the record of {rank} is no value"))
        };
        Ok(Step::Answer(value.ok_or_else(wrong)?))
    }

    /// Returns the value of a position, where `read` reads what is needed of the file.
    ///
    /// # Errors
    /// The first of `read`; that it ended early; those of [`value`](Layer::value), as invalid data.
    pub fn value_by(
        &mut self,
        position: &PositionOf<D>,
        mut read: impl FnMut(Range<u64>) -> io::Result<Vec<u8>>,
    ) -> io::Result<Option<D::Value>> {
        loop {
            let step = self.value(position);
            match step.map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))? {
                Step::Answer(value) => {
                    self.tidy();
                    return Ok(value);
                }
                Step::Need(range) => {
                    let (start, bytes) = (range.start, read(range.clone())?);
                    // It would be needed again, for ever.
                    if bytes.len() as u64 != range.end - start {
                        return Err(io::ErrorKind::UnexpectedEof.into());
                    }
                    self.give(start, bytes);
                }
            }
        }
    }
}

/// Returns true if a table has these columns.
fn has(table: &TablePlace, columns: &[Column]) -> bool {
    columns.iter().map(ColumnEntry::from).eq(table.columns().iter().cloned())
}
