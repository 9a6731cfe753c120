//! Names of mistakes by their cost.

use serde::Serialize;

/// Names of mistakes by the least cost that each stands for, from the least on.
pub type Marks<'a> = &'a [(f64, &'static str)];

/// The number of a player's mistakes of a name.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CountedMark {
    /// The name.
    pub mark: &'static str,
    /// The least cost of such a mistake.
    pub from: f64,
    /// The number at the start.
    pub count: usize,
}

impl CountedMark {
    /// Returns all names, of which nothing is counted yet.
    pub fn none(marks: Marks<'_>) -> Vec<CountedMark> {
        let none = |&(from, mark): &(f64, &'static str)| CountedMark { mark, from, count: 0 };
        marks.iter().map(none).collect()
    }

    /// Returns the name of a mistake that costs so much.
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
