//! The value of one component of a sum.

use std::fmt;

use crate::outcome::Player;

/// The value (a|b) of a component of a sum: how many more moves Left makes in it than Right if they
/// move in turn, play nowhere else, and do it best.
///
/// In the publication that introduced these pairs (Okada, Kuroda, Kanada) Left is Black and Right
/// White.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ComponentPair {
    /// With Left to move first; `None` if Left has no move.
    pub a: Option<i32>,
    /// With Right to move first; `None` if Right has no move.
    pub b: Option<i32>,
}

impl ComponentPair {
    /// A component in which both have a move.
    pub fn both(a: i32, b: i32) -> Self {
        ComponentPair { a: Some(a), b: Some(b) }
    }

    /// The pair of so many moves of one side alone: of Left's if positive, of Right's if negative.
    pub fn spare(moves: i32) -> Self {
        match moves {
            0 => ComponentPair::default(),
            1.. => ComponentPair { a: Some(moves), b: None },
            _ => ComponentPair { a: None, b: Some(moves) },
        }
    }

    /// The sides exchanged: (a|b) becomes (-b|-a).
    #[must_use]
    pub fn swapped(self) -> Self {
        ComponentPair { a: self.b.map(|b| -b), b: self.a.map(|a| -a) }
    }

    /// The value with a player to move, who passes if there is no move: 0 if nobody has one.
    pub fn to_move(self, player: Player) -> i32 {
        let (first, second) = match player {
            Player::Left => (self.a, self.b),
            Player::Right => (self.b, self.a),
        };
        first.or(second).unwrap_or(0)
    }
}

impl fmt::Display for ComponentPair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = |value: Option<i32>| value.map_or("null".to_owned(), |value| value.to_string());
        write!(f, "({}|{})", text(self.a), text(self.b))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_side_without_moves_passes() {
        assert_eq!(ComponentPair::spare(3).to_move(Player::Right), 3);
        assert_eq!(ComponentPair::spare(-2).to_move(Player::Left), -2);
        assert_eq!(ComponentPair::spare(0).to_move(Player::Left), 0);
        assert_eq!(ComponentPair::both(1, -4).to_move(Player::Right), -4);
        assert_eq!(ComponentPair::both(1, -4).swapped(), ComponentPair::both(4, -1));
        assert_eq!(ComponentPair::spare(3).swapped(), ComponentPair::spare(-3));
        assert_eq!(ComponentPair::spare(-3).to_string(), "(null|-3)");
    }
}
