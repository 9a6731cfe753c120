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
    let games: Vec<_> = record.games.iter().map(|game| transcribed_game(record, game)).collect();
    Transcript {
        game: record.variant.name().to_owned(),
        players: record.players.to_vec(),
        about,
        left_out: match games.iter().all(|game: &TranscribedGame| game.doublings.is_empty()) {
            true => CUBELESS.to_owned(),
            false => format!("{CUBELESS} {of_cube}"),
        },
        games,
    }
}

fn transcribed_game(record: &MatchRecord, game: &GameRecord) -> TranscribedGame {
    let variant = &record.variant;
    let [one, other] = game.score;
    let crawford = if game.is_crawford { ", the Crawford game" } else { "" };
    let mut moves: Vec<TranscribedMove> = Vec::new();
    let mut doublings: Vec<TranscribedDoubling> = Vec::new();
    let (mut cube, mut before) = (Cube::CENTRED, String::new());
    let mut is_doubled = false;
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
            Act::Double => {
                is_doubled = true;
                before = format!("doubles to {}", cube.raised(seat).value());
            }
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
                let is_decided = moves.is_empty() || std::mem::take(&mut is_doubled);
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
    if !record.has_cube {
        return false;
    }
    if record.length == 0 {
        return cube.may_be_raised(seat);
    }
    let needs = game.score.map(|points| record.length.saturating_sub(points));
    MatchSituation { needs, crawford: game.is_crawford, cube }.may_double(seat, cube)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::match_file::{write_mat, write_sgf};

    const BEGUN: &str = "
 Game 1
 Anna : 0                       Ben : 0
  1) 31: 8/5 6/5                 65: 24/18 18/13
";
    const TAKEN: &str = "\
  2)  Doubles => 2               Takes
  3) 21: 13/11 6/5               21: 13/11 6/5
      Wins 2 points
";
    const DROPPED: &str = "\
  2)  Doubles => 2               Drops
      Wins 1 point
";

    fn record(length: u32, end: &str) -> MatchRecord {
        read_mat(&format!(" {length} point match\n{BEGUN}{end}"), None).unwrap()
    }

    /// How many moves came before each turn, whose it was, the cube with its owner, and what came
    /// of it.
    fn turns(record: &MatchRecord) -> Vec<(usize, Seat, u32, Option<Seat>, DoublingOutcome)> {
        let transcript = transcribed(record);
        let all = transcript.games[0].doublings.iter();
        all.map(|turn| (turn.ply, turn.seat, turn.stakes.cube, turn.stakes.owner, turn.outcome))
            .collect()
    }

    #[test]
    fn turns_in_which_a_player_may_double_are_listed() {
        use DoublingOutcome::{NoDouble, Passed, Taken};
        let (first, dropped) = ((1, 1, 1, None, NoDouble), (2, 0, 1, None, Passed));
        let taken = [first, (2, 0, 1, None, Taken), (3, 1, 2, Some(1), NoDouble)];
        assert_eq!(turns(&record(0, TAKEN)), taken);
        assert_eq!(turns(&record(7, TAKEN)), taken);
        // Who has taken has no use for a cube of 2 in a match to 2.
        assert_eq!(
            turns(&record(2, TAKEN.replace("points", "points and the match").as_str())),
            taken[..2]
        );
        assert_eq!(turns(&record(3, DROPPED)), [first, dropped]);
        // Nobody has a use for the cube, and it is turned all the same.
        let last = record(1, &DROPPED.replace("point", "point and the match"));
        assert_eq!(turns(&last), [dropped]);
    }

    #[test]
    fn without_a_cube_nobody_may_double() {
        let record = MatchRecord { has_cube: false, ..record(0, "      Wins 1 point\n") };
        let sgf = write_sgf(&record).unwrap();
        assert_eq!(read_sgf(&sgf, None), Ok(record.clone()));
        assert_eq!(read_mat(&write_mat(&record), None), Ok(record.clone()));
        assert_eq!(turns(&record), []);
        let doubled = sgf.replace(")\n", ";W[double];B[take])\n");
        let error = read_sgf(&doubled, None).unwrap_err();
        assert!(error.to_string().contains("without a cube"), "{error}");
    }

    #[test]
    fn stakes_are_those_of_the_game() {
        let text = format!("; [Jacoby \"On\"]\n 0 point match\n{BEGUN}{TAKEN}");
        let record = read_mat(&text, None).unwrap();
        let transcript = transcribed(&record);
        let stakes = &transcript.games[0].doublings[0].stakes;
        assert!(stakes.is_jacoby && !stakes.is_crawford && stakes.length == 0);
        assert!(transcript.left_out.contains(IN_POINTS));
    }
}
