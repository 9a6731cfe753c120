//! The best play of every roll in every position, without a cube.

use std::sync::{Mutex, PoisonError};

use shuban_core::Unanswered;
use shuban_core::tabulate::Workers;

use super::fixed_point::Square;
use super::lanes::{Lanes, UPPER};
use super::sides::{SideNumber, Sides};
use super::tables::{Blocks, EachMover, ROLLS, Worth};

/// A position after a play, the opponent about to roll: the opponent's number, then the number of
/// the player who has just moved, as digits to the base of the number of sides.
pub(super) type After = u32;

/// The side that rolls next, and the one that has played.
#[inline(always)]
pub(super) fn numbers(after: After, sides: usize) -> (usize, usize) {
    (after as usize / sides, after as usize % sides)
}

/// Comparison key of a play: its worth, and among equal ones where it leads to; the one to the
/// lowest [`After`] is the largest. In one integer, so that comparing is cheap.
#[derive(Clone, Copy)]
struct Key(i64);

/// Places for [`After`] in a key.
const AFTER_BITS: u32 = 24;
const AFTER_MASK: i64 = (1 << AFTER_BITS) - 1;

impl Key {
    fn new(merit: i64, after: After) -> Self {
        Key((merit << AFTER_BITS) | (AFTER_MASK - i64::from(after)))
    }

    fn after(self) -> After {
        (AFTER_MASK - (self.0 & AFTER_MASK)) as After
    }
}

impl Worth for Key {
    const IMPOSSIBLE: Self = Key(i64::MIN);

    #[inline(always)]
    fn is_possible(&self) -> bool {
        self.0 != i64::MIN
    }

    #[inline(always)]
    fn keep_better(&mut self, other: &Self) {
        self.0 = self.0.max(other.0);
    }
}

/// Positions after the best play of every roll, for every mover against one side that waits.
pub(super) type BestPlays = Vec<BestPlay>;

/// Positions after the best plays of one mover.
pub(super) type BestPlay = [After; ROLLS];

/// The best plays of all positions, by the number of the side that waits, from their equities.
///
/// # Errors
/// [`Unanswered`] if the work was called off.
pub(super) fn best_plays(
    sides: &Sides,
    equities: &Square,
    groups: &[Vec<SideNumber>],
    workers: &dyn Workers,
) -> Result<Vec<BestPlays>, Unanswered> {
    let all: Vec<Mutex<BestPlays>> = (0..sides.len()).map(|_| Mutex::default()).collect();
    let blocks = Blocks::new(sides);
    for group in groups {
        workers.each(group.len(), &|at| {
            let waits = group[at];
            let mut plays = vec![[0; ROLLS]; sides.len()];
            let row = equities.row(waits);
            let first = u32::from(waits) * sides.len() as After;
            let keys = &mut Keys { row: &row, first, pass: 0, plays: &mut plays, now: [0; ROLLS] };
            blocks.fill(waits, keys);
            *all[usize::from(waits)].lock().unwrap_or_else(PoisonError::into_inner) = plays;
            Ok(())
        })?;
    }
    Ok(all
        .into_iter()
        .map(|plays| plays.into_inner().unwrap_or_else(PoisonError::into_inner))
        .collect())
}

struct Keys<'a> {
    row: &'a [Lanes],
    /// The first position in which the side that waits rolls next.
    first: After,
    pass: After,
    plays: &'a mut BestPlays,
    now: BestPlay,
}

impl EachMover<Key> for Keys<'_> {
    #[inline(always)]
    fn after_none(&mut self, mover: usize) -> Key {
        let Lanes(lanes) = self.row[mover];
        self.pass = self.first + mover as After;
        // The player who has just moved loses what the next one wins.
        Key::new(-(i64::from(lanes[0]) + i64::from(lanes[UPPER])), self.pass)
    }

    #[inline(always)]
    fn roll(&mut self, at: usize, best: Option<&Key>) {
        self.now[at] = best.map_or(self.pass, |key| key.after());
    }

    #[inline(always)]
    fn end(&mut self, mover: usize) {
        self.plays[mover] = self.now;
    }
}
