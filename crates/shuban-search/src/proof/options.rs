//! How a proof is searched for.

use std::time::Duration;

use shuban_core::{Key, Provable};

/// How a proof is searched for. All give the same answers; they differ in nodes and in time.
#[derive(Clone, Debug, PartialEq)]
pub struct ProofOptions {
    /// How many threads search one shared table. One thread always does the same.
    pub threads: usize,
    /// Bytes of memory for the table.
    pub memory: u64,
    /// Bytes of memory for each thread's cache of nodes with their open children.
    pub cache: u64,
    /// How many plies are looked ahead, full width, from every node; 0 turns it off.
    pub lookahead: u32,
    /// Whether a node is looked ahead from at its first visit only: the children that were decided
    /// are stored in the table. Else at every visit, and what was found need not be stored.
    pub lookahead_once: bool,
    /// A child is searched until its number exceeds its best sibling's by this factor: 0.25 for a
    /// quarter (1+ε: Pawlewicz and Lew, "Improving Depth-First PN-Search: 1+ε Trick", 2006). 0 is
    /// plain df-pn.
    pub epsilon: f64,
    /// Whether the game's [`FirstNumbers`](shuban_core::FirstNumbers) are used.
    pub first_numbers: bool,
    /// A position that is over within this many plies is searched to the end at once.
    pub tail: u32,
    /// Whether the number of a node all of whose children must be proven is the largest of theirs,
    /// and one for each other child (Ueda, Hashimoto, Hashimoto and Iida, "Weak Proof-Number
    /// Search", 2008), not their sum (Nagai's df-pn): where positions are reached in many ways the
    /// sum counts them many times.
    pub weak: bool,
    /// Whether positions are one node only if their canonical forms are the same, not if they have
    /// the same future (see [`Provable::key`]).
    pub by_position: bool,
    /// Whether a thread in a child adds 1 to the child's number and no more, and does so in the
    /// numbers of its parent, too, as Kaneko's virtual numbers are printed in "An Attempt to Solve
    /// Limited TRAX" (Kuwabara and Hoki, 2016). Otherwise it is more, and only for the choice of a
    /// child.
    pub plain_virtual: bool,
    /// Whether a thread looks at each step if another has settled the node that it is below (Kaneko
    /// tried so; it costs a look-up a step).
    pub tell: bool,
    /// What share of the table a collection frees at least.
    pub free: f64,
    /// A collection removes the entries of at most this many nodes in any case.
    pub collect_from: u32,
    /// Whether a settled question comes with its [`Strategy`](super::Strategy).
    pub strategy: bool,
    /// How many nodes may be visited; with more than one thread some more are.
    pub nodes: Option<u64>,
    /// How long the search may last.
    pub time: Option<Duration>,
}

impl ProofOptions {
    /// The search of Kuwabara and Hoki, "An Attempt to Solve Limited TRAX" (2016): plain df-pn on
    /// positions, with two plies looked ahead at every visit.
    #[must_use]
    pub fn as_published(self) -> Self {
        let plain = ProofOptions {
            epsilon: 0.0,
            first_numbers: false,
            tail: 0,
            cache: 0,
            by_position: true,
            plain_virtual: true,
            ..ProofOptions::default()
        };
        let ProofOptions { threads, memory, strategy, nodes, time, .. } = self;
        ProofOptions { threads, memory, strategy, nodes, time, ..plain }
    }

    /// What stands for a position in the table.
    pub(crate) fn key<G: Provable>(&self, game: &G, position: &G::Position) -> Key {
        if self.by_position { Key::of(&game.canonical(position)) } else { game.key(position) }
    }

    /// The same with this many threads and this memory in all: a quarter at most is for what each
    /// thread keeps by itself.
    #[must_use]
    pub fn within(self, memory: u64, threads: usize) -> Self {
        let cache = self.cache.min(memory / 4 / threads.max(1) as u64);
        ProofOptions { threads, memory: memory - cache * threads as u64, cache, ..self }
    }
}

impl Default for ProofOptions {
    fn default() -> Self {
        ProofOptions {
            threads: 1,
            memory: 1 << 30,
            cache: 64 << 20,
            lookahead: 2,
            lookahead_once: false,
            epsilon: 0.25,
            first_numbers: true,
            tail: 4,
            weak: false,
            by_position: false,
            plain_virtual: false,
            tell: false,
            free: 0.3,
            collect_from: 1,
            strategy: false,
            nodes: None,
            time: None,
        }
    }
}
