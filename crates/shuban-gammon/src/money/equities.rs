//! The equities of all positions: iterated from the least and the greatest possible values to a
//! fixed point.

use shuban_core::Unanswered;
use shuban_core::tabulate::Workers;

use super::Dances;
use super::fixed::{POINT, between};
use super::fixed_point::{Rows, Square};
use super::lanes::{Lanes, mean};
use super::sides::{SideNumber, Sides};
use super::tables::{Blocks, EachMover, ROLLS, Worth};
use super::value::{MOST, MoneyEquities};

impl Worth for Lanes {
    const IMPOSSIBLE: Self = Lanes::IMPOSSIBLE;

    #[inline(always)]
    fn is_possible(&self) -> bool {
        Lanes::is_possible(self)
    }

    #[inline(always)]
    fn keep_better(&mut self, other: &Self) {
        self.keep_larger(other);
    }
}

/// The equities of all positions.
///
/// # Errors
/// [`Unanswered`] if the work was called off.
pub(super) fn equities(
    sides: &Sides,
    dances: Dances,
    lost: impl Fn(SideNumber) -> MoneyEquities,
    groups: &[Vec<SideNumber>],
    workers: &dyn Workers,
) -> Result<Square, Unanswered> {
    let most = i32::from(MOST) * POINT;
    let square = Square::new(sides, between(-most, most), |side| lost(side).kinds());
    let blocks = Blocks::new(sides);
    square.settle(sides, groups, workers, &|waits, rows: &Rows<'_>, column: &mut [Lanes]| {
        let row = rows[usize::from(waits)];
        blocks.fill(
            waits,
            &mut Means { row, dances, pass: Lanes::ZERO, best: [Lanes::ZERO; ROLLS], column },
        );
    })?;
    Ok(square)
}

/// The mean over rolls, mover by mover.
struct Means<'a> {
    /// The positions in which the side that waits rolls next, by the other side's number.
    row: &'a [Lanes],
    dances: Dances,
    /// The value where no checker can be moved.
    pass: Lanes,
    best: [Lanes; ROLLS],
    column: &'a mut [Lanes],
}

impl EachMover<Lanes> for Means<'_> {
    #[inline(always)]
    fn after_none(&mut self, mover: usize) -> Lanes {
        let after = self.row[mover].after_play();
        self.pass = match self.dances {
            Dances::AsPlays => after,
            Dances::AsGnubg => self.row[mover].after_dance_as_gnubg(),
        };
        after
    }

    #[inline(always)]
    fn roll(&mut self, at: usize, best: Option<&Lanes>) {
        self.best[at] = *best.unwrap_or(&self.pass);
    }

    #[inline(always)]
    fn end(&mut self, mover: usize) {
        self.column[mover] = mean(&self.best);
    }
}
