//! The likelihood of a strategy's choices, given those before.
//!
//! The numbers are part of the format of proof files: `docs/trax.md` states them.

use super::coder::{ChoiceDecoder, ChoiceEncoder};

/// The number of cells of a table that rates are sorted into.
const RATES: u64 = 20;
/// Number of moves from which positions are treated alike.
const MOST_MOVES: usize = 31;
/// The weight of a move that would have been chosen whenever it was offered.
const FULL_WEIGHT: u64 = 1 << 12;
/// One move in this many is chosen, as long as nothing is known.
const FIRST_GUESS: u64 = 20;
/// Limit of the counts of leaves, which are halved above it.
const MOST_COUNTED: u32 = 1 << 16;

/// Counts of a class of moves.
#[derive(Clone, Copy, Default)]
struct ClassCount {
    /// Moves of the class in positions of the walk.
    met: u64,
    /// Number of these in leaves.
    leaves: u64,
    /// Number of these in other positions.
    offered: u64,
    /// Number of these that were chosen.
    chosen: u64,
}

/// Counts of the choices so far in a walk.
pub struct ChoiceModel {
    classes: Vec<ClassCount>,
    /// The numbers of leaves and of positions with a move, by the largest rate of leaves among the
    /// classes of a position's moves, and by the number of these.
    leaves: Vec<[u32; 2]>,
    weights: Vec<u32>,
}

impl Default for ChoiceModel {
    fn default() -> Self {
        ChoiceModel::new()
    }
}

impl ChoiceModel {
    /// Creates the model before the first choice.
    pub fn new() -> Self {
        let leaves = vec![[1, 1]; RATES as usize * (MOST_MOVES + 1)];
        let classes = vec![ClassCount::default(); usize::from(u16::MAX) + 1];
        ChoiceModel { classes, leaves, weights: Vec::new() }
    }

    /// Writes the strategy's move in a position, by the classes of all its moves; `None` for a
    /// leaf, as every position without a move is.
    pub fn write(
        &mut self,
        encoder: &mut ChoiceEncoder,
        classes: impl ExactSizeIterator<Item = u16> + Clone,
        chosen: Option<usize>,
    ) -> Option<usize> {
        let branch = usize::from(chosen.is_some());
        self.choose(classes, |weights, which| {
            let made = match which {
                Which::Branch => branch,
                Which::Move => chosen.unwrap_or(0),
            };
            encoder.choose(weights, made);
            made
        })
    }

    /// Reads the strategy's move in a position; `None` for a leaf.
    pub fn read(
        &mut self,
        decoder: &mut ChoiceDecoder<'_>,
        classes: impl ExactSizeIterator<Item = u16> + Clone,
    ) -> Option<usize> {
        self.choose(classes, |weights, _| decoder.choose(weights))
    }

    /// Makes the choices of a position by their weights, and counts them.
    fn choose(
        &mut self,
        classes: impl ExactSizeIterator<Item = u16> + Clone,
        mut choice: impl FnMut(&[u32], Which) -> usize,
    ) -> Option<usize> {
        let moves = classes.len();
        if moves == 0 {
            return None;
        }
        let rates = classes.clone().map(|class| {
            let ClassCount { met, leaves, .. } = self.classes[usize::from(class)];
            RATES * (2 * leaves + 1) / (2 * met + 2)
        });
        let rate = rates.max().unwrap_or(0) as usize;
        let counts = &mut self.leaves[rate * (MOST_MOVES + 1) + moves.min(MOST_MOVES)];
        let branch = choice(counts, Which::Branch);
        counts[branch] += 2;
        if counts.iter().sum::<u32>() > MOST_COUNTED {
            *counts = counts.map(|count| (count / 2) | 1);
        }
        let is_leaf = branch == 0;
        for class in classes.clone() {
            let class = &mut self.classes[usize::from(class)];
            class.met += 1;
            class.leaves += u64::from(is_leaf);
        }
        if is_leaf {
            return None;
        }
        let weights = classes.clone().map(|class| {
            let ClassCount { offered, chosen, .. } = self.classes[usize::from(class)];
            let weight = FULL_WEIGHT * (FIRST_GUESS * chosen + 1) / (FIRST_GUESS * (offered + 1));
            weight.max(1) as u32
        });
        self.weights.clear();
        self.weights.extend(weights);
        let chosen = choice(&self.weights, Which::Move);
        for (number, class) in classes.enumerate() {
            let class = &mut self.classes[usize::from(class)];
            class.offered += 1;
            class.chosen += u64::from(number == chosen);
        }
        Some(chosen)
    }
}

/// The two choices of a position.
#[derive(Clone, Copy)]
enum Which {
    /// A leaf, or a move.
    Branch,
    /// The move.
    Move,
}
