//! Values, nearly.

use shuban_core::{Interval, Pass, Read, Unanswered};

use super::history::History;
use super::{Arrays, Passes};

/// After how many sweeps the history is forgotten: there values alone are all that the sweeps after
/// it depend on, so that they are a checkpoint.
const PERIOD: u32 = 16;

/// For how many sweeps steps are only made, not lengthened, after the history was forgotten.
const PLAIN: u32 = 3;

/// Below this many times the goal steps are no more lengthened: what is left is rounding.
const NEAR: i64 = 4;

/// After how many sweeps values are taken as they are: where play need not end they may change for
/// ever, and no certificate will be had.
const PATIENCE: u32 = 2_000;

/// Where solving stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solved {
    /// Sweeps done.
    pub sweeps: u32,
    /// The largest change in the last one.
    pub change: i64,
    /// By part and rank.
    pub values: Vec<Vec<i32>>,
}

impl Solved {
    /// The values before the first sweep: 0, but where they are known.
    ///
    /// # Errors
    /// [`Unanswered`] if an index does not hold what it should.
    pub fn start(passes: &dyn Passes) -> Result<Self, Unanswered> {
        let mut values: Vec<Vec<i32>> = passes.lens().iter().map(|&len| vec![0; len]).collect();
        for (part, values) in values.iter_mut().enumerate() {
            for (rank, value) in passes.pinned(part)? {
                values[rank as usize] = value.lower;
            }
        }
        Ok(Solved { sweeps: 0, change: i64::MAX, values })
    }

    /// Whether the sweeps to come depend on the values alone.
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
        Read::Plain(&self.solved.values[part])
    }

    fn take(&mut self, part: usize, first: usize, computed: &[i32]) {
        let x = &mut self.solved.values[part][first..first + computed.len()];
        self.history.take((part, first), x, computed, 0);
    }
}

/// Sweeps over values in place, with Anderson's extrapolation, until none changes by more than
/// `goal` units, or two thousand sweeps are done. After each sweep `after_sweep` sees where it
/// stands: it may save it, or call the work off.
///
/// # Errors
/// [`Unanswered`] if a finished layer could not be read, or `after_sweep` says so.
pub fn solve(
    passes: &dyn Passes,
    start: Solved,
    possible: Interval,
    goal: i64,
    after_sweep: &mut dyn FnMut(&Solved) -> Result<(), Unanswered>,
) -> Result<Solved, Unanswered> {
    let mut work = Sweeping { solved: start, history: History::new(&passes.lens()) };
    while work.solved.change > goal && work.solved.sweeps < PATIENCE {
        for part in 0..work.solved.values.len() {
            passes.pass(Pass::Nearest, part, &mut work)?;
        }
        let Sweeping { solved, history } = &mut work;
        (solved.change, _) = history.step();
        solved.sweeps += 1;
        if solved.is_checkpoint() {
            history.clear();
        } else if solved.sweeps % PERIOD <= PLAIN || solved.change <= NEAR * goal {
            history.stay();
        }
        for (part, values) in solved.values.iter_mut().enumerate() {
            history.extrapolate(part, values, [possible.lower, possible.upper]);
        }
        after_sweep(solved)?;
    }
    Ok(work.solved)
}
