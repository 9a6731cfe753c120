//! One question, one answer: databases, search, ledgers and the rules are asked in turn.

use shuban_answer::{AnyAnswer, AnyPosition, Detail};
use shuban_core::{Datum, Field, Medium};

use crate::any_game::AnyGame;
use crate::build_cost::BuildCost;
use crate::error::Error;

/// A question about a position of a game.
pub struct Question<'g> {
    /// The game.
    pub game: &'g dyn AnyGame,
    /// The position.
    pub position: AnyPosition,
    /// The moves to list.
    pub detail: Detail,
}

impl<'g> Question<'g> {
    /// Asks for all moves of the roll, if one is given or part of the text of the position; else
    /// for the best move of every roll.
    ///
    /// # Errors
    /// [`Error::Notation`] if the roll is impossible.
    pub fn new(
        game: &'g dyn AnyGame,
        position: AnyPosition,
        roll: Option<&str>,
    ) -> Result<Self, Error> {
        let roll = roll.map(|roll| game.chance(&position, roll)).transpose()?;
        let detail = roll.or_else(|| position.chance.clone()).map_or(Detail::Best, Detail::Roll);
        Ok(Question { game, position, detail })
    }

    /// Asks for all moves of all rolls.
    pub fn of_all(game: &'g dyn AnyGame, position: AnyPosition) -> Self {
        Question { game, position, detail: Detail::All }
    }

    /// Asks about a position in text, with another side to move if one is named.
    ///
    /// # Errors
    /// [`Error::Notation`] if it is not a position, or there is no such side or roll.
    pub fn read(
        game: &'g dyn AnyGame,
        text: &str,
        to_move: Option<&str>,
        roll: Option<&str>,
    ) -> Result<Self, Error> {
        let read = game.read(text)?;
        let Some(side) = to_move else { return Question::new(game, read, roll) };
        let position = game.with_to_move(&read, side)?;
        Question::new(game, position, roll.or(read.chance.as_deref()))
    }

    /// Returns the roll whose moves are wanted.
    pub fn roll(&self) -> Option<&str> {
        match &self.detail {
            Detail::Roll(roll) => Some(roll),
            _ => None,
        }
    }

    /// Adds a drawing of the position to an answer, if there is a medium to draw for.
    ///
    /// # Errors
    /// [`Error`] if the position is one of another game.
    pub fn drawn(
        &self,
        answer: AnyAnswer,
        medium: impl Into<Option<Medium>>,
    ) -> Result<AnyAnswer, Error> {
        let Some(medium) = medium.into() else { return Ok(answer) };
        Ok(answer.drawn(self.game.draw(&self.position, medium)?))
    }
}

/// The reply of one oracle.
pub enum Reply {
    /// The answer.
    Known(Box<AnyAnswer>),
    /// The reason why this oracle cannot answer; another one may.
    Unknown(Error),
}

impl Reply {
    /// Returns the answer.
    ///
    /// # Errors
    /// The reason that the oracle gives.
    pub fn known(self) -> Result<AnyAnswer, Error> {
        match self {
            Reply::Known(answer) => Ok(*answer),
            Reply::Unknown(reason) => Err(reason),
        }
    }
}

/// A source of answers about positions: the databases of a [`Session`](crate::Session), a
/// [`Search`](crate::Search), [`Estimates`](crate::Estimates), [`Rules`].
pub trait Oracle {
    /// Answers a question, or says why it cannot.
    ///
    /// # Errors
    /// [`Error`] if an oracle that should answer cannot: a damaged file is not a missing one, and
    /// an interrupted search is not a limited one.
    fn ask(&mut self, question: &Question<'_>) -> Result<Reply, Error>;
}

/// The rules of the game, which know all moves and no values.
#[derive(Clone, Copy)]
pub struct Rules;

impl Rules {
    /// Lists all moves.
    ///
    /// # Errors
    /// [`Error`] if the position is one of another game.
    pub fn answer(self, question: &Question<'_>) -> Result<AnyAnswer, Error> {
        let roll = question.roll().map(str::to_owned);
        Ok(AnyAnswer { roll, ..question.game.by_rules(&question.position)? })
    }
}

impl Oracle for Rules {
    fn ask(&mut self, question: &Question<'_>) -> Result<Reply, Error> {
        Ok(Reply::Known(Box::new(self.answer(question)?)))
    }
}

/// One or more oracles that are asked in turn until one answers.
pub struct Chain<'o> {
    first: Box<dyn Oracle + 'o>,
    others: Vec<Box<dyn Oracle + 'o>>,
}

impl<'o> Chain<'o> {
    /// Creates a chain that begins with this oracle.
    pub fn of(first: impl Oracle + 'o) -> Self {
        Chain { first: Box::new(first), others: Vec::new() }
    }

    /// Asks this oracle too, after the others.
    #[must_use]
    pub fn then(mut self, link: impl Oracle + 'o) -> Self {
        self.others.push(Box::new(link));
        self
    }

    /// Asks this oracle too, if there is one.
    #[must_use]
    pub fn then_if(self, link: Option<impl Oracle + 'o>) -> Self {
        match link {
            Some(link) => self.then(link),
            None => self,
        }
    }

    /// Asks one oracle after the other.
    ///
    /// # Errors
    /// The first error that is not merely "unknown".
    pub fn ask(&mut self, question: &Question<'_>) -> Result<Asked, Error> {
        let mut reasons = match self.first.ask(question)? {
            Reply::Known(answer) => return Ok(Asked::known_by(answer, None, question)),
            Reply::Unknown(reason) => Reasons { first: reason, others: Vec::new() },
        };
        for link in &mut self.others {
            match link.ask(question)? {
                Reply::Known(answer) => {
                    return Ok(Asked::known_by(answer, Some(reasons), question));
                }
                Reply::Unknown(reason) => reasons.others.push(reason),
            }
        }
        Ok(Asked::Unknown(reasons))
    }
}

/// The outcome of asking a [`Chain`].
pub enum Asked {
    /// The answer of the first oracle that knows, and the reasons of those before it, if any.
    Known(Box<AnyAnswer>, Option<Reasons>),
    /// The reasons of all oracles.
    Unknown(Reasons),
}

/// Reasons why the oracles of a chain cannot answer.
pub struct Reasons {
    /// The reason of the first oracle.
    pub first: Error,
    /// Those of the others, in order.
    pub others: Vec<Error>,
}

impl Asked {
    /// Sets the roll that was asked for, which an oracle that lists the moves of all rolls leaves
    /// out, and of an estimate the layer that would know.
    fn known_by(
        mut answer: Box<AnyAnswer>,
        before: Option<Reasons>,
        question: &Question<'_>,
    ) -> Self {
        answer.roll = question.roll().map(str::to_owned);
        if answer.source.as_deref() == Some("estimate")
            && let Some(Error::NotBuilt { domain, cost }) = before.as_ref().map(|it| &it.first)
        {
            let numbers = cost.map(|BuildCost { seconds, memory, disk }| {
                [("seconds", seconds.into()), ("memory", memory.into()), ("disk", disk.into())]
            });
            let domain = ("domain", Datum::from(domain.as_str()));
            let members = std::iter::once(domain).chain(numbers.into_iter().flatten());
            let missing = Datum::Object(members.map(|(name, it)| (name.to_owned(), it)).collect());
            answer.facts = answer.facts.with(Field::silent("missing", missing));
        }
        Asked::Known(answer, before)
    }

    /// Returns the answer.
    ///
    /// # Errors
    /// The reason of the first oracle, if none knows.
    pub fn known(self) -> Result<AnyAnswer, Error> {
        match self {
            Asked::Known(answer, _) => Ok(*answer),
            Asked::Unknown(reasons) => Err(reasons.first),
        }
    }
}
