//! The bounds of the positions of a run, several at a time.
//!
//! A play of neighbours leads to numbers with a constant stride, so the loops over positions are
//! inside those over plays, where the compiler can make vectors of them.

use super::runs::{Run, Runs};

/// The bounds of all numbers, as pairs of a lower and an upper one.
type Pairs = [[i32; 2]];

/// The work on consecutive positions of a part, compiled for each kind of vector instructions.
pub(super) struct BackUp<'a> {
    pub(super) runs: &'a Runs,
    pub(super) bounds: &'a Pairs,
    pub(super) lower: &'a mut [i32],
    pub(super) upper: &'a mut [i32],
}

impl pulp::WithSimd for BackUp<'_> {
    type Output = ();

    /// Writes the bounds that follow from those of all numbers: as
    /// [`backup_expected`](shuban_core::backup::backup_expected), bit for bit.
    #[inline(always)]
    fn with_simd<S: pulp::Simd>(self, _simd: S) {
        let BackUp { runs, bounds, lower, upper } = self;
        for (first, run) in runs.iter() {
            let mut row = 0;
            while row < run.rows {
                let (lower, upper) = (&mut lower[first + row..], &mut upper[first + row..]);
                row += match run.rows - row {
                    1 => back_up::<1>(run, row, bounds, lower, upper),
                    2..=4 => back_up::<4>(run, row, bounds, lower, upper),
                    5..=8 => back_up::<8>(run, row, bounds, lower, upper),
                    _ => back_up::<16>(run, row, bounds, lower, upper),
                };
            }
        }
    }
}

/// Writes the bounds of at most `LANES` positions of a run, from `row` on; returns their number.
/// Lanes beyond them compute what is not used.
#[inline(always)]
fn back_up<const LANES: usize>(
    run: Run<'_>,
    row: usize,
    bounds: &Pairs,
    lower: &mut [i32],
    upper: &mut [i32],
) -> usize {
    let rows = LANES.min(run.rows - row);
    let mut sums = [[0; 2]; LANES];
    if !run.sums.is_empty() {
        sums[..rows].copy_from_slice(&run.sums[row..row + rows]);
    }
    for event in run.events() {
        let mut best = [[i32::MIN; 2]; LANES];
        if let Some(known) = event.known {
            let known =
                run.known[row * run.known_of_row + known..].iter().step_by(run.known_of_row);
            best[..rows].iter_mut().zip(known).for_each(|(best, known)| *best = *known);
        }
        // The best play of the side that goes on, and of those after which the other side is to
        // move, the worst for that side.
        let mut worst = [[i32::MAX; 2]; LANES];
        for (word, stride) in event.plays(row) {
            if word & 1 == 0 {
                meet(&mut best, rows, (bounds, word, stride), i32::max);
            } else {
                meet(&mut worst, rows, (bounds, word, stride), i32::min);
            }
        }
        // No bound is the least number of all, so that one that was not met changes nothing.
        for worst in &mut worst {
            *worst = [worst[1].wrapping_neg(), worst[0].wrapping_neg()];
        }
        each(&mut best, worst, i32::max);
        for (sums, best) in sums.iter_mut().zip(best) {
            for (sum, best) in sums.iter_mut().zip(best) {
                *sum = sum.wrapping_add(event.weight.wrapping_mul(i64::from(best)));
            }
        }
    }
    let total = run.total;
    if total.count_ones() == 1 {
        let shift = total.trailing_zeros();
        for [lower, upper] in &mut sums {
            (*lower, *upper) = (*lower >> shift, (upper.wrapping_neg() >> shift).wrapping_neg());
        }
    } else {
        for [lower, upper] in &mut sums[..rows] {
            let above = upper.wrapping_neg().div_euclid(total);
            (*lower, *upper) = (lower.div_euclid(total), above.wrapping_neg());
        }
    }
    for ((lower, upper), sum) in lower.iter_mut().zip(upper).zip(&sums[..rows]) {
        (*lower, *upper) = (sum[0] as i32, sum[1] as i32);
    }
    rows
}

/// Takes in the bounds at the ends of a play, lane by lane.
#[inline(always)]
fn meet<const LANES: usize>(
    numbers: &mut [[i32; 2]; LANES],
    rows: usize,
    (bounds, word, stride): (&Pairs, u32, u32),
    of: impl Fn(i32, i32) -> i32,
) {
    if stride == 2
        && let Some(seen) = bounds.get((word >> 1) as usize..).and_then(<[_]>::first_chunk)
    {
        return each(numbers, *seen, of);
    }
    let mut word = word;
    for number in &mut numbers[..rows] {
        let seen = bounds[(word >> 1) as usize];
        *number = [of(number[0], seen[0]), of(number[1], seen[1])];
        word = word.wrapping_add(stride);
    }
}

/// Compares bounds lane by lane, and keeps those that `of` gives.
#[inline(always)]
fn each<const LANES: usize>(
    numbers: &mut [[i32; 2]; LANES],
    others: [[i32; 2]; LANES],
    of: impl Fn(i32, i32) -> i32,
) {
    for lane in 0..LANES {
        for bound in 0..2 {
            numbers[lane][bound] = of(numbers[lane][bound], others[lane][bound]);
        }
    }
}
