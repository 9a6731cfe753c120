//! Names of mistakes by their cost.

use serde::Serialize;

/// Names of mistakes with the least cost of each, in ascending order.
pub type Marks<'a> = &'a [(f64, &'static str)];

/// Count of a player's mistakes of one name.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CountedMark {
    /// The name.
    pub mark: &'static str,
    /// Least cost of such a mistake.
    pub from: f64,
    /// Number of such mistakes.
    pub count: usize,
}

impl CountedMark {
    /// Returns all names, with counts of zero.
    pub fn none(marks: Marks<'_>) -> Vec<CountedMark> {
        let none = |&(from, mark): &(f64, &'static str)| CountedMark { mark, from, count: 0 };
        marks.iter().map(none).collect()
    }

    /// Returns the name of a mistake of this cost.
    pub fn name(marks: Marks<'_>, cost: f64) -> Option<&'static str> {
        marks.iter().rev().find(|(from, _)| cost >= *from).map(|(_, mark)| *mark)
    }

    /// Counts one more mistake of a name.
    pub fn count(all: &mut [CountedMark], mark: Option<&str>) {
        if let Some(counted) = all.iter_mut().find(|counted| Some(counted.mark) == mark) {
            counted.count += 1;
        }
    }
}
