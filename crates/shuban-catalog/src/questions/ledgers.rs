//! Ledgers of proof search, by game.

use shuban_answer::AnyAnswer;

use crate::catalog::Catalog;
use crate::error::Error;
use crate::recorded::AnyLedger;

impl Catalog {
    /// Reads the ledgers of a game: those that are part of the program and others, each with its
    /// name. One of another game, or that contradicts those before it, is reported to `refused` and
    /// left out. `None` if the game has no proof search, or nothing is recorded.
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

    /// Adds a ledger's records of its position and of those after its moves to an answer, and sorts
    /// the moves best first, unless a database has. If the ledger records none of them, the answer
    /// stays unchanged, and the result is false.
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
