//! A game in a `.mat` file: its rows are played through.

use shuban_core::Seat;
use shuban_core::dice::Roll;
use shuban_gammon::Variant;

use super::begun::{BegunGame, BegunMatch, MOST_POINTS};
use super::error::{MatchFileError, MatchFileProblem, Place, RuleError};
use super::mat_rows::{Cell, Play, Points, Row, expected, players, row};
use super::referee::Referee;
use super::{GameResult, MatchEvent};

/// The end of a game, as its rows state it: the winner, with the line.
#[derive(Default)]
struct Stated {
    won: Option<(usize, Seat, Points)>,
    conceded: Option<Seat>,
}

/// Plays the rows of a game, each with its line. Text behind the result is ignored.
pub(super) fn play_rows<'t>(
    begun: &mut BegunMatch,
    game: &BegunGame,
    rows: impl Iterator<Item = (usize, &'t str)>,
    last_line: usize,
) -> Result<(Vec<MatchEvent>, GameResult), MatchFileError> {
    let mut warnings = Vec::new();
    let mut referee = begun.referee(game);
    let (mut stated, mut before) = (Stated::default(), 0);
    for (line, text) in rows {
        let at = |problem| MatchFileError { place: Place::Line(line), problem };
        let syntax = |reason: String| at(MatchFileProblem::Syntax(reason));
        let Some(Row { number, cells }) = row(text).map_err(syntax)? else {
            if stated.won.is_none() {
                let found = text.split_whitespace().next().unwrap_or_default();
                return Err(syntax(expected(found)));
            }
            if players(text).is_some_and(|(players, _)| begun.are_players(&players)) {
                return Err(syntax("expected `Game` and its number before this".to_owned()));
            }
            continue;
        };
        let is_end = cells.iter().all(|(_, cell)| cell.is_end());
        if let Some(number) = number.filter(|_| !is_end) {
            if number <= before {
                return Err(syntax(format!("line {number}) after line {before})")));
            }
            if number > before + 1 {
                warnings.push(at(MatchFileProblem::Missing(format!("line {})", before + 1))));
            }
            before = number;
        }
        for (seat, cell) in cells {
            stated.read(&mut referee, &begun.record.variant, line, seat, cell).map_err(at)?;
        }
    }
    let Some((line, winner, Points { points, is_last })) = stated.won else {
        return Err(MatchFileError {
            place: Place::Line(last_line),
            problem: MatchFileProblem::Unfinished,
        });
    };
    let at =
        |problem: RuleError| MatchFileError { place: Place::Line(line), problem: problem.into() };
    let of_match = begun.needed(game, winner);
    let result = match stated.conceded == Some(winner) {
        true => Err(RuleError::Winner),
        false => referee.stated(winner, points, of_match),
    };
    let result = result.map_err(at)?;
    // For money the words are of the end of a session.
    if is_last && of_match.is_some_and(|[needed, _]| points < needed) {
        return Err(at(RuleError::MatchGoesOn(game.score_after(&result))));
    }
    let events = std::mem::take(&mut referee.events);
    begun.record.warnings.append(&mut warnings);
    Ok((events, result))
}

impl Stated {
    /// Plays a cell, or notes the end of the game.
    fn read(
        &mut self,
        referee: &mut Referee<'_>,
        variant: &Variant,
        line: usize,
        seat: Seat,
        cell: Cell<'_>,
    ) -> Result<(), MatchFileProblem> {
        let is_over = self.won.is_some() || self.conceded.is_some();
        if is_over && !cell.is_end() {
            let reason = "the game is over, and something follows";
            return Err(MatchFileProblem::Syntax(reason.to_owned()));
        }
        match cell {
            Cell::Roll("00", Play::Unknown) | Cell::Unknown => referee.roll(seat, None)?,
            Cell::Roll(dice, play) => {
                let roll = roll(variant.faces(), dice)?;
                match play {
                    Play::Text(play) => {
                        referee.play(seat, roll, Some(&with_bar_and_off(play, variant)))?;
                    }
                    Play::Pass => referee.play(seat, roll, None)?,
                    Play::Unknown => referee.roll(seat, Some(roll))?,
                    Play::Concedes => {
                        referee.roll(seat, Some(roll))?;
                        self.conceded = Some(seat);
                    }
                }
            }
            Cell::Double(said) => referee.double(seat, said)?,
            Cell::Take => referee.take(seat)?,
            Cell::Drop => referee.drop(seat)?,
            Cell::Concedes => {
                referee.concede(seat)?;
                self.conceded = Some(seat);
            }
            Cell::Result => {}
            Cell::Wins(points) => self.wins(line, seat, points)?,
            Cell::Loses(points) => self.wins(line, 1 - seat, points)?,
        }
        Ok(())
    }

    /// Notes the winner, which may be said twice: in the loser's column, too.
    fn wins(&mut self, line: usize, winner: Seat, points: Points) -> Result<(), MatchFileProblem> {
        if points.points > MOST_POINTS {
            let reason = "expected how many points are won";
            return Err(MatchFileProblem::Syntax(reason.to_owned()));
        }
        let (_, other, said) = *self.won.get_or_insert((line, winner, points));
        if (other, said.points) != (winner, points.points) {
            let reason = "the results of both columns do not agree";
            return Err(MatchFileProblem::Syntax(reason.to_owned()));
        }
        let is_last = said.is_last || points.is_last;
        self.won = Some((line, winner, Points { is_last, ..points }));
        Ok(())
    }
}

/// Reads `31`.
fn roll(faces: u8, dice: &str) -> Result<Roll, RuleError> {
    let is_die = |die: &u8| (b'1'..=b'0' + faces).contains(die);
    match *dice.as_bytes() {
        [one, other] if is_die(&one) && is_die(&other) => Ok(Roll::new(one - b'0', other - b'0')),
        _ => Err(RuleError::Dice(faces)),
    }
}

/// A play in which the bar and off have numbers as well, and commas may stand between the parts:
/// `25/20`, `8/5, 4/0`.
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
    let ways = play.split([' ', '\t', ',']).filter(|way| !way.is_empty());
    ways.map(way).collect::<Vec<_>>().join(" ")
}
