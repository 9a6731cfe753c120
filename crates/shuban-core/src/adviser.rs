//! Players of one game alone that say what they would do, and why.

use crate::fields::{Field, Fields};
use crate::game::Game;
use crate::present::Present;
use crate::solver::{SearchFailure, SearchSetting};

/// What a player would do in a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Advice<G: Game> {
    /// The move that it would make; none if it has no opinion.
    pub choice: Option<G::Move>,
    /// The moves that it weighed, best first, each with what it found: votes, points. All have the
    /// same fields.
    pub weighed: Vec<(G::Move, Fields)>,
    /// What else it has to say: how many deals it looked at.
    pub facts: Fields,
}

impl<G: Game> Advice<G> {
    /// A move without reasons.
    pub fn of(choice: G::Move) -> Self {
        Advice { choice: Some(choice), weighed: Vec::new(), facts: Fields::new() }
    }

    /// No opinion, for a reason in a sentence.
    pub fn none(reason: impl Into<String>) -> Self {
        let facts = Fields::new().with(Field::new("reason", reason.into()));
        Advice { choice: None, weighed: Vec::new(), facts }
    }
}

/// A player of a game that says what it would do in a position, and why. In games of hidden
/// information it looks at what the seat to move sees, and at nothing else.
pub trait Adviser: Send + Sync {
    /// Its game.
    type Game: Present + 'static;

    /// That game; its name is the one by which positions are asked about.
    fn game(&self) -> &Self::Game;

    /// Its name, unique among the advisers of the game.
    fn name(&self) -> String;

    /// How it plays, in a line.
    fn about(&self) -> String;

    /// The same in Japanese.
    fn about_ja(&self) -> Option<String> {
        None
    }

    /// What it would do in a position that is not over. It depends on the position and what is
    /// built alone.
    ///
    /// # Errors
    /// [`SearchFailure`]: called off, or a table that cannot be read.
    fn advise(
        &self,
        position: &<Self::Game as Game>::Position,
        setting: &SearchSetting<'_>,
    ) -> Result<Advice<Self::Game>, SearchFailure>;
}
