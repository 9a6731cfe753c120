//! What a walk has learnt so far: how likely its choices are.

use crate::class::{CLASSES, Choice};
use crate::coder::RangeDecoder;

/// How many cells of a table rates are sorted into.
const RATES: usize = 20;
/// Positions of more choices are alike.
const MOST_CHOICES: usize = 31;
/// The weight of a choice that was taken whenever it was there.
const FULL_WEIGHT: u64 = 1 << 12;
/// One choice of so many is taken, as long as nothing is known.
const FIRST_GUESS: u64 = 20;
/// Counts of leaves are halved when they come to so many.
const MOST_COUNTED: u32 = 1 << 16;

/// Of a class of turns.
#[derive(Clone, Copy, Default)]
struct ClassCount {
    /// Positions that were met with a turn of the class, once for each such turn.
    met: u64,
    /// Of them those that were leaves.
    leaves: u64,
    /// Turns of the class where the strategy chose one.
    offered: u64,
    /// Those that it chose.
    chosen: u64,
}

/// Counts of what has come so far; the next choice is read by them.
pub(crate) struct Model {
    classes: Vec<ClassCount>,
    /// By the largest share of leaves among the turns' classes, and by the number of turns:
    /// leaves, and other positions.
    leaves: Vec<[u32; 2]>,
}

impl Model {
    pub(crate) fn new() -> Self {
        let leaves = vec![[1, 1]; RATES * (MOST_CHOICES + 1)];
        Model { classes: vec![ClassCount::default(); CLASSES], leaves }
    }

    /// Reads which of a position's turns the strategy chooses; `None` if it is a leaf, which is
    /// left to plain search. Without any turn it is one anyway.
    pub(crate) fn read(
        &mut self,
        decoder: &mut RangeDecoder<'_>,
        choices: &[Choice],
        weights: &mut Vec<u32>,
    ) -> Option<usize> {
        if choices.is_empty() {
            return None;
        }
        let class = |choice: &Choice| usize::from(choice.class);
        let rates = choices.iter().map(|choice| {
            let ClassCount { met, leaves, .. } = self.classes[class(choice)];
            RATES as u64 * (2 * leaves + 1) / (2 * met + 2)
        });
        let rate = rates.max().unwrap_or(0) as usize;
        let counts = &mut self.leaves[rate * (MOST_CHOICES + 1) + choices.len().min(MOST_CHOICES)];
        let is_leaf = decoder.choice(counts) == 0;
        counts[usize::from(!is_leaf)] += 2;
        if counts.iter().sum::<u32>() > MOST_COUNTED {
            *counts = counts.map(|count| (count / 2) | 1);
        }
        for choice in choices {
            let count = &mut self.classes[class(choice)];
            count.met += 1;
            count.leaves += u64::from(is_leaf);
        }
        if is_leaf {
            return None;
        }
        weights.clear();
        weights.extend(choices.iter().map(|choice| {
            let ClassCount { offered, chosen, .. } = self.classes[class(choice)];
            let weight = FULL_WEIGHT * (FIRST_GUESS * chosen + 1) / (FIRST_GUESS * (offered + 1));
            weight.max(1) as u32
        }));
        let chosen = decoder.choice(weights);
        choices.iter().for_each(|choice| self.classes[class(choice)].offered += 1);
        self.classes[class(&choices[chosen])].chosen += 1;
        Some(chosen)
    }
}
