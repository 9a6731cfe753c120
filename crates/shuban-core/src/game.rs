//! The rules of a game, as forward search, play and `backup` need them.

use std::fmt::Debug;
use std::hash::Hash;

use crate::echo::{echo, safe_lines};

/// A player's place at the table, from 0.
pub type Seat = usize;

/// No game here has more players than this.
pub const MAX_SEATS: usize = 8;

/// What each seat gets when the game is over, in whole points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Payoffs([i16; MAX_SEATS]);

impl Payoffs {
    /// Payoffs by seat, from seat 0.
    ///
    /// # Panics
    /// If more than [`MAX_SEATS`] are given: a mistake of the game's author, not of input.
    pub fn new(by_seat: &[i16]) -> Self {
        let mut all = [0; MAX_SEATS];
        all[..by_seat.len()].copy_from_slice(by_seat);
        Payoffs(all)
    }

    /// The payoff of one seat (0 for a seat that nobody takes).
    pub fn of(&self, seat: Seat) -> i16 {
        self.0.get(seat).copied().unwrap_or(0)
    }
}

/// One play: the move and the position it leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Play<P, M> {
    /// The move, enough to be written down.
    pub action: M,
    /// The position after it, before chance speaks again.
    pub after: P,
}

/// The rules of a game for one or more players, with or without chance, all information open.
///
/// A turn is: chance speaks ([`chances`](Game::chances)), then the player to move chooses one of
/// the [`plays`](Game::plays). A game without chance has one chance event, of weight 1. A player
/// who can do nothing but is not out of the game has exactly one play, a pass: `plays` is never
/// empty while [`outcome`](Game::outcome) is `None`.
pub trait Game: Send + Sync {
    /// A position before chance speaks. It knows whose turn it is.
    type Position: Clone + Eq + Hash + Debug + Send + Sync + 'static;
    /// What chance may bring: a roll of dice, or `()`.
    type Chance: Copy + Eq + Debug + Send + Sync + 'static;
    /// What the player to move does.
    type Move: Clone + Eq + Debug + Send + Sync + 'static;

    /// The game with its parameter, as the command line writes it: `half-gammon`, `trax/8`.
    fn name(&self) -> String;

    /// How many players there are, at most [`MAX_SEATS`]: two, unless a game says otherwise.
    fn seats(&self) -> usize {
        2
    }

    /// Whose turn it is.
    fn to_move(&self, position: &Self::Position) -> Seat;

    /// The payoffs if the game is over, else `None`.
    fn outcome(&self, position: &Self::Position) -> Option<Payoffs>;

    /// Everything chance may bring, with its weight; the weights are positive, the same total in
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

    /// The representative of all positions that are this one up to symmetry. It has the same value
    /// for the player to move. Idempotent.
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

    /// Writes a move in the game's standard notation. `position` is the one it is played in.
    fn format_move(
        &self,
        position: &Self::Position,
        chance: Self::Chance,
        action: &Self::Move,
    ) -> String;
}

/// The longest line of a reason that is shown whole, in characters: reasons repeat words of the
/// text.
const LONGEST_REASON: usize = 300;

/// A text that is not a position (or a move) of the game: where, and why. Shown, it repeats no more
/// of the text than the part around the place.
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
    /// The character of it, from 0, where it stopped to make sense.
    pub at: usize,
    /// What is wrong there.
    pub reason: String,
}

impl NotationError {
    /// An error at character `at` (from 0) of `text`.
    pub fn new(text: &str, at: usize, reason: impl Into<String>) -> Self {
        NotationError { text: text.to_owned(), at, reason: reason.into() }
    }
}
