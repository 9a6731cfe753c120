//! Reading `.mat` files.
//!
//! A line of the header gives the points of the match. Each game has its number, the score, and two
//! columns: the rolls with their plays, the cube, and at last the result, in the winner's column or
//! in both. Lines that begin with `;` are remarks; some have a tag: `; [Variation "NackGammon"]`.

use shuban_core::echo::echo;
use shuban_gammon::{Score, Variant};

use super::MatchRecord;
use super::begun::{BegunMatch, GameHead, first, read_games, variant_of};
use super::error::{MatchFileError, MatchFileProblem, Place};
use super::mat_game::play_rows;
use super::mat_rows::players;

/// Most games and matches that are read: they may take far more memory than their text.
pub(super) const MOST_GAMES: usize = 1 << 16;

/// Reads the first match of a text. `variant` is the game if the file does not name it; backgammon
/// without either.
///
/// # Errors
/// [`MatchFileError`] with the line and the problem: it is not the text of a match, or there is no
/// game of which the end, the plays and the score fit.
pub fn read_mat(text: &str, variant: Option<&Variant>) -> Result<MatchRecord, MatchFileError> {
    first(read(text, variant, false)?)
}

/// Reads all matches of a text.
pub(super) fn read(
    text: &str,
    variant: Option<&Variant>,
    no_crawford: bool,
) -> Result<Vec<MatchRecord>, MatchFileError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
    let lines: Vec<(usize, &str)> = lines.collect();
    let mut matches: Vec<BegunMatch> = Vec::new();
    let mut tags = Tags::default();
    let (mut rest, mut games) = (&lines[..], 0);
    while let Some((&(line, text), behind)) = rest.split_first() {
        rest = behind;
        let at = |problem| MatchFileError { place: Place::Line(line), problem };
        let syntax = |reason: String| at(MatchFileProblem::Syntax(reason));
        if let Some(remark) = text.trim().strip_prefix(';') {
            tags.read(remark);
            continue;
        }
        games += 1;
        if games > MOST_GAMES {
            return Err(at(MatchFileProblem::TooMuch(MOST_GAMES)));
        }
        let number = game_number(text).zip(matches.last_mut());
        let Some((number, begun)) = number else {
            if !matches.is_empty() && match_length(text).is_err() {
                return Err(syntax("expected `Game` and its number".to_owned()));
            }
            let length = match_length(text).map_err(syntax)?;
            let variant = variant_of(tags.variation.as_deref(), variant).map_err(at)?;
            let mut begun = BegunMatch::new(variant, length);
            begun.record.crawford &= tags.crawford && !no_crawford;
            begun.record.jacoby = length == 0 && tags.jacoby;
            begun.record.has_cube &= tags.has_cube;
            tags = Tags::default();
            matches.push(begun);
            continue;
        };
        let is_next =
            |(_, text): &(usize, &str)| game_number(text).is_some() || match_length(text).is_ok();
        let end = rest.iter().position(is_next).unwrap_or(rest.len());
        // Remarks before the next match are its own.
        let remarks = rest[..end].iter().rev().take_while(|line| is_remark(line)).count();
        let (game, behind) = rest.split_at(end - remarks);
        rest = behind;
        read_game(begun, (line, number), game);
    }
    let reason = match matches.is_empty() {
        true => NO_MATCH,
        false => "there is no game",
    };
    let line = lines.last().map_or(1, |(line, _)| *line);
    let problem = MatchFileProblem::Syntax(reason.to_owned());
    read_games(matches, MatchFileError { place: Place::Line(line), problem })
}

/// Reason why a text is no match, nor a record that some other game has read before.
const NO_MATCH: &str =
    "expected a line such as `7 point match`, or else a list of moves as another game writes them";

fn is_remark((_, text): &(usize, &str)) -> bool {
    text.trim().starts_with(';')
}

/// Reads a game by the lines behind its number.
fn read_game(begun: &mut BegunMatch, (line, number): (usize, u32), game: &[(usize, &str)]) {
    let last_line = game.last().map_or(line, |(line, _)| *line);
    let mut rows = game.iter().copied().filter(|line| !is_remark(line));
    let (line, problem) = match rows.next() {
        None => (line, MatchFileProblem::Unfinished),
        Some((line, text)) => match players(text) {
            Some((players, score)) => {
                let head = GameHead {
                    place: Place::Line(line),
                    number,
                    players,
                    score: Some(score),
                    crawford: None,
                };
                begun.game(head, |begun, game| play_rows(begun, game, rows, last_line));
                return;
            }
            None => {
                let reason = "expected the players and the score, `Anna : 0   Ben : 0`";
                (line, MatchFileProblem::Syntax(reason.to_owned()))
            }
        },
    };
    begun.leave_out(number, None, MatchFileError { place: Place::Line(line), problem });
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
    let words: Vec<&str> = line.split_whitespace().collect();
    let [number, points, word] = words[..] else { return Err(NO_MATCH.to_owned()) };
    let is_point = points.eq_ignore_ascii_case("point") || points.eq_ignore_ascii_case("points");
    if !is_point || !word.eq_ignore_ascii_case("match") {
        return Err(NO_MATCH.to_owned());
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
