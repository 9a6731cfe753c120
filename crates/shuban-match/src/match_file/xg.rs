//! Reading matches of eXtreme Gammon.
//!
//! A match begins with a record of the players and the rules. Each game has a record of the score,
//! one for each decision on the cube (also for none), one for each play, and one of the result.
//! Plays are read by the positions that they lead to.

use shuban_core::Seat;
use shuban_core::dice::Roll;
use shuban_gammon::{Position, Score, Variant};

use super::begun::{
    BegunGame, BegunMatch, GameHead, MOST_POINTS, clean_name, read_games, variant_of,
};
use super::error::{MatchFileError, MatchFileProblem, Place, RuleError};
use super::referee::Referee;
use super::xg_records::{Record, RecordKind, records, unpacked};
use super::{GameResult, MatchEvent, MatchRecord};

/// Offsets in the record of the match.
mod of_match {
    pub(super) const SHORT_NAMES: [usize; 2] = [9, 50];
    pub(super) const LENGTH: usize = 92;
    pub(super) const VARIATION: usize = 96;
    pub(super) const CRAWFORD: usize = 100;
    pub(super) const JACOBY: usize = 101;
    pub(super) const VERSION: usize = 552;
    pub(super) const MAGIC: usize = 556;
    /// Exponent of the cube's highest value, since [`WITH_LIMIT`](super::WITH_LIMIT).
    pub(super) const CUBE_LIMIT: usize = 612;
    pub(super) const NAMES: [usize; 2] = [880, 1138];
}

/// Offsets in the record of a game.
mod of_game {
    pub(super) const SCORE: [usize; 2] = [12, 16];
    pub(super) const CRAWFORD: usize = 20;
    pub(super) const START: usize = 21;
    pub(super) const NUMBER: usize = 48;
    pub(super) const AUTOMATIC_DOUBLES: usize = 64;
}

/// Offsets in the record of a decision on the cube.
mod of_cube {
    pub(super) const PLAYER: usize = 12;
    pub(super) const DOUBLE: usize = 16;
    pub(super) const ANSWER: usize = 20;
}

/// Offsets in the record of a play.
mod of_move {
    pub(super) const REACHED: usize = 35;
    pub(super) const PLAYER: usize = 64;
    pub(super) const DICE: [usize; 2] = [100, 104];
    pub(super) const IS_PLAYED: usize = 2308;
}

/// Offsets in the record of a result.
mod of_result {
    pub(super) const WINNER: usize = 24;
    pub(super) const POINTS: usize = 28;
}

/// Content of the record of the match that tells what it is.
const MAGIC: i32 = 0x494c_4d44;

/// First version of the format that has a limit of the cube.
const WITH_LIMIT: i32 = 8;

/// Length of a session without a limit.
const MONEY: i32 = 99_999;

/// Reads the match of a file.
pub(super) fn read(
    file: &[u8],
    variant: Option<&Variant>,
    no_crawford: bool,
) -> Result<Vec<MatchRecord>, MatchFileError> {
    let unpacked = unpacked(file)?;
    let all: Vec<Record<'_>> = records(&unpacked).collect();
    let nothing = |reason: &str| MatchFileError {
        place: Place::Record(1),
        problem: MatchFileProblem::Syntax(reason.to_owned()),
    };
    let (head, rest) = all.split_first().ok_or_else(|| nothing("there is no game"))?;
    if head.kind() != RecordKind::Match || head.number(of_match::MAGIC) != MAGIC {
        return Err(nothing("the file does not begin with a match"));
    }
    let (mut begun, names) = begin(head, variant, no_crawford)?;
    for game in rest.split(|record| record.kind() == RecordKind::GameEnd).zip(ends(rest)) {
        let (of_game, end) = game;
        let Some(first) = of_game.iter().position(|record| record.kind() == RecordKind::Game)
        else {
            continue;
        };
        let (head, turns) = (&of_game[first], &of_game[first + 1..]);
        let is_crawford = head.flag(of_game::CRAWFORD) && begun.record.length > 0;
        let score = of_game::SCORE.map(|at| u32::try_from(head.number(at)).ok());
        let game_head = GameHead {
            place: head.place,
            number: u32::try_from(head.number(of_game::NUMBER)).unwrap_or(0),
            players: names.clone(),
            score: score[0].zip(score[1]).map(|(one, other)| [one, other]),
            crawford: Some(is_crawford && !no_crawford),
        };
        begun.game(game_head, |begun, game| played(begun, game, head, turns, end));
    }
    read_games(vec![begun], nothing("there is no game"))
}

/// Iterates over the records of results, and `None` for a game that has none at the end.
fn ends<'f>(records: &'f [Record<'f>]) -> impl Iterator<Item = Option<&'f Record<'f>>> {
    let ends = records.iter().filter(|record| record.kind() == RecordKind::GameEnd);
    ends.map(Some).chain([None])
}

/// Reads the record of a match: the match before its games, and the names of the players.
fn begin(
    head: &Record<'_>,
    variant: Option<&Variant>,
    no_crawford: bool,
) -> Result<(BegunMatch, [String; 2]), MatchFileError> {
    let name = match head.number(of_match::VARIATION) {
        0 => "backgammon",
        1 => "nackgammon",
        2 => "hypergammon",
        3 => "longgammon",
        _ => "unknown",
    };
    let variant = variant_of(Some(name), variant).map_err(|problem| head.error(problem))?;
    let length = match head.number(of_match::LENGTH) {
        MONEY => 0,
        length => u32::try_from(length).unwrap_or(MOST_POINTS),
    };
    if length > Score::MOST_POINTS {
        let reason = format!("a match to {length} points");
        return Err(head.error(MatchFileProblem::Syntax(reason)));
    }
    let mut begun = BegunMatch::new(variant, length);
    begun.record.crawford &= head.flag(of_match::CRAWFORD) && !no_crawford;
    begun.record.has_cube =
        head.number(of_match::VERSION) < WITH_LIMIT || head.number(of_match::CUBE_LIMIT) > 0;
    begun.record.jacoby = length == 0 && head.flag(of_match::JACOBY);
    let names = [0, 1].map(|player| match head.wide_text(of_match::NAMES[player]) {
        name if name.is_empty() => clean_name(&head.short_text(of_match::SHORT_NAMES[player])),
        name => clean_name(&name),
    });
    Ok((begun, names))
}

/// Plays a game through.
fn played(
    begun: &BegunMatch,
    game: &BegunGame,
    head: &Record<'_>,
    turns: &[Record<'_>],
    end: Option<&Record<'_>>,
) -> Result<(Vec<MatchEvent>, GameResult), MatchFileError> {
    let variant = &begun.record.variant;
    let unsupported = |what: &str| head.error(MatchFileProblem::Unsupported(what.to_owned()));
    if head.board(of_game::START, variant) != Some(Position::new(variant.start(), variant.start()))
    {
        return Err(unsupported("a game from another position"));
    }
    if head.number(of_game::AUTOMATIC_DOUBLES) != 0 {
        return Err(unsupported("an automatic double"));
    }
    let mut referee = begun.referee(game);
    for record in turns {
        match record.kind() {
            RecordKind::Cube => doubled(&mut referee, record),
            RecordKind::Move => moved(&mut referee, variant, record),
            _ => Ok(()),
        }
        .map_err(|problem| record.error(problem))?;
    }
    let last = turns.last().unwrap_or(head);
    let end = end.ok_or_else(|| last.error(MatchFileProblem::Unfinished))?;
    let winner = seat(end.number(of_result::WINNER)).map_err(|problem| end.error(problem))?;
    let points = u32::try_from(end.number(of_result::POINTS)).unwrap_or(0).min(MOST_POINTS);
    let stated = referee.stated(winner, points, begun.needed(game, winner));
    let result = stated.map_err(|rule| end.error(rule))?;
    Ok((std::mem::take(&mut referee.events), result))
}

/// Reads a player: 1 or −1.
fn seat(number: i32) -> Result<Seat, MatchFileProblem> {
    match number {
        1 => Ok(0),
        -1 => Ok(1),
        _ => Err(MatchFileProblem::Syntax(format!("{number} is neither of the players"))),
    }
}

/// Reads a decision on the cube.
fn doubled(referee: &mut Referee<'_>, record: &Record<'_>) -> Result<(), MatchFileProblem> {
    if record.number(of_cube::DOUBLE) != 1 {
        return Ok(());
    }
    let seat = seat(record.number(of_cube::PLAYER))?;
    referee.double(seat, None)?;
    match record.number(of_cube::ANSWER) {
        0 => referee.drop(1 - seat)?,
        1 => referee.take(1 - seat)?,
        2 => return Err(MatchFileProblem::Unsupported("a beaver".to_owned())),
        // Not answered: the game ends here.
        _ => {}
    }
    Ok(())
}

/// Reads a play.
fn moved(
    referee: &mut Referee<'_>,
    variant: &Variant,
    record: &Record<'_>,
) -> Result<(), MatchFileProblem> {
    let seat = seat(record.number(of_move::PLAYER))?;
    let faces = variant.faces();
    let die = |at| u8::try_from(record.number(at)).ok().filter(|die| (1..=faces).contains(die));
    let [Some(one), Some(other)] = of_move::DICE.map(die) else {
        return Err(RuleError::Dice(faces).into());
    };
    let roll = Roll::new(one, other);
    if !record.flag(of_move::IS_PLAYED) {
        return Ok(referee.roll(seat, Some(roll))?);
    }
    // As the player sees it who has made the play.
    let board = record.board(of_move::REACHED, variant).ok_or_else(|| {
        MatchFileProblem::Syntax("a position that the game does not have".to_owned())
    })?;
    let reached = Position { turn: 1 - seat as u8, ..board.swapped() };
    Ok(referee.reach(seat, roll, &reached)?)
}
