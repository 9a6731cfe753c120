//! Best replies to a side whose play is fixed, by the sweeps that solve the game.

use rayon::prelude::*;
use shuban_catalog::Error;
use shuban_core::{
    Domain, Finished, Interval, ONE, PartId, Pass, Read, Roll, Status, Sweep, Unanswered, rolls,
};
use shuban_gammon::{Contact, MoveGenerator, PlayScratch, Position};
use shuban_solve::approximate::{Arrays, Passes};
use shuban_solve::iterate::BySweep;

use super::numbering::{NumberedLayer, Numbering, WON};
use crate::paper::Recomputation;

/// Positions whose plays a thread chooses at a time.
const CHUNK: usize = 4_096;

/// Passes go on until no number changes by more units than these, 1.5 · 10⁻⁸. (Rounding moves some
/// by one or two for ever.)
const CHANGE: u32 = 16;

/// What positions are worth to the side about to roll, in units of an interval.
///
/// The side that answers is swept as the game itself is, each layer from what its positions are
/// worth to the other side; the fixed side takes the mean over its chosen plays.
pub(super) struct Replied {
    /// If its play is fixed.
    fixed: Vec<i32>,
    /// If it is the side that answers.
    other: Vec<i32>,
}

impl Replied {
    /// To the play that leaves the other side with the position of the greatest worth, the first of
    /// equal ones, in all positions of layers that come after all that they need. `values`, those of
    /// best play, are where passes begin. Takes some 30 bytes a position, and 84 of the largest layer.
    ///
    /// # Errors
    /// If the work is called off, or a layer is missing.
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
        let of_number = |number| numbering.position(number).map_or(0.0, |after| worth(&after));
        let worths: Vec<f64> = (0..numbering.len()).into_par_iter().map(of_number).collect();
        for layer in numbering.layers() {
            run.check()?;
            run.progress.at(0, layer.name);
            let policy = Policy::greatest(run, domain, numbering, layer, &worths)?;
            replied.solve(run, domain, numbering, layer, &policy)?;
        }
        Ok(replied)
    }

    /// What a position is worth to the side about to roll if its play is fixed.
    pub(super) fn fixed(&self, number: usize) -> f64 {
        f64::from(self.fixed[number]) / f64::from(ONE)
    }

    /// What a position is worth to the side about to roll if it answers.
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
        policy: &Policy,
    ) -> Result<(), Error> {
        let mut finished = AfterAnswers { numbering, fixed: &self.fixed };
        let plan = domain.plan(layer.id, &mut finished).map_err(shuban_solve::Error::from)?;
        let lens = layer.parts.iter().map(ExactSizeIterator::len).collect();
        let operator = BySweep::new(domain, layer.id, plan, lens);
        loop {
            run.check()?;
            let Replied { fixed, other } = self;
            let mut answers = Answers { layer, fixed, other, change: 0 };
            for part in 0..layer.parts.len() {
                Passes::pass(&operator, Pass::Nearest, part, &mut answers)
                    .map_err(shuban_solve::Error::from)?;
            }
            let mut change = answers.change;
            let means = fixed[layer.numbers.clone()].par_iter_mut().enumerate();
            change = change.max(
                means
                    .map(|(place, value)| {
                        let mean = policy.mean(place, other);
                        let change = value.abs_diff(mean);
                        *value = mean;
                        change
                    })
                    .max()
                    .unwrap_or(0),
            );
            if change <= CHANGE {
                return Ok(());
            }
        }
    }
}

/// One play for each roll of each position of a layer.
struct Policy {
    /// How often each roll comes.
    weights: Vec<i64>,
    /// The number of what the other side is left with, or [`WON`], of each roll of each position in
    /// turn.
    chosen: Vec<u32>,
}

impl Policy {
    /// Plays that lead to the greatest of these worths, by number; what wins is played.
    ///
    /// # Errors
    /// If the work is called off, or a layer is missing.
    fn greatest(
        run: &Recomputation<'_>,
        domain: &Contact,
        numbering: &Numbering<'_>,
        layer: &NumberedLayer<'_>,
        worths: &[f64],
    ) -> Result<Self, Error> {
        let variant = &domain.game().variant;
        let (rolls, weights): (Vec<Roll>, Vec<i64>) = (rolls(variant.faces()).into_iter())
            .map(|(roll, weight)| (roll, i64::from(weight)))
            .unzip();
        let missing = || Error::Recompute("a play leads to a layer that is not there".into());
        let mut chosen = vec![WON; layer.numbers.len() * rolls.len()];
        let of_chunk = |(chunk, chosen): (usize, &mut [u32])| {
            run.check()?;
            let mut scratch = PlayScratch::default();
            for (place, chosen) in chosen.chunks_mut(rolls.len()).enumerate() {
                let number = layer.numbers.start + chunk * CHUNK + place;
                let position = numbering.position(number).ok_or_else(missing)?;
                let turn = MoveGenerator::new(variant, &position);
                for (&roll, chosen) in rolls.iter().zip(chosen) {
                    let (mut best, mut all_there) = (None, true);
                    turn.for_each_after(roll, &mut scratch, |after| {
                        let Some(number) = numbering.number(&after) else {
                            all_there = false;
                            return;
                        };
                        let worth = if number == WON { 1.0 } else { worths[number as usize] };
                        if best.is_none_or(|(most, _)| worth > most) {
                            best = Some((worth, number));
                        }
                    });
                    let (_, best) = best.filter(|_| all_there).ok_or_else(missing)?;
                    *chosen = best;
                }
            }
            Ok::<_, Error>(())
        };
        chosen.par_chunks_mut(CHUNK * rolls.len()).enumerate().try_for_each(of_chunk)?;
        Ok(Policy { weights, chosen })
    }

    /// The mean over all rolls of a place of the layer, from what positions are worth to the side
    /// that answers, rounded to a whole number next to it.
    fn mean(&self, place: usize, other: &[i32]) -> i32 {
        let rolls = self.weights.len();
        let chosen = &self.chosen[place * rolls..][..rolls];
        let worth = |after: u32| match after {
            WON => i64::from(ONE),
            after => -i64::from(other[after as usize]),
        };
        let sum = self.weights.iter().zip(chosen).map(|(weight, &after)| weight * worth(after));
        let (sum, all): (i64, i64) = (sum.sum(), self.weights.iter().sum());
        (sum + all / 2).div_euclid(all) as i32
    }
}

/// What the side that answers leaves in finished layers: worth to the other, which plays on.
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

/// The arrays of passes of the side that answers.
struct Answers<'a> {
    layer: &'a NumberedLayer<'a>,
    fixed: &'a [i32],
    other: &'a mut [i32],
    /// The largest.
    change: u32,
}

impl Arrays for Answers<'_> {
    fn read(&self, part: usize) -> Read<'_> {
        Read::Plain(&self.fixed[self.layer.parts[part].clone()])
    }

    fn take(&mut self, part: usize, first: usize, computed: &[i32]) {
        let first = self.layer.parts[part].start + first;
        let other = &mut self.other[first..first + computed.len()];
        let changes = other.par_iter().zip(computed).map(|(one, other)| one.abs_diff(*other));
        self.change = self.change.max(changes.max().unwrap_or(0));
        other.copy_from_slice(computed);
    }
}
