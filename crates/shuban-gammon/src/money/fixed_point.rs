//! The fixed point of all positions together.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard};

use shuban_core::Unanswered;
use shuban_core::tabulate::Workers;

use super::fixed::PointInterval;
use super::lanes::Lanes;
use super::sides::{SideNumber, Sides};
use super::value::KINDS;

/// Both bounds of some numbers for every mover against every opponent, by their numbers. Pairs that
/// share a point have none.
pub(super) struct Square {
    rows: Vec<RwLock<Vec<Lanes>>>,
}

/// All rows of a [`Square`], to be read.
pub(super) type Rows<'a> = [&'a [Lanes]];

impl Square {
    /// Creates bounds that hold everywhere; but where the opponent has borne off everything, the
    /// loss of the side about to roll.
    pub(super) fn new(
        sides: &Sides,
        widest: PointInterval,
        lost: impl Fn(SideNumber) -> [PointInterval; KINDS],
    ) -> Self {
        let widest = Lanes::of_kinds([widest; KINDS]);
        let row = |mover| {
            let mut row = vec![widest; sides.len()];
            row[0] = Lanes::of_kinds(lost(mover));
            RwLock::new(row)
        };
        Square { rows: (0..sides.len()).map(|mover| row(mover as SideNumber)).collect() }
    }

    fn read(&self) -> Vec<RwLockReadGuard<'_, Vec<Lanes>>> {
        (0..self.rows.len()).map(|mover| self.row(mover as SideNumber)).collect()
    }

    /// The bounds of a mover against an opponent.
    pub(super) fn get(&self, mover: SideNumber, opponent: SideNumber) -> Lanes {
        self.row(mover)[usize::from(opponent)]
    }

    /// All positions of a mover.
    pub(super) fn row(&self, mover: SideNumber) -> RwLockReadGuard<'_, Vec<Lanes>> {
        self.rows[usize::from(mover)].read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Computes all positions, group by group of the sides that wait, until nothing changes.
    ///
    /// `column` computes all movers against one side that waits, from its own row and those of the
    /// sides that it is [hit into](Sides::hit_into), or from the results for these; movers that
    /// share a point with it are left out of its output. Whatever the groups and the threads are,
    /// the end is the same as long as `column` is monotone: of the fixed points that can be reached
    /// the widest. Columns that would not change are skipped.
    ///
    /// # Errors
    /// [`Unanswered`] if the work was called off.
    pub(super) fn settle(
        &self,
        sides: &Sides,
        groups: &[Vec<SideNumber>],
        workers: &dyn Workers,
        column: &(dyn Fn(SideNumber, &Rows<'_>, &mut [Lanes]) + Sync),
    ) -> Result<(), Unanswered> {
        let most = groups.iter().map(Vec::len).max().unwrap_or(0);
        let columns: Vec<Mutex<Vec<Lanes>>> =
            (0..most).map(|_| Mutex::new(vec![Lanes::ZERO; sides.len()])).collect();
        let hit_into: Vec<Vec<SideNumber>> =
            (0..sides.len()).map(|side| sides.hit_into(side as SideNumber)).collect();
        // Groups at which each column was last computed and each row last changed. Equities read
        // the tables of the sides that are hit into, which are as old as their columns; chances
        // read their rows. A row changes after its group, which has read the old one: so it counts
        // as changed at the next.
        let mut done = vec![0u64; sides.len()];
        let changed: Vec<AtomicU64> = (0..sides.len()).map(|_| AtomicU64::new(1)).collect();
        let mut now = 1;
        loop {
            let mut is_settled = true;
            for all in groups {
                let is_new = |&&waits: &&SideNumber| {
                    let since = done[usize::from(waits)];
                    hit_into[usize::from(waits)].iter().chain([&waits]).any(|&side| {
                        let side = usize::from(side);
                        done[side] > since || changed[side].load(Ordering::Relaxed) > since
                    })
                };
                let group: Vec<SideNumber> = all.iter().filter(is_new).copied().collect();
                if group.is_empty() {
                    continue;
                }
                is_settled = false;
                now += 1;
                group.iter().for_each(|&waits| done[usize::from(waits)] = now);
                {
                    let guards = self.read();
                    let rows: Vec<&[Lanes]> = guards.iter().map(|row| row.as_slice()).collect();
                    workers.each(group.len(), &|at| {
                        column(group[at], &rows, &mut lock(&columns[at]));
                        Ok(())
                    })?;
                }
                let found: Vec<MutexGuard<'_, Vec<Lanes>>> = columns.iter().map(lock).collect();
                let found: Vec<&[Lanes]> = found.iter().map(|column| column.as_slice()).collect();
                workers.each(sides.len(), &|mover| {
                    let row = &self.rows[mover];
                    let mut row = row.write().unwrap_or_else(PoisonError::into_inner);
                    let mut is_new = false;
                    for (&waits, column) in group.iter().zip(&found) {
                        let waits = usize::from(waits);
                        if mover > 0 && sides.are_apart(mover, waits) {
                            is_new |= !row[waits].is(&column[mover]);
                            row[waits] = column[mover];
                        }
                    }
                    if is_new {
                        changed[mover].store(now + 1, Ordering::Relaxed);
                    }
                    Ok(())
                })?;
            }
            if is_settled {
                return Ok(());
            }
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
