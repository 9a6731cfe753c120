//! Ledger records of positions and of the moves from them, whatever the types of the game.

use std::any::Any;
use std::cmp::Reverse;

use shuban_answer::answer::Recorded;
use shuban_answer::{AnyAnswer, AnyPlay};
use shuban_core::{Datum, Fields, Present, Provable};
use shuban_solve::proof::{LedgerRow, ProofLedger, ProofStanding};

use crate::error::Error;

/// Recorded answers about positions of one game.
pub struct AnyLedger {
    pub(crate) game: String,
    /// A [`ProofLedger`] of the game.
    pub(crate) rows: Box<dyn Any + Send + Sync>,
}

impl AnyLedger {
    /// Returns the ledger in a game's types.
    pub(crate) fn of<G: Provable + 'static>(&self) -> Option<&ProofLedger<G>> {
        self.rows.downcast_ref()
    }

    /// Returns the game's name.
    pub fn game(&self) -> &str {
        &self.game
    }
}

/// Reads ledgers of a game into one; `None` if it is empty.
pub(crate) fn joined<G: Provable + 'static>(
    game: &G,
    texts: &[(&str, &[u8])],
    refused: &mut dyn FnMut(&str, &str),
) -> Option<Box<dyn Any + Send + Sync>> {
    let mut all = ProofLedger::<G>::default();
    for (name, bytes) in texts {
        let read = ProofLedger::from_bytes(game, bytes);
        if let Err(reason) = read.and_then(|ledger| all.join(game, ledger)) {
            refused(name, &reason);
        }
    }
    if all.is_empty() { None } else { Some(Box::new(all)) }
}

/// See [`Catalog::tell`].
pub(crate) fn tell<G: Provable + Present + 'static>(
    game: &G,
    ledger: &ProofLedger<G>,
    answer: &mut AnyAnswer,
) -> Result<bool, Error> {
    let position = answer.position.of(game)?;
    let rows: Vec<LedgerRow> = ledger.rows(game, position).cloned().collect();
    let standing = ledger.standing(game, position);
    let mut is_told = !rows.is_empty();
    for play in answer.events.iter_mut().flat_map(|event| &mut event.plays) {
        let recorded = ledger.standing(game, play.after.of(game)?);
        play.recorded = Some(recorded).filter(|recorded| *recorded != ProofStanding::UNKNOWN);
        is_told |= play.recorded.is_some();
    }
    if !is_told {
        return Ok(false);
    }
    // A database knows the order of all moves.
    if answer.domain.is_none() {
        sort(game, standing, answer)?;
    }
    answer.recorded = Some(Recorded { standing, rows });
    Ok(true)
}

/// Sorts the moves best first, as far as values and records allow.
fn sort<G: Provable + Present + 'static>(
    game: &G,
    standing: ProofStanding,
    answer: &mut AnyAnswer,
) -> Result<(), Error> {
    let position = answer.position.of(game)?;
    let seat = game.to_move(position);
    // No move is worth more than the position.
    let most = named(answer.value.as_ref()).unwrap_or(standing).for_seat(seat).most;
    let worth = |play: &AnyPlay| -> Result<_, Error> {
        let after = play.after.of(game)?;
        let over = game.outcome(after).map(|payoffs| ProofStanding::over(&payoffs));
        let known = named(play.value.as_ref()).or(over).or(play.recorded);
        let known = known.unwrap_or(ProofStanding::UNKNOWN).for_seat(seat);
        Ok(Reverse((known.least, known.most.min(most))))
    };
    for event in &mut answer.events {
        let worths = event.plays.iter().map(worth).collect::<Result<Vec<_>, Error>>()?;
        let mut plays: Vec<_> = worths.into_iter().zip(event.plays.drain(..)).collect();
        plays.sort_by_key(|(worth, _)| *worth);
        let mut distinct: Vec<_> = plays.iter().map(|(worth, _)| *worth).collect();
        distinct.dedup();
        event.plays = plays
            .into_iter()
            .map(|(worth, play)| {
                let rank = distinct.iter().position(|one| *one == worth).unwrap_or_default();
                AnyPlay { rank, ..play }
            })
            .collect();
    }
    Ok(())
}

/// Returns the standing of a value that proof search found; `None` if it is open.
fn named(value: Option<&Fields>) -> Option<ProofStanding> {
    let exactly = |value| Some(ProofStanding { least: value, most: value });
    match value?.get("value")? {
        Datum::Text(name) if name == "first" => exactly(1),
        Datum::Text(name) if name == "draw" => exactly(0),
        Datum::Text(name) if name == "second" => exactly(-1),
        _ => None,
    }
}
