//! Reading `.mat` files.
//!
//! A line of the header gives the points of the match. Each game has its number, the score, and two
//! columns: the rolls with their plays, the cube, and at last the result, in the winner's column.
//! Lines that begin with `;` are remarks; some have a tag: `; [Variation "NackGammon"]`.

use shuban_core::Seat;
use shuban_core::dice::Roll;
use shuban_core::echo::echo;
use shuban_gammon::{Score, Variant};

use super::begun::{BegunGame, BegunMatch, MOST_POINTS, clean_name, variant_of};
use super::error::{MatchFileError, MatchFileProblem, RuleError};
use super::referee::Referee;
use super::{GameResult, MatchRecord};

/// Text alone in a line belongs to the right column from this character on.
const RIGHT: usize = 16;

/// Reads a match. `variant` is the game if the file does not name it; backgammon without either.
///
/// # Errors
/// [`MatchFileError`] with the line and the problem: it is not the text of a match, or ends too
/// early, a play is not legal, or the score does not follow.
pub fn read_mat(text: &str, variant: Option<&Variant>) -> Result<MatchRecord, MatchFileError> {
    let mut lines = Lines::new(text);
    let mut tags = Tags::default();
    let length = loop {
        let Some(line) = lines.next() else {
            return Err(lines.syntax("there is no line such as `7 point match`"));
        };
        match line.trim().strip_prefix(';') {
            Some(remark) => tags.read(remark),
            None => break match_length(line).map_err(|reason| lines.syntax(reason))?,
        }
    };
    let variant =
        variant_of(tags.variation.as_deref(), variant).map_err(|problem| lines.at(problem))?;
    let mut begun = BegunMatch::new(variant, length);
    begun.record.crawford &= tags.crawford;
    begun.record.jacoby = length == 0 && tags.jacoby;
    begun.record.has_cube &= tags.has_cube;
    let mut before = None;
    while let Some(line) = lines.next() {
        if line.trim().starts_with(';') {
            continue;
        }
        let number =
            game_number(line).ok_or_else(|| lines.syntax("expected `Game` and its number"))?;
        if before.is_some_and(|before: u32| before.checked_add(1) != Some(number)) {
            return Err(lines.syntax(format!("game {number} after game {}", before.unwrap_or(0))));
        }
        before = Some(number);
        read_game(&mut begun, &mut lines)?;
    }
    if begun.record.games.is_empty() {
        return Err(lines.syntax("there is no game"));
    }
    Ok(begun.record)
}

/// The non-empty lines, and the number of the last one read.
struct Lines<'a> {
    lines: std::iter::Enumerate<std::str::Lines<'a>>,
    /// The number of the line that was read last, from 1.
    number: usize,
}

impl<'a> Lines<'a> {
    fn new(text: &'a str) -> Self {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        Lines { lines: text.lines().enumerate(), number: 1 }
    }

    fn at(&self, problem: impl Into<MatchFileProblem>) -> MatchFileError {
        MatchFileError { line: self.number, problem: problem.into() }
    }

    fn syntax(&self, reason: impl Into<String>) -> MatchFileError {
        self.at(MatchFileProblem::Syntax(reason.into()))
    }
}

impl<'a> Iterator for Lines<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        for (place, line) in self.lines.by_ref() {
            self.number = place + 1;
            if !line.trim().is_empty() {
                return Some(line);
            }
        }
        None
    }
}

/// The tags of the header.
struct Tags {
    variation: Option<String>,
    crawford: bool,
    jacoby: bool,
    has_cube: bool,
}

impl Default for Tags {
    fn default() -> Self {
        Tags { variation: None, crawford: true, jacoby: false, has_cube: true }
    }
}

impl Tags {
    /// Reads a remark; one without a known tag is ignored.
    fn read(&mut self, remark: &str) {
        let tag = remark.trim().strip_prefix('[').and_then(|tag| tag.strip_suffix(']'));
        let Some((name, value)) = tag.and_then(|tag| tag.split_once(char::is_whitespace)) else {
            return;
        };
        let value = value.trim().trim_matches('"');
        match name.to_ascii_lowercase().as_str() {
            "variation" if !value.eq_ignore_ascii_case("backgammon") => {
                self.variation = Some(value.to_owned());
            }
            "crawford" => self.crawford = !value.eq_ignore_ascii_case("off"),
            "jacoby" => self.jacoby = value.eq_ignore_ascii_case("on"),
            // The highest cube: that of a game without one is 1.
            "cubelimit" => self.has_cube = value != "1",
            _ => {}
        }
    }
}

/// Reads ` 7 point match`.
fn match_length(line: &str) -> Result<u32, String> {
    let expected = || "expected a line such as `7 point match`".to_owned();
    let words: Vec<&str> = line.split_whitespace().collect();
    let [number, points, word] = words[..] else { return Err(expected()) };
    let is_point = points.eq_ignore_ascii_case("point") || points.eq_ignore_ascii_case("points");
    if !is_point || !word.eq_ignore_ascii_case("match") {
        return Err(expected());
    }
    match number.parse::<u32>() {
        Ok(length) if length <= Score::MOST_POINTS => Ok(length),
        _ => Err(format!("`{}` is not the length of a match", echo(number, 0))),
    }
}

/// Reads ` Game 1`.
fn game_number(line: &str) -> Option<u32> {
    let (word, number) = line.trim().split_once(char::is_whitespace)?;
    word.eq_ignore_ascii_case("game").then(|| number.trim().parse().ok()).flatten()
}

/// Reads ` Anna : 0     Ben : 0`: names and points.
fn players(line: &str) -> Option<([String; 2], [u32; 2])> {
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

fn read_game(begun: &mut BegunMatch, lines: &mut Lines<'_>) -> Result<(), MatchFileError> {
    let Some(line) = lines.next() else { return Err(lines.at(MatchFileProblem::Unfinished)) };
    let (players, score) = players(line)
        .ok_or_else(|| lines.syntax("expected the players and the score, `Anna : 0   Ben : 0`"))?;
    let game = begun.begin(players, Some(score), None).map_err(|problem| lines.at(problem))?;
    let mut referee = begun.referee(&game);
    let mut count = 0;
    let result = loop {
        let Some(line) = lines.next() else { return Err(lines.at(MatchFileProblem::Unfinished)) };
        if line.trim().starts_with(';') {
            continue;
        }
        let (number, cells) = cells(line).map_err(|reason| lines.syntax(reason))?;
        if let Some(number) = number {
            count += 1;
            if number != count {
                return Err(lines.syntax(format!("expected line {count}), found {number})")));
            }
        }
        if let Some(result) = read_cells(begun, &game, &mut referee, &cells, lines)? {
            break result;
        }
    };
    let events = std::mem::take(&mut referee.events);
    begun.end(&game, events, result);
    Ok(())
}

/// Plays the actions of a line; returns the result if it states one.
fn read_cells(
    begun: &BegunMatch,
    game: &BegunGame,
    referee: &mut Referee<'_>,
    cells: &[Cell<'_>],
    lines: &Lines<'_>,
) -> Result<Option<GameResult>, MatchFileError> {
    for (place, &(seat, cell)) in cells.iter().enumerate() {
        let words: Vec<&str> = cell.split_whitespace().collect();
        let first = words.first().copied().unwrap_or_default().to_ascii_lowercase();
        let done = match &*first {
            "doubles" | "double" => {
                let said = words.iter().rev().find_map(|word| word.parse().ok());
                referee.double(seat, said)
            }
            "takes" | "take" => referee.take(seat),
            "drops" | "drop" => referee.drop(seat),
            "beavers" | "beaver" => {
                return Err(lines.at(MatchFileProblem::Unsupported("a beaver".to_owned())));
            }
            "wins" | "win" => {
                if place + 1 < cells.len() {
                    return Err(lines.syntax("the game is over, and something follows"));
                }
                let stated = win(begun, game, referee, seat, &words);
                return stated.map(Some).map_err(|problem| lines.at(problem));
            }
            _ => {
                let roll = dice(begun.record.variant.faces(), cell).map_err(|p| lines.at(p))?;
                let play = cell[3..].trim();
                let is_pass = ["", "cannot move", "can't move", "no play", "no move"]
                    .contains(&&*play.to_lowercase());
                let play = with_bar_and_off(play, &begun.record.variant);
                referee.play(seat, roll, (!is_pass).then_some(&play))
            }
        };
        done.map_err(|problem| lines.at(problem))?;
    }
    Ok(None)
}

/// Reads `Wins 2 points and the match`.
fn win(
    begun: &BegunMatch,
    game: &BegunGame,
    referee: &Referee<'_>,
    seat: Seat,
    words: &[&str],
) -> Result<GameResult, MatchFileProblem> {
    let points = words.get(1).and_then(|word| word.parse().ok());
    let points: u32 = points
        .filter(|&points| points <= MOST_POINTS)
        .ok_or_else(|| MatchFileProblem::Syntax("expected how many points are won".to_owned()))?;
    let result = referee.stated(seat, points, begun.needed(game, seat))?;
    let is_last = words.iter().any(|word| word.eq_ignore_ascii_case("match"));
    if is_last && begun.needed(game, seat).is_none_or(|needed| result.points < needed) {
        return Err(RuleError::MatchGoesOn(game.score_after(&result)).into());
    }
    Ok(result)
}

/// A cell of a line: the seat of its column, and the text.
type Cell<'a> = (Seat, &'a str);

/// The number of a line, if it has one, and the players' actions in it.
fn cells(line: &str) -> Result<(Option<u32>, Vec<Cell<'_>>), String> {
    let mut number = None;
    let mut from = 0;
    if let Some((before, _)) = line.split_once(')') {
        let digits = before.trim();
        if !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()) {
            number = Some(digits.parse().map_err(|_| format!("line {})", echo(digits, 0)))?);
            from = before.len() + 1;
        }
    }
    let mut starts = Vec::new();
    let mut at = from;
    for word in line[from..].split_inclusive(char::is_whitespace) {
        let plain = word.trim_end();
        if begins_a_cell(plain) {
            starts.push(at);
        } else if starts.is_empty() && !plain.is_empty() {
            let found = echo(plain, 0);
            return Err(format!("expected dice, the cube or who wins, found `{found}`"));
        }
        at += word.len();
    }
    let column = |at: usize| usize::from(line[..at].chars().count() >= RIGHT);
    Ok((
        number,
        match starts[..] {
            [only] => vec![(column(only), line[only..].trim())],
            [left, right] => vec![(0, line[left..right].trim()), (1, line[right..].trim())],
            [] => return Err("expected dice, the cube or who wins".to_owned()),
            _ => return Err("more than two columns".to_owned()),
        },
    ))
}

fn begins_a_cell(word: &str) -> bool {
    let words =
        ["doubles", "double", "takes", "take", "drops", "drop", "wins", "win", "beavers", "beaver"];
    let bytes = word.as_bytes();
    words.iter().any(|known| word.eq_ignore_ascii_case(known))
        || bytes.len() >= 3 && bytes[..2].iter().all(u8::is_ascii_digit) && bytes[2] == b':'
}

/// Reads `31:`.
fn dice(faces: u8, cell: &str) -> Result<Roll, RuleError> {
    let die = |place: usize| cell.as_bytes()[place].wrapping_sub(b'0');
    let (one, other) = (die(0), die(1));
    if one.min(other) < 1 || one.max(other) > faces {
        return Err(RuleError::Dice(faces));
    }
    Ok(Roll::new(one, other))
}

/// A play in which the bar and off have numbers as well: `25/20`, `4/0`.
fn with_bar_and_off(play: &str, variant: &Variant) -> String {
    let bar = variant.bar().to_string();
    let place = |place: &str| -> String {
        let (number, rest) = place.split_at(place.find(['*', '(']).unwrap_or(place.len()));
        match number {
            "0" => format!("off{rest}"),
            number if number == bar => format!("bar{rest}"),
            _ => place.to_owned(),
        }
    };
    let way = |way: &str| way.split('/').map(place).collect::<Vec<_>>().join("/");
    play.split_whitespace().map(way).collect::<Vec<_>>().join(" ")
}
