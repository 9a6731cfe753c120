//! Costs of the moves of games that were played, and the luck of the rolls.

use shuban_catalog::{AnyAnswer, AnyEvent, AnyGame, AnyPlay, Error};
use shuban_core::Progress;

use crate::analysed_move::{AnalysedMove, Decision};
use crate::bounds::Bounds;
use crate::estimated_cost::EstimatedCost;
use crate::line::Made;
use crate::marks::{CountedMark, Marks};
use crate::named::{Named, is_of_numbers};
use crate::turn::{Turn, event_of};
use crate::valuer::Valuer;

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
        let name = |cost: f64| CountedMark::name(marks, cost);
        if let Some(named) = Named::of(&answer, event, chosen, &turn, made.act, valuer)? {
            found.decision = Decision::Known;
            found.source.clone_from(&answer.source);
            found.cost = named.cost;
            found.best = named.better;
            found.mark = found.best.as_ref().and_then(|_| name(named.cost?.lower));
            return Ok(found);
        }
        if event.plays.iter().any(|play| play.value.is_none()) {
            return Ok(found);
        }
        found.cost = cost(&event.plays, chosen);
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
}

/// Returns the value of a roll less the mean of all rolls.
fn luck(answer: &AnyAnswer, event: &AnyEvent) -> Option<Bounds> {
    let rolled = Bounds::of(event.value.as_ref()?)?;
    Some(rolled.minus(Bounds::of(answer.value.as_ref()?)?))
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
