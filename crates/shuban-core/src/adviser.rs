//! Players of one game that give advice, with reasons, or take turns.

use crate::fields::{Field, Fields};
use crate::game::Game;
use crate::present::Present;
use crate::solver::{SearchFailure, SearchSetting};

/// The advice of a player in a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Advice<G: Game> {
    /// The move that it would make; `None` if it has no opinion.
    pub choice: Option<G::Move>,
    /// The moves that it weighed, best first, each with its findings: votes, points. All have the
    /// same fields.
    pub weighed: Vec<(G::Move, Fields)>,
    /// Further facts, such as the number of deals it looked at.
    pub facts: Fields,
    /// True if the move is proven to be best; else it is an opinion.
    pub is_proven: bool,
}

/// A player's part in games that are played at a level, in one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Participation {
    /// It gives advice alone.
    AdvisesOnly,
    /// It moves where neither databases nor the search of its game name a best move.
    AfterSearch,
    /// It moves where databases name no best move: the search of its game would not get to an end.
    InsteadOfSearch,
}

impl<G: Game> Advice<G> {
    /// Returns the advice to make a move, without reasons.
    pub fn of(choice: G::Move) -> Self {
        Advice { choice: Some(choice), weighed: Vec::new(), facts: Fields::new(), is_proven: false }
    }

    /// Returns advice without a move, with the reason in a sentence.
    pub fn none(reason: impl Into<String>) -> Self {
        let facts = Fields::new().with(Field::new("reason", reason.into()));
        Advice { choice: None, weighed: Vec::new(), facts, is_proven: false }
    }
}

/// A player of a game that says what it would do in a position, and why. In games of hidden
/// information it looks only at what the seat to move sees.
pub trait Adviser: Send + Sync {
    /// The game that it plays.
    type Game: Present + 'static;

    /// Returns the game; its name is the one by which positions are asked about.
    fn game(&self) -> &Self::Game;

    /// Returns its name, unique among the advisers of the game.
    fn name(&self) -> String;

    /// Returns how it plays, in a line.
    fn about(&self) -> String;

    /// Returns how it plays, in Japanese.
    fn about_ja(&self) -> Option<String> {
        None
    }

    /// Returns its part in games that are played at a level, in a position that is not over. The
    /// first player of a game that has one moves.
    fn participation(&self, _position: &<Self::Game as Game>::Position) -> Participation {
        Participation::AdvisesOnly
    }

    /// Returns its advice in a position that is not over where it proves which moves are best. Of
    /// the facts `best` is the list of all of these, as text, and `worth`, if that is known, the
    /// number of points that the position is worth to the player to move: the negative of the least
    /// that a move can leave to the other.
    ///
    /// # Errors
    /// [`SearchFailure`] if it is interrupted, exceeds a limit, or a table cannot be read.
    fn proven(
        &self,
        _position: &<Self::Game as Game>::Position,
        _setting: &SearchSetting<'_>,
    ) -> Result<Option<Advice<Self::Game>>, SearchFailure> {
        Ok(None)
    }

    /// Returns its advice in a position that is not over. It depends only on the position, on what
    /// is built, and on the limits if it searches.
    ///
    /// # Errors
    /// [`SearchFailure`] if it is interrupted or a table cannot be read.
    fn advise(
        &self,
        position: &<Self::Game as Game>::Position,
        setting: &SearchSetting<'_>,
    ) -> Result<Advice<Self::Game>, SearchFailure>;
}
