//! A game, whatever its types: it reads, writes, draws and steps.

use std::any::Any;
use std::sync::Arc;

use shuban_core::Answer;
use shuban_core::{
    Fields, LastOf, Medium, NotationError, Play, Present, Progress, Written, WrittenIn,
};

use crate::answer::{AnyAnswer, Detail};
use crate::any_position::AnyPosition;
use crate::bench::{self, PlayTiming};
use crate::check::{self, Checked};
use crate::error::Error;
use crate::perft::{self, Perft, PerftOptions};

/// What a text says: see [`Written`].
#[derive(Clone)]
pub struct AnyWritten {
    /// The position.
    pub position: AnyPosition,
    /// The last play, in a form that the game alone can read.
    last: Option<Arc<dyn Any + Send + Sync>>,
    /// What chance has brought in it already, as text.
    pub chance: Option<String>,
    /// The text as the game writes it.
    pub text: String,
}

impl AnyWritten {
    /// A position as its game writes it.
    ///
    /// # Errors
    /// [`Error::Foreign`] if it is one of another game.
    pub fn of(game: &dyn AnyGame, position: AnyPosition) -> Result<Self, Error> {
        let text = game.write(&position)?;
        Ok(AnyWritten { position, last: None, chance: None, text })
    }
}

/// A game, whatever its types.
pub trait AnyGame: Send + Sync {
    /// Its name, as the command line writes it.
    fn name(&self) -> String;

    /// What it is, in a line.
    fn about(&self) -> String;

    /// The position in which a game starts.
    fn start(&self) -> AnyWritten;

    /// Reads a text.
    ///
    /// # Errors
    /// [`NotationError`] if it is no position.
    fn read(&self, text: &str) -> Result<AnyWritten, NotationError>;

    /// Writes a position.
    ///
    /// # Errors
    /// [`Error::Foreign`] if it is one of another game.
    fn write(&self, position: &AnyPosition) -> Result<String, Error>;

    /// The same position with another side to move.
    ///
    /// # Errors
    /// [`Error::Notation`] if there is no such side or no such choice.
    fn with_to_move(&self, position: &AnyPosition, side: &str) -> Result<AnyWritten, Error>;

    /// What chance may bring in a position, as the game writes it: `3-1` for `1-3`.
    ///
    /// # Errors
    /// [`Error::Notation`] if chance cannot bring that.
    fn chance(&self, position: &AnyPosition, text: &str) -> Result<String, Error>;

    /// Steps: the position after a move, which is read as the game writes it. Where chance plays a
    /// part, `chance` is what it brought.
    ///
    /// # Errors
    /// [`Error::Notation`] if it is not a legal move.
    fn play(
        &self,
        position: &AnyPosition,
        chance: Option<&str>,
        action: &str,
    ) -> Result<AnyWritten, Error>;

    /// What the rules say: outcome and legal moves, without values.
    ///
    /// # Errors
    /// [`Error::Foreign`] if the position is one of another game.
    fn by_rules(&self, written: &AnyWritten) -> Result<AnyAnswer, Error>;

    /// Draws a position, its last move marked where the text told it.
    ///
    /// # Errors
    /// [`Error::Foreign`] if the position is one of another game.
    fn draw(&self, written: &AnyWritten, medium: Medium) -> Result<String, Error>;

    /// Counts move sequences from the start, ply by ply.
    ///
    /// # Errors
    /// [`Error::TooMuch`], [`Error::Memory`], [`Error::Interrupted`].
    fn perft(&self, options: PerftOptions, progress: &dyn Progress) -> Result<Perft, Error>;

    /// Compares the rules with a second implementation of them on random positions.
    ///
    /// # Errors
    /// [`Error::NoTwin`] if there is none; [`Error::Interrupted`].
    fn check(&self, pairs: u64, seed: u64, progress: &dyn Progress) -> Result<Checked, Error>;

    /// Measures how fast plays are generated, on positions of random games, for about so long.
    fn time_plays(&self, seconds: f64, seed: u64) -> PlayTiming;
}

fn erased<G: Present + 'static>(game: &G, written: WrittenIn<G>) -> AnyWritten {
    let Written { position, last, chance, text } = written;
    let chance = chance.and_then(|chance| game.chance_text(chance));
    let last = last.map(|last| Arc::new(LastPlay::<G>(last)) as Arc<dyn Any + Send + Sync>);
    AnyWritten { position: AnyPosition::new(position), last, chance, text }
}

/// The last play, told apart from that of other games with the same types of positions and moves.
struct LastPlay<G: Present>(LastOf<G>);

/// The typed position.
pub(crate) fn typed<'p, G: Present + 'static>(
    game: &G,
    position: &'p AnyPosition,
) -> Result<&'p G::Position, Error> {
    position.get().ok_or_else(|| Error::Foreign(game.name()))
}

impl<G: Present + 'static> AnyGame for G {
    fn name(&self) -> String {
        shuban_core::Game::name(self)
    }

    fn about(&self) -> String {
        Present::about(self)
    }

    fn start(&self) -> AnyWritten {
        let position = Present::start(self);
        let text = self.format(&position);
        AnyWritten { position: AnyPosition::new(position), last: None, chance: None, text }
    }

    fn read(&self, text: &str) -> Result<AnyWritten, NotationError> {
        Ok(erased(self, Present::read(self, text)?))
    }

    fn write(&self, position: &AnyPosition) -> Result<String, Error> {
        Ok(self.format(typed(self, position)?))
    }

    fn with_to_move(&self, position: &AnyPosition, side: &str) -> Result<AnyWritten, Error> {
        let position = Present::with_to_move(self, typed(self, position)?, side);
        let position = position.map_err(Error::side)?;
        let text = self.format(&position);
        Ok(AnyWritten { position: AnyPosition::new(position), last: None, chance: None, text })
    }

    fn chance(&self, position: &AnyPosition, text: &str) -> Result<String, Error> {
        let chance = self.parse_chance(typed(self, position)?, text).map_err(Error::roll)?;
        Ok(self.chance_text(chance).unwrap_or_default())
    }

    fn play(
        &self,
        position: &AnyPosition,
        chance: Option<&str>,
        action: &str,
    ) -> Result<AnyWritten, Error> {
        let before = typed(self, position)?;
        let chance = match chance {
            Some(text) => self.parse_chance(before, text).map_err(Error::roll)?,
            None => match self.chances(before)[..] {
                [(only, _)] => only,
                _ => return Err(Error::roll(NotationError::new("", 0, "a roll is needed"))),
            },
        };
        let Play { action, after } =
            self.parse_move(before, chance, action).map_err(Error::move_)?;
        let text = self.format(&after);
        let last = shuban_core::Last { before: before.clone(), action };
        Ok(erased(self, Written { position: after, last: Some(last), chance: None, text }))
    }

    fn by_rules(&self, written: &AnyWritten) -> Result<AnyAnswer, Error> {
        let answer: Answer<G, Fields> = Answer::by_rules(self, typed(self, &written.position)?);
        Ok(AnyAnswer::new(self, &written.text, answer, &Detail::All))
    }

    fn draw(&self, written: &AnyWritten, medium: Medium) -> Result<String, Error> {
        let last = written.last.as_ref().and_then(|last| last.downcast_ref::<LastPlay<G>>());
        let position = typed(self, &written.position)?;
        Ok(Present::draw(self, position, last.map(|last| &last.0), medium))
    }

    fn perft(&self, options: PerftOptions, progress: &dyn Progress) -> Result<Perft, Error> {
        perft::perft(self, options, progress)
    }

    fn check(&self, pairs: u64, seed: u64, progress: &dyn Progress) -> Result<Checked, Error> {
        check::compare(self, pairs, seed, progress)
    }

    fn time_plays(&self, seconds: f64, seed: u64) -> PlayTiming {
        bench::time_plays(self, seconds, seed)
    }
}
