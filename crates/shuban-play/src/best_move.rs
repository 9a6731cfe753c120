//! The best move of an answer, where it has one.

use shuban_catalog::chain::{Oracle, Question, Reply};
use shuban_catalog::{AnyAnswer, AnyEvent, AnyPlay, Error};
use shuban_core::Datum;

use crate::turn::{Turn, event_of};

/// Returns the best move, if the answer has one.
pub(crate) fn best<'a>(answer: &AnyAnswer, event: &'a AnyEvent) -> Option<&'a AnyPlay> {
    let first = event.plays.first()?;
    if answer.has_chance {
        return event.value.as_ref().map(|_| first);
    }
    let is_known = event.plays.iter().all(|play| play.value.is_some());
    // A move with the value of the position is best, whatever the others are.
    let is_proven = first.value.is_some() && first.value == answer.value;
    if is_known || is_proven {
        return Some(first);
    }
    // A search without values of moves may name the best ones.
    let Some(Datum::List(named)) = answer.facts.get("best") else { return None };
    let Datum::Text(named) = named.first()? else { return None };
    event.plays.iter().find(|play| play.action == *named)
}

/// An oracle whose answers count only if they have a best move of a turn: the next one may have one.
pub(crate) struct Naming<'t, O> {
    pub(crate) oracle: O,
    pub(crate) turn: &'t Turn<'t>,
}

impl<O: Oracle> Oracle for Naming<'_, O> {
    fn ask(&mut self, question: &Question<'_>) -> Result<Reply, Error> {
        let reply = self.oracle.ask(question)?;
        if let Reply::Known(answer) = &reply
            && best(answer, event_of(answer, self.turn)?).is_none()
        {
            let reason = "no move is known to be best".to_owned();
            return Ok(Reply::Unknown(Error::TooMuch(reason)));
        }
        Ok(reply)
    }
}
