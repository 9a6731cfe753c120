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

/// The cells of the field: at most 8×8, and a border of three on each side, so that a tile may be put
/// outside, and the neighbours of its neighbours exist.
pub(crate) const WIDTH: usize = 14;
/// On the largest board.
const MOST_TILES: usize = 64;
/// The first row and column inside the border.
pub(crate) const FIRST: usize = 3;
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

/// A turn.
pub(crate) struct Turned {
    pub(crate) after: Board,
    pub(crate) ending: Option<Ending>,
    /// The cell of the tile that was put, on the board after it.
    pub(crate) cell: usize,
    /// How many cells were filled.
    pub(crate) filled: usize,
}

/// Where a track ends.
#[derive(Clone, Copy)]
pub(crate) struct TrackEnd {
    /// The cell of its last tile.
    pub(crate) cell: usize,
    /// The side through which it leaves that.
    pub(crate) side: usize,
}

impl TrackEnd {
    /// Which edge between rows, or columns, it leaves through: the one behind a row or column has
    /// the number of the next one.
    fn edge(self) -> usize {
        let line = if self.side.is_multiple_of(2) { self.cell / WIDTH } else { self.cell % WIDTH };
        line + usize::from(self.side == 1 || self.side == 2)
    }
}

/// The cells that a turn fills, in order.
struct Filled {
    cells: [u8; MOST_TILES],
    count: usize,
}

impl Filled {
    fn push(&mut self, cell: usize) {
        self.cells[self.count] = cell as u8;
        self.count += 1;
    }

    fn cells(&self) -> &[u8] {
        &self.cells[..self.count]
    }
}

/// Tiles, the topmost in the first row and the leftmost in the first column of the field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    pub(crate) cells: [Tile; CELLS],
    /// How many cells have tiles.
    tiles: usize,
    /// The number of rows from the first to the last that has tiles.
    pub(crate) height: usize,
    /// The number of columns, likewise.
    pub(crate) width: usize,
    size: usize,
    has_lines: bool,
}

/// Whether a tile is white on these sides, and not on those.
fn agrees(tile: Tile, white: u8, red: u8) -> bool {
    tile & white == white && tile & red == 0
}

pub(crate) fn beside(cell: usize, side: usize) -> usize {
    // Tiles are never on the border, so that this stays on the field.
    cell.wrapping_add_signed(STEPS[side])
}

impl Board {
    /// No tile, on at most `size`×`size` cells, 2 to 8; with victory lines or without.
    pub fn new(size: usize, has_lines: bool) -> Self {
        Board { cells: [0; CELLS], tiles: 0, height: 0, width: 0, size, has_lines }
    }

    /// The same board without tiles.
    pub(crate) fn emptied(&self) -> Board {
        Board::new(self.size, self.has_lines)
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
            agrees(self.cells[cell], white, red)
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
        let places = self.places();
        places.filter_map(move |(row, column, tile)| self.turn(mover, row, column, tile))
    }

    /// The places beside tiles, with the tiles that agree with those around them, by row, column and
    /// tile: all turns are among them.
    pub(crate) fn places(&self) -> impl Iterator<Item = (usize, usize, Tile)> {
        let cells = (0..=self.height + 1)
            .flat_map(|row| (0..=self.width + 1).map(move |column| (row, column)));
        let cells = cells.filter(|&(row, column)| self.has_room(row, column));
        cells.flat_map(|(row, column)| {
            let cell = (row + FIRST - 1) * WIDTH + column + FIRST - 1;
            let (white, red) = self.ends(cell);
            let is_free = self.cells[cell] == 0 && (white | red != 0 || self.tiles == 0);
            let fits = move |tile: &Tile| is_free && agrees(*tile, white, red);
            TILES.into_iter().filter(fits).map(move |tile| (row, column, tile))
        })
    }

    /// One turn; rows and columns count from 1, 0 is a new one before the first. `None` if it is
    /// illegal.
    pub fn turn(&self, mover: Colour, row: usize, column: usize, tile: Tile) -> Option<After> {
        let turned = self.turned(mover, row, column, tile)?;
        Some((turned.after, turned.ending))
    }

    /// The same, and more of it.
    pub(crate) fn turned(
        &self,
        mover: Colour,
        row: usize,
        column: usize,
        tile: Tile,
    ) -> Option<Turned> {
        if self.tiles == 0 {
            // The first tile: one of each shape that there is up to symmetry.
            let is_first = [NORTH | WEST, NORTH | SOUTH].contains(&tile) && (row, column) == (0, 0);
            return is_first.then(|| {
                let mut after = self.clone();
                after.set(0, 0, tile);
                Turned { after, ending: None, cell: FIRST * WIDTH + FIRST, filled: 1 }
            });
        }
        if !self.has_room(row, column) || !TILES.contains(&tile) {
            return None;
        }
        let cell = (row + FIRST - 1) * WIDTH + column + FIRST - 1;
        if !self.fits(cell, tile) {
            return None;
        }
        let mut after = self.clone();
        let filled = after.fill(cell, tile)?;
        let ending = after.ending(mover, filled.cells());
        // Make room before the first row or column: only empty border cells leave the field.
        let (down, right) = (usize::from(row == 0), usize::from(column == 0));
        after.cells.rotate_right(down * WIDTH + right);
        (after.height, after.width) = (after.height + down, after.width + right);
        let cell = cell + down * WIDTH + right;
        Some(Turned { after, ending, cell, filled: filled.count })
    }

    /// Whether the board may have a tile in that row and column, as turns count them.
    fn has_room(&self, row: usize, column: usize) -> bool {
        let within = |place: usize, count: usize| match count == self.size {
            true => (1..=count).contains(&place),
            false => place <= count + 1,
        };
        within(row, self.height) && within(column, self.width)
    }

    /// Whether a cell is empty and beside a tile, and this one agrees with those around it.
    fn fits(&self, cell: usize, tile: Tile) -> bool {
        let (white, red) = self.ends(cell);
        self.cells[cell] == 0 && white | red != 0 && agrees(tile, white, red)
    }

    /// How a turn that has filled these cells ended the game. If both have won, the mover has.
    fn ending(&self, mover: Colour, filled: &[u8]) -> Option<Ending> {
        let won = |&colour: &Colour| filled.iter().any(|&cell| self.wins(cell.into(), colour));
        let winner = [mover, mover.other()].into_iter().find(won);
        let is_full = self.tiles == self.size * self.size;
        winner.map(Ending::Won).or(is_full.then_some(Ending::Draw))
    }

    /// Whether the mover has a turn that wins, or fills the board without a winner if a `draw` will
    /// do.
    pub(crate) fn can_end(&self, mover: Colour, draw: bool) -> bool {
        // Tiles are put where they are, and taken back.
        let mut board = self.clone();
        self.places().any(|(row, column, tile)| {
            let cell = (row + FIRST - 1) * WIDTH + column + FIRST - 1;
            let Some(filled) = board.fill(cell, tile) else {
                board.clone_from(self);
                return false;
            };
            let wins = |colour| filled.cells().iter().any(|&cell| board.wins(cell.into(), colour));
            let is_full = board.tiles == self.size * self.size;
            let ends = wins(mover) || draw && is_full && !wins(mover.other());
            filled.cells().iter().for_each(|&cell| board.cells[usize::from(cell)] = 0);
            (board.tiles, board.height, board.width) = (self.tiles, self.height, self.width);
            ends
        })
    }

    /// Puts a tile and fills what it forces; the cells filled. `None` if three equal ends lead into
    /// an empty cell; some cells are filled then.
    fn fill(&mut self, cell: usize, tile: Tile) -> Option<Filled> {
        let mut filled = Filled { cells: [0; MOST_TILES], count: 0 };
        self.put(cell, tile);
        filled.push(cell);
        let mut next = 0;
        while next < filled.count {
            let cell = usize::from(filled.cells[next]);
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
        let [one, other] = self.sides(cell, colour);
        // Most tracks end at once, where no line can.
        let is_near = |side| self.cells[beside(cell, side)] == 0;
        let is_over = |side| is_near(side) && !self.may_be_an_edge(TrackEnd { cell, side });
        if is_over(one) || is_over(other) {
            return false;
        }
        let Some(first) = self.follow(cell, one) else { return true };
        if !self.may_be_an_edge(first) {
            return false;
        }
        let Some(second) = self.follow(cell, other) else { return true };
        let distance = first.edge().abs_diff(second.edge());
        first.side % 2 == second.side % 2 && distance == self.size
    }

    /// Whether a line may end there: before the first row or column, or behind the last one. Turns
    /// that are not done yet may have begun a new one before the first.
    fn may_be_an_edge(&self, end: TrackEnd) -> bool {
        let (place, count) = match end.side % 2 {
            0 => (end.cell / WIDTH, self.height),
            _ => (end.cell % WIDTH, self.width),
        };
        let is_outermost = match end.side {
            0 | 3 => place <= FIRST,
            _ => place + 1 >= FIRST + count,
        };
        self.has_lines && is_outermost && count + 1 >= self.size
    }

    /// The two sides of a tile that a colour joins.
    fn sides(&self, cell: usize, colour: Colour) -> [usize; 2] {
        let white = self.cells[cell];
        let sides = if colour == Colour::White { white } else { !white & 0xF };
        [sides.trailing_zeros() as usize, 7 - sides.leading_zeros() as usize]
    }

    /// Both ends of the track of a colour through a tile; `None` if it is a loop.
    pub(crate) fn track(&self, cell: usize, colour: Colour) -> Option<[TrackEnd; 2]> {
        let [one, other] = self.sides(cell, colour);
        Some([self.follow(cell, one)?, self.follow(cell, other)?])
    }

    /// The end of the track that leaves a cell through a side; `None` if it is a loop.
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
