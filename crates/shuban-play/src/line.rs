//! A game in progress.

use shuban_catalog::{Act, AnyGame, AnyPosition, AnyTurn, Error, GameEnd};
use shuban_core::Seat;

use crate::dice::Dice;

/// A move that was made.
#[derive(Clone)]
pub struct Made {
    /// Who made it.
    pub seat: Seat,
    /// What chance had brought; none where it plays no part.
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

/// A game in progress: a position to start from, and the moves made since. Each was legal.
pub struct Line<'c> {
    game: &'c dyn AnyGame,
    start: String,
    is_opened: bool,
    moves: Vec<Made>,
    now: AnyTurn,
}

impl<'c> Line<'c> {
    /// A game before its first move.
    ///
    /// # Errors
    /// [`Error`] if the text is no position of the game.
    pub fn new(game: &'c dyn AnyGame, start: &str) -> Result<Self, Error> {
        Line::begun(game, start, &game.read(start)?)
    }

    /// A game before its first move, for which chance has spoken if it decides who begins.
    ///
    /// # Errors
    /// [`Error`] if the text is no position of the game.
    pub fn opened(game: &'c dyn AnyGame, start: &str, dice: &Dice) -> Result<Self, Error> {
        match dice.opening(game, &game.read(start)?)? {
            Some(opening) => Line::by_opening(game, start, &opening),
            None => Line::new(game, start),
        }
    }

    /// A game before its first move, whose opening is this one.
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

    /// Whether chance has decided who begins.
    pub fn is_opened(&self) -> bool {
        self.is_opened
    }

    /// The game.
    pub fn game(&self) -> &'c dyn AnyGame {
        self.game
    }

    /// The position that it started from, as it was given: the text may tell more than that of the
    /// position, such as a roll.
    pub fn start(&self) -> &str {
        &self.start
    }

    /// The moves made so far.
    pub fn moves(&self) -> &[Made] {
        &self.moves
    }

    /// Returns the position that was reached, whose turn it is there, and the chance events.
    pub fn now(&self) -> &AnyTurn {
        &self.now
    }

    /// How it has ended, if it has.
    pub fn over(&self) -> Option<&GameEnd> {
        self.now.over.as_ref()
    }

    /// What chance has brought already where the text of the position told it; none after a move.
    pub fn told_chance(&self) -> Option<&str> {
        self.now.position.chance.as_deref()
    }

    /// Makes a move, in any way of writing that the game reads. Where chance plays a part, `chance`
    /// is what it brought.
    ///
    /// # Errors
    /// [`Error`] if the game is over, chance cannot bring that, or the move is not legal: then
    /// nothing has changed.
    pub fn play(&mut self, chance: Option<&str>, text: &str) -> Result<&Made, Error> {
        let Line { game, now, .. } = self;
        if now.over.is_some() {
            let message = "the game is over: no move can be made".to_owned();
            return Err(Error::Refused { kind: "game-over", message });
        }
        let before = now.position.clone();
        let (act, action) = game.act(&before, chance, text)?;
        let after = game.after(&before, act)?;
        let chance = now.chances.get(act.event).and_then(|event| event.text.clone());
        let next = game.turn(&after)?;
        self.moves.push(Made { seat: now.seat, chance, act, action, before, after });
        self.now = next;
        Ok(&self.moves[self.moves.len() - 1])
    }

    /// Takes the last move back; none if there is none.
    ///
    /// # Errors
    /// None in practice: the position was asked about before.
    pub fn undo(&mut self) -> Result<Option<Made>, Error> {
        let Some(last) = self.moves.last() else { return Ok(None) };
        self.now = self.game.turn(&last.before)?;
        Ok(self.moves.pop())
    }
}
