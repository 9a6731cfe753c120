//! Legal turns.

use crate::trax::board::{Board, Cell};
use crate::trax::tile::{Colour, Tile};

/// Returns the boards after all legal turns on boards of at most `size` rows and columns.
pub(crate) fn turns(board: &Board, size: usize) -> Vec<Board> {
    if board.0.is_empty() {
        return Tile::FIRST.map(|tile| Board([([0, 0], tile)].into())).to_vec();
    }
    let mut after = Vec::new();
    for cell in board.open_cells() {
        for tile in Tile::ALL.into_iter().filter(|&tile| fits(board, cell, tile)) {
            let mut next = board.clone();
            next.0.insert(cell, tile);
            if next.extent(0) > size || next.extent(1) > size {
                continue;
            }
            if chained(&mut next) {
                after.push(next);
            }
        }
    }
    after
}

/// Returns true if a tile agrees with its neighbours.
fn fits(board: &Board, cell: Cell, tile: Tile) -> bool {
    (0..4).all(|side| board.end_into(cell, side).is_none_or(|colour| colour == tile.colour(side)))
}

/// Fills cells into which two ends of one colour lead, one after the other; returns false if three
/// ever lead into one.
fn chained(board: &mut Board) -> bool {
    loop {
        let mut forced = None;
        for cell in board.open_cells() {
            for colour in Colour::BOTH {
                let leads = |side: &usize| board.end_into(cell, *side) == Some(colour);
                match (0..4).filter(leads).count() {
                    0 | 1 => {}
                    2 => forced = Some(cell),
                    _ => return false,
                }
            }
        }
        let Some(cell) = forced else { return true };
        // Two ends of a colour leave one tile, unless those of the other forbid it.
        let Some(tile) = Tile::ALL.into_iter().find(|&tile| fits(board, cell, tile)) else {
            return false;
        };
        board.0.insert(cell, tile);
    }
}
