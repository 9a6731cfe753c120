//! The positions of a part numbered by a zero-suppressed decision diagram (Minato, *Zero-suppressed
//! BDDs for set manipulation in combinatorial problems*, 1993).
//!
//! The closed form of [`TwoSided`] is smaller and faster; this is the general way, which needs no
//! formula: positions are sets of statements, and the diagram of these sets numbers them.

use std::collections::HashMap;

use shuban_core::{Checkers, Index, MAX_CHECKERS, MAX_POINTS, Section, TwoSided};
use shuban_gammon::Position;

/// A reference to the family without any set.
const NOTHING: u32 = 0;
/// A reference to the family of the empty set alone.
const UNIT: u32 = 1;

/// The sets `without` and, with `variable` added, the sets `with`.
#[derive(Clone, Copy)]
struct ZddNode {
    /// How many sets `without` has: one that has the variable comes after all of them.
    before: u64,
    without: u32,
    with: u32,
    variable: u16,
}

/// Stands in for a terminal: after every variable, so that no walk goes past it.
const TERMINAL: ZddNode =
    ZddNode { before: 0, without: NOTHING, with: NOTHING, variable: u16::MAX };

// A variable fits into 16 bits: both sides have a variable for each of their numbers.
const _: () = assert!((MAX_POINTS + 1) * 2 * MAX_CHECKERS < u16::MAX as usize);

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
pub(crate) struct ZddIndex {
    points: usize,
    mover: usize,
    opponent: usize,
    /// What each variable says.
    statements: Vec<Statement>,
    /// The two terminals, then the nodes, each after those it refers to; the last one is the root.
    nodes: Vec<ZddNode>,
    len: u64,
}

/// What a variable says: that so many checkers of a side stand on a place.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Statement {
    of_mover: bool,
    /// As their own side counts.
    place: usize,
    count: usize,
    /// The first variable of the next place that can be occupied by itself.
    next: usize,
}

impl ZddIndex {
    /// The diagram of `mover` checkers against `opponent` checkers on `points` points, built in
    /// time proportional to its nodes, not to the positions. `None` of more points or checkers than
    /// a board here can have, or of 2⁶⁴ positions or more.
    pub(crate) fn new(points: usize, mover: usize, opponent: usize) -> Option<Self> {
        TwoSided::new(points, mover, opponent)?;
        let mut statements = Vec::new();
        let mut state = |of_mover, place, most, next| {
            statements.extend((1..=most).map(|count| Statement { of_mover, place, count, next }));
        };
        for point in 1..=points {
            let next = point * (mover + opponent);
            state(true, point, mover, next);
            state(false, points + 1 - point, opponent, next);
        }
        let bars = points * (mover + opponent);
        state(true, points + 1, mover, bars + mover);
        state(false, points + 1, opponent, bars + mover + opponent);
        let mut builder = ZddBuilder {
            statements: &statements,
            nodes: vec![TERMINAL; 2],
            counts: vec![0, 1],
            known: HashMap::new(),
        };
        let root = builder.family(0, mover, opponent);
        let (nodes, len) = (builder.nodes, builder.counts[root as usize]);
        Some(ZddIndex { points, mover, opponent, statements, nodes, len })
    }

    /// How many nodes the diagram has, its two terminals not counted.
    pub(crate) fn nodes(&self) -> usize {
        self.nodes.len() - 2
    }

    fn root(&self) -> u32 {
        self.nodes.len() as u32 - 1
    }

    fn node(&self, reference: u32) -> &ZddNode {
        &self.nodes[reference as usize]
    }

    /// Whether a position has these numbers of checkers, all on the board or a bar.
    fn is_of_part(&self, position: &Position) -> bool {
        let places = (1u64 << (self.points + 2)) - 2;
        let occupied = u64::from(position.mover.occupied() | position.opponent.occupied());
        let counts = (position.mover.count(), position.opponent.count());
        counts == (self.mover, self.opponent) && occupied & !places == 0
    }
}

impl Index for ZddIndex {
    type Position = Position;

    fn len(&self) -> u64 {
        self.len
    }

    fn rank(&self, position: &Position) -> Option<u64> {
        if !self.is_of_part(position) {
            return None;
        }
        let of_a_place = self.mover + self.opponent;
        let of_movers =
            position.mover.iter().map(|(place, count)| (place - 1) * of_a_place + count - 1);
        let of_opponents = position.opponent.iter().map(|(place, count)| {
            // Both bars together have as many variables as a point.
            let slot = if place > self.points { self.points } else { self.points - place };
            slot * of_a_place + self.mover + count - 1
        });
        let mut set = [0; 2 * MAX_CHECKERS];
        let mut len = 0;
        for variable in of_movers.chain(of_opponents) {
            set[len] = variable as u16;
            len += 1;
        }
        set[..len].sort_unstable();
        let mut at = self.root();
        let mut rank = 0;
        for &variable in &set[..len] {
            let mut node = self.node(at);
            while node.variable < variable {
                node = self.node(node.without);
            }
            if node.variable != variable {
                return None;
            }
            rank += node.before;
            at = node.with;
        }
        // All checkers are placed.
        (at == UNIT).then_some(rank)
    }

    fn unrank(&self, mut rank: u64) -> Option<Position> {
        if rank >= self.len {
            return None;
        }
        let (mut mover, mut opponent) = (Checkers::NONE, Checkers::NONE);
        let mut at = self.root();
        while at > UNIT {
            let node = self.node(at);
            if rank < node.before {
                at = node.without;
                continue;
            }
            rank -= node.before;
            at = node.with;
            let statement = self.statements[usize::from(node.variable)];
            let side = if statement.of_mover { &mut mover } else { &mut opponent };
            *side = side.with(statement.place, statement.count);
        }
        Some(Position::new(mover, opponent))
    }

    /// What a file would hold: ten bytes a node. Counts follow from the rest.
    fn sections(&self) -> Vec<Section> {
        let bytes = |node: &ZddNode| {
            let ZddNode { variable, without, with, .. } = *node;
            [&variable.to_le_bytes()[..], &without.to_le_bytes(), &with.to_le_bytes()].concat()
        };
        let nodes = self.nodes[2..].iter().flat_map(bytes).collect();
        vec![Section { name: "zdd".into(), entries: vec![nodes] }]
    }
}

/// The nodes of a diagram so far.
struct ZddBuilder<'a> {
    statements: &'a [Statement],
    nodes: Vec<ZddNode>,
    /// How many sets each node has.
    counts: Vec<u64>,
    /// The families worked out so far.
    known: HashMap<(usize, usize, usize), u32>,
}

impl ZddBuilder<'_> {
    /// The ways to place so many checkers of the mover and the opponent by the variables from
    /// `variable` on. Families of different numbers are different, so that no node comes twice.
    fn family(&mut self, variable: usize, mover: usize, opponent: usize) -> u32 {
        let Some(&Statement { of_mover, count, next, .. }) = self.statements.get(variable) else {
            return if mover + opponent == 0 { UNIT } else { NOTHING };
        };
        if let Some(&known) = self.known.get(&(variable, mover, opponent)) {
            return known;
        }
        let mut family = self.family(variable + 1, mover, opponent);
        let (movers, opponents) = if of_mover { (count, 0) } else { (0, count) };
        if movers <= mover && opponents <= opponent {
            let with = self.family(next, mover - movers, opponent - opponents);
            if with != NOTHING {
                let before = self.counts[family as usize];
                self.counts.push(before + self.counts[with as usize]);
                let variable = variable as u16;
                self.nodes.push(ZddNode { before, without: family, with, variable });
                family = self.nodes.len() as u32 - 1;
            }
        }
        self.known.insert((variable, mover, opponent), family);
        family
    }
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

    fn zdd(points: usize, mover: usize, opponent: usize) -> ZddIndex {
        ZddIndex::new(points, mover, opponent).unwrap()
    }

    fn position(mover: &[usize], opponent: &[usize]) -> Position {
        let [mover, opponent] =
            [mover, opponent].map(|places| Checkers::from_places(places.iter().copied()));
        Position::new(mover, opponent)
    }

    #[test]
    fn every_position_of_the_closed_form_has_one_rank_below_the_same_length() {
        for (points, mover, opponent) in SMALL {
            let zdd = zdd(points, mover, opponent);
            let closed = TwoSided::new(points, mover, opponent).unwrap();
            let mut ranks = HashSet::new();
            for (mover, opponent) in (0..closed.len()).map_while(|rank| closed.unrank(rank)) {
                let position = Position::new(mover, opponent);
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
            let zdd = zdd(points, mover, opponent);
            // Whether each statement holds of a position, in the order stated.
            let statements = |position: Position| -> Vec<bool> {
                let movers = |place| (1..=mover).map(move |k| position.mover.on(place) == k);
                let opponents =
                    |place| (1..=opponent).map(move |k| position.opponent.on(place) == k);
                (1..=points)
                    .flat_map(|point| movers(point).chain(opponents(points + 1 - point)))
                    .chain(movers(points + 1))
                    .chain(opponents(points + 1))
                    .collect()
            };
            let all: Vec<_> =
                (0..zdd.len()).map(|rank| statements(zdd.unrank(rank).unwrap())).collect();
            assert!(all.is_sorted());
        }
    }

    #[test]
    fn large_parts_are_counted_right() {
        for (points, mover, opponent) in [(12, 8, 8), (24, 5, 5), (24, 3, 15), (24, 15, 15)] {
            let zdd = zdd(points, mover, opponent);
            assert_eq!(zdd.len(), TwoSided::new(points, mover, opponent).unwrap().len());
            conformance::index(&zdd, 10_000).unwrap();
        }
        for (points, mover, opponent) in [(30, 15, 15), (31, 1, 1), (24, 16, 1)] {
            assert!(ZddIndex::new(points, mover, opponent).is_none());
        }
    }

    #[test]
    fn diagrams_of_backgammon_are_reduced_and_as_large_as_documented() {
        for (mover, opponent, nodes) in
            [(1, 1, 97), (2, 1, 214), (1, 2, 214), (2, 2, 422), (3, 3, 1_107), (15, 15, 85_455)]
        {
            let zdd = zdd(24, mover, opponent);
            assert_eq!(zdd.nodes(), nodes);
            assert_eq!(zdd.sections()[0].entries[0].len(), 10 * nodes);
            let nodes = zdd.nodes[2..].iter();
            let distinct: HashSet<_> =
                nodes.map(|node| (node.variable, node.without, node.with)).collect();
            assert!(distinct.len() == zdd.nodes() && distinct.iter().all(|node| node.2 != NOTHING));
        }
    }

    #[test]
    fn positions_of_other_parts_have_no_rank() {
        let zdd = zdd(12, 2, 1);
        assert!(zdd.rank(&position(&[1, 2], &[3])).is_some());
        for (mover, opponent) in [
            (&[1][..], &[3][..]),
            (&[1, 2, 2], &[3]),
            (&[1, 2], &[3, 3]),
            (&[1, 14], &[3]),
            (&[1, 2], &[14]),
            (&[1, 2], &[11]),
        ] {
            assert_eq!(zdd.rank(&position(mover, opponent)), None, "{mover:?} {opponent:?}");
        }
    }

    proptest! {
        #[test]
        fn any_placement_has_a_rank_if_no_point_is_shared(
            mover in prop::collection::vec(1usize..=14, 2),
            opponent in prop::collection::vec(1usize..=14, 3),
        ) {
            let zdd = zdd(12, 2, 3);
            let legal = mover.iter().chain(&opponent).all(|&place| place <= 13)
                && !mover.iter().any(|&place| place <= 12 && opponent.contains(&(13 - place)));
            let position = position(&mover, &opponent);
            let rank = zdd.rank(&position);
            prop_assert_eq!(rank.is_some(), legal);
            if let Some(rank) = rank {
                prop_assert_eq!(zdd.unrank(rank), Some(position));
            }
        }
    }
}
