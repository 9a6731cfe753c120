//! One move, played as it is written: a cell and a shape.

use crate::board::Board;
use crate::field::Field;
use crate::rules::{GameOver, Move, Position, Trax};
use crate::tile::{Shape, Tile};
use crate::tracks::Tracks;

/// Reason why a move cannot be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IllegalMove {
    /// The game has ended.
    #[error(
        "the game is over ({}, {})",
        .0.winner.map_or("draw".to_owned(), |winner| format!("{winner} wins")),
        .0.reason
    )]
    Over(GameOver),
    /// The first tile is put at `@0`, as `/` or `+`.
    #[error("the first move is `@0/` or `@0+`")]
    First,
    /// There is a tile already.
    #[error("there is a tile already")]
    Taken,
    /// No tile is beside the cell.
    #[error("a tile must be put beside one that is there")]
    Apart,
    /// The board would become larger than the limit.
    #[error("the board would have more than {0} rows or columns")]
    TooLarge(usize),
    /// A game without a board has become very long.
    #[error("positions of at most {0} tiles are read")]
    TooMany(usize),
    /// Neither tile of the shape fits the neighbours.
    #[error("no tile of this shape fits the colours of its neighbours")]
    Mismatch,
    /// Three ends of one colour would lead into an empty cell.
    #[error("three equal ends would lead into an empty cell")]
    ThreeEnds,
}

impl Trax {
    /// Plays the tile of this shape that fits the neighbours; rows and columns as in [`Move`],
    /// those of the first tile -1 and -1.
    ///
    /// # Errors
    /// [`IllegalMove`]: the rule that it breaks.
    pub fn play(
        &self,
        position: &Position,
        row: i32,
        column: i32,
        shape: Shape,
    ) -> Result<(Move, Position), IllegalMove> {
        if let Some(outcome) = self.ending(position) {
            return Err(IllegalMove::Over(outcome));
        }
        let to_move = position.to_move.other();
        if position.board == Board::EMPTY {
            let mut first = self.first_turns(to_move).into_iter();
            let played = first.find(|(played, _)| played.tile.shape() == shape);
            return played.filter(|_| (row, column) == (-1, -1)).ok_or(IllegalMove::First);
        }
        let (rows, columns) = position.board.size();
        let (rows, columns) = (rows as i32, columns as i32);
        if !(-1..=rows).contains(&row) || !(-1..=columns).contains(&column) {
            return Err(IllegalMove::Apart);
        }
        let (down, right) = (i32::from(row == -1), i32::from(column == -1));
        let limit = self.size() as i32;
        if (rows + down).max(row + 1) > limit || (columns + right).max(column + 1) > limit {
            return Err(IllegalMove::TooLarge(self.size()));
        }
        let board = position.board.shifted(down as usize, right as usize);
        let put = 1u64 << (8 * (row + down) + column + right);
        let field = Field::new(board, u64::MAX);
        if field.occupied & put != 0 {
            return Err(IllegalMove::Taken);
        }
        if field.candidates & put == 0 {
            return Err(IllegalMove::Apart);
        }
        let tile = Tile::ALL
            .into_iter()
            .find(|&tile| tile.shape() == shape && field.fitting(tile) & put != 0);
        let tile = tile.ok_or(IllegalMove::Mismatch)?;
        let board = field.settled(put, tile).ok_or(IllegalMove::ThreeEnds)?;
        let added = board.occupied() & !field.occupied;
        let wins = Tracks::new(&field.board, self.span()).extend(&board, added);
        // A diagonal corner has no neighbours, so a move makes room in one direction at most, and
        // the board after it is in its corner.
        let played = Move { row, column, tile };
        Ok((played, Position { board, to_move, wins }))
    }
}
