//! A board with a side to move.

use crate::placement::MAX_AMAZONS;
use crate::squares::{Square, Squares};
use crate::subgame::{Army, Move, Subgame};
use crate::symmetry::Symmetry;

/// Rows and columns of a board at most.
pub const MAX_BOARD: usize = 10;

/// A rectangular board of up to 10 by 10 squares with up to four amazons a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    height: u8,
    width: u8,
    subgame: Subgame,
    to_move: Army,
}

impl Position {
    /// A board of these rows and columns on which only the squares of `subgame` are not burnt;
    /// `None` if the board is empty or larger than [`MAX_BOARD`], squares lie outside of it, or a
    /// side has more than four amazons.
    pub fn new(height: usize, width: usize, subgame: Subgame, to_move: Army) -> Option<Self> {
        let is_board = [height, width].iter().all(|side| (1..=MAX_BOARD).contains(side));
        let is_position = is_board
            && subgame.squares().is_subset(Squares::rectangle(height, width))
            && Army::BOTH.iter().all(|&side| subgame.amazons(side).len() <= MAX_AMAZONS);
        let (height, width) = (height as u8, width as u8);
        is_position.then_some(Position { height, width, subgame, to_move })
    }

    /// The smallest board that holds a subgame, shifted to its corner; `None` as for
    /// [`new`](Self::new).
    pub fn around(subgame: Subgame, to_move: Army) -> Option<Self> {
        let corner = subgame.image(Symmetry::ALL[0]);
        let (height, width) = corner.squares().extent();
        Position::new(height.max(1), width.max(1), corner, to_move)
    }

    /// The starting position of the game on 10 by 10 squares: White, at the bottom, begins.
    pub fn start() -> Self {
        let on = |squares: [(usize, usize); 4]| -> Squares {
            squares.into_iter().filter_map(|(row, column)| Square::new(row, column)).collect()
        };
        let black = on([(3, 0), (0, 3), (0, 6), (3, 9)]);
        let white = on([(6, 0), (9, 3), (9, 6), (6, 9)]);
        Subgame::new(Squares::rectangle(MAX_BOARD, MAX_BOARD), black, white)
            .and_then(|subgame| Position::new(MAX_BOARD, MAX_BOARD, subgame, Army::White))
            .expect("the squares are eight different ones of the board")
    }

    /// Rows of the board.
    pub fn height(&self) -> usize {
        self.height.into()
    }

    /// Columns of the board.
    pub fn width(&self) -> usize {
        self.width.into()
    }

    /// The squares that are not burnt, and the amazons.
    #[inline]
    pub fn subgame(&self) -> &Subgame {
        &self.subgame
    }

    /// The side to move.
    pub fn to_move(&self) -> Army {
        self.to_move
    }

    /// The same board with a side to move.
    #[must_use]
    pub fn with_to_move(self, to_move: Army) -> Self {
        Position { to_move, ..self }
    }

    /// The position after a legal move of the side to move.
    #[must_use]
    pub fn after(self, action: Move) -> Self {
        let subgame = self.subgame.after(self.to_move, action);
        Position { subgame, to_move: self.to_move.opponent(), ..self }
    }

    /// Colours and turn exchanged: the same position for the player to move.
    #[must_use]
    pub fn swapped(self) -> Self {
        Position { subgame: self.subgame.swapped(), to_move: self.to_move.opponent(), ..self }
    }
}
