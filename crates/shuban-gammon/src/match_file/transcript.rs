//! Match files as transcripts, for programs that know no game by name.

use shuban_core::{
    TranscribedGame, TranscribedMove, Transcript, TranscriptError, TranscriptFormat, echo,
};

use super::{
    Act, Ending, GameRecord, MatchFileError, MatchFileProblem, MatchRecord, read_mat, read_sgf,
};
use crate::move_notation::format_move;
use crate::notation::format_position;
use crate::position::Position;
use crate::variant::Variant;

/// The names that players have for mistakes, by what they cost in points of a game without a cube.
const MARKS: [(f64, &str); 3] = [(0.04, "doubtful"), (0.08, "bad"), (0.16, "very bad")];

const LEFT_OUT: &str = "Values are cubeless: every win counts 1, without the cube, gammons and the \
                        score of the match. Doubles, takes and drops are not judged.";

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
    let about = match record.length {
        0 => "games for money".to_owned(),
        length => format!("match to {length}"),
    };
    Transcript {
        game: record.variant.name().to_owned(),
        players: record.players.to_vec(),
        about,
        left_out: LEFT_OUT.to_owned(),
        games: record.games.iter().map(|game| transcribed_game(record, game)).collect(),
    }
}

fn transcribed_game(record: &MatchRecord, game: &GameRecord) -> TranscribedGame {
    let variant = &record.variant;
    let [one, other] = game.score;
    let crawford = if game.is_crawford { ", the Crawford game" } else { "" };
    let mut moves = Vec::new();
    let (mut cube, mut before) = (1u32, String::new());
    for event in &game.events {
        match event.act {
            Act::Double => {
                cube = cube.saturating_mul(2);
                before = format!("doubles to {cube}");
            }
            Act::Take => before += ", taken",
            Act::Drop => before += ", dropped",
            Act::Play(roll, action) => moves.push(TranscribedMove {
                seat: event.seat,
                chance: Some(roll.to_string()),
                action: format_move(variant, &action),
                before: std::mem::take(&mut before),
            }),
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
        result: format!("{winner} wins {points} point{plural} ({how}{given_up})"),
    }
}
