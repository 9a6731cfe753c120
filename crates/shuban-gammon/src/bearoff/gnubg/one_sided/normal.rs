//! The file that `makebearoff -n -o P` writes: of each side the mean number of rolls and their
//! standard deviation, in single precision, to be read as a normal distribution.
//!
//! It has plays of its own: those of the least mean by these means, which are not rounded to 16
//! bits roll by roll. gnubg's are compiled to be fast rather than exact, so that the last bits are
//! no part of what the file says.

use std::io::Write;

use shuban_core::dice::rolls;
use shuban_core::solver::SearchFailure;
use shuban_core::{Index, Progress};

use super::layers::{CHECKERS, FACES};
use crate::bearoff::plays::{Movable, each_after};
use crate::bearoff::rank::{GnubgRank, Ranked};

/// The mean and the standard deviation of the number of rolls until all checkers are off, and until
/// the first one is (which is 0 if one has been borne off).
type Normal = [f32; 4];

/// Writes every side on `points` points, and returns how many there are.
///
/// # Errors
/// If the file cannot be written, or the work was called off.
pub(super) fn write(
    points: usize,
    home: usize,
    out: &mut dyn Write,
    progress: &dyn Progress,
) -> Result<u64, SearchFailure> {
    let rank = GnubgRank { points, checkers: CHECKERS };
    let falls = rank.falls();
    let mut sides: Vec<Normal> = Vec::new();
    progress.phase("normal distributions", rank.len());
    for at in 0..rank.len() as u32 {
        if at.is_multiple_of(1 << 10) {
            progress.at(u64::from(at), "");
            if progress.interrupted() {
                return Err(SearchFailure::Interrupted);
            }
        }
        let side = Ranked::new(rank, at, &falls);
        let normal = side.map_or([0.0; 4], |side| {
            let is_whole = side.checkers().count() == CHECKERS;
            of_side(side, is_whole, home, &sides)
        });
        for number in normal {
            out.write_all(&number.to_le_bytes())?;
        }
        sides.push(normal);
    }
    Ok(sides.len() as u64)
}

/// One side, from those of lower ranks.
fn of_side(side: Ranked<'_>, is_whole: bool, home: usize, before: &[Normal]) -> Normal {
    if before.is_empty() {
        return [0.0; 4];
    }
    let mut sums = [0.0f32; 4];
    for (roll, weight) in rolls(FACES as u8) {
        let mut best: [Option<[f32; 2]>; 2] = [None; 2];
        each_after(side, roll, home, &mut |after: Ranked<'_>| {
            let [mean, deviation, first_mean, first_deviation] = before[after.rank as usize];
            for (best, other) in
                best.iter_mut().zip([[mean, deviation], [first_mean, first_deviation]])
            {
                if best.is_none_or(|best| other[0] < best[0]) {
                    *best = Some(other);
                }
            }
        });
        for (sums, best) in sums.chunks_exact_mut(2).zip(best) {
            let [mean, deviation] = best.unwrap_or_default();
            let one_more = mean + 1.0;
            sums[0] += weight as f32 * one_more;
            sums[1] += weight as f32 * (deviation * deviation + one_more * one_more);
        }
    }
    let mut normal = [0.0; 4];
    for (normal, sums) in normal.chunks_exact_mut(2).zip(sums.chunks_exact(2)) {
        let mean = sums[0] / 36.0;
        normal[0] = mean;
        normal[1] = (sums[1] / 36.0 - mean * mean).max(0.0).sqrt();
    }
    if !is_whole {
        normal[2..].fill(0.0);
    }
    normal
}
