//! A unit with one opponent only: the tables of a row side by side.
//!
//! With a single lane (all opponents by themselves on the set's points, or all on the bar) the
//! vectors of the other kernel would be all but empty. Here a row's tables lie in **records**: the
//! value after no play, the best after one die of each face, and the best after two and three dice
//! of some faces. So what a step with a die of these faces leads to is one record, and the best
//! plays that begin with the die are the maximum of records.
//!
//! How the rolls are counted is the other kernel's, with rows in the lanes of its vectors.

use shuban_core::combinatorics::multisets;
use shuban_core::{PassUnit, UnitData};

use super::kernel::{ContactScratch, UnitKernel, aligned, values_after_no_play};
use super::plan::{ContactPlan, NOWHERE, free_in_home};
use super::records::{Placing, RECORD, Records, Stored};
use super::steps::{Hits, OntoGroup, StepsOfUnit};
use super::vectors::IMPOSSIBLE;

/// For how many rows hits are known at once (these rows are short work).
const AHEAD: usize = 8;

/// Where a row's tables are in its records.
///
/// Of the dice of up to five faces all fit into one record; otherwise there is one record for each
/// three faces.
struct Places<const F: usize>;

impl<const F: usize> Places<F> {
    /// Dice that a record is for.
    const DICE: usize = if F <= 5 { F } else { 3 };
    /// Records of a row.
    const RECORDS: usize = F.div_ceil(Self::DICE);

    /// The record for a die.
    const fn record(die: usize) -> usize {
        die / Self::DICE
    }

    /// The best after one die.
    const fn one(die: usize) -> usize {
        1 + die
    }

    /// The best after two dice, in the record for the die; with up to six faces in all records.
    const fn two(die: usize) -> usize {
        1 + F + if F <= 6 { die } else { die % Self::DICE }
    }

    /// The best after three dice, in the record for the die.
    const fn three(die: usize) -> usize {
        if F <= 5 { 1 + 2 * F + die } else { 13 + die % Self::DICE }
    }

    /// By die: what a row's record takes from the best plays that begin with the die. They are a
    /// maximum of records, so that in the places of one, two and three dice there are two, three
    /// and four.
    const TAKEN: [Placing; F] = {
        let mut taken = [Placing::NOTHING; F];
        let mut die = 0;
        while die < F {
            taken[die] = Placing::NOTHING
                .and(Self::one(die), 0)
                .and(Self::two(die), Self::one(die))
                .and(Self::three(die), Self::two(die));
            die += 1;
        }
        taken
    };

    /// By record: what the others have of it as well.
    const SHARED: [Placing; F] = {
        let mut shared = [Placing::NOTHING; F];
        let mut die = 0;
        while die < F {
            let with = &mut shared[Self::record(die)];
            *with = with.and(Self::one(die), Self::one(die));
            if F <= 6 {
                *with = with.and(Self::two(die), Self::two(die));
            }
            die += 1;
        }
        shared
    };

    /// For dice from the fourth of six faces on: three dice, of a record read three numbers further.
    const FURTHER: Placing = {
        let mut further = Placing::NOTHING;
        let mut to = 13;
        while to < RECORD {
            further = further.and(to, to);
            to += 1;
        }
        further
    };
}

/// What stays the same in a unit.
pub(super) struct OneLaneKernel<'a, V, const F: usize, const EXACT: bool> {
    vectors: V,
    kernel: UnitKernel<'a, V, F, EXACT>,
}

/// What is worked with.
struct Memory<'m> {
    /// By row: its records.
    tables: &'m mut [Stored],
    /// By row, of as many as a vector has lanes, and by die: the best plays that begin with it.
    best: &'m mut [Stored],
}

/// A row to be worked off.
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
    pub(super) fn new(vectors: V, plan: &'a ContactPlan, unit: PassUnit) -> Self {
        OneLaneKernel { vectors, kernel: UnitKernel::new(vectors, plan, unit) }
    }

    #[inline(always)]
    fn steps(&self) -> &StepsOfUnit<F> {
        &self.kernel.steps
    }

    #[inline(always)]
    pub(super) fn run(&self, data: UnitData<'_>, scratch: &mut ContactScratch) {
        let UnitData { read, before, values, carry } = data;
        let UnitKernel { plan, part, level, unit, .. } = self.kernel;
        let rows_of_vectors = level.rows.next_multiple_of(V::LANES);
        let none = aligned(&mut scratch.none, rows_of_vectors);
        values_after_no_play(plan, unit, read, none);
        let size = level.all_rows() * Places::<F>::RECORDS * RECORD;
        let (tables, _) = aligned(&mut scratch.tables, size).as_chunks_mut();
        // The best plays of some rows, then what the rolls are counted from.
        let counted = self.kernel.row_size() + (F * F + F + 1) * V::LANES;
        let more = aligned(&mut scratch.more, V::LANES * F * RECORD + counted);
        let (best, counted) = more.split_at_mut(V::LANES * F * RECORD);
        let (best, _) = best.as_chunks_mut();
        let mut memory = Memory { tables, best };
        let onto = self.steps().onto_group(level, unit.stage, 0);
        self.fewer_checkers(&onto, before, &mut memory);
        let side = part.index.mover();
        let home_rows = multisets(free_in_home(plan.home, self.steps().set()), side) as usize;
        let mut ahead = [const { Hits::new() }; AHEAD];
        for row in 0..level.rows.min(AHEAD - 1) {
            self.kernel.find_hits(&mut ahead[row % AHEAD], &onto, row, before);
        }
        for first in (0..level.rows).step_by(V::LANES) {
            for row in first..level.rows.min(first + V::LANES) {
                let next = row + AHEAD - 1;
                if next < level.rows {
                    self.kernel.find_hits(&mut ahead[next % AHEAD], &onto, next, before);
                }
                let all_home = row < home_rows;
                let row_of = Row { checkers: side, row, all_home, none: none[row] };
                self.play(&mut memory, row_of, &ahead[row % AHEAD], before);
            }
            let after = self.count(&none[first..], memory.best, counted);
            self.vectors.store_some(&mut values[first..], after);
        }
        if level.lanes_with_bar > 0 && !carry.is_empty() {
            self.leave(memory.tables, carry);
        }
    }

    /// The rows of fewer than all checkers.
    #[inline(always)]
    fn fewer_checkers(&self, onto: &OntoGroup<F>, before: &[i32], memory: &mut Memory<'_>) {
        let level = self.kernel.level;
        self.fill(memory, NOWHERE, IMPOSSIBLE, IMPOSSIBLE);
        // Nobody left: the game is won, whatever dice remain.
        if level.fewest == 0 {
            let won = self.first(self.kernel.won(0));
            self.fill(memory, level.offsets[0], won, won);
        }
        let free_home = free_in_home(self.kernel.plan.home, self.steps().set());
        let mut hits = Hits::new();
        for checkers in level.fewest.max(1)..self.kernel.part.index.mover() {
            for row in 0..multisets(free_home, checkers) as usize {
                let at = level.offsets[checkers] + row;
                let none = self.first(self.kernel.borne_off(at, 0));
                if checkers == level.fewest {
                    // Reached by the last of four dice only: nothing is played from here.
                    self.fill(memory, at, none, IMPOSSIBLE);
                } else {
                    let transitions = level.transitions_of(checkers);
                    self.steps().find_hits(&mut hits, level, onto, transitions, row);
                    self.play(memory, Row { checkers, row, all_home: true, none }, &hits, before);
                }
            }
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

    /// Fills a row's records from those of lower rows.
    #[inline(always)]
    fn play(&self, memory: &mut Memory<'_>, row: Row, hits: &Hits, before: &[i32]) {
        let Row { checkers, row, all_home, none } = row;
        let (vectors, records) = (self.vectors, Places::<F>::RECORDS);
        let level = self.kernel.level;
        let Memory { tables, best } = memory;
        let at = level.offsets[checkers] + row;
        let stored = (best[(row % V::LANES) * F..].first_chunk_mut::<F>())
            .expect("there is room for the best plays of as many rows as a vector has lanes");
        // First what does not wait for the rows just below.
        *stored = [[IMPOSSIBLE; RECORD]; F];
        for hit in hits.all() {
            let reached = self.hit(&before[hit.start..], hit.die as usize);
            self.raise(stored, hit.die as usize, reached);
        }
        if all_home {
            let faces = self.kernel.faces();
            for &(die, to) in self.steps().bear_offs(level, (checkers, row), faces).all() {
                let reached = vectors.load_record(&tables[to * records + Places::<F>::record(die)]);
                self.raise(stored, die, reached);
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
        // Each record of the dice that it is for; then what they all have.
        let mut own = [vectors.record_of(none); F];
        for die in 0..F {
            let own = &mut own[Places::<F>::record(die)];
            *own = vectors.placed(*own, &Places::<F>::TAKEN[die], best[die]);
        }
        for record in 0..records {
            let mut whole = own[record];
            for other in 0..records {
                if other != record {
                    whole = vectors.placed(whole, &Places::<F>::SHARED[other], own[other]);
                }
            }
            vectors.store_record(&mut tables[at * records + record], whole);
        }
    }

    #[inline(always)]
    fn raise(&self, stored: &mut [Stored; F], die: usize, to: V::Record) {
        let best = &mut stored[die % F];
        let raised = self.vectors.larger(self.vectors.load_record(best), to);
        self.vectors.store_record(best, raised);
    }

    /// What a hit leads to: the record for its die, of a row that the stage before left.
    #[inline(always)]
    fn hit(&self, from: &[i32], die: usize) -> V::Record {
        if EXACT && F <= 5 {
            self.load_some(from)
        } else if EXACT && F == 6 {
            let record = self.load_some(from);
            if die < 3 {
                return record;
            }
            let further = self.load_some(&from[3..]);
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

    /// A record that the last row of all may be shorter than.
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
    fn count(&self, none: &[i32], best: &[Stored], counted: &mut [i32]) -> V::Lanes {
        let (vectors, faces) = (self.vectors, self.kernel.faces());
        let (own, more) = counted.split_at_mut(self.kernel.row_size());
        vectors.store(own, vectors.load(none));
        for die in 0..faces {
            // (place in the best plays that begin with the die, table or place after all tables)
            for first in (0..RECORD).step_by(V::LANES) {
                let square = vectors.transposed(&best[die..], F, first);
                for (place, &rows) in (first..).zip(square.as_ref()) {
                    if place == 0 {
                        vectors.store(&mut own[(1 + die) * V::LANES..], rows);
                    } else if place <= F {
                        // (Of dice that there are not: overwritten, or not read.)
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

    /// Leaves all rows for the next stage: by row and table.
    #[inline(always)]
    fn leave(&self, tables: &[Stored], carry: &mut [i32]) {
        let (faces, records) = (self.kernel.faces(), Places::<F>::RECORDS);
        let rows = carry.chunks_exact_mut(1 + 3 * faces).zip(tables.chunks_exact(records));
        for (left, own) in rows {
            left[..=faces].copy_from_slice(&own[0][..=faces]);
            for die in 0..faces {
                let own = &own[Places::<F>::record(die)];
                left[1 + faces + die] = own[Places::<F>::two(die)];
                left[1 + 2 * faces + die] = own[Places::<F>::three(die)];
            }
        }
    }
}
