//! What ledgers say of positions and of the moves from them, whatever the types of the game.

use std::any::Any;
use std::cmp::Reverse;

use shuban_core::{Datum, Fields, Present, Provable};
use shuban_solve::proof::{LedgerRow, ProofLedger, ProofStanding};

use crate::answer::{AnyAnswer, AnyPlay};
use crate::catalog::Catalog;
use crate::error::Error;

/// What a ledger says of a position: as true as the searches whose answers it keeps.
#[derive(Clone, Debug, PartialEq)]
pub struct Recorded {
    /// What follows for its value.
    pub standing: ProofStanding,
    /// The rows about the position or an image of it.
    pub rows: Vec<LedgerRow>,
}

/// Recorded answers about positions of one game.
pub struct AnyLedger {
    game: String,
    /// A [`ProofLedger`] of the game.
    rows: Box<dyn Any + Send + Sync>,
}

impl AnyLedger {
    /// As a ledger of a game's types.
    pub(crate) fn of<G: Provable + 'static>(&self) -> Option<&ProofLedger<G>> {
        self.rows.downcast_ref()
    }

    /// The game's name.
    pub fn game(&self) -> &str {
        &self.game
    }
}

impl Catalog {
    /// What is recorded of a game: in the ledgers that are part of the program and in others, each
    /// with its name. One that is not the game's, or contradicts those before it, is told and left
    /// out. `None` if the game has no proof search, or nothing is recorded.
    pub fn ledger<'t>(
        &self,
        game: &'t str,
        others: impl IntoIterator<Item = (&'t str, &'t [u8])>,
        refused: &mut dyn FnMut(&str, &str),
    ) -> Option<AnyLedger> {
        let proofs = self.proofs_of(game)?;
        let mut all: Vec<(&str, &[u8])> = Vec::new();
        all.extend(self.ledgers(game).map(|text| (game, text.as_bytes())));
        all.extend(others);
        let rows = proofs.ledger(&all, refused)?;
        Some(AnyLedger { game: game.to_owned(), rows })
    }

    /// Adds to an answer what a ledger says of its position and of those after its moves, and puts
    /// the moves in order, best first, unless a database has. If the ledger says nothing of any of
    /// them, the answer stays as it is, and the result is false.
    ///
    /// # Errors
    /// [`Error`] if the answer is of another game.
    pub fn tell(&self, ledger: &AnyLedger, answer: &mut AnyAnswer) -> Result<bool, Error> {
        match self.proofs_of(&ledger.game) {
            Some(proofs) if answer.game == ledger.game => proofs.tell(ledger, answer),
            _ => Ok(false),
        }
    }
}

/// Reads ledgers of a game into one; `None` if there is nothing in it.
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

/// Puts the moves best first, as far as anything tells.
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

/// What a value that proof search found says; none if it is open.
fn named(value: Option<&Fields>) -> Option<ProofStanding> {
    let exactly = |value| Some(ProofStanding { least: value, most: value });
    match value?.get("value")? {
        Datum::Text(name) if name == "first" => exactly(1),
        Datum::Text(name) if name == "draw" => exactly(0),
        Datum::Text(name) if name == "second" => exactly(-1),
        _ => None,
    }
}
