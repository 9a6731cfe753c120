//! Loops and lines.

use crate::trax::board::{Board, Cell, beside};
use crate::trax::tile::Colour;

/// End of a track: the tile that it leaves, and the side through which it does.
type End = (Cell, usize);

/// Returns true if a colour has a loop, or a line from edge to edge of a board of `size` rows or
/// columns.
pub(crate) fn has_won(board: &Board, size: usize, colour: Colour) -> bool {
    let ends_at = |end: &End, axis: usize, edge: usize, side: usize| {
        end.1 == side && end.0[axis] == board.range(axis)[edge]
    };
    let joins = |ends: [End; 2]| {
        // From the north to the south with all rows, from the west to the east with all columns.
        [(0, [0, 2]), (1, [3, 1])].into_iter().any(|(axis, [low, high])| {
            let is = |one: usize, other: usize| {
                ends_at(&ends[one], axis, 0, low) && ends_at(&ends[other], axis, 1, high)
            };
            board.extent(axis) == size && (is(0, 1) || is(1, 0))
        })
    };
    board.0.iter().any(|(&cell, tile)| {
        let sides = (0..4).filter(|&side| tile.colour(side) == colour);
        let ends: Vec<Option<End>> = sides.map(|side| end(board, cell, side)).collect();
        match ends[..] {
            [Some(one), Some(other)] => joins([one, other]),
            _ => true,
        }
    })
}

/// Follows a track from a tile through one of its sides; returns `None` if it comes back.
fn end(board: &Board, start: Cell, first: usize) -> Option<End> {
    let (mut cell, mut side) = (start, first);
    loop {
        let next = beside(cell, side);
        let Some(tile) = board.0.get(&next) else { return Some((cell, side)) };
        (cell, side) = (next, tile.other_end((side + 2) % 4));
        if (cell, side) == (start, first) {
            return None;
        }
    }
}
