//! One unit of a pass: all movers against all opponents on one set of points.
//!
//! A unit holds, for each row and lane, `1 + 3 · faces` numbers: the value after no play; the best
//! after exactly one die d; after two dice d; after three dice d. A step to a free place reads the
//! same lanes of a lower row; a step onto a lone opponent reads the lane where it leads to in a
//! unit of the stage before. Since every step leads to a lower row, one pass in the order of rows
//! fills all.

use shuban_core::combinatorics::{multisets, rank_subset, unrank_subset};
use shuban_core::{ONE, Pass, PassUnit, Status, UnitData};

use super::plan::{ContactPlan, Level, PartPlan, free_in_home};

/// No play with this many dice. Below every value.
const IMPOSSIBLE: i32 = i32::MIN;

/// Working memory of one thread.
#[derive(Default)]
pub struct ContactScratch {
    /// By row, table and (padded) lane.
    unit: Vec<i32>,
    /// The best after die d, then die e: by d, e and lane.
    pairs: Vec<i32>,
    /// The best after four dice d: by d and lane.
    fours: Vec<i32>,
}

/// Runs a unit with the best vector instructions that the machine has.
pub(super) fn run(
    plan: &ContactPlan,
    unit: PassUnit,
    data: UnitData<'_>,
    scratch: &mut ContactScratch,
) {
    // The usual dice have code of their own, in which the loops over faces are unrolled.
    match plan.faces {
        3 => run_dice::<3>(plan, unit, data, scratch),
        4 => run_dice::<4>(plan, unit, data, scratch),
        6 => run_dice::<6>(plan, unit, data, scratch),
        _ => run_dice::<0>(plan, unit, data, scratch),
    }
}

fn run_dice<const F: usize>(
    plan: &ContactPlan,
    unit: PassUnit,
    data: UnitData<'_>,
    scratch: &mut ContactScratch,
) {
    let level = &plan.parts[unit.part].levels[unit.stage];
    let of_unit = OfUnit { plan, unit, data, scratch };
    let arch = pulp::Arch::new();
    match level.stride {
        1 => arch.dispatch(Vectorized::<F, 1, true>(of_unit)),
        2 => arch.dispatch(Vectorized::<F, 2, true>(of_unit)),
        4 => arch.dispatch(Vectorized::<F, 4, true>(of_unit)),
        8 => arch.dispatch(Vectorized::<F, 8, true>(of_unit)),
        16 => arch.dispatch(Vectorized::<F, 16, true>(of_unit)),
        _ => arch.dispatch(Vectorized::<F, 16, false>(of_unit)),
    }
}

/// What [`run`] is called with.
struct OfUnit<'a> {
    plan: &'a ContactPlan,
    unit: PassUnit,
    data: UnitData<'a>,
    scratch: &'a mut ContactScratch,
}

/// The work on a unit, to be compiled for each kind of vector instructions. (A closure would not
/// do: where the compiler does not take it into the caller, it is compiled for the least of them.)
struct Vectorized<'a, const F: usize, const V: usize, const ONE_VECTOR: bool>(OfUnit<'a>);

impl<const F: usize, const V: usize, const ONE_VECTOR: bool> pulp::WithSimd
    for Vectorized<'_, F, V, ONE_VECTOR>
{
    type Output = ();

    #[inline(always)]
    fn with_simd<S: pulp::Simd>(self, _simd: S) {
        let OfUnit { plan, unit, data, scratch } = self.0;
        UnitKernel::<F, V, ONE_VECTOR>::new(plan, unit).run(data, scratch);
    }
}

/// What stays the same in a unit. Dice have `F` faces (0: the plan says), `V` lanes make a vector,
/// and where `ONE_VECTOR` all of a row's.
struct UnitKernel<'a, const F: usize, const V: usize, const ONE_VECTOR: bool> {
    plan: &'a ContactPlan,
    part: &'a PartPlan,
    level: &'a Level,
    pass: Pass,
    set: usize,
    /// The opponent's points, bit p - 1 for the mover's place p.
    q: u64,
    /// The mover's place of each kind of free place.
    places: [usize; 32],
    /// For each of the mover's places: the number of free places below it.
    below: [usize; 33],
    /// For each of the mover's places: which point of the set it is, and where the unit of the set
    /// without it begins in what the stage before left.
    points: [(usize, usize); 33],
}

impl<'a, const F: usize, const V: usize, const ONE_VECTOR: bool> UnitKernel<'a, F, V, ONE_VECTOR> {
    #[inline(always)]
    fn new(plan: &'a ContactPlan, unit: PassUnit) -> Self {
        let part = &plan.parts[unit.part];
        let level = &part.levels[unit.stage];
        let q = unrank_subset(unit.unit as u64, unit.stage, plan.points);
        let mut work = UnitKernel {
            plan,
            part,
            level,
            pass: unit.pass,
            set: unit.unit,
            q,
            places: [0; 32],
            below: [0; 33],
            points: [(0, 0); 33],
        };
        let (mut free, mut taken) = (0, 0);
        for place in 1..=plan.points + 1 {
            work.below[place] = free;
            if work.holds(place) {
                let before = &part.levels[unit.stage - 1];
                let other = rank_subset(q & !(1 << (place - 1))) as usize;
                let unit_carry = before.all_rows() * before.lanes_with_bar * plan.tables();
                work.points[place] = (taken, other * unit_carry);
                taken += 1;
            } else {
                work.places[free] = place;
                free += 1;
            }
        }
        work
    }

    #[inline(always)]
    fn faces(&self) -> usize {
        if F == 0 { self.plan.faces } else { F }
    }

    /// Lanes of a row, padded.
    #[inline(always)]
    fn stride(&self) -> usize {
        if ONE_VECTOR { V } else { self.level.stride }
    }

    /// Numbers for each row and lane.
    #[inline(always)]
    fn numbers(&self) -> usize {
        1 + 3 * self.faces()
    }

    /// Whether the opponent holds a place (the mover's bar it never does).
    #[inline(always)]
    fn holds(&self, place: usize) -> bool {
        self.q >> (place - 1) & 1 == 1
    }

    #[inline(always)]
    fn run(&self, data: UnitData<'_>, scratch: &mut ContactScratch) {
        let UnitData { read, before, values, carry } = data;
        let (level, faces) = (self.level, self.faces());
        let row_size = self.numbers() * self.stride();
        // Every number that is read was written before, in this unit: nothing need be cleared.
        scratch.unit.resize(scratch.unit.len().max(level.all_rows() * row_size), 0);
        scratch.pairs.resize(scratch.pairs.len().max(faces * faces * self.stride()), 0);
        scratch.fours.resize(scratch.fours.len().max(faces * self.stride()), 0);
        let ContactScratch { unit, pairs, fours } = scratch;

        // Nobody left: the game is won, whatever dice remain. (With more than four checkers these
        // are rows of the fewest that a turn can leave; they are overwritten.)
        match self.pass {
            Pass::Lower | Pass::Upper => self.won(&mut unit[..row_size]),
            Pass::Leave => unit[..row_size].fill(0),
            Pass::Retrograde => unit[..row_size].fill(Status::Win.code()),
        }
        let free_home = free_in_home(self.plan.home, self.q);
        let side = self.part.index.mover();
        for checkers in level.fewest.max(1)..side {
            for row in 0..multisets(free_home, checkers) as usize {
                let at = level.offsets[checkers] + row;
                let (below, rest) = unit.split_at_mut(at * row_size);
                let tables = &mut rest[..row_size];
                self.value_borne_off(at, &mut tables[..self.stride()]);
                if checkers == level.fewest {
                    // Reached by the last of four dice only: nothing is played from here.
                    tables[self.stride()..].fill(IMPOSSIBLE);
                } else {
                    self.tables(checkers, row, true, below, tables, pairs, fours, before);
                }
                self.leave_row(at, tables, carry);
            }
        }
        let home_rows = multisets(free_home, side) as usize;
        let first = (self.part.index.base(self.q.count_ones() as usize) as usize)
            + self.set * level.rows * level.lanes;
        let exchange = &self.part.exchange[first..][..level.rows * level.lanes];
        for row in 0..level.rows {
            let at = level.offsets[side] + row;
            let (below, rest) = unit.split_at_mut(at * row_size);
            let tables = &mut rest[..row_size];
            let lanes = row * level.lanes..(row + 1) * level.lanes;
            self.value_after_no_play(&exchange[lanes.clone()], read, &mut tables[..self.stride()]);
            self.tables(side, row, row < home_rows, below, tables, pairs, fours, before);
            self.combine(tables, pairs, fours, &mut values[lanes]);
            self.leave_row(at, tables, carry);
        }
    }

    /// The row of nobody left: what the win counts.
    #[inline(always)]
    fn won(&self, row: &mut [i32]) {
        row.fill(ONE);
        let start = self.set * self.level.lanes;
        if let Some(won) = self.level.won.get(start..start + self.level.lanes) {
            for table in row.chunks_exact_mut(self.stride()) {
                table[..won.len()].copy_from_slice(won);
            }
        }
    }

    /// The value for the mover if it ends its turn here, inside the layer.
    #[inline(always)]
    fn value_after_no_play(&self, exchange: &[u32], read: &[i32], values: &mut [i32]) {
        for (value, &rank) in values.iter_mut().zip(exchange) {
            let other = read[rank as usize];
            *value = match self.pass {
                Pass::Lower | Pass::Upper => -other,
                Pass::Leave => other,
                Pass::Retrograde => Status::after(other),
            };
        }
    }

    /// The same after some checkers were borne off: in a finished layer.
    #[inline(always)]
    fn value_borne_off(&self, at: usize, values: &mut [i32]) {
        let start = (self.set * self.level.small_rows() + at) * self.level.lanes;
        let lanes = start..start + self.level.lanes;
        let values = &mut values[..self.level.lanes];
        match self.pass {
            Pass::Lower => values.copy_from_slice(&self.level.borne_off_lower[lanes]),
            Pass::Upper => values.copy_from_slice(&self.level.borne_off_upper[lanes]),
            Pass::Leave => values.fill(0),
            Pass::Retrograde => {
                for (value, &status) in values.iter_mut().zip(&self.level.borne_off_status[lanes]) {
                    *value = status.into();
                }
            }
        }
    }

    /// Fills a row's tables from those of lower rows, and `pairs` and `fours` for `combine`.
    #[inline(always)]
    #[allow(clippy::too_many_arguments)] // one hot function, called in two places
    fn tables(
        &self,
        checkers: usize,
        row: usize,
        all_home: bool,
        below: &[i32],
        tables: &mut [i32],
        pairs: &mut [i32],
        fours: &mut [i32],
        before: &[i32],
    ) {
        let (level, faces) = (self.level, self.faces());
        let stride = self.stride();
        let row_size = tables.len();
        let pairs = &mut pairs[..faces * faces * stride];
        let fours = &mut fours[..faces * stride];
        tables[stride..].fill(IMPOSSIBLE);
        pairs.fill(IMPOSSIBLE);
        fours.fill(IMPOSSIBLE);
        let transitions = level.transitions[checkers].as_ref().expect("a row has checkers");
        let sources = transitions.sources(row);
        let bar = self.plan.points + 1;
        let highest = self.places[sources[0].kind as usize];
        // Whoever has a checker on the bar must enter it first.
        let sources = if highest == bar { &sources[..1] } else { sources };
        for source in sources {
            let place = self.places[source.kind as usize];
            for die in 1..=faces {
                let to = place.saturating_sub(die);
                let target = if to == 0 {
                    if !all_home || (place < die && place != highest) {
                        continue;
                    }
                    level.offsets[checkers - 1] + source.rest as usize
                } else if self.holds(to) {
                    let (point, unit) = self.points[to];
                    let row = transitions.insert_at_gap(source.rest, self.below[to]);
                    let hit =
                        Hit { lanes: &level.hits[point], unit, at: level.offsets[checkers] + row };
                    self.hit(hit, die - 1, before, tables, pairs, fours);
                    continue;
                } else {
                    level.offsets[checkers] + transitions.insert(source.rest, self.below[to])
                };
                let from = &below[target * row_size..][..row_size];
                self.step(from, die - 1, tables, pairs, fours);
            }
        }
        for die in 0..faces {
            let twos = &pairs[(die * faces + die) * stride..][..stride];
            tables[(1 + faces + die) * stride..][..stride].copy_from_slice(twos);
        }
    }

    /// A step with die `d` (from 0) to a row of this unit.
    #[inline(always)]
    fn step(
        &self,
        from: &[i32],
        d: usize,
        tables: &mut [i32],
        pairs: &mut [i32],
        fours: &mut [i32],
    ) {
        let (stride, faces) = (self.stride(), self.faces());
        let ones = stride..(1 + faces) * stride;
        let (twos, threes) = ((1 + faces + d) * stride, (1 + 2 * faces + d) * stride);
        raise::<V>(&mut tables[(1 + d) * stride..][..stride], &from[..stride]);
        raise::<V>(&mut pairs[d * faces * stride..][..faces * stride], &from[ones]);
        raise::<V>(&mut tables[threes..][..stride], &from[twos..][..stride]);
        raise::<V>(&mut fours[d * stride..][..stride], &from[threes..][..stride]);
    }

    /// A step with die `d` (from 0) that hits: some lanes lead to a unit of the stage before.
    #[inline(always)]
    fn hit(
        &self,
        hit: Hit<'_>,
        d: usize,
        before: &[i32],
        tables: &mut [i32],
        pairs: &mut [i32],
        fours: &mut [i32],
    ) {
        let (stride, faces) = (self.stride(), self.faces());
        let size = self.numbers();
        let start = hit.unit + hit.at * hit.lanes.len() * size;
        let rows = before[start..][..hit.lanes.len() * size].chunks_exact(size);
        let (twos, threes) = (1 + faces + d, 1 + 2 * faces + d);
        for (from, &lane) in rows.zip(hit.lanes) {
            let lane = lane as usize;
            raise_one(&mut tables[(1 + d) * stride + lane], from[0]);
            for e in 0..faces {
                raise_one(&mut pairs[(d * faces + e) * stride + lane], from[1 + e]);
            }
            raise_one(&mut tables[threes * stride + lane], from[twos]);
            raise_one(&mut fours[d * stride + lane], from[threes]);
        }
    }

    /// The row's new values, over all rolls.
    #[inline(always)]
    fn combine(&self, tables: &[i32], pairs: &[i32], fours: &[i32], values: &mut [i32]) {
        for lane in (0..self.stride()).step_by(V) {
            let out = match self.pass {
                Pass::Lower | Pass::Upper => self.mean(tables, pairs, fours, lane),
                Pass::Leave | Pass::Retrograde => self.settle(tables, pairs, fours, lane),
            };
            let real = V.min(values.len() - lane);
            values[lane..lane + real].copy_from_slice(&out[..real]);
        }
    }

    /// The weighted mean, rounded outward.
    #[inline(always)]
    fn mean(&self, tables: &[i32], pairs: &[i32], fours: &[i32], lane: usize) -> [i32; V] {
        // Exact: sums of at most 81 numbers of 31 bits.
        let mut sum = [0f64; V];
        self.for_each_roll(tables, pairs, fours, lane, |weight, best| {
            for i in 0..V {
                sum[i] += weight * f64::from(best[i]);
            }
        });
        let throws = (self.faces() * self.faces()) as f64;
        // A quotient of such integers is never rounded to a whole number that it is not.
        if self.pass == Pass::Lower {
            sum.map(|sum| (sum / throws).floor() as i32)
        } else {
            sum.map(|sum| (sum / throws).ceil() as i32)
        }
    }

    /// What follows from the marks or statuses that the rolls lead to.
    #[inline(always)]
    fn settle(&self, tables: &[i32], pairs: &[i32], fours: &[i32], lane: usize) -> [i32; V] {
        let (mut least, mut most) = ([i32::MAX; V], [i32::MIN; V]);
        let mut unknown = [false; V];
        self.for_each_roll(tables, pairs, fours, lane, |_, best| {
            for i in 0..V {
                least[i] = least[i].min(best[i]);
                most[i] = most[i].max(best[i]);
                unknown[i] |= best[i] == Status::Unknown.code();
            }
        });
        std::array::from_fn(|i| {
            if self.pass == Pass::Leave {
                i32::from(least[i] != 0)
            } else if unknown[i] {
                Status::Unknown.code()
            } else if least[i] == most[i] {
                least[i]
            } else {
                Status::Valued.code()
            }
        })
    }

    /// Calls `each` with the weight of every roll and its best play with as many dice as possible.
    #[inline(always)]
    fn for_each_roll(
        &self,
        tables: &[i32],
        pairs: &[i32],
        fours: &[i32],
        lane: usize,
        mut each: impl FnMut(f64, &[i32; V]),
    ) {
        let (stride, faces) = (self.stride(), self.faces());
        let table = |t: usize| -> &[i32; V] { vector(&tables[t * stride + lane..]) };
        let none = table(0);
        for d in 0..faces {
            let (one, two, three) = (table(1 + d), table(1 + faces + d), table(1 + 2 * faces + d));
            let best = else_fewer(vector(&fours[d * stride + lane..]), three);
            each(1.0, &else_fewer(&else_fewer(&else_fewer(&best, two), one), none));
            for e in 0..d {
                let mut best = *vector::<V>(&pairs[(d * faces + e) * stride + lane..]);
                raise::<V>(&mut best, &pairs[(e * faces + d) * stride + lane..][..V]);
                // If only one of the dice can be played, the larger one if it can.
                let best = else_fewer(&else_fewer(&best, one), table(1 + e));
                each(2.0, &else_fewer(&best, none));
            }
        }
    }

    /// Leaves the lanes that hits lead to for the next stage: by row, lane and table.
    #[inline(always)]
    fn leave_row(&self, at: usize, tables: &[i32], carry: &mut [i32]) {
        if carry.is_empty() {
            return;
        }
        let (lanes, size) = (self.level.lanes_with_bar, self.numbers());
        let row = &mut carry[at * lanes * size..][..lanes * size];
        for (lane, out) in row.chunks_exact_mut(size).enumerate() {
            for (table, out) in out.iter_mut().enumerate() {
                *out = tables[table * self.stride() + lane];
            }
        }
    }
}

/// Where a hit leads: lane k of a row of a unit of the stage before, for the k-th of `lanes`.
#[derive(Clone, Copy)]
struct Hit<'a> {
    lanes: &'a [u32],
    unit: usize,
    at: usize,
}

#[inline(always)]
fn vector<const V: usize>(numbers: &[i32]) -> &[i32; V] {
    numbers.first_chunk().expect("rows are padded to whole vectors")
}

/// `to = max(to, from)`, in vectors of `V`.
#[inline(always)]
fn raise<const V: usize>(to: &mut [i32], from: &[i32]) {
    for (to, from) in to.as_chunks_mut::<V>().0.iter_mut().zip(from.as_chunks::<V>().0) {
        for i in 0..V {
            to[i] = to[i].max(from[i]);
        }
    }
}

#[inline(always)]
fn raise_one(to: &mut i32, from: i32) {
    *to = (*to).max(from);
}

/// The best with more dice where that is possible, else with fewer.
#[inline(always)]
fn else_fewer<const V: usize>(more: &[i32; V], fewer: &[i32; V]) -> [i32; V] {
    std::array::from_fn(|i| if more[i] == IMPOSSIBLE { fewer[i] } else { more[i] })
}
