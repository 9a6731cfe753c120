//! What a search may use.

use crate::effort::Effort;

/// The search was given up: it would have taken more work or memory than allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stopped;

/// What a search may use.
#[derive(Clone, Copy, Debug)]
pub(super) struct Budget {
    /// Moves that may still be looked at.
    pub(super) effort: Effort,
    /// Bytes that may be kept altogether.
    pub(super) memory: u64,
    /// Of these, bytes that are kept outside the store of games.
    pub(super) elsewhere: u64,
}

impl Budget {
    /// Takes so many moves from it, while the store of games keeps so many bytes.
    pub(super) fn spend(&mut self, moves: u64, bytes: u64) -> Result<(), Stopped> {
        self.effort.spend(moves).ok_or(Stopped)?;
        if bytes.saturating_add(self.elsewhere) > self.memory { Err(Stopped) } else { Ok(()) }
    }
}
