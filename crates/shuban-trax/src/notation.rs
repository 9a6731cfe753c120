//! The standard notation of moves, and positions as the moves that lead to them or as diagrams.

use shuban_core::{Last, NotationError, Written, WrittenIn};

use crate::board::Board;
use crate::field::Field;
use crate::record::record;
use crate::rules::{Move, Position, Trax};
use crate::tile::{Colour, Shape, Tile};

/// A move as it is spelt: where, and which shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Spelling {
    pub(crate) row: i32,
    pub(crate) column: i32,
    pub(crate) shape: Shape,
}

/// Writes a cell and a shape: the column as a letter, `@` for a new one at the left, then `A`, …,
/// `Z`, `AA`, …; the row as a number, 0 for a new one at the top; the shape.
pub(crate) fn write_move(row: i32, column: i32, shape: Shape) -> String {
    format!("{}{}{}", column_name(column), row + 1, shape.symbol())
}

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

/// Reads a cell and a shape. The error is the character, from 0, where it went wrong, and why.
pub(crate) fn read_move(word: &str) -> Result<Spelling, (usize, String)> {
    let characters: Vec<char> = word.chars().collect();
    let letters = characters.iter().take_while(|c| c.is_ascii_alphabetic() || **c == '@').count();
    let digits = characters[letters..].iter().take_while(|c| c.is_ascii_digit()).count();
    if letters == 0 {
        return Err((0, format!("`{word}` does not begin with a column: `@` or a letter")));
    }
    if digits == 0 {
        return Err((letters, format!("`{word}` has no row after its column")));
    }
    let column = if characters[..letters] == ['@'] {
        Some(-1)
    } else {
        let digit = |c: char| {
            c.is_ascii_alphabetic().then(|| c.to_ascii_uppercase() as i32 - 'A' as i32 + 1)
        };
        let number = |number: i32, c: &char| number.checked_mul(26)?.checked_add(digit(*c)?);
        characters[..letters].iter().try_fold(0, number).map(|number| number - 1)
    };
    let column = column.ok_or_else(|| (0, format!("`{word}` has no column that there can be")))?;
    let row: String = characters[letters..letters + digits].iter().collect();
    let row = row
        .parse::<i32>()
        .map_err(|_| (letters, format!("`{word}` has no row that there can be")))?;
    let shape = match characters[letters + digits..] {
        [symbol] => Shape::from_symbol(symbol),
        _ => None,
    };
    let expected =
        || format!("`{word}` does not end in one shape: `/` (or `s`), `\\` (or `b`) or `+`");
    let shape = shape.ok_or_else(|| (letters + digits, expected()))?;
    Ok(Spelling { row: row - 1, column, shape })
}

/// The words of a text, each with the number of characters before it.
pub(crate) fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.split_whitespace().map(|word| {
        let before = word.as_ptr() as usize - text.as_ptr() as usize;
        (text[..before].chars().count(), word)
    })
}

/// Writes a move in the standard notation.
pub fn format_move(played: &Move) -> String {
    write_move(i32::from(played.row), i32::from(played.column), played.tile.shape())
}

/// Reads moves from the start, in the standard notation: `@0/ B1\`. Nothing, or `start`, is the
/// start itself.
fn parse_moves(trax: &Trax, text: &str) -> Result<WrittenIn<Trax>, NotationError> {
    let (mut position, mut last, mut moves) = (Position::START, None, Vec::new());
    for (at, word) in words(text).filter(|_| text.trim() != START) {
        let error =
            |(within, reason): (usize, String)| NotationError::new(text, at + within, reason);
        let (action, after) = play_spelt(trax, &position, word).map_err(error)?;
        moves.push(format_move(&action));
        last = Some(Last { before: position, action });
        position = after;
    }
    Ok(Written { position, last, chance: None, text: text_of(&moves) })
}

/// Moves in order as a text that reads as the same again.
pub(crate) fn text_of(moves: &[String]) -> String {
    if moves.is_empty() { START.to_owned() } else { moves.join(" ") }
}

/// Plays a move as it is written. The error is the character, from 0, where it went wrong, and why.
pub(crate) fn play_spelt(
    trax: &Trax,
    position: &Position,
    word: &str,
) -> Result<(Move, Position), (usize, String)> {
    let Spelling { row, column, shape } = read_move(word)?;
    let played = trax.play(position, row, column, shape);
    let (action, _, after) = played.map_err(|illegal| (0, format!("`{word}`: {illegal}")))?;
    Ok((action, after))
}

/// What the start is called.
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
    parse_moves(trax, text)
}

/// Writes a position as moves that lead to it, or to an image of it if none lead to itself; as a
/// diagram if none are found, for a position that no game leads to.
pub(crate) fn format_position(trax: &Trax, position: &Position) -> String {
    if position.board == Board::EMPTY && position.to_move == Colour::White {
        return START.to_owned();
    }
    match record(trax, position) {
        Some(moves) => moves.iter().map(format_move).collect::<Vec<_>>().join(" "),
        None => format_diagram(position),
    }
}

/// Writes a position as a diagram, which is read as well.
pub fn format_diagram(position: &Position) -> String {
    let (rows, columns) = position.board.size();
    let row = |row: usize| -> String {
        (0..columns).map(|column| position.board.tile(row, column).map_or("..", code)).collect()
    };
    let rows: Vec<String> = (0..rows).map(row).collect();
    format!("{}:{}", position.to_move, rows.join("|"))
}

/// A tile's white sides.
pub(crate) const fn code(tile: Tile) -> &'static str {
    match tile {
        Tile::NorthSouth => "NS",
        Tile::EastWest => "EW",
        Tile::NorthWest => "NW",
        Tile::SouthEast => "SE",
        Tile::NorthEast => "NE",
        Tile::SouthWest => "SW",
    }
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
            let tile = Tile::ALL.into_iter().find(|&tile| code(tile) == pair);
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

/// Why tiles can not lie so at the end of a turn.
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
