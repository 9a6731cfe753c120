//! Every play of every roll from all positions of some layers, by number: for computations that
//! need them repeatedly.

use rayon::prelude::*;
use shuban_catalog::Error;
use shuban_core::Domain;
use shuban_core::dice::{Roll, rolls};
use shuban_gammon::{Contact, MoveGenerator, PlayScratch};
use shuban_solve::OpenLayer;

use super::chosen::{ChosenPlays, Greatest};
use super::numbering::Numbering;
use crate::paper::Recomputation;

/// Number of positions whose plays are computed and kept together.
const CHUNK: usize = 4_096;

/// Largest change of a value at which passes end.
const CHANGE: f64 = 1e-9;

/// Results of the plays of all positions of some layers.
pub(super) struct EveryPlay<'l> {
    numbering: Numbering<'l>,
    /// Rolls with their weights.
    rolls: Vec<(Roll, u32)>,
    chunks: Vec<ChunkOfPlays>,
}

/// Plays of some positions in turn, by roll.
#[derive(Default)]
struct ChunkOfPlays {
    /// Index of the end of each roll's plays.
    ends: Vec<u32>,
    /// Number of the position that the other side gets, or [`WON`].
    afters: Vec<u32>,
}

impl<'l> EveryPlay<'l> {
    /// Lists the plays of finished layers, earlier ones first, which must include all that each of
    /// them needs. Takes some 100 to 200 bytes a position.
    ///
    /// # Errors
    /// If the run is interrupted, or a layer is missing.
    pub(super) fn of(
        run: &Recomputation<'_>,
        domain: &'l Contact,
        opened: &[&'l OpenLayer<'_, Contact>],
    ) -> Result<Self, Error> {
        let variant = &domain.game().variant;
        let numbering = Numbering::of(domain, opened);
        let rolls = rolls(variant.faces());
        let of_chunk = |chunk: usize| {
            run.check()?;
            let mut scratch = PlayScratch::default();
            let mut of_chunk = ChunkOfPlays::default();
            for number in chunk * CHUNK..numbering.len().min((chunk + 1) * CHUNK) {
                let turn = MoveGenerator::new(variant, &numbering.there(number)?);
                for &(roll, _) in &rolls {
                    let each = |after| of_chunk.afters.push(after);
                    numbering.for_each_after(&turn, roll, &mut scratch, each)?;
                    of_chunk.ends.push(of_chunk.afters.len() as u32);
                }
            }
            Ok(of_chunk)
        };
        let chunks = (0..numbering.len().div_ceil(CHUNK)).into_par_iter().map(of_chunk);
        let chunks = chunks.collect::<Result<_, Error>>()?;
        Ok(EveryPlay { numbering, rolls, chunks })
    }

    /// Returns the numbering of the positions.
    pub(super) fn numbering(&self) -> &Numbering<'l> {
        &self.numbering
    }

    /// Returns the number of positions.
    pub(super) fn len(&self) -> usize {
        self.numbering.len()
    }

    /// Returns each roll of a position, with its chance and the results of its plays.
    pub(super) fn rolls(&self, number: usize) -> impl Iterator<Item = (Roll, f64, &[u32])> {
        let ChunkOfPlays { ends, afters } = &self.chunks[number / CHUNK];
        let throws: u32 = self.rolls.iter().map(|(_, weight)| weight).sum();
        let first = number % CHUNK * self.rolls.len();
        self.rolls.iter().zip(first..).map(move |(&(roll, weight), place)| {
            let start = place.checked_sub(1).map_or(0, |before| ends[before]);
            let chance = f64::from(weight) / f64::from(throws);
            (roll, chance, &afters[start as usize..ends[place] as usize])
        })
    }

    /// Returns for each roll of each position in turn the play that leads to the greatest value:
    /// the first of equal ones.
    pub(super) fn greatest(&self, worth: impl Fn(u32) -> f64 + Sync) -> ChosenPlays {
        let worth = &worth;
        let of_position = |number| {
            self.rolls(number).filter_map(move |(_, _, afters)| {
                let mut greatest = Greatest::default();
                afters.iter().for_each(|&after| greatest.meet(after, worth(after)));
                greatest.after()
            })
        };
        let chosen = (0..self.len()).into_par_iter().flat_map_iter(of_position).collect();
        let weights = self.rolls.iter().map(|&(_, weight)| weight).collect();
        ChosenPlays { weights, chosen }
    }

    /// Solves a system with N equations a position, each for the mean over the results of a roll,
    /// layer by layer: in passes, each from the numbers of the one before, until no number changes
    /// by more than 10⁻⁹.
    ///
    /// # Errors
    /// If the run is interrupted.
    pub(super) fn solution<const N: usize>(
        &self,
        run: &Recomputation<'_>,
        equations: impl Fn(usize, &[[f64; N]]) -> [f64; N] + Sync,
    ) -> Result<Vec<[f64; N]>, Error> {
        let mut numbers = vec![[0.0; N]; self.len()];
        for layer in self.numbering.layers() {
            let of_layer = layer.numbers.clone();
            loop {
                run.check()?;
                let of_position = |number| equations(number, &numbers);
                let next: Vec<[f64; N]> =
                    of_layer.clone().into_par_iter().map(of_position).collect();
                let before = &mut numbers[of_layer.clone()];
                let change = |(before, next): (&[f64; N], &[f64; N])| {
                    let changes =
                        before.iter().zip(next).map(|(before, next)| (next - before).abs());
                    changes.fold(0.0, f64::max)
                };
                let change = before.par_iter().zip(&next).map(change).reduce(|| 0.0, f64::max);
                before.copy_from_slice(&next);
                if change <= CHANGE {
                    break;
                }
            }
        }
        Ok(numbers)
    }
}
