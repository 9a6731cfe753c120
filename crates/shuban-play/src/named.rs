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
}

impl Named {
    /// Judges a play of an event; `None` if nothing is named.
    pub(crate) fn of(answer: &AnyAnswer, event: &AnyEvent, chosen: usize) -> Option<Self> {
        let chosen = &event.plays[chosen];
        if let Some(Datum::List(named)) = answer.facts.get("best")
            && let Some(Datum::Text(first)) = named.first()
        {
            let is_named = named.iter().any(|best| *best == Datum::Text(chosen.action.clone()));
            return Some(Named { better: (!is_named).then(|| first.clone()) });
        }
        let (best, own) = (answer.value.as_ref()?, chosen.value.as_ref()?);
        if answer.has_chance || is_of_numbers(Some(best)) {
            return None;
        }
        let first = event.plays.iter().find(|play| play.value.as_ref() == Some(best));
        match own == best {
            true => Some(Named { better: None }),
            false => Some(Named { better: Some(first?.action.clone()) }),
        }
    }

    /// Returns what the move loses, if that is a number: the value of the position less that of the one after it, by the
    /// same source, in a game of two whose gains are each other's losses.
    ///
    /// # Errors
    /// As of [`Valuer::values`].
    pub(crate) fn cost(
        &self,
        answer: &AnyAnswer,
        turn: &Turn<'_>,
        act: Act,
        valuer: &dyn Valuer,
    ) -> Result<Option<Bounds>, Error> {
        let value = |answer: &AnyAnswer| Bounds::of(answer.value.as_ref()?);
        let Some(before) = value(answer) else { return Ok(None) };
        if self.better.is_none() {
            return Ok(Some(Bounds::default()));
        }
        let now = turn.game.turn(&turn.game.after(turn.position(), act)?)?;
        let next = Turn::new(turn.game, &now, None, turn.ply + 1, turn.progress);
        if next.plays()?.is_empty() || now.seat == turn.now.seat {
            return Ok(None);
        }
        let after = valuer.values(&next)?.filter(|after| after.source == answer.source);
        Ok(after.as_ref().and_then(value).map(|after| before.plus(after)))
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
