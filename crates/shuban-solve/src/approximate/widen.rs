//! Half-widths around values.

use rayon::prelude::*;
use shuban_core::sweep::{Pass, Read};
use shuban_core::{Interval, Unanswered};

use super::history::History;
use super::passes::{Arrays, Certificate, NO_BOUND, Passes};
use crate::kept::Kept;

/// The result of widening.
pub struct Widened {
    /// Sweeps done.
    pub sweeps: u32,
    /// The certificates, by part.
    pub parts: Vec<Certificate>,
}

struct Widening {
    parts: Vec<Certificate>,
    history: History,
    /// The slack added to a half-width each turn, in units.
    slack: u16,
    /// The half-widths just computed.
    wider: Vec<i32>,
}

impl Arrays for Widening {
    fn read(&self, part: usize) -> Read<'_> {
        self.parts[part].below()
    }

    fn numbers(&mut self, part: usize, first: usize, to: &mut [i32]) -> Result<(), Unanswered> {
        self.parts[part].write(first, to, |bounds| bounds.lower)
    }

    fn take(&mut self, part: usize, first: usize, computed: &[i32]) -> Result<(), Unanswered> {
        let Certificate { centre, half_width, .. } = &mut self.parts[part];
        let range = first..first + computed.len();
        let centres = centre.some(range.clone())?;
        let wider = computed.par_iter().zip(centres).map(|(&computed, &centre)| {
            let over = computed.saturating_sub(centre).max(0);
            over.saturating_add(self.slack.into()).min(NO_BOUND.into())
        });
        self.wider.clear();
        self.wider.reserve_exact(computed.len());
        self.wider.par_extend(wider);
        // A half-width that grows by less than the slack leaves some of it.
        let asked = i32::from(self.slack) - 2;
        self.history.take((part, first), half_width.some_mut(range)?, &self.wider, asked)
    }
}

/// Returns nearly the smallest half-widths for which V + w is inductive with slack, given V: the
/// fixed point of w = `slack` + T(V − w) − V. The same nearly holds for the other bound, since T is
/// nearly linear where best plays stay the same. Stops when all but one position in a thousand have
/// slack, or after `most` sweeps.
///
/// # Errors
/// [`Unanswered`] if a finished layer cannot be read, or from `after_sweep`.
pub fn widen(
    passes: &dyn Passes,
    values: Vec<Kept<i32>>,
    possible: Interval,
    slack: u16,
    most: u32,
    after_sweep: &mut dyn FnMut(u32) -> Result<(), Unanswered>,
) -> Result<Widened, Unanswered> {
    let lens = passes.lens();
    let positions: u64 = lens.iter().map(|&len| len as u64).sum();
    // A game lasts some sixty more turns, and each adds the slack.
    let first = slack.saturating_mul(64);
    let certificate = |(part, centre): (usize, Kept<i32>)| {
        let half_width = Kept::filled(centre.len(), first, passes.room(part))?;
        Ok(Certificate { centre, half_width, possible })
    };
    let values = values.into_iter().enumerate();
    let mut parts = values.map(certificate).collect::<Result<Vec<_>, Unanswered>>()?;
    let pinned: Vec<_> =
        (0..parts.len()).map(|part| passes.pinned(part)).collect::<Result<_, _>>()?;
    // A value by definition is exact.
    let make_exact = |parts: &mut [Certificate]| {
        for (certificate, pinned) in parts.iter_mut().zip(&pinned) {
            for &(rank, _) in pinned {
                certificate.half_width.set(rank as usize, 0)?;
            }
        }
        Ok::<(), Unanswered>(())
    };
    make_exact(&mut parts)?;
    let mut work = Widening { parts, history: History::new(passes)?, slack, wider: Vec::new() };
    let mut sweeps = 0;
    loop {
        for part in 0..work.parts.len() {
            passes.pass(Pass::Upper, part, &mut work)?;
        }
        sweeps += 1;
        let (_, lacking) = work.history.step(passes)?;
        if sweeps < 3 {
            work.history.stay();
        }
        let done = lacking <= positions / 1000 || sweeps >= most;
        if !done {
            let possible = [i32::from(slack), i32::from(NO_BOUND) - 1];
            for (part, certificate) in work.parts.iter_mut().enumerate() {
                work.history.extrapolate(part, &mut certificate.half_width, possible)?;
            }
        }
        make_exact(&mut work.parts)?;
        after_sweep(sweeps)?;
        if done {
            return Ok(Widened { sweeps, parts: work.parts });
        }
    }
}
