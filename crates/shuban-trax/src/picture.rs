//! Contents of a drawing, independent of the board.

use std::collections::BTreeSet;

use crate::plain::{Cell, PlainPosition, around, steps};
use crate::rules::{GameOver, Move};
use crate::tile::Tile;

/// A tile of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shown {
    pub(crate) tile: Tile,
    /// Mark of a tile that the last turn put or forced.
    pub(crate) mark: Option<Mark>,
}

/// Action of the last turn on a tile.
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
    /// Tiles by row and column.
    pub(crate) rows: Vec<Vec<Option<Shown>>>,
    /// True if the game goes on.
    pub(crate) goes_on: bool,
    /// The empty cells beside tiles where there is room, while the game goes on.
    pub(crate) open: BTreeSet<Cell>,
    /// The first and the last cell that are drawn: all tiles and open cells are between them.
    pub(crate) corners: [Cell; 2],
    /// The player to move, or how the game has ended.
    pub(crate) status: String,
}

/// The first tile of a game is put here.
const FIRST: Cell = (-1, -1);

/// The empty cells beside tiles that a board of this size has room for.
fn open_cells(position: &PlainPosition, limit: Option<i32>) -> BTreeSet<Cell> {
    if position.tiles.is_empty() {
        return BTreeSet::from([FIRST]);
    }
    let (rows, columns) = position.size();
    let has_room = |&(row, column): &Cell| {
        let high = rows.max(row + 1) - row.min(0);
        let wide = columns.max(column + 1) - column.min(0);
        limit.is_none_or(|limit| high.max(wide) <= limit)
    };
    around(&position.tiles).into_iter().filter(has_room).collect()
}

impl Picture {
    /// The picture of a position of the game of a name: its last move with the position before it,
    /// if they are known, and how it has ended.
    pub(crate) fn new(
        game: String,
        position: &PlainPosition,
        last: Option<&(PlainPosition, Move)>,
        ending: Option<GameOver>,
        limit: Option<i32>,
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
        let open = if ending.is_none() { open_cells(position, limit) } else { BTreeSet::new() };
        let mut corners = if rows > 0 { [(0, 0), (rows - 1, columns - 1)] } else { [FIRST; 2] };
        for &(row, column) in &open {
            corners[0] = (corners[0].0.min(row), corners[0].1.min(column));
            corners[1] = (corners[1].0.max(row), corners[1].1.max(column));
        }
        let rows = (0..rows).map(row).collect();
        Picture { game, rows, goes_on: ending.is_none(), open, corners, status }
    }

    /// Pictures within a move, tile by tile, and at last the position after it, which is `self`.
    pub(crate) fn steps(self, before: PlainPosition, action: Move) -> Vec<Picture> {
        let last = (before, action);
        let steps = steps(&last.0, &last.1);
        let within = steps.iter().take(steps.len() - 1).enumerate().map(|(number, position)| {
            let status = if number == 0 { "a tile is put" } else { "a tile is forced" };
            Picture {
                corners: self.corners,
                goes_on: self.goes_on,
                open: BTreeSet::new(),
                status: status.to_owned(),
                ..Picture::new(self.game.clone(), position, Some(&last), None, None)
            }
        });
        let mut pictures: Vec<Picture> = within.collect();
        pictures.push(self);
        pictures
    }

    /// The tile of a cell.
    pub(crate) fn shown(&self, (row, column): Cell) -> Option<Shown> {
        let row = self.rows.get(usize::try_from(row).ok()?)?;
        *row.get(usize::try_from(column).ok()?)?
    }

    pub(crate) fn columns(&self) -> usize {
        self.rows.first().map_or(0, Vec::len)
    }

    pub(crate) fn tiles(&self) -> usize {
        self.rows.iter().flatten().flatten().count()
    }
}
