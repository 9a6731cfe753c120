//! Values of ending a turn: the other side's values, seen from this one.
//!
//! A unit holds, for the opponents on the set Q, all movers outside of it. If the mover ends its
//! turn on the points P, that is a position of the partner's unit of P, in which it is one of the
//! opponents, and those on Q are among the movers. So for each pair of sets without a point in
//! common there is a dense **block**, which holds in the partner the movers on exactly Q row after
//! row, those on exactly P side by side, and here the other way round: a transposition.

use shuban_core::combinatorics::unrank_subset;
use shuban_core::sweep::{Pass, PassUnit, Read, Status};

use super::beside::Beside;
use super::plan::{ContactPlan, Level, PartPlan};

/// The blocks of a unit.
pub(super) struct Blocks<'a> {
    level: &'a Level,
    partner: &'a PartPlan,
    points: usize,
    /// The opponent's points.
    set: u64,
}

/// The blocks of a unit.
pub(super) fn of_parts(plan: &ContactPlan, unit: PassUnit) -> Blocks<'_> {
    let part = &plan.parts[unit.part];
    Blocks {
        level: &part.levels[unit.stage],
        partner: &plan.parts[part.partner],
        points: plan.points,
        set: unrank_subset(unit.unit as u64, unit.stage, plan.points),
    }
}

/// Conversion of the other side's value to this one's. (A type, as a closure might not be compiled
/// into the place where it is called.)
pub(super) trait Turned {
    fn turned(value: i32) -> i32;
}

/// Zero-sum values: one side wins what the other loses.
pub(super) struct Minus;

impl Turned for Minus {
    #[inline(always)]
    fn turned(value: i32) -> i32 {
        -value
    }
}

/// Values that are the same for both sides.
pub(super) struct Same;

impl Turned for Same {
    #[inline(always)]
    fn turned(value: i32) -> i32 {
        value
    }
}

/// The codes of [`Status`].
pub(super) struct StatusAfter;

impl Turned for StatusAfter {
    #[inline(always)]
    fn turned(value: i32) -> i32 {
        Status::after(value)
    }
}

/// Numbers by rank. (A type for each kind of [`Read`], so that the kind is determined once.)
trait Numbers: Copy {
    fn at(self, rank: usize) -> i32;
}

#[derive(Clone, Copy)]
struct Plain<'a>(&'a [i32]);

impl Numbers for Plain<'_> {
    #[inline(always)]
    fn at(self, rank: usize) -> i32 {
        self.0[rank]
    }
}

#[derive(Clone, Copy)]
struct Below<'a>(&'a [i32], &'a [u16], i32);

impl Numbers for Below<'_> {
    #[inline(always)]
    fn at(self, rank: usize) -> i32 {
        Read::below(self.0[rank], self.1[rank], self.2)
    }
}

#[derive(Clone, Copy)]
struct Above<'a>(&'a [i32], &'a [u16], i32);

impl Numbers for Above<'_> {
    #[inline(always)]
    fn at(self, rank: usize) -> i32 {
        Read::above(self.0[rank], self.1[rank], self.2)
    }
}

/// Copies the partner's values, converted, to `none`: by group of lanes, row and lane.
#[inline(always)]
pub(super) fn after_no_play<T: Turned>(blocks: &Blocks<'_>, read: Read<'_>, none: &mut [i32]) {
    match read {
        Read::Plain(numbers) => copy::<T, _>(blocks, Plain(numbers), none),
        Read::Inbox(numbers) => copy_inbox::<T>(blocks, numbers, none),
        Read::Below { centre, half_width, least } => {
            // Slices of equal length, so that one bounds check is enough for both.
            let half_width = &half_width[..centre.len()];
            copy::<T, _>(blocks, Below(centre, half_width, least), none);
        }
        Read::Above { centre, half_width, most } => {
            let half_width = &half_width[..centre.len()];
            copy::<T, _>(blocks, Above(centre, half_width, most), none);
        }
    }
}

#[inline(always)]
fn copy<T: Turned, N: Numbers>(blocks: &Blocks<'_>, read: N, none: &mut [i32]) {
    let Blocks { level, partner, points, set } = *blocks;
    let n = set.count_ones() as usize;
    let beside = Beside::new(set, points, level.by_points.rows.len() - 1);
    for (held, rows) in level.by_points.rows.iter().enumerate() {
        let other = &partner.levels[held];
        let lanes = other.lanes;
        let base = partner.index.base(held) as usize;
        let mut sets = beside.sets(held);
        for rows in rows.chunks_exact(lanes) {
            let ranks = sets.ranks();
            sets.go_on();
            let first = base + ranks.held as usize * other.rows * lanes;
            let from = other.by_points.on(n, ranks.beside.into(), level.lanes);
            for (group, from) in from.chunks(level.vector).enumerate() {
                let none = &mut none[group * level.rows * level.vector..];
                if let (&[row], 1) = (from, level.vector) {
                    one_row::<T, N>(read, first + row as usize * lanes, none, rows);
                    continue;
                }
                transpose::<T, N>(read, first, (from, lanes), none, (rows, level.vector));
            }
        }
    }
}

/// The same from an inbox, where the blocks lie in the order of the partner's units.
#[inline(always)]
fn copy_inbox<T: Turned>(blocks: &Blocks<'_>, mut numbers: &[i32], none: &mut [i32]) {
    let Blocks { level, partner, .. } = *blocks;
    let by_points = &level.by_points;
    for ((rows, turned), other) in by_points.rows.iter().zip(&by_points.turned).zip(&partner.levels)
    {
        let size = level.lanes * other.lanes;
        let (of_points, rest) = numbers.split_at(turned.len() * size);
        numbers = rest;
        for (rows, &at) in rows.chunks_exact(other.lanes).zip(turned) {
            let block = &of_points[at as usize * size..][..size];
            for (group, block) in block.chunks(level.vector * other.lanes).enumerate() {
                let none = &mut none[group * level.rows * level.vector..];
                for (lane, &row) in rows.iter().enumerate() {
                    let to = &mut none[row as usize * level.vector..][..level.vector];
                    let from = block[lane..].iter().step_by(other.lanes);
                    to.iter_mut().zip(from).for_each(|(to, &from)| *to = T::turned(from));
                }
            }
        }
    }
}

/// Copies the numbers of one row to the only lane of `rows`.
#[inline(always)]
fn one_row<T: Turned, N: Numbers>(read: N, first: usize, none: &mut [i32], rows: &[u32]) {
    for (rank, &row) in (first..).zip(rows) {
        none[row as usize] = T::turned(read.at(rank));
    }
}

/// Copies the numbers of rows `from`, each of `lanes` side by side, to the lanes of `rows`.
#[inline(always)]
fn transpose<T: Turned, N: Numbers>(
    read: N,
    first: usize,
    (from, lanes): (&[u32], usize),
    none: &mut [i32],
    (rows, vector): (&[u32], usize),
) {
    let mut starts = [0usize; 16];
    for (start, &row) in starts.iter_mut().zip(from) {
        *start = first + row as usize * lanes;
    }
    let starts = &starts[..from.len().min(16)];
    for (lane, &row) in rows.iter().enumerate() {
        let to = &mut none[row as usize * vector..][..vector];
        for (to, &start) in to.iter_mut().zip(starts) {
            *to = T::turned(read.at(start + lane));
        }
    }
}

/// Values of ending the turn in each row of a unit: by group of lanes, row and lane.
#[inline(always)]
pub(super) fn values_after_no_play(
    plan: &ContactPlan,
    unit: PassUnit,
    read: Read<'_>,
    none: &mut [i32],
) {
    let blocks = of_parts(plan, unit);
    match unit.pass {
        Pass::Lower | Pass::Upper | Pass::Nearest => {
            after_no_play::<Minus>(&blocks, read, none);
        }
        Pass::Leave => after_no_play::<Same>(&blocks, read, none),
        Pass::Retrograde => after_no_play::<StatusAfter>(&blocks, read, none),
    }
}
