//! Positions and moves as text.

use shuban_core::NotationError;

use crate::placement::MAX_AMAZONS;
use crate::position::{MAX_BOARD, Position};
use crate::squares::{Square, Squares};
use crate::subgame::{Army, Move, Subgame};

/// Reads a position: its rows from the top, joined by `/`; `.` is an empty square, `X` (or `B`) a
/// black amazon, `O` (or `W`) a white one, `#` a burnt square. Black is to move, or the side named
/// after a space: `X../.#O white`.
///
/// # Errors
/// [`NotationError`] with the place: a sum of boards, unknown characters, rows of different
/// lengths, a board larger than 10 by 10, more than four amazons a side.
pub fn parse_position(text: &str) -> Result<Position, NotationError> {
    if let Some(at) = text.chars().position(|c| c == '+') {
        let reason = "`+` joins the boards of a sum, and this is asked of one position: `solve \
                      amazons` takes sums";
        return Err(NotationError::new(text, at, reason));
    }
    let (board, turn) =
        text.split_once(' ').map_or((text, None), |(board, turn)| (board, Some(turn)));
    let to_move = match turn {
        None | Some("black") => Army::Black,
        Some("white") => Army::White,
        Some(_) => {
            let reason =
                "after the board and a space, `black` or `white` is expected: who is to move";
            return Err(NotationError::new(text, board.chars().count() + 1, reason));
        }
    };
    let (mut at, mut width) = (0, 0);
    let mut squares = Squares::EMPTY;
    let mut amazons = [Squares::EMPTY; 2];
    for (row, line) in board.split('/').enumerate() {
        for (column, c) in line.chars().enumerate() {
            let refused = |reason| NotationError::new(text, at, reason);
            let square = Square::new(row, column)
                .filter(|_| row < MAX_BOARD && column < MAX_BOARD)
                .ok_or_else(|| {
                    refused(format!("a board has at most {MAX_BOARD} rows of {MAX_BOARD} squares"))
                })?;
            let side = match c {
                '#' | '.' => None,
                'X' | 'B' => Some(Army::Black),
                'O' | 'W' => Some(Army::White),
                _ => {
                    return Err(refused(format!(
                        "`{}` is no square: `.` is empty, `X` or `B` black, `O` or `W` white, `#` \
                         burnt",
                        c.escape_debug()
                    )));
                }
            };
            if c != '#' {
                squares = squares.with(square);
            }
            if let Some(side) = side {
                let own = &mut amazons[side as usize];
                *own = own.with(square);
                if own.len() > MAX_AMAZONS {
                    let reason = format!("{} has more than {MAX_AMAZONS} amazons", side.name());
                    return Err(refused(reason));
                }
            }
            at += 1;
        }
        let columns = line.chars().count();
        if columns == 0 {
            return Err(NotationError::new(text, at, "a row has no squares"));
        }
        if row > 0 && columns != width {
            let row = row + 1;
            let reason =
                format!("row {row} from the top has {columns} squares, the first has {width}");
            return Err(NotationError::new(text, at, reason));
        }
        (at, width) = (at + 1, columns);
    }
    let [black, white] = amazons;
    Subgame::new(squares, black, white)
        .and_then(|subgame| Position::new(board.split('/').count(), width, subgame, to_move))
        .ok_or_else(|| NotationError::new(text, 0, "the board and its amazons are no position"))
}

/// Reads a side: `black` or `white`.
pub(crate) fn parse_side(name: &str) -> Result<Army, NotationError> {
    let found = Army::BOTH.into_iter().find(|side| side.name() == name);
    found.ok_or_else(|| NotationError::new(name, 0, "expected one of black, white"))
}

/// Writes a position as [`parse_position`] reads it; the side to move only if it is White.
pub fn format_position(position: &Position) -> String {
    let rows: Vec<String> = (0..position.height())
        .map(|row| {
            (0..position.width()).map(|column| character(position.subgame(), row, column)).collect()
        })
        .collect();
    let turn = if position.to_move() == Army::White { " white" } else { "" };
    rows.join("/") + turn
}

/// The character of a square, as positions are written.
pub(crate) fn character(subgame: &Subgame, row: usize, column: usize) -> char {
    match Square::new(row, column).filter(|&square| subgame.squares().contains(square)) {
        None => '#',
        Some(square) if subgame.black().contains(square) => 'X',
        Some(square) if subgame.white().contains(square) => 'O',
        Some(_) => '.',
    }
}

/// A square of a board of this height, as text: its file from the left, `a` first, and its rank
/// from the bottom, 1 first.
pub(crate) fn format_square(height: usize, square: Square) -> String {
    let file = char::from(b'a' + square.column() as u8);
    format!("{file}{}", height.saturating_sub(square.row()))
}

/// A move on a board as text: from, to, and the burnt square: `a1-b2/c3`.
pub fn format_move(position: &Position, action: &Move) -> String {
    let [from, to, shot] = [action.from, action.to, action.shot]
        .map(|square| format_square(position.height(), square));
    format!("{from}-{to}/{shot}")
}

/// Reads a move of the side to move, which must be legal.
///
/// # Errors
/// [`NotationError`] with the place and the reason.
pub fn parse_move(position: &Position, text: &str) -> Result<Move, NotationError> {
    let subgame = position.subgame();
    let error = |rest: &str, reason: String| {
        let at = text[..text.len() - rest.len()].chars().count();
        NotationError::new(text, at, reason)
    };
    let mut rest = text;
    let mut read = |sign: &str| -> Result<(Square, &str), NotationError> {
        let from = rest.strip_prefix(sign).ok_or_else(|| {
            error(rest, format!("`{sign}` is expected: a move is written as a1-b2/c3"))
        })?;
        let word;
        (word, rest) = from.split_at(from.find(['-', '/']).unwrap_or(from.len()));
        let square = parse_square(position, word).map_err(|reason| error(from, reason))?;
        Ok((square, from))
    };
    let ((from, from_at), (to, to_at), (shot, shot_at)) = (read("")?, read("-")?, read("/")?);
    if !rest.is_empty() {
        return Err(error(rest, "the move ends here".to_owned()));
    }
    let side = position.to_move();
    let action = Move { from, to, shot };
    if !subgame.amazons(side).contains(from) {
        return Err(error(from_at, format!("there is no amazon of {}'s", side.name())));
    }
    if !crate::queen_reach(from, subgame.empty()).contains(to) {
        return Err(error(to_at, "the amazon cannot get there".to_owned()));
    }
    if !subgame.is_legal(side, action) {
        return Err(error(shot_at, "the arrow cannot get there".to_owned()));
    }
    Ok(action)
}

/// Reads a square of a board.
pub(crate) fn parse_square(position: &Position, word: &str) -> Result<Square, String> {
    let (height, width) = (position.height(), position.width());
    let found = word.chars().next().filter(char::is_ascii_lowercase).and_then(|file| {
        let column = usize::from(file as u8 - b'a');
        // Digits alone, and no zero in front, so that a square has one name.
        let digits =
            word[1..].bytes().all(|digit| digit.is_ascii_digit()) && !word[1..].starts_with('0');
        let rank: usize = word[1..].parse().ok().filter(|_| digits)?;
        let row = height.checked_sub(rank)?;
        Square::new(row, column).filter(|_| rank > 0 && column < width)
    });
    found.ok_or_else(|| {
        let last =
            format_square(height, Square::new(0, width - 1).expect("a board lies in the box"));
        format!(
            "`{}` is no square of this board, whose squares are a1 to {last}",
            word.escape_debug()
        )
    })
}
