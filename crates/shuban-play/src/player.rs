//! What a player is asked, and what it answers.

use shuban_catalog::{AnyAnswer, AnyGame, AnyPlay, AnyPosition, Error};
use shuban_core::{Fields, Progress};

/// A moment in which a player has to choose.
#[derive(Clone, Copy)]
pub struct Turn<'t> {
    /// The game.
    pub game: &'t dyn AnyGame,
    /// The position, and all that may be played there: [`AnyGame::by_rules`].
    pub rules: &'t AnyAnswer,
    /// What chance has brought; none where it plays no part.
    pub chance: Option<&'t str>,
    /// How many moves were played before.
    pub ply: usize,
    /// Who may call the choice off.
    pub progress: &'t dyn Progress,
}

impl<'t> Turn<'t> {
    /// The position.
    pub fn position(&self) -> &'t AnyPosition {
        &self.rules.position
    }

    /// All legal plays, in the order of the rules; none if the game is over, or chance cannot bring
    /// what is said.
    pub fn plays(&self) -> &'t [AnyPlay] {
        let event = self.rules.events.iter().find(|event| event.chance.as_deref() == self.chance);
        event.map_or(&[], |event| &event.plays)
    }

    /// The choice of one of the [`plays`](Turn::plays), by the text of its move.
    ///
    /// # Errors
    /// [`Error::Notation`] if it is not legal.
    pub(crate) fn choice(&self, action: &str, basis: Basis) -> Result<Choice, Error> {
        // Played once more, so that the move is marked in drawings.
        let after = self.game.play(self.position(), self.chance, action)?;
        Ok(Choice { action: action.to_owned(), after, value: None, basis, is_complete: true })
    }
}

/// What a choice rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Basis {
    /// There was nothing to choose.
    OnlyMove,
    /// The values of all moves are in databases, or follow from what is there.
    Table,
    /// A search found what the position, or each move, is worth, or bounds of it.
    Search,
    /// No move is known to be best: one of them at random.
    Random,
}

impl Basis {
    /// All of them.
    pub const ALL: [Basis; 4] = [Basis::OnlyMove, Basis::Table, Basis::Search, Basis::Random];

    /// Its name in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Basis::OnlyMove => "only-move",
            Basis::Table => "table",
            Basis::Search => "search",
            Basis::Random => "random",
        }
    }

    /// The same for people, as the end of a sentence about a move.
    pub fn text(self) -> &'static str {
        match self {
            Basis::OnlyMove => "the only move",
            Basis::Table => "looked up",
            Basis::Search => "found by search",
            Basis::Random => "at random: no move is known to be best",
        }
    }
}

/// A move that a player has chosen.
pub struct Choice {
    /// The move in the game's notation.
    pub action: String,
    /// The position after it.
    pub after: AnyPosition,
    /// What it is worth to the player, where that is known.
    pub value: Option<Fields>,
    /// What the choice rests on.
    pub basis: Basis,
    /// Whether the values of all moves are known: else a better one may be among the others, unless
    /// this one is worth as much as the position.
    pub is_complete: bool,
}

/// Somebody who plays any game of a catalog.
///
/// A player keeps nothing from one turn to the next that its choices depend on, so that a new one
/// may take over at any time.
pub trait Player: Send {
    /// Its name, for people.
    fn name(&self) -> String;

    /// Chooses one of the legal plays.
    ///
    /// # Errors
    /// [`Error`] if it cannot tell, a file cannot be read, or the choice is called off.
    fn choose(&mut self, turn: &Turn<'_>) -> Result<Choice, Error>;
}

/// The error of a turn in which nothing can be played.
pub(crate) fn no_play() -> Error {
    Error::Refused { kind: "no-play", message: "there is no legal move here".to_owned() }
}
