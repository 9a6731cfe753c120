//! The Bellman operator on a whole layer: through `backup` alone, or a domain's own sweep.

use std::any::Any;
use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;
use shuban_core::erased::{IntervalTables, PartIndex, RowSource, SweepPlan, SweepTables};
use shuban_core::sweep::{Before, Pass, PassUnit, Read, Status, UnitData};
use shuban_core::{Interval, LayerId, PartId, Unanswered};

use super::bounds::Bounds;
use super::carries::Carries;
use super::leave::{Marks, strike_by_rules};
use super::settle::StatusRules;
use crate::approximate::{Arrays, Passes};
use crate::job::LayerRows;
use crate::threads::ScratchPool;

/// Number of positions that a thread takes at a time.
pub(super) const CHUNK: usize = 1 << 12;

/// The operator of an iteration over a layer.
pub trait Operator: Sync {
    /// Returns the bounds of every part before the first sweep.
    fn start(&self) -> Vec<Bounds>;

    /// Backs up both bounds of every position once, in place.
    ///
    /// # Errors
    /// [`Unanswered`] if a finished layer cannot be read.
    fn sweep(&self, parts: &mut [Bounds]) -> Result<(), Unanswered>;

    /// Returns the first part and rank whose bounds do not follow from those of its successors: not
    /// l ≤ ⌊T l⌋ and ⌈T u⌉ ≤ u; `None` if the bounds are inductive. Takes as long as a sweep.
    ///
    /// # Errors
    /// [`Unanswered`] if a finished layer cannot be read.
    fn not_inductive(&self, parts: &[Bounds]) -> Result<Option<(usize, u64)>, Unanswered>;

    /// Returns the marks before the first round of striking out.
    fn marks(&self) -> Marks;

    /// Does one round of striking out; returns the new marks by part, given the old ones (1 for a
    /// position that is left, 0 for one struck out).
    ///
    /// # Errors
    /// [`Unanswered`] if the work fails.
    fn strike(&self, marks: &[Vec<i32>]) -> Result<Marks, Unanswered>;

    /// Does one round of retrograde analysis in place, part after part, on the codes of [`Status`];
    /// returns the number of changes.
    ///
    /// # Errors
    /// [`Unanswered`] if a finished layer cannot be read.
    fn settle(&self, statuses: &mut Marks) -> Result<u64, Unanswered>;
}

/// An operator that sweeps can do everything with.
pub trait Swept: Operator + Passes {}

impl<O: Operator + Passes> Swept for O {}

/// The operator through [`backup`](shuban_core::Domain::backup) alone: for every domain, at the speed
/// of its rules.
pub(crate) struct ByBackup<'a> {
    pub(crate) domain: &'a dyn IntervalTables,
    pub(crate) rows: LayerRows<'a>,
}

impl ByBackup<'_> {
    fn part(&self, part: usize) -> PartId {
        PartId { layer: self.rows.layer, part }
    }

    /// Returns the number and the length of each part.
    pub(super) fn parts(&self) -> impl Iterator<Item = (usize, u64)> {
        self.rows.indexes.iter().map(PartIndex::len).enumerate()
    }

    /// Returns the backed-up interval of a position, from bounds of its layer.
    pub(crate) fn backup(
        &self,
        part: usize,
        rank: u64,
        parts: &[Bounds],
    ) -> Result<Interval, Unanswered> {
        let own = |part: usize, rank: u64| Ok(parts[part].get(rank as usize));
        self.domain.back_up_interval(self.part(part), rank, &own, &self.rows)
    }

    /// Returns the interval of a position of a finished layer.
    pub(crate) fn finished(&self, part: PartId, rank: u64) -> Result<Interval, Unanswered> {
        let mut row = [0; 2];
        self.rows.row(part, rank, &mut row)?;
        let value = self.domain.interval(&row, self.rows.dictionary(part.layer)?);
        value.ok_or_else(|| self.rows.no_value(part, rank))
    }
}

impl Operator for ByBackup<'_> {
    fn start(&self) -> Vec<Bounds> {
        let unknown = self.domain.possible();
        self.parts().map(|(_, len)| Bounds::all(len as usize, unknown)).collect()
    }

    /// Sweeps part after part; within a part from the bounds before (Jacobi).
    fn sweep(&self, parts: &mut [Bounds]) -> Result<(), Unanswered> {
        for part in 0..parts.len() {
            let mut next = parts[part].clone();
            (next.lower.par_chunks_mut(CHUNK).zip(next.upper.par_chunks_mut(CHUNK)).enumerate())
                .try_for_each(|(chunk, (lowers, uppers))| {
                    for (i, (lower, upper)) in lowers.iter_mut().zip(uppers).enumerate() {
                        let value = self.backup(part, (chunk * CHUNK + i) as u64, parts)?;
                        (*lower, *upper) = (value.lower, value.upper);
                    }
                    Ok::<_, Unanswered>(())
                })?;
            parts[part] = next;
        }
        Ok(())
    }

    fn not_inductive(&self, parts: &[Bounds]) -> Result<Option<(usize, u64)>, Unanswered> {
        for (part, len) in self.parts() {
            let check = |rank: u64| {
                let follows = self.backup(part, rank, parts)?;
                Ok::<_, Unanswered>(!parts[part].get(rank as usize).contains(follows))
            };
            let wrong = (0..len).into_par_iter().find_map_first(|rank| {
                check(rank).map(|is_wrong| is_wrong.then_some(rank)).transpose()
            });
            if let Some(rank) = wrong.transpose()? {
                return Ok(Some((part, rank)));
            }
        }
        Ok(None)
    }

    fn marks(&self) -> Marks {
        self.parts().map(|(_, len)| vec![1; len as usize]).collect()
    }

    fn strike(&self, marks: &[Vec<i32>]) -> Result<Marks, Unanswered> {
        strike_by_rules(self.domain, self.rows.layer, self.rows.indexes, marks)
    }

    fn settle(&self, statuses: &mut Marks) -> Result<u64, Unanswered> {
        let LayerRows { layer, solved, .. } = self.rows;
        StatusRules { domain: self.domain, layer, rows: &self.rows, solved }.settle(statuses)
    }
}

/// The operator through a domain's own [`Sweep`](shuban_core::Sweep).
pub struct BySweep<'a> {
    domain: &'a dyn SweepTables,
    layer: LayerId,
    plan: Box<dyn SweepPlan + 'a>,
    lens: Vec<usize>,
    /// The carries of each part.
    carries: Vec<Carries>,
    scratch: ScratchPool<Box<dyn Any + Send>>,
    buffers: Mutex<Buffers>,
}

/// Memory of a pass, kept for the next one.
#[derive(Default)]
struct Buffers {
    /// The numbers that stages leave for each other.
    carries: Vec<i32>,
    /// The results of some units.
    values: Vec<i32>,
}

impl<'a> BySweep<'a> {
    /// Creates the operator of a planned layer whose parts have these lengths.
    pub fn new(
        domain: &'a dyn SweepTables,
        layer: LayerId,
        plan: Box<dyn SweepPlan + 'a>,
        lens: Vec<usize>,
    ) -> Self {
        let carries = (0..lens.len()).map(|part| Carries::of(domain, layer, part)).collect();
        let (scratch, buffers) = (ScratchPool::default(), Mutex::default());
        BySweep { domain, layer, plan, lens, carries, scratch, buffers }
    }

    fn partner(&self, part: usize) -> usize {
        self.domain.partner_of(self.layer, part)
    }

    /// Runs one pass over a part, stage by stage, some units at a time.
    fn run(&self, pass: Pass, part: usize, arrays: &mut dyn Arrays) -> Result<(), Unanswered> {
        let partner = self.partner(part);
        let pinned = self.plan.pinned(part);
        let mut buffers = self.buffers.lock().unwrap_or_else(PoisonError::into_inner);
        let Buffers { carries, values } = &mut *buffers;
        let layout = &self.carries[part];
        // A unit writes all that it leaves, so old contents do not matter.
        grow(carries, layout.len);
        grow(values, layout.steps.largest());
        for (stage, shape) in layout.steps.stages.iter().enumerate() {
            for units in layout.steps.of_stage(stage) {
                let first = units.start;
                let values = &mut values[..units.len() * shape.values];
                let (before, carry) = layout.split(carries, stage, &units);
                // A unit that leaves nothing still has its (empty) share.
                let carries = (carry.chunks_mut(shape.carry.max(1)))
                    .chain(std::iter::repeat_with(Default::default));
                let work: Vec<_> =
                    values.chunks_mut(shape.values).zip(carries).enumerate().collect();
                let read = arrays.read(partner);
                work.into_par_iter().for_each_init(
                    || self.scratch.lend(|| self.plan.scratch()),
                    |scratch, (unit, (values, carry))| {
                        let unit = PassUnit { pass, part, stage, unit: first + unit };
                        let before = Before::All(before);
                        let data = UnitData { read, before, values, carry };
                        self.plan.run(unit, data, &mut ***scratch);
                    },
                );
                let start = shape.first as usize + first * shape.values;
                pin(pass, &pinned, start, values);
                arrays.take(part, start, values)?;
            }
        }
        Ok(())
    }

    /// Runs a pass from one array to another.
    fn pass(
        &self,
        pass: Pass,
        part: usize,
        read: &[i32],
        write: &mut [i32],
    ) -> Result<(), Unanswered> {
        self.run(pass, part, &mut Copying { read, write })
    }
}

/// Sets the numbers of ranks from `start` on that have a value by definition.
pub(crate) fn pin(pass: Pass, pinned: &[(u64, Interval)], start: usize, values: &mut [i32]) {
    let from = pinned.partition_point(|&(rank, _)| rank < start as u64);
    for &(rank, value) in &pinned[from..] {
        let Some(place) = values.get_mut(rank as usize - start) else { break };
        *place = match pass {
            Pass::Lower | Pass::Nearest => value.lower,
            Pass::Upper => value.upper,
            Pass::Leave => 0,
            Pass::Retrograde => Status::of_sign(value.lower).code(),
        };
    }
}

/// Grows to at least `len` numbers, with unspecified contents. Old and new are not in memory together.
pub(crate) fn grow(numbers: &mut Vec<i32>, len: usize) -> &mut [i32] {
    if numbers.len() < len {
        *numbers = Vec::new();
        *numbers = vec![0; len];
    }
    numbers
}

/// Arrays of a pass that reads one and writes another.
struct Copying<'c> {
    read: &'c [i32],
    write: &'c mut [i32],
}

impl Arrays for Copying<'_> {
    fn read(&self, _part: usize) -> Read<'_> {
        Read::Plain(self.read)
    }

    fn take(&mut self, _part: usize, first: usize, computed: &[i32]) -> Result<(), Unanswered> {
        self.write[first..first + computed.len()].copy_from_slice(computed);
        Ok(())
    }
}

impl Passes for BySweep<'_> {
    fn lens(&self) -> Vec<usize> {
        self.lens.clone()
    }

    fn pinned(&self, part: usize) -> Result<Vec<(u64, Interval)>, Unanswered> {
        Ok(self.plan.pinned(part))
    }

    fn pass(&self, pass: Pass, part: usize, arrays: &mut dyn Arrays) -> Result<(), Unanswered> {
        self.run(pass, part, arrays)
    }
}

impl Operator for BySweep<'_> {
    fn start(&self) -> Vec<Bounds> {
        let mut parts: Vec<Bounds> =
            self.lens.iter().map(|&len| Bounds::all(len, self.domain.possible())).collect();
        for (part, bounds) in parts.iter_mut().enumerate() {
            for (rank, value) in self.plan.pinned(part) {
                bounds.lower[rank as usize] = value.lower;
                bounds.upper[rank as usize] = value.upper;
            }
        }
        parts
    }

    fn sweep(&self, parts: &mut [Bounds]) -> Result<(), Unanswered> {
        for part in 0..parts.len() {
            // The lower bounds of a part, then the upper bounds that depend on them.
            let partner = self.partner(part);
            let mut lower = std::mem::take(&mut parts[part].lower);
            self.pass(Pass::Lower, part, &parts[partner].upper, &mut lower)?;
            let mut upper = std::mem::take(&mut parts[partner].upper);
            self.pass(Pass::Upper, partner, &lower, &mut upper)?;
            parts[part].lower = lower;
            parts[partner].upper = upper;
        }
        Ok(())
    }

    fn not_inductive(&self, parts: &[Bounds]) -> Result<Option<(usize, u64)>, Unanswered> {
        for (part, bounds) in parts.iter().enumerate() {
            let partner = &parts[self.partner(part)];
            let mut follows = vec![0; self.lens[part]];
            self.pass(Pass::Lower, part, &partner.upper, &mut follows)?;
            let pairs = bounds.lower.par_iter().zip(&follows);
            let lower = pairs.position_first(|(stored, follows)| stored > follows);
            self.pass(Pass::Upper, part, &partner.lower, &mut follows)?;
            let pairs = bounds.upper.par_iter().zip(&follows);
            let upper = pairs.position_first(|(stored, follows)| stored < follows);
            if let Some(rank) = lower.into_iter().chain(upper).min() {
                return Ok(Some((part, rank as u64)));
            }
        }
        Ok(None)
    }

    fn marks(&self) -> Marks {
        let mut marks: Marks = self.lens.iter().map(|&len| vec![1; len]).collect();
        for (part, marks) in marks.iter_mut().enumerate() {
            for (rank, _) in self.plan.pinned(part) {
                marks[rank as usize] = 0;
            }
        }
        marks
    }

    fn strike(&self, marks: &[Vec<i32>]) -> Result<Marks, Unanswered> {
        let strike_part = |part: usize| {
            let mut next = vec![0; marks[part].len()];
            self.pass(Pass::Leave, part, &marks[self.partner(part)], &mut next)?;
            Ok(next)
        };
        (0..marks.len()).map(strike_part).collect()
    }

    fn settle(&self, statuses: &mut Marks) -> Result<u64, Unanswered> {
        let mut settling = Settling { statuses, changed: 0 };
        for part in 0..self.lens.len() {
            self.run(Pass::Retrograde, part, &mut settling)?;
        }
        Ok(settling.changed)
    }
}

/// Statuses that are written where they are read.
struct Settling<'s> {
    statuses: &'s mut Marks,
    changed: u64,
}

impl Arrays for Settling<'_> {
    fn read(&self, part: usize) -> Read<'_> {
        Read::Plain(&self.statuses[part])
    }

    fn take(&mut self, part: usize, first: usize, computed: &[i32]) -> Result<(), Unanswered> {
        let statuses = &mut self.statuses[part][first..first + computed.len()];
        let changed = statuses.iter().zip(computed).filter(|(status, computed)| status != computed);
        self.changed += changed.count() as u64;
        statuses.copy_from_slice(computed);
        Ok(())
    }
}
