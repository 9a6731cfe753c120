//! The rules of one size of limited TRAX: turns and outcomes.

use std::fmt;

use crate::bits::each;
use crate::board::Board;
use crate::field::{Field, is_within, placements, relative};
use crate::tile::{Colour, Tile};
use crate::tracks::{Tracks, Wins};

/// Definition of a victory line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Lines {
    /// A track between opposite outer edges of a board as wide, or high, as it may become.
    #[default]
    Full,
    /// No lines: only loops win. The reading where lines keep the length of 8 on smaller boards.
    None,
}

/// Limited TRAX on boards of at most n×n tiles, n = 2..8.
///
/// Two players, white and then red, each put one tile beside those that are there, edges of equal
/// colour together. Every empty cell into which two ends of equal colour lead is filled in the same
/// turn, again and again; a turn in which three equal ends lead into an empty cell is illegal. The
/// frame is not fixed: only the rectangle around all tiles is limited.
///
/// A closed track (a *loop*), or one between opposite outer edges of a board n wide or high (a
/// *line*), wins for its colour, whichever player made it, once the turn is over; for the mover, if
/// both colours have one. A full board without is a draw. A player stuck with cells left has lost.
///
/// The game is David Smith's (1980); the limits, and these rules on them, are those of Kuwabara and
/// Hoki, "An Attempt to Solve Limited TRAX" (2016).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Trax {
    size: u8,
    lines: Lines,
}

/// Error for an unsupported board size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("limited TRAX is played on boards of 2 to 8 rows and columns, not {0}")]
pub struct SizeError(pub usize);

/// The tiles and the player to move. At the top left of its field.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position {
    pub(crate) board: Board,
    pub(crate) to_move: Colour,
    /// Colours that have a loop or a line. Follows from the board.
    pub(crate) wins: Wins,
}

impl Position {
    /// The empty position; white is to move.
    pub const START: Position =
        Position { board: Board::EMPTY, to_move: Colour::White, wins: Wins(0) };

    /// The tiles, at the top left.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The player to move, or who would be.
    pub fn to_move(&self) -> Colour {
        self.to_move
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (rows, columns) = self.board.size();
        write!(f, "{} to move:", self.to_move)?;
        for row in 0..rows {
            f.write_str(" ")?;
            for column in 0..columns {
                f.write_str(self.board.tile(row, column).map_or("..", Tile::code))?;
            }
        }
        Ok(())
    }
}

/// A tile and where it is put: rows and columns counted from the top left corner of the rectangle
/// around all tiles, so that -1 is the row above, or the column to the left of, them all. The first
/// tile of a game is put at (-1, -1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    /// The row.
    pub row: i32,
    /// The column.
    pub column: i32,
    /// The tile, as it lies.
    pub tile: Tile,
}

/// End of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GameOver {
    /// The winner; `None` for a draw.
    pub winner: Option<Colour>,
    /// The reason.
    pub reason: Reason,
}

/// Reason why a game has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// The winner's track closes on itself.
    Loop,
    /// The winner's track joins opposite outer edges.
    Line,
    /// All cells are taken.
    Full,
    /// The player to move has no legal turn.
    Stuck,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Reason::Loop => "loop",
            Reason::Line => "line",
            Reason::Full => "full",
            Reason::Stuck => "stuck",
        })
    }
}

impl Trax {
    /// Creates the game on boards of at most `size`×`size` tiles.
    ///
    /// # Errors
    /// [`SizeError`] unless 2 ≤ `size` ≤ 8.
    pub fn new(size: usize, lines: Lines) -> Result<Self, SizeError> {
        if (2..=8).contains(&size) {
            Ok(Trax { size: size as u8, lines })
        } else {
            Err(SizeError(size))
        }
    }

    /// Most rows and columns of the board.
    pub fn size(&self) -> usize {
        usize::from(self.size)
    }

    /// The definition of a victory line.
    pub fn lines(&self) -> Lines {
        self.lines
    }

    /// Distance of the ends of a victory line.
    pub(crate) fn span(&self) -> u8 {
        match self.lines {
            Lines::Full => self.size,
            Lines::None => Tracks::NO_LINES,
        }
    }

    /// The position with these tiles, cornered.
    pub(crate) fn position(&self, board: Board, to_move: Colour) -> Position {
        debug_assert!(is_within(&board, self.size()));
        Position { board, to_move, wins: Tracks::wins_on(&board, self.span()) }
    }

    /// The games' two first positions, each with the tile that is put.
    pub(crate) fn first_turns(&self, to_move: Colour) -> [(Move, Position); 2] {
        [Tile::NorthWest, Tile::NorthSouth].map(|tile| {
            let mut board = Board::EMPTY;
            board.put(1, tile);
            (Move { row: -1, column: -1, tile }, self.position(board, to_move))
        })
    }

    /// Visits every legal turn of a position that is not over, in an order that depends on the
    /// position alone: the move and the position after it. Two moves may lead to the same position,
    /// as when either of two tiles forces the other.
    ///
    /// `visit` returns true to go on.
    #[inline]
    pub fn each_turn(&self, position: &Position, mut visit: impl FnMut(Move, Position) -> bool) {
        if position.board == Board::EMPTY {
            let first = self.first_turns(position.to_move.other());
            let _ = first.into_iter().all(|(played, after)| visit(played, after));
            return;
        }
        let mut goes_on = true;
        placements(&position.board, self.size(), |field| {
            if goes_on {
                goes_on = self.each_turn_on(field, position.to_move, &mut visit);
            }
        });
    }

    fn each_turn_on(
        &self,
        field: &Field,
        mover: Colour,
        visit: &mut impl FnMut(Move, Position) -> bool,
    ) -> bool {
        let tracks = Tracks::new(&field.board, self.span());
        for tile in Tile::ALL {
            let chaining = field.chaining(tile);
            for cell in each(field.fitting(tile)) {
                let forces = chaining >> cell & 1 != 0;
                let Ok((board, wins)) = tracks.after(field, cell, tile, forces) else { continue };
                let (row, column) = relative(field, cell);
                let played = Move { row, column, tile };
                let after = Position { board: board.cornered(), to_move: mover.other(), wins };
                if !visit(played, after) {
                    return false;
                }
            }
        }
        true
    }

    /// The distinct positions that legal turns lead to, each with the first move that does, in the
    /// order of [`each_turn`](Trax::each_turn). Empty if the game is over.
    pub fn turns(&self, position: &Position) -> Vec<(Move, Position)> {
        let mut turns: Vec<(Move, Position)> = Vec::new();
        if self.settled_outcome(position).is_none() {
            let (rows, columns) = position.board.size();
            let is_row = rows <= 1 || columns <= 1;
            self.each_turn(position, |played, after| {
                // Turns meet if they are chains, or if a board of one row or column is shifted by
                // one.
                let can_meet = is_row || after.board.tiles() > position.board.tiles() + 1;
                if !can_meet || turns.iter().all(|(_, other)| *other != after) {
                    turns.push((played, after));
                }
                true
            });
        }
        turns
    }

    /// Returns true if the player to move has a legal turn.
    pub(crate) fn can_move(&self, position: &Position) -> bool {
        let mut can = false;
        self.each_turn(position, |_, _| {
            can = true;
            false
        });
        can
    }

    /// End of the game by the tiles alone, without looking for legal turns: `None` if it goes on or
    /// the player to move is stuck.
    #[inline]
    pub(crate) fn settled_outcome(&self, position: &Position) -> Option<Option<Colour>> {
        if let Some(winner) = position.wins.winner(position.to_move.other()) {
            return Some(Some(winner));
        }
        (position.board.tiles() == self.size() * self.size()).then_some(None)
    }

    /// End of the game; `None` while it goes on.
    pub fn ending(&self, position: &Position) -> Option<GameOver> {
        match self.settled_outcome(position) {
            Some(Some(winner)) => {
                let has_loop = Tracks::wins_on(&position.board, Tracks::NO_LINES).has(winner);
                let reason = if has_loop { Reason::Loop } else { Reason::Line };
                Some(GameOver { winner: Some(winner), reason })
            }
            Some(None) => Some(GameOver { winner: None, reason: Reason::Full }),
            None if self.can_move(position) => None,
            None => {
                Some(GameOver { winner: Some(position.to_move.other()), reason: Reason::Stuck })
            }
        }
    }
}
