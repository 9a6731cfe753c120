//! Proofs of boards of Amazons.

use std::path::Path;

use shuban_store::{Database, Disk};

use crate::amazons::board::{Board, MOST, MOST_AMAZONS, Side, Square};
use crate::amazons::closing::Closing;
use crate::amazons::key::Key;
use crate::amazons::turns::Turns;
use crate::check::{Checked, Refusal};
use crate::proof::{Contents, ProofError, Sizes, meaningless};
use crate::record::Walk;
use crate::rules::Start;
use crate::walk::followed;

/// Bytes of a root before its squares: the side to move, rows and columns.
const HEAD: usize = 3;

/// A proof that a side makes the last move, as it was read, not checked yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardProof {
    /// The game's name.
    pub game: String,
    /// The side that claims to win.
    pub side: Side,
    pub(crate) root: Board,
    /// The side to move at the root.
    pub to_move: Side,
    /// The moves of the side that claims to win.
    pub walk: Walk,
    /// Largest number of plies of plain search at a leaf.
    pub closed_plies: u32,
    /// Largest number of positions of it.
    pub closed_nodes: u64,
    /// The file's account of the search that found it, which cannot be checked.
    pub claimed: String,
}

impl BoardProof {
    /// Reads a file and compares every byte with its checksum. It takes no more memory than a file
    /// of its length can need.
    ///
    /// # Errors
    /// [`ProofError`].
    pub fn open(path: &Path) -> Result<BoardProof, ProofError> {
        BoardProof::read(&Database::open(&Disk::default(), path)?)
    }

    pub(crate) fn read(database: &Database) -> Result<BoardProof, ProofError> {
        let sizes = |game: &str| {
            is_game(game, None).then_some(Sizes {
                root: HEAD as u64..=(HEAD + (MOST * MOST).div_ceil(4)) as u64,
                key: size_of::<Key>() as u64,
            })
        };
        let contents = Contents::read(database, sizes)?;
        let Contents {
            game, seat, wins, answer, walk, closed_plies, closed_nodes, claimed, ..
        } = contents;
        if !wins {
            return Err(meaningless("it asks for a draw, and there are none"));
        }
        // White begins, and is the first seat.
        let asker = if seat == 0 { Side::White } else { Side::Black };
        let side = if answer { asker } else { asker.other() };
        let (to_move, root) = read_board(&contents.root)
            .filter(|(_, root)| is_game(&game, Some(root)))
            .ok_or_else(|| meaningless("its root is no position"))?;
        Ok(BoardProof { game, side, root, to_move, walk, closed_plies, closed_nodes, claimed })
    }

    /// Returns the claim in words.
    pub fn claim(&self) -> String {
        let word = |side| if side == Side::Black { "black" } else { "white" };
        let (side, root, to_move) = (word(self.side), self.root.diagram(), word(self.to_move));
        format!("{}: {side} wins from {root} {to_move}", self.game)
    }

    /// Checks the whole proof, unless `is_asked_to_stop` returns true on the way: it is called often, and
    /// from several threads. Returns `None` if the check has stopped.
    ///
    /// # Errors
    /// The first [`Refusal`].
    pub fn check_unless(
        &self,
        is_asked_to_stop: &(dyn Fn() -> bool + Sync),
    ) -> Result<Option<Checked>, Refusal> {
        let start = Start {
            board: &self.root,
            is_own: self.to_move == self.side,
            is_open: self.root.can_move(self.to_move),
        };
        let BoardProof { side, closed_plies: plies, closed_nodes: nodes, .. } = *self;
        let (rows, columns) = (self.root.rows, self.root.columns);
        let turns = Turns { side, rows, columns, closing: Closing { side, plies, nodes } };
        followed(&turns, &start, &self.walk, is_asked_to_stop)
    }
}

/// Returns true if a game is `amazons`, or `amazons/WxH` of that board's columns and rows.
fn is_game(game: &str, board: Option<&Board>) -> bool {
    let Some(size) = game.strip_prefix("amazons") else { return false };
    let mut sizes = (1..=MOST).flat_map(|rows| (1..=MOST).map(move |columns| (rows, columns)));
    let is_of = |rows: usize, columns: usize| {
        board.is_none_or(|board| (board.rows, board.columns) == (rows, columns))
    };
    size.is_empty()
        || sizes.any(|(rows, columns)| is_of(rows, columns) && size == format!("/{columns}x{rows}"))
}

/// Returns the side to move, and the board of a record: two bits for each square, row by row, from the lowest on.
fn read_board(record: &[u8]) -> Option<(Side, Board)> {
    let (&[side, rows, columns], squares) = record.split_first_chunk()?;
    let to_move = *[Side::Black, Side::White].get(usize::from(side))?;
    let (rows, columns) = (usize::from(rows), usize::from(columns));
    let is_board = [rows, columns].iter().all(|side| (1..=MOST).contains(side));
    if !is_board || squares.len() != (rows * columns).div_ceil(4) {
        return None;
    }
    let square = |number: usize| squares[number / 4] >> (2 * (number % 4)) & 3;
    let mut board = Board::new(rows, columns);
    for number in 0..rows * columns {
        board.set(number, Square::ALL[usize::from(square(number))]);
    }
    let is_army = |amazon| board.all(amazon).count() <= MOST_AMAZONS;
    let is_filled = (rows * columns..4 * squares.len()).all(|number| square(number) == 0);
    let is_position = is_filled && [Square::Black, Square::White].into_iter().all(is_army);
    is_position.then_some((to_move, board))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_that_of_all_boards_or_of_one_size() {
        let board = Board::new(4, 5);
        let largest = format!("amazons/{MOST}x{MOST}");
        for (game, of_any, of_board) in [
            ("amazons", true, true),
            ("amazons/5x4", true, true),
            ("amazons/4x5", true, false),
            (&*largest, true, false),
            ("amazons/5x11", false, false),
            ("amazons/0x4", false, false),
            ("amazons/05x4", false, false),
            ("amazons/", false, false),
            ("amazons/5x4/", false, false),
            ("trax/4", false, false),
        ] {
            assert_eq!(
                (is_game(game, None), is_game(game, Some(&board))),
                (of_any, of_board),
                "{game}"
            );
        }
    }

    /// Encodes a board as it stands in a proof file.
    fn record(side: u8, rows: usize, columns: usize, squares: &[Square]) -> Vec<u8> {
        let mut record = vec![side, rows as u8, columns as u8];
        record.resize(HEAD + (rows * columns).div_ceil(4), 0);
        for (number, square) in squares.iter().enumerate() {
            let kind = Square::ALL.iter().position(|other| other == square).unwrap() as u8;
            record[HEAD + number / 4] |= kind << (2 * (number % 4));
        }
        record
    }

    #[test]
    fn a_record_is_a_board_or_none() {
        use Square::{Black, Burnt, Empty, White};
        let squares = [Black, Empty, White, Burnt, Empty, White];
        let sound = record(1, 2, 3, &squares);
        let (to_move, board) = read_board(&sound).unwrap();
        assert_eq!((to_move, board.rows, board.columns), (Side::White, 2, 3));
        assert_eq!([0, 1, 2, 3, 4, 5].map(|number| board.at(number)), squares);
        assert_eq!(read_board(&record(0, 2, 3, &squares)).map(|(side, _)| side), Some(Side::Black));
        // Another side to move, bits beyond the last square, a byte less and one more.
        assert!(read_board(&record(2, 2, 3, &squares)).is_none());
        let mut filled = sound.clone();
        *filled.last_mut().unwrap() |= 1 << 6;
        assert!(read_board(&filled).is_none());
        assert!(read_board(&sound[..sound.len() - 1]).is_none());
        assert!(read_board(&[&sound[..], &[0]].concat()).is_none());
        assert!(read_board(&sound[..2]).is_none());
        // Sides that no board has.
        for (rows, columns) in [(0, 3), (3, 0), (MOST + 1, 1), (1, MOST + 1)] {
            assert!(read_board(&record(0, rows, columns, &[])).is_none(), "{rows} x {columns}");
        }
        // As many amazons as a side may have, and one more.
        for amazon in [Black, White] {
            assert!(read_board(&record(0, 2, 3, &[amazon; MOST_AMAZONS])).is_some());
            assert!(read_board(&record(0, 2, 3, &[amazon; MOST_AMAZONS + 1])).is_none());
        }
    }
}
