//! The positions of a part numbered by a zero-suppressed decision diagram (Minato, *Zero-suppressed
//! BDDs for set manipulation in combinatorial problems*, 1993).
//!
//! The closed form of [`TwoSided`] is smaller and faster; this is the general way, which needs no
//! formula: a family of sets is put together by set algebra, and its diagram numbers them. A
//! decision-diagram library does the algebra while the index is built; what a file would hold is a
//! plain array.

mod diagram;
mod families;
mod measure;
mod variables;

use std::fmt;

use diagram::Diagram;
use families::{Families, Family};
pub use measure::{IndexComparison, IndexCost, compare_indexes};
use oxidd::util::OutOfMemory;
use shuban_core::{Checkers, Index, Section, TwoSided};
use shuban_gammon::Position;
use variables::{Meaning, Variables};

/// The name of the section that holds the nodes.
const SECTION: &str = "zdd";

/// All positions with so many checkers of the mover and of the opponent, as [`TwoSided`] has them,
/// numbered by a zero-suppressed decision diagram.
///
/// **The order of ranks**: a position is the set of the statements "k checkers of this side stand
/// here" that hold of it. These are ordered by place (the points from the mover's lowest up, the
/// mover's bar, the opponent's bar), on one place the mover's first, then by k ascending. Of two
/// positions, the one of which the first statement that tells them apart holds has the higher rank.
///
/// Rank and unrank walk down the diagram, past at most each statement once: O(points · checkers).
/// Whose turn it is does not matter.
#[derive(Clone, PartialEq, Eq)]
pub struct ZddIndex {
    variables: Variables,
    /// What each variable says, so that no walk has to work it out.
    meanings: Vec<Meaning>,
    diagram: Diagram,
}

/// Why an index could not be built.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ZddError {
    /// More points or checkers than a board here can have, or 2⁶⁴ positions or more.
    #[error(
        "positions with {mover} checkers against {opponent} on {points} points cannot be numbered"
    )]
    TooMany {
        /// Points of the board.
        points: usize,
        /// The mover's checkers.
        mover: usize,
        /// The opponent's checkers.
        opponent: usize,
    },
    /// The decision-diagram library ran out of the room it was given.
    #[error("the decision diagram ran out of room for nodes")]
    OutOfRoom,
}

impl From<OutOfMemory> for ZddError {
    fn from(_: OutOfMemory) -> Self {
        ZddError::OutOfRoom
    }
}

impl ZddIndex {
    /// Builds the diagram of `mover` checkers against `opponent` checkers on `points` points, in
    /// time proportional to its nodes, not to the positions.
    ///
    /// # Errors
    /// [`ZddError`].
    pub fn new(points: usize, mover: usize, opponent: usize) -> Result<Self, ZddError> {
        let too_many = || ZddError::TooMany { points, mover, opponent };
        TwoSided::new(points, mover, opponent).ok_or_else(too_many)?;
        let variables = Variables { points, mover, opponent };
        let diagram = Diagram::of(&positions(variables)?).ok_or_else(too_many)?;
        Ok(ZddIndex { variables, meanings: variables.meanings().collect(), diagram })
    }

    /// How many nodes the diagram has, its two terminals not counted.
    pub fn nodes(&self) -> usize {
        self.diagram.nodes()
    }
}

/// Without the nodes, which can be a hundred thousand.
impl fmt::Debug for ZddIndex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ZddIndex")
            .field("points", &self.variables.points)
            .field("mover", &self.variables.mover)
            .field("opponent", &self.variables.opponent)
            .field("nodes", &self.nodes())
            .finish_non_exhaustive()
    }
}

impl Index for ZddIndex {
    type Position = Position;

    fn len(&self) -> u64 {
        self.diagram.len()
    }

    fn rank(&self, position: &Position) -> Option<u64> {
        self.diagram.rank(self.variables.set(position)?.as_slice())
    }

    fn unrank(&self, rank: u64) -> Option<Position> {
        if rank >= self.len() {
            return None;
        }
        let mut position = Position::new(Checkers::NONE, Checkers::NONE);
        self.diagram.unrank(rank, |variable| {
            position = self.meanings[usize::from(variable)].place_on(position);
        });
        Some(position)
    }

    fn sections(&self) -> Vec<Section> {
        vec![Section { name: SECTION.into(), entries: vec![self.diagram.to_bytes()] }]
    }
}

/// The family of all positions, put together place by place from the last one: for each number of
/// checkers that both sides have left, the ways to place them from there on.
fn positions(variables: Variables) -> Result<Family, OutOfMemory> {
    let Variables { points, mover, opponent } = variables;
    let meanings: Vec<Meaning> = variables.meanings().collect();
    let most_nodes =
        (points + 2) * (mover + 1) * (opponent + 1) * (mover + opponent) + meanings.len();
    // Twice as many: each union leaves a node behind that only it needed.
    let families = Families::new(meanings.len() as u32, 2 * most_nodes + 64);
    let mut ways = vec![vec![families.nothing(); opponent + 1]; mover + 1];
    ways[0][0] = families.unit();
    for slot in (0..points + 2).rev() {
        let mut longer = ways.clone(); // nobody stands here
        // From the last variable up, so that each union only puts one node on top.
        let here = meanings.iter().enumerate().rev().filter(|(_, meaning)| meaning.slot == slot);
        for (variable, meaning) in here {
            let (movers, opponents) = meaning.counts();
            for (before, after) in ways.iter().zip(&mut longer[movers..]) {
                for (before, after) in before.iter().zip(&mut after[opponents..]) {
                    *after = before.with(variable as u32)?.union(after)?;
                }
            }
        }
        ways = longer;
    }
    Ok(ways[mover][opponent].clone())
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use proptest::prelude::*;
    use shuban_core::conformance;

    use super::*;

    /// Board, mover, opponent: backgammon and half-gammon, and what is smallest or odd.
    const SMALL: [(usize, usize, usize); 13] = [
        (24, 1, 1),
        (24, 2, 1),
        (24, 1, 2),
        (24, 2, 2),
        (12, 1, 1),
        (12, 2, 1),
        (12, 2, 2),
        (12, 3, 3),
        (1, 1, 1),
        (1, 3, 2),
        (2, 15, 15),
        (30, 1, 2),
        (5, 0, 3),
    ];

    fn closed_form(points: usize, mover: usize, opponent: usize) -> impl Iterator<Item = Position> {
        let index = TwoSided::new(points, mover, opponent).unwrap();
        (0..index.len()).map(move |rank| {
            let (mover, opponent) = index.unrank(rank).unwrap();
            Position::new(mover, opponent)
        })
    }

    #[test]
    fn every_position_of_the_closed_form_has_one_rank_below_the_same_length() {
        for (points, mover, opponent) in SMALL {
            let zdd = ZddIndex::new(points, mover, opponent).unwrap();
            let mut ranks = HashSet::new();
            for position in closed_form(points, mover, opponent) {
                let rank = zdd.rank(&position).unwrap();
                assert!(rank < zdd.len() && ranks.insert(rank), "{position:?}");
                assert_eq!(zdd.unrank(rank), Some(position));
            }
            assert_eq!(ranks.len() as u64, zdd.len(), "{mover} v {opponent} on {points}");
            conformance::index(&zdd, u64::MAX).unwrap();
        }
    }

    #[test]
    fn ranks_are_in_the_stated_order() {
        for (points, mover, opponent) in [(12, 2, 1), (12, 2, 2), (4, 3, 4)] {
            let zdd = ZddIndex::new(points, mover, opponent).unwrap();
            // Whether each statement holds of a position, in the order stated.
            let statements = |position: Position| -> Vec<bool> {
                let mut all = Vec::new();
                for point in 1..=points {
                    all.extend((1..=mover).map(|k| position.mover.on(point) == k));
                    all.extend(
                        (1..=opponent).map(|k| position.opponent.on(points + 1 - point) == k),
                    );
                }
                all.extend((1..=mover).map(|k| position.mover.on(points + 1) == k));
                all.extend((1..=opponent).map(|k| position.opponent.on(points + 1) == k));
                all
            };
            let all: Vec<_> =
                (0..zdd.len()).map(|rank| statements(zdd.unrank(rank).unwrap())).collect();
            assert!(all.is_sorted());
        }
    }

    #[test]
    fn large_parts_are_counted_right() {
        for (points, mover, opponent) in [(12, 8, 8), (24, 5, 5), (24, 3, 15), (24, 15, 15)] {
            let zdd = ZddIndex::new(points, mover, opponent).unwrap();
            assert_eq!(zdd.len(), TwoSided::new(points, mover, opponent).unwrap().len());
            conformance::index(&zdd, 10_000).unwrap();
        }
        let too_many = ZddIndex::new(30, 15, 15).unwrap_err();
        assert_eq!(too_many, ZddError::TooMany { points: 30, mover: 15, opponent: 15 });
        assert!(ZddIndex::new(31, 1, 1).is_err() && ZddIndex::new(24, 16, 1).is_err());
    }

    #[test]
    fn diagrams_of_backgammon_are_as_large_as_documented() {
        for (mover, opponent, nodes) in [(2, 1, 214), (1, 2, 214), (3, 3, 1_107), (15, 15, 85_455)]
        {
            let zdd = ZddIndex::new(24, mover, opponent).unwrap();
            assert_eq!(zdd.nodes(), nodes);
            assert_eq!(zdd.sections()[0].entries[0].len(), 10 * nodes);
        }
    }

    #[test]
    fn positions_of_other_parts_have_no_rank() {
        let zdd = ZddIndex::new(12, 2, 1).unwrap();
        let position = |mover: &[usize], opponent: &[usize]| -> Position {
            Position::new(from(mover), from(opponent))
        };
        assert!(zdd.rank(&position(&[1, 2], &[3])).is_some());
        for (mover, opponent) in [
            (&[1][..], &[3][..]),
            (&[1, 2, 2], &[3]),
            (&[1, 2], &[3, 3]),
            (&[1, 14], &[3]),
            (&[1, 2], &[11]),
        ] {
            assert_eq!(zdd.rank(&position(mover, opponent)), None, "{mover:?} {opponent:?}");
        }
    }

    fn from(places: &[usize]) -> Checkers {
        Checkers::from_places(places.iter().copied())
    }

    proptest! {
        #[test]
        fn random_ranks_of_large_parts_round_trip(mover in 1usize..=8, opponent in 1usize..=8, seed: u64) {
            let zdd = ZddIndex::new(12, mover, opponent).unwrap();
            let rank = seed % zdd.len();
            let position = zdd.unrank(rank).unwrap();
            prop_assert_eq!((position.mover.count(), position.opponent.count()), (mover, opponent));
            prop_assert_eq!(zdd.rank(&position), Some(rank));
        }

        #[test]
        fn any_placement_has_a_rank_if_no_point_is_shared(
            mover in prop::collection::vec(1usize..=14, 2),
            opponent in prop::collection::vec(1usize..=14, 3),
        ) {
            let zdd = ZddIndex::new(12, 2, 3).unwrap();
            let legal = mover.iter().chain(&opponent).all(|&place| place <= 13)
                && !mover.iter().any(|&place| place <= 12 && opponent.contains(&(13 - place)));
            let position = Position::new(from(&mover), from(&opponent));
            let rank = zdd.rank(&position);
            prop_assert_eq!(rank.is_some(), legal);
            if let Some(rank) = rank {
                prop_assert_eq!(zdd.unrank(rank), Some(position));
            }
        }

    }
}
