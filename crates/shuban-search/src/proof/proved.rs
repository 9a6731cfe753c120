//! The result of a search.

use std::time::Duration;

use shuban_core::Game;

use super::keeper::Spent;
use super::strategy::Strategy;

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
