//! A game in progress.

use shuban_catalog::{Act, AnyGame, AnyPosition, AnyTurn, Error, GameEnd};
use shuban_core::Seat;

use crate::dice::Dice;
use crate::player::Choice;

/// A move that was made.
#[derive(Clone)]
pub struct Made {
    /// Player who made it.
    pub seat: Seat,
    /// Chance event before it; `None` where chance plays no part.
    pub chance: Option<String>,
    /// The move, by its numbers.
    pub act: Act,
    /// The move, as the game writes it.
    pub action: String,
    /// The position before it.
    pub before: AnyPosition,
    /// The position after it.
    pub after: AnyPosition,
}

/// A game in progress: a start position, and the legal moves made since.
pub struct Line<'c> {
    game: &'c dyn AnyGame,
    start: String,
    is_opened: bool,
    moves: Vec<Made>,
    now: AnyTurn,
}

impl<'c> Line<'c> {
    /// Creates a game before its first move.
    ///
    /// # Errors
    /// [`Error`] if the text is not a position of the game.
    pub fn new(game: &'c dyn AnyGame, start: &str) -> Result<Self, Error> {
        Line::begun(game, start, &game.read(start)?)
    }

    /// Creates a game before its first move; draws the opening where chance decides who begins.
    ///
    /// # Errors
    /// [`Error`] if the text is not a position of the game.
    pub fn opened(game: &'c dyn AnyGame, start: &str, dice: &Dice) -> Result<Self, Error> {
        match dice.opening(game, &game.read(start)?)? {
            Some(opening) => Line::by_opening(game, start, &opening),
            None => Line::new(game, start),
        }
    }

    /// Creates a game before its first move with a given opening.
    ///
    /// # Errors
    /// [`Error`] if the position is one of another game.
    pub(crate) fn by_opening(
        game: &'c dyn AnyGame,
        start: &str,
        opening: &AnyPosition,
    ) -> Result<Self, Error> {
        Ok(Line { is_opened: true, ..Line::begun(game, start, opening)? })
    }

    fn begun(game: &'c dyn AnyGame, start: &str, position: &AnyPosition) -> Result<Self, Error> {
        let now = game.turn(position)?;
        let start = start.to_owned();
        Ok(Line { game, start, is_opened: false, moves: Vec::new(), now })
    }

    /// Returns true if chance has decided who begins.
    pub fn is_opened(&self) -> bool {
        self.is_opened
    }

    /// Returns the game.
    pub fn game(&self) -> &'c dyn AnyGame {
        self.game
    }

    /// Returns the start position, as it was given: the text may contain more than the position,
    /// such as a roll.
    pub fn start(&self) -> &str {
        &self.start
    }

    /// Returns the moves made so far.
    pub fn moves(&self) -> &[Made] {
        &self.moves
    }

    /// Returns the current position, with the player to move and the chance events.
    pub fn now(&self) -> &AnyTurn {
        &self.now
    }

    /// Returns the end of the game, if it is over.
    pub fn over(&self) -> Option<&GameEnd> {
        self.now.over.as_ref()
    }

    /// Returns the chance event in the text of the position, if it has one; `None` after a move.
    pub fn told_chance(&self) -> Option<&str> {
        self.now.position.chance.as_deref()
    }

    /// Makes a move, in any notation that the game reads. Where chance plays a part, `chance` is
    /// its event.
    ///
    /// # Errors
    /// [`Error`] if the game is over, the event is impossible, or the move is illegal: then the
    /// game is unchanged.
    pub fn play(&mut self, chance: Option<&str>, text: &str) -> Result<&Made, Error> {
        let Line { game, now, .. } = self;
        if now.over.is_some() {
            let message = "the game is over: no move can be made".to_owned();
            return Err(Error::Refused { kind: "game-over", message });
        }
        let before = now.position.clone();
        let (act, action) = game.act(&before, chance, text)?;
        self.made(before, act, action)
    }

    /// Makes the move that a player chose in this turn.
    ///
    /// # Errors
    /// [`Error`] if there is no such move.
    pub fn make(&mut self, choice: &Choice) -> Result<&Made, Error> {
        self.made(self.now.position.clone(), choice.act, choice.action.clone())
    }

    fn made(&mut self, before: AnyPosition, act: Act, action: String) -> Result<&Made, Error> {
        let Line { game, now, .. } = self;
        let after = game.after(&before, act)?;
        let chance = now.chances.get(act.event).and_then(|event| event.text.clone());
        let next = game.turn(&after)?;
        self.moves.push(Made { seat: now.seat, chance, act, action, before, after });
        self.now = next;
        Ok(&self.moves[self.moves.len() - 1])
    }

    /// Takes back and returns the last move, if there is one.
    ///
    /// # Errors
    /// None in practice: the position was asked about before.
    pub fn undo(&mut self) -> Result<Option<Made>, Error> {
        let Some(last) = self.moves.last() else { return Ok(None) };
        self.now = self.game.turn(&last.before)?;
        Ok(self.moves.pop())
    }
}
