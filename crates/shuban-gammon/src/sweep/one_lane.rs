//! A unit lane by lane: the tables of a row side by side.
//!
//! With a single lane (each opponent by itself on one of the set's points, or all on the bar) or
//! two the vectors of the other kernel would be all but empty. Here a row's tables lie in
//! **records**: the value after no play, the best after one die of each face, and the best after
//! two and three dice of some faces. So a step with a die of these faces leads to one record, and
//! the best plays that begin with the die are the maximum of records.
//!
//! Rolls are counted as in the other kernel, with rows in place of lanes.

use std::ops::Range;

use shuban_core::combinatorics::multisets;
use shuban_core::sweep::{Before, PassUnit, UnitData};

use super::blocks::values_after_no_play;
use super::kernel::UnitKernel;
use super::places::Places;
use super::plan::{ContactPlan, NOWHERE, free_in_home};
use super::records::{RECORD, Records, Stored};
use super::scratch::{ContactScratch, HitsOfRows, aligned};
use super::steps::{OntoGroup, StepsOfUnit};
use super::vectors::IMPOSSIBLE;

/// Constants of a unit. Dice have `F` faces, or no more than those unless `EXACT`.
pub(super) struct OneLaneKernel<'a, V, const F: usize, const EXACT: bool> {
    vectors: V,
    kernel: UnitKernel<'a, V, F, EXACT>,
}

/// Working memory.
struct Memory<'m> {
    /// By row: its records.
    tables: &'m mut [Stored],
    /// By row, of as many as a vector has lanes (a **batch**), and by die: the best plays that begin
    /// with it.
    best: &'m mut [Stored],
    /// Input of the count of rolls: as the other kernel's tables and `more`, with the rows of a
    /// batch in the lanes.
    counted: &'m mut [i32],
}

/// A row to be processed.
#[derive(Clone, Copy)]
struct Row {
    checkers: usize,
    row: usize,
    all_home: bool,
    /// The value after no play.
    none: i32,
}

impl<'a, V: Records, const F: usize, const EXACT: bool> OneLaneKernel<'a, V, F, EXACT> {
    #[inline(always)]
    pub(super) fn new(
        vectors: V,
        plan: &'a ContactPlan,
        unit: PassUnit,
        before: Before<'_>,
    ) -> Self {
        OneLaneKernel { vectors, kernel: UnitKernel::new(vectors, plan, unit, before) }
    }

    #[inline(always)]
    fn steps(&self) -> &StepsOfUnit<F> {
        &self.kernel.steps
    }

    #[inline(always)]
    pub(super) fn run(&self, data: UnitData<'_>, scratch: &mut ContactScratch) {
        let UnitData { read, before, values, carry } = data;
        let before = before.numbers();
        let UnitKernel { plan, level, unit, .. } = self.kernel;
        assert!(self.steps().lanes_before() <= 1);
        // (The last vector of a lane reads on.)
        let none = aligned(&mut scratch.none, level.lanes * level.rows + V::LANES);
        values_after_no_play(plan, unit, read, none);
        let size = level.all_rows() * Places::<F>::RECORDS * RECORD;
        let (tables, _) = aligned(&mut scratch.tables, size).as_chunks_mut();
        // The best plays of some rows, then the input of the count of rolls.
        let counted = self.kernel.row_size() + (F * F + F) * V::LANES;
        let more = aligned(&mut scratch.more, V::LANES * F * RECORD + counted);
        let (best, counted) = more.split_at_mut(V::LANES * F * RECORD);
        let (best, _) = best.as_chunks_mut();
        let mut memory = Memory { tables, best, counted };
        for lane in 0..level.lanes {
            let none = &none[lane * level.rows..];
            self.run_lane(lane, none, before, &mut memory, values, &mut scratch.hits);
            if lane < level.lanes_with_bar && !carry.is_empty() {
                self.leave(lane, memory.tables, carry);
            }
        }
    }

    /// All rows of one lane.
    #[inline(always)]
    fn run_lane(
        &self,
        lane: usize,
        none: &[i32],
        before: &[i32],
        memory: &mut Memory<'_>,
        values: &mut [i32],
        [hits, hits_after]: &mut [HitsOfRows; 2],
    ) {
        let UnitKernel { plan, part, level, unit, .. } = self.kernel;
        let onto = self.steps().onto_group(level, unit.stage, lane);
        self.fewer_checkers(lane, &onto, before, hits, memory);
        let side = part.index.mover();
        let home_rows = multisets(free_in_home(plan.home, self.steps().set()), side) as usize;
        self.find_hits(hits, &onto, side, 0..level.rows.min(V::LANES), before);
        for first in (0..level.rows).step_by(V::LANES) {
            let end = level.rows.min(first + V::LANES);
            let after = end..level.rows.min(end + V::LANES);
            self.find_hits(hits_after, &onto, side, after, before);
            // The part that does not wait for rows just below.
            self.hit(memory, hits, before);
            std::mem::swap(hits, hits_after);
            for row in first..end {
                let all_home = row < home_rows;
                let none = none[row];
                self.play(memory, Row { checkers: side, row, all_home, none }, row - first);
            }
            let best = self.count(&none[first..], memory);
            if level.lanes == 1 {
                self.vectors.store_some(&mut values[first..], best);
            } else {
                let mut new = [0; 16];
                self.vectors.store(&mut new, best);
                for (row, new) in (first..end).zip(new) {
                    values[row * level.lanes + lane] = new;
                }
            }
        }
    }

    /// The rows of fewer than all checkers.
    #[inline(always)]
    fn fewer_checkers(
        &self,
        lane: usize,
        onto: &OntoGroup<F>,
        before: &[i32],
        hits: &mut HitsOfRows,
        memory: &mut Memory<'_>,
    ) {
        let level = self.kernel.level;
        self.fill(memory, NOWHERE, IMPOSSIBLE, IMPOSSIBLE);
        // No checker left: the game is won, whatever dice remain.
        if level.fewest == 0 {
            let won = self.first(self.kernel.won(lane));
            self.fill(memory, level.offsets[0], won, won);
        }
        let free_home = free_in_home(self.kernel.plan.home, self.steps().set());
        for checkers in level.fewest.max(1)..self.kernel.part.index.mover() {
            for row in 0..multisets(free_home, checkers) as usize {
                let at = level.offsets[checkers] + row;
                let none = self.first(self.kernel.borne_off(at, lane));
                if checkers == level.fewest {
                    // Reached by the last of four dice only: nothing is played from here.
                    self.fill(memory, at, none, IMPOSSIBLE);
                } else {
                    self.find_hits(hits, onto, checkers, row..row + 1, before);
                    self.hit(memory, hits, before);
                    self.play(memory, Row { checkers, row, all_home: true, none }, 0);
                }
            }
        }
    }

    /// Finds the hits of a batch of rows, and prefetches what they read of the stage before.
    #[inline(always)]
    fn find_hits(
        &self,
        hits: &mut HitsOfRows,
        onto: &OntoGroup<F>,
        checkers: usize,
        rows: Range<usize>,
        before: &[i32],
    ) {
        hits.all.clear();
        let level = self.kernel.level;
        let transitions = level.transitions_of(checkers);
        for (at, row) in rows.enumerate() {
            hits.first = at * F;
            self.steps().find_hits(hits, level, onto, transitions, row);
        }
        if level.far {
            let last = 3 * self.kernel.faces();
            for hit in &hits.all {
                self.vectors.prefetch(before, hit.start);
                self.vectors.prefetch(before, hit.start + last);
            }
        }
    }

    /// Sets the best plays of a batch of rows to the values of their hits.
    #[inline(always)]
    fn hit(&self, memory: &mut Memory<'_>, hits: &HitsOfRows, before: &[i32]) {
        memory.best.fill([IMPOSSIBLE; RECORD]);
        for hit in &hits.all {
            let reached = self.reached(&before[hit.start..], hit.die as usize);
            self.raise(&mut memory.best[hit.best as usize], reached);
        }
    }

    /// Sets a row's value after no play, and those of all other tables to one number.
    #[inline(always)]
    fn fill(&self, memory: &mut Memory<'_>, at: usize, none: i32, others: i32) {
        for record in 0..Places::<F>::RECORDS {
            let record = &mut memory.tables[at * Places::<F>::RECORDS + record];
            *record = [others; RECORD];
            record[0] = none;
        }
    }

    /// The number of the first lane.
    #[inline(always)]
    fn first(&self, lanes: V::Lanes) -> i32 {
        let mut numbers = [0; 16];
        self.vectors.store(&mut numbers, lanes);
        numbers[0]
    }

    /// Fills a row's records from those of lower rows. In its batch it has the number `in_batch`.
    #[inline(always)]
    fn play(&self, memory: &mut Memory<'_>, row: Row, in_batch: usize) {
        let Row { checkers, row, all_home, none } = row;
        let (vectors, records) = (self.vectors, Places::<F>::RECORDS);
        let level = self.kernel.level;
        let Memory { tables, best, .. } = memory;
        let at = level.offsets[checkers] + row;
        let stored = (best[in_batch * F..].first_chunk_mut::<F>())
            .expect("there is room for the best plays of as many rows as a vector has lanes");
        if all_home {
            let faces = self.kernel.faces();
            for &(die, to) in self.steps().bear_offs(level, (checkers, row), faces).all() {
                let reached = vectors.load_record(&tables[to * records + Places::<F>::record(die)]);
                self.raise(&mut stored[die % F], reached);
            }
        }
        let mut best = [vectors.record_of(IMPOSSIBLE); F];
        for die in 0..F {
            best[die] = vectors.load_record(&stored[die]);
        }
        let transitions = level.transitions_of(checkers);
        for &source in self.steps().sources(transitions, row) {
            let rows = self.steps().free(transitions, source);
            for die in 0..F {
                let to = &tables[rows[die] as usize * records + Places::<F>::record(die)];
                best[die] = vectors.larger(best[die], vectors.load_record(to));
            }
        }
        for die in 0..F {
            vectors.store_record(&mut stored[die], best[die]);
        }
        for record in 0..records {
            // The smallest die last: it leads to the row just below, which is known last.
            let mut own = vectors.record_of(none);
            for die in (0..F).rev() {
                own = vectors.placed(own, &Places::<F>::TAKEN[record][die], best[die]);
            }
            vectors.store_record(&mut tables[at * records + record], own);
        }
    }

    #[inline(always)]
    fn raise(&self, best: &mut Stored, to: V::Record) {
        let raised = self.vectors.larger(self.vectors.load_record(best), to);
        self.vectors.store_record(best, raised);
    }

    /// The result of a hit: the record for its die, of a row that the stage before left.
    #[inline(always)]
    fn reached(&self, from: &[i32], die: usize) -> V::Record {
        if EXACT && F <= 5 {
            self.load_some(from)
        } else if EXACT && F == 6 {
            let record = self.load_some(from);
            // (No branch: the next die is hard to predict.)
            let further = self.load_some(&from[3 * Places::<F>::record(die)..]);
            self.vectors.placed(record, &Places::<F>::FURTHER, further)
        } else {
            let faces = self.kernel.faces();
            let mut record = [IMPOSSIBLE; RECORD];
            record[..=faces].copy_from_slice(&from[..=faces]);
            record[Places::<F>::two(die)] = from[1 + faces + die];
            record[Places::<F>::three(die)] = from[1 + 2 * faces + die];
            self.vectors.load_record(&record)
        }
    }

    /// Loads a record that may extend beyond the last row of all.
    #[inline(always)]
    fn load_some(&self, from: &[i32]) -> V::Record {
        match from.first_chunk() {
            Some(record) => self.vectors.load_record(record),
            None => {
                let mut record = [IMPOSSIBLE; RECORD];
                record[..from.len()].copy_from_slice(from);
                self.vectors.load_record(&record)
            }
        }
    }

    /// The new values of as many rows as a vector has lanes.
    #[inline(always)]
    fn count(&self, none: &[i32], memory: &mut Memory<'_>) -> V::Lanes {
        let (vectors, faces) = (self.vectors, self.kernel.faces());
        let best = &*memory.best;
        let (own, more) = memory.counted.split_at_mut(self.kernel.row_size());
        vectors.store(own, vectors.load(none));
        for die in 0..faces {
            for first in (0..RECORD).step_by(V::LANES) {
                let square = vectors.transposed(&best[die..], F, first);
                for (place, &rows) in (first..).zip(square.as_ref()) {
                    if place == 0 {
                        vectors.store(&mut own[(1 + die) * V::LANES..], rows);
                    } else if place <= F {
                        // (Of dice that do not exist: overwritten, or not read.)
                        vectors.store(&mut more[(die * F + place - 1) * V::LANES..], rows);
                        if place == 1 + die {
                            vectors.store(&mut own[(1 + faces + die) * V::LANES..], rows);
                        }
                    } else if place == Places::<F>::two(die) {
                        vectors.store(&mut own[(1 + 2 * faces + die) * V::LANES..], rows);
                    } else if place == Places::<F>::three(die) {
                        vectors.store(&mut more[(F * F + die) * V::LANES..], rows);
                    }
                }
            }
        }
        self.kernel.combine(own, more)
    }

    /// Leaves all rows for the next stage: by row, table and lane.
    #[inline(always)]
    fn leave(&self, lane: usize, tables: &[Stored], carry: &mut [i32]) {
        let (faces, records) = (self.kernel.faces(), Places::<F>::RECORDS);
        let lanes = self.kernel.level.lanes_with_bar;
        let rows = carry.chunks_exact_mut((1 + 3 * faces) * lanes);
        for (left, own) in rows.zip(tables.chunks_exact(records)) {
            left[lane] = own[0][0];
            for die in 0..faces {
                let own = &own[Places::<F>::record(die)];
                left[Places::<F>::one(die) * lanes + lane] = own[Places::<F>::one(die)];
                left[(1 + faces + die) * lanes + lane] = own[Places::<F>::two(die)];
                left[(1 + 2 * faces + die) * lanes + lane] = own[Places::<F>::three(die)];
            }
        }
    }
}
