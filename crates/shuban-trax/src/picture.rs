//! What a drawing shows, whatever the board is.

use crate::plain::PlainPosition;
use crate::rules::{GameOver, Move};
use crate::tile::Tile;

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
    /// A position of the game of a name: its last move with the position before it, if they are
    /// known, and how it has ended.
    pub(crate) fn new(
        game: String,
        position: &PlainPosition,
        last: Option<&(PlainPosition, Move)>,
        ending: Option<GameOver>,
    ) -> Self {
        let mark = |row: i32, column: i32| {
            let (before, played) = last?;
            let (down, right) = (i32::from(played.row < 0), i32::from(played.column < 0));
            if (row, column) == (played.row + down, played.column + right) {
                return Some(Mark::Put);
            }
            before.tile(row - down, column - right).is_none().then_some(Mark::Forced)
        };
        let shown = |row, column| {
            position.tile(row, column).map(|tile| Shown { tile, mark: mark(row, column) })
        };
        let (rows, columns) = position.size();
        let row = |row| (0..columns).map(|column| shown(row, column)).collect();
        let status = match ending {
            None => format!("{} to move", position.to_move),
            Some(GameOver { winner: Some(winner), reason }) => {
                format!("{winner} has won ({reason})")
            }
            Some(GameOver { winner: None, reason }) => format!("a draw ({reason})"),
        };
        Picture { game, rows: (0..rows).map(row).collect(), status }
    }

    pub(crate) fn columns(&self) -> usize {
        self.rows.first().map_or(0, Vec::len)
    }

    pub(crate) fn tiles(&self) -> usize {
        self.rows.iter().flatten().flatten().count()
    }
}
