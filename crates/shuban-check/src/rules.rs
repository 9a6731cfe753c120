//! The rules of limited TRAX, cell by cell.

/// The two players and their colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colour {
    /// The first player.
    White,
    /// The second player.
    Red,
}

impl Colour {
    /// The other one.
    pub fn other(self) -> Colour {
        if self == Colour::White { Colour::Red } else { Colour::White }
    }
}

/// A tile as the set of its two white sides: 1 north, 2 east, 4 south, 8 west; 0 is an empty cell.
pub type Tile = u8;

/// All tiles.
pub(crate) const TILES: [Tile; 6] =
    [NORTH | SOUTH, EAST | WEST, NORTH | WEST, EAST | SOUTH, NORTH | EAST, SOUTH | WEST];
const NORTH: u8 = 1;
const EAST: u8 = 2;
const SOUTH: u8 = 4;
const WEST: u8 = 8;

/// The cells of the field: at most 8×8, and a border of two on each side, so that the neighbours of
/// a tile's neighbours exist.
const WIDTH: usize = 12;
/// The first row and column inside the border.
const FIRST: usize = 2;
const CELLS: usize = WIDTH * WIDTH;

/// The neighbour through each side, north, east, south, west, as a step between cells.
const STEPS: [isize; 4] = [-(WIDTH as isize), 1, WIDTH as isize, -1];

/// How a turn ends the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// A colour wins by a loop or a line.
    Won(Colour),
    /// All cells are full.
    Draw,
}

/// The board after a turn, and how the game ended, if it did.
pub type After = (Board, Option<Ending>);

/// Tiles, the topmost in the first row and the leftmost in the first column of the field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    cells: [Tile; CELLS],
    /// How many cells have tiles.
    tiles: usize,
    /// The number of rows from the first to the last that has tiles.
    height: usize,
    /// The number of columns, likewise.
    width: usize,
    size: usize,
    has_lines: bool,
}

fn beside(cell: usize, side: usize) -> usize {
    // Tiles are never on the border, so that this stays on the field.
    cell.wrapping_add_signed(STEPS[side])
}

impl Board {
    /// No tile, on at most `size`×`size` cells, 2 to 8; with victory lines or without.
    pub fn new(size: usize, has_lines: bool) -> Self {
        Board { cells: [0; CELLS], tiles: 0, height: 0, width: 0, size, has_lines }
    }

    /// The most rows and columns.
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

    fn put(&mut self, cell: usize, tile: Tile) {
        self.cells[cell] = tile;
        self.tiles += 1;
        self.height = self.height.max(cell / WIDTH + 1 - FIRST);
        self.width = self.width.max(cell % WIDTH + 1 - FIRST);
    }

    /// The cells row by row, `size` of each row.
    pub fn rows(&self) -> Vec<Tile> {
        let rows = FIRST..FIRST + self.size;
        rows.flat_map(|row| self.cells[row * WIDTH + FIRST..][..self.size].iter().copied())
            .collect()
    }

    /// How many tiles there are.
    pub fn tiles(&self) -> usize {
        self.tiles
    }

    /// The sides of a cell from which white leads into it, and those from which red does.
    fn ends(&self, cell: usize) -> (u8, u8) {
        let (mut white, mut red) = (0, 0);
        for side in 0..4 {
            let neighbour = self.cells[beside(cell, side)];
            if neighbour != 0 {
                // The neighbour's side across from this one.
                let is_white = neighbour >> ((side + 2) % 4) & 1 != 0;
                *if is_white { &mut white } else { &mut red } |= 1 << side;
            }
        }
        (white, red)
    }

    /// Whether play can continue from here: tiles are in one piece at the top left, sides agree
    /// where they touch, no cell is forced, and neither side has won. Without a tile white is to
    /// move.
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
        let agrees = |&cell: &usize| {
            let (white, red) = self.ends(cell);
            self.cells[cell] & white == white && self.cells[cell] & red == 0
        };
        let forces = |&cell: &usize| {
            let mut around = (0..4).map(|side| beside(cell, side)).filter(|cell| !is_tile(cell));
            around.any(|cell| {
                self.ends(cell).0.count_ones() > 1 || self.ends(cell).1.count_ones() > 1
            })
        };
        let wins = |&cell: &usize| self.wins(cell, Colour::White) || self.wins(cell, Colour::Red);
        tiles.iter().any(|cell| cell / WIDTH == FIRST)
            && tiles.iter().any(|cell| cell % WIDTH == FIRST)
            && piece.len() == tiles.len()
            && tiles.len() < self.size * self.size
            && tiles.iter().all(agrees)
            && !tiles.iter().any(|cell| forces(cell) || wins(cell))
    }

    /// All legal turns.
    pub fn turns(&self, mover: Colour) -> impl Iterator<Item = After> {
        let cells = (0..=self.height + 1)
            .flat_map(|row| (0..=self.width + 1).map(move |column| (row, column)));
        let free = cells.filter(|&(row, column)| {
            let cell = (row + FIRST - 1) * WIDTH + column + FIRST - 1;
            self.tiles == 0 || self.cells[cell] == 0 && self.ends(cell) != (0, 0)
        });
        let moves = free.flat_map(|cell| TILES.map(|tile| (cell, tile)));
        moves.filter_map(move |((row, column), tile)| self.turn(mover, row, column, tile))
    }

    /// One turn; rows and columns count from 1, 0 is a new one before the first. `None` if it is
    /// illegal.
    pub fn turn(&self, mover: Colour, row: usize, column: usize, tile: Tile) -> Option<After> {
        let (rows, columns) = (self.height, self.width);
        if rows == 0 {
            // The first tile: one of each shape that there is up to symmetry.
            let is_first = [NORTH | WEST, NORTH | SOUTH].contains(&tile) && (row, column) == (0, 0);
            let mut after = self.clone();
            after.set(0, 0, tile);
            return is_first.then_some((after, None));
        }
        let too_high = rows == self.size && (row == 0 || row > rows);
        let too_wide = columns == self.size && (column == 0 || column > columns);
        if row > rows + 1 || column > columns + 1 || too_high || too_wide || !TILES.contains(&tile)
        {
            return None;
        }
        // Make room before the first row or column: only empty border cells leave the field.
        let mut after = self.clone();
        let (down, right) = (usize::from(row == 0), usize::from(column == 0));
        after.cells.rotate_right(down * WIDTH + right);
        (after.height, after.width) = (rows + down, columns + right);
        let cell = (row + down + FIRST - 1) * WIDTH + column + right + FIRST - 1;
        let (white, red) = after.ends(cell);
        let fits = white | red != 0 && tile & white == white && tile & red == 0;
        if after.cells[cell] != 0 || !fits {
            return None;
        }
        let filled = after.fill(cell, tile)?;
        // If both have won, the mover has.
        let won = |&colour: &Colour| filled.iter().any(|&cell| after.wins(cell, colour));
        let winner = [mover, mover.other()].into_iter().find(won);
        let is_full = after.tiles() == self.size * self.size;
        let ending = winner.map(Ending::Won).or(is_full.then_some(Ending::Draw));
        Some((after, ending))
    }

    /// Puts a tile and fills what it forces; the cells filled. `None` if three equal ends lead into
    /// an empty cell.
    fn fill(&mut self, cell: usize, tile: Tile) -> Option<Vec<usize>> {
        self.put(cell, tile);
        let mut filled = vec![cell];
        let mut next = 0;
        while next < filled.len() {
            let cell = filled[next];
            next += 1;
            for side in 0..4 {
                let empty = beside(cell, side);
                if self.cells[empty] != 0 {
                    continue;
                }
                let (white, red) = self.ends(empty);
                if white.count_ones() > 2 || red.count_ones() > 2 {
                    return None;
                }
                if white.count_ones() == 2 || red.count_ones() == 2 {
                    self.put(empty, if white.count_ones() == 2 { white } else { !red & 0xF });
                    filled.push(empty);
                }
            }
        }
        Some(filled)
    }

    /// Whether the track of a colour through a cell closes on itself, or joins opposite edges of a
    /// board that has its full height or width.
    fn wins(&self, cell: usize, colour: Colour) -> bool {
        let white = self.cells[cell];
        let sides = if colour == Colour::White { white } else { !white & 0xF };
        let (one, other) = (sides.trailing_zeros() as usize, 7 - sides.leading_zeros() as usize);
        let Some(first) = self.follow(cell, one) else { return true };
        let Some(second) = self.follow(cell, other) else { return true };
        // Ends as (whether it leads north or south, the row or column of the edge).
        self.has_lines && first.0 == second.0 && first.1.abs_diff(second.1) == self.size
    }

    /// The end of the track that leaves a cell through a side; `None` if it is a loop.
    fn follow(&self, start: usize, leave: usize) -> Option<(bool, usize)> {
        let (mut cell, mut side) = (start, leave);
        loop {
            let next = beside(cell, side);
            let tile = self.cells[next];
            if tile == 0 {
                let vertical = side.is_multiple_of(2);
                let line = if vertical { cell / WIDTH } else { cell % WIDTH };
                // The edge behind the last row or column of the track has the number of the next
                // one.
                return Some((vertical, line + usize::from(side == 1 || side == 2)));
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

    /// The canonical form, equal for all images of a board: the least of the eight.
    pub fn canonical(&self) -> Vec<Tile> {
        let (rows, columns) = (self.height, self.width);
        let image = |symmetry: usize| {
            let mut image = vec![0; self.size * self.size];
            for row in 0..rows {
                for column in 0..columns {
                    let tile = self.cells[(row + FIRST) * WIDTH + column + FIRST];
                    let (mut to_row, mut to_column, mut to) = (row, column, tile);
                    if symmetry & 1 != 0 {
                        (to_row, to) = (rows - 1 - to_row, exchanged(to, NORTH, SOUTH));
                    }
                    if symmetry & 2 != 0 {
                        (to_column, to) = (columns - 1 - to_column, exchanged(to, EAST, WEST));
                    }
                    if symmetry & 4 != 0 {
                        to = exchanged(exchanged(to, NORTH, WEST), EAST, SOUTH);
                        (to_row, to_column) = (to_column, to_row);
                    }
                    image[to_row * self.size + to_column] = to;
                }
            }
            image
        };
        (0..8).map(image).min().unwrap_or_default()
    }
}

/// A tile with two of its sides exchanged.
fn exchanged(tile: Tile, one: u8, other: u8) -> Tile {
    let moved = |from: u8, to: u8| if tile & from != 0 { to } else { 0 };
    tile & !(one | other) | moved(one, other) | moved(other, one)
}
