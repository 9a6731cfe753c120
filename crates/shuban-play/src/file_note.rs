//! Notes on files of games.

use std::fmt;

use serde::Serialize;

/// A place in a file of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Place {
    /// A line of text, from 1.
    Line(usize),
    /// A record of a file that is no text, from 1.
    Record(usize),
}

impl Place {
    /// Returns the number of the line or record.
    pub fn number(self) -> usize {
        let (Place::Line(number) | Place::Record(number)) = self;
        number
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Line(line) => write!(f, "line {line}"),
            Place::Record(record) => write!(f, "record {record}"),
        }
    }
}

/// A note on a file of games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FileNote {
    /// The number of the game that is left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<u32>,
    /// The place.
    #[serde(flatten)]
    pub place: Place,
    /// The reason.
    pub reason: String,
}

impl fmt::Display for FileNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.game {
            Some(game) => write!(f, "game {game} is left out: ")?,
            None => write!(f, "warning: ")?,
        }
        write!(f, "{}: {}", self.place, self.reason)
    }
}
