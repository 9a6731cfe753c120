//! Records of games: SGF, as Little Golem writes it, and lists of moves.

use shuban_core::echo::echo;
use shuban_core::present::Transcribed;
use shuban_core::present::transcript::sgf::{MainLine, Property, parse_collection};
use shuban_core::present::transcript::{
    MoveList, StatedResult, TranscribedMove, Transcript, TranscriptError,
};
use shuban_core::{Game, Seat};

use crate::game::Amazons;
use crate::position::MAX_BOARD;
use crate::read_move::MoveWord;
use crate::subgame::Army;

/// Names of seats in headers.
const SEATS: &[&[&str]] = &[&["black", "player 2"], &["white", "player 1"]];

/// The number of the game in SGF.
const SGF_GAME: &str = "18";

impl Transcribed for Amazons {
    fn transcripts(&self, text: &str) -> Result<Option<Vec<Transcript>>, TranscriptError> {
        if !text.trim_start().starts_with('(') {
            let list = MoveList {
                is_move: &is_move,
                is_first: &|_| false,
                seats: SEATS,
                first: Army::White as Seat,
                game: &|line| line.eq_ignore_ascii_case("amazons").then(|| self.name()),
            };
            let games = list.read(text);
            return Ok(games.iter().any(|game| !game.moves.is_empty()).then_some(games));
        }
        match parse_collection(text) {
            Ok(trees) if trees.iter().any(is_of_amazons) => {
                Ok(Some(trees.iter().map(read_tree).collect()))
            }
            Ok(_) => Ok(None),
            // A damaged file may still name its game.
            Err(error) if text.contains(&format!("GM[{SGF_GAME}]")) => Err(error),
            Err(_) => Ok(None),
        }
    }
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
fn read_tree(tree: &MainLine) -> Transcript {
    let line = tree.first().and_then(|node| node.first()).map_or(1, |property| property.line);
    let players = vec![String::new(); 2];
    let mut game = Transcript { line, players, ..Transcript::default() };
    let (mut given_up, mut stated) = (None, None);
    for property in tree.iter().flatten() {
        let Property { name, values, line } = property;
        let value = values.first().map_or("", |value| value.trim());
        match (&**name, seat_of(name)) {
            (_, Some(seat)) if value.eq_ignore_ascii_case("resign") => given_up = Some(seat),
            (_, Some(seat)) => {
                let text = value.to_owned();
                game.moves.push(TranscribedMove { line: *line, seat: Some(seat), text });
            }
            ("PB" | "PW", _) => {
                let seat = seat_of(&name[1..]).unwrap_or_default();
                game.players[seat] = value.split_whitespace().collect::<Vec<_>>().join(" ");
            }
            ("SZ", _) if value != MAX_BOARD.to_string() => {
                let size = echo(value, 0);
                game.spoil(*line, format!("SZ[{size}]: a game begins on 10 by 10 squares"));
            }
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
