//! The positions of a part numbered by a zero-suppressed decision diagram (Minato, *Zero-suppressed
//! BDDs for set manipulation in combinatorial problems*, 1993).
//!
//! The closed form of [`TwoSided`] is smaller and faster; this is the general way, which needs no
//! formula: positions are sets of statements, and the diagram of these sets numbers them.

use std::collections::HashMap;

use shuban_core::checkers::{Checkers, MAX_CHECKERS, MAX_POINTS};
use shuban_core::{Index, Section, TwoSided};
use shuban_gammon::Position;

/// Reference to the family without any set.
const NOTHING: u32 = 0;
/// Reference to the family of the empty set alone.
const UNIT: u32 = 1;

/// The sets `without` and, with `variable` added, the sets `with`.
#[derive(Clone, Copy)]
struct ZddNode {
    /// Number of sets of `without`: a set that has the variable comes after all of them.
    before: u64,
    without: u32,
    with: u32,
    variable: u16,
}

/// Stand-in for a terminal: after every variable, so that no walk goes past it.
const TERMINAL: ZddNode =
    ZddNode { before: 0, without: NOTHING, with: NOTHING, variable: u16::MAX };

// A variable fits into 16 bits: both sides have a variable for each of their numbers.
const _: () = assert!((MAX_POINTS + 1) * 2 * MAX_CHECKERS < u16::MAX as usize);

/// All positions with given numbers of checkers of the two sides, as [`TwoSided`] has them,
/// numbered by a zero-suppressed decision diagram.
///
/// **The order of ranks**: a position is the set of the statements "k checkers of this side stand
/// here" that hold of it. These are ordered by place (the points from the mover's lowest up, the
/// mover's bar, the opponent's bar), on one place the mover's first, then by k ascending. Of two
/// positions, the one of which the first statement that tells them apart holds has the higher rank.
///
/// Rank and unrank walk down the diagram, past at most each statement once: O(points · checkers).
/// Whose turn it is does not matter.
pub struct ZddIndex {
    points: usize,
    mover: usize,
    opponent: usize,
    /// Statement of each variable.
    statements: Vec<Statement>,
    /// The two terminals, then the nodes, each after those it refers to; the last one is the root.
    nodes: Vec<ZddNode>,
    len: u64,
}

/// Statement of a variable: that n checkers of a side stand on a place.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Statement {
    of_mover: bool,
    /// Place as its own side counts.
    place: usize,
    count: usize,
    /// First variable of the next place that can be occupied by itself.
    next: usize,
}

impl ZddIndex {
    /// Builds the diagram of `mover` checkers against `opponent` checkers on `points` points, in
    /// time proportional to its nodes, not to the positions. `None` for more points or checkers
    /// than a board here can have, or for 2⁶⁴ positions or more.
    pub fn new(points: usize, mover: usize, opponent: usize) -> Option<Self> {
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

    /// Returns the number of nodes, its two terminals not counted.
    pub fn nodes(&self) -> usize {
        self.nodes.len() - 2
    }

    /// Returns true if a position has these numbers of checkers, all on the board or a bar.
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
        let mut at = self.nodes.len() as u32 - 1;
        let mut rank = 0;
        for &variable in &set[..len] {
            let mut node = &self.nodes[at as usize];
            while node.variable < variable {
                node = &self.nodes[node.without as usize];
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
        let mut at = self.nodes.len() as u32 - 1;
        while at > UNIT {
            let node = &self.nodes[at as usize];
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

    /// Returns the sections a file would have: ten bytes a node. Counts follow from the rest.
    fn sections(&self) -> Vec<Section> {
        let bytes = |node: &ZddNode| {
            let ZddNode { variable, without, with, .. } = *node;
            [&variable.to_le_bytes()[..], &without.to_le_bytes(), &with.to_le_bytes()].concat()
        };
        let nodes = self.nodes[2..].iter().flat_map(bytes).collect();
        vec![Section { name: "zdd".into(), entries: vec![nodes] }]
    }
}

/// Builder of a diagram.
struct ZddBuilder<'a> {
    statements: &'a [Statement],
    nodes: Vec<ZddNode>,
    /// Number of sets of each node.
    counts: Vec<u64>,
    /// Families computed so far.
    known: HashMap<(usize, usize, usize), u32>,
}

impl ZddBuilder<'_> {
    /// Builds the ways to place given numbers of checkers of the two sides by the variables from
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
