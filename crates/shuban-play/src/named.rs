//! Moves that are judged where not all of them have values: by the best ones that a search names, or by the value of the
//! position.

use shuban_catalog::{Act, AnyAnswer, AnyEvent, Error};
use shuban_core::{Datum, Fields};

use crate::bounds::Bounds;
use crate::turn::Turn;
use crate::valuer::Valuer;

/// Verdict on a move.
pub(crate) struct Named {
    /// The best move, if this one is worse.
    pub(crate) better: Option<String>,
    /// The number that it loses, if that is known.
    pub(crate) cost: Option<Bounds>,
}

impl Named {
    /// Judges a move, which has the place `chosen` in its event; `None` if all moves have values, or nothing is named.
    ///
    /// # Errors
    /// As of [`Valuer::values`].
    pub(crate) fn of(
        answer: &AnyAnswer,
        event: &AnyEvent,
        chosen: usize,
        turn: &Turn<'_>,
        act: Act,
        valuer: &dyn Valuer,
    ) -> Result<Option<Self>, Error> {
        if event.plays.iter().all(|play| play.value.is_some()) {
            return Ok(None);
        }
        let better = match better(answer, event, chosen) {
            Some(better) => better,
            // Of a lost position all plays lose.
            None if is_lost(answer, turn) => None,
            None => return Ok(None),
        };
        let none = worth(answer).map(|_| Bounds::default());
        if better.is_none() {
            return Ok(Some(Named { better, cost: none }));
        }
        let now = turn.game.turn(&turn.game.after(turn.position(), act)?)?;
        if let Some(end) = &now.over {
            // A win at once is no error, whatever else the search counts.
            let wins = end.winner == Some(turn.now.seat);
            return Ok(Some(if wins {
                Named { better: None, cost: none }
            } else {
                Named { better, cost: None }
            }));
        }
        let Some(before) = worth(answer) else { return Ok(Some(Named { better, cost: None })) };
        let next = Turn::new(turn.game, &now, None, turn.ply + 1, turn.progress);
        let after = valuer.values(&next)?.as_ref().and_then(worth);
        // The gain of one is the loss of the other.
        let lost = after.filter(|_| now.seat != turn.now.seat).map(|after| before + after);
        let cost = lost.map(|lost| Bounds::of_numbers([lost; 3]));
        Ok(Some(Named { better, cost }))
    }
}

/// Returns the points that a position is worth to the player to move, where a search tells so: see
/// [`Adviser::proven`](shuban_core::adviser::Adviser::proven).
fn worth(answer: &AnyAnswer) -> Option<f64> {
    match answer.facts.get("worth") {
        Some(Datum::Number(worth)) => Some(*worth),
        _ => None,
    }
}

/// Returns true if a proof says that another side than the one to move wins.
fn is_lost(answer: &AnyAnswer, turn: &Turn<'_>) -> bool {
    let Some(Datum::Text(winner)) = answer.facts.get("winner") else { return false };
    turn.game.seat_names().get(turn.now.seat).is_some_and(|side| side != winner)
}

/// Returns the best move if a play is worse; the outer `None` if that is not known.
fn better(answer: &AnyAnswer, event: &AnyEvent, chosen: usize) -> Option<Option<String>> {
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

/// Returns true if a value is or contains a number.
pub(crate) fn is_of_numbers(value: Option<&Fields>) -> bool {
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
