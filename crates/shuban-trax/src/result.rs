//! Results of positions.

use std::fmt;

use shuban_core::{Codec, Column, Payoffs, Record};

use crate::tile::Colour;

/// Winner with best play of both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Worth {
    /// Red, who moved second.
    Second,
    /// A draw.
    Draw,
    /// White, who moved first.
    First,
}

impl Worth {
    /// All three, the better for white the later.
    pub const ALL: [Worth; 3] = [Worth::Second, Worth::Draw, Worth::First];

    /// The result of the end of a game.
    pub fn of(payoffs: &Payoffs) -> Worth {
        Worth::ALL[(1 + payoffs.of(Colour::White.seat()).signum()) as usize]
    }

    /// The better one for a player.
    pub fn better(self, other: Worth, for_player: Colour) -> Worth {
        match for_player {
            Colour::White => self.max(other),
            Colour::Red => self.min(other),
        }
    }

    /// The worst for a player: a loss.
    pub fn loss(player: Colour) -> Worth {
        match player {
            Colour::White => Worth::Second,
            Colour::Red => Worth::First,
        }
    }
}

impl fmt::Display for Worth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Worth::Second => "second",
            Worth::Draw => "draw",
            Worth::First => "first",
        })
    }
}

/// Stored result: its place in [`Worth::ALL`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WorthCode(pub u8);

impl Record for WorthCode {
    fn columns() -> &'static [Column] {
        &[Column { name: "worth", bits: 2, codec: Codec::Unsigned }]
    }

    fn to_columns(&self, raw: &mut [u64]) {
        raw[0] = u64::from(self.0);
    }

    fn from_columns(raw: &[u64]) -> Self {
        WorthCode(raw[0] as u8)
    }
}
