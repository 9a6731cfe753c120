//! Games of several players, each for itself: one search, several kinds of value.
//!
//! With more than two players no single number serves all of them to judge a position, and a player
//! who is indifferent between two plays still decides what the others get. A [`Solution`] is one
//! way to hand values up the tree in spite of that; [`MultiSearch`] is the search that all of them
//! share:
//!
//! * [`MaxN`] hands up one vector of payoffs, and breaks ties by a stated [`Tie`] rule (Luckhart
//!   and Irani, "An Algorithmic Solution of N-Person Games", AAAI 1986);
//! * [`SoftMaxN`] hands up all vectors that a tie could give (Sturtevant and Bowling, "Robust Game
//!   Play Against Unknown Opponents", AAMAS 2006);
//! * [`Singleton`] looks at winners only, and hands up one set of possible
//!   [`Winners`](shuban_core::Winners) (Nishino and Nishino, 2010): of three players there are
//!   seven values, of four fifteen;
//! * [`Places`] does the same with everything that players get: the order in which they go out;
//! * [`Coalition`] asks whether one player is first whatever all others do together, by plain AND
//!   and OR.
//!
//! **Theorem.** The singleton value is {p} if and only if p wins against the coalition of all
//! others, whatever the rule by which other sets are united. (Up the tree: {p} comes about where p
//! is to move and some play is worth {p}, or where another is to move and all plays are; exactly
//! there the coalition has no answer.)
//!
//! ```
//! # use shuban_core::{Game, NotationError, Payoffs, Play, Seat};
//! use shuban_core::Winners;
//! use shuban_search::multi::{Coalition, MultiSearch, Singleton};
//!
//! /// A heap, and whose turn of three it is: one or two counters are taken, and the last one wins.
//! struct Heap;
//! # impl Game for Heap {
//! #     type Position = (u32, Seat);
//! #     type Chance = ();
//! #     type Move = u32;
//! #     fn name(&self) -> String { "heap".into() }
//! #     fn seats(&self) -> usize { 3 }
//! #     fn to_move(&self, heap: &(u32, Seat)) -> Seat { heap.1 }
//! #     fn outcome(&self, heap: &(u32, Seat)) -> Option<Payoffs> {
//! #         let last = (heap.1 + 2) % 3;
//! #         (heap.0 == 0).then(|| Payoffs::new(&[0, 1, 2].map(|seat| i16::from(seat == last))))
//! #     }
//! #     fn chances(&self, _: &(u32, Seat)) -> Vec<((), u32)> { vec![((), 1)] }
//! #     fn plays(&self, heap: &(u32, Seat), (): (), plays: &mut Vec<Play<(u32, Seat), u32>>) {
//! #         let taken = 1..=heap.0.min(2);
//! #         plays.extend(taken.map(|n| Play {
//! #             action: n,
//! #             after: (heap.0 - n, (heap.1 + 1) % 3),
//! #         }));
//! #     }
//! #     fn parse(&self, text: &str) -> Result<(u32, Seat), NotationError> {
//! #         let heap = text.parse().map_err(|_| NotationError::new(text, 0, "a number"))?;
//! #         Ok((heap, 0))
//! #     }
//! #     fn format(&self, heap: &(u32, Seat)) -> String { heap.0.to_string() }
//! #     fn format_move(&self, _: &(u32, Seat), (): (), n: &u32) -> String { n.to_string() }
//! # }
//! let mut sets = MultiSearch::new(&Heap, Singleton { seats: 3 });
//! assert_eq!(sets.value(&(2, 0))?, Winners::only(0)); // takes both
//! assert_eq!(sets.value(&(4, 0))?, Winners::of([1, 2])); // cannot win, and does not care who does
//! // Leaves four to one who does not care either.
//! assert_eq!(sets.value(&(5, 0))?, Winners::of([0, 2]));
//!
//! // So the first player cannot force to win.
//! let mut forced = MultiSearch::new(&Heap, Coalition { hero: 0, seats: 3 });
//! assert!(forced.value(&(2, 0))? && !forced.value(&(5, 0))?);
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```

mod max_n;
mod places;
pub mod printed;
mod search;
mod soft_max_n;
mod solver;
mod winning;

use std::fmt::Debug;

pub use max_n::{MaxN, Tie};
pub use places::Places;
pub use search::{MultiError, MultiSearch, ValuedPlays};
use shuban_core::{Payoffs, Seat};
pub use soft_max_n::{Dominance, SoftMaxN};
pub use solver::MultiSolver;
pub use winning::{Coalition, Singleton};

/// A way to hand values up the tree of a game without chance.
pub trait Solution {
    /// Value of a position, for all players at once.
    type Value: Clone + PartialEq + Debug;

    /// Returns the value of a game that is over.
    fn leaf(&self, payoffs: &Payoffs) -> Self::Value;

    /// Returns the value of a position from those of all its plays, at least one, in the order of
    /// [`Game::plays`](shuban_core::Game::plays).
    fn unite(&self, mover: Seat, plays: &[Self::Value]) -> Self::Value;

    /// Returns true if a play of this value decides its position for the player to move, so that
    /// `unite` returns this value whatever the other plays are worth. The search then skips the
    /// other plays.
    fn decides(&self, _mover: Seat, _value: &Self::Value) -> bool {
        false
    }
}
