//! The fields of many values, column by column.

use std::collections::HashMap;

use crate::fields::{Datum, Field, Fields};

/// The data of one field of many values. `None` and NaN stand for missing values.
#[derive(Clone, Debug, PartialEq)]
pub enum FieldData {
    /// A number of missing values alone.
    Nothing(usize),
    /// Booleans.
    Bools(Vec<Option<bool>>),
    /// Whole numbers.
    Integers(Vec<Option<i64>>),
    /// Numbers.
    Numbers(Vec<f64>),
    /// Texts, each as its place in a list of distinct ones.
    Texts {
        /// The distinct texts, in order of first occurrence.
        distinct: Vec<String>,
        /// The place of each value's text.
        places: Vec<Option<u32>>,
    },
    /// Lists, objects, and fields of several kinds.
    Mixed(Vec<Datum>),
}

impl FieldData {
    /// Creates a column of the kind of `datum`, with `missing` missing values.
    fn of_kind(datum: &Datum, missing: usize) -> Self {
        match datum {
            Datum::Null => FieldData::Nothing(missing),
            Datum::Bool(_) => FieldData::Bools(vec![None; missing]),
            Datum::Integer(_) => FieldData::Integers(vec![None; missing]),
            Datum::Number(_) => FieldData::Numbers(vec![f64::NAN; missing]),
            Datum::Text(_) => {
                FieldData::Texts { distinct: Vec::new(), places: vec![None; missing] }
            }
            Datum::List(_) | Datum::Object(_) => FieldData::Mixed(vec![Datum::Null; missing]),
        }
    }

    /// Returns data of the same kind without values.
    fn emptied(&self) -> Self {
        match self {
            FieldData::Nothing(_) => FieldData::Nothing(0),
            FieldData::Bools(_) => FieldData::Bools(Vec::new()),
            FieldData::Integers(_) => FieldData::Integers(Vec::new()),
            FieldData::Numbers(_) => FieldData::Numbers(Vec::new()),
            FieldData::Texts { .. } => {
                FieldData::Texts { distinct: Vec::new(), places: Vec::new() }
            }
            FieldData::Mixed(_) => FieldData::Mixed(Vec::new()),
        }
    }

    /// Returns the number of values.
    pub fn len(&self) -> usize {
        match self {
            FieldData::Nothing(count) => *count,
            FieldData::Bools(all) => all.len(),
            FieldData::Integers(all) => all.len(),
            FieldData::Numbers(all) => all.len(),
            FieldData::Texts { places, .. } => places.len(),
            FieldData::Mixed(all) => all.len(),
        }
    }

    /// Returns true if there are no values.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the datum of a row.
    fn get(&self, row: usize) -> Datum {
        match self {
            FieldData::Nothing(_) => Datum::Null,
            FieldData::Bools(all) => all[row].map_or(Datum::Null, Datum::Bool),
            FieldData::Integers(all) => Datum::Integer(all[row]),
            FieldData::Numbers(all) => Datum::Number(all[row]),
            FieldData::Texts { distinct, places } => {
                places[row].map_or(Datum::Null, |place| Datum::from(&*distinct[place as usize]))
            }
            FieldData::Mixed(all) => all[row].clone(),
        }
    }
}

/// One field of many values.
#[derive(Clone, Debug, PartialEq)]
pub struct FieldColumn {
    /// Its name.
    pub name: &'static str,
    /// Its data.
    pub data: FieldData,
    /// The places of the texts so far.
    known: HashMap<String, u32>,
}

impl FieldColumn {
    fn empty(name: &'static str) -> Self {
        FieldColumn { name, data: FieldData::Nothing(0), known: HashMap::new() }
    }

    /// Adds the column to a list; if it has objects, each of their members instead.
    fn add_flat(self, name: String, flat: &mut Vec<(String, FieldData)>) {
        let FieldData::Mixed(all) = &self.data else { return flat.push((name, self.data)) };
        let objects = all.iter().map(|datum| match datum {
            Datum::Object(members) => Some(members),
            _ => None,
        });
        let Some(objects) = objects.collect::<Option<Vec<_>>>() else {
            return flat.push((name, self.data));
        };
        for (member, _) in objects.first().into_iter().flat_map(|first| first.iter()) {
            let mut column = FieldColumn::empty(self.name);
            for members in &objects {
                let own = members.iter().find(|(name, _)| name == member);
                column.push(own.map_or(&Datum::Null, |(_, datum)| datum));
            }
            column.add_flat(format!("{name}_{member}"), flat);
        }
    }

    fn push(&mut self, datum: &Datum) {
        match (&mut self.data, datum) {
            (FieldData::Nothing(count), Datum::Null) => *count += 1,
            (FieldData::Nothing(count), datum) => {
                self.data = FieldData::of_kind(datum, *count);
                self.push(datum);
            }
            (FieldData::Bools(all), Datum::Bool(yes)) => all.push(Some(*yes)),
            (FieldData::Bools(all), Datum::Null) => all.push(None),
            (FieldData::Integers(all), Datum::Integer(number)) => all.push(*number),
            (FieldData::Integers(all), Datum::Null) => all.push(None),
            (FieldData::Numbers(all), Datum::Number(number)) => all.push(*number),
            (FieldData::Numbers(all), Datum::Null) => all.push(f64::NAN),
            (FieldData::Texts { distinct, places }, Datum::Text(text)) => {
                let place = self.known.get(text).copied().unwrap_or_else(|| {
                    let place = distinct.len() as u32;
                    distinct.push(text.clone());
                    self.known.insert(text.clone(), place);
                    place
                });
                places.push(Some(place));
            }
            (FieldData::Texts { places, .. }, Datum::Null) => places.push(None),
            (FieldData::Mixed(all), datum) => all.push(datum.clone()),
            (other, datum) => {
                let mut all: Vec<Datum> = (0..other.len()).map(|row| other.get(row)).collect();
                all.push(datum.clone());
                self.data = FieldData::Mixed(all);
            }
        }
    }

    fn append(&mut self, later: FieldColumn) {
        match (&mut self.data, later.data) {
            (FieldData::Nothing(0), data) => *self = FieldColumn { data, ..later },
            (FieldData::Bools(all), FieldData::Bools(later)) => all.extend(later),
            (FieldData::Integers(all), FieldData::Integers(later)) => all.extend(later),
            (FieldData::Numbers(all), FieldData::Numbers(later)) => all.extend(later),
            (_, data) => (0..data.len()).for_each(|row| self.push(&data.get(row))),
        }
    }
}

/// The fields of many values, column by column: for tables and arrays. The fields of the first
/// value are the columns.
///
/// ```
/// use shuban_core::{Field, Fields};
/// use shuban_core::field_columns::{FieldData, FieldColumns};
///
/// let mut columns = FieldColumns::default();
/// for plies in [3, 1, 4] {
///     columns.push(&Fields::new().with(Field::new("plies", Some(plies))));
/// }
/// let [column] = &columns.into_columns()[..] else { unreachable!() };
/// assert_eq!(column.name, "plies");
/// assert_eq!(column.data, FieldData::Integers(vec![Some(3), Some(1), Some(4)]));
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FieldColumns(Vec<FieldColumn>);

impl FieldColumns {
    /// Creates columns for values like this one, as many of them missing.
    pub fn missing(like: &Fields, count: usize) -> Self {
        let column = |field: &Field| FieldColumn {
            name: field.name,
            data: FieldData::of_kind(&field.datum, count),
            known: HashMap::new(),
        };
        FieldColumns(like.iter().map(column).collect())
    }

    /// Creates columns of rows from several tables: for each row the table and the row there, or
    /// `None` for a missing value. The columns are those of all tables, by name.
    pub fn chosen(tables: &[FieldColumns], rows: &[Option<(usize, usize)>]) -> Self {
        let mut columns: Vec<FieldColumn> = Vec::new();
        for FieldColumn { name, data, .. } in tables.iter().flat_map(|table| &table.0) {
            if columns.iter().all(|column| column.name != *name) {
                let data = data.emptied();
                columns.push(FieldColumn { name, data, known: HashMap::new() });
            }
        }
        for column in &mut columns {
            let own =
                |table: &FieldColumns| table.0.iter().position(|other| other.name == column.name);
            let own: Vec<Option<usize>> = tables.iter().map(own).collect();
            for row in rows {
                let datum =
                    row.and_then(|(table, row)| Some(tables[table].0[own[table]?].data.get(row)));
                column.push(&datum.unwrap_or(Datum::Null));
            }
        }
        FieldColumns(columns)
    }

    /// Adds a missing value.
    pub fn push_missing(&mut self) {
        self.0.iter_mut().for_each(|column| column.push(&Datum::Null));
    }

    /// Adds a value.
    pub fn push(&mut self, value: &Fields) {
        self.push_fields(value.iter());
    }

    /// Adds the fields of a value that have these places.
    pub fn push_at(&mut self, value: &Fields, places: &[usize]) {
        self.push_fields(places.iter().filter_map(|&place| value.iter().nth(place)));
    }

    fn push_fields<'a>(&mut self, mut fields: impl Iterator<Item = &'a Field> + Clone) {
        if self.0.is_empty() {
            self.0 = fields.clone().map(|field| FieldColumn::empty(field.name)).collect();
        }
        for column in &mut self.0 {
            column.push(fields.next().map_or(&Datum::Null, |field| &field.datum));
        }
    }

    /// Joins the values of several tables, in their order. The columns are those of all tables.
    pub fn joined(tables: Vec<FieldColumns>) -> Self {
        let names = |table: &FieldColumns| -> Vec<&str> {
            table.0.iter().map(|column| column.name).collect()
        };
        if tables.windows(2).any(|pair| names(&pair[0]) != names(&pair[1])) {
            let len = |table: &FieldColumns| table.0.first().map_or(0, |column| column.data.len());
            let rows = tables.iter().map(len).enumerate();
            let rows: Vec<_> =
                rows.flat_map(|(table, len)| (0..len).map(move |row| Some((table, row)))).collect();
            return FieldColumns::chosen(&tables, &rows);
        }
        let mut all = FieldColumns::default();
        tables.into_iter().for_each(|table| all.append(table));
        all
    }

    /// Adds later values.
    pub fn append(&mut self, later: FieldColumns) {
        if self.0.is_empty() {
            self.0 = later.0;
        } else {
            self.0.iter_mut().zip(later.0).for_each(|(column, later)| column.append(later));
        }
    }

    /// Returns the columns, in the order of the fields.
    pub fn into_columns(self) -> Vec<FieldColumn> {
        self.0
    }

    /// Returns the columns with members of objects as columns of their own, `equity_owned` beside
    /// `equity_centred`: those that tables for other programs have.
    pub fn into_flat_columns(self) -> Vec<(String, FieldData)> {
        let mut flat = Vec::new();
        for column in self.0 {
            let name = column.name.to_owned();
            column.add_flat(name, &mut flat);
        }
        flat
    }
}

/// Positions with their values, column by column.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PositionColumns {
    /// The numbers that positions consist of, by name.
    pub numbers: Vec<(String, Vec<i16>)>,
    /// The texts of positions, by the name of the column.
    pub texts: Option<(&'static str, Vec<String>)>,
    /// The fields of values.
    pub values: FieldColumns,
}

impl PositionColumns {
    /// Joins positions with the same columns, in their order.
    #[must_use]
    pub fn joined(pieces: Vec<PositionColumns>) -> Self {
        let mut pieces = pieces.into_iter();
        let mut all = pieces.next().unwrap_or_default();
        let mut values = vec![std::mem::take(&mut all.values)];
        for piece in pieces {
            let numbers = all.numbers.iter_mut().zip(piece.numbers);
            numbers.for_each(|((_, all), (_, more))| all.extend(more));
            if let (Some((_, all)), Some((_, more))) = (&mut all.texts, piece.texts) {
                all.extend(more);
            }
            values.push(piece.values);
        }
        PositionColumns { values: FieldColumns::joined(values), ..all }
    }
}
