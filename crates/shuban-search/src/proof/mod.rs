//! Proof search: does a seat get at least a given payoff, whatever the other does?
//!
//! [`prove()`] is depth-first proof-number search (df-pn: Nagai, "Df-pn Algorithm for Searching
//! AND/OR Trees and Its Applications", 2002) over any [`Provable`](shuban_core::Provable) game for
//! two, by any number of threads on one transposition table of fixed memory. Positions that are the
//! same up to symmetry, or have the same future as the game knows it, are one node; who is to move
//! belongs to the position.
//!
//! Techniques that [`ProofOptions`] switch on or off:
//!
//! * **looking ahead**: from every node a full-width AND/OR search of a few plies settles what it
//!   can and drops the moves that lose at once (Kuwabara and Hoki do so two plies deep); what is
//!   left of a node is kept in a small cache, for nodes are visited again and again;
//! * **1+ε**, **first numbers** from the game, **tails** searched to the end, **weak** proof numbers, and less weak
//!   ones, in which all children but the one with the largest number count in part (`others_divided_by`);
//! * **virtual numbers**: a thread inside a node makes it look harder to others (Kaneko, "Parallel
//!   Depth First Proof Number Search", AAAI 2010);
//! * **SmallTreeGC** when the table is nearly full.
//!
//! A settled question can be returned as a [`Strategy`], one move for every position that the
//! winning side can reach; a file made of it needs no trust in this search.
//!
//! The answer does not depend on threads, memory or options; nodes do. One thread always does the
//! same.
//!
//! ```
//! # use shuban_core::{Game, NotationError, Payoffs, Play, Seat};
//! use shuban_core::{Provable, Silent};
//! use shuban_core::provable::Question;
//! use shuban_search::proof::{ProofOptions, ProofOutcome, prove};
//!
//! /// Two players in turn take one, two or three counters from a heap; who takes the last one
//! /// wins.
//! struct Heap;
//! # impl Game for Heap {
//! #     type Position = (u32, Seat);
//! #     type Chance = ();
//! #     type Move = u32;
//! #     fn name(&self) -> String { "heap".into() }
//! #     fn seats(&self) -> usize { 2 }
//! #     fn to_move(&self, heap: &(u32, Seat)) -> Seat { heap.1 }
//! #     fn outcome(&self, heap: &(u32, Seat)) -> Option<Payoffs> {
//! #         (heap.0 == 0).then(|| Payoffs::new(if heap.1 == 0 { &[-1, 1] } else { &[1, -1] }))
//! #     }
//! #     fn chances(&self, _: &(u32, Seat)) -> Vec<((), u32)> { vec![((), 1)] }
//! #     fn plays(&self, heap: &(u32, Seat), _: (), plays: &mut Vec<Play<(u32, Seat), u32>>) {
//! #         let taken = 1..=heap.0.min(3);
//! #         plays.extend(taken.map(|taken| Play {
//! #             action: taken,
//! #             after: (heap.0 - taken, 1 - heap.1),
//! #         }));
//! #     }
//! #     fn parse(&self, text: &str) -> Result<(u32, Seat), NotationError> {
//! #         let heap = text.parse().map_err(|_| NotationError::new(text, 0, "a number"))?;
//! #         Ok((heap, 0))
//! #     }
//! #     fn format(&self, heap: &(u32, Seat)) -> String { heap.0.to_string() }
//! #     fn format_move(&self, _: &(u32, Seat), _: (), taken: &u32) -> String { taken.to_string() }
//! # }
//!
//! impl Provable for Heap {
//!     type Scratch = ();
//! }
//!
//! let first_wins = Question { seat: 0, at_least: 1 };
//! let ask = |heap| prove(&Heap, &(heap, 0), first_wins, &ProofOptions::default(), None, &Silent);
//! assert_eq!(ask(41)?.outcome, ProofOutcome::Proven);
//! assert_eq!(
//!     ask(40)?.outcome,
//!     ProofOutcome::Disproven,
//!     "the second player makes it four each time"
//! );
//! # Ok::<(), shuban_search::proof::ProofError>(())
//! ```

mod children;
mod counting;
mod early;
mod error;
mod hints;
mod keeper;
mod led;
mod memory;
mod options;
mod prove;
mod proved;
mod search;
mod session;
mod strategy;
mod sync;
mod table;
#[cfg(test)]
mod table_tests;

pub use early::{Early, SettledPosition};
pub use error::ProofError;
pub use keeper::{KeeperError, Spent, TableKeeper};
pub use options::{CollectFirst, ProofOptions};
pub use prove::{Knowledge, LastingTable, prove, prove_in, prove_knowing};
pub use proved::{ProofOutcome, Proved, ProvedOf};
pub use strategy::{CLOSED_NODES, CLOSED_PLIES, Strategy, decided};
pub use table::{ENTRY_BYTES, Entry, ProofNumbers, ProofTable};
