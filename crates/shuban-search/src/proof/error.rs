//! Errors of proof search.

use shuban_core::text::bytes_text;

use super::keeper::KeeperError;
use super::table::BUCKET_BYTES;

/// Minimum memory for a search.
pub(super) const LEAST_MEMORY: u64 = 64 * BUCKET_BYTES;

/// Error of a proof search: it was not begun, or could not be saved.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ProofError {
    /// The game is not for two.
    #[error("proof search is for games for two, and {game} has {seats} players")]
    Seats {
        /// Name of the game.
        game: String,
        /// Number of its players.
        seats: usize,
    },
    /// Too little memory for a table.
    #[error(
        "a search needs at least {} of memory for its table, and {} are allowed",
        bytes_text(LEAST_MEMORY),
        bytes_text(*.0)
    )]
    Memory(u64),
    /// The system does not have that much memory.
    #[error("there are no {} of memory for a table", bytes_text(*.0))]
    NoMemory(u64),
    /// The table could not be saved, or what was saved cannot be used.
    #[error(transparent)]
    Keeper(#[from] KeeperError),
    /// The answer rests on an entry of the table that is false: it has no strategy.
    #[error(
        "the answer that was found cannot be proven: the checkpoint, or an answer known \
         beforehand, is false (search again without it)"
    )]
    Unproven,
    /// The threads asked for could not be started.
    #[error("cannot start {threads} threads: {reason}")]
    Threads {
        /// Number of threads.
        threads: usize,
        /// Error of the system.
        reason: String,
    },
}
