//! Matches as they were played: positions and plays as values.

use shuban_core::Seat;
use shuban_core::dice::Roll;
use shuban_gammon::{Cube, Move, Position, Variant, after_move};
use shuban_play::report::FileNote;

use crate::match_file::{Act, Ending, GameRecord, MatchFileError, MatchRecord};
use crate::match_play::{MatchSituation, Stakes};

const CUBELESS: &str = "Moves are judged by cubeless values: every win counts 1, without the cube, \
                        gammons and the score of the match.";

const IN_POINTS: &str = "Cube decisions are judged by themselves, in points for each point that the \
                         cube shows.";

const IN_CHANCES: &str = "Cube decisions are judged by themselves, in the chance to win the match.";

/// Games that were played: a match, a session for money, or one game.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayedMatch {
    /// The game.
    pub variant: Variant,
    /// The names of the players, by seat.
    pub players: Vec<String>,
    /// The kind of match, in a line: its length.
    pub about: String,
    /// A sentence on the limits of the moves' values.
    pub note: String,
    /// The games, in order.
    pub games: Vec<PlayedGame>,
    /// The games that are left out.
    pub left_out: Vec<FileNote>,
    /// Oddities of the file that leave the games as they are written.
    pub warnings: Vec<FileNote>,
}

/// Tells of an error in the file of a match.
fn note(game: Option<u32>, error: &MatchFileError) -> FileNote {
    FileNote { game, place: error.place, reason: error.problem.to_string() }
}

/// One of the games.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlayedGame {
    /// Its number in the match, from 1.
    pub number: u32,
    /// The score before it.
    pub heading: String,
    /// True if chance decided who begins: then the first roll counts as no luck.
    pub is_opened: bool,
    /// The moves, in order.
    pub moves: Vec<PlayedMove>,
    /// The turns in which a player might double, in order; empty in games without a cube.
    pub doublings: Vec<PlayedDoubling>,
    /// The result, in a line.
    pub result: String,
}

/// A move of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedMove {
    /// The position before it: its seat is the player who moves.
    pub before: Position,
    /// The roll.
    pub roll: Roll,
    /// The move.
    pub action: Move,
    /// The position after it.
    pub after: Position,
    /// A double in the same turn and its answer, in words; empty if there was none.
    pub remark: String,
}

/// A turn in which a player might double before the roll.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedDoubling {
    /// The number of moves made before it.
    pub ply: usize,
    /// The position: its seat is the player who might double.
    pub position: Position,
    /// The stakes before a double.
    pub stakes: Stakes,
    /// The decisions of both players.
    pub outcome: DoublingOutcome,
}

/// The outcome of a turn in which a player might double.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DoublingOutcome {
    /// The player did not double.
    NoDouble,
    /// The player doubled, and the opponent took.
    Taken,
    /// The player doubled, and the opponent passed.
    Passed,
}

impl PlayedMatch {
    /// Returns the match of a record, which was played through by the rules when it was read.
    pub fn of(record: &MatchRecord) -> Self {
        let (about, of_cube) = match record.length {
            0 => ("games for money".to_owned(), IN_POINTS),
            length => (format!("match to {length}"), IN_CHANCES),
        };
        let games: Vec<_> = record.games.iter().map(|game| PlayedGame::of(record, game)).collect();
        PlayedMatch {
            variant: record.variant.clone(),
            players: record.players.to_vec(),
            about,
            note: match games.iter().all(|game| game.doublings.is_empty()) {
                true => CUBELESS.to_owned(),
                false => format!("{CUBELESS} {of_cube}"),
            },
            games,
            left_out: record
                .left_out
                .iter()
                .map(|game| note(Some(game.number), &game.error))
                .collect(),
            warnings: record.warnings.iter().map(|error| note(None, error)).collect(),
        }
    }
}

impl PlayedGame {
    fn of(record: &MatchRecord, game: &GameRecord) -> Self {
        let variant = &record.variant;
        let [one, other] = game.score;
        let crawford = if game.is_crawford { ", the Crawford game" } else { "" };
        let mut moves: Vec<PlayedMove> = Vec::new();
        let mut doublings: Vec<PlayedDoubling> = Vec::new();
        let mut position = Position::new(variant.start(), variant.start());
        let (mut cube, mut remark) = (Cube::CENTRED, String::new());
        let mut is_doubled = false;
        for event in &game.events {
            let seat = event.seat;
            // Before what is being looked at.
            let doubling = |seat: Seat, outcome| PlayedDoubling {
                ply: moves.len(),
                position: Position { turn: seat as u8, ..position },
                stakes: stakes(record, game, cube),
                outcome,
            };
            match event.act {
                Act::Double => {
                    is_doubled = true;
                    remark = format!("doubles to {}", cube.raised(seat).value());
                }
                Act::Take => {
                    doublings.push(doubling(1 - seat, DoublingOutcome::Taken));
                    cube = cube.raised(1 - seat);
                    remark += ", taken";
                }
                Act::Drop => {
                    doublings.push(doubling(1 - seat, DoublingOutcome::Passed));
                    remark += ", dropped";
                }
                Act::Play(..) | Act::Roll(_) => {
                    let is_decided = moves.is_empty() || std::mem::take(&mut is_doubled);
                    if !is_decided && may_double(record, game, seat, cube) {
                        doublings.push(doubling(seat, DoublingOutcome::NoDouble));
                    }
                    let Act::Play(roll, action) = event.act else { continue };
                    let before = Position { turn: seat as u8, ..position };
                    let after = after_move(variant, &before, &action);
                    let remark = std::mem::take(&mut remark);
                    moves.push(PlayedMove { before, roll, action, after, remark });
                    position = after;
                }
            }
        }
        let heading = format!("{one} : {other}{crawford}");
        PlayedGame {
            number: game.number,
            heading,
            is_opened: true,
            moves,
            doublings,
            result: result(record, game),
        }
    }
}

/// Describes the end of a game in a line.
fn result(record: &MatchRecord, game: &GameRecord) -> String {
    let result = &game.result;
    let how = match result.ending {
        Ending::BorneOff(won) | Ending::Resigned(won) => won.name().unwrap_or("single game"),
        Ending::Dropped => "drop",
        Ending::Forfeited => "the match",
    };
    let given_up = if matches!(result.ending, Ending::Resigned(_) | Ending::Forfeited) {
        ", given up"
    } else {
        ""
    };
    let (winner, points) = (&record.players[result.winner], result.points);
    let plural = if points == 1 { "" } else { "s" };
    format!("{winner} wins {points} point{plural} ({how}{given_up})")
}

fn stakes(record: &MatchRecord, game: &GameRecord, cube: Cube) -> Stakes {
    Stakes {
        length: record.length,
        score: game.score,
        cube: cube.value(),
        owner: cube.owner,
        is_crawford: game.is_crawford,
        is_jacoby: record.jacoby,
    }
}

/// Returns true if a player may double before a roll, and has a use for it.
fn may_double(record: &MatchRecord, game: &GameRecord, seat: Seat, cube: Cube) -> bool {
    if !record.has_cube {
        return false;
    }
    if record.length == 0 {
        return cube.may_be_raised(seat);
    }
    let needs = game.score.map(|points| record.length.saturating_sub(points));
    MatchSituation { needs, crawford: game.is_crawford, cube }.may_double(seat, cube)
}
