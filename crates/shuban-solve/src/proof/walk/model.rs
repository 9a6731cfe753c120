//! How likely a strategy's choices are, by those that it made so far.
//!
//! The numbers are part of the format of proof files: `docs/trax.md` states them.

use shuban_core::Choice;

use super::coder::Choose;

/// How many cells of a table rates are sorted into.
const RATES: u64 = 20;
/// Positions with more moves are alike.
const MOST_MOVES: usize = 31;
/// The weight of a move that would have been chosen whenever it was there.
const FULL_WEIGHT: u64 = 1 << 12;
/// One move of so many is chosen, as long as nothing is known.
const FIRST_GUESS: u64 = 20;
/// Counts of leaves are halved when they come to more.
const MOST_COUNTED: u32 = 1 << 16;

/// What is known of a class of moves.
#[derive(Clone, Copy, Default)]
struct ClassCount {
    /// Moves of the class in positions of the walk.
    met: u64,
    /// Those of leaves among them.
    leaves: u64,
    /// Those of the others.
    offered: u64,
    /// Those that were chosen.
    chosen: u64,
}

/// Counts of what has come so far in a walk.
pub(super) struct Model {
    classes: Vec<ClassCount>,
    /// By the largest rate of leaves among the classes of a position's moves, and how many these
    /// are: leaves, and positions with a move.
    leaves: Vec<[u32; 2]>,
    weights: Vec<u32>,
}

impl Model {
    pub(super) fn new() -> Self {
        let leaves = vec![[1, 1]; RATES as usize * (MOST_MOVES + 1)];
        let classes = vec![ClassCount::default(); usize::from(u16::MAX) + 1];
        Model { classes, leaves, weights: Vec::new() }
    }

    /// Writes, or reads, which of a position's moves the strategy chooses; `None` if it is a leaf,
    /// as every position without a move is.
    pub(super) fn choose<P, M>(
        &mut self,
        coder: &mut impl Choose,
        moves: &[Choice<P, M>],
        chosen: Option<usize>,
    ) -> Option<usize> {
        if moves.is_empty() {
            return None;
        }
        let rates = moves.iter().map(|one| {
            let ClassCount { met, leaves, .. } = self.classes[usize::from(one.class)];
            RATES * (2 * leaves + 1) / (2 * met + 2)
        });
        let rate = rates.max().unwrap_or(0) as usize;
        let counts = &mut self.leaves[rate * (MOST_MOVES + 1) + moves.len().min(MOST_MOVES)];
        let branch = coder.choose(counts, usize::from(chosen.is_some()));
        counts[branch] += 2;
        if counts.iter().sum::<u32>() > MOST_COUNTED {
            *counts = counts.map(|count| (count / 2) | 1);
        }
        let is_leaf = branch == 0;
        for one in moves {
            let class = &mut self.classes[usize::from(one.class)];
            class.met += 1;
            class.leaves += u64::from(is_leaf);
        }
        if is_leaf {
            return None;
        }
        let weights = moves.iter().map(|one| {
            let ClassCount { offered, chosen, .. } = self.classes[usize::from(one.class)];
            let weight = FULL_WEIGHT * (FIRST_GUESS * chosen + 1) / (FIRST_GUESS * (offered + 1));
            weight.max(1) as u32
        });
        self.weights.clear();
        self.weights.extend(weights);
        let chosen = coder.choose(&self.weights, chosen.unwrap_or(0));
        for one in moves {
            self.classes[usize::from(one.class)].offered += 1;
        }
        self.classes[usize::from(moves[chosen].class)].chosen += 1;
        Some(chosen)
    }
}
