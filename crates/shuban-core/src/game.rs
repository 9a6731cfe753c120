//! The rules of a game, as forward search, play and `backup` need them.

use std::fmt::Debug;
use std::hash::Hash;

use crate::echo::{echo, safe_lines};

/// A player's place at the table, from 0.
pub type Seat = usize;

/// Largest number of players of a game.
pub const MAX_SEATS: usize = 8;

/// The payoff of each seat when the game is over, in whole points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Payoffs([i16; MAX_SEATS]);

impl Payoffs {
    /// Creates payoffs by seat, from seat 0.
    ///
    /// # Panics
    /// If more than [`MAX_SEATS`] are given: an error of the game's author, not of input.
    pub fn new(by_seat: &[i16]) -> Self {
        let mut all = [0; MAX_SEATS];
        all[..by_seat.len()].copy_from_slice(by_seat);
        Payoffs(all)
    }

    /// Returns the payoff of one seat (0 for a seat that is not taken).
    pub fn of(&self, seat: Seat) -> i16 {
        self.0.get(seat).copied().unwrap_or(0)
    }
}

/// One play: the move and the position it leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Play<P, M> {
    /// The move, with all that its notation needs.
    pub action: M,
    /// The position after it, before the next chance event.
    pub after: P,
}

/// The rules of a game for one or more players, with or without chance, all information open.
///
/// A turn is a chance event ([`chances`](Game::chances)); then the player to move chooses one of
/// the [`plays`](Game::plays). A game without chance has one chance event, of weight 1. A player
/// who can do nothing but is not out of the game has exactly one play, a pass: `plays` is never
/// empty while [`outcome`](Game::outcome) is `None`.
pub trait Game: Send + Sync {
    /// A position before the chance event. It includes the player to move.
    type Position: Clone + Eq + Hash + Debug + Send + Sync + 'static;
    /// A chance event: a roll of dice, or `()`.
    type Chance: Copy + Eq + Debug + Send + Sync + 'static;
    /// A move of the player to move.
    type Move: Clone + Eq + Debug + Send + Sync + 'static;

    /// Returns the game with its parameter, as the command line writes it: `half-gammon`, `trax/8`.
    fn name(&self) -> String;

    /// Returns the number of players, at most [`MAX_SEATS`]; two by default.
    fn seats(&self) -> usize {
        2
    }

    /// Returns the player to move.
    fn to_move(&self, position: &Self::Position) -> Seat;

    /// Returns the payoffs if the game is over, else `None`.
    fn outcome(&self, position: &Self::Position) -> Option<Payoffs>;

    /// Returns all chance events with their weights, which are positive, have the same total in
    /// every position of a game, and divide into probabilities by that total.
    fn chances(&self, position: &Self::Position) -> Vec<(Self::Chance, u32)>;

    /// Appends every legal play to `plays`, one for each distinct position it can lead to, in an
    /// order that depends on the arguments alone.
    fn plays(
        &self,
        position: &Self::Position,
        chance: Self::Chance,
        plays: &mut Vec<Play<Self::Position, Self::Move>>,
    );

    /// Returns the representative of all positions that are this one up to symmetry. It has the
    /// same value for the player to move. Idempotent.
    fn canonical(&self, position: &Self::Position) -> Self::Position {
        position.clone()
    }

    /// Reads the game's notation.
    ///
    /// # Errors
    /// [`NotationError`] with the place and the reason, for any text that is not a position.
    fn parse(&self, text: &str) -> Result<Self::Position, NotationError>;

    /// Writes the game's notation: `parse` of it gives a position with the same canonical form.
    fn format(&self, position: &Self::Position) -> String;

    /// Writes a move in the game's standard notation, in which no other play of the same chance event
    /// is written. `position` is the one it is played in.
    fn format_move(
        &self,
        position: &Self::Position,
        chance: Self::Chance,
        action: &Self::Move,
    ) -> String;
}

/// The longest line of a reason that is shown whole, in characters: reasons repeat input.
const LONGEST_REASON: usize = 300;

/// Error of a text that is not a position (or a move) of the game: place and reason. The message
/// repeats only the part of the text around the place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{} (at character {} of `{}`)",
    safe_lines(.reason, LONGEST_REASON),
    .at + 1,
    echo(.text, *.at)
)]
pub struct NotationError {
    /// The text that was read.
    pub text: String,
    /// The position of the first wrong character, from 0.
    pub at: usize,
    /// The reason.
    pub reason: String,
}

impl NotationError {
    /// Creates an error at character `at` (from 0) of `text`.
    pub fn new(text: &str, at: usize, reason: impl Into<String>) -> Self {
        NotationError { text: text.to_owned(), at, reason: reason.into() }
    }
}
