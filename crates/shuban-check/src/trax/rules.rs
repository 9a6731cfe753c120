//! The rules of limited TRAX, cell by cell: turns, the tiles that they force, and endings.

use std::ops::RangeInclusive;

use crate::trax::board::{Board, Ends, Filled, beside, end_beside};
use crate::trax::field::{CELLS, FIRST, WIDTH};
use crate::trax::tile::{Colour, NORTH, SOUTH, TILES, Tile, WEST};

/// The ending of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// A colour wins by a loop or a line.
    Won(Colour),
    /// All cells are full.
    Draw,
}

/// The board after a turn, and the ending, if the game is over.
pub type After = (Board, Option<Ending>);

/// A tile at a place; rows and columns count from 1, 0 is a new one before the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) row: usize,
    pub(crate) column: usize,
    pub(crate) tile: Tile,
}

impl Place {
    fn cell(self) -> usize {
        (self.row + FIRST - 1) * WIDTH + self.column + FIRST - 1
    }

    /// Returns the same place once a tile has been put at another one.
    pub(crate) fn after(self, turn: Place) -> Place {
        let (down, right) = turn.room_made();
        Place { row: self.row + down, column: self.column + right, tile: self.tile }
    }

    /// Returns the same place before a tile was put at another one, if there was one.
    pub(crate) fn before(self, turn: Place) -> Option<Place> {
        let (down, right) = turn.room_made();
        let (row, column) = (self.row.checked_sub(down)?, self.column.checked_sub(right)?);
        Some(Place { row, column, tile: self.tile })
    }

    /// Returns the number of rows and columns that a turn makes before the first.
    fn room_made(self) -> (usize, usize) {
        (usize::from(self.row == 0), usize::from(self.column == 0))
    }
}

/// A turn that ends the game in its mover's favour.
#[derive(Clone, Copy)]
pub(crate) struct Last {
    pub(crate) place: Place,
    /// True if it makes a loop or line of both colours.
    pub(crate) is_both: bool,
}

/// The result of a turn.
pub(crate) struct Turned {
    pub(crate) ending: Option<Ending>,
    /// The cell of the tile that was put, on the board after it.
    pub(crate) cell: usize,
    /// Number of cells that were filled.
    pub(crate) filled: usize,
}

/// The tile that an empty cell must get, by its ends.
#[derive(Clone, Copy)]
enum Forced {
    Nothing,
    By(Tile),
    /// Three equal ends lead into it.
    Void,
}

/// The forced tile for each set of ends.
const FORCED: [Forced; 256] = {
    let mut forced = [Forced::Nothing; 256];
    let mut ends = 0;
    while ends < 256 {
        let (white, red) = (ends as u8 & 0xF, ends as u8 >> 4);
        forced[ends] = match (white.count_ones(), red.count_ones()) {
            (3.., _) | (_, 3..) => Forced::Void,
            (2, _) => Forced::By(white),
            (_, 2) => Forced::By(!red & 0xF),
            _ => Forced::Nothing,
        };
        ends += 1;
    }
    forced
};

/// Returns true if a tile continues these tracks.
fn agrees(tile: Tile, ends: Ends) -> bool {
    let (white, red) = (ends & 0xF, ends >> 4);
    tile & white == white && tile & red == 0
}

impl Board {
    /// Returns true if play can continue from here: tiles are in one piece at the top left, sides
    /// agree where they touch, no cell is forced, and neither side has won. Without a tile white is
    /// to move.
    pub fn is_open(&self, to_move: Colour) -> bool {
        let tiles: Vec<usize> = (0..CELLS).filter(|&cell| self.cells[cell] != 0).collect();
        let Some(&first) = tiles.first() else { return to_move == Colour::White };
        let is_tile = |&cell: &usize| self.cells[cell] != 0;
        let mut piece = vec![first];
        let mut next = 0;
        while next < piece.len() {
            let beside: Vec<usize> =
                (0..4).map(|side| beside(piece[next], side)).filter(is_tile).collect();
            piece.extend(
                beside.into_iter().filter(|cell| !piece.contains(cell)).collect::<Vec<_>>(),
            );
            next += 1;
        }
        let agrees = |&cell: &usize| agrees(self.cells[cell], self.ends[cell]);
        let forces = |&cell: &usize| {
            let mut around = (0..4).map(|side| beside(cell, side)).filter(|cell| !is_tile(cell));
            around.any(|cell| !matches!(FORCED[usize::from(self.ends[cell])], Forced::Nothing))
        };
        self.is_cornered()
            && piece.len() == tiles.len()
            && tiles.len() < self.size * self.size
            && tiles.iter().all(agrees)
            && !tiles.iter().any(forces)
            && self.won == [false; 2]
    }

    /// Returns all legal turns.
    pub fn turns(&self, mover: Colour) -> impl Iterator<Item = After> {
        self.places().filter_map(move |place| self.turn_at(mover, place))
    }

    /// Returns the places beside tiles, with the tiles that agree with those around them, by row,
    /// column and tile: all turns are among them.
    pub(crate) fn places(&self) -> impl Iterator<Item = Place> {
        let columns = self.room(self.width);
        let of_row = move |row| columns.clone().map(move |column| (row, column));
        let free = |(row, column): (usize, usize)| {
            let cell = (row + FIRST - 1) * WIDTH + column + FIRST - 1;
            let ends = self.ends[cell];
            let is_free = self.cells[cell] == 0 && (ends != 0 || self.tiles == 0);
            is_free.then_some((row, column, ends))
        };
        self.room(self.height).flat_map(of_row).filter_map(free).flat_map(|(row, column, ends)| {
            let fits = move |tile: &Tile| agrees(*tile, ends);
            TILES.into_iter().filter(fits).map(move |tile| Place { row, column, tile })
        })
    }

    /// Returns one turn; rows and columns count from 1, 0 is a new one before the first. `None` if
    /// it is illegal.
    pub fn turn(&self, mover: Colour, row: usize, column: usize, tile: Tile) -> Option<After> {
        self.turn_at(mover, Place { row, column, tile })
    }

    fn turn_at(&self, mover: Colour, place: Place) -> Option<After> {
        let mut after = self.clone();
        let turned = self.turn_to(&mut after, mover, place)?;
        Some((after, turned.ending))
    }

    /// Makes one turn, which leads to the board `after`, of any contents before. Returns `None` if
    /// it is illegal; if three equal ends lead into a cell, the board has the tiles filled by then.
    pub(crate) fn turn_to(&self, after: &mut Board, mover: Colour, place: Place) -> Option<Turned> {
        if self.tiles == 0 {
            // The first tile: one of each shape up to symmetry.
            let firsts = [NORTH | WEST, NORTH | SOUTH];
            let is_first = firsts.contains(&place.tile) && (place.row, place.column) == (0, 0);
            return is_first.then(|| {
                after.clone_from(self);
                after.set(0, 0, place.tile);
                Turned { ending: None, cell: FIRST * WIDTH + FIRST, filled: 1 }
            });
        }
        if !self.fits(place) {
            return None;
        }
        after.clone_from(self);
        let filled = after.fill(place.cell(), place.tile).ok()?;
        let ending = after.ending(mover);
        let (down, right) = place.room_made();
        let shift = down * WIDTH + right;
        if shift != 0 {
            // Only empty border cells leave the field.
            after.cells.rotate_right(shift);
            after.ends.rotate_right(shift);
            after.tracks.shift(shift);
            (after.height, after.width) = (after.height + down, after.width + right);
        }
        Some(Turned { ending, cell: place.cell() + shift, filled: filled.count })
    }

    /// Returns the rows, or columns, in which a board with `count` of them may have a tile, as
    /// turns count them.
    fn room(&self, count: usize) -> RangeInclusive<usize> {
        if count == self.size { 1..=count } else { 0..=count + 1 }
    }

    /// Returns true if the board has room for the tile there, and it agrees with its neighbours.
    fn fits(&self, place: Place) -> bool {
        let Place { row, column, tile } = place;
        let is_free = |cell: usize| {
            let ends = self.ends[cell];
            self.cells[cell] == 0 && ends != 0 && agrees(tile, ends)
        };
        let has_room =
            self.room(self.height).contains(&row) && self.room(self.width).contains(&column);
        has_room && TILES.contains(&tile) && is_free(place.cell())
    }

    /// Returns how a turn ended the game. If both have won, the mover has.
    fn ending(&self, mover: Colour) -> Option<Ending> {
        let winner = [mover, mover.other()].into_iter().find(|&colour| self.has_won(colour));
        let is_full = self.tiles == self.size * self.size;
        winner.map(Ending::Won).or(is_full.then_some(Ending::Draw))
    }

    /// Returns a turn with which the mover wins, or fills the board without a winner if a `draw`
    /// will do; one that makes a loop or line of both colours only if there is no other. The given
    /// turn is tried first.
    pub(crate) fn last_turn(
        &self,
        mover: Colour,
        draw: bool,
        first: Option<Place>,
    ) -> Option<Last> {
        let cells = self.size * self.size;
        // Forcing tiles are put on this board, and taken back.
        let mut board = self.clone();
        let mut both = None;
        let first = first.filter(|&place| self.fits(place));
        let found = first.into_iter().chain(self.places()).find(|&place| {
            let (cell, tile) = (place.cell(), place.tile);
            let (won, is_full) = if self.forces(cell, tile) {
                let filled = board.fill(cell, tile);
                let ended = filled.is_ok().then_some((board.won, board.tiles == cells));
                let (Ok(filled) | Err(filled)) = filled;
                board.take(&filled);
                (board.height, board.width, board.won) = (self.height, self.width, self.won);
                let Some(ended) = ended else { return false };
                ended
            } else {
                (self.won_by(cell, tile), self.tiles + 1 == cells)
            };
            let [wins, loses] = [mover, mover.other()].map(|colour| won[colour.number()]);
            both = both.or((wins && loses).then_some(place));
            !loses && (wins || draw && is_full)
        });
        found
            .map(|place| Last { place, is_both: false })
            .or(both.map(|place| Last { place, is_both: true }))
    }

    /// Returns true if a tile forces one beside it.
    fn forces(&self, cell: usize, tile: Tile) -> bool {
        (0..4).any(|side| {
            let beside = beside(cell, side);
            let ends = self.ends[beside] | end_beside(tile, side);
            self.cells[beside] == 0 && !matches!(FORCED[usize::from(ends)], Forced::Nothing)
        })
    }

    /// Puts a tile and fills the cells it forces; returns the cells filled.
    ///
    /// # Errors
    /// Those filled until three equal ends led into an empty cell.
    fn fill(&mut self, cell: usize, tile: Tile) -> Result<Filled, Filled> {
        let mut filled = Filled::new();
        self.put(cell, tile);
        filled.push(cell);
        let mut next = 0;
        while next < filled.count {
            let cell = usize::from(filled.cells()[next]);
            next += 1;
            for side in 0..4 {
                let empty = beside(cell, side);
                if self.cells[empty] != 0 {
                    continue;
                }
                match FORCED[usize::from(self.ends[empty])] {
                    Forced::Nothing => (),
                    Forced::By(tile) => {
                        self.put(empty, tile);
                        filled.push(empty);
                    }
                    Forced::Void => return Err(filled),
                }
            }
        }
        Ok(filled)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trax::tracks::edge;

    /// Returns both ends of all tracks, by following them tile for tile.
    fn ends(board: &Board) -> Vec<[usize; 2]> {
        let tiles = (0..CELLS).filter(|&cell| board.cells[cell] != 0);
        let tracks = tiles.flat_map(|cell| [(cell, Colour::White), (cell, Colour::Red)]);
        let ends = tracks.map(|(cell, colour)| board.track(cell, colour).expect("not a loop"));
        ends.map(|ends| ends.map(|end| edge(end.cell, end.side))).collect()
    }

    #[test]
    fn tracks_are_those_that_tiles_join_and_last_turns_those_that_end_games() {
        let mut seed = 1_u64;
        let mut draw = |below: usize| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 33) as usize % below
        };
        let (mut followed, mut boths) = (0, 0);
        for game in 0..60 {
            let mut board = Board::new(3 + game % 6, true);
            let mut mover = Colour::White;
            loop {
                let last = board.last_turn(mover, true, None);
                // Wins, and draws, with a loop or line of both colours or without one.
                let ended = |(after, ending): After| match ending? {
                    Ending::Won(winner) if winner != mover => None,
                    _ => Some(after.has_won(mover) && after.has_won(mover.other())),
                };
                let ended: Vec<bool> = board.turns(mover).filter_map(ended).collect();
                assert_eq!(last.is_some(), !ended.is_empty());
                assert!(last.is_none_or(|last| last.is_both != ended.contains(&false)));
                boths += usize::from(last.is_some_and(|last| last.is_both));
                for place in board.places() {
                    let mut other = board.clone();
                    let (Ok(filled) | Err(filled)) = other.fill(place.cell(), place.tile);
                    other.take(&filled);
                    assert_eq!((other.tiles, other.ends), (board.tiles, board.ends));
                    let parted = ends(&other).into_iter().all(|[one, end]| {
                        other.tracks.other_end(one) == end && other.tracks.other_end(end) == one
                    });
                    assert!(other == board && parted);
                }
                let open = |(after, ending): After| ending.is_none().then_some(after);
                let mut next: Vec<Board> = board.turns(mover).filter_map(open).collect();
                if next.is_empty() {
                    break;
                }
                board = next.swap_remove(draw(next.len()));
                mover = mover.other();
                for [one, end] in ends(&board) {
                    assert_eq!(board.tracks.other_end(one), end);
                    followed += 1;
                }
            }
        }
        assert!(followed > 10_000 && boths > 10, "{followed}, {boths}");
    }

    #[test]
    fn the_last_turn_may_force_all_cells_beside_it() {
        let ring = [[12, 6, 10, 9], [9, 0, 0, 10], [10, 0, 0, 6], [12, 6, 9, 3]];
        let mut board = Board::new(4, true);
        for (place, tile) in ring.into_iter().flatten().enumerate().filter(|(_, tile)| *tile != 0) {
            board.set(place / 4, place % 4, tile);
        }
        assert!(board.is_open(Colour::White));
        let last = |draw| board.last_turn(Colour::White, draw, None).is_some();
        assert_eq!([false, true].map(last), [false, true]);
    }
}
