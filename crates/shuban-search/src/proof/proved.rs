//! The result of a search.

use std::time::Duration;

use shuban_core::Game;

use super::keeper::Spent;
use super::strategy::Strategy;

/// Answer to a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProofOutcome {
    /// The answer is yes.
    Proven,
    /// The answer is no.
    Disproven,
    /// The search was stopped. These are the root's numbers: estimates of how hard a proof and a
    /// disproof are.
    Unknown {
        /// The proof number.
        proof: u32,
        /// The disproof number.
        disproof: u32,
    },
}

impl ProofOutcome {
    /// Returns the answer; `None` if the search was stopped before it had one.
    pub const fn answer(self) -> Option<bool> {
        match self {
            ProofOutcome::Proven => Some(true),
            ProofOutcome::Disproven => Some(false),
            ProofOutcome::Unknown { .. } => None,
        }
    }
}

/// Result and cost of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct Proved<P, M> {
    /// The answer.
    pub outcome: ProofOutcome,
    /// Number of nodes visited.
    pub nodes: u64,
    /// Number of children generated at these visits, those that looking ahead decides left out.
    pub children: u64,
    /// Work of looking ahead, in the game's own unit.
    pub work: u64,
    /// Search time.
    pub time: Duration,
    /// Cost of the earlier runs that left the checkpoint.
    pub earlier: Spent,
    /// Number of answers known beforehand, in the run that knew the most: the result may rest on
    /// them.
    pub known: u64,
    /// Number of positions in the table.
    pub table_entries: u64,
    /// Capacity of the table.
    pub table_capacity: u64,
    /// Number of collections of small entries.
    pub collections: u64,
    /// The most promising moves from the root, as far as the table goes.
    pub principal: Vec<M>,
    /// Winning strategy, if requested and the question is settled.
    pub strategy: Option<Strategy<P, M>>,
}

/// Result of a search of a game.
pub type ProvedOf<G> = Proved<<G as Game>::Position, <G as Game>::Move>;
