//! Approximate values.

use shuban_core::sweep::{Pass, Read};
use shuban_core::{Interval, Unanswered};

use super::history::History;
use super::passes::{Arrays, Passes, whole};
use crate::kept::Kept;

/// Number of sweeps after which the history is cleared: later sweeps then depend on values alone,
/// which makes them a checkpoint.
const PERIOD: u32 = 16;

/// Number of sweeps without extrapolation after the history was cleared.
const PLAIN: u32 = 3;

/// Below this multiple of the goal, steps are no longer extrapolated: only rounding is left.
const NEAR: i64 = 4;

/// Number of sweeps after which values are taken as they are: where play need not end they may
/// change without end, and cannot be certified.
const PATIENCE: u32 = 2_000;

/// The state of solving.
pub struct Solved {
    /// Sweeps done.
    pub sweeps: u32,
    /// The largest change in the last one.
    pub change: i64,
    /// The values, by part and rank.
    pub values: Vec<Kept<i32>>,
}

impl Solved {
    /// Returns the values before the first sweep: 0 unless known.
    ///
    /// # Errors
    /// [`Unanswered`] if an index does not hold a position.
    pub fn start(passes: &dyn Passes) -> Result<Self, Unanswered> {
        let zero = |(part, len)| Kept::filled(len, 0, passes.room(part));
        let lens = passes.lens().into_iter().enumerate();
        let mut values = lens.map(zero).collect::<Result<Vec<_>, _>>()?;
        for (part, values) in values.iter_mut().enumerate() {
            for (rank, value) in passes.pinned(part)? {
                values.set(rank as usize, value.lower)?;
            }
        }
        Ok(Solved { sweeps: 0, change: i64::MAX, values })
    }

    /// Returns true if the next sweeps depend on the values alone.
    pub fn is_checkpoint(&self) -> bool {
        self.sweeps.is_multiple_of(PERIOD)
    }
}

struct Sweeping {
    solved: Solved,
    history: History,
}

impl Arrays for Sweeping {
    fn read(&self, part: usize) -> Read<'_> {
        Read::Plain(whole(&self.solved.values[part]))
    }

    fn numbers(&mut self, part: usize, first: usize, to: &mut [i32]) -> Result<(), Unanswered> {
        to.copy_from_slice(self.solved.values[part].some(first..first + to.len())?);
        Ok(())
    }

    fn reads_what_it_takes(&self) -> bool {
        true
    }

    fn take(&mut self, part: usize, first: usize, computed: &[i32]) -> Result<(), Unanswered> {
        let x = self.solved.values[part].some_mut(first..first + computed.len())?;
        self.history.take((part, first), x, computed, 0)
    }
}

/// Sweeps over values in place, with Anderson's extrapolation, until none changes by more than
/// `goal` units, or two thousand sweeps are done. After each sweep `after_sweep` sees the state: it
/// may save it, or interrupt the work.
///
/// # Errors
/// [`Unanswered`] if a finished layer cannot be read, or from `after_sweep`.
pub fn solve(
    passes: &dyn Passes,
    start: Solved,
    possible: Interval,
    goal: i64,
    after_sweep: &mut dyn FnMut(&mut Solved) -> Result<(), Unanswered>,
) -> Result<Solved, Unanswered> {
    let mut work = Sweeping { solved: start, history: History::new(passes)? };
    while work.solved.change > goal && work.solved.sweeps < PATIENCE {
        for part in 0..work.solved.values.len() {
            passes.pass(Pass::Nearest, part, &mut work)?;
        }
        let Sweeping { solved, history } = &mut work;
        (solved.change, _) = history.step(passes)?;
        solved.sweeps += 1;
        if solved.is_checkpoint() {
            history.clear()?;
        } else if solved.sweeps % PERIOD <= PLAIN || solved.change <= NEAR * goal {
            history.stay();
        }
        for (part, values) in solved.values.iter_mut().enumerate() {
            history.extrapolate(part, values, [possible.lower, possible.upper])?;
        }
        after_sweep(solved)?;
    }
    Ok(work.solved)
}
