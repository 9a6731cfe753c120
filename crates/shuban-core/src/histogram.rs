//! Numbers of positions by class.

use std::collections::BTreeMap;

/// One entry of a class, in a column of a [`Histogram`].
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Class {
    /// A missing value: that of a player who has no move.
    Null,
    /// A number.
    Number(i64),
    /// A name.
    Text(String),
}

impl From<i64> for Class {
    fn from(number: i64) -> Self {
        Class::Number(number)
    }
}

impl From<Option<i64>> for Class {
    fn from(number: Option<i64>) -> Self {
        number.map_or(Class::Null, Class::Number)
    }
}

impl From<&str> for Class {
    fn from(text: &str) -> Self {
        Class::Text(text.to_owned())
    }
}

/// The numbers of positions of each class. A class is a row of entries, one a column, such as the
/// amazons of both sides and the two numbers of a value. Classes are kept in the order of their
/// entries.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Histogram {
    counts: BTreeMap<Vec<Class>, u64>,
}

impl Histogram {
    /// Adds `count` positions of a class. Counts that no table can have, from a file of others, stop at
    /// the largest number.
    pub fn add(&mut self, class: impl Into<Vec<Class>>, count: u64) {
        if count > 0 {
            let all = self.counts.entry(class.into()).or_default();
            *all = all.saturating_add(count);
        }
    }

    /// Adds all counts of another histogram.
    pub fn merge(&mut self, other: &Histogram) {
        for (class, count) in other.rows() {
            match self.counts.get_mut(class) {
                Some(all) => *all = all.saturating_add(count),
                None => self.add(class, count),
            }
        }
    }

    /// Returns the classes that occur with their counts, in order.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = (&[Class], u64)> {
        self.counts.iter().map(|(class, &count)| (&class[..], count))
    }

    /// Returns the count of a class.
    pub fn count(&self, class: &[Class]) -> u64 {
        self.counts.get(class).copied().unwrap_or_default()
    }

    /// Returns the number of positions counted.
    pub fn positions(&self) -> u64 {
        self.counts.values().copied().fold(0, u64::saturating_add)
    }
}
