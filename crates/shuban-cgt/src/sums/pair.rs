//! The value of one component of a sum: its scores with either player to move first.

use std::fmt;

use crate::outcome::Player;

/// The value (a|b) of a component of a sum: Left's moves in it less Right's under best play, when
/// both alternate inside it and a player passes only without a move there.
///
/// In the publication that introduced these pairs (Okada, Kuroda, Kanada) Left is Black and Right
/// White.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ScorePair {
    /// Score with Left to move first; `None` if Left has no move.
    pub a: Option<i32>,
    /// Score with Right to move first; `None` if Right has no move.
    pub b: Option<i32>,
}

impl ScorePair {
    /// A component in which both have a move.
    pub fn both(a: i32, b: i32) -> Self {
        ScorePair { a: Some(a), b: Some(b) }
    }

    /// The pair of a component where only one player can move: Left `moves` times if positive,
    /// Right `-moves` times if negative.
    pub fn spare(moves: i32) -> Self {
        match moves {
            0 => ScorePair::default(),
            1.. => ScorePair { a: Some(moves), b: None },
            _ => ScorePair { a: None, b: Some(moves) },
        }
    }

    /// The sides exchanged: (a|b) becomes (-b|-a).
    #[must_use]
    pub fn swapped(self) -> Self {
        ScorePair { a: self.b.map(|b| -b), b: self.a.map(|a| -a) }
    }

    /// The score with a player to move first; `None` if that player has no move.
    pub fn first(self, player: impl Into<Player>) -> Option<i32> {
        match player.into() {
            Player::Left => self.a,
            Player::Right => self.b,
        }
    }

    /// The score with a player to move, who passes without a move: 0 if neither has one.
    pub fn to_move(self, player: impl Into<Player>) -> i32 {
        let player = player.into();
        self.first(player).or(self.first(player.opponent())).unwrap_or(0)
    }
}

impl fmt::Display for ScorePair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = |value: Option<i32>| value.map_or("null".to_owned(), |value| value.to_string());
        write!(f, "({}|{})", text(self.a), text(self.b))
    }
}
