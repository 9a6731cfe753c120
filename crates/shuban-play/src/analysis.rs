//! What the moves of transcribed games cost, and how lucky the rolls were.

use serde::Serialize;
use shuban_catalog::{AnyAnswer, AnyEvent, AnyGame, AnyPlay, Catalog, Error};
use shuban_core::{
    Datum, DoublingTurn, Fields, Progress, Seat, TranscribedGame, Transcript, ValuedDoubling,
};

use crate::analysis_players::{AnalysedPlayer, CountedMark, account};
use crate::bounds::Bounds;
use crate::cube_analysis::{AnalysedCube, analysed_cubes};
use crate::estimated_cost::EstimatedCost;
use crate::judge::Judge;
use crate::line::Line;
use crate::perfect::{event_of, is_unheld};
use crate::player::{Turn, no_play};

/// Who knows what turns are worth: databases, or whatever else gives values.
pub trait Valuer {
    /// What is known of a turn: the value of its position, of what chance may bring, and of every
    /// play of what it brought. None if nothing is known.
    ///
    /// # Errors
    /// [`Error`] if a database cannot be read.
    fn values(&self, turn: &Turn<'_>) -> Result<Option<AnyAnswer>, Error>;

    /// What is known of turns of one game in which a player may double, in the order in which they
    /// were played: none of those of which nothing is.
    ///
    /// # Errors
    /// [`Error`] if a database cannot be read, or the work is called off.
    fn doublings(
        &self,
        _game: &dyn AnyGame,
        turns: &[DoublingTurn<'_>],
        _progress: &dyn Progress,
    ) -> Result<Vec<Option<ValuedDoubling>>, Error> {
        Ok(vec![None; turns.len()])
    }
}

impl Valuer for Judge<'_> {
    fn values(&self, turn: &Turn<'_>) -> Result<Option<AnyAnswer>, Error> {
        match self.answer(turn) {
            Err(error) if is_unheld(&error) => Ok(None),
            answer => answer.map(Some),
        }
    }

    fn doublings(
        &self,
        game: &dyn AnyGame,
        turns: &[DoublingTurn<'_>],
        progress: &dyn Progress,
    ) -> Result<Vec<Option<ValuedDoubling>>, Error> {
        Judge::doublings(self, game, turns, progress)
    }
}

/// What is known of a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Decision {
    /// There was nothing to choose.
    Forced,
    /// What all moves are worth is known.
    Known,
    /// What all moves are worth is estimated.
    Estimated,
    /// What some move is worth is not known.
    Unknown,
}

/// A move that was analysed.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AnalysedMove {
    /// Its number in the game, from 1.
    pub number: usize,
    /// Who made it.
    pub seat: Seat,
    /// The position before it.
    pub position: String,
    /// What chance had brought.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub roll: Option<String>,
    /// The move.
    #[serde(rename = "move")]
    pub action: String,
    /// What happened before it in the same turn.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub before: String,
    /// What is known of the decision.
    pub decision: Decision,
    /// Who knows it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// The best move, if this one is certainly worse, or an estimate says so clearly enough.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best: Option<String>,
    /// What the best move is worth less what this one is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost: Option<Bounds>,
    /// The same where it is only estimated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub estimated_cost: Option<EstimatedCost>,
    /// The name of such a mistake.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mark: Option<&'static str>,
    /// What the roll is worth less what all rolls are on average.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub luck: Option<Bounds>,
}

/// A game that was analysed.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AnalysedGame {
    /// What was told before it began: the score.
    pub heading: String,
    /// Its moves.
    pub moves: Vec<AnalysedMove>,
    /// The decisions with the cube; none of a game that is played without one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cube: Vec<AnalysedCube>,
    /// How it ended.
    pub result: String,
}

/// Games that were analysed.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Analysis {
    /// The game.
    pub game: String,
    /// What was played, in a line.
    pub about: String,
    /// What the values leave out, in a sentence.
    pub note: String,
    /// The players, by seat.
    pub players: Vec<AnalysedPlayer>,
    /// The games, in order.
    pub games: Vec<AnalysedGame>,
}

/// Plays transcribed games through by the rules, and says what each move and each decision with the
/// cube cost as far as `valuer` knows. `marks` are names of mistakes by what they cost at least, from
/// the least on.
///
/// # Errors
/// [`Error`]: there is no such game, a move is not legal, a database cannot be read, or the work is
/// called off.
pub fn analyse(
    catalog: &Catalog,
    transcript: &Transcript,
    valuer: &dyn Valuer,
    marks: &[(f64, &'static str)],
    progress: &dyn Progress,
) -> Result<Analysis, Error> {
    let game = catalog.game(&transcript.game)?;
    let total: usize = transcript.games.iter().map(|game| game.moves.len()).sum();
    progress.phase("moves", total as u64);
    let mut done = 0;
    let mut games = Vec::new();
    for (number, transcribed) in (1..).zip(&transcript.games) {
        let line = replayed(game, number, transcribed, progress)?;
        let mut moves = Vec::new();
        for ply in 0..line.moves().len() {
            if progress.interrupted() {
                return Err(Error::Interrupted);
            }
            let before = transcribed.moves[ply].before.clone();
            let analysed = analysed(&line, ply, valuer, marks, progress)?;
            moves.push(AnalysedMove { before, ..analysed });
            done += 1;
            progress.at(done, "");
        }
        let cube = analysed_cubes(&line, &transcribed.doublings, valuer, marks, progress)?;
        let (heading, result) = (transcribed.heading.clone(), transcribed.result.clone());
        games.push(AnalysedGame { heading, moves, cube, result });
    }
    let names = transcript.players.iter().cloned().enumerate();
    let players = names.map(|(seat, name)| account(name, seat, &games, marks)).collect();
    let Transcript { game, about, left_out, .. } = transcript.clone();
    Ok(Analysis { game, about, note: left_out, players, games })
}

/// Plays a game through.
fn replayed<'c>(
    game: &'c dyn AnyGame,
    number: usize,
    transcribed: &TranscribedGame,
    progress: &dyn Progress,
) -> Result<Line<'c>, Error> {
    let start = &transcribed.start;
    let first = transcribed.moves.first();
    let openings = game.openings(&game.read(start)?)?;
    let opening = openings.iter().find(|opening| {
        first.is_some_and(|first| {
            opening.seat == first.seat && opening.position.chance == first.chance
        })
    });
    let mut line = match opening {
        Some(opening) => Line::by_opening(game, start, &opening.position)?,
        None => Line::new(game, start)?,
    };
    for (place, made) in (1..).zip(&transcribed.moves) {
        if progress.interrupted() {
            return Err(Error::Interrupted);
        }
        let wrong = |reason: String| Error::Refused {
            kind: "bad-game-file",
            message: format!("game {number}, move {place}, `{}`: {reason}", made.action),
        };
        let turn = line.now().seat;
        if turn != made.seat {
            return Err(wrong(format!("it is the turn of seat {turn}, not {}", made.seat)));
        }
        line.play(made.chance.as_deref(), &made.action).map_err(|error| match error {
            Error::Interrupted => error,
            error => wrong(error.to_string()),
        })?;
    }
    Ok(line)
}

fn analysed(
    line: &Line<'_>,
    ply: usize,
    valuer: &dyn Valuer,
    marks: &[(f64, &'static str)],
    progress: &dyn Progress,
) -> Result<AnalysedMove, Error> {
    let (game, made) = (line.game(), &line.moves()[ply]);
    let rules = &game.by_rules(&made.before)?;
    let turn = Turn { game, rules, chance: made.chance.as_deref(), ply, progress };
    let is_forced = turn.plays().len() <= 1;
    let mut found = AnalysedMove {
        number: ply + 1,
        seat: made.seat,
        position: made.before.text.clone(),
        roll: made.chance.clone(),
        action: made.action.clone(),
        before: String::new(),
        decision: if is_forced { Decision::Forced } else { Decision::Unknown },
        source: None,
        best: None,
        cost: None,
        estimated_cost: None,
        mark: None,
        luck: None,
    };
    let Some(answer) = valuer.values(&turn)? else { return Ok(found) };
    let event = event_of(&answer, &turn)?;
    // The opening roll is one die of each player: it is nobody's luck.
    if turn.chance.is_some() && !(ply == 0 && line.is_opened()) {
        found.luck = luck(&answer, event);
    }
    if is_forced {
        return Ok(found);
    }
    let chosen = event.plays.iter().position(|play| play.action == made.action);
    let chosen = chosen.ok_or_else(no_play)?;
    if event.plays.iter().any(|play| play.value.is_none()) {
        return Ok(found);
    }
    found.cost = cost(&event.plays, chosen);
    let name = |cost: f64| CountedMark::name(marks, cost);
    if let Some(cost) = event.plays[chosen].value.as_ref().and_then(EstimatedCost::of) {
        found.decision = Decision::Estimated;
        found.source.clone_from(&answer.source);
        found.estimated_cost = Some(cost);
        if cost.is_clear() {
            found.best = event.plays.first().map(|play| play.action.clone());
            found.mark = name(cost.value);
        }
        return Ok(found);
    }
    // The order of numbers without bounds proves nothing.
    if found.cost.is_none() && event.plays.iter().any(|play| is_of_numbers(play.value.as_ref())) {
        return Ok(found);
    }
    found.decision = Decision::Known;
    found.source.clone_from(&answer.source);
    // Values that are no numbers have an order all the same.
    let is_error = match found.cost {
        Some(cost) => cost.lower > 0.0,
        None => event.plays[chosen].rank > 0,
    };
    if is_error {
        found.best = event.plays.first().map(|play| play.action.clone());
        found.mark = found.cost.and_then(|cost| name(cost.lower));
    }
    Ok(found)
}

/// What a roll is worth less what all are on average.
fn luck(answer: &AnyAnswer, event: &AnyEvent) -> Option<Bounds> {
    let rolled = Bounds::of(event.value.as_ref()?)?;
    Some(rolled.minus(Bounds::of(answer.value.as_ref()?)?))
}

/// Whether a value is a number, or has some in it.
fn is_of_numbers(value: Option<&Fields>) -> bool {
    fn has_some(datum: &Datum) -> bool {
        match datum {
            Datum::Number(_) => true,
            Datum::List(all) => all.iter().any(has_some),
            Datum::Object(all) => all.iter().any(|(_, datum)| has_some(datum)),
            _ => false,
        }
    }
    value.and_then(|value| value.iter().next()).is_some_and(|first| has_some(&first.datum))
}

/// What the best of some plays is worth less what one of them is, if all are numbers. Nothing is
/// negative: a play costs nothing beside itself.
fn cost(plays: &[AnyPlay], chosen: usize) -> Option<Bounds> {
    let all: Option<Vec<Bounds>> =
        plays.iter().map(|play| Bounds::of(play.value.as_ref()?)).collect();
    let all = all?;
    let others = all.iter().enumerate().filter(|(place, _)| *place != chosen);
    let costs = others.map(|(_, other)| other.minus(all[chosen]));
    Some(costs.fold(Bounds::default(), Bounds::max))
}
