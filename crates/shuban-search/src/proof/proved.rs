//! What a search found, and why there was none.

use std::time::Duration;

use shuban_core::{Game, bytes_text};

use super::keeper::{KeeperError, Spent};
use super::strategy::Strategy;
use super::table::BUCKET_BYTES;

/// No search is begun with less.
pub(super) const LEAST_MEMORY: u64 = 64 * BUCKET_BYTES;

/// What is known of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProofOutcome {
    /// The answer is yes.
    Proven,
    /// The answer is no.
    Disproven,
    /// The search was stopped before. The root's numbers then: how hard a proof and a disproof
    /// seem.
    Unknown {
        /// The proof number.
        proof: u32,
        /// The disproof number.
        disproof: u32,
    },
}

/// What a search found, and what it took.
#[derive(Clone, Debug, PartialEq)]
pub struct Proved<P, M> {
    /// The answer.
    pub outcome: ProofOutcome,
    /// How many nodes were visited.
    pub nodes: u64,
    /// How much was done in looking ahead, in the game's own unit.
    pub work: u64,
    /// How long it took.
    pub time: Duration,
    /// What the runs took that left the checkpoint that this one went on from.
    pub earlier: Spent,
    /// How many answers were known beforehand, in the run that knew the most: the result may rest
    /// on them.
    pub known: u64,
    /// How many positions the table holds.
    pub table_entries: u64,
    /// How many it can hold.
    pub table_capacity: u64,
    /// How often small entries were collected.
    pub collections: u64,
    /// The most promising moves from the root, as far as the table goes.
    pub principal: Vec<M>,
    /// How to play, if that was asked for and the question is settled.
    pub strategy: Option<Strategy<P, M>>,
}

/// What a search of a game found.
pub type ProvedOf<G> = Proved<<G as Game>::Position, <G as Game>::Move>;

/// Why a search was not begun, or could not be saved.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ProofError {
    /// The game is not for two.
    #[error("proof search is for games for two, and {game} has {seats} players")]
    Seats {
        /// The game.
        game: String,
        /// Its players.
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
        /// How many.
        threads: usize,
        /// What the system said.
        reason: String,
    },
}
