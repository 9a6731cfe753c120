//! Retrograde analysis in little memory: passes over the positions until nothing changes.

use std::any::Any;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use rayon::prelude::*;
use shuban_core::{Progress, Receding, Unanswered};

use super::blocks::Blocks;
use super::rules::{LayerRules, Successor};
use super::values::Values;
use crate::error::Error;

/// Bytes of a position: its value.
pub(super) const BYTES_A_POSITION: u64 = 4;

/// Backs up positions in place, starting with endless play everywhere, or with the values of a
/// checkpoint, until all agree with their successors.
///
/// After k passes a value is that of a game cut off, along every line, after k plies or more, where
/// it counts as endless play. So scores only grow away from 0 and become right, and then distances
/// do. The order of the work does not affect the result: exactly one table agrees with itself. So
/// threads may read concurrent writes, and a block may be skipped as long as none that it asks has
/// changed.
pub(super) struct Passes<'a> {
    rules: &'a LayerRules<'a>,
    progress: &'a dyn Progress,
    values: Values,
    blocks: Blocks,
}

impl<'a> Passes<'a> {
    pub(super) fn new(
        rules: &'a LayerRules<'a>,
        values: Values,
        progress: &'a dyn Progress,
    ) -> Self {
        Passes { rules, progress, blocks: Blocks::new(values.len()), values }
    }

    /// Runs passes until nothing changes. After each one, and after one that was interrupted,
    /// `save` gets the values, the number of whole passes, and whether the work ends here: the
    /// values can be resumed from at any moment, for each is that of a game cut off as late as
    /// before, or later.
    ///
    /// # Errors
    /// [`Unanswered`] if a finished layer cannot be read, a distance is too long to be stored, or
    /// the work was interrupted.
    pub(super) fn run(
        self,
        mut save: impl FnMut(&Values, u32, bool),
    ) -> Result<Values, Unanswered> {
        let mut passes = 0;
        while let stale @ 1.. = self.blocks.stale() {
            self.progress.phase(&format!("pass {}", passes + 1), stale);
            let (done, called_off) = (AtomicU64::new(0), AtomicBool::new(false));
            (0..self.blocks.count).into_par_iter().try_for_each(|block| {
                if self.progress.interrupted() {
                    called_off.store(true, Ordering::Relaxed);
                } else if self.blocks.take(block) {
                    self.block(block, passes == 0)?;
                    self.progress.at(done.fetch_add(1, Ordering::Relaxed) + 1, "");
                }
                Ok::<_, Unanswered>(())
            })?;
            let called_off = called_off.into_inner();
            passes += u32::from(!called_off);
            let ends = called_off || self.progress.interrupted();
            save(&self.values, passes, ends);
            if ends {
                return Err(Error::Interrupted.into());
            }
        }
        Ok(self.values)
    }

    /// Backs up the positions of a block.
    fn block(&self, block: u64, is_first: bool) -> Result<(), Unanswered> {
        let mut room = self.rules.room();
        let mut changed = false;
        for number in self.blocks.numbers(block) {
            let value = self.backup(number, &mut *room, |asked| {
                if is_first {
                    self.blocks.asks(block, asked);
                }
            })?;
            // Recorded for unchanged values, too: those of a checkpoint could support each other
            // here, where plies no longer grow. All are backed up at least once.
            if value.plies() == Some(Receding::MAX_PLIES) {
                return Err(self.rules.too_far());
            }
            if value != self.values.get(number) {
                self.values.set(number, value);
                changed = true;
            }
        }
        if changed {
            self.blocks.changed(block);
        }
        Ok(())
    }

    /// Returns the value of a position by the best of its plays; `asked` gets the others it uses.
    fn backup(
        &self,
        number: u64,
        room: &mut dyn Any,
        mut asked: impl FnMut(u64),
    ) -> Result<Receding, Unanswered> {
        let mut best = None::<Receding>;
        let over = self.rules.successors(number, room, |successor| {
            let value = match successor {
                Successor::Inside { number, same_side } => {
                    asked(number);
                    let after = self.values.get(number);
                    (if same_side { after } else { -after }).a_ply_earlier()
                }
                Successor::Outside(value) => value,
            };
            if best.is_none_or(|best| best.merit(0) < value.merit(0)) {
                best = Some(value);
            }
        })?;
        Ok(over.or(best).unwrap_or(Receding::endless(0)))
    }
}
