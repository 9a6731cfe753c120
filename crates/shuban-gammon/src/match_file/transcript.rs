//! Match files as transcripts, for programs that know no game by name.

use shuban_core::{
    DoublingOutcome, Seat, Stakes, TranscribedDoubling, TranscribedGame, TranscribedMove,
    Transcript, TranscriptError, TranscriptFormat, echo,
};

use super::{
    Act, Ending, GameRecord, MatchFileError, MatchFileProblem, MatchRecord, read_mat, read_sgf,
};
use crate::game_state::Cube;
use crate::match_play::MatchSituation;
use crate::move_notation::format_move;
use crate::notation::format_position;
use crate::position::Position;
use crate::variant::Variant;

/// The names that players have for mistakes, by what they cost in points of a game without a cube.
const MARKS: [(f64, &str); 3] = [(0.04, "doubtful"), (0.08, "bad"), (0.16, "very bad")];

const CUBELESS: &str = "Moves are judged by cubeless values: every win counts 1, without the cube, \
                        gammons and the score of the match.";

const IN_POINTS: &str = "Cube decisions are judged by themselves, in points for each point that the \
                         cube shows.";

const IN_CHANCES: &str = "Cube decisions are judged by themselves, in the chance to win the match.";

/// `.mat` files.
pub(crate) struct MatTranscripts;

/// `.sgf` files.
pub(crate) struct SgfTranscripts;

impl TranscriptFormat for MatTranscripts {
    fn ending(&self) -> &'static str {
        "mat"
    }

    fn about(&self) -> &'static str {
        "matches of the backgammon family as text, as Jellyfish and GNU Backgammon write them"
    }

    fn marks(&self) -> &'static [(f64, &'static str)] {
        &MARKS
    }

    fn read(&self, text: &str, game: Option<&str>) -> Result<Transcript, TranscriptError> {
        read_with(read_mat, text, game)
    }
}

impl TranscriptFormat for SgfTranscripts {
    fn ending(&self) -> &'static str {
        "sgf"
    }

    fn about(&self) -> &'static str {
        "matches of the backgammon family in SGF (GM[6])"
    }

    fn marks(&self) -> &'static [(f64, &'static str)] {
        &MARKS
    }

    fn read(&self, text: &str, game: Option<&str>) -> Result<Transcript, TranscriptError> {
        read_with(read_sgf, text, game)
    }
}

type Reader = fn(&str, Option<&Variant>) -> Result<MatchRecord, MatchFileError>;

fn read_with(
    reader: Reader,
    text: &str,
    game: Option<&str>,
) -> Result<Transcript, TranscriptError> {
    let refused = |error: MatchFileError| TranscriptError {
        line: error.line,
        reason: error.problem.to_string(),
    };
    let variant = match game.map(|name| (name, Variant::by_name(name))) {
        Some((name, None)) => {
            let problem =
                MatchFileProblem::Variant(format!("no such files are read of {}", echo(name, 0)));
            return Err(refused(MatchFileError { line: 1, problem }));
        }
        Some((_, variant)) => variant,
        None => None,
    };
    Ok(transcribed(&reader(text, variant.as_ref()).map_err(refused)?))
}

fn transcribed(record: &MatchRecord) -> Transcript {
    let (about, of_cube) = match record.length {
        0 => ("games for money".to_owned(), IN_POINTS),
        length => (format!("match to {length}"), IN_CHANCES),
    };
    Transcript {
        game: record.variant.name().to_owned(),
        players: record.players.to_vec(),
        about,
        left_out: format!("{CUBELESS} {of_cube}"),
        games: record.games.iter().map(|game| transcribed_game(record, game)).collect(),
    }
}

fn transcribed_game(record: &MatchRecord, game: &GameRecord) -> TranscribedGame {
    let variant = &record.variant;
    let [one, other] = game.score;
    let crawford = if game.is_crawford { ", the Crawford game" } else { "" };
    let mut moves: Vec<TranscribedMove> = Vec::new();
    let mut doublings: Vec<TranscribedDoubling> = Vec::new();
    let (mut cube, mut before) = (Cube::CENTRED, String::new());
    for event in &game.events {
        let seat = event.seat;
        // Before what is being looked at.
        let doubling = |seat, outcome| TranscribedDoubling {
            ply: moves.len(),
            seat,
            stakes: stakes(record, game, cube),
            outcome,
        };
        match event.act {
            Act::Double => before = format!("doubles to {}", cube.raised(seat).value()),
            Act::Take => {
                doublings.push(doubling(1 - seat, DoublingOutcome::Taken));
                cube = cube.raised(1 - seat);
                before += ", taken";
            }
            Act::Drop => {
                doublings.push(doubling(1 - seat, DoublingOutcome::Passed));
                before += ", dropped";
            }
            Act::Play(roll, action) => {
                let is_decided = moves.is_empty() || !before.is_empty();
                if !is_decided && may_double(record, game, seat, cube) {
                    doublings.push(doubling(seat, DoublingOutcome::NoDouble));
                }
                moves.push(TranscribedMove {
                    seat,
                    chance: Some(roll.to_string()),
                    action: format_move(variant, &action),
                    before: std::mem::take(&mut before),
                });
            }
        }
    }
    let result = &game.result;
    let how = match result.ending {
        Ending::BorneOff(won) | Ending::Resigned(won) => won.name().unwrap_or("single game"),
        Ending::Dropped => "drop",
    };
    let given_up = if matches!(result.ending, Ending::Resigned(_)) { ", given up" } else { "" };
    let (winner, points) = (&record.players[result.winner], result.points);
    let plural = if points == 1 { "" } else { "s" };
    TranscribedGame {
        heading: format!("{one} : {other}{crawford}"),
        start: format_position(variant, &Position::new(variant.start(), variant.start())),
        moves,
        doublings,
        result: format!("{winner} wins {points} point{plural} ({how}{given_up})"),
    }
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

/// Whether a player may double before a roll, and has a use for it.
fn may_double(record: &MatchRecord, game: &GameRecord, seat: Seat, cube: Cube) -> bool {
    if record.length == 0 {
        return cube.owner.is_none_or(|owner| owner == seat) && cube.exponent < Cube::MOST;
    }
    let needs = game.score.map(|points| record.length.saturating_sub(points));
    MatchSituation { needs, crawford: game.is_crawford, cube }.may_double(seat, cube)
}
