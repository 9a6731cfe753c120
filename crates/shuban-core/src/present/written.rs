//! Positions with what led to them.

use crate::game::Game;

/// A play that was made: its position and its move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Last<P, M> {
    /// The position before it.
    pub before: P,
    /// The move.
    pub action: M,
}

/// The content of a text: a position; the last play if the text contains it (a list of moves does);
/// the chance event if it contains that (an XGID with its dice does).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written<P, M, C> {
    /// The position.
    pub position: P,
    /// The play that led to it.
    pub last: Option<Last<P, M>>,
    /// The chance event that has happened in it.
    pub chance: Option<C>,
    /// The text in the game's notation, which reads as the same again.
    pub text: String,
}

/// The content of a text of a game.
pub type WrittenIn<G> = Written<<G as Game>::Position, <G as Game>::Move, <G as Game>::Chance>;

/// A way in which chance may begin a game: the side to move, with its first event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening<P, C> {
    /// The position, with the side that begins to move.
    pub position: P,
    /// The chance event of the first turn.
    pub chance: C,
    /// Its weight among the openings.
    pub weight: u32,
}

/// A way in which chance may begin a game.
pub type OpeningOf<G> = Opening<<G as Game>::Position, <G as Game>::Chance>;

/// The last play of a game.
pub type LastOf<G> = Last<<G as Game>::Position, <G as Game>::Move>;
