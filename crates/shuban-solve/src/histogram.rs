//! The histogram that a file stores.

use serde_json::{Map, Value as Json, json};
use shuban_core::{Class, Histogram, Section};
use shuban_store::{Database, SectionKind};

use crate::error::Error;
use crate::sections::HISTOGRAM;
use crate::stored_layer::StoredLayer;

/// The stored number of positions of each class of a layer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredHistogram {
    /// The names of a class's entries.
    pub columns: Vec<String>,
    /// The classes with their counts.
    pub histogram: Histogram,
}

/// Returns a class as JSON: null, a number or a text.
pub(crate) fn class_to_json(class: &Class) -> Json {
    match class {
        Class::Null => Json::Null,
        Class::Number(number) => json!(number),
        Class::Text(text) => json!(text),
    }
}

/// Parses a class from [JSON](class_to_json); `None` for anything else.
pub(crate) fn class_from_json(class: &Json) -> Option<Class> {
    match class {
        Json::Null => Some(Class::Null),
        Json::String(text) => Some(Class::Text(text.clone())),
        number => number.as_i64().map(Class::Number),
    }
}

/// Returns a histogram as a list of objects: the entries of a class by name, and its `count`.
pub(crate) fn histogram_rows(columns: &[String], histogram: &Histogram) -> Vec<Map<String, Json>> {
    let row = |(class, count): (&[Class], u64)| {
        let entries = columns.iter().cloned().zip(class.iter().map(class_to_json));
        entries.chain([("count".to_owned(), json!(count))]).collect()
    };
    histogram.rows().map(row).collect()
}

/// Returns the section of a histogram: the names of its columns, then its rows.
pub(crate) fn histogram_section(columns: &[&str], histogram: &Histogram) -> Section {
    let rows = histogram.rows().map(|(class, count)| {
        let row: Vec<Json> = class.iter().map(class_to_json).chain([json!(count)]).collect();
        Json::from(row).to_string().into_bytes()
    });
    let entries = std::iter::once(json!(columns).to_string().into_bytes()).chain(rows).collect();
    Section { name: HISTOGRAM.to_owned(), entries }
}

/// Bytes of a histogram in memory per stored byte, and per class.
const HELD_FOR_A_BYTE: u64 = 16;
const HELD_FOR_A_CLASS: u64 = 128;

/// Returns a class and its count from an entry of the section.
fn class_of(entry: &[u8], columns: usize) -> Option<(Vec<Class>, u64)> {
    let row: Vec<Json> = serde_json::from_slice(entry).ok()?;
    let (count, class) = row.split_last()?;
    let class: Option<Vec<Class>> = class.iter().map(class_from_json).collect();
    Some((class.filter(|class| class.len() == columns)?, count.as_u64()?))
}

impl StoredHistogram {
    /// Returns a list of objects: the entries of a class by name, and its `count`.
    pub fn rows(&self) -> Vec<Map<String, Json>> {
        histogram_rows(&self.columns, &self.histogram)
    }

    /// Returns the histogram of an open layer, with its solver's columns.
    ///
    /// # Errors
    /// As [`StoredHistogram::of`], or if its columns differ.
    pub fn of_layer(open: &StoredLayer<'_>, columns: &[&str]) -> Result<Option<Self>, Error> {
        match Self::of(open.database())? {
            Some(stored) if stored.columns != columns => Err(malformed(open.database())),
            stored => Ok(stored),
        }
    }

    /// Returns the histogram of an open file, if it has one.
    ///
    /// # Errors
    /// [`Error::Store`] if it cannot be read, or is invalid.
    pub fn of(database: &Database) -> Result<Option<Self>, Error> {
        let section = database.manifest().section(HISTOGRAM);
        if !section.is_some_and(|(_, section)| matches!(section.kind, SectionKind::Stream { .. })) {
            return Ok(None);
        }
        let malformed = || malformed(database);
        let stream = database.stream(HISTOGRAM)?;
        let memory = stream.bytes().saturating_mul(HELD_FOR_A_BYTE);
        let entries = stream.len().saturating_mul(HELD_FOR_A_CLASS);
        database.may_hold(HISTOGRAM, memory.saturating_add(entries))?;
        let mut read: Option<Self> = None;
        // The counts of all classes are positions of one layer.
        let mut positions: u64 = 0;
        stream.try_for_each(|_, entry| -> Result<(), Error> {
            let Some(StoredHistogram { columns, histogram }) = &mut read else {
                let columns = serde_json::from_slice(entry).map_err(|_| malformed())?;
                read = Some(StoredHistogram { columns, histogram: Histogram::default() });
                return Ok(());
            };
            let (class, count) = class_of(entry, columns.len()).ok_or_else(malformed)?;
            positions = positions.checked_add(count).ok_or_else(malformed)?;
            histogram.add(class, count);
            Ok(())
        })?;
        Ok(Some(read.ok_or_else(malformed)?))
    }
}

fn malformed(database: &Database) -> Error {
    let damaged = shuban_store::Error::Damaged {
        path: database.path().to_owned(),
        section: HISTOGRAM.to_owned(),
        block: None,
        reason: "its entries are not those of a histogram".to_owned(),
    };
    damaged.into()
}
