//! Boards and moves.

/// Largest number of rows and of columns.
pub(crate) const MOST: usize = 10;

/// Largest number of amazons of a side.
pub(crate) const MOST_AMAZONS: usize = 4;

/// A side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Drawn as `X`.
    Black,
    /// Drawn as `O`.
    White,
}

impl Side {
    /// Returns the other side.
    #[must_use]
    pub fn other(self) -> Side {
        match self {
            Side::Black => Side::White,
            Side::White => Side::Black,
        }
    }

    /// Returns its amazon.
    pub(crate) fn amazon(self) -> Square {
        match self {
            Side::Black => Square::Black,
            Side::White => Square::White,
        }
    }
}

/// The content of a square, by its number in files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Square {
    Empty,
    Black,
    White,
    Burnt,
}

impl Square {
    pub(crate) const ALL: [Square; 4] =
        [Square::Empty, Square::Black, Square::White, Square::Burnt];
}

/// A move: the squares that an amazon leaves, goes to and burns, by their numbers row by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Move {
    pub(crate) from: u8,
    pub(crate) to: u8,
    pub(crate) shot: u8,
}

/// The steps to the eight neighbours, as rows and columns.
const STEPS: [(isize, isize); 8] =
    [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];

/// A board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Board {
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    squares: [Square; MOST * MOST],
}

impl Board {
    /// Returns a board without amazons; the sides are from 1 to [`MOST`].
    pub(crate) fn new(rows: usize, columns: usize) -> Board {
        Board { rows, columns, squares: [Square::Empty; MOST * MOST] }
    }

    /// Returns the number of its squares.
    pub(crate) fn len(&self) -> usize {
        self.rows * self.columns
    }

    pub(crate) fn at(&self, number: usize) -> Square {
        self.squares[number]
    }

    pub(crate) fn set(&mut self, number: usize, square: Square) {
        self.squares[number] = square;
    }

    /// Returns the numbers of the squares on which this stands.
    pub(crate) fn all(&self, square: Square) -> impl Iterator<Item = usize> {
        (0..self.len()).filter(move |&number| self.squares[number] == square)
    }

    /// Returns the number of burnt squares.
    pub(crate) fn burnt(&self) -> usize {
        self.all(Square::Burnt).count()
    }

    /// Returns the squares in one direction after another, until the board ends.
    pub(crate) fn rays(
        &self,
        number: usize,
    ) -> impl Iterator<Item = impl Iterator<Item = usize> + use<>> + use<> {
        let (rows, columns) = (self.rows, self.columns);
        let (row, column) = (number / columns, number % columns);
        STEPS.into_iter().map(move |(down, right)| {
            (1..).map_while(move |steps: isize| {
                let row = row.checked_add_signed(steps * down).filter(|&row| row < rows)?;
                let column =
                    column.checked_add_signed(steps * right).filter(|&one| one < columns)?;
                Some(row * columns + column)
            })
        })
    }

    /// Returns the neighbours of a square.
    pub(crate) fn beside(&self, number: usize) -> impl Iterator<Item = usize> + use<> {
        self.rays(number).filter_map(|mut ray| ray.next())
    }

    /// Returns the squares that are a queen's move away, in order.
    pub(crate) fn reach(&self, number: usize) -> Vec<usize> {
        let mut reached: Vec<usize> = self
            .rays(number)
            .flat_map(|ray| ray.take_while(|&next| self.squares[next] == Square::Empty))
            .collect();
        reached.sort_unstable();
        reached
    }

    /// Returns true if a side can move: an amazon with an empty square beside it can shoot back to where
    /// it stood.
    pub(crate) fn can_move(&self, side: Side) -> bool {
        self.all(side.amazon())
            .any(|amazon| self.beside(amazon).any(|next| self.squares[next] == Square::Empty))
    }

    /// Returns all moves of a side, in order.
    pub(crate) fn moves(&self, side: Side) -> Vec<Move> {
        let mut moves = Vec::new();
        let mut board = self.clone();
        for from in self.all(side.amazon()) {
            board.set(from, Square::Empty);
            for to in self.reach(from) {
                let shots = board.reach(to).into_iter();
                let with = |shot| Move { from: from as u8, to: to as u8, shot: shot as u8 };
                moves.extend(shots.map(with));
            }
            board.set(from, side.amazon());
        }
        moves
    }

    /// Returns the board after a move.
    pub(crate) fn after(&self, action: Move) -> Board {
        let mut after = self.clone();
        let [from, to, shot] = [action.from, action.to, action.shot].map(usize::from);
        after.set(to, self.at(from));
        after.set(from, Square::Empty);
        after.set(shot, Square::Burnt);
        after
    }

    /// Returns the rows, from the top, as `shuban show` reads them.
    pub(crate) fn diagram(&self) -> String {
        let letter = |number: usize| match self.at(number) {
            Square::Empty => '.',
            Square::Black => 'X',
            Square::White => 'O',
            Square::Burnt => '#',
        };
        let row = |row: usize| -> String {
            (0..self.columns).map(|column| letter(row * self.columns + column)).collect()
        };
        (0..self.rows).map(row).collect::<Vec<String>>().join("/")
    }
}
