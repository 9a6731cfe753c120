//! Options of a proof search.

use std::time::Duration;

use shuban_core::Provable;
use shuban_core::provable::Key;

use super::counting::Counting;

/// Entries that a collection of a full table removes first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CollectFirst {
    /// Those with the fewest nodes visited below them.
    #[default]
    SmallTrees,
    /// Any, whatever is below them: a run of places that moves on with each collection.
    Any,
}

/// Options of a proof search. All give the same answers; they differ in nodes and in time.
#[derive(Clone, Debug, PartialEq)]
pub struct ProofOptions {
    /// Number of threads on one shared table. A search by one thread is deterministic.
    pub threads: usize,
    /// Memory for the table, in bytes.
    pub memory: u64,
    /// Memory for each thread's cache of nodes with their open children, in bytes.
    pub cache: u64,
    /// Depth in plies of the full-width search from every node; 0 turns it off.
    pub lookahead: u32,
    /// True to look ahead from a node at its first visit only: the children that were decided are
    /// stored in the table. Else at every visit, and the results need not be stored.
    pub lookahead_once: bool,
    /// Factor by which a child's number must exceed its best sibling's to end the child's search:
    /// 0.25 for a quarter (1+ε: Pawlewicz and Lew, "Improving Depth-First PN-Search: 1+ε Trick",
    /// 2006). 0 for none.
    pub epsilon: f64,
    /// True to use the game's [`FirstNumbers`](shuban_core::provable::FirstNumbers).
    pub first_numbers: bool,
    /// Plies within which a position must be over to be searched to the end at once; `None` for the
    /// [game's own](shuban_core::Provable::tail).
    pub tail: Option<u32>,
    /// True if the number of a node all of whose children must be proven is the largest of theirs,
    /// plus one for each other child (Ueda, Hashimoto, Hashimoto and Iida, "Weak Proof-Number
    /// Search", 2008), instead of the largest and a [share of the others](Self::others_divided_by).
    pub weak: bool,
    /// Divisor of the numbers of all children but the largest, where all must be proven: 1 gives the sum (Nagai's df-pn),
    /// which counts many times what is reached in many ways. At least 1; `None` for the [game's
    /// own](shuban_core::Provable::others_divided_by).
    pub others_divided_by: Option<u32>,
    /// True if only positions with the same canonical form share a node, not all that have the same
    /// future (see [`Provable::key`]).
    pub by_position: bool,
    /// True if a thread in a child adds 1 to the child's number and no more, and does so in the
    /// numbers of its parent, too, as Kaneko's virtual numbers are printed in "An Attempt to Solve
    /// Limited TRAX" (Kuwabara and Hoki, 2016). Otherwise it is more, and only for the choice of a
    /// child.
    pub plain_virtual: bool,
    /// True if a thread checks at each step if another has settled the node that it is below
    /// (Kaneko tried so; it costs a look-up a step).
    pub tell: bool,
    /// Minimum share of the table that a collection frees.
    pub free: f64,
    /// Order in which a collection removes entries.
    pub collect_first: CollectFirst,
    /// Number of nodes up to which a collection of small trees removes an entry in any case.
    pub collect_from: u32,
    /// True if a settled question comes with its [`Strategy`](super::Strategy).
    pub strategy: bool,
    /// Limit of visited nodes; several threads exceed it a little.
    pub nodes: Option<u64>,
    /// Limit of time.
    pub time: Option<Duration>,
}

impl ProofOptions {
    /// Returns the search of Kuwabara and Hoki, "An Attempt to Solve Limited TRAX" (2016): plain
    /// df-pn on positions, with two plies looked ahead at every visit.
    #[must_use]
    pub fn as_published(self) -> Self {
        let plain = ProofOptions {
            epsilon: 0.0,
            first_numbers: false,
            tail: Some(0),
            others_divided_by: Some(1),
            cache: 0,
            by_position: true,
            plain_virtual: true,
            ..ProofOptions::default()
        };
        let ProofOptions { threads, memory, strategy, nodes, time, .. } = self;
        ProofOptions { threads, memory, strategy, nodes, time, ..plain }
    }

    /// Returns the plies within which a game must be over to be searched to the end.
    pub(crate) fn tail_of<G: Provable>(&self, game: &G) -> u32 {
        self.tail.unwrap_or_else(|| game.tail())
    }

    /// Returns the way to count children all of which must be proven.
    pub(super) fn counting<G: Provable>(&self, game: &G) -> Counting {
        if self.weak {
            return Counting::Largest;
        }
        let divisor = self.others_divided_by.unwrap_or_else(|| game.others_divided_by());
        Counting::Divided(divisor.max(1))
    }

    /// Returns the hash key of a position.
    pub(crate) fn key<G: Provable>(&self, game: &G, position: &G::Position) -> Key {
        if self.by_position { Key::of(&game.canonical(position)) } else { game.key(position) }
    }

    /// Returns the options with `threads` threads and `memory` bytes in all: a quarter at most is
    /// for what each thread keeps by itself.
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
            tail: None,
            weak: false,
            others_divided_by: None,
            by_position: false,
            plain_virtual: false,
            tell: false,
            free: 0.3,
            collect_first: CollectFirst::SmallTrees,
            collect_from: 1,
            strategy: false,
            nodes: None,
            time: None,
        }
    }
}
