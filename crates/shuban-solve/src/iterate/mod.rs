//! Fixed points with certified bounds: interval iteration over a whole layer.
//!
//! Every position starts with bounds that always hold
//! ([`unknown`](shuban_core::IntervalDomain::unknown)). Backing up lower bounds rounded down and
//! upper bounds rounded up keeps them bounds, and only narrows them: at every moment l ≤ ⌊T l⌋ and
//! ⌈T u⌉ ≤ u, in whatever order positions are visited. So the bounds are **inductive**, which
//! anybody can check afterwards from the file alone; together with the [proof of leaving](leave),
//! or one that no bound rests on endless play, they enclose the true values (Haddad and Monmege,
//! *Interval iteration algorithm for MDPs and IMDPs*, 2018, for why both ends meet).
//!
//! The good of one side is bad for the other: a lower bound depends on upper bounds of
//! successors alone. So one pass over a part reads one array and writes another, its result does
//! not depend on the order of the work, and the next pass reads the new numbers: Gauss–Seidel
//! between passes, with nothing left to chance by the number of threads.

mod bounds;
mod by_list;
mod carries;
mod endless;
mod lanes;
mod leave;
mod operator;
mod rows;
mod runs;
mod settle;
mod steps;

pub use bounds::Bounds;
pub(crate) use by_list::ByList;
pub use carries::sweep_bytes;
pub(crate) use endless::Endless;
pub use leave::{Leaving, Marks, leave};
pub(crate) use leave::{STATED, strike_by_rules};
pub(crate) use operator::ByBackup;
pub use operator::{BySweep, Operator, Swept};
pub(crate) use operator::{grow, pin};
pub(crate) use settle::StatusRules;
pub use settle::{Settled, settle};
use shuban_core::Unanswered;
pub(crate) use steps::Steps;

/// The state of an iteration, from which it can resume.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Iterate {
    /// Sweeps done.
    pub sweeps: u32,
    /// The largest width of the layer.
    pub width: i64,
    /// True if another sweep would gain nothing, since rounding outward undoes it; or next to nothing,
    /// where no interval is wider than enough.
    pub exhausted: bool,
    /// Bounds by part.
    pub parts: Vec<Bounds>,
}

impl Iterate {
    /// Returns an iterate before the first sweep.
    pub fn start(parts: Vec<Bounds>) -> Self {
        let width = parts.iter().map(Bounds::width).max().unwrap_or(0);
        Iterate { sweeps: 0, width, exhausted: false, parts }
    }

    /// Returns the sum of all widths. Bounds only ever narrow, so a sweep that leaves it unchanged
    /// has changed nothing. (The largest width may stay for many sweeps while the ends of games
    /// still travel through the layer.)
    fn total_width(&self) -> i128 {
        self.parts.iter().map(Bounds::total_width).sum()
    }
}

/// The width of intervals at which an iteration ends, in units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Goal {
    /// It ends when no interval is wider.
    pub best: i64,
    /// It ends also when no interval is wider than this, and a sweep narrows them by less than one
    /// part in 256: they approach what rounding and finished layers allow.
    pub enough: i64,
}

/// One part in this is little.
const LITTLE: i128 = 256;

/// Narrows the bounds of a layer until the goal is reached, or a sweep changes nothing.
/// After each sweep `after_sweep` sees the iterate: it may save it, or interrupt the work.
///
/// # Errors
/// [`Unanswered`] if a finished layer cannot be read, or from `after_sweep`.
pub fn iterate(
    operator: &dyn Operator,
    mut iterate: Iterate,
    goal: Goal,
    after_sweep: &mut dyn FnMut(&Iterate) -> Result<(), Unanswered>,
) -> Result<Iterate, Unanswered> {
    let mut total = iterate.total_width();
    while iterate.width > goal.best && !iterate.exhausted {
        operator.sweep(&mut iterate.parts)?;
        iterate.width = iterate.parts.iter().map(Bounds::width).max().unwrap_or(0);
        let before = std::mem::replace(&mut total, iterate.total_width());
        let narrows_little = before - total < before / LITTLE;
        iterate.exhausted = total == before || iterate.width <= goal.enough && narrows_little;
        // A checkpoint may hold any number.
        iterate.sweeps = iterate.sweeps.saturating_add(1);
        after_sweep(&iterate)?;
    }
    Ok(iterate)
}
