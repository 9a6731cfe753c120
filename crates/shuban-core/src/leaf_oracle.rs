//! Tables as forward search sees them.

use crate::interval::Interval;

/// The bound that a table gives of a position's value. The type says whether it is exact, so that
/// no bound is taken for a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bound<V> {
    /// The true value.
    Exact(V),
    /// Bounds of the true value.
    Within {
        /// A lower bound of the true value.
        lower: V,
        /// An upper bound of the true value.
        upper: V,
    },
}

/// A source that answers some positions without playing on: an open database, a rule for a kind of
/// position, several of these in turn.
///
/// Expectimax, rollouts, proof search and players ask it at every node and stop where it answers;
/// that joined forward search and endgame databases solve what neither solves alone (Schaeffer et
/// al., "Checkers Is Solved", Science 317, 2007). Any function from a position to a result of the
/// right type is an oracle too.
///
/// ```
/// use std::convert::Infallible;
///
/// use shuban_core::{Bound, LeafOracle};
///
/// // Players take turns to remove one or two counters, and the last one wins. Heaps of up to 10
/// // counters are known: 1 for those that the player to move wins.
/// let small = |heap: &u32| {
///     let value = if heap % 3 == 0 { -1 } else { 1 };
///     Ok::<_, Infallible>((*heap <= 10).then_some(Bound::Exact(value)))
/// };
/// assert_eq!(small.value(&7), Ok(Some(Bound::Exact(1))));
/// assert_eq!(small.value(&12), Ok(None)); // play on
/// ```
pub trait LeafOracle<P> {
    /// The type of a bound: integers of the domain's fixed-point unit for an expected result.
    type Value;
    /// The error of a table that should answer and cannot.
    type Error;

    /// Returns the known bound of a position's value, **for the player to move**; `None` if no
    /// table holds it.
    ///
    /// # Errors
    /// If a table holds the position and cannot be read. A damaged file is never a missing answer:
    /// search would go on, and finish much later with less.
    fn value(&self, position: &P) -> Result<Option<Bound<Self::Value>>, Self::Error>;
}

impl<P, V, E, F: Fn(&P) -> Result<Option<Bound<V>>, E>> LeafOracle<P> for F {
    type Value = V;
    type Error = E;

    fn value(&self, position: &P) -> Result<Option<Bound<V>>, E> {
        self(position)
    }
}

/// Exact if the bounds meet.
impl From<Interval> for Bound<i32> {
    fn from(interval: Interval) -> Self {
        let Interval { lower, upper } = interval;
        if interval.is_exact() { Bound::Exact(lower) } else { Bound::Within { lower, upper } }
    }
}

/// An exact value is the interval of one number.
impl From<Bound<i32>> for Interval {
    fn from(answer: Bound<i32>) -> Self {
        match answer {
            Bound::Exact(value) => Interval::exactly(value),
            Bound::Within { lower, upper } => Interval { lower, upper },
        }
    }
}
