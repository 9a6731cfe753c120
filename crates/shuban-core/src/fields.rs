//! Values described once, for tables, JSON, text and exports alike.

use std::fmt;

use crate::interval::{FixedPoint, Interval};

/// One piece of data, whatever is made from it: a column of a table, a member of a JSON object, a
/// word in a line of text.
#[derive(Clone, Debug, PartialEq)]
pub enum Datum {
    /// Nothing, where the kind of what is missing does not matter.
    Null,
    /// Yes or no.
    Bool(bool),
    /// A whole number, or none.
    Integer(Option<i64>),
    /// A number.
    Number(f64),
    /// A text.
    Text(String),
    /// Several in order.
    List(Vec<Datum>),
    /// Several by name, in order.
    Object(Vec<(String, Datum)>),
}

impl Datum {
    /// A list of anything that is a datum.
    pub fn list<T: Into<Datum>>(all: impl IntoIterator<Item = T>) -> Self {
        Datum::List(all.into_iter().map(Into::into).collect())
    }

    /// An object of names and data.
    pub fn object<const N: usize>(members: [(&str, Datum); N]) -> Self {
        Datum::Object(members.into_iter().map(|(name, datum)| (name.to_owned(), datum)).collect())
    }
}

impl From<bool> for Datum {
    fn from(yes: bool) -> Self {
        Datum::Bool(yes)
    }
}

impl From<i64> for Datum {
    fn from(number: i64) -> Self {
        Datum::Integer(Some(number))
    }
}

impl From<u64> for Datum {
    /// Saturates past 2⁶³ − 1.
    fn from(number: u64) -> Self {
        Datum::Integer(Some(i64::try_from(number).unwrap_or(i64::MAX)))
    }
}

impl From<usize> for Datum {
    fn from(number: usize) -> Self {
        Datum::from(number as u64)
    }
}

impl From<Option<i64>> for Datum {
    fn from(number: Option<i64>) -> Self {
        Datum::Integer(number)
    }
}

impl From<f64> for Datum {
    fn from(number: f64) -> Self {
        Datum::Number(number)
    }
}

impl From<&str> for Datum {
    fn from(text: &str) -> Self {
        Datum::Text(text.to_owned())
    }
}

impl From<String> for Datum {
    fn from(text: String) -> Self {
        Datum::Text(text)
    }
}

impl From<Option<String>> for Datum {
    fn from(text: Option<String>) -> Self {
        text.map_or(Datum::Null, Datum::Text)
    }
}

/// For people: lists are set apart by spaces, what is missing is a dash.
impl fmt::Display for Datum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Datum::Null | Datum::Integer(None) => f.write_str("-"),
            Datum::Bool(yes) => f.write_str(if *yes { "yes" } else { "no" }),
            Datum::Integer(Some(number)) => number.fmt(f),
            Datum::Number(number) => number.fmt(f),
            Datum::Text(text) => text.fmt(f),
            Datum::List(all) => all.iter().enumerate().try_for_each(|(at, datum)| {
                if at > 0 {
                    f.write_str(" ")?;
                }
                datum.fmt(f)
            }),
            Datum::Object(members) => {
                members.iter().enumerate().try_for_each(|(at, (name, datum))| {
                    write!(f, "{}{name} {datum}", if at > 0 { ", " } else { "" })
                })
            }
        }
    }
}

/// A named part of a value, with how people read it.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// Its name in JSON and in tables.
    pub name: &'static str,
    /// What it is.
    pub datum: Datum,
    /// How it stands in a list of moves; left out there if there is none.
    pub short: Option<String>,
    /// How it stands on a line of its own, behind its name; left out of texts if there is none.
    pub long: Option<String>,
}

impl Field {
    /// A field that people read as it is.
    pub fn new(name: &'static str, datum: impl Into<Datum>) -> Self {
        let datum = datum.into();
        let text = datum.to_string();
        Field { name, datum, short: Some(text.clone()), long: Some(text) }
    }

    /// A field for programs only.
    pub fn silent(name: &'static str, datum: impl Into<Datum>) -> Self {
        Field { name, datum: datum.into(), short: None, long: None }
    }

    /// With another text for lists of moves.
    #[must_use]
    pub fn short(self, text: impl Into<String>) -> Self {
        Field { short: Some(text.into()), ..self }
    }

    /// Without a line of its own, but in lists of moves and where everything is
    /// [told](Field::in_full).
    #[must_use]
    pub fn in_brief(self) -> Self {
        Field { long: None, ..self }
    }

    /// With a line of its own, if there is any text for people.
    #[must_use]
    pub fn in_full(&self) -> Self {
        Field { long: self.long.clone().or_else(|| self.short.clone()), ..self.clone() }
    }

    /// With another text for a line of its own.
    #[must_use]
    pub fn long(self, text: impl Into<String>) -> Self {
        Field { long: Some(text.into()), ..self }
    }

    /// Left out of lists of moves.
    #[must_use]
    pub fn not_in_lists(self) -> Self {
        Field { short: None, ..self }
    }
}

/// What a value, or a position, comes to: fields in order. A domain gives the same names and kinds
/// for each of its values, so that the fields of the first are the columns of a table.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Fields(Vec<Field>);

impl Fields {
    /// No fields.
    pub fn new() -> Self {
        Fields::default()
    }

    /// A number with proven bounds, in three fields: the number, `lower` and `upper`. `remark` is
    /// what else people want to read behind it.
    pub fn bounded(name: &'static str, [value, lower, upper]: [f64; 3], remark: &str) -> Self {
        let long = format!("{value:+.10}  proven between {lower:+.10} and {upper:+.10}{remark}");
        let value = Field::new(name, value).short(format!("{value:+.10}")).long(long);
        Fields(vec![value, Field::silent("lower", lower), Field::silent("upper", upper)])
    }

    /// An expected result between a loss and a win, with its bounds, and the chance of winning.
    pub fn expected_result<T: FixedPoint>(value: Interval<T>) -> Self {
        let numbers = value.numbers();
        let remark = match numbers {
            [_, lower, upper] if lower <= -1.0 && upper >= 1.0 => "; nothing is known".to_owned(),
            [middle, ..] => format!("; wins {:.4} %", 50.0 * (1.0 + middle)),
        };
        Fields::bounded("value", numbers, &remark)
    }

    /// With one more field.
    #[must_use]
    pub fn with(mut self, field: Field) -> Self {
        self.0.push(field);
        self
    }

    /// With further fields.
    #[must_use]
    pub fn and(mut self, others: Fields) -> Self {
        self.0.extend(others.0);
        self
    }

    /// The fields in order.
    pub fn iter(&self) -> std::slice::Iter<'_, Field> {
        self.0.iter()
    }

    /// The field of a name.
    pub fn get(&self, name: &str) -> Option<&Datum> {
        self.iter().find(|field| field.name == name).map(|field| &field.datum)
    }
}

impl FromIterator<Field> for Fields {
    fn from_iter<I: IntoIterator<Item = Field>>(fields: I) -> Self {
        Fields(fields.into_iter().collect())
    }
}

impl<'a> IntoIterator for &'a Fields {
    type Item = &'a Field;
    type IntoIter = std::slice::Iter<'a, Field>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
