//! Chances of how games end under best play: iterated from 0 and 1 to a fixed point.

use shuban_core::Unanswered;
use shuban_core::tabulate::Workers;

use super::fixed::{POINT, between};
use super::fixed_point::{Rows, Square};
use super::lanes::{Lanes, UPPER, mean};
use super::plays::{BestPlays, numbers};
use super::sides::{SideNumber, Sides};
use super::tables::ROLLS;
use super::value::Chances;

/// The chances of all positions under given plays.
///
/// # Errors
/// [`Unanswered`] if the work was called off.
pub(super) fn chances(
    sides: &Sides,
    plays: &[BestPlays],
    lost: impl Fn(SideNumber) -> Chances,
    groups: &[Vec<SideNumber>],
    workers: &dyn Workers,
) -> Result<Square, Unanswered> {
    let square = Square::new(sides, between(0, POINT), |side| lost(side).kinds());
    let arch = pulp::Arch::new();
    square.settle(sides, groups, workers, &|waits, rows: &Rows<'_>, column: &mut [Lanes]| {
        let plays = &plays[usize::from(waits)];
        arch.dispatch(Vectorized { sides, waits, plays, rows, column });
    })?;
    Ok(square)
}

/// The work on a side that waits, to be compiled for each kind of vector instructions.
struct Vectorized<'a> {
    sides: &'a Sides,
    waits: SideNumber,
    plays: &'a BestPlays,
    rows: &'a Rows<'a>,
    column: &'a mut [Lanes],
}

impl pulp::WithSimd for Vectorized<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: pulp::Simd>(self, _simd: S) {
        let Vectorized { sides, waits, plays, rows, column } = self;
        for mover in 1..sides.len() {
            if !sides.are_apart(mover, waits.into()) {
                continue;
            }
            let mut after = [Lanes::ZERO; ROLLS];
            for (lanes, &play) in after.iter_mut().zip(&plays[mover]) {
                let (next, played) = numbers(play, sides.len());
                *lanes = rows[next][played];
            }
            column[mover] = opposite(&mean(&after));
        }
    }
}

/// [`Chances::opposite`].
#[inline(always)]
fn opposite(Lanes(lanes): &Lanes) -> Lanes {
    let mut other = Lanes::ZERO;
    (other.0[0], other.0[UPPER]) = (POINT - lanes[UPPER], POINT - lanes[0]);
    for half in [0, UPPER] {
        (other.0[half + 1], other.0[half + 2]) = (lanes[half + 3], lanes[half + 4]);
        (other.0[half + 3], other.0[half + 4]) = (lanes[half + 1], lanes[half + 2]);
    }
    other
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lanes_change_sides_as_chances_do() {
        let kinds = [between(5, 9), between(1, 4), between(0, 2), between(3, 6), between(7, 8)];
        let found = opposite(&Lanes::of_kinds(kinds)).kinds();
        assert_eq!(found, Chances::from_kinds(kinds).opposite().kinds());
    }
}
