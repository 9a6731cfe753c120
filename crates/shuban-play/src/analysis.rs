//! Costs of the moves of games that were played, and the luck of the rolls.

use shuban_catalog::{Act, AnyAnswer, AnyEvent, AnyGame, AnyPlay, Error};
use shuban_core::{Datum, Fields, Progress};

use crate::analysed_move::{AnalysedMove, Decision};
use crate::bounds::Bounds;
use crate::estimated_cost::EstimatedCost;
use crate::judge::Judge;
use crate::line::Made;
use crate::marks::{CountedMark, Marks};
use crate::turn::{Turn, event_of};

/// A source of the values of turns, such as databases.
pub trait Valuer {
    /// Returns the values of a turn's position, of its chance events, and of every play of its
    /// event; `None` if nothing is known.
    ///
    /// # Errors
    /// [`Error`] if a database cannot be read.
    fn values(&self, turn: &Turn<'_>) -> Result<Option<AnyAnswer>, Error>;
}

impl Valuer for Judge<'_> {
    fn values(&self, turn: &Turn<'_>) -> Result<Option<AnyAnswer>, Error> {
        match self.answer(turn) {
            Err(error) if error.is_unheld() => Ok(None),
            answer => answer.map(Some),
        }
    }
}

/// Analyst of a game's moves: finds their costs where `valuer` knows the values.
#[derive(Clone, Copy)]
pub struct Analyst<'a> {
    /// The game.
    pub game: &'a dyn AnyGame,
    /// The source of values.
    pub valuer: &'a dyn Valuer,
    /// Names of mistakes.
    pub marks: Marks<'a>,
    /// Receiver of progress, which may interrupt the work.
    pub progress: &'a dyn Progress,
}

impl Analyst<'_> {
    /// Analyses a legal move, made after `ply` others. `is_opening` means that its roll decided who
    /// begins: it is no player's luck.
    ///
    /// # Errors
    /// [`Error`]: a database cannot be read, or the work is interrupted.
    pub fn analyse(
        &self,
        ply: usize,
        made: &Made,
        is_opening: bool,
    ) -> Result<AnalysedMove, Error> {
        let Analyst { game, valuer, marks, progress } = *self;
        if progress.interrupted() {
            return Err(Error::Interrupted);
        }
        let now = &game.turn(&made.before)?;
        let turn = Turn { game, now, event: Some(made.act.event), ply, progress };
        let is_forced = turn.plays()?.len() <= 1;
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
        if turn.chance().is_some() && !is_opening {
            found.luck = luck(&answer, event);
        }
        if is_forced {
            return Ok(found);
        }
        let chosen = event.plays.iter().position(|play| play.number == made.act.play);
        let chosen = chosen.ok_or_else(Error::no_play)?;
        if event.plays.iter().any(|play| play.value.is_none()) {
            if let Some(better) = better_by_name(&answer, event, chosen) {
                found.decision = Decision::Known;
                found.source.clone_from(&answer.source);
                found.cost = match better {
                    None => bounds_of(&answer).map(|_| Bounds::default()),
                    Some(_) => self.lost(&answer, &turn, made.act)?,
                };
                found.mark = found.cost.and_then(|cost| CountedMark::name(marks, cost.lower));
                found.best = better;
            }
            return Ok(found);
        }
        found.cost = cost(&event.plays, chosen);
        let name = |cost: f64| CountedMark::name(marks, cost);
        let values = event.plays[0].value.as_ref().zip(event.plays[chosen].value.as_ref());
        if let Some(cost) = values.and_then(|(best, own)| EstimatedCost::of(best, own)) {
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
        if found.cost.is_none() && event.plays.iter().any(|play| is_of_numbers(play.value.as_ref()))
        {
            return Ok(found);
        }
        found.decision = Decision::Known;
        found.source.clone_from(&answer.source);
        // Values that are not numbers still have an order.
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

    /// Returns what a play loses where only positions have values: the value of the one before it less that of the
    /// one after it, in a game of two whose gains are each other's losses.
    fn lost(&self, answer: &AnyAnswer, turn: &Turn<'_>, act: Act) -> Result<Option<Bounds>, Error> {
        let Some(before) = bounds_of(answer) else { return Ok(None) };
        let now = self.game.turn(&self.game.after(turn.position(), act)?)?;
        let next = Turn::new(self.game, &now, None, turn.ply + 1, self.progress);
        if next.plays()?.is_empty() || now.seat == turn.now.seat {
            return Ok(None);
        }
        let after = self.valuer.values(&next)?.filter(|after| after.source == answer.source);
        Ok(after.as_ref().and_then(bounds_of).map(|after| before.plus(after)))
    }
}

/// Returns the value of a position, if it is a number with bounds.
fn bounds_of(answer: &AnyAnswer) -> Option<Bounds> {
    Bounds::of(answer.value.as_ref()?)
}

/// Judges a move where the values of some are unknown, by the best moves that a search names, or by
/// the value of the position. Returns the best move if this one is worse; the outer `None` if that
/// is not known.
fn better_by_name(answer: &AnyAnswer, event: &AnyEvent, chosen: usize) -> Option<Option<String>> {
    let chosen = &event.plays[chosen];
    if let Some(Datum::List(named)) = answer.facts.get("best")
        && let Some(Datum::Text(first)) = named.first()
    {
        let is_named = named.iter().any(|best| *best == Datum::Text(chosen.action.clone()));
        return Some((!is_named).then(|| first.clone()));
    }
    let (best, own) = (answer.value.as_ref()?, chosen.value.as_ref()?);
    if answer.has_chance || is_of_numbers(Some(best)) {
        return None;
    }
    let first = event.plays.iter().find(|play| play.value.as_ref() == Some(best));
    match own == best {
        true => Some(None),
        false => Some(Some(first?.action.clone())),
    }
}

/// Returns the value of a roll less the mean of all rolls.
fn luck(answer: &AnyAnswer, event: &AnyEvent) -> Option<Bounds> {
    let rolled = Bounds::of(event.value.as_ref()?)?;
    Some(rolled.minus(Bounds::of(answer.value.as_ref()?)?))
}

/// Returns true if a value is or contains a number.
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

/// Returns the value of the best of some plays less that of one of them, if all are numbers. The
/// cost is never negative: a play costs nothing compared with itself.
fn cost(plays: &[AnyPlay], chosen: usize) -> Option<Bounds> {
    let all: Option<Vec<Bounds>> =
        plays.iter().map(|play| Bounds::of(play.value.as_ref()?)).collect();
    let all = all?;
    let others = all.iter().enumerate().filter(|(place, _)| *place != chosen);
    let costs = others.map(|(_, other)| other.minus(all[chosen]));
    Some(costs.fold(Bounds::default(), Bounds::max))
}
