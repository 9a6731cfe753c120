//! Positions to test with, and what their tiles show cell by cell.

use shuban_core::Random;

use crate::board::Board;
use crate::plain::{Cell, Tiles};
use crate::rules::{Lines, Position, Trax};
use crate::tile::TileSide;

/// The positions of random games that have a tile and are not over. Turns that end a game are left
/// out, so that boards become large.
pub(crate) fn open_positions(trax: &Trax, games: usize) -> Vec<Position> {
    let mut random = Random::new(trax.size() as u64);
    let mut positions = Vec::new();
    for _ in 0..games {
        let mut position = Position::START;
        loop {
            let mut turns = trax.turns(&position);
            turns.retain(|(_, after)| trax.ending(after).is_none());
            if turns.is_empty() {
                break;
            }
            position = turns[random.place(turns.len())].1;
            positions.push(position);
        }
    }
    positions
}

/// The games of all sizes with lines and without, each with open positions of some random games.
pub(crate) fn games() -> impl Iterator<Item = (Trax, Vec<Position>)> {
    let all = (2..=8).flat_map(|size| [Lines::Full, Lines::None].map(|lines| (size, lines)));
    all.map(|(size, lines)| {
        let trax = Trax::new(size, lines).expect("the size is one of those that there are");
        (trax, open_positions(&trax, if size < 5 { 6 } else { 2 }))
    })
}

/// The tiles of a board by their rows and columns on the field.
pub(crate) fn tiles_of(board: &Board) -> Tiles {
    let cells = (0..64).filter_map(|cell| board.at(cell).map(|tile| (cell_at(cell), tile)));
    cells.collect()
}

/// The row and the column of a cell of the field.
pub(crate) fn cell_at(cell: usize) -> Cell {
    (cell as i32 / 8, cell as i32 % 8)
}

/// The cell and its side where a track ends that leads into a cell from the tile at one of its
/// sides: this side itself if there is no tile. The other cell at that end is empty too.
pub(crate) fn far_end(tiles: &Tiles, from: Cell, side: TileSide) -> (Cell, TileSide) {
    let (mut cell, mut side) = (from, side);
    loop {
        let (down, right) = side.step();
        let next = (cell.0 + down, cell.1 + right);
        let Some(tile) = tiles.get(&next) else { return (cell, side) };
        let [one, other] = tile.sides(tile.colour(side.opposite()));
        (cell, side) = (next, if one == side.opposite() { other } else { one });
    }
}
