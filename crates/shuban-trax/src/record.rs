//! Moves that lead to a given position.

use std::hash::Hash;

use rustc_hash::FxHashSet;
use shuban_core::Random;

use crate::bits::{each, with_neighbours};
use crate::board::Board;
use crate::field::{Field, corner};
use crate::rules::{Move, Position, Trax};
use crate::tile::{Colour, Tile};
use crate::tracks::{Tracks, Wins};

/// Most boards examined before a search is given up.
const MOST_BOARDS: usize = 200_000;

/// A search for moves to some tiles, put together from parts of them.
///
/// Tiles of the target alone, put beside each other in any order, never break a rule: a chain fills
/// cells as the target has them. So nearly any order will do, and the search has only to check that
/// the right player is to move in the end, and that no colour wins before.
pub(crate) struct RecordSearch<K, M> {
    /// The player to move in the end.
    pub(crate) to_move: Colour,
    /// Parts without a way to the target, by their cells and the player to move.
    pub(crate) seen: FxHashSet<(K, Colour)>,
    /// Number of parts that may still be examined.
    pub(crate) left: usize,
    /// Moves to the present part.
    pub(crate) moves: Vec<M>,
    /// Order in which parts are examined, if not in that of their cells.
    pub(crate) random: Option<Random>,
}

impl<K: Eq + Hash, M> RecordSearch<K, M> {
    pub(crate) fn new(to_move: Colour, left: usize) -> Self {
        RecordSearch { to_move, seen: FxHashSet::default(), left, moves: Vec::new(), random: None }
    }

    /// Returns true if a part leads to the target; then `moves` lead there. `cells` are those of a
    /// part, `None` if it is the whole; `next` gives the parts one turn later.
    pub(crate) fn reach<P>(
        &mut self,
        part: &P,
        to_move: Colour,
        cells: &impl Fn(&P) -> Option<K>,
        next: &impl Fn(&P) -> Vec<(M, P)>,
    ) -> bool {
        let Some(key) = cells(part) else { return to_move == self.to_move };
        if self.left == 0 || !self.seen.insert((key, to_move)) {
            return false;
        }
        self.left -= 1;
        let mut parts = next(part);
        if let Some(random) = &mut self.random {
            random.shuffle(&mut parts);
        }
        parts.into_iter().any(|(played, after)| {
            self.moves.push(played);
            let is_found = self.reach(&after, to_move.other(), cells, next);
            if !is_found {
                self.moves.pop();
            }
            is_found
        })
    }
}

/// Moves from the start to the position, or, if none lead to itself, to one of its images. `None`
/// if there are none, or they are too hard to find.
pub(crate) fn record(trax: &Trax, position: &Position) -> Option<Vec<Move>> {
    let mut left = MOST_BOARDS;
    let mut images: Vec<Board> = Vec::new();
    for symmetry in 0..8 {
        let image = position.board.image(symmetry);
        if images.contains(&image) {
            continue;
        }
        images.push(image);
        let goal = image.occupied();
        let cells = |(board, _): &(Board, Wins)| {
            Some(board.occupied()).filter(|&occupied| occupied != goal)
        };
        let next = |(board, wins): &(Board, Wins)| next_parts(trax, &image, board, *wins);
        let mut search = RecordSearch::new(position.to_move, left);
        if search.reach(&(Board::EMPTY, Wins::default()), Colour::White, &cells, &next) {
            return Some(search.moves);
        }
        left = search.left;
    }
    None
}

/// The parts of a target one turn after a part of it; empty if a colour has won.
fn next_parts(
    trax: &Trax,
    target: &Board,
    board: &Board,
    wins: Wins,
) -> Vec<(Move, (Board, Wins))> {
    let (goal, occupied) = (target.occupied(), board.occupied());
    if occupied == 0 {
        let put = |cell: usize, tile: Tile| {
            let mut board = Board::EMPTY;
            board.put(1 << cell, tile);
            (Move { row: -1, column: -1, tile }, (board, wins))
        };
        let firsts = [Tile::NorthWest, Tile::NorthSouth].into_iter();
        let places = firsts.flat_map(|tile| each(goal).map(move |cell| (cell, tile)));
        let fitting = places.filter(|(cell, tile)| target.at(*cell) == Some(*tile));
        return fitting.map(|(cell, tile)| put(cell, tile)).collect();
    }
    if wins != Wins::default() {
        return Vec::new();
    }
    let field = Field::new(*board, u64::MAX);
    let (top, left) = corner(occupied);
    let open = each(with_neighbours(occupied) & goal & !occupied);
    let part = |cell: usize| {
        let tile = target.at(cell)?;
        let next = field.settled(1 << cell, tile)?;
        let added = next.occupied() & !occupied;
        let wins = Tracks::new(board, trax.span()).extend(&next, added);
        let (row, column) = (cell as i32 / 8 - top, cell as i32 % 8 - left);
        let played = Move { row, column, tile };
        (added & !goal == 0).then_some((played, (next, wins)))
    };
    open.filter_map(part).collect()
}
