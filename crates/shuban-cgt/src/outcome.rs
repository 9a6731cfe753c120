//! Players and outcomes.

use std::fmt;

/// One of the two sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Player {
    /// The side that positive games favour.
    Left,
    /// The side that negative games favour.
    Right,
}

impl Player {
    /// The other side.
    #[must_use]
    pub fn opponent(self) -> Self {
        match self {
            Player::Left => Player::Right,
            Player::Right => Player::Left,
        }
    }
}

/// Outcome class of a game in which a side that has no move on its turn loses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CgtOutcome {
    /// Left, whichever side begins: the game is positive.
    Left,
    /// Right, whichever side begins: the game is negative.
    Right,
    /// The side that begins (the next player): the game is confused with 0.
    Next,
    /// The side that does not begin (the previous player): the game is 0.
    Previous,
}

impl CgtOutcome {
    /// The outcome where Left, if it begins, wins or not, and Right, if it begins, wins or not.
    pub fn of_first_moves(left_wins: bool, right_wins: bool) -> Self {
        match (left_wins, right_wins) {
            (true, false) => CgtOutcome::Left,
            (false, true) => CgtOutcome::Right,
            (true, true) => CgtOutcome::Next,
            (false, false) => CgtOutcome::Previous,
        }
    }

    /// The winner if this side begins.
    pub fn winner(self, begins: Player) -> Player {
        match self {
            CgtOutcome::Left => Player::Left,
            CgtOutcome::Right => Player::Right,
            CgtOutcome::Next => begins,
            CgtOutcome::Previous => begins.opponent(),
        }
    }

    /// Returns true if the game is 0 or positive: Right, if it begins, does not win.
    pub fn is_at_least_zero(self) -> bool {
        matches!(self, CgtOutcome::Left | CgtOutcome::Previous)
    }

    /// Returns true if the game is 0 or negative: Left, if it begins, does not win.
    pub fn is_at_most_zero(self) -> bool {
        matches!(self, CgtOutcome::Right | CgtOutcome::Previous)
    }
}

/// Writes it as the literature does: `L`, `R`, `N` or `P`.
impl fmt::Display for CgtOutcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            CgtOutcome::Left => "L",
            CgtOutcome::Right => "R",
            CgtOutcome::Next => "N",
            CgtOutcome::Previous => "P",
        })
    }
}
