//! Every play of every roll from all positions of some layers, by number: for what asks for them
//! over and over again.

use std::ops::Range;

use rayon::prelude::*;
use shuban_catalog::Error;
use shuban_core::{Domain, Index, Roll, rolls};
use shuban_gammon::{Contact, MoveGenerator, PlayScratch, Position};
use shuban_solve::OpenLayer;

use crate::paper::Recomputation;

/// Positions whose plays are worked out and kept together.
const CHUNK: usize = 4_096;

/// Where a play leads that bears off the last checker, instead of the number of a position.
pub(super) const WON: u32 = u32::MAX;

/// Passes go on until no number changes by more.
pub(super) const CHANGE: f64 = 1e-9;

/// Positions of layers, numbered from 0 through all of them, and where plays lead.
pub(super) struct EveryPlay<'l> {
    parts: Vec<NumberedPart<'l>>,
    /// The part of each number of checkers of the mover and of the opponent.
    by_checkers: Vec<Vec<Option<usize>>>,
    layers: Vec<NumberedLayer<'l>>,
    /// Each roll with its chance.
    rolls: Vec<(Roll, f64)>,
    chunks: Vec<ChunkOfPlays>,
}

/// A layer's name and the numbers of its positions.
pub(super) struct NumberedLayer<'l> {
    pub(super) name: &'l str,
    pub(super) numbers: Range<usize>,
    /// Whether both sides have as many checkers.
    is_even: bool,
}

struct NumberedPart<'l> {
    first: usize,
    index: &'l dyn Index<Position = Position>,
}

/// Of each position in turn the plays of each roll in turn.
#[derive(Default)]
struct ChunkOfPlays {
    /// How many plays there are up to the end of each roll.
    ends: Vec<u32>,
    /// The number of the position that the other side is left with, or [`WON`].
    afters: Vec<u32>,
}

impl<'l> EveryPlay<'l> {
    /// Of finished layers, earlier ones first, which must be all that each of them needs. Takes some
    /// 100 to 200 bytes a position.
    ///
    /// # Errors
    /// If the work is called off, or a layer is missing.
    pub(super) fn of(
        run: &Recomputation<'_>,
        domain: &'l Contact,
        opened: &[&'l OpenLayer<'_, Contact>],
    ) -> Result<Self, Error> {
        let variant = &domain.game().variant;
        let side = variant.checkers() + 1;
        let (mut parts, mut layers) = (Vec::new(), Vec::new());
        let mut by_checkers = vec![vec![None; side]; side];
        let mut len = 0;
        for open in opened {
            let first_of_layer = len;
            for index in open.indexes() {
                if let Some(Position { mover, opponent, .. }) = index.unrank(0) {
                    by_checkers[mover.count()][opponent.count()] = Some(parts.len());
                }
                parts.push(NumberedPart { first: len, index: &**index });
                len += usize::try_from(index.len()).unwrap_or(usize::MAX);
            }
            let name = &*domain.layers()[open.layer().0].name;
            let is_even = open.indexes().len() == 1;
            layers.push(NumberedLayer { name, numbers: first_of_layer..len, is_even });
        }
        let throws = f64::from(variant.faces()).powi(2);
        let rolls = rolls(variant.faces());
        let rolls = rolls.into_iter().map(|(roll, weight)| (roll, f64::from(weight) / throws));
        let rolls = rolls.collect();
        let mut plays = EveryPlay { parts, by_checkers, layers, rolls, chunks: Vec::new() };
        let of_chunk = |chunk: usize| {
            run.check()?;
            let missing = || Error::Recompute("a play leads to a layer that is not there".into());
            let (numbers, mut scratch) =
                (chunk * CHUNK..len.min((chunk + 1) * CHUNK), PlayScratch::default());
            let mut of_chunk = ChunkOfPlays::default();
            for number in numbers {
                let position = plays.position(number).ok_or_else(missing)?;
                let turn = MoveGenerator::new(variant, &position);
                for &(roll, _) in &plays.rolls {
                    let mut all_there = true;
                    turn.for_each_after(roll, &mut scratch, |after| {
                        let number = plays.number(&after);
                        all_there &= number.is_some();
                        of_chunk.afters.extend(number);
                    });
                    if !all_there {
                        return Err(missing());
                    }
                    of_chunk.ends.push(of_chunk.afters.len() as u32);
                }
            }
            Ok(of_chunk)
        };
        let chunks = (0..len.div_ceil(CHUNK)).into_par_iter().map(of_chunk);
        plays.chunks = chunks.collect::<Result<_, Error>>()?;
        Ok(plays)
    }

    /// How many positions there are.
    pub(super) fn len(&self) -> usize {
        self.layers.last().map_or(0, |layer| layer.numbers.end)
    }

    /// The layers in which both sides have as many checkers.
    pub(super) fn even_layers(&self) -> impl Iterator<Item = &NumberedLayer<'l>> {
        self.layers.iter().filter(|layer| layer.is_even)
    }

    /// The position of a number.
    pub(super) fn position(&self, number: usize) -> Option<Position> {
        let part = self.parts.partition_point(|part| part.first <= number).checked_sub(1)?;
        let NumberedPart { first, index } = &self.parts[part];
        index.unrank((number - first) as u64)
    }

    /// The number of a position that a play leads to.
    fn number(&self, after: &Position) -> Option<u32> {
        if after.opponent.is_empty() {
            return Some(WON);
        }
        let part = &self.parts[self.by_checkers[after.mover.count()][after.opponent.count()]?];
        let rank = usize::try_from(part.index.rank(after)?).ok()?;
        u32::try_from(part.first + rank).ok()
    }

    /// Each roll of a position, with its chance and where its plays lead.
    pub(super) fn rolls(&self, number: usize) -> impl Iterator<Item = (Roll, f64, &[u32])> {
        let ChunkOfPlays { ends, afters } = &self.chunks[number / CHUNK];
        let first = number % CHUNK * self.rolls.len();
        self.rolls.iter().zip(first..).map(move |(&(roll, chance), place)| {
            let start = place.checked_sub(1).map_or(0, |before| ends[before]);
            (roll, chance, &afters[start as usize..ends[place] as usize])
        })
    }

    /// For each roll of each position in turn the play that leads to the greatest worth: the first
    /// of equal ones.
    pub(super) fn greatest(&self, worth: impl Fn(u32) -> f64 + Sync) -> ChosenPlays {
        let worth = &worth;
        let of_position = |number| {
            self.rolls(number).map(move |(_, _, afters)| {
                let first = (afters[0], worth(afters[0]));
                let better = |best: (u32, f64), &after: &u32| {
                    let worth = worth(after);
                    if worth > best.1 { (after, worth) } else { best }
                };
                afters[1..].iter().fold(first, better).0
            })
        };
        let chosen = (0..self.len()).into_par_iter().flat_map_iter(of_position).collect();
        let chances = self.rolls.iter().map(|&(_, chance)| chance).collect();
        ChosenPlays { chances, chosen }
    }

    /// The solution of a system with N equations a position, each for the mean over what a roll
    /// leads to, layer by layer: in passes, each from the numbers of the one before, until none
    /// changes by more than 10⁻⁹.
    ///
    /// # Errors
    /// If the work is called off.
    pub(super) fn solution<const N: usize>(
        &self,
        run: &Recomputation<'_>,
        equations: impl Fn(usize, &[[f64; N]]) -> [f64; N] + Sync,
    ) -> Result<Vec<[f64; N]>, Error> {
        let mut numbers = vec![[0.0; N]; self.len()];
        for layer in &self.layers {
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

/// One play for each roll of each position.
pub(super) struct ChosenPlays {
    chances: Vec<f64>,
    chosen: Vec<u32>,
}

impl ChosenPlays {
    /// The mean over all rolls of a position of what its play leads to.
    pub(super) fn mean(&self, number: usize, worth: impl Fn(u32) -> f64) -> f64 {
        let rolls = self.chances.len();
        let of_position = &self.chosen[number * rolls..][..rolls];
        self.chances.iter().zip(of_position).map(|(chance, &after)| chance * worth(after)).sum()
    }
}
