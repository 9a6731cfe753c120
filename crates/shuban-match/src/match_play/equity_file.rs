//! Match equities from files of GNU Backgammon.

use roxmltree::{Document, Node, ParsingOptions};

use super::equity_table::MatchEquityTable;
use super::question::MatchQuestion;

/// The longest text that is read, in bytes.
const MOST_BYTES: usize = MatchQuestion::MOST_EQUITIES;

/// The most elements, texts and comments.
const MOST_NODES: u32 = 1 << 16;

/// The longest table.
const MOST_LENGTH: usize = 64;

/// Largest deviation of two chances' sum from 1: such files round to two places or more.
const MOST_OFF: f64 = 0.011;

/// An error in a file of match equities, and its line.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct EquityFileError {
    /// The line, from 1.
    pub line: u32,
    /// The error.
    pub problem: EquityFileProblem,
}

/// Errors of files of match equities.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum EquityFileProblem {
    /// The file is longer than any table is.
    #[error("{0} bytes, and a table has at most {MOST_BYTES}")]
    TooLong(usize),
    /// Not XML.
    #[error("{0}")]
    Xml(String),
    /// An element is missing.
    #[error("`<{0}>` is missing")]
    Missing(&'static str),
    /// The table is computed from parameters.
    #[error("a table of type `{0}`, which is computed; only explicit ones are read")]
    Computed(String),
    /// The table is of one player alone.
    #[error("a table of player {0} alone; only those of both players are read")]
    OnePlayer(String),
    /// The table is empty, or longer than any that is read.
    #[error("a table of {0} points; 1 to {MOST_LENGTH} are possible")]
    Length(usize),
    /// A row has another length.
    #[error("{found} chances in a row of {expected}")]
    Row {
        /// The number found.
        found: usize,
        /// The number expected.
        expected: usize,
    },
    /// A number that is not a probability.
    #[error("`{0}` is no chance from 0 to 1")]
    Chance(String),
    /// The two probabilities do not sum to 1.
    #[error("{own} against {opponent} points and the other way round are {sum:.4} together, not 1")]
    NotOne {
        /// The points that one player needs.
        own: usize,
        /// The points that the other one needs.
        opponent: usize,
        /// The sum of the chances.
        sum: f64,
    },
}

impl MatchEquityTable {
    /// Reads a match equity table of GNU Backgammon (`met`): XML with a `pre-crawford-table` of
    /// explicit rows and a `post-crawford-table` of one.
    ///
    /// # Errors
    /// [`EquityFileError`] with the line; files with parameters of a computation are refused by
    /// name.
    pub fn read(text: &str) -> Result<Self, EquityFileError> {
        let at_start = |problem| EquityFileError { line: 1, problem };
        if text.len() > MOST_BYTES {
            return Err(at_start(EquityFileProblem::TooLong(text.len())));
        }
        // The usual files name a DTD.
        let how = ParsingOptions { allow_dtd: true, nodes_limit: MOST_NODES, ..Default::default() };
        let document = Document::parse_with_options(text, how).map_err(|error| {
            let problem = EquityFileProblem::Xml(error.to_string());
            EquityFileError { line: error.pos().row, problem }
        })?;
        let met = document.root_element();
        if !met.has_tag_name("met") {
            return Err(error(met, EquityFileProblem::Missing("met")));
        }
        let (_, before) = explicit(met, "pre-crawford-table")?;
        let length = before.len();
        if !(1..=MOST_LENGTH).contains(&length) {
            return Err(error(met, EquityFileProblem::Length(length)));
        }
        let square = before.iter().map(|row| chances(*row, length, length));
        let square = square.collect::<Result<Vec<_>, _>>()?;
        for (own, row) in square.iter().enumerate() {
            for (opponent, chance) in row.iter().enumerate().take(own + 1) {
                let sum = chance + square[opponent][own];
                if (sum - 1.0).abs() > MOST_OFF {
                    let (own, opponent) = (own + 1, opponent + 1);
                    let problem = EquityFileProblem::NotOne { own, opponent, sum };
                    return Err(error(before[own - 1], problem));
                }
            }
        }
        // Tables are rounded, so the two entries of a score may not add up to 1: each takes half of
        // the difference.
        let agreed = |own: usize, opponent: usize| {
            let [one, other] = [square[own][opponent], square[opponent][own]];
            (one + (1.0 - other)) / 2.0
        };
        let rows = 0..length;
        let row = |own| rows.clone().map(|opponent| agreed(own, opponent)).collect();
        let square = rows.clone().map(row).collect();
        let (after, rows) = explicit(met, "post-crawford-table")?;
        let row = *rows.first().ok_or_else(|| error(after, EquityFileProblem::Missing("row")))?;
        // The trailer after the Crawford game has won a point, so that the last may be missing.
        let trailing = chances(row, (length - 1).max(1), length)?;
        Ok(MatchEquityTable::new(square, trailing))
    }
}

fn error(node: Node<'_, '_>, problem: EquityFileProblem) -> EquityFileError {
    let line = node.document().text_pos_at(node.range().start).row;
    EquityFileError { line, problem }
}

/// The elements of a name in another one.
fn elements<'a, 'input>(
    parent: Node<'a, 'input>,
    name: &'static str,
) -> impl Iterator<Item = Node<'a, 'input>> {
    parent.children().filter(move |node| node.has_tag_name(name))
}

/// A table of explicit rows, of both players, and its rows.
fn explicit<'a, 'input>(
    met: Node<'a, 'input>,
    name: &'static str,
) -> Result<(Node<'a, 'input>, Vec<Node<'a, 'input>>), EquityFileError> {
    let table = elements(met, name).next();
    let table = table.ok_or_else(|| error(met, EquityFileProblem::Missing(name)))?;
    match (table.attribute("type"), table.attribute("player")) {
        (Some(kind), _) if kind != "explicit" => {
            Err(error(table, EquityFileProblem::Computed(kind.to_owned())))
        }
        (_, Some(player)) if player != "both" => {
            Err(error(table, EquityFileProblem::OnePlayer(player.to_owned())))
        }
        _ => Ok((table, elements(table, "row").collect())),
    }
}

/// The chances of a row, which has from `least` to `most`.
fn chances(row: Node<'_, '_>, least: usize, most: usize) -> Result<Vec<f64>, EquityFileError> {
    let found = elements(row, "me").count();
    if !(least..=most).contains(&found) {
        return Err(error(row, EquityFileProblem::Row { found, expected: most }));
    }
    let chance = |node: Node<'_, '_>| {
        let text = node.text().unwrap_or_default().trim();
        let chance = text.parse::<f64>().ok().filter(|chance| (0.0..=1.0).contains(chance));
        chance.ok_or_else(|| error(node, EquityFileProblem::Chance(text.to_owned())))
    };
    elements(row, "me").map(chance).collect()
}
