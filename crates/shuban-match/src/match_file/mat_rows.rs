//! The lines of a game in a `.mat` file: the players, and rows of a number and two columns.
//!
//! ```text
//!   7) 31: 8/5 6/5                  Doubles => 2
//!   8)  Takes                      64: ????
//!       Wins 2 points
//! ```

use shuban_core::Seat;
use shuban_core::echo::echo;

use super::begun::{MOST_POINTS, clean_name};

/// Text alone in a row belongs to the right column from this character on.
const RIGHT: usize = 16;

/// Most cells of a row, and numbers within it.
const MOST_MARKS: usize = 8;

/// A row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Row<'a> {
    /// Its number, if it has one.
    pub(super) number: Option<u32>,
    /// Its cells, with the seats of their columns.
    pub(super) cells: Vec<(Seat, Cell<'a>)>,
}

/// An act of a player, or the end of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Cell<'a> {
    /// A roll as two digits, and its play.
    Roll(&'a str, Play<'a>),
    /// A double, and the value of the cube.
    Double(Option<u32>),
    Take,
    Drop,
    /// Somebody gives up; the points follow elsewhere.
    Concedes,
    /// The points won.
    Wins(Points),
    /// The points lost.
    Loses(Points),
    /// A result of which the place does not tell whose it is.
    Result,
    /// A play that is not known, of a roll that is not known.
    Unknown,
}

/// A play as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Play<'a> {
    /// Its text.
    Text(&'a str),
    /// The words that the player cannot move.
    Pass,
    /// No word about it, or that it is not known.
    Unknown,
    /// The player gave up instead.
    Concedes,
}

/// The points that a game ends with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Points {
    pub(super) points: u32,
    /// True if the file says that the match ends, too.
    pub(super) is_last: bool,
}

impl Cell<'_> {
    /// Returns true for one that may stand behind an act in the same column.
    pub(super) fn is_end(&self) -> bool {
        matches!(self, Cell::Concedes | Cell::Wins(_) | Cell::Loses(_) | Cell::Result)
    }
}

/// First words of cells.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Begin {
    Dice,
    Double,
    Take,
    Drop,
    Beaver,
    Concedes,
    Wins,
    Loses,
    Unknown,
}

fn begin(word: &str) -> Option<Begin> {
    let bytes = word.as_bytes();
    if bytes.len() >= 3 && bytes[..2].iter().all(u8::is_ascii_digit) && bytes[2] == b':' {
        return Some(Begin::Dice);
    }
    Some(match &*word.to_ascii_lowercase() {
        "doubles" | "double" | "redoubles" => Begin::Double,
        "takes" | "take" | "accepts" | "accept" => Begin::Take,
        "drops" | "drop" | "rejects" | "reject" | "passes" | "pass" => Begin::Drop,
        "beavers" | "beaver" => Begin::Beaver,
        "concedes" | "concede" | "resigns" | "resign" => Begin::Concedes,
        "wins" | "win" => Begin::Wins,
        "losses" | "loses" | "lose" | "loss" => Begin::Loses,
        _ if is_unknown(word) => Begin::Unknown,
        _ => return None,
    })
}

fn is_unknown(text: &str) -> bool {
    text.len() >= 2 && text.bytes().all(|byte| byte == b'?')
}

/// Reads a row; `None` for a line that does not begin as one.
pub(super) fn row(line: &str) -> Result<Option<Row<'_>>, String> {
    let (number, from) = match leading_number(line) {
        Some((number, behind)) => {
            let number = number.parse().map_err(|_| format!("line {})", echo(number, 0)))?;
            (Some(number), behind)
        }
        None => (None, 0),
    };
    let Some(marks) = marks(line, from) else {
        let found = line[from..].split_whitespace().next().unwrap_or_default();
        return if number.is_some() { Err(expected(found)) } else { Ok(None) };
    };
    if marks.len() > MOST_MARKS {
        return Err("more than two columns".to_owned());
    }
    let mut cells = Vec::new();
    // The cells behind the last number: such a number within a row begins a row in place of a cell.
    let (mut part, mut is_within) = (Vec::new(), false);
    let is_bare = number.is_none();
    for (index, &(at, begun)) in marks.iter().enumerate() {
        let end = marks.get(index + 1).map_or(line.len(), |(next, _)| *next);
        match begun {
            Some(begun) => {
                let is_right = line[..at].chars().count() >= RIGHT;
                part.push((is_right, cell(begun, line[at..end].trim())?));
            }
            None => {
                cells.extend(columns(std::mem::take(&mut part), is_bare, is_within)?);
                is_within = true;
            }
        }
    }
    cells.extend(columns(part, is_bare, is_within)?);
    Ok(Some(Row { number, cells }))
}

/// The places and the kinds of the cells of a row; numbers within it have no kind. `None` if something
/// else comes first.
fn marks(line: &str, from: usize) -> Option<Vec<(usize, Option<Begin>)>> {
    let mut marks = Vec::new();
    let (mut at, mut is_roll_alone) = (from, false);
    for word in line[from..].split_inclusive(char::is_whitespace) {
        let plain = word.trim_end();
        let begun = begin(plain);
        let is_number = leading_number(plain).is_some_and(|(_, behind)| behind == plain.len());
        // In `51: Concedes` and `51: ????` the word stands in place of a play.
        let is_play = is_roll_alone && matches!(begun, Some(Begin::Concedes | Begin::Unknown));
        if (begun.is_some() && !is_play) || is_number {
            marks.push((at, begun));
        } else if marks.is_empty() && !plain.is_empty() {
            return None;
        }
        is_roll_alone = begun == Some(Begin::Dice) && plain.len() == 3;
        at += word.len();
    }
    Some(marks)
}

/// Gives cells their seats, of which is known whether they stand far to the right. Two cells are the
/// two columns, wherever they stand, but for a result behind an act of the right player. A result
/// alone in a row within a row is nobody's, and `Losses` alone at the left of a row without a number.
fn columns(
    part: Vec<(bool, Cell<'_>)>,
    is_bare: bool,
    is_within: bool,
) -> Result<Vec<(Seat, Cell<'_>)>, String> {
    let is_behind = |act: &Cell<'_>, end: &Cell<'_>| end.is_end() && !act.is_end();
    let seats: &[Seat] = match &part[..] {
        [(_, Cell::Wins(_) | Cell::Loses(_))] if is_within => return Ok(vec![(0, Cell::Result)]),
        [(false, Cell::Loses(_))] if is_bare => return Ok(vec![(0, Cell::Result)]),
        [(false, _)] => &[0],
        [(true, _)] => &[1],
        [(true, act), (_, end)] if is_behind(act, end) => &[1, 1],
        [] | [_, _] => &[0, 1],
        [_, (_, act), (_, end)] if is_behind(act, end) => &[0, 1, 1],
        _ => return Err("more than two columns".to_owned()),
    };
    Ok(seats.iter().copied().zip(part.into_iter().map(|(_, cell)| cell)).collect())
}

/// Reads ` Anna : 0     Ben : 0`: names and points.
pub(super) fn players(line: &str) -> Option<([String; 2], [u32; 2])> {
    let points = |text: &str| text.trim().parse().ok().filter(|&points| points <= MOST_POINTS);
    let (rest, last) = line.rsplit_once(':')?;
    // The first colon with a number and a space behind it.
    let (first, rest) = rest.match_indices(':').find_map(|(at, _)| {
        let behind = rest[at + 1..].trim_start();
        let digits = behind.find(|c: char| !c.is_ascii_digit())?;
        (digits > 0 && behind[digits..].starts_with(char::is_whitespace))
            .then(|| ((&rest[..at], &behind[..digits]), &behind[digits..]))
    })?;
    let score = [points(first.1)?, points(last)?];
    Some(([clean_name(first.0), clean_name(rest)], score))
}

pub(super) fn expected(found: &str) -> String {
    format!("expected dice, the cube or who wins, found `{}`", echo(found, 0))
}

/// The digits of ` 12)` or ` 12.` at the beginning of a text, and the place behind them.
fn leading_number(text: &str) -> Option<(&str, usize)> {
    let end = text.find([')', '.'])?;
    let digits = text[..end].trim();
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    // A date is none.
    let ends =
        text[end..].starts_with(')') || !text[end + 1..].starts_with(|c: char| !c.is_whitespace());
    (is_number && ends).then_some((digits, end + 1))
}

/// Reads a cell by the kind of its first word.
fn cell(begun: Begin, text: &str) -> Result<Cell<'_>, String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let more = |from: usize| match words.get(from) {
        Some(word) => Err(format!("unexpected `{}` behind `{}`", echo(word, 0), words[from - 1])),
        None => Ok(()),
    };
    Ok(match begun {
        Begin::Dice => Cell::Roll(&text[..2], play(text[3..].trim())),
        Begin::Double => {
            let value = words.iter().skip(1).position(|word| !["=>", "to"].contains(word));
            let value = value.map(|place| place + 1);
            let number = value.and_then(|place| words[place].parse().ok());
            more(match (number, value) {
                (Some(_), Some(place)) => place + 1,
                _ => value.unwrap_or(words.len()),
            })?;
            Cell::Double(number)
        }
        Begin::Take => more(1).map(|()| Cell::Take)?,
        Begin::Drop => more(1).map(|()| Cell::Drop)?,
        Begin::Beaver => return Err("a beaver is not read here".to_owned()),
        Begin::Concedes => Cell::Concedes,
        Begin::Unknown => more(1).map(|()| Cell::Unknown)?,
        Begin::Wins => Cell::Wins(points(&words)?),
        Begin::Loses => Cell::Loses(points(&words)?),
    })
}

fn play(text: &str) -> Play<'_> {
    let plain = text.trim_matches(['(', ')', '.']).to_lowercase();
    match &*plain {
        "" => Play::Unknown,
        "cannot move" | "can't move" | "no play" | "no move" | "no legal move" => Play::Pass,
        "concedes" | "concede" | "resigns" | "resign" => Play::Concedes,
        _ if is_unknown(text) => Play::Unknown,
        _ => Play::Text(text),
    }
}

/// Reads `Wins 2 points and the match`.
fn points(words: &[&str]) -> Result<Points, String> {
    let is_point = words.get(2).is_some_and(|word| word.to_ascii_lowercase().starts_with("point"));
    let points = words.get(1).and_then(|word| word.parse().ok()).filter(|_| is_point);
    let expected = || format!("expected how many points are won, such as `{} 1 point`", words[0]);
    Ok(Points {
        points: points.ok_or_else(expected)?,
        is_last: words.iter().any(|word| word.eq_ignore_ascii_case("match")),
    })
}
