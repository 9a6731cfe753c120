//! Values described once, for tables, JSON, text and exports.

use std::fmt;

use crate::interval::{FixedPoint, Interval};
use crate::plot::Plot;
use crate::worth::{Rating, WeighedDecision, WeighedOption};

/// One piece of data, for every output: a column of a table, a member of a JSON object, a word in a
/// line of text.
#[derive(Clone, Debug, PartialEq)]
pub enum Datum {
    /// A missing datum, where its kind does not matter.
    Null,
    /// A boolean.
    Bool(bool),
    /// A whole number, or `None`.
    Integer(Option<i64>),
    /// A number.
    Number(f64),
    /// A text.
    Text(String),
    /// An ordered list.
    List(Vec<Datum>),
    /// Named members, in order.
    Object(Vec<(String, Datum)>),
}

impl Datum {
    /// Returns true if the datum is missing.
    pub fn is_missing(&self) -> bool {
        matches!(self, Datum::Null | Datum::Integer(None))
    }

    /// Returns a list of anything that is a datum.
    pub fn list<T: Into<Datum>>(all: impl IntoIterator<Item = T>) -> Self {
        Datum::List(all.into_iter().map(Into::into).collect())
    }

    /// Returns an object of names and data.
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

/// Text for people: list items are separated by spaces, a missing datum is a dash.
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

/// The text of a field for people. It is made on demand: most values are only stored, counted or
/// compared.
#[derive(Clone, Debug, PartialEq)]
enum Reading {
    /// No text.
    Hidden,
    /// The datum's own text.
    Datum,
    /// Another text.
    Text(String),
    /// The number with its sign and ten decimals.
    Signed,
    /// The signed number, its proven bounds, and the chance of winning.
    ExpectedResult { lower: f64, upper: f64 },
}

impl Reading {
    fn text(&self, datum: &Datum) -> Option<String> {
        let number = match datum {
            Datum::Number(number) => *number,
            _ => f64::NAN,
        };
        match self {
            Reading::Hidden => None,
            Reading::Datum => Some(datum.to_string()),
            Reading::Text(text) => Some(text.clone()),
            Reading::Signed => Some(format!("{number:+.10}")),
            &Reading::ExpectedResult { lower, upper } => {
                let bounds = format!("proven between {lower:+.10} and {upper:+.10}");
                let chance = match lower <= -1.0 && upper >= 1.0 {
                    true => "nothing is known".to_owned(),
                    false => format!("wins {:.4} %", 50.0 * (1.0 + number)),
                };
                Some(format!("{number:+.10}  {bounds}; {chance}"))
            }
        }
    }
}

/// A named part of a value, with its text for people.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// Its name in JSON and in tables.
    pub name: &'static str,
    /// Its datum.
    pub datum: Datum,
    short: Reading,
    long: Reading,
    rating: Option<Rating>,
    decisions: Vec<WeighedDecision>,
    plot: Option<Box<Plot>>,
}

impl Field {
    /// Creates a field whose text is the datum's own.
    pub fn new(name: &'static str, datum: impl Into<Datum>) -> Self {
        Field { short: Reading::Datum, long: Reading::Datum, ..Field::silent(name, datum) }
    }

    /// Returns a field for programs only.
    pub fn silent(name: &'static str, datum: impl Into<Datum>) -> Self {
        let (short, long) = (Reading::Hidden, Reading::Hidden);
        let (datum, decisions) = (datum.into(), Vec::new());
        Field { name, datum, short, long, rating: None, decisions, plot: None }
    }

    /// Sets another text for lists of moves.
    #[must_use]
    pub fn short(self, text: impl Into<String>) -> Self {
        Field { short: Reading::Text(text.into()), ..self }
    }

    /// Leaves the field out of lines of their own, except where [all](Field::in_full) is shown.
    #[must_use]
    pub fn in_brief(self) -> Self {
        Field { long: Reading::Hidden, ..self }
    }

    /// Restores the field's own line, if there is any text for people.
    #[must_use]
    pub fn in_full(&self) -> Self {
        let long = if self.long == Reading::Hidden { &self.short } else { &self.long };
        Field { long: long.clone(), ..self.clone() }
    }

    /// Sets another text for a line of its own.
    #[must_use]
    pub fn long(self, text: impl Into<String>) -> Self {
        Field { long: Reading::Text(text.into()), ..self }
    }

    /// Leaves the field out of lists of moves.
    #[must_use]
    pub fn not_in_lists(self) -> Self {
        Field { short: Reading::Hidden, ..self }
    }

    /// Sets the number by which values compare.
    #[must_use]
    pub fn rated(self, rating: Rating) -> Self {
        Field { rating: Some(rating), ..self }
    }

    /// Sets the decisions that the field describes.
    #[must_use]
    pub fn deciding(self, decisions: Vec<WeighedDecision>) -> Self {
        Field { decisions, ..self }
    }

    /// Sets a plot of the field, to be drawn beside its text.
    #[must_use]
    pub fn plotted(self, plot: Plot) -> Self {
        Field { plot: Some(Box::new(plot)), ..self }
    }

    /// Returns the plot of the field; usually none.
    pub fn plot(&self) -> Option<&Plot> {
        self.plot.as_deref()
    }

    /// Returns the decisions that the field describes; usually none.
    pub fn decisions(&self) -> &[WeighedDecision] {
        &self.decisions
    }

    /// Returns decisions for programs: a list of objects.
    pub fn of_decisions(all: &[WeighedDecision]) -> Self {
        let option = |decision: &WeighedDecision, place: usize| {
            let WeighedOption { name, number, .. } = decision.options[place];
            let is_best = decision.best == Some(place);
            Datum::object([
                ("name", name.into()),
                ("value", number.into()),
                ("best", is_best.into()),
            ])
        };
        let object = |decision: &WeighedDecision| {
            let options = (0..decision.options.len()).map(|place| option(decision, place));
            Datum::object([
                ("case", decision.case.into()),
                ("action", decision.action.into()),
                ("options", Datum::list(options)),
            ])
        };
        Field::silent("decisions", Datum::list(all.iter().map(object)))
    }

    /// Returns true if it stands in lists of moves.
    pub fn is_in_lists(&self) -> bool {
        self.short != Reading::Hidden
    }

    /// Returns its text in a list of moves; `None` to leave it out there.
    pub fn short_text(&self) -> Option<String> {
        self.short.text(&self.datum)
    }

    /// Returns its text on a line of its own, after its name; `None` to leave it out of texts.
    pub fn long_text(&self) -> Option<String> {
        self.long.text(&self.datum)
    }
}

/// The description of a value or a position: fields in order. A domain gives the same names and
/// kinds for each of its values, so that the fields of the first are the columns of a table.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Fields(Vec<Field>);

impl Fields {
    /// Creates an empty list of fields.
    pub fn new() -> Self {
        Fields::default()
    }

    /// Returns fields of an expected result between a loss and a win: bounds and the chance to win.
    pub fn expected_result<T: FixedPoint>(value: Interval<T>) -> Self {
        let [value, lower, upper] = value.numbers();
        let long = Reading::ExpectedResult { lower, upper };
        let rating = Rating { number: value, range: [-1.0, 1.0], unit: "points a game" };
        let value = Field { short: Reading::Signed, long, ..Field::silent("value", value) };
        let value = value.rated(rating);
        Fields(vec![value, Field::silent("lower", lower), Field::silent("upper", upper)])
    }

    /// Returns the fields of decisions of one kind with the same options: under `name` the best action
    /// in each case, with a table of what the options are worth, and the same [for
    /// programs](Field::of_decisions).
    pub fn decided(name: &'static str, all: Vec<WeighedDecision>) -> Self {
        let action =
            |decision: &WeighedDecision| (decision.case.to_owned(), decision.action.into());
        let actions = Datum::Object(all.iter().map(action).collect());
        let said: Vec<String> =
            all.iter().map(|decision| format!("{}: {}", decision.when, decision.action)).collect();
        let text = [vec![said.join("; ")], WeighedDecision::table(&all)].concat().join("\n");
        let programs = Field::of_decisions(&all);
        Fields(vec![Field::new(name, actions).long(text).deciding(all), programs])
    }

    /// Appends one field.
    #[must_use]
    pub fn with(mut self, field: Field) -> Self {
        self.0.push(field);
        self
    }

    /// Appends further fields.
    #[must_use]
    pub fn and(mut self, others: Fields) -> Self {
        self.0.extend(others.0);
        self
    }

    /// Adds other fields; one whose name is there already replaces it.
    #[must_use]
    pub fn replaced_by(mut self, others: Fields) -> Self {
        for field in others.0 {
            match self.0.iter_mut().find(|known| known.name == field.name) {
                Some(known) => *known = field,
                None => self.0.push(field),
            }
        }
        self
    }

    /// Returns the fields in order.
    pub fn iter(&self) -> std::slice::Iter<'_, Field> {
        self.0.iter()
    }

    /// Returns the number by which values compare for the player to move, if there is one.
    pub fn rating(&self) -> Option<Rating> {
        self.rated().map(|(_, rating)| rating)
    }

    /// Returns the same number with its field.
    pub fn rated(&self) -> Option<(&Field, Rating)> {
        self.iter().find_map(|field| Some((field, field.rating?)))
    }

    /// Returns the field of a name.
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
