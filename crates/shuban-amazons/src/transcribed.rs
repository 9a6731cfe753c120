//! Records of games: SGF, as Little Golem writes it, and lists of moves.

use shuban_core::echo::echo;
use shuban_core::present::Transcribed;
use shuban_core::present::transcript::sgf::{MainLine, Property, parse_collection};
use shuban_core::present::transcript::{
    MoveList, StatedResult, TranscribedMove, Transcript, TranscriptError,
};
use shuban_core::{Game, Seat};

use crate::boards::{Boards, name_of_size};
use crate::game::Amazons;
use crate::position::MAX_BOARD;
use crate::read_move::MoveWord;
use crate::subgame::Army;

/// Names of seats in headers.
const SEATS: &[&[&str]] = &[&["black", "player 2"], &["white", "player 1"]];

/// Name of the game on any board.
const PLAIN: &str = "amazons";

/// The number of the game in SGF.
const SGF_GAME: &str = "18";

impl Transcribed for Amazons {
    fn transcripts(&self, text: &str) -> Result<Option<Vec<Transcript>>, TranscriptError> {
        read(text, &self.name())
    }
}

impl Transcribed for Boards {
    fn transcripts(&self, text: &str) -> Result<Option<Vec<Transcript>>, TranscriptError> {
        read(text, &self.name())
    }

    /// [`Amazons`] is.
    fn is_asked_unnamed(&self) -> bool {
        false
    }
}

/// Reads games, which are those of `own` unless they say that they are others.
fn read(text: &str, own: &str) -> Result<Option<Vec<Transcript>>, TranscriptError> {
    let seated = |game| seated(game, own);
    if !text.trim_start().starts_with('(') {
        let list = MoveList {
            is_move: &is_move,
            is_begun: &MoveWord::is_begun,
            is_first: &|_| false,
            seats: SEATS,
            first: Army::White as Seat,
            game: &game_of,
        };
        let games: Vec<Transcript> = list.read(text).into_iter().map(seated).collect();
        return Ok(games.iter().any(|game| !game.moves.is_empty()).then_some(games));
    }
    match parse_collection(text) {
        Ok(trees) if trees.iter().any(is_of_amazons) => {
            Ok(Some(trees.iter().map(|tree| seated(read_tree(tree, own))).collect()))
        }
        Ok(_) => Ok(None),
        // A damaged file may still name its game.
        Err(error) if text.contains(&format!("GM[{SGF_GAME}]")) => Err(error),
        Err(_) => Ok(None),
    }
}

/// Returns the game that a line names, which need not be one that is known.
fn game_of(line: &str) -> Option<String> {
    let (name, rest) = line.split_at_checked(PLAIN.len())?;
    if !name.eq_ignore_ascii_case(PLAIN) {
        return None;
    }
    match rest.strip_prefix('/') {
        None => rest.is_empty().then(|| PLAIN.to_owned()),
        Some(size) => {
            let known = size.split_once(['x', 'X']).and_then(|(w, h)| name_of_size(w, h));
            known.or_else(|| (!size.contains(char::is_whitespace)).then(|| line.to_owned()))
        }
    }
}

/// Returns the name of the game on a board of a size as SGF has it, `8` or `6:5`; of the two on 10 by 10 it is the one
/// that is asked.
fn on_sgf_size(size: &str, own: &str) -> Option<String> {
    let (width, height) = size.split_once(':').unwrap_or((size, size));
    let name = name_of_size(width, height)?;
    let is_usual = name == format!("{PLAIN}/{MAX_BOARD}x{MAX_BOARD}") && own != name;
    Some(if is_usual { PLAIN.to_owned() } else { name })
}

/// Puts the seats of a record in the order of its game: White begins those on boards with names, and is their seat 0.
fn seated(mut record: Transcript, own: &str) -> Transcript {
    if record.game.as_deref().unwrap_or(own) == PLAIN {
        return record;
    }
    record.players.reverse();
    for made in &mut record.moves {
        made.seat = made.seat.map(|seat| 1 - seat);
    }
    record.result = record.result.map(|result| match result {
        StatedResult::Won(seat) => StatedResult::Won(1 - seat),
        StatedResult::GivenUp(seat) => StatedResult::GivenUp(1 - seat),
        StatedResult::Draw | StatedResult::MoverGaveUp => result,
    });
    record
}

fn is_move(word: &str) -> bool {
    MoveWord::read(word).is_ok()
}

/// Returns true if a tree says that it is a game of Amazons, or does not say which and has moves of
/// one.
fn is_of_amazons(tree: &MainLine) -> bool {
    let mut all = tree.iter().flatten();
    match all.clone().find(|property| property.name == "GM") {
        Some(game) => {
            let name = game.values[0].trim();
            name == SGF_GAME || name.eq_ignore_ascii_case("amazons")
        }
        None => {
            let first = all.find(|property| matches!(&*property.name, "W" | "B"));
            first.is_some_and(|property| is_move(property.values[0].trim()))
        }
    }
}

/// Returns the seat of a side's letter.
fn seat_of(letter: &str) -> Option<Seat> {
    match letter {
        "B" | "b" => Some(Army::Black as Seat),
        "W" | "w" => Some(Army::White as Seat),
        _ => None,
    }
}

/// Reads the main line of a game.
fn read_tree(tree: &MainLine, own: &str) -> Transcript {
    let line = tree.first().and_then(|node| node.first()).map_or(1, |property| property.line);
    let players = vec![String::new(); 2];
    let mut game = Transcript { line, players, ..Transcript::default() };
    let (mut given_up, mut stated) = (None, None);
    for property in tree.iter().flatten() {
        let Property { name, values, line } = property;
        let value = values.first().map_or("", |value| value.trim());
        match (&**name, seat_of(name)) {
            // The flaw is what is told, so the moves after it are not kept.
            (_, Some(_)) if game.flaw.is_some() => {}
            (_, Some(seat)) if value.eq_ignore_ascii_case("resign") => given_up = Some(seat),
            (_, Some(seat)) => {
                let text = value.to_owned();
                game.moves.push(TranscribedMove { line: *line, seat: Some(seat), text });
            }
            ("PB" | "PW", _) => {
                let seat = seat_of(&name[1..]).unwrap_or_default();
                game.players[seat] = value.split_whitespace().collect::<Vec<_>>().join(" ");
            }
            ("SZ", _) => match on_sgf_size(value, own) {
                Some(name) => game.game = Some(name),
                None => {
                    let size = echo(value, 0);
                    game.spoil(*line, format!("SZ[{size}]: no start on that size is known"));
                }
            },
            // White moves first anyway.
            ("PL", _) if value.eq_ignore_ascii_case("w") => {}
            ("AB" | "AW" | "AE" | "PL", _) => {
                game.spoil(*line, format!("a position that is set up ({name}) is not read here"));
            }
            ("RE", _) => stated = winner_of(value).map(|winner| (*line, winner)),
            _ => {}
        }
    }
    if let Some((line, winner)) = stated.filter(|(_, winner)| given_up == Some(*winner)) {
        let side = if winner == Army::White as Seat { "white" } else { "black" };
        game.spoil(line, format!("RE says that {side} has won, and {side} resigns"));
    }
    let won = stated.map(|(_, winner)| StatedResult::Won(winner));
    game.result = given_up.map(StatedResult::GivenUp).or(won);
    game
}

/// Reads the winner of `W+Resign` or `B+`; `None` for anything else.
fn winner_of(value: &str) -> Option<Seat> {
    seat_of(value.split('+').next().unwrap_or_default().trim())
}
