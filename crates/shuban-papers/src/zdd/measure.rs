//! What the decision diagram costs beside the closed form.

use std::hint::black_box;
use std::time::Instant;

use shuban_core::{Index, TwoSided};
use shuban_gammon::Position;

use super::{ZddError, ZddIndex};

/// Positions of a round, and the rounds, of which the fastest counts: rounds so short that some of
/// them are not disturbed by whatever else the machine does.
const SAMPLE: u64 = 1 << 14;
const ROUNDS: usize = 30;

/// What an index of a part takes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct IndexCost {
    /// Nodes of a diagram; none in a closed form.
    pub nodes: usize,
    /// Bytes that a file must hold of it, before compression.
    pub stored_bytes: u64,
    /// Nanoseconds to rank a position, on average over positions in random order.
    pub rank_ns: f64,
    /// Nanoseconds to unrank, likewise.
    pub unrank_ns: f64,
}

/// Both indexes of one part, side by side.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct IndexComparison {
    /// The mover's checkers.
    pub mover: usize,
    /// The opponent's checkers.
    pub opponent: usize,
    /// Positions of the part.
    pub positions: u64,
    /// The closed form, [`TwoSided`].
    pub combinatorial: IndexCost,
    /// The decision diagram, [`ZddIndex`].
    pub zdd: IndexCost,
}

/// Measures both indexes of the positions with `mover` checkers against `opponent` checkers on
/// `points` points. Takes well under a second; times are the calling thread's, on this machine.
///
/// # Errors
/// [`ZddError`] if the diagram cannot be built.
pub fn compare_indexes(
    points: usize,
    mover: usize,
    opponent: usize,
) -> Result<IndexComparison, ZddError> {
    let zdd = ZddIndex::new(points, mover, opponent)?;
    let combinatorial = TwoSided::new(points, mover, opponent).ok_or(ZddError::TooMany {
        points,
        mover,
        opponent,
    })?;
    Ok(IndexComparison {
        mover,
        opponent,
        positions: zdd.len(),
        combinatorial: cost(&ClosedForm(combinatorial), 0),
        zdd: cost(&zdd, zdd.nodes()),
    })
}

/// The closed form as an index of positions.
struct ClosedForm(TwoSided);

impl Index for ClosedForm {
    type Position = Position;

    fn len(&self) -> u64 {
        self.0.len()
    }

    fn rank(&self, position: &Position) -> Option<u64> {
        self.0.rank(position.mover, position.opponent)
    }

    fn unrank(&self, rank: u64) -> Option<Position> {
        self.0.unrank(rank).map(|(mover, opponent)| Position::new(mover, opponent))
    }
}

/// Through the trait object, as a solver uses an index.
fn cost(index: &dyn Index<Position = Position>, nodes: usize) -> IndexCost {
    let stored =
        index.sections().iter().flat_map(|section| &section.entries).map(|e| e.len() as u64).sum();
    let ranks = scattered(index.len());
    let positions: Vec<Position> = ranks.iter().filter_map(|&rank| index.unrank(rank)).collect();
    IndexCost {
        nodes,
        stored_bytes: stored,
        rank_ns: nanoseconds(&positions, |position| black_box(index.rank(position))),
        unrank_ns: nanoseconds(&ranks, |&rank| black_box(index.unrank(rank))),
    }
}

/// Ranks in an order that no processor foresees, always the same.
fn scattered(len: u64) -> Vec<u64> {
    // The finaliser of splitmix64: each number goes to another one.
    let scramble = |i: u64| {
        let z = i.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ z >> 31
    };
    (0..SAMPLE).filter_map(|i| scramble(i + 1).checked_rem(len)).collect()
}

/// The time of one call, averaged over all items, in the fastest round.
fn nanoseconds<T, R>(items: &[T], mut call: impl FnMut(&T) -> R) -> f64 {
    let round = |_| {
        let start = Instant::now();
        for item in black_box(items) {
            call(item);
        }
        start.elapsed().as_nanos() as f64 / items.len().max(1) as f64
    };
    (0..ROUNDS).map(round).fold(f64::INFINITY, f64::min)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comparison_states_what_both_indexes_are() {
        for (mover, opponent, positions, nodes) in
            [(1, 1, 601, 97), (2, 1, 7_525, 214), (2, 2, 90_901, 422)]
        {
            let found = compare_indexes(24, mover, opponent).unwrap();
            assert_eq!(
                (found.mover, found.opponent, found.positions),
                (mover, opponent, positions)
            );
            assert_eq!((found.combinatorial.nodes, found.combinatorial.stored_bytes), (0, 0));
            assert_eq!((found.zdd.nodes as u64, found.zdd.stored_bytes), (nodes, 10 * nodes));
            for cost in [found.combinatorial, found.zdd] {
                assert!(cost.rank_ns > 0.0 && cost.unrank_ns > 0.0);
            }
        }
        assert!(compare_indexes(30, 15, 15).is_err());
    }
}
