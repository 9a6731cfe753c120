//! One unit of a pass: all movers against all opponents on one set of points.
//!
//! The opponents are the lanes of vectors; a unit with more of them than a vector has lanes is
//! processed group after group. For each row there are `1 + 3 · faces` vectors, its **tables**: the
//! value after no play; the best after exactly one die d; after two dice d; after three dice d. A
//! step to a free place reads the same lanes of a lower row; a step onto a lone opponent reads the
//! lanes where it leads to in a unit of the stage before. Since every step leads to a lower row,
//! one pass in the order of rows fills all.

use shuban_core::ONE;
use shuban_core::combinatorics::multisets;
use shuban_core::sweep::{Before, Pass, PassUnit, Status, UnitData};

use super::blocks::values_after_no_play;
use super::plan::{ContactPlan, Level, NOWHERE, PartPlan, free_in_home};
use super::scratch::{ContactScratch, aligned};
use super::steps::{AHEAD, Hits, OntoGroup, StepsOfUnit};
use super::vectors::{IMPOSSIBLE, Kept, Vectors};

/// Constants of a unit. Dice have `F` faces, or no more than those unless `EXACT`.
pub(super) struct UnitKernel<'a, V, const F: usize, const EXACT: bool> {
    pub(super) vectors: V,
    pub(super) plan: &'a ContactPlan,
    pub(super) part: &'a PartPlan,
    pub(super) level: &'a Level,
    pub(super) unit: PassUnit,
    pub(super) steps: StepsOfUnit<F>,
}

/// Working memory of the lanes of one vector.
struct Memory<'m> {
    /// Tables by row, table and lane.
    tables: &'m mut [i32],
    /// Values of a row with more dice than its tables are kept for: die d, then die e; then four
    /// dice d.
    more: &'m mut [i32],
}

impl<'a, V: Vectors, const F: usize, const EXACT: bool> UnitKernel<'a, V, F, EXACT> {
    #[inline(always)]
    pub(super) fn new(
        vectors: V,
        plan: &'a ContactPlan,
        unit: PassUnit,
        before: Before<'_>,
    ) -> Self {
        let part = &plan.parts[unit.part];
        let level = &part.levels[unit.stage];
        let steps = StepsOfUnit::new(plan, part, unit, before);
        UnitKernel { vectors, plan, part, level, unit, steps }
    }

    #[inline(always)]
    pub(super) fn faces(&self) -> usize {
        if EXACT { F } else { self.plan.faces }
    }

    /// Numbers in a row of the tables.
    #[inline(always)]
    pub(super) fn row_size(&self) -> usize {
        (1 + 3 * self.faces()) * V::LANES
    }

    #[inline(always)]
    pub(super) fn run(&self, data: UnitData<'_>, scratch: &mut ContactScratch) {
        let UnitData { read, before, values, carry } = data;
        let before = before.numbers();
        let level = self.level;
        let none_size = level.rows * V::LANES;
        // Every number that is read was written before, in this unit: nothing need be cleared.
        let none = aligned(&mut scratch.none, level.groups() * none_size);
        let tables = aligned(&mut scratch.tables, level.all_rows() * self.row_size());
        values_after_no_play(self.plan, self.unit, read, none);
        let more = aligned(&mut scratch.more, (F * F + F) * V::LANES);
        let mut memory = Memory { tables, more };
        // The last group first: the excess lanes of its vector are overwritten by the groups before
        // it, which are written afterwards.
        for group in (0..level.groups()).rev() {
            let none = &none[group * none_size..][..none_size];
            self.run_group(group, none, before, &mut memory, values, carry);
        }
    }

    /// All rows, for the lanes of one vector.
    #[inline(always)]
    fn run_group(
        &self,
        group: usize,
        none: &[i32],
        before: &[i32],
        memory: &mut Memory<'_>,
        values: &mut [i32],
        carry: &mut [i32],
    ) {
        let level = self.level;
        let first = group * V::LANES;
        let onto = self.steps.onto_group(level, self.unit.stage, group);
        self.fill(memory, NOWHERE, self.vectors.splat(IMPOSSIBLE));
        // No checker left: the game is won, whatever dice remain.
        if level.fewest == 0 {
            let won = self.won(first);
            self.fill(memory, level.offsets[0], won);
            self.leave_row(level.offsets[0], first, memory, carry);
        }
        let side = self.part.index.mover();
        let free_home = free_in_home(self.plan.home, self.steps.set());
        let mut hits = Hits::new();
        for checkers in level.fewest.max(1)..side {
            for row in 0..multisets(free_home, checkers) as usize {
                let at = level.offsets[checkers] + row;
                if checkers == level.fewest {
                    // Reached by the last of four dice only: nothing is played from here.
                    self.fill(memory, at, self.vectors.splat(IMPOSSIBLE));
                    self.set_none(memory, at, self.borne_off(at, first));
                } else {
                    self.set_none(memory, at, self.borne_off(at, first));
                    hits.clear();
                    let transitions = level.transitions_of(checkers);
                    self.steps.find_hits(&mut hits, level, &onto, transitions, row);
                    self.play(memory, (checkers, row), true, &hits, before);
                }
                self.leave_row(at, first, memory, carry);
            }
        }
        let home_rows = multisets(free_home, side) as usize;
        let mut ahead = [const { Hits::new() }; AHEAD];
        for row in 0..level.rows.min(AHEAD - 1) {
            self.find_hits(&mut ahead[row % AHEAD], &onto, row, before);
        }
        for row in 0..level.rows {
            let next = row + AHEAD - 1;
            if next < level.rows {
                self.find_hits(&mut ahead[next % AHEAD], &onto, next, before);
            }
            let at = level.offsets[side] + row;
            self.set_none(memory, at, self.vectors.load(&none[row * V::LANES..]));
            self.play(memory, (side, row), row < home_rows, &ahead[row % AHEAD], before);
            let own = &memory.tables[at * self.row_size()..][..self.row_size()];
            let best = self.combine(own, memory.more);
            self.vectors.store_some(&mut values[row * level.lanes + first..], best);
            self.leave_row(at, first, memory, carry);
        }
    }

    /// Writes a vector to all tables of a row.
    #[inline(always)]
    fn fill(&self, memory: &mut Memory<'_>, at: usize, lanes: V::Lanes) {
        for table in memory.tables[at * self.row_size()..][..self.row_size()].chunks_mut(V::LANES) {
            self.vectors.store(table, lanes);
        }
    }

    #[inline(always)]
    fn set_none(&self, memory: &mut Memory<'_>, at: usize, none: V::Lanes) {
        self.vectors.store(&mut memory.tables[at * self.row_size()..], none);
    }

    /// Payoff of having no checker left.
    #[inline(always)]
    pub(super) fn won(&self, first: usize) -> V::Lanes {
        let real = (self.level.lanes - first).min(V::LANES);
        let start = self.unit.unit * self.level.lanes + first;
        match self.unit.pass {
            Pass::Lower | Pass::Upper | Pass::Nearest => {
                match self.level.won.get(start..start + real) {
                    Some(won) => self.vectors.load_some(won),
                    None => self.vectors.splat(ONE),
                }
            }
            Pass::Leave => self.vectors.splat(0),
            Pass::Retrograde => self.vectors.splat(Status::Win.code()),
        }
    }

    /// The values after some checkers were borne off and no further play: in a finished layer.
    #[inline(always)]
    pub(super) fn borne_off(&self, at: usize, first: usize) -> V::Lanes {
        let level = self.level;
        let real = (level.lanes - first).min(V::LANES);
        let start = (self.unit.unit * level.small_rows() + at) * level.lanes + first;
        let lanes = start..start + real;
        match self.unit.pass {
            Pass::Lower => self.vectors.load_some(&level.borne_off_lower[lanes]),
            Pass::Upper => self.vectors.load_some(&level.borne_off_upper[lanes]),
            Pass::Nearest => {
                let bounds = (level.borne_off_lower[lanes.clone()].iter())
                    .zip(&level.borne_off_upper[lanes]);
                let mut middles = [0; 16];
                for (middle, (&lower, &upper)) in middles.iter_mut().zip(bounds) {
                    *middle = lower.midpoint(upper);
                }
                self.vectors.load(&middles)
            }
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

    /// Finds the hits of a row, and prefetches what they read of the stage before.
    #[inline(always)]
    fn find_hits(&self, hits: &mut Hits, onto: &OntoGroup<F>, row: usize, before: &[i32]) {
        let transitions = self.level.transitions_of(self.part.index.mover());
        hits.clear();
        self.steps.find_hits(hits, self.level, onto, transitions, row);
        if !self.level.far {
            return;
        }
        let (faces, lanes) = (self.faces(), self.steps.lanes_before());
        for hit in hits.all() {
            let die = hit.die as usize;
            for table in 0..=faces {
                self.vectors.prefetch(before, hit.start + table * lanes);
            }
            self.vectors.prefetch(before, hit.start + (1 + faces + die) * lanes);
            self.vectors.prefetch(before, hit.start + (1 + 2 * faces + die) * lanes);
        }
    }

    /// Fills a row's tables from those of lower rows.
    #[inline(always)]
    fn play(
        &self,
        memory: &mut Memory<'_>,
        (checkers, row): (usize, usize),
        all_home: bool,
        hits: &Hits,
        before: &[i32],
    ) {
        let (faces, row_size) = (self.faces(), self.row_size());
        let at = self.level.offsets[checkers] + row;
        let (below, own) = memory.tables.split_at_mut(at * row_size);
        let own = &mut own[..row_size];
        let more = &mut *memory.more;
        if F == 3 {
            // The best with all dice fit into registers.
            self.step::<3>(0, (checkers, row), below, own, more);
        } else {
            for die in 0..faces {
                self.step::<1>(die, (checkers, row), below, own, more);
            }
        }
        if all_home {
            for &(die, to) in self.steps.bear_offs(self.level, (checkers, row), faces).all() {
                let from = &below[to * row_size..][..row_size];
                self.raise(own, more, die, None, from, V::LANES);
            }
        }
        let lanes = self.steps.lanes_before();
        for hit in hits.all() {
            let kept = &self.level.kept[hit.kept as usize];
            self.raise(own, more, hit.die as usize, Some(kept), &before[hit.start..], lanes);
        }
        for die in 0..faces {
            let twos = self.vectors.load(&more[(die * F + die) * V::LANES..]);
            self.vectors.store(&mut own[(1 + faces + die) * V::LANES..], twos);
        }
    }

    /// The best after steps to free places, with `D` dice from `first` on.
    #[inline(always)]
    fn step<const D: usize>(
        &self,
        first: usize,
        (checkers, row): (usize, usize),
        below: &[i32],
        own: &mut [i32],
        more: &mut [i32],
    ) {
        let (vectors, faces, row_size) = (self.vectors, self.faces(), self.row_size());
        let impossible = vectors.splat(IMPOSSIBLE);
        let (mut ones, mut threes, mut fours) = ([impossible; D], [impossible; D], [impossible; D]);
        let mut pairs = [[impossible; F]; D];
        let transitions = self.level.transitions_of(checkers);
        for &source in self.steps.sources(transitions, row) {
            let rows = self.steps.free(transitions, source);
            for d in 0..D {
                let from = &below[rows[first + d] as usize * row_size..][..row_size];
                ones[d] = vectors.max(ones[d], self.table(from, 0));
                for (e, pair) in pairs[d].iter_mut().enumerate() {
                    if EXACT || e < faces {
                        *pair = vectors.max(*pair, self.table(from, 1 + e));
                    }
                }
                let (twos, four) = (1 + faces + first + d, 1 + 2 * faces + first + d);
                threes[d] = vectors.max(threes[d], self.table(from, twos));
                fours[d] = vectors.max(fours[d], self.table(from, four));
            }
        }
        for d in 0..D {
            let die = first + d;
            vectors.store(&mut own[(1 + die) * V::LANES..], ones[d]);
            vectors.store(&mut own[(1 + 2 * faces + die) * V::LANES..], threes[d]);
            for e in 0..F {
                vectors.store(&mut more[(die * F + e) * V::LANES..], pairs[d][e]);
            }
            vectors.store(&mut more[(F * F + die) * V::LANES..], fours[d]);
        }
    }

    /// Raises the best plays that begin with a die to the values it leads to: tables that begin
    /// `size` numbers apart, for all lanes or those kept.
    #[inline(always)]
    fn raise(
        &self,
        own: &mut [i32],
        more: &mut [i32],
        die: usize,
        kept: Option<&Kept>,
        from: &[i32],
        size: usize,
    ) {
        let faces = self.faces();
        self.raise_to(&mut own[(1 + die) * V::LANES..], kept, from);
        for second in 0..faces {
            let best = &mut more[(die * F + second) * V::LANES..];
            self.raise_to(best, kept, &from[(1 + second) * size..]);
        }
        let (twos, threes) = ((1 + faces + die) * size, (1 + 2 * faces + die) * size);
        self.raise_to(&mut own[(1 + 2 * faces + die) * V::LANES..], kept, &from[twos..]);
        self.raise_to(&mut more[(F * F + die) * V::LANES..], kept, &from[threes..]);
    }

    #[inline(always)]
    fn raise_to(&self, best: &mut [i32], kept: Option<&Kept>, from: &[i32]) {
        let vectors = self.vectors;
        let (old, from) = (vectors.load(best), vectors.load_some(from));
        let new = match kept {
            Some(kept) => vectors.raise_kept(old, kept, from),
            None => vectors.max(old, from),
        };
        vectors.store(best, new);
    }

    #[inline(always)]
    pub(super) fn table(&self, own: &[i32], table: usize) -> V::Lanes {
        self.vectors.load(&own[table * V::LANES..])
    }

    /// Leaves the lanes that hits lead to for the next stage: by row, table and lane.
    #[inline(always)]
    fn leave_row(&self, at: usize, first: usize, memory: &Memory<'_>, carry: &mut [i32]) {
        let lanes = self.level.lanes_with_bar;
        if carry.is_empty() || first >= lanes {
            return;
        }
        let tables = 1 + 3 * self.faces();
        let own = &memory.tables[at * self.row_size()..][..self.row_size()];
        let left = &mut carry[at * tables * lanes + first..];
        for table in 0..tables {
            self.vectors.store_some(&mut left[table * lanes..], self.table(own, table));
        }
    }
}
