//! What a drawing shows, whatever the board is.

use shuban_core::{Game, LastOf};

use crate::notation::column_name;
use crate::plain::{PlainPosition, PlainTrax};
use crate::plain_text::cells_of_turn;
use crate::play::Turn;
use crate::rules::{Ending, Position, Trax};
use crate::tile::{Colour, Tile};

/// A tile of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shown {
    pub(crate) tile: Tile,
    /// Whether the last turn put it, or forced it.
    pub(crate) mark: Option<Mark>,
}

/// What the last turn did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mark {
    /// It put the tile.
    Put,
    /// It forced the tile.
    Forced,
}

/// A position as it is drawn, the last turn marked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Picture {
    /// The game's name.
    pub(crate) game: String,
    /// By row and column.
    pub(crate) rows: Vec<Vec<Option<Shown>>>,
    /// Whose turn it is, or how the game has ended.
    pub(crate) status: String,
}

impl Picture {
    /// A position on a board, with its last move, if it is known.
    pub(crate) fn of(trax: &Trax, position: &Position, last: Option<&LastOf<Trax>>) -> Self {
        let turn = last.and_then(|last| trax.play_move(&last.before, last.action).ok());
        let last = turn.map_or_else(Turn::default, |(turn, _)| turn);
        let board = position.board();
        let (rows, columns) = board.size();
        let shown = |row: usize, column: usize| {
            let cell = 1u64 << (8 * row + column);
            let forced = (last.forced & cell != 0).then_some(Mark::Forced);
            let mark = if last.put & cell != 0 { Some(Mark::Put) } else { forced };
            board.tile(row, column).map(|tile| Shown { tile, mark })
        };
        Picture {
            game: trax.name(),
            rows: (0..rows)
                .map(|row| (0..columns).map(|column| shown(row, column)).collect())
                .collect(),
            status: status(trax.ending(position), position.to_move()),
        }
    }

    /// A position without a board.
    pub(crate) fn plain(
        trax: &PlainTrax,
        position: &PlainPosition,
        last: Option<&LastOf<PlainTrax>>,
    ) -> Self {
        let turn = last.map(|last| cells_of_turn(&last.before, last.action, position));
        let turn = turn.unwrap_or_default();
        let (rows, columns) = position.size();
        let shown = |row: i32, column: i32| {
            let mark = turn.iter().position(|&cell| cell == (row, column));
            let mark = mark.map(|place| if place == 0 { Mark::Put } else { Mark::Forced });
            position.tile(row, column).map(|tile| Shown { tile, mark })
        };
        Picture {
            game: trax.name(),
            rows: (0..rows)
                .map(|row| (0..columns).map(|column| shown(row, column)).collect())
                .collect(),
            status: status(trax.ending(position), position.to_move()),
        }
    }

    pub(crate) fn columns(&self) -> usize {
        self.rows.first().map_or(0, Vec::len)
    }

    pub(crate) fn tiles(&self) -> usize {
        self.rows.iter().flatten().flatten().count()
    }

    /// What a column is called.
    pub(crate) fn column_name(column: usize) -> String {
        column_name(column as i32)
    }
}

/// Whose turn it is, or how the game has ended.
fn status(ending: Option<Ending>, to_move: Colour) -> String {
    match ending {
        None => format!("{to_move} to move"),
        Some(Ending { winner: Some(winner), reason }) => format!("{winner} has won ({reason})"),
        Some(Ending { winner: None, reason }) => format!("a draw ({reason})"),
    }
}
