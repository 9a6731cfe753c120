//! Positions as the numbers that a file's index lists.

use crate::trax::board::Board;
use crate::trax::tile::{Colour, Tile};

/// Keys of an entry of the index.
const ENTRY: usize = 4096;

/// Returns the key of a board at the top left corner: three bits for each cell, the first cell
/// highest, 0 for an empty one and else the tile's code; then who is to move.
pub(crate) fn key(board: &Board, size: usize, to_move: Colour) -> u64 {
    let cells = (0..size * size).map(|cell| {
        board.0.get(&[(cell / size) as i8, (cell % size) as i8]).map_or(0, |tile| tile.code())
    });
    cells.fold(0, |key, code| key << 3 | code) << 1 | to_move as u64
}

/// Returns the position of a key; `None` if it is that of no board at the top left corner.
pub(crate) fn position(key: u64, size: usize) -> Option<(Board, Colour)> {
    let to_move = if key & 1 == 0 { Colour::White } else { Colour::Red };
    let (mut rest, mut board) = (key >> 1, Board::default());
    for cell in (0..size * size).rev() {
        if rest & 7 != 0 {
            board.0.insert([(cell / size) as i8, (cell % size) as i8], Tile::of_code(rest & 7)?);
        }
        rest >>= 3;
    }
    let is_at_corner = [0, 1].into_iter().all(|axis| board.range(axis)[0] == 0);
    (rest == 0 && is_at_corner).then_some((board, to_move))
}

/// Reads the keys of an index, ascending: each is stored as how many numbers were left out since
/// the one before, seven bits a byte, the lowest first. Returns `None` for anything else.
pub(crate) fn read(entries: &[Vec<u8>]) -> Option<Vec<u64>> {
    let (mut keys, mut next) = (Vec::new(), 0u64);
    for (number, entry) in entries.iter().enumerate() {
        if keys.len() != number * ENTRY || entry.is_empty() {
            return None;
        }
        let (mut left_out, mut shift) = (0u64, 0);
        for byte in entry {
            let low = u64::from(byte & 0x7F);
            left_out |= low.checked_shl(shift).filter(|bits| bits >> shift == low)?;
            shift += 7;
            if byte & 0x80 == 0 {
                let key = next.checked_add(left_out)?;
                keys.push(key);
                next = key.checked_add(1)?;
                (left_out, shift) = (0, 0);
            }
        }
        if shift != 0 {
            return None;
        }
    }
    Some(keys)
}
