//! Budget of a search.

use crate::effort::Effort;

/// The search was given up: it would have taken more work or memory than allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stopped;

/// Budget of a search.
#[derive(Clone, Copy, Debug)]
pub struct Budget<'a> {
    /// Moves that may still be examined.
    pub effort: Effort<'a>,
    /// Bytes that may be kept altogether, about.
    pub memory: u64,
    /// Of these, bytes that are kept outside the store of games.
    pub(super) elsewhere: u64,
}

impl Budget<'_> {
    /// Spends moves, while the store of games keeps `bytes` bytes.
    pub(super) fn spend(&mut self, moves: u64, bytes: u64) -> Result<(), Stopped> {
        self.effort.spend(moves).ok_or(Stopped)?;
        if bytes.saturating_add(self.elsewhere) > self.memory { Err(Stopped) } else { Ok(()) }
    }
}
