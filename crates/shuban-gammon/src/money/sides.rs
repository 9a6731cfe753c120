//! All places that the checkers of one side can be in, by number, and every step of one of them.

use shuban_core::Index;
use shuban_core::checkers::Checkers;

use crate::bearoff::GnubgRank;
use crate::variant::Variant;

/// A side by its number: gnubg's, by which fewer checkers come first and every step leads to a
/// lower number. Number 0 has borne off everything.
pub(super) type SideNumber = u16;

/// A checker moved by one die.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Step {
    /// The side afterwards.
    pub(super) after: SideNumber,
    /// The point that it lands on, 0 if it is borne off.
    pub(super) to: u8,
}

/// All sides of up to all checkers.
pub(super) struct Sides {
    rank: GnubgRank,
    sides: Vec<Checkers>,
    /// The points on which each has a checker, bit p for point p.
    points: Vec<u32>,
    /// The same points as the opponent counts them.
    seen: Vec<u32>,
    /// All steps, and the index of the first of each side and die.
    steps: Vec<Step>,
    first_step: Vec<u32>,
    board: usize,
    faces: usize,
}

impl Sides {
    /// Creates the sides on the board of a variant, which has at most 2¹⁶.
    pub(super) fn new(variant: &Variant) -> Self {
        let rank = GnubgRank { points: variant.bar(), checkers: variant.checkers() };
        let sides: Vec<Checkers> = (0..rank.len()).filter_map(|at| rank.unrank(at)).collect();
        let on_board = (1u32 << variant.bar()) - 2;
        let points: Vec<u32> = sides.iter().map(|side| side.occupied() & on_board).collect();
        let bar = variant.bar();
        let seen = points.iter().map(|points| points.reverse_bits() >> (31 - bar) & on_board);
        let seen = seen.collect();
        let mut all = Sides {
            rank,
            points,
            seen,
            steps: Vec::new(),
            first_step: vec![0],
            board: variant.points(),
            faces: variant.faces().into(),
            sides: Vec::new(),
        };
        for side in &sides {
            for die in 1..=all.faces {
                all.add_steps(*side, die, variant.home());
            }
        }
        all.sides = sides;
        all
    }

    /// The steps of a side by a die, whatever the opponent has.
    fn add_steps(&mut self, side: Checkers, die: usize, home: usize) {
        let bar = self.board + 1;
        let highest = side.highest().unwrap_or(0);
        for (from, _) in side.iter() {
            let enters = highest < bar || from == bar;
            let is_off = from <= die;
            let bears_off = highest <= home && (from == die || from == highest);
            if !enters || is_off && !bears_off {
                continue;
            }
            let to = if is_off { 0 } else { from - die };
            let after = side.less(from);
            let after = if is_off { after } else { after.more(to) };
            self.steps.push(Step { after: self.number(after), to: to as u8 });
        }
        self.first_step.push(self.steps.len() as u32);
    }

    /// Number of sides.
    pub(super) fn len(&self) -> usize {
        self.points.len()
    }

    /// The number of a side.
    ///
    /// # Panics
    /// If it has more checkers than these.
    pub(super) fn number(&self, side: Checkers) -> SideNumber {
        let rank = self.rank.rank(&side).expect("no more checkers than these sides");
        rank as SideNumber
    }

    /// The side of a number below [`len`](Sides::len).
    pub(super) fn side(&self, number: SideNumber) -> Checkers {
        self.sides[usize::from(number)]
    }

    /// The steps of a side by a die.
    #[inline(always)]
    pub(super) fn steps(&self, side: usize, die: usize) -> &[Step] {
        let at = side * self.faces + die - 1;
        &self.steps[self.first_step[at] as usize..self.first_step[at + 1] as usize]
    }

    /// Returns true if two sides share no point.
    #[inline(always)]
    pub(super) fn are_apart(&self, mover: usize, opponent: usize) -> bool {
        self.points[mover] & self.seen[opponent] == 0
    }

    /// The points that a side holds with two or more, as the opponent counts them.
    pub(super) fn blocked(&self, number: SideNumber) -> impl Iterator<Item = usize> {
        let bar = self.board + 1;
        let blocks =
            self.side(number).iter().filter(move |&(point, count)| point < bar && count > 1);
        blocks.map(move |(point, _)| bar - point)
    }

    /// The points where a side has a lone checker, as the opponent counts them, each with the side
    /// that hitting it leaves.
    pub(super) fn hits(&self, number: SideNumber) -> impl Iterator<Item = (usize, SideNumber)> {
        let (side, bar) = (self.side(number), self.board + 1);
        let blots = side.iter().filter(move |&(point, count)| point < bar && count == 1);
        blots.map(move |(point, _)| (bar - point, self.number(side.less(point).more(bar))))
    }

    /// All sides that the hits of a turn can leave of a side, itself not among them.
    pub(super) fn hit_into(&self, number: SideNumber) -> Vec<SideNumber> {
        let mut all: Vec<SideNumber> = self.hits(number).map(|(_, left)| left).collect();
        let mut at = 0;
        while let Some(&side) = all.get(at) {
            let further: Vec<SideNumber> = self.hits(side).map(|(_, left)| left).collect();
            further.into_iter().for_each(|left| {
                if !all.contains(&left) {
                    all.push(left);
                }
            });
            at += 1;
        }
        all
    }

    /// All but number 0, cut into groups whose sides do not hit each other into one another and
    /// come after those that they are hit into: fewer checkers first, then more of them on the bar,
    /// then fewer pips. Groups are as large as `most`, at most.
    pub(super) fn groups(&self, most: usize) -> Vec<Vec<SideNumber>> {
        let bar = self.board + 1;
        let mut order: Vec<SideNumber> = (1..self.len()).map(|number| number as u16).collect();
        let stage = |&number: &SideNumber| {
            let side = self.side(number);
            (side.count(), usize::MAX - side.on(bar))
        };
        order.sort_by_key(|number| (stage(number), self.side(*number).pips(), *number));
        let stages = order.chunk_by(|one, other| stage(one) == stage(other));
        stages.flat_map(|stage| stage.chunks(most)).map(<[SideNumber]>::to_vec).collect()
    }

    /// Returns true if hits can lead to a side: if it has a checker on the bar.
    pub(super) fn is_hit(&self, number: SideNumber) -> bool {
        self.side(number).on(self.board + 1) > 0
    }
}
