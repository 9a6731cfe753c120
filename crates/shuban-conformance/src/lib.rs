//! The suite that every implementation of the traits must pass.
//!
//! Each function examines one thing and returns the first [`Violation`] it finds: which position,
//! rank or layer, and which law it broke. A game's tests call them and unwrap:
//!
//! * [`game`] holds the rules to what [`Game`] promises; [`reachable`] gathers positions for it;
//! * [`board`] holds drawings whose parts are touched to what [`Present`] promises;
//! * [`hidden`] holds what seats see, and deals from it, to what [`Hidden`] promises;
//! * [`index`] holds a bijection to its two directions;
//! * [`domain`] (or [`layers`] and [`layer`], where some layers are too large to enumerate in a
//!   test) holds layers, indexes, `backup` and records to what [`Domain`] promises;
//! * [`explain`] holds the order, the fields and the equations of values to what [`Explain`]
//!   promises;
//! * [`loopy`] holds a domain in which play may go on for ever to what [`Loopy`] promises;
//! * [`sweep`] holds a [`Sweep`] to `backup`, bit for bit, and [`tabulate`] a [`Tabulate`];
//! * [`brute_force`] and [`brute_force_within`] hold solved values to a plain twin.
//!
//! [`Game`]: shuban_core::Game
//! [`Present`]: shuban_core::Present
//! [`Hidden`]: shuban_core::Hidden
//! [`Domain`]: shuban_core::Domain
//! [`Explain`]: shuban_core::Explain
//! [`Loopy`]: shuban_core::Loopy
//! [`Sweep`]: shuban_core::Sweep
//! [`Tabulate`]: shuban_core::Tabulate
//!
//! What is too large to be examined whole is sampled, evenly spread and always alike.

mod backup;
mod board;
mod domain;
mod equation;
mod explain;
mod game;
mod hidden;
mod index;
mod loopy;
mod opened;
mod samples;
mod stored;
mod sweep;
mod tabulate;
mod twin;

use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};

pub use board::board;
pub use domain::{domain, layer, layers};
pub use explain::explain;
pub use game::{game, reachable};
pub use hidden::hidden;
pub use index::index;
pub use loopy::loopy;
pub use sweep::{sweep, sweep_sampled};
pub use tabulate::{fixed_point, tabulate};
pub use twin::{brute_force, brute_force_within};

/// A law was broken: where, and which.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {law}")]
pub struct Violation {
    /// The layer, part, rank or position.
    pub place: String,
    /// What should have been, and what was found.
    pub law: String,
}

/// As it is displayed, so that an unwrapped violation reads well.
impl fmt::Debug for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// `Ok` if the law holds, else a description of what was found. The caller that walks over the
/// positions adds the [place](BrokenAt::at).
fn hold<L: Into<String>>(holds: bool, law: impl FnOnce() -> L) -> Result<(), String> {
    if holds { Ok(()) } else { Err(law().into()) }
}

/// Adds the place to a broken law.
trait BrokenAt<T> {
    fn at(self, place: impl FnOnce() -> String) -> Result<T, Violation>;
}

impl<T, L: Into<String>> BrokenAt<T> for Result<T, L> {
    fn at(self, place: impl FnOnce() -> String) -> Result<T, Violation> {
        self.map_err(|law| Violation { place: place(), law: law.into() })
    }
}

/// At most `sample` numbers of `0..len`, evenly spread, with the first and the last.
fn spread(len: u64, sample: u64) -> impl Iterator<Item = u64> {
    let count = len.min(sample.max(2));
    (0..count).map(move |i| {
        if count == len {
            i
        } else {
            // Below `len`, so the quotient fits.
            (u128::from(i) * u128::from(len - 1) / u128::from(count - 1)) as u64
        }
    })
}

/// A number that looks random and depends on `what` and `seed` alone.
fn scramble(what: &impl Hash, seed: u64) -> u64 {
    let mut hasher = DefaultHasher::new();
    seed.hash(&mut hasher);
    what.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::spread;

    #[test]
    fn samples_are_spread_from_the_first_to_the_last() {
        assert_eq!(spread(3, 10).collect::<Vec<_>>(), [0, 1, 2]);
        assert_eq!(spread(101, 3).collect::<Vec<_>>(), [0, 50, 100]);
        assert_eq!(spread(0, 3).count(), 0);
        assert_eq!(spread(u64::MAX, 2).collect::<Vec<_>>(), [0, u64::MAX - 1]);
    }
}
