//! Best replies to a side whose play is fixed, by the sweeps that solve the game.

use rayon::prelude::*;
use shuban_catalog::Error;
use shuban_core::dice::{Roll, rolls};
use shuban_core::erased::SweepTables;
use shuban_core::sweep::{Finished, Pass, Read, Status};
use shuban_core::{Domain, Interval, ONE, PartId, Unanswered};
use shuban_gammon::{Contact, MoveGenerator, PlayScratch, Position, Variant};
use shuban_solve::approximate::{Arrays, Passes};
use shuban_solve::iterate::BySweep;

use super::chosen::{ChosenPlays, Greatest};
use super::numbering::{NumberedLayer, Numbering, WON};
use crate::paper::Recomputation;

/// Number of positions whose plays a thread chooses at a time.
const CHUNK: usize = 4_096;

/// Largest change in units at which passes end. (Rounding moves some numbers by one or two
/// forever.)
const CHANGE: u32 = 4;

/// Maximum number of passes: a hundred are enough for any layer.
const PATIENCE: u32 = 1_000;

/// Values of positions to the side about to roll, in units of an interval.
///
/// The replying side is swept as the game itself is, each layer from the values of its positions to
/// the other side; the fixed side takes the mean over its chosen plays.
pub(super) struct Replied {
    /// Values if its play is fixed.
    fixed: Vec<i32>,
    /// Values if it is the side that replies.
    other: Vec<i32>,
}

impl Replied {
    /// Solves the replies to the play that leads to the position of the greatest worth, of equal
    /// ones the first, in all positions of layers that come after all that they need. Passes begin
    /// with `values`, those of best play. Takes 24 bytes a position, with `values`, and for the
    /// layer being solved 4 for each roll and what its sweeps leave for hits.
    ///
    /// # Errors
    /// If the run is interrupted, or a layer is missing.
    pub(super) fn to_the_greatest(
        run: &Recomputation<'_>,
        domain: &Contact,
        numbering: &Numbering<'_>,
        worth: impl Fn(&Position) -> f64 + Sync,
        values: &[f64],
    ) -> Result<Self, Error> {
        let unit = |value: &f64| (value * f64::from(ONE)) as i32;
        let start: Vec<i32> = values.par_iter().map(unit).collect();
        let mut replied = Replied { fixed: start.clone(), other: start };
        let mut worths = vec![0.0; numbering.len()];
        let of_chunk = |(chunk, worths): (usize, &mut [f64])| {
            run.check()?;
            for (number, found) in (chunk * CHUNK..).zip(worths) {
                *found = worth(&numbering.there(number)?);
            }
            Ok::<_, Error>(())
        };
        worths.par_chunks_mut(CHUNK).enumerate().try_for_each(of_chunk)?;
        for layer in numbering.layers() {
            run.check()?;
            run.progress.at(0, layer.name);
            let variant = &domain.game().variant;
            let chosen = greatest(run, variant, numbering, layer, &worths)?;
            replied.solve(run, domain, numbering, layer, &chosen)?;
        }
        Ok(replied)
    }

    /// Returns the value of a position to the side about to roll if its play is fixed.
    pub(super) fn fixed(&self, number: usize) -> f64 {
        f64::from(self.fixed[number]) / f64::from(ONE)
    }

    /// Returns the value of a position to the side about to roll if it replies.
    pub(super) fn other(&self, number: usize) -> f64 {
        f64::from(self.other[number]) / f64::from(ONE)
    }

    /// Solves a layer, from solved ones.
    fn solve(
        &mut self,
        run: &Recomputation<'_>,
        domain: &Contact,
        numbering: &Numbering<'_>,
        layer: &NumberedLayer<'_>,
        chosen: &ChosenPlays,
    ) -> Result<(), Error> {
        let mut finished = AfterAnswers { numbering, fixed: &self.fixed };
        let plan = domain.plan_sweep(layer.id, &mut finished).map_err(shuban_solve::Error::from)?;
        let lens = layer.parts.iter().map(ExactSizeIterator::len).collect();
        let operator = BySweep::new(domain, layer.id, plan, lens);
        for _ in 0..PATIENCE {
            run.check()?;
            let Replied { fixed, other } = self;
            let mut answers = Answers { layer, fixed, other, change: 0 };
            for part in 0..layer.parts.len() {
                Passes::pass(&operator, Pass::Nearest, part, &mut answers)
                    .map_err(shuban_solve::Error::from)?;
            }
            let of_answers = answers.change;
            let means = fixed[layer.numbers.clone()].par_iter_mut().enumerate();
            let changes = means.map(|(place, value)| {
                let mean = chosen.mean_in_units(place, ONE, |after| -other[after]);
                std::mem::replace(value, mean).abs_diff(mean)
            });
            if changes.max().unwrap_or(0).max(of_answers) <= CHANGE {
                return Ok(());
            }
        }
        Err(Error::Recompute(format!("best replies in {} do not settle", layer.name)))
    }
}

/// Returns the plays of a layer's positions that lead to the greatest of these values, by number; a
/// winning play is made.
///
/// # Errors
/// If the run is interrupted, or a layer is missing.
fn greatest(
    run: &Recomputation<'_>,
    variant: &Variant,
    numbering: &Numbering<'_>,
    layer: &NumberedLayer<'_>,
    worths: &[f64],
) -> Result<ChosenPlays, Error> {
    let (rolls, weights): (Vec<Roll>, Vec<u32>) = rolls(variant.faces()).into_iter().unzip();
    let mut chosen = vec![WON; layer.numbers.len() * rolls.len()];
    let of_chunk = |(chunk, chosen): (usize, &mut [u32])| {
        run.check()?;
        let mut scratch = PlayScratch::default();
        for (place, chosen) in chosen.chunks_mut(rolls.len()).enumerate() {
            let number = layer.numbers.start + chunk * CHUNK + place;
            let turn = MoveGenerator::new(variant, &numbering.there(number)?);
            for (&roll, chosen) in rolls.iter().zip(chosen) {
                let mut greatest = Greatest::default();
                numbering.for_each_after(&turn, roll, &mut scratch, |after| {
                    greatest.meet(after, if after == WON { 1.0 } else { worths[after as usize] });
                })?;
                *chosen = greatest.after().unwrap_or(WON);
            }
        }
        Ok::<_, Error>(())
    };
    chosen.par_chunks_mut(CHUNK * rolls.len()).enumerate().try_for_each(of_chunk)?;
    Ok(ChosenPlays { weights, chosen })
}

/// Values of positions after replies in finished layers, to the other side, which plays on.
struct AfterAnswers<'a> {
    numbering: &'a Numbering<'a>,
    fixed: &'a [i32],
}

impl Finished for AfterAnswers<'_> {
    fn values(&mut self, part: PartId, ranks: &[u64]) -> Result<Vec<Interval>, Unanswered> {
        let first = self.numbering.first(part).ok_or_else(Unanswered::default)?;
        let value = |&rank: &u64| Interval::exactly(self.fixed[first + rank as usize]);
        Ok(ranks.iter().map(value).collect())
    }

    fn statuses(&mut self, _part: PartId, ranks: &[u64]) -> Result<Vec<Status>, Unanswered> {
        Ok(vec![Status::Unknown; ranks.len()])
    }
}

/// Arrays of passes of the replying side.
struct Answers<'a> {
    layer: &'a NumberedLayer<'a>,
    fixed: &'a [i32],
    other: &'a mut [i32],
    /// Largest change so far.
    change: u32,
}

impl Arrays for Answers<'_> {
    fn read(&self, part: usize) -> Read<'_> {
        Read::Plain(&self.fixed[self.layer.parts[part].clone()])
    }

    fn take(&mut self, part: usize, first: usize, computed: &[i32]) -> Result<(), Unanswered> {
        let first = self.layer.parts[part].start + first;
        let other = &mut self.other[first..first + computed.len()];
        let changes = other.par_iter().zip(computed).map(|(one, other)| one.abs_diff(*other));
        self.change = self.change.max(changes.max().unwrap_or(0));
        other.copy_from_slice(computed);
        Ok(())
    }
}
