//! Questions of a page, as it writes them.

use serde::Deserialize;

/// A question, by its kind `what`.
#[derive(Debug, Deserialize)]
#[serde(tag = "what", rename_all = "kebab-case")]
pub(crate) enum Question {
    /// The layers that are published; asked first.
    Layers { layers: Vec<ListedLayer> },
    /// The value of a position, and its moves.
    Probe(Asked),
    /// The value of a position, without its moves.
    Value(Asked),
    /// The equation of its value.
    Equation(Asked),
    /// The position and its moves by the rules alone.
    Draw(Asked),
    /// The position after a tool was used on a part of its drawing.
    Put { game: String, position: String, tool: String, part: String },
    /// The position of a number: in a part of the layer, or else through all parts.
    Numbered {
        domain: String,
        #[serde(default)]
        part: Option<String>,
        number: u64,
    },
}

/// A layer of the catalogue.
#[derive(Debug, Deserialize)]
pub(crate) struct ListedLayer {
    /// Its name.
    pub(crate) name: String,
    /// The length of its file in bytes.
    pub(crate) bytes: u64,
}

/// A position that is asked about.
#[derive(Debug, Deserialize)]
pub(crate) struct Asked {
    /// The layer that is to answer, if it matters.
    #[serde(default)]
    pub(crate) domain: Option<String>,
    /// The game, unless the layer says it.
    #[serde(default)]
    pub(crate) game: Option<String>,
    /// The position.
    pub(crate) position: String,
    /// The roll whose moves are listed.
    #[serde(default)]
    pub(crate) roll: Option<String>,
}
