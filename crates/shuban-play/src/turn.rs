//! A turn in which a player has to choose.

use shuban_catalog::chain::Question;
use shuban_catalog::{AnyAnswer, AnyEvent, AnyGame, AnyPlay, AnyPosition, AnyTurn, Detail, Error};
use shuban_core::Progress;

/// A turn in which a player has to choose.
#[derive(Clone, Copy)]
pub struct Turn<'t> {
    /// The game.
    pub game: &'t dyn AnyGame,
    /// The position, and the chance events there: [`AnyRules::turn`](shuban_catalog::AnyRules::turn).
    pub now: &'t AnyTurn,
    /// The number of the chance event that has occurred; `None` before it, and if the game is over.
    pub event: Option<usize>,
    /// Number of moves before.
    pub ply: usize,
    /// Receiver of progress, which may interrupt the choice.
    pub progress: &'t dyn Progress,
}

impl<'t> Turn<'t> {
    /// Creates the turn after a roll, as the game writes it; `None` where chance plays no part.
    pub fn new(
        game: &'t dyn AnyGame,
        now: &'t AnyTurn,
        chance: Option<&str>,
        ply: usize,
        progress: &'t dyn Progress,
    ) -> Self {
        Turn { game, now, event: now.event(chance), ply, progress }
    }

    /// Returns the position.
    pub fn position(&self) -> &'t AnyPosition {
        &self.now.position
    }

    /// Returns the roll; `None` where chance plays no part.
    pub fn chance(&self) -> Option<&'t str> {
        self.now.chances.get(self.event?)?.text.as_deref()
    }

    /// Generates all legal plays, in the order of the rules; none if the game is over, or before
    /// the chance event.
    ///
    /// # Errors
    /// [`Error`] if the position is one of another game.
    pub fn plays(&self) -> Result<Vec<AnyPlay>, Error> {
        let plays = self.event.map(|event| self.game.plays(self.position(), event));
        Ok(plays.transpose()?.unwrap_or_default())
    }

    /// Asks for all moves of the roll.
    pub fn question(&self) -> Question<'t> {
        let detail = self.chance().map_or(Detail::All, |chance| Detail::Roll(chance.to_owned()));
        Question { game: self.game, position: self.position().clone(), detail }
    }
}

/// Returns the event of a turn in an answer about it.
pub(crate) fn event_of<'a>(answer: &'a AnyAnswer, turn: &Turn<'_>) -> Result<&'a AnyEvent, Error> {
    let mut events = answer.events.iter();
    events.find(|event| event.chance.as_deref() == turn.chance()).ok_or_else(Error::no_play)
}
