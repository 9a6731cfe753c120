//! The standard notation of moves, and positions as the moves that lead to them or as diagrams.

use shuban_core::present::transcript::{check_number, move_number};
use shuban_core::present::{Last, Written, WrittenIn};
use shuban_core::{NotationError, Play, Present};

use crate::board::Board;
use crate::field::Field;
use crate::play::IllegalMove;
use crate::record::record;
use crate::rules::{Move, Position, Trax};
use crate::tile::{Colour, Shape, Tile};

/// A move as it is spelt: row, column and shape.
pub(crate) type Spelling = (i32, i32, Shape);

/// The letters of a column.
pub(crate) fn column_name(column: i32) -> String {
    let mut letters = Vec::new();
    let mut rest = column + 1;
    while rest > 0 {
        letters.push(char::from(b'A' + ((rest - 1) % 26) as u8));
        rest = (rest - 1) / 26;
    }
    if letters.is_empty() {
        letters.push('@');
    }
    letters.into_iter().rev().collect()
}

/// A cell as moves name it, counted from the first row and column with tiles.
pub(crate) fn cell_name(row: i32, column: i32) -> String {
    format!("{}{}", column_name(column), row + 1)
}

/// Reads a cell and a shape. The error is the character, from 0, that is wrong, and the reason.
pub(crate) fn read_move(word: &str) -> Result<Spelling, (usize, String)> {
    let error = |at: usize, reason: &str| (at, format!("`{word}` {reason}"));
    let is_letter = |c: char| c.is_ascii_alphabetic() || c == '@';
    let rest = word.trim_start_matches(is_letter);
    let (column, row_and_shape) = word.split_at(word.len() - rest.len());
    let rest = row_and_shape.trim_start_matches(|c: char| c.is_ascii_digit());
    let (row, shape) = row_and_shape.split_at(row_and_shape.len() - rest.len());
    // Letters and digits are one byte each.
    let (row_at, shape_at) = (column.len(), column.len() + row.len());
    if column.is_empty() {
        return Err(error(0, "does not begin with a column: `@` or a letter"));
    }
    if row.is_empty() {
        return Err(error(row_at, "has no row after its column"));
    }
    let column = if column == "@" { Some(-1) } else { column_number(column) };
    let column = column.ok_or_else(|| error(0, "has no column that there can be"))?;
    let row: i32 = row.parse().map_err(|_| error(row_at, "has no row that there can be"))?;
    let mut symbols = shape.chars();
    let shape = symbols.next().and_then(Shape::from_symbol).filter(|_| symbols.next().is_none());
    let expected = "does not end in one shape: `/` (or `s`), `\\` (or `b`) or `+`";
    let shape = shape.ok_or_else(|| error(shape_at, expected))?;
    Ok((row - 1, column, shape))
}

/// The column of some letters; `None` for `@` among them, and on overflow.
fn column_number(letters: &str) -> Option<i32> {
    let digit =
        |c: u8| c.is_ascii_alphabetic().then(|| i32::from(c.to_ascii_uppercase() - b'A') + 1);
    let number = |number: i32, c: u8| number.checked_mul(26)?.checked_add(digit(c)?);
    letters.bytes().try_fold(0, number).map(|number| number - 1)
}

/// Writes a move in the standard notation, a cell and a shape: the column as a letter, `@` for a
/// new one at the left, then `A`, …, `Z`, `AA`, …; the row as a number, 0 for a new one at the top;
/// the shape.
pub fn format_move(Move { row, column, tile }: &Move) -> String {
    format!("{}{}", cell_name(*row, *column), tile.shape().symbol())
}

/// Reads moves from the start, in the standard notation: `@0/ B1\`, with numbers before them or
/// without. An empty text, or `start`, is the start itself. `play` plays a move as it is spelt, or
/// returns the reason why it is illegal.
pub(crate) fn read_moves<G: Present<Chance = (), Move = Move>>(
    game: &G,
    text: &str,
    play: impl Fn(&G::Position, Spelling) -> Result<(G::Move, G::Position), IllegalMove>,
) -> Result<WrittenIn<G>, NotationError> {
    let (mut position, mut last, mut moves) = (game.start(), None, Vec::new());
    let mut number_before = None;
    for word in text.split_whitespace().filter(|_| text.trim() != START) {
        if let Some(number) = move_number(word) {
            check_number(number, moves.len())
                .map_err(|reason| NotationError::new(text, place(text, word), reason))?;
            number_before = Some(word);
            continue;
        }
        if word.eq_ignore_ascii_case("resign") {
            let reason = "a game that was given up has no position of its own: leave this out";
            return Err(NotationError::new(text, place(text, word), reason));
        }
        let Play { action, after } = play_word(text, word, |spelling| play(&position, spelling))?;
        moves.push(action);
        last = Some(Last { before: std::mem::replace(&mut position, after), action });
        number_before = None;
    }
    if let Some(number) = number_before {
        let reason = "no move follows this number";
        return Err(NotationError::new(text, place(text, number), reason));
    }
    Ok(Written { position, last, chance: None, text: text_of(&moves) })
}

/// Plays a move, a word of a text.
pub(crate) fn play_word<P, M>(
    text: &str,
    word: &str,
    play: impl FnOnce(Spelling) -> Result<(M, P), IllegalMove>,
) -> Result<Play<P, M>, NotationError> {
    let at = place(text, word);
    let error = |(within, reason): (usize, String)| NotationError::new(text, at + within, reason);
    let spelling = read_move(word).map_err(error)?;
    let played = play(spelling).map_err(|reason| error((0, format!("`{word}`: {reason}"))));
    played.map(|(action, after)| Play { action, after })
}

/// The place of a word of a text, in characters.
fn place(text: &str, word: &str) -> usize {
    let before = word.as_ptr() as usize - text.as_ptr() as usize;
    text[..before].chars().count()
}

/// Moves in order as a text that reads as the same again.
pub(crate) fn text_of(moves: &[Move]) -> String {
    match moves {
        [] => START.to_owned(),
        moves => moves.iter().map(format_move).collect::<Vec<_>>().join(" "),
    }
}

/// Plays a move as it is spelt.
pub(crate) fn play_spelt(
    trax: &Trax,
    position: &Position,
    (row, column, shape): Spelling,
) -> Result<(Move, Position), IllegalMove> {
    trax.play(position, row, column, shape)
}

/// Name of the start.
pub(crate) const START: &str = "start";

/// Reads a position: the moves to it, or a diagram.
///
/// A diagram is the colour to move, a colon, and the rows from the top joined by `|`; a tile is
/// written as its two white sides (`NS`, `EW`, `NW`, `SE`, `NE`, `SW`), an empty cell as `..`.
pub(crate) fn read(trax: &Trax, text: &str) -> Result<WrittenIn<Trax>, NotationError> {
    let trimmed = text.trim_start();
    let before = text.chars().count() - trimmed.chars().count();
    for colour in [Colour::White, Colour::Red] {
        if let Some(rows) = trimmed.strip_prefix(&format!("{colour}:")) {
            let from = before + colour.to_string().len() + 1;
            let position = parse_diagram(trax, text, from, rows, colour)?;
            let text = match position {
                Position::START => START.to_owned(),
                position => format_diagram(&position),
            };
            return Ok(Written { position, last: None, chance: None, text });
        }
    }
    read_moves(trax, text, |position, spelling| play_spelt(trax, position, spelling))
}

/// Writes a position as moves that lead to it, or else to an image of it; as a diagram if none are
/// found, for a position that no game leads to.
pub(crate) fn format_position(trax: &Trax, position: &Position) -> String {
    if position.board == Board::EMPTY && position.to_move == Colour::White {
        return START.to_owned();
    }
    match record(trax, position) {
        Some(moves) => text_of(&moves),
        None => format_diagram(position),
    }
}

/// Writes a position as a diagram, which is read as well.
pub fn format_diagram(position: &Position) -> String {
    let (rows, columns) = position.board.size();
    let row = |row: usize| -> String {
        (0..columns)
            .map(|column| position.board.tile(row, column).map_or("..", Tile::code))
            .collect()
    };
    let rows: Vec<String> = (0..rows).map(row).collect();
    format!("{}:{}", position.to_move, rows.join("|"))
}

fn parse_diagram(
    trax: &Trax,
    text: &str,
    from: usize,
    rows: &str,
    to_move: Colour,
) -> Result<Position, NotationError> {
    let limit = trax.size();
    let error = |at: usize, reason: String| NotationError::new(text, from + at, reason);
    let mut board = Board::EMPTY;
    let mut at = 0;
    for (row, tiles) in rows.trim_end().split('|').enumerate() {
        let characters: Vec<char> = tiles.chars().collect();
        if row >= limit || characters.len() > 2 * limit {
            return Err(error(at, format!("more than {limit} rows or columns")));
        }
        for (column, pair) in characters.chunks(2).enumerate() {
            let pair: String = pair.iter().collect();
            if pair == ".." {
                continue;
            }
            let tile = Tile::ALL.into_iter().find(|&tile| tile.code() == pair);
            let unknown =
                || error(at + 2 * column, format!("`{pair}` is no tile; `..` is an empty cell"));
            board.put(1 << (8 * row + column), tile.ok_or_else(unknown)?);
        }
        at += characters.len() + 1;
    }
    let board = board.cornered();
    if let Some(reason) = flaw(&board) {
        return Err(error(0, reason.to_owned()));
    }
    Ok(trax.position(board, to_move))
}

/// Reason why tiles cannot lie so at the end of a turn.
fn flaw(board: &Board) -> Option<&'static str> {
    let occupied = board.occupied();
    let mut island = occupied & occupied.wrapping_neg();
    loop {
        let more = crate::bits::with_neighbours(island) & occupied;
        if more == island {
            break;
        }
        island = more;
    }
    if island != occupied {
        Some("the tiles do not hang together")
    } else if !board.is_consistent() {
        Some("two tiles touch with different colours")
    } else if !Field::new(*board, u64::MAX).is_at_rest() {
        Some("two equal ends lead into an empty cell")
    } else {
        None
    }
}
