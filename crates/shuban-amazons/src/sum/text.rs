//! Sums of regions as text.

use shuban_core::NotationError;

use super::ground::MAX_GROUND;
use crate::notation::{format_move, format_position};
use crate::position::Position;
use crate::read_position::parse_position;
use crate::subgame::{Army, Move, Subgame};

/// Most squares of a sum, burnt ones included, as each move is given with the sum after it.
const MAX_SQUARES: usize = 1_000;

/// Boards of which a player moves in one and leaves the others as they are, with a side to move.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct BoardSum {
    boards: Vec<Position>,
    to_move: Army,
}

/// A region of a sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SumRegion {
    /// Number of its board, from 0.
    pub board: usize,
    /// Its squares, as they lie there.
    pub subgame: Subgame,
}

impl SumRegion {
    /// Returns true if it has too many squares to be searched.
    pub(crate) fn is_large(&self) -> bool {
        self.subgame.squares().len() > MAX_GROUND
    }
}

/// A move in a sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SumMove {
    /// Number of the board it is made on, from 0.
    pub board: usize,
    /// The move.
    pub action: Move,
}

impl BoardSum {
    /// A sum of boards with a side to move, which replaces that of each board.
    pub fn new(boards: impl IntoIterator<Item = Position>, to_move: Army) -> Self {
        BoardSum {
            boards: boards.into_iter().map(|board| board.with_to_move(to_move)).collect(),
            to_move,
        }
    }

    /// Reads boards joined by `+`, each as [`parse_position`] reads it. Black is to move, or the
    /// side named after a space at the end: `X.O/..# + ..X/O.. white`.
    ///
    /// # Errors
    /// [`NotationError`] with the place, for boards that cannot be read, for a side to move that is
    /// not named at the end, and for more than 1,000 squares.
    ///
    /// ```
    /// use shuban_amazons::{Army, sum::BoardSum};
    ///
    /// let sum = BoardSum::parse("X..#O/...## + ..X/O.. white").unwrap();
    /// assert_eq!(sum.to_move(), Army::White);
    /// // The first board falls apart.
    /// assert_eq!(sum.regions().len(), 3);
    /// assert_eq!(sum.to_string(), "X..#O/...## + ..X/O.. white");
    /// assert_eq!(BoardSum::parse("X.O + X!O").unwrap_err().at, 7);
    /// ```
    pub fn parse(text: &str) -> Result<Self, NotationError> {
        let terms: Vec<&str> = text.split('+').collect();
        let mut boards = Vec::new();
        let (mut start, mut squares_so_far) = (0, 0);
        for (i, term) in terms.iter().enumerate() {
            let board = term.trim();
            let before = term.chars().take_while(|c| c.is_whitespace()).count();
            let error =
                |at: usize, reason: String| NotationError::new(text, start + before + at, reason);
            let position = parse_position(board).map_err(|inner| error(inner.at, inner.reason))?;
            if let Some((squares, _)) = board.split_once(' ')
                && i + 1 < terms.len()
            {
                let at = squares.chars().count() + 1;
                return Err(error(at, "who is to move is said once, after the last board".into()));
            }
            squares_so_far += position.height() * position.width();
            if squares_so_far > MAX_SQUARES {
                let reason = format!("a sum of more than {MAX_SQUARES} squares");
                return Err(error(0, reason));
            }
            boards.push(position);
            start += term.chars().count() + 1;
        }
        let to_move = boards.last().map_or(Army::Black, Position::to_move);
        Ok(BoardSum::new(boards, to_move))
    }

    /// The boards.
    pub fn boards(&self) -> &[Position] {
        &self.boards
    }

    /// The side to move.
    pub fn to_move(&self) -> Army {
        self.to_move
    }

    /// The same sum with a side to move.
    #[must_use]
    pub fn with_to_move(&self, to_move: Army) -> Self {
        BoardSum::new(self.boards.iter().copied(), to_move)
    }

    /// The sum after a legal move of the side to move.
    #[must_use]
    pub fn after(&self, action: &SumMove) -> Self {
        let mut after = self.with_to_move(self.to_move.opponent());
        let moved = after.boards.iter_mut().zip(&self.boards).nth(action.board);
        if let Some((after, before)) = moved {
            *after = before.after(action.action);
        }
        after
    }

    /// The independent regions of all boards, those without amazons left out.
    pub fn regions(&self) -> Vec<SumRegion> {
        let boards = self.boards.iter().enumerate();
        let regions = boards.flat_map(|(board, position)| {
            position.subgame().regions().map(move |subgame| SumRegion { board, subgame })
        });
        let has_amazons = |subgame: &Subgame| subgame.squares() != subgame.empty();
        regions.filter(|region| has_amazons(&region.subgame)).collect()
    }

    /// Each of the [`regions`](BoardSum::regions), cut out as it lies.
    pub(crate) fn parts(&self) -> Vec<Position> {
        let regions = self.regions().into_iter();
        regions.filter_map(|region| Position::around(region.subgame, self.to_move)).collect()
    }

    /// A move as text: on a single board as [`format_move`] writes it, else with the number of the
    /// board before it, from 1: `2:a1-b2/c3`.
    pub fn format_move(&self, action: &SumMove) -> String {
        let Some(board) = self.boards.get(action.board) else { return String::new() };
        let text = format_move(board, &action.action);
        if self.boards.len() == 1 { text } else { format!("{}:{text}", action.board + 1) }
    }
}

impl std::fmt::Display for BoardSum {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (i, board) in self.boards.iter().enumerate() {
            let joint = if i == 0 { "" } else { " + " };
            write!(f, "{joint}{}", format_position(&board.with_to_move(Army::Black)))?;
        }
        if self.to_move == Army::White { f.write_str(" white") } else { Ok(()) }
    }
}
