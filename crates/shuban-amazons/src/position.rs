//! A board with a side to move.

use crate::placement::MAX_AMAZONS;
use crate::squares::{Square, Squares};
use crate::subgame::{Move, Side, Subgame};

/// Rows and columns of a board at most.
pub const MAX_BOARD: usize = 10;

/// A rectangular board of up to 10 by 10 squares with up to four amazons a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    height: u8,
    width: u8,
    subgame: Subgame,
    to_move: Side,
}

/// Why squares and amazons are not a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// The board is empty or too large.
    #[error("a board has 1 to {MAX_BOARD} rows and columns, not {height} rows and {width} columns")]
    Board {
        /// Rows.
        height: usize,
        /// Columns.
        width: usize,
    },
    /// Squares lie outside of the board.
    #[error("there are squares outside of the board")]
    Outside,
    /// A side has too many amazons.
    #[error("{} has {count} amazons, more than {MAX_AMAZONS}", side.name())]
    Amazons {
        /// Which side.
        side: Side,
        /// How many it has.
        count: usize,
    },
}

impl Position {
    /// A board of so many rows and columns on which only the squares of `subgame` are not burnt.
    ///
    /// # Errors
    /// [`PositionError`] if the board or a side is too large, or squares lie outside of the board.
    pub fn new(
        height: usize,
        width: usize,
        subgame: Subgame,
        to_move: Side,
    ) -> Result<Self, PositionError> {
        if !(1..=MAX_BOARD).contains(&height) || !(1..=MAX_BOARD).contains(&width) {
            return Err(PositionError::Board { height, width });
        }
        if !subgame.squares().is_subset(Squares::rectangle(height, width)) {
            return Err(PositionError::Outside);
        }
        for side in Side::BOTH {
            let count = subgame.amazons(side).len();
            if count > MAX_AMAZONS {
                return Err(PositionError::Amazons { side, count });
            }
        }
        Ok(Position { height: height as u8, width: width as u8, subgame, to_move })
    }

    /// The smallest board that holds a subgame, shifted to its corner.
    ///
    /// # Errors
    /// [`PositionError`] if it would have to be too large, or a side has too many amazons.
    pub fn around(subgame: Subgame, to_move: Side) -> Result<Self, PositionError> {
        let corner = subgame.image(crate::symmetry::Symmetry::ALL[0]);
        let (height, width) = corner.squares().extent();
        Position::new(height.max(1), width.max(1), corner, to_move)
    }

    /// The starting position of the game on 10 by 10 squares.
    pub fn start() -> Self {
        let on = |squares: [(usize, usize); 4]| -> Squares {
            squares.into_iter().filter_map(|(row, column)| Square::new(row, column)).collect()
        };
        let white = on([(3, 0), (0, 3), (0, 6), (3, 9)]);
        let black = on([(6, 0), (9, 3), (9, 6), (6, 9)]);
        let subgame = Subgame::new(Squares::rectangle(MAX_BOARD, MAX_BOARD), black, white)
            .expect("the squares are eight different ones of the board");
        Position { height: MAX_BOARD as u8, width: MAX_BOARD as u8, subgame, to_move: Side::Black }
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

    /// Whose turn it is.
    pub fn to_move(&self) -> Side {
        self.to_move
    }

    /// The same with the other side, or the same side, to move.
    #[must_use]
    pub fn with_to_move(self, to_move: Side) -> Self {
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
