//! Boards up to rotation and reflection, in 24 bytes.

use crate::amazons::board::{Board, MOST_AMAZONS, Square};

/// Number of burnt squares up to which images are one board.
const SYMMETRIC: usize = 2;
/// The place of an amazon that there is not.
const NOWHERE: u8 = u8::MAX;

/// The squares that are not burnt, as a number whose bit k is the square of number k, row by row; then the squares
/// of Black's amazons and of White's, the highest number first. In this order walks visit boards, all of which have
/// as many amazons.
///
/// As long as at most two squares are burnt it is the least of the images that have the board's rows and columns;
/// boards of one or two rows or columns have no images.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Key {
    /// The high and the low half of the number.
    squares: [u64; 2],
    amazons: [[u8; MOST_AMAZONS]; 2],
}

impl Key {
    /// Returns the key of a board.
    pub(crate) fn of(board: &Board) -> Key {
        let (rows, columns) = (board.rows, board.columns);
        let has_images = board.burnt() <= SYMMETRIC && rows.min(columns) > SYMMETRIC;
        let images = match (has_images, rows == columns) {
            (false, _) => 1,
            (true, false) => 4,
            (true, true) => 8,
        };
        // The first is the board itself.
        (1..images).map(|image| of_image(board, image)).fold(of_image(board, 0), Key::min)
    }

    /// Returns the board of a key.
    pub(crate) fn board(self, rows: usize, columns: usize) -> Board {
        let mut board = Board::new(rows, columns);
        for number in 0..rows * columns {
            if self.squares[1 - number / 64] >> (number % 64) & 1 == 0 {
                board.set(number, Square::Burnt);
            }
        }
        for (amazons, amazon) in self.amazons.into_iter().zip([Square::Black, Square::White]) {
            for number in amazons.into_iter().filter(|&number| number != NOWHERE) {
                board.set(number.into(), amazon);
            }
        }
        board
    }
}

/// Returns the key of one image: rows are reversed, columns, and both exchanged.
fn of_image(board: &Board, image: usize) -> Key {
    let (rows, columns) = (board.rows, board.columns);
    let place = |number: usize| {
        let (mut row, mut column) = (number / columns, number % columns);
        if image & 1 != 0 {
            row = rows - 1 - row;
        }
        if image & 2 != 0 {
            column = columns - 1 - column;
        }
        if image & 4 != 0 {
            (row, column) = (column, row);
        }
        row * columns + column
    };
    let mut squares = [0; 2];
    for number in 0..board.len() {
        if board.at(number) != Square::Burnt {
            let place = place(number);
            squares[1 - place / 64] |= 1 << (place % 64);
        }
    }
    let amazons = [Square::Black, Square::White].map(|amazon| {
        let mut places = [NOWHERE; MOST_AMAZONS];
        for (one, number) in places.iter_mut().zip(board.all(amazon)) {
            *one = place(number) as u8;
        }
        places.sort_unstable_by(|one, other| other.cmp(one));
        places
    });
    Key { squares, amazons }
}
