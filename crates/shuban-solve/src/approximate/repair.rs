//! Bounds that are inductive with slack: the certificate.

use rayon::prelude::*;
use shuban_core::sweep::{Pass, Read};
use shuban_core::{Interval, Unanswered};

use super::passes::{Arrays, CHUNK, Certificate, NO_BOUND, Passes};

/// The result of repairing.
pub struct Repaired {
    /// Sweeps done over both bounds.
    pub sweeps: u32,
    /// True if the last one changed nothing: else nothing is proven.
    pub is_proven: bool,
    /// The certificates, by part.
    pub parts: Vec<Certificate>,
}

struct Repairing {
    parts: Vec<Certificate>,
    /// Ranks of positions with a value by definition, by part, in ascending order.
    pinned: Vec<Vec<u64>>,
    /// The bound that is computed.
    pass: Pass,
    changed: u64,
}

impl Arrays for Repairing {
    fn read(&self, part: usize) -> Read<'_> {
        // What is good for one side is bad for the other.
        match self.pass {
            Pass::Lower => self.parts[part].above(),
            _ => self.parts[part].below(),
        }
    }

    fn numbers(&mut self, part: usize, first: usize, to: &mut [i32]) -> Result<(), Unanswered> {
        let pass = self.pass;
        self.parts[part].write(first, to, |bounds| match pass {
            Pass::Lower => bounds.upper,
            _ => bounds.lower,
        })
    }

    fn take(&mut self, part: usize, first: usize, computed: &[i32]) -> Result<(), Unanswered> {
        let Certificate { centre, half_width, possible } = &mut self.parts[part];
        let range = first..first + computed.len();
        let (lower, pinned) = (self.pass == Pass::Lower, &self.pinned[part]);
        let Interval { lower: least, upper: most } = *possible;
        let changed = |(chunk, (half_widths, centres)): (usize, (&mut [u16], &[i32]))| {
            let mut changed = 0;
            for (i, (half_width, &centre)) in half_widths.iter_mut().zip(centres).enumerate() {
                let at = chunk * CHUNK + i;
                let (centre, computed) = (i64::from(centre), i64::from(computed[at]));
                let own = i64::from(*half_width);
                // The half-width at which there is a unit of slack, and that at which the bound is
                // the trivial one.
                let (needed, trivial) = if lower {
                    (centre - computed + 1, centre - i64::from(least))
                } else {
                    (computed - centre + 1, i64::from(most) - centre)
                };
                if own < needed.min(trivial)
                    && *half_width != NO_BOUND
                    && pinned.binary_search(&((first + at) as u64)).is_err()
                {
                    // One unit more than needed, so that neighbours need not follow at once.
                    *half_width = (needed + 1).min(i64::from(NO_BOUND)) as u16;
                    changed += 1;
                }
            }
            changed
        };
        let chunks = half_width.some_mut(range.clone())?.par_chunks_mut(CHUNK);
        let centres = centre.some(range)?.par_chunks(CHUNK);
        self.changed += chunks.zip(centres).enumerate().map(changed).sum::<u64>();
        Ok(())
    }
}

/// Sweeps over both bounds and widens them wherever they are not inductive with a unit of slack,
/// until a sweep changes nothing, or after `most` sweeps, if given.
///
/// # Errors
/// [`Unanswered`] if a finished layer cannot be read, or from `after_sweep`.
pub fn repair(
    passes: &dyn Passes,
    parts: Vec<Certificate>,
    most: Option<u32>,
    after_sweep: &mut dyn FnMut(u32) -> Result<(), Unanswered>,
) -> Result<Repaired, Unanswered> {
    let pinned = |part| Ok(passes.pinned(part)?.into_iter().map(|(rank, _)| rank).collect());
    let pinned: Vec<Vec<u64>> = (0..parts.len()).map(pinned).collect::<Result<_, Unanswered>>()?;
    let mut work = Repairing { parts, pinned, pass: Pass::Lower, changed: 0 };
    let mut sweeps = 0;
    loop {
        work.changed = 0;
        for part in 0..work.parts.len() {
            for pass in [Pass::Lower, Pass::Upper] {
                work.pass = pass;
                passes.pass(pass, part, &mut work)?;
            }
        }
        sweeps += 1;
        after_sweep(sweeps)?;
        let is_proven = passes.of_all(work.changed)?.iter().all(|&changed| changed == 0);
        if is_proven || most.is_some_and(|most| sweeps >= most) {
            return Ok(Repaired { sweeps, is_proven, parts: work.parts });
        }
    }
}
