//! Results of positions.

use std::ops::Neg;

use shuban_core::{Codec, Column, Record};

/// Result for the player to move, with best play of both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LastMove {
    /// The other player makes the last move, and wins.
    Lost,
    /// The player to move does.
    Won,
}

impl LastMove {
    /// The result of a payoff.
    pub(super) fn of(payoff: i16) -> Self {
        if payoff > 0 { LastMove::Won } else { LastMove::Lost }
    }

    /// 1 for a win, -1 for a loss.
    pub(super) fn sign(self) -> i8 {
        if self == LastMove::Won { 1 } else { -1 }
    }
}

/// The result for the other player.
impl Neg for LastMove {
    type Output = Self;

    fn neg(self) -> Self {
        if self == LastMove::Won { LastMove::Lost } else { LastMove::Won }
    }
}

impl Record for LastMove {
    fn columns() -> &'static [Column] {
        &[Column { name: "won", bits: 1, codec: Codec::Unsigned }]
    }

    fn to_columns(&self, raw: &mut [u64]) {
        raw[0] = u64::from(*self == LastMove::Won);
    }

    fn from_columns(raw: &[u64]) -> Self {
        if raw[0] == 0 { LastMove::Lost } else { LastMove::Won }
    }
}
