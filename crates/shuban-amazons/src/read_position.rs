//! Positions as people and programs write them.
//!
//! | form | board | black | white | burnt |
//! | --- | --- | --- | --- | --- |
//! | that of this program | `X../.#O` | `X`, `B` | `O`, `W` | `#` |
//! | CGSuite, MCGS | `x..\|.#o` | `x` | `o` | `#`, `*` |
//! | FEN, as of Fairy-Stockfish | `q2/1*Q` | `q`, `b` | `Q`, `w` | `*`, `p`, `P`, `x` |
//!
//! The side to move stands after a blank. Other fields of a FEN are read and ignored.

use shuban_core::NotationError;

use crate::boards::name_of_size;
use crate::placement::MAX_AMAZONS;
use crate::position::{MAX_BOARD, Position};
use crate::read_move::MoveWord;
use crate::squares::{Square, Squares};
use crate::subgame::{Army, Subgame};

/// Forms in which boards are written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum BoardForm {
    Own,
    LowerCase,
    Fen,
}

/// Contents of a square.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Content {
    Empty,
    Burnt,
    Amazon(Army),
}

impl BoardForm {
    /// Returns the form that the characters of a board tell.
    fn of(board: &str) -> Self {
        let has = |characters: &str| board.contains(|c| characters.contains(c));
        match () {
            () if has("XOBW") => BoardForm::Own,
            () if has("0123456789qQbwpP") => BoardForm::Fen,
            () if has("|*") || board.chars().all(|c| "xo.#/".contains(c)) => BoardForm::LowerCase,
            () => BoardForm::Own,
        }
    }

    /// Returns the content that a character stands for.
    fn content(self, c: char) -> Option<Content> {
        Some(match (self, c) {
            (BoardForm::Own | BoardForm::LowerCase, '.') => Content::Empty,
            (BoardForm::Own, 'X' | 'B')
            | (BoardForm::LowerCase, 'x')
            | (BoardForm::Fen, 'q' | 'b') => Content::Amazon(Army::Black),
            (BoardForm::Own, 'O' | 'W')
            | (BoardForm::LowerCase, 'o')
            | (BoardForm::Fen, 'Q' | 'w') => Content::Amazon(Army::White),
            (_, '#') | (BoardForm::LowerCase, '*') => Content::Burnt,
            (BoardForm::Fen, '*' | 'p' | 'P' | 'x') => Content::Burnt,
            _ => return None,
        })
    }

    /// Explains how the form writes a board.
    fn explanation(self) -> &'static str {
        match self {
            BoardForm::Own => {
                "`.` is empty, `X` or `B` black, `O` or `W` white, `#` burnt, and `/` joins the \
                 rows, as in `X../.#O white`"
            }
            BoardForm::LowerCase => {
                "`.` is empty, `x` black, `o` white, `#` or `*` burnt, and `|` joins the rows, as \
                 in `x..|.#o white`"
            }
            BoardForm::Fen => {
                "numbers count empty squares, `q` or `b` is black, `Q` or `w` white, `*`, `p` or \
                 `x` burnt, and `/` joins the rows, as in `q2/1*Q w`"
            }
        }
    }
}

/// A board that is being read, row by row from the top.
#[derive(Default)]
struct ReadBoard {
    height: usize,
    width: usize,
    /// Squares of the last row so far.
    columns: usize,
    squares: Squares,
    amazons: [Squares; 2],
}

impl ReadBoard {
    fn put(&mut self, content: Content) -> Result<(), String> {
        let square = Square::new(self.height, self.columns)
            .filter(|_| self.height < MAX_BOARD && self.columns < MAX_BOARD)
            .ok_or_else(|| {
                format!("a board has at most {MAX_BOARD} rows of {MAX_BOARD} squares")
            })?;
        self.columns += 1;
        if content != Content::Burnt {
            self.squares = self.squares.with(square);
        }
        if let Content::Amazon(side) = content {
            let own = &mut self.amazons[side as usize];
            *own = own.with(square);
            if own.len() > MAX_AMAZONS {
                return Err(format!("{} has more than {MAX_AMAZONS} amazons", side.name()));
            }
        }
        Ok(())
    }

    fn end_row(&mut self) -> Result<(), String> {
        let columns = std::mem::take(&mut self.columns);
        if columns == 0 {
            return Err(format!("a row has no squares: {}", BoardForm::Own.explanation()));
        }
        if self.height > 0 && columns != self.width {
            let (row, width) = (self.height + 1, self.width);
            return Err(format!(
                "row {row} from the top has {columns} squares, the first has {width}"
            ));
        }
        self.width = columns;
        self.height += 1;
        Ok(())
    }
}

/// Reads a position: its rows from the top, joined by `/`; `.` is an empty square, `X` (or `B`) a
/// black amazon, `O` (or `W`) a white one, `#` a burnt square. Black is to move, or the side named
/// after a blank: `X../.#O white`, or `w`. Rows such as `x..|.#o` and FEN such as `q2/1*Q w - - 0 1`
/// are read too, and blanks around the text.
///
/// # Errors
/// [`NotationError`] with the place: a sum of boards, unknown characters, rows of different
/// lengths, a board larger than 10 by 10, more than four amazons a side; a size alone, and moves.
pub fn parse_position(text: &str) -> Result<Position, NotationError> {
    if let Some(at) = text.chars().position(|c| c == '+') {
        let reason = "`+` joins the boards of a sum, and this is asked of one position: `solve \
                      amazons` takes sums, without --question";
        return Err(NotationError::new(text, at, reason));
    }
    if let Some(reason) = size_reason(text.trim()) {
        return Err(NotationError::new(text, 0, reason));
    }
    read_position(text).map_err(|error| match are_moves(text) {
        true => {
            let reason = "moves from a start are read after the name of its board: `amazons/6x5`";
            NotationError::new(text, 0, reason)
        }
        false => error,
    })
}

/// Returns the reason why a size such as `6x5` is no board: it would be a row of a FEN, without amazons.
fn size_reason(text: &str) -> Option<String> {
    let (width, height) = text.split_once(['x', 'X'])?;
    let is_number = |part: &str| part.parse::<u8>().is_ok();
    (is_number(width) && is_number(height)).then(|| match name_of_size(width, height) {
        Some(name) => format!("`{text}` is a size: the start on it is that of `{name}`"),
        None => format!(
            "`{text}` is a size, and no start on it is known: a board is written, as `X../.#O white`"
        ),
    })
}

/// Returns true if all words of a text are moves on some board.
fn are_moves(text: &str) -> bool {
    let is_letter = |c: char| matches!(c, 'a'..='j' | 'A'..='J' | 'x' | 'X') || !c.is_alphabetic();
    let mut words = text.split_whitespace().map(|word| MoveWord::read(word).is_ok()).peekable();
    text.chars().all(is_letter) && words.peek().is_some() && words.all(|is_move| is_move)
}

/// Reads a position that is one board.
fn read_position(text: &str) -> Result<Position, NotationError> {
    let start = text.chars().take_while(|c| c.is_whitespace()).count();
    let written = text.trim();
    let (board, rest) =
        written.split_at(written.find(char::is_whitespace).unwrap_or(written.len()));
    let form = BoardForm::of(board);
    let end = start + board.chars().count();
    let to_move = read_fields(rest, form)
        .map_err(|(at, reason)| NotationError::new(text, end + at, reason))?;
    let mut read = ReadBoard::default();
    let mut at = start;
    let refused = |at: usize, reason: String| NotationError::new(text, at, reason);
    let mut characters = board.chars().peekable();
    while let Some(c) = characters.next() {
        if c == '/' || c == '|' && form != BoardForm::Fen {
            read.end_row().map_err(|reason| refused(at, reason))?;
        } else if let Some(digit) = c.to_digit(10).filter(|_| form == BoardForm::Fen) {
            let (first, mut count) = (at, digit as usize);
            while let Some(digit) = characters.peek().and_then(|c| c.to_digit(10)) {
                count = count.saturating_mul(10).saturating_add(digit as usize);
                characters.next();
                at += 1;
            }
            if digit == 0 || count > MAX_BOARD {
                let reason = format!("{count} empty squares: a row has 1 to {MAX_BOARD}");
                return Err(refused(first, reason));
            }
            for _ in 0..count {
                read.put(Content::Empty).map_err(|reason| refused(first, reason))?;
            }
        } else {
            let content = form.content(c).ok_or_else(|| {
                let (c, how) = (c.escape_debug(), form.explanation());
                refused(at, format!("`{c}` is no square: {how}"))
            })?;
            read.put(content).map_err(|reason| refused(at, reason))?;
        }
        at += 1;
    }
    read.end_row().map_err(|reason| refused(at, reason))?;
    let ReadBoard { height, width, squares, amazons: [black, white], .. } = read;
    Subgame::new(squares, black, white)
        .and_then(|subgame| Position::new(height, width, subgame, to_move))
        .ok_or_else(|| refused(0, "the board and its amazons are no position".to_owned()))
}

/// Reads what follows a board: the side to move, and in a FEN fields without a meaning here.
/// Returns the place and the reason of an error.
fn read_fields(rest: &str, form: BoardForm) -> Result<Army, (usize, String)> {
    let mut to_move = None;
    let mut at = 0;
    for field in rest.split(char::is_whitespace) {
        let is_ignored = |field: &str| {
            form == BoardForm::Fen
                && field.bytes().all(|byte| byte == b'-' || byte.is_ascii_digit())
        };
        match (to_move, side_of(field)) {
            _ if field.is_empty() => {}
            (None, Some(side)) => to_move = Some(side),
            (Some(_), _) if is_ignored(field) => {}
            (None, None) => {
                let reason = "after the board and a blank, `black` or `white` is expected, or `b` \
                              or `w`: who is to move";
                return Err((at, reason.to_owned()));
            }
            (Some(_), _) => return Err((at, "the position ends with who is to move".to_owned())),
        }
        at += field.chars().count() + 1;
    }
    Ok(to_move.unwrap_or(Army::Black))
}

/// Returns the side of a name or its first letter, in either case.
fn side_of(name: &str) -> Option<Army> {
    let is_of = |side: &Army| {
        name.eq_ignore_ascii_case(side.name()) || name.eq_ignore_ascii_case(&side.name()[..1])
    };
    Army::BOTH.into_iter().find(is_of)
}

/// Reads a side: `black` or `white`, or the first letter.
pub(crate) fn parse_side(name: &str) -> Result<Army, NotationError> {
    side_of(name).ok_or_else(|| NotationError::new(name, 0, "expected one of black, white"))
}
