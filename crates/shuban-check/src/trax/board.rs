//! Boards: tiles, and the facts that follow from them, in any order of placement.

use crate::trax::field::{CELLS, FIRST, WIDTH};
use crate::trax::tile::{Colour, TILES, Tile, cell_code};
use crate::trax::tracks::{Joined, Tracks, distance, edge};

/// Largest number of tiles.
const MOST_TILES: usize = 64;

/// The neighbour through each side, north, east, south, west, as a step between cells.
const STEPS: [isize; 4] = [-(WIDTH as isize), 1, WIDTH as isize, -1];

/// The two sides of each tile that white joins, and those that red joins.
const JOINED: [[[u8; 2]; 2]; 16] = {
    let mut joined = [[[0; 2]; 2]; 16];
    let mut number = 0;
    while number < TILES.len() {
        let tile = TILES[number];
        let red = !tile & 0xF;
        joined[tile as usize] = [ends_of(tile), ends_of(red)];
        number += 1;
    }
    joined
};

/// Returns both sides of a set of two.
const fn ends_of(sides: u8) -> [u8; 2] {
    [sides.trailing_zeros() as u8, 7 - sides.leading_zeros() as u8]
}

/// The sides from which tracks lead into a cell: those of white, and those of red above them.
pub(crate) type Ends = u8;

/// The end of a track.
#[derive(Clone, Copy)]
pub(crate) struct TrackEnd {
    /// The cell of its last tile.
    pub(crate) cell: usize,
    /// The side through which the track leaves it.
    pub(crate) side: usize,
}

/// The cells that a turn fills, in order.
pub(crate) struct Filled {
    cells: [u8; MOST_TILES],
    pub(crate) count: usize,
}

impl Filled {
    pub(crate) fn new() -> Self {
        Filled { cells: [0; MOST_TILES], count: 0 }
    }

    pub(crate) fn push(&mut self, cell: usize) {
        self.cells[self.count] = cell as u8;
        self.count += 1;
    }

    pub(crate) fn cells(&self) -> &[u8] {
        &self.cells[..self.count]
    }
}

/// Tiles, the topmost in the first row and the leftmost in the first column of the field.
#[derive(Clone, Debug)]
pub struct Board {
    pub(crate) cells: [Tile; CELLS],
    /// The ends of tracks that lead into each cell from the tiles around it.
    pub(crate) ends: [Ends; CELLS],
    pub(crate) tracks: Tracks,
    /// True if white has a loop or a line; true if red has.
    pub(crate) won: [bool; 2],
    /// Number of cells with tiles.
    pub(crate) tiles: usize,
    /// The number of rows from the first to the last with tiles.
    pub(crate) height: usize,
    /// The number of columns, likewise.
    pub(crate) width: usize,
    pub(crate) size: usize,
    has_lines: bool,
}

impl PartialEq for Board {
    fn eq(&self, other: &Board) -> bool {
        // All else follows from the tiles; the tracks also from their order.
        (self.size, self.has_lines, self.cells) == (other.size, other.has_lines, other.cells)
    }
}

impl Eq for Board {}

pub(crate) fn beside(cell: usize, side: usize) -> usize {
    // Tiles are never on the border, so that this stays on the field.
    cell.wrapping_add_signed(STEPS[side])
}

/// Returns the end that a tile leads into the cell on one of its sides.
pub(crate) fn end_beside(tile: Tile, side: usize) -> Ends {
    let end = 1 << ((side + 2) % 4);
    if tile >> side & 1 != 0 { end } else { end << 4 }
}

impl Board {
    /// Creates an empty board of up to `size`×`size` cells, 2 to 8; with victory lines or without.
    pub fn new(size: usize, has_lines: bool) -> Self {
        let (cells, ends) = ([0; CELLS], [0; CELLS]);
        let (tracks, won) = (Tracks::new(), [false; 2]);
        Board { cells, ends, tracks, won, tiles: 0, height: 0, width: 0, size, has_lines }
    }

    /// Returns the board without tiles.
    pub(crate) fn emptied(&self) -> Board {
        Board::new(self.size, self.has_lines)
    }

    /// Returns the largest number of rows and columns.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Puts a tile on an empty cell; rows and columns from 0.
    ///
    /// # Panics
    /// If the cell is taken, or `tile` is not a tile.
    pub fn set(&mut self, row: usize, column: usize, tile: Tile) {
        let cell = (row + FIRST) * WIDTH + column + FIRST;
        assert!(self.cells[cell] == 0 && TILES.contains(&tile), "tiles are put on empty cells");
        self.put(cell, tile);
    }

    pub(crate) fn put(&mut self, cell: usize, tile: Tile) {
        self.cells[cell] = tile;
        for side in 0..4 {
            self.ends[beside(cell, side)] |= end_beside(tile, side);
        }
        for (colour, [one, other]) in JOINED[usize::from(tile)].into_iter().enumerate() {
            let joined = self.tracks.join(edge(cell, one.into()), edge(cell, other.into()));
            self.won[colour] |= self.is_won(joined);
        }
        self.tiles += 1;
        self.height = self.height.max(cell / WIDTH + 1 - FIRST);
        self.width = self.width.max(cell % WIDTH + 1 - FIRST);
    }

    /// Returns which colours win by a tile that forces none, by their numbers.
    pub(crate) fn won_by(&self, cell: usize, tile: Tile) -> [bool; 2] {
        JOINED[usize::from(tile)].map(|[one, other]| {
            let joined = self.tracks.joined(edge(cell, one.into()), edge(cell, other.into()));
            self.is_won(joined)
        })
    }

    fn is_won(&self, joined: Joined) -> bool {
        match joined {
            Joined::Loop => true,
            Joined::Track(one, other) => self.has_lines && distance(one, other) == Some(self.size),
        }
    }

    /// Takes back the last tiles that were put, but neither their wins nor the height and width.
    pub(crate) fn take(&mut self, filled: &Filled) {
        for cell in filled.cells().iter().rev().map(|&cell| usize::from(cell)) {
            let tile = std::mem::take(&mut self.cells[cell]);
            for sides in JOINED[usize::from(tile)].into_iter().rev() {
                self.tracks.part(sides.map(|side| {
                    let side = usize::from(side);
                    (edge(cell, side), self.cells[beside(cell, side)] != 0)
                }));
            }
            for side in 0..4 {
                self.ends[beside(cell, side)] &= !(0x11 << ((side + 2) % 4));
            }
        }
        self.tiles -= filled.count;
    }

    /// Returns the cells row by row, `size` of each row.
    pub fn rows(&self) -> Vec<Tile> {
        let rows = FIRST..FIRST + self.size;
        rows.flat_map(|row| self.cells[row * WIDTH + FIRST..][..self.size].iter().copied())
            .collect()
    }

    /// Returns the tiles in notation: rows, each tile as its two white sides, `..` for an empty
    /// cell, `no tile` if all are empty.
    pub fn diagram(&self) -> String {
        let (tiles, size) = (self.rows(), self.size);
        let used = || (0..tiles.len()).filter(|&place| tiles[place] != 0);
        let Some(last) = used().max() else { return "no tile".to_owned() };
        let columns = used().map(|place| place % size + 1).max().unwrap_or(0);
        let row = |row: &[Tile]| row[..columns].iter().map(|&cell| cell_code(cell)).collect();
        let rows: Vec<String> = tiles.chunks(size).take(last / size + 1).map(row).collect();
        rows.join("|")
    }

    /// Returns true if there are tiles in the first row and in the first column, or none at all.
    /// Height, width and keys are those of such boards alone.
    pub(crate) fn is_cornered(&self) -> bool {
        let tiles = || (0..CELLS).filter(|&cell| self.cells[cell] != 0);
        let first_of = |line: fn(usize) -> usize| tiles().any(|cell| line(cell) == FIRST);
        self.tiles == 0 || first_of(|cell| cell / WIDTH) && first_of(|cell| cell % WIDTH)
    }

    /// Returns the number of tiles.
    pub fn tiles(&self) -> usize {
        self.tiles
    }

    /// Returns true if a colour has a loop or a line.
    pub(crate) fn has_won(&self, colour: Colour) -> bool {
        self.won[colour.number()]
    }

    /// Returns both ends of the track of a colour through a tile; `None` if it is a loop.
    pub(crate) fn track(&self, cell: usize, colour: Colour) -> Option<[TrackEnd; 2]> {
        let sides = JOINED[usize::from(self.cells[cell])][colour.number()];
        Some([self.follow(cell, sides[0].into())?, self.follow(cell, sides[1].into())?])
    }

    /// Returns the end of the track that leaves a cell through a side; `None` if it is a loop.
    fn follow(&self, start: usize, leave: usize) -> Option<TrackEnd> {
        let (mut cell, mut side) = (start, leave);
        loop {
            let next = beside(cell, side);
            let tile = self.cells[next];
            if tile == 0 {
                return Some(TrackEnd { cell, side });
            }
            let entered = (side + 2) % 4;
            let is_white = tile >> entered & 1 != 0;
            let track = if is_white { tile } else { !tile & 0xF };
            side = (track & !(1 << entered)).trailing_zeros() as usize;
            cell = next;
            if (cell, side) == (start, leave) {
                return None;
            }
        }
    }
}
