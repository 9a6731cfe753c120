//! Reading SGF files of backgammon, `GM[6]`.
//!
//! A game is a tree. Its first node has the players (`PW`, `PB`), the match (`MI`), the rules (`RU`)
//! and the result (`RE`); the others one act each, of White (`W`, seat 0) or Black (`B`, seat 1):
//! `double`, `take`, `drop`, or the dice and for each die the points from and to. `a` is White's
//! own point 1 and Black's highest, `y` the bar, `z` off. A last node `PL[W]DI[51]` is a roll after
//! which somebody gave up.

use shuban_core::Seat;
use shuban_core::dice::Roll;
use shuban_core::echo::echo;
use shuban_core::present::transcript::sgf::{MainLine, Property, parse_collection};
use shuban_gammon::{Score, Variant, place_name};

use super::begun::{
    BegunGame, BegunMatch, GameHead, MOST_POINTS, clean_name, first, read_games, variant_of,
};
use super::error::{MatchFileError, MatchFileProblem, Place, RuleError};
use super::referee::Referee;
use super::{GameResult, MatchEvent, MatchRecord};

/// Number of points with letters, from `a` on, before those of the bar and off.
pub(super) const MOST_LETTERS: usize = 24;

/// Reads the first match of a collection: the main line of each game, in order. `variant` is the
/// game if the file does not name it; backgammon without either.
///
/// # Errors
/// [`MatchFileError`] with the line and the problem.
pub fn read_sgf(text: &str, variant: Option<&Variant>) -> Result<MatchRecord, MatchFileError> {
    first(read(text, variant, false)?)
}

/// Reads all matches of a collection.
pub(super) fn read(
    text: &str,
    variant: Option<&Variant>,
    no_crawford: bool,
) -> Result<Vec<MatchRecord>, MatchFileError> {
    let mut matches: Vec<BegunMatch> = Vec::new();
    for game in parse_collection(text)? {
        let line = game.first().and_then(|node| node.first()).map_or(1, |property| property.line);
        let at = |problem| MatchFileError { place: Place::Line(line), problem };
        let root = match (Root::read(&game), matches.last_mut()) {
            (Ok(root), _) => root,
            (Err(error), None) => return Err(error),
            (Err(error), Some(begun)) => {
                begun.leave_out(begun.number.saturating_add(1), None, error);
                continue;
            }
        };
        let found = variant_of(root.variation.as_deref(), variant).map_err(at)?;
        if found.points() > MOST_LETTERS {
            let what = format!("a board of {} points in SGF", found.points());
            return Err(at(MatchFileProblem::Unsupported(what)));
        }
        let goes_on = |begun: &BegunMatch| {
            begun.record.variant == found
                && begun.record.length == root.length
                && root.number.is_none_or(|number| number > begun.number)
                && begun.are_players(&root.players)
        };
        if !matches.last().is_some_and(goes_on) {
            let mut begun = BegunMatch::new(found, root.length);
            begun.record.has_cube = !root.no_cube;
            begun.record.crawford &= root.crawford && !no_crawford;
            begun.record.jacoby = root.length == 0 && root.jacoby;
            matches.push(begun);
        }
        let Some(begun) = matches.last_mut() else { continue };
        let head = GameHead {
            place: Place::Line(line),
            number: root.number.unwrap_or(begun.number.saturating_add(1)),
            players: root.players.clone(),
            score: root.score,
            crawford: Some(root.crawford_game && root.length > 0 && !no_crawford),
        };
        begun.game(head, |begun, of_game| play_nodes(begun, of_game, &game, root.result));
    }
    let problem = MatchFileProblem::Syntax("there is no game".to_owned());
    read_games(matches, MatchFileError { place: Place::Line(text.lines().count().max(1)), problem })
}

/// Plays the nodes of a game.
fn play_nodes(
    begun: &BegunMatch,
    of_game: &BegunGame,
    game: &MainLine,
    result: Option<(usize, Seat, u32)>,
) -> Result<(Vec<MatchEvent>, GameResult), MatchFileError> {
    let mut referee = begun.referee(of_game);
    let mut line = 1;
    for node in game {
        line = node.last().map_or(line, |property| property.line);
        for property in node.iter().filter(|_| !std::ptr::eq(node, &game[0])) {
            read_act(&mut referee, &begun.record.variant, property, node)
                .map_err(|problem| MatchFileError { place: Place::Line(property.line), problem })?;
        }
    }
    let result = match (result, referee.result()) {
        (Some((line, winner, points)), _) => {
            let stated = referee.stated(winner, points, begun.needed(of_game, winner));
            stated
                .map_err(|rule| MatchFileError { place: Place::Line(line), problem: rule.into() })?
        }
        (None, Some(result)) => result,
        (None, None) => {
            return Err(MatchFileError {
                place: Place::Line(line),
                problem: MatchFileProblem::Unfinished,
            });
        }
    };
    Ok((std::mem::take(&mut referee.events), result))
}

/// Properties of the first node of a game.
#[derive(Default)]
struct Root {
    players: [String; 2],
    length: u32,
    score: Option<[u32; 2]>,
    /// The number of the game, from 1.
    number: Option<u32>,
    variation: Option<String>,
    no_cube: bool,
    crawford: bool,
    crawford_game: bool,
    jacoby: bool,
    /// The line, the winner, and the number of points.
    result: Option<(usize, Seat, u32)>,
}

impl Root {
    fn read(game: &MainLine) -> Result<Self, MatchFileError> {
        let mut root = Root { players: [clean_name(""), clean_name("")], ..Root::default() };
        let mut is_backgammon = false;
        for property in game.first().into_iter().flatten() {
            let line = property.line;
            let value = property.values[0].trim();
            let syntax = |reason: String| MatchFileError {
                place: Place::Line(line),
                problem: MatchFileProblem::Syntax(reason),
            };
            match &*property.name {
                "GM" if value == "6" => is_backgammon = true,
                "GM" => {
                    let value = echo(value, 0);
                    let reason = format!("GM[{value}] is another game: backgammon is GM[6]");
                    return Err(syntax(reason));
                }
                "PW" => root.players[0] = clean_name(value),
                "PB" => root.players[1] = clean_name(value),
                "MI" => root.read_match(property).map_err(syntax)?,
                "RU" => root.read_rules(value),
                "CV" if value != "1" => {
                    let problem = MatchFileProblem::Unsupported("an automatic double".to_owned());
                    return Err(MatchFileError { place: Place::Line(line), problem });
                }
                "RE" => {
                    let found = result(value).map_err(syntax)?;
                    root.result = found.map(|(winner, points)| (line, winner, points));
                }
                _ => {}
            }
        }
        if !is_backgammon {
            let line = game.first().and_then(|node| node.first()).map_or(1, |first| first.line);
            let problem = MatchFileProblem::Syntax("no GM[6]: no game of backgammon".to_owned());
            return Err(MatchFileError { place: Place::Line(line), problem });
        }
        Ok(root)
    }

    /// Reads `MI[length:7][game:0][ws:2][bs:1]`.
    fn read_match(&mut self, property: &Property) -> Result<(), String> {
        let mut score = [None; 2];
        for value in &property.values {
            let Some((name, number)) = value.split_once(':') else { continue };
            let number = || {
                let number = number.trim().parse().ok().filter(|&number| number <= MOST_POINTS);
                number.ok_or_else(|| format!("MI[{}] has no number", echo(value, 0)))
            };
            match name.trim() {
                "length" => self.length = number()?,
                "game" => self.number = Some(number()? + 1),
                "ws" => score[0] = Some(number()?),
                "bs" => score[1] = Some(number()?),
                _ => {}
            }
        }
        if self.length > Score::MOST_POINTS {
            return Err(format!("a match to {} points", self.length));
        }
        self.score = score[0].zip(score[1]).map(|(white, black)| [white, black]);
        Ok(())
    }

    /// Reads `RU[Crawford:CrawfordGame]`.
    fn read_rules(&mut self, value: &str) {
        for rule in value.split(':') {
            match rule.trim() {
                "Crawford" => self.crawford = true,
                "CrawfordGame" => self.crawford_game = true,
                "Jacoby" => self.jacoby = true,
                "NoCube" => self.no_cube = true,
                "" => {}
                other => self.variation = Some(other.to_owned()),
            }
        }
    }
}

/// Reads `W+2` or `B+3R`; `None` for a game that is not over.
fn result(value: &str) -> Result<Option<(Seat, u32)>, String> {
    let Some((winner, points)) = value.split_once('+') else { return Ok(None) };
    let winner = match winner {
        "W" | "w" => 0,
        "B" | "b" => 1,
        _ => return Err(format!("RE[{}]: neither W nor B won", echo(value, 0))),
    };
    let digits = points.find(|c: char| !c.is_ascii_digit()).unwrap_or(points.len());
    match points[..digits].parse() {
        Ok(points) if points <= MOST_POINTS => Ok(Some((winner, points))),
        _ => Err(format!("RE[{}] does not say how many points were won", echo(value, 0))),
    }
}

/// Plays a property of a node that is an act; notes of programs are ignored.
fn read_act(
    referee: &mut Referee<'_>,
    variant: &Variant,
    property: &Property,
    node: &[Property],
) -> Result<(), MatchFileProblem> {
    let dice = node.iter().find(|property| property.name == "DI");
    let seat = match (&*property.name, dice) {
        ("W", _) => 0,
        ("B", _) => 1,
        ("PL", Some(dice)) => {
            let seat = Seat::from(property.values[0].trim() == "B");
            let (roll, _) = read_play(variant, seat, dice.values[0].trim())?;
            return Ok(referee.roll(seat, Some(roll))?);
        }
        ("AE" | "AB" | "AW" | "PL" | "CP" | "CV", _) => {
            let what = format!("a position set up within a game ({})", property.name);
            return Err(MatchFileProblem::Unsupported(what));
        }
        _ => return Ok(()),
    };
    let value = property.values[0].trim();
    match value {
        "double" => referee.double(seat, None)?,
        "take" => referee.take(seat)?,
        "drop" => referee.drop(seat)?,
        _ => {
            let (roll, play) = read_play(variant, seat, value)?;
            referee.play(seat, roll, play.as_deref())?;
        }
    }
    Ok(())
}

/// Reads dice and the points of a play: `31hefe`.
fn read_play(
    variant: &Variant,
    seat: Seat,
    value: &str,
) -> Result<(Roll, Option<String>), MatchFileProblem> {
    let syntax = || {
        let found = echo(value, 0);
        MatchFileProblem::Syntax(format!("`{found}` is neither dice with a play nor the cube"))
    };
    let bytes = value.as_bytes();
    let [one, other, play @ ..] = bytes else { return Err(syntax()) };
    if !one.is_ascii_digit() || !other.is_ascii_digit() || play.len() % 2 == 1 {
        return Err(syntax());
    }
    let (one, other) = (one - b'0', other - b'0');
    if one.min(other) < 1 || one.max(other) > variant.faces() {
        return Err(RuleError::Dice(variant.faces()).into());
    }
    let place = |letter: u8| match letter {
        b'y' => Some(variant.bar()),
        b'z' => Some(0),
        letter => {
            let index = usize::from(letter.checked_sub(b'a')?);
            let point = if seat == 0 { index + 1 } else { variant.points().checked_sub(index)? };
            (1..=variant.points()).contains(&point).then_some(point)
        }
    };
    let mut ways = Vec::new();
    for way in play.chunks_exact(2) {
        let (from, to) = (place(way[0]).ok_or_else(syntax)?, place(way[1]).ok_or_else(syntax)?);
        ways.push(format!("{}/{}", place_name(variant, from), place_name(variant, to)));
    }
    Ok((Roll::new(one, other), (!ways.is_empty()).then(|| ways.join(" "))))
}
