//! Moves that lead to a given position.

use rustc_hash::FxHashSet;

use crate::bits::{columns, each, with_neighbours};
use crate::board::Board;
use crate::field::Field;
use crate::rules::{Move, Position, Trax};
use crate::tile::{Colour, Tile};
use crate::tracks::{Tracks, Wins};

/// How many boards are looked at before a search is given up.
const MOST_BOARDS: usize = 200_000;

/// Moves from the start to the position, or, if none lead to itself, to one of its images. `None`
/// if there are none, or they are too hard to find.
///
/// Tiles of the position alone, put beside each other in any order, never break a rule: what a
/// chain fills is what the position has there. So nearly any order will do, and the search has only
/// to look that the right player is to move in the end, and that nobody wins before.
pub(crate) fn record(trax: &Trax, position: &Position) -> Option<Vec<Move>> {
    let mut left = MOST_BOARDS;
    let mut images: Vec<Board> = Vec::new();
    for symmetry in 0..8 {
        let image = position.board.image(symmetry);
        if images.contains(&image) {
            continue;
        }
        images.push(image);
        let mut search = Search {
            target: image,
            goal: image.occupied(),
            to_move: position.to_move,
            span: trax.span(),
            seen: FxHashSet::default(),
            moves: Vec::new(),
            left,
        };
        for first in [Tile::NorthWest, Tile::NorthSouth] {
            for cell in each(search.goal) {
                let mut board = Board::EMPTY;
                board.put(1 << cell, first);
                if (0..4).all(|side| image.white[side] >> cell & 1 == board.white[side] >> cell & 1)
                {
                    search.moves.push(Move { row: -1, column: -1, tile: first });
                    if search.reach(board, Wins::default(), Colour::Red) {
                        return Some(search.moves);
                    }
                    search.moves.pop();
                }
            }
        }
        left = search.left;
    }
    None
}

struct Search {
    target: Board,
    /// The cells of the target.
    goal: u64,
    to_move: Colour,
    span: u8,
    /// Boards from which there is no way, by their cells, and who was to move.
    seen: FxHashSet<(u64, Colour)>,
    moves: Vec<Move>,
    left: usize,
}

impl Search {
    /// Whether the target can be reached from a part of it; then `moves` lead there.
    fn reach(&mut self, board: Board, wins: Wins, to_move: Colour) -> bool {
        let occupied = board.occupied();
        if occupied == self.goal {
            return to_move == self.to_move;
        }
        if wins != Wins::default() || self.left == 0 || !self.seen.insert((occupied, to_move)) {
            return false;
        }
        self.left -= 1;
        let field = Field::new(board, u64::MAX);
        let top = (occupied.trailing_zeros() / 8) as i8;
        let left = columns(occupied).trailing_zeros() as i8;
        for cell in each(with_neighbours(occupied) & self.goal & !occupied) {
            let Some(tile) = self.target.tile(cell / 8, cell % 8) else { continue };
            let Some(next) = field.settled(1 << cell, tile) else { continue };
            let added = next.occupied() & !occupied;
            if added & !self.goal != 0 {
                continue;
            }
            let wins = Tracks::new(&board, self.span).extend(&next, added);
            let played =
                Move { row: (cell / 8) as i8 - top, column: (cell % 8) as i8 - left, tile };
            self.moves.push(played);
            if self.reach(next, wins, to_move.other()) {
                return true;
            }
            self.moves.pop();
        }
        false
    }
}
