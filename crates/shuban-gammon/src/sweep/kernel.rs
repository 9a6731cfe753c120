//! One unit of a pass: all movers against all opponents on one set of points.
//!
//! The opponents are the lanes of vectors; a unit with more of them than a vector has lanes is
//! worked off group after group. For each row there are `1 + 3 · faces` vectors, its **tables**:
//! the value after no play; the best after exactly one die d; after two dice d; after three dice d.
//! A step to a free place reads the same lanes of a lower row; a step onto a lone opponent reads
//! the lanes where it leads to in a unit of the stage before. Since every step leads to a lower
//! row, one pass in the order of rows fills all.

use shuban_core::combinatorics::multisets;
use shuban_core::{ONE, Pass, PassUnit, Status, UnitData};

use super::blocks::{after_no_play, of_parts};
use super::plan::{ContactPlan, Level, PartPlan, free_in_home};
use super::steps::{AHEAD, RowSteps, StepsOfUnit};
use super::transitions::Transitions;
use super::vectors::{IMPOSSIBLE, Instructions, Plain, Rounding, Vectors};

/// Working memory of one thread.
#[derive(Default)]
pub struct ContactScratch {
    /// By row, table and lane: the tables of one group of lanes.
    tables: Vec<i32>,
    /// By group, row and lane: the values after no play.
    none: Vec<i32>,
}

/// The most faces of a die.
const MOST_FACES: usize = 9;

/// Runs a unit with the vector instructions of the plan.
pub(super) fn run(
    plan: &ContactPlan,
    unit: PassUnit,
    data: UnitData<'_>,
    scratch: &mut ContactScratch,
) {
    let work = OfUnit { plan, unit, data, scratch };
    let level = &plan.parts[unit.part].levels[unit.stage];
    #[cfg(target_arch = "x86_64")]
    {
        use super::vectors::{Avx2, Avx512};
        if level.vector == 16
            && let Some(v4) = pulp::x86::V4::try_new()
        {
            return v4.vectorize(With(Avx512(v4), work));
        }
        if plan.instructions >= Instructions::Avx2
            && let Some(v3) = pulp::x86::V3::try_new()
        {
            return v3.vectorize(With(Avx2(v3), work));
        }
    }
    debug_assert_eq!(level.vector, 8);
    work.run(Plain);
}

/// Work on a unit by some vectors, to be compiled with their instructions. (A closure would not do:
/// where the compiler does not take it into the caller, it is compiled without them.)
struct With<'a, V>(V, OfUnit<'a>);

impl<V: Vectors> pulp::NullaryFnOnce for With<'_, V> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        self.1.run(self.0);
    }
}

/// What [`run`] is called with.
struct OfUnit<'a> {
    plan: &'a ContactPlan,
    unit: PassUnit,
    data: UnitData<'a>,
    scratch: &'a mut ContactScratch,
}

impl OfUnit<'_> {
    /// The usual dice have code of their own, in which the loops over faces are unrolled.
    #[inline(always)]
    fn run<V: Vectors>(self, vectors: V) {
        match self.plan.faces {
            3 => self.run_dice::<V, 3, true>(vectors),
            4 => self.run_dice::<V, 4, true>(vectors),
            6 => self.run_dice::<V, 6, true>(vectors),
            _ => self.run_dice::<V, MOST_FACES, false>(vectors),
        }
    }

    #[inline(always)]
    fn run_dice<V: Vectors, const F: usize, const EXACT: bool>(self, vectors: V) {
        let OfUnit { plan, unit, data, scratch } = self;
        UnitKernel::<V, F, EXACT>::new(vectors, plan, unit).run(data, scratch);
    }
}

/// What stays the same in a unit. Dice have `F` faces, or no more than those unless `EXACT`.
struct UnitKernel<'a, V, const F: usize, const EXACT: bool> {
    vectors: V,
    plan: &'a ContactPlan,
    part: &'a PartPlan,
    level: &'a Level,
    unit: PassUnit,
    steps: StepsOfUnit<F>,
}

/// What the best plays of a row come to with more dice than its tables are kept for.
struct MoreDice<L, const F: usize> {
    /// Die d, then die e.
    pairs: [[L; F]; F],
    /// Four dice d.
    fours: [L; F],
}

impl<'a, V: Vectors, const F: usize, const EXACT: bool> UnitKernel<'a, V, F, EXACT> {
    #[inline(always)]
    fn new(vectors: V, plan: &'a ContactPlan, unit: PassUnit) -> Self {
        let part = &plan.parts[unit.part];
        let level = &part.levels[unit.stage];
        let steps = StepsOfUnit::new(plan, part, unit);
        UnitKernel { vectors, plan, part, level, unit, steps }
    }

    #[inline(always)]
    fn faces(&self) -> usize {
        if EXACT { F } else { self.plan.faces }
    }

    /// Numbers in a row of the tables.
    #[inline(always)]
    fn row_size(&self) -> usize {
        (1 + 3 * self.faces()) * V::LANES
    }

    #[inline(always)]
    fn run(&self, data: UnitData<'_>, scratch: &mut ContactScratch) {
        let UnitData { read, before, values, carry } = data;
        let level = self.level;
        let none_size = level.rows * V::LANES;
        // Every number that is read was written before, in this unit: nothing need be cleared.
        let none = aligned(&mut scratch.none, level.groups() * none_size);
        let tables = aligned(&mut scratch.tables, level.all_rows() * self.row_size());
        let blocks = of_parts(self.plan, self.unit);
        match self.unit.pass {
            Pass::Lower | Pass::Upper => after_no_play(&blocks, read, none, |value| -value),
            Pass::Leave => after_no_play(&blocks, read, none, |mark| mark),
            Pass::Retrograde => after_no_play(&blocks, read, none, Status::after),
        }
        for group in 0..level.groups() {
            let none = &none[group * none_size..][..none_size];
            self.run_group(group, none, before, tables, values, carry);
        }
    }

    /// All rows, for the lanes of one vector.
    #[inline(always)]
    fn run_group(
        &self,
        group: usize,
        none: &[i32],
        before: &[i32],
        tables: &mut [i32],
        values: &mut [i32],
        carry: &mut [i32],
    ) {
        let (level, row_size) = (self.level, self.row_size());
        let first = group * V::LANES;
        let real = (level.lanes - first).min(V::LANES);
        // Nobody left: the game is won, whatever dice remain. (With more than four checkers these
        // are rows of the fewest that a turn can leave; they are overwritten.)
        let won = self.won(first, real);
        for table in tables[..row_size].chunks_exact_mut(V::LANES) {
            self.vectors.store(table, won);
        }
        let side = self.part.index.mover();
        let free_home = free_in_home(self.plan.home, self.steps.set());
        for checkers in level.fewest.max(1)..side {
            for row in 0..multisets(free_home, checkers) as usize {
                let at = level.offsets[checkers] + row;
                let none = self.borne_off(at, first, real);
                let (below, rest) = tables.split_at_mut(at * row_size);
                let own = &mut rest[..row_size];
                if checkers == level.fewest {
                    // Reached by the last of four dice only: nothing is played from here.
                    for table in own.chunks_exact_mut(V::LANES) {
                        self.vectors.store(table, self.vectors.splat(IMPOSSIBLE));
                    }
                    self.vectors.store(own, none);
                } else {
                    let mut steps = RowSteps::new();
                    let transitions = level.transitions_of(checkers);
                    self.find(&mut steps, transitions, checkers, row, true, group, before);
                    self.fill(&steps, none, below, own, before, group);
                }
                self.leave_row(at, first, own, carry);
            }
        }
        let home_rows = multisets(free_home, side) as usize;
        let transitions = level.transitions_of(side);
        let mut ahead: [RowSteps<F>; AHEAD] = [const { RowSteps::new() }; AHEAD];
        for row in 0..level.rows.min(AHEAD - 1) {
            let steps = &mut ahead[row % AHEAD];
            self.find(steps, transitions, side, row, row < home_rows, group, before);
        }
        for row in 0..level.rows {
            let next = row + AHEAD - 1;
            if next < level.rows {
                let steps = &mut ahead[next % AHEAD];
                self.find(steps, transitions, side, next, next < home_rows, group, before);
            }
            let at = level.offsets[side] + row;
            let (below, rest) = tables.split_at_mut(at * row_size);
            let own = &mut rest[..row_size];
            let none = self.vectors.load(&none[row * V::LANES..]);
            let more = self.fill(&ahead[row % AHEAD], none, below, own, before, group);
            let best = self.combine(own, &more);
            self.vectors.store_some(&mut values[row * level.lanes + first..][..real], best);
            self.leave_row(at, first, own, carry);
        }
    }

    /// What it counts to have nobody left.
    #[inline(always)]
    fn won(&self, first: usize, real: usize) -> V::Lanes {
        let start = self.unit.unit * self.level.lanes + first;
        match self.unit.pass {
            Pass::Lower | Pass::Upper => match self.level.won.get(start..start + real) {
                Some(won) => self.vectors.load_some(won),
                None => self.vectors.splat(ONE),
            },
            Pass::Leave => self.vectors.splat(0),
            Pass::Retrograde => self.vectors.splat(Status::Win.code()),
        }
    }

    /// The values after some checkers were borne off and no play more: in a finished layer.
    #[inline(always)]
    fn borne_off(&self, at: usize, first: usize, real: usize) -> V::Lanes {
        let level = self.level;
        let start = (self.unit.unit * level.small_rows() + at) * level.lanes + first;
        let lanes = start..start + real;
        match self.unit.pass {
            Pass::Lower => self.vectors.load_some(&level.borne_off_lower[lanes]),
            Pass::Upper => self.vectors.load_some(&level.borne_off_upper[lanes]),
            Pass::Leave => self.vectors.splat(0),
            Pass::Retrograde => {
                let mut codes = [0; 16];
                for (code, &status) in codes.iter_mut().zip(&level.borne_off_status[lanes]) {
                    *code = status.into();
                }
                self.vectors.load(&codes)
            }
        }
    }

    /// Where the steps of a row lead to; what will be read of the stage before is asked for.
    #[inline(always)]
    #[allow(clippy::too_many_arguments)] // one hot function, called in three places
    fn find(
        &self,
        steps: &mut RowSteps<F>,
        transitions: &Transitions,
        checkers: usize,
        row: usize,
        all_home: bool,
        group: usize,
        before: &[i32],
    ) {
        self.steps.find(steps, self.level, transitions, checkers, row, all_home, self.faces());
        if !self.level.far {
            return;
        }
        let lanes = self.steps.lanes_before();
        for die in 0..self.faces() {
            for &(unit_row, point) in steps.hits(die) {
                let kept = &self.level.kept[group * self.unit.stage + point as usize];
                let start = self.steps.start(unit_row) + kept.first;
                for table in 0..=self.faces() {
                    self.vectors.prefetch(before, start + table * lanes);
                }
                self.vectors.prefetch(before, start + (1 + self.faces() + die) * lanes);
                self.vectors.prefetch(before, start + (1 + 2 * self.faces() + die) * lanes);
            }
        }
    }

    /// Fills a row's tables from those of lower rows.
    #[inline(always)]
    fn fill(
        &self,
        steps: &RowSteps<F>,
        none: V::Lanes,
        below: &[i32],
        own: &mut [i32],
        before: &[i32],
        group: usize,
    ) -> MoreDice<V::Lanes, F> {
        let (vectors, faces, row_size) = (self.vectors, self.faces(), self.row_size());
        let impossible = vectors.splat(IMPOSSIBLE);
        let mut more = MoreDice { pairs: [[impossible; F]; F], fours: [impossible; F] };
        let lanes = self.steps.lanes_before();
        vectors.store(own, none);
        for die in 0..faces {
            let (mut one, mut three, mut four) = (impossible, impossible, impossible);
            let mut pairs = [impossible; F];
            let (twos, threes) = (1 + faces + die, 1 + 2 * faces + die);
            for &row in steps.free(die) {
                let from = &below[row as usize * row_size..][..row_size];
                one = vectors.max(one, vectors.load(from));
                for (second, pair) in pairs.iter_mut().enumerate().take(faces) {
                    *pair = vectors.max(*pair, vectors.load(&from[(1 + second) * V::LANES..]));
                }
                three = vectors.max(three, vectors.load(&from[twos * V::LANES..]));
                four = vectors.max(four, vectors.load(&from[threes * V::LANES..]));
            }
            for &(unit_row, point) in steps.hits(die) {
                let kept = &self.level.kept[group * self.unit.stage + point as usize];
                if kept.count == 0 {
                    continue;
                }
                let from = &before[self.steps.start(unit_row) + kept.first..];
                let table = |table: usize| vectors.load_some(&from[table * lanes..]);
                one = vectors.raise_kept(one, kept, table(0));
                for (second, pair) in pairs.iter_mut().enumerate().take(faces) {
                    *pair = vectors.raise_kept(*pair, kept, table(1 + second));
                }
                three = vectors.raise_kept(three, kept, table(twos));
                four = vectors.raise_kept(four, kept, table(threes));
            }
            vectors.store(&mut own[(1 + die) * V::LANES..], one);
            vectors.store(&mut own[twos * V::LANES..], pairs[die]);
            vectors.store(&mut own[threes * V::LANES..], three);
            more.pairs[die] = pairs;
            more.fours[die] = four;
        }
        more
    }

    /// The row's new values, over all rolls.
    #[inline(always)]
    fn combine(&self, own: &[i32], more: &MoreDice<V::Lanes, F>) -> V::Lanes {
        match self.unit.pass {
            Pass::Lower => self.mean(Rounding::Down, own, more),
            Pass::Upper => self.mean(Rounding::Up, own, more),
            Pass::Leave | Pass::Retrograde => self.settle(own, more),
        }
    }

    /// The weighted mean.
    #[inline(always)]
    fn mean(&self, rounding: Rounding, own: &[i32], more: &MoreDice<V::Lanes, F>) -> V::Lanes {
        // Exact: sums of at most 81 numbers of 31 bits.
        let throws = (self.faces() * self.faces()) as u32;
        let mut sum = self.vectors.sum(rounding.bias(throws));
        for first in 0..self.faces() {
            sum = self.vectors.add(sum, 1.0, self.best_double(first, own, more));
            for second in 0..first {
                sum = self.vectors.add(sum, 2.0, self.best_pair(first, second, own, more));
            }
        }
        self.vectors.scaled(sum, 1.0 / f64::from(throws))
    }

    /// What follows from the marks or statuses that the rolls lead to.
    #[inline(always)]
    fn settle(&self, own: &[i32], more: &MoreDice<V::Lanes, F>) -> V::Lanes {
        let (mut least, mut most) = ([i32::MAX; 16], [i32::MIN; 16]);
        let mut unknown = [false; 16];
        let mut each = |best: V::Lanes| {
            let mut codes = [0; 16];
            self.vectors.store(&mut codes, best);
            for i in 0..V::LANES {
                least[i] = least[i].min(codes[i]);
                most[i] = most[i].max(codes[i]);
                unknown[i] |= codes[i] == Status::Unknown.code();
            }
        };
        for first in 0..self.faces() {
            each(self.best_double(first, own, more));
            for second in 0..first {
                each(self.best_pair(first, second, own, more));
            }
        }
        let mut codes = [0; 16];
        for i in 0..V::LANES {
            codes[i] = if self.unit.pass == Pass::Leave {
                i32::from(least[i] != 0)
            } else if unknown[i] {
                Status::Unknown.code()
            } else if least[i] == most[i] {
                least[i]
            } else {
                Status::Valued.code()
            };
        }
        self.vectors.load(&codes)
    }

    #[inline(always)]
    fn table(&self, own: &[i32], table: usize) -> V::Lanes {
        self.vectors.load(&own[table * V::LANES..])
    }

    /// The best play of a double with as many dice as possible.
    #[inline(always)]
    fn best_double(&self, die: usize, own: &[i32], more: &MoreDice<V::Lanes, F>) -> V::Lanes {
        let faces = self.faces();
        let mut best = self.table(own, 0);
        for table in [1 + die, 1 + faces + die, 1 + 2 * faces + die] {
            best = self.vectors.else_fewer(self.table(own, table), best);
        }
        self.vectors.else_fewer(more.fours[die], best)
    }

    /// The best play of two dice, the larger one first: both in either order; if only one can be
    /// played, the larger one if it can.
    #[inline(always)]
    fn best_pair(
        &self,
        larger: usize,
        smaller: usize,
        own: &[i32],
        more: &MoreDice<V::Lanes, F>,
    ) -> V::Lanes {
        let vectors = self.vectors;
        let one = vectors.else_fewer(self.table(own, 1 + smaller), self.table(own, 0));
        let one = vectors.else_fewer(self.table(own, 1 + larger), one);
        let both = vectors.max(more.pairs[larger][smaller], more.pairs[smaller][larger]);
        vectors.else_fewer(both, one)
    }

    /// Leaves the lanes that hits lead to for the next stage: by row, table and lane.
    #[inline(always)]
    fn leave_row(&self, at: usize, first: usize, own: &[i32], carry: &mut [i32]) {
        let lanes = self.level.lanes_with_bar;
        if carry.is_empty() || first >= lanes {
            return;
        }
        let tables = 1 + 3 * self.faces();
        let row = &mut carry[at * tables * lanes..][..tables * lanes];
        for table in 0..tables {
            let own = self.table(own, table);
            self.vectors.store_some(&mut row[table * lanes..][first..lanes], own);
        }
    }
}

/// The first so many numbers of a buffer from where a cache line begins.
fn aligned(buffer: &mut Vec<i32>, len: usize) -> &mut [i32] {
    const LINE: usize = 64;
    if buffer.len() < len + LINE / size_of::<i32>() {
        buffer.resize(len + LINE / size_of::<i32>(), 0);
    }
    let start = buffer.as_ptr().align_offset(LINE);
    &mut buffer[start..start + len]
}
