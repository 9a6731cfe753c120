//! Classes of positions, by which a file counts them.

use serde_json::{Value, json};

use crate::error::Stop;

/// One entry of a class: nothing comes before numbers, and these before texts.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Entry {
    Nothing,
    Number(i64),
    Text(String),
}

impl Entry {
    /// Creates the entry of a number of things.
    pub(crate) fn count(count: usize) -> Self {
        i64::try_from(count).map_or(Entry::Nothing, Entry::Number)
    }

    /// Creates the entry of a name.
    pub(crate) fn text(text: &str) -> Self {
        Entry::Text(text.to_owned())
    }

    /// Returns the entry as files have it.
    pub(crate) fn json(&self) -> Value {
        match self {
            Entry::Nothing => Value::Null,
            Entry::Number(number) => json!(number),
            Entry::Text(text) => json!(text),
        }
    }
}

/// Classes into which a family sorts the positions of a layer with one part.
pub(crate) struct Classes<'a> {
    /// The names of a class's entries.
    pub(crate) columns: &'static [&'static str],
    /// Returns the class of a rank, whose stored value was checked.
    pub(crate) of: ClassOfRank<'a>,
}

type ClassOfRank<'a> = Box<dyn Fn(u64) -> Result<Vec<Entry>, Stop> + Sync + 'a>;
