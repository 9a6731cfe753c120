//! Positions and moves as text.

use shuban_core::NotationError;

use crate::placement::MAX_AMAZONS;
use crate::position::{MAX_BOARD, Position};
use crate::squares::{Square, Squares};
use crate::subgame::{Move, Side, Subgame};

/// Reads a position: its rows from the top, joined by `/`; `.` is an empty square, `X` (or `B`) a
/// black amazon, `O` (or `W`) a white one, `#` a burnt square. Black is to move, or who is named
/// after a space: `X../.#O white`.
///
/// # Errors
/// [`NotationError`] with the place: a sum of boards, unknown characters, rows of different
/// lengths, a board larger than 10 by 10, more than four amazons a side.
pub fn parse_position(text: &str) -> Result<Position, NotationError> {
    if let Some(at) = text.chars().position(|c| c == '+') {
        let reason = "`+` joins the boards of a sum, and this is asked of one position: `solve amazons` takes sums";
        return Err(NotationError::new(text, at, reason));
    }
    let (board, turn) =
        text.split_once(' ').map_or((text, None), |(board, turn)| (board, Some(turn)));
    let to_move = match turn {
        None | Some("black") => Side::Black,
        Some("white") => Side::White,
        Some(_) => {
            let reason =
                "after the board and a space, `black` or `white` is expected: who is to move";
            return Err(NotationError::new(text, board.chars().count() + 1, reason));
        }
    };
    let mut width = None;
    let (mut row, mut column) = (0, 0);
    let mut squares = Squares::EMPTY;
    let mut amazons = [Squares::EMPTY; 2];
    // The end of the board ends its last row.
    for (at, c) in board.chars().chain(['/']).enumerate() {
        let error = |reason: String| Err(NotationError::new(text, at, reason));
        if c == '/' {
            let first = *width.get_or_insert(column);
            match column {
                0 => return error("a row has no squares".into()),
                _ if column != first => {
                    return error(format!(
                        "row {} from the top has {column} squares, the first has {first}",
                        row + 1
                    ));
                }
                _ => (row, column) = (row + 1, 0),
            }
            continue;
        }
        let Some(square) =
            Square::new(row, column).filter(|_| row < MAX_BOARD && column < MAX_BOARD)
        else {
            return error(format!("a board has at most {MAX_BOARD} rows of {MAX_BOARD} squares"));
        };
        let side = match c {
            '#' => None,
            '.' => {
                squares = squares.with(square);
                None
            }
            'X' | 'B' => Some(Side::Black),
            'O' | 'W' => Some(Side::White),
            _ => {
                return error(format!(
                    "`{}` is no square: `.` is empty, `X` or `B` black, `O` or `W` white, `#` burnt",
                    c.escape_debug()
                ));
            }
        };
        if let Some(side) = side {
            let own = &mut amazons[side as usize];
            *own = own.with(square);
            squares = squares.with(square);
            if own.len() > MAX_AMAZONS {
                return error(format!("{} has more than {MAX_AMAZONS} amazons", side.name()));
            }
        }
        column += 1;
    }
    let [black, white] = amazons;
    let refused = |reason: String| NotationError::new(text, 0, reason);
    let subgame = Subgame::new(squares, black, white)
        .ok_or_else(|| refused("amazons stand on squares".into()))?;
    Position::new(row, width.unwrap_or(0), subgame, to_move)
        .map_err(|error| refused(error.to_string()))
}

/// Reads a side: `black` or `white`.
pub(crate) fn parse_side(name: &str) -> Result<Side, NotationError> {
    let found = Side::BOTH.into_iter().find(|side| side.name() == name);
    found.ok_or_else(|| NotationError::new(name, 0, "expected one of black, white"))
}

/// Writes a position as [`parse_position`] reads it; who is to move is written only if it is White.
pub fn format_position(position: &Position) -> String {
    let rows: Vec<String> = (0..position.height())
        .map(|row| {
            (0..position.width()).map(|column| character(position.subgame(), row, column)).collect()
        })
        .collect();
    let turn = if position.to_move() == Side::White { " white" } else { "" };
    rows.join("/") + turn
}

/// What stands on a square, as positions are written.
pub(crate) fn character(subgame: &Subgame, row: usize, column: usize) -> char {
    let on =
        |squares: Squares| Square::new(row, column).is_some_and(|square| squares.contains(square));
    match () {
        () if on(subgame.black()) => 'X',
        () if on(subgame.white()) => 'O',
        () if on(subgame.squares()) => '.',
        () => '#',
    }
}

/// A square of a board of this height, as text: its file from the left, `a` first, and its rank
/// from the bottom, 1 first.
pub(crate) fn format_square(height: usize, square: Square) -> String {
    let file = char::from(b'a' + square.column() as u8);
    format!("{file}{}", height.saturating_sub(square.row()))
}

/// A move on a board as text: from, to, and what is burnt: `a1-b2/c3`.
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
    let mut at = 0;
    let mut squares = [(Square::new(0, 0).expect("it is in the box"), 0); 3];
    for (which, slot) in squares.iter_mut().enumerate() {
        if let Some(sign) = ["", "-", "/"].get(which).filter(|sign| !sign.is_empty()) {
            if !text[at..].starts_with(sign) {
                let reason = format!("`{sign}` is expected: a move is written as a1-b2/c3");
                return Err(NotationError::new(text, text[..at].chars().count(), reason));
            }
            at += 1;
        }
        let length = text[at..].find(['-', '/']).unwrap_or(text.len() - at);
        let word = &text[at..at + length];
        let place = text[..at].chars().count();
        *slot = (
            parse_square(position, word)
                .map_err(|reason| NotationError::new(text, place, reason))?,
            place,
        );
        at += length;
    }
    let error = |at: usize, reason: &str| Err(NotationError::new(text, at, reason));
    if at < text.len() {
        return error(text[..at].chars().count(), "the move ends here");
    }
    let [(from, from_at), (to, to_at), (shot, shot_at)] = squares;
    let side = position.to_move();
    let action = Move { from, to, shot };
    if !subgame.amazons(side).contains(from) {
        return error(from_at, &format!("there is no amazon of {}'s", side.name()));
    }
    if !crate::queen_reach(from, subgame.empty()).contains(to) {
        return error(to_at, "the amazon cannot get there");
    }
    if !subgame.is_legal(side, action) {
        return error(shot_at, "the arrow cannot get there");
    }
    Ok(action)
}

fn parse_square(position: &Position, word: &str) -> Result<Square, String> {
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::subgame::tests::any_subgame;

    fn refusal(text: &str) -> (usize, String) {
        let error = parse_position(text).unwrap_err();
        (error.at, error.reason)
    }

    #[test]
    fn positions_are_read_and_written() {
        let position = parse_position("X../.#O").unwrap();
        assert_eq!((position.height(), position.width()), (2, 3));
        assert_eq!(position.subgame().squares().len(), 5);
        assert_eq!(position.to_move(), Side::Black);
        assert_eq!(parse_position("B../.#W black"), Ok(position));
        assert_eq!(format_position(&position), "X../.#O");
        let white = position.with_to_move(Side::White);
        assert_eq!(format_position(&white), "X../.#O white");
        assert_eq!(parse_position("X../.#O white"), Ok(white));
    }

    #[test]
    fn bad_positions_are_refused_with_the_place() {
        assert_eq!(
            refusal("X../.#"),
            (6, "row 2 from the top has 2 squares, the first has 3".into())
        );
        assert_eq!(
            refusal("X./..."),
            (6, "row 2 from the top has 3 squares, the first has 2".into())
        );
        assert_eq!(refusal("").0, 0);
        assert_eq!(refusal("../").0, 3);
        assert_eq!(refusal("X.?").0, 2);
        assert_eq!(refusal("X.x").0, 2);
        assert_eq!(refusal("XXXX.X"), (5, "black has more than 4 amazons".into()));
        assert_eq!(
            refusal("..........."),
            (10, "a board has at most 10 rows of 10 squares".into())
        );
        assert_eq!(refusal("./././././././././././.").0, 20);
        assert_eq!(refusal("X.. red").0, 4);
        assert_eq!(refusal("終X.. white").0, 0);
        assert_eq!(refusal("X..  ").0, 4);
        let (at, reason) = refusal("X.O + X.O");
        assert!(at == 4 && reason.contains("`solve amazons` takes sums"), "{reason}");
    }

    #[test]
    fn moves_are_read_and_written() {
        let position = parse_position("X../.#O").unwrap();
        for action in position.subgame().moves(Side::Black) {
            let text = format_move(&position, &action);
            assert_eq!(parse_move(&position, &text), Ok(action));
        }
        let of = |text: &str| parse_move(&position, text).map_err(|error| (error.at, error.reason));
        assert!(of("a2-a1/a2").is_ok());
        assert_eq!(of("a1-a2/a1").unwrap_err(), (0, "there is no amazon of black's".into()));
        assert_eq!(of("a2-c1/a2").unwrap_err(), (3, "the amazon cannot get there".into()));
        assert_eq!(of("a2-a1/c2").unwrap_err(), (6, "the arrow cannot get there".into()));
        assert_eq!(of("a2-a1/a2x").unwrap_err().0, 6);
        assert_eq!(of("a2-a1").unwrap_err().0, 5);
        assert_eq!(of("a2/a1-a2").unwrap_err().0, 2);
        assert_eq!(of("a2-a1/a2/a1").unwrap_err(), (8, "the move ends here".into()));
        for bad in [
            "",
            "a",
            "終-a1/a1",
            "a2-終/a1",
            "d2-a1/a2",
            "a02-a1/a2",
            "a0-a1/a2",
            "a3-a1/a2",
            "a+2-a1/a2",
        ] {
            assert!(of(bad).is_err(), "{bad}");
        }
    }

    proptest! {
        #[test]
        fn every_position_round_trips(subgame in any_subgame(10, 10), white: bool) {
            let to_move = if white { Side::White } else { Side::Black };
            let position = Position::new(10, 10, subgame, to_move).unwrap();
            prop_assert_eq!(parse_position(&format_position(&position)), Ok(position));
            for action in subgame.moves(to_move) {
                prop_assert_eq!(parse_move(&position, &format_move(&position, &action)), Ok(action));
            }
        }

        #[test]
        fn no_text_makes_reading_panic(text in "[X.O#/ a-z終0-9-]{0,30}") {
            let _ = parse_position(&text);
            let _ = parse_move(&Position::start(), &text);
        }
    }
}
