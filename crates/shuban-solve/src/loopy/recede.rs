//! The check that the values of a stored layer recede, so that no others agree with the rules.

use std::any::Any;
use std::sync::atomic::{AtomicU16, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use shuban_core::{Progress, Receding, Unanswered};

use super::rules::{LayerRules, Successor};
use super::share::{Share, Words};
use crate::solver::RecedingCheck;

/// Returns why the value of a position does not rest on an end of play, if so.
///
/// Relative scores: a gain must have a play with the same score that is nearer to its conversion; a
/// loss must have no better play, and all with the same score must be nearer. A value equal to
/// endless play must have a play of the same score, and none of a better one.
fn fault(value: Receding, plays: &[(Receding, bool)]) -> Option<&'static str> {
    let score = value.score();
    let is_nearer = |&(play, stays): &(Receding, bool)| {
        !stays || (play.plies() < value.plies() && play.plies().is_some())
    };
    let equal = || plays.iter().filter(|(play, _)| play.score() == score);
    if plays.iter().any(|(play, _)| play.score() > score) {
        return Some("a play is worth more");
    }
    if equal().next().is_none() {
        return Some("no play is worth as much");
    }
    if (score == 0) != value.plies().is_none() {
        return Some("endless play has a distance, or another score has none");
    }
    match score {
        1.. if !equal().any(is_nearer) => Some("no play brings the gain nearer"),
        ..=-1 if !equal().all(is_nearer) => Some("a play puts the loss off"),
        _ => None,
    }
}

/// Checks by the rules alone that each value of a layer rests on a conversion; `value` gives the
/// stored one of a number.
///
/// # Errors
/// [`Unanswered`] if a layer cannot be read, or the work was interrupted.
pub(crate) fn recedes(
    rules: &LayerRules<'_>,
    value: impl Fn(u64) -> Result<Receding, Unanswered> + Sync,
    progress: &dyn Progress,
) -> Result<RecedingCheck, Unanswered> {
    let longest = AtomicU16::new(0);
    let first = Mutex::new(None::<(u64, &'static str)>);
    let relative = |number: u64| rules.relative(number, value(number)?);
    let each = |place: usize, room: &mut dyn Any, _: &mut Words| {
        let number = place as u64;
        let own = relative(number)?;
        longest.fetch_max(own.plies().unwrap_or(0), Relaxed);
        let (mut values, mut failed) = (Vec::new(), None);
        let over = rules.successors(number, room, |successor| match successor {
            Successor::Outside(value) => values.push((value, false)),
            Successor::Inside { number, same_side } => match relative(number) {
                Ok(value) => values.push((if same_side { value } else { -value }, true)),
                Err(error) => failed = Some(error),
            },
        })?;
        if let Some(error) = failed {
            return Err(error);
        }
        let fault = match over {
            Some(payoff) if payoff == own => None,
            Some(_) => Some("the game is over, and it is not the payoff"),
            None => fault(own, &values),
        };
        if let Some(reason) = fault {
            let mut first = first.lock().unwrap_or_else(PoisonError::into_inner);
            if first.is_none_or(|(earlier, _)| number < earlier) {
                *first = Some((number, reason));
            }
        }
        Ok(())
    };
    let all = Share::of(rules, None);
    all.visit::<1>("that values recede", progress, each, |_| Some(()))?;
    let first = first.into_inner().unwrap_or_else(PoisonError::into_inner);
    Ok(match first {
        None => RecedingCheck::Holds(longest.into_inner()),
        Some((number, reason)) => {
            let (part, rank) = rules.place(number);
            RecedingCheck::Fails(part, rank, reason)
        }
    })
}
