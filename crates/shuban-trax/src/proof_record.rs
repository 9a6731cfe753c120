//! Positions and moves in proof files.

use crate::rules::{Move, Position, Trax};
use crate::tile::Tile;

/// A record is, byte by byte: who is to move (0 white, 1 red); the n² cells of the board at the top
/// left, row by row, three bits each from the lowest of the first byte on, 0 for an empty cell and
/// else the tile (1 `NS`, 2 `EW`, 3 `NW`, 4 `SE`, 5 `NE`, 6 `SW`: its white sides); and, if there
/// is a move, its row and its column, 0 for a new one before the first, and its tile.
pub(crate) fn proof_record(trax: &Trax, position: &Position, action: Option<&Move>) -> Vec<u8> {
    let size = trax.size();
    let number = |tile: Tile| tile as u8 + 1;
    let mut cells = vec![0u8; (3 * size * size).div_ceil(8)];
    for place in 0..size * size {
        let tile = position.board.tile(place / size, place % size).map_or(0, number);
        for bit in 0..3 {
            let at = 3 * place + bit;
            cells[at / 8] |= (tile >> bit & 1) << (at % 8);
        }
    }
    let mut record = vec![position.to_move.seat() as u8];
    record.extend(cells);
    if let Some(played) = action {
        record.extend([(played.row + 1) as u8, (played.column + 1) as u8, number(played.tile)]);
    }
    record
}
