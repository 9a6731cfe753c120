//! The Bellman operator on a whole layer: through `backup` alone, or a domain's own sweep.

use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;
use shuban_core::{
    Domain, Game, IndexOf, Interval, IntervalDomain, LayerId, Pass, PassUnit, PositionOf, Read,
    Status, Sweep, Unanswered, UnitData,
};

use super::carries::Carries;
use super::{Bounds, Marks, settle_by_rules, strike_by_rules};
use crate::approximate::{Arrays, Passes};
use crate::tables::Tables;
use crate::threads::ScratchPool;

/// How many positions a thread takes at a time.
const CHUNK: usize = 1 << 12;

/// What iteration needs of a layer.
pub trait Operator: Sync {
    /// Bounds of every part before the first sweep.
    fn start(&self) -> Vec<Bounds>;

    /// Backs up both bounds of every position once, in place.
    ///
    /// # Errors
    /// [`Unanswered`] if a finished layer could not be read.
    fn sweep(&self, parts: &mut [Bounds]) -> Result<(), Unanswered>;

    /// The first part and rank whose bounds do not follow from those of its successors: not
    /// l ≤ ⌊T l⌋ and ⌈T u⌉ ≤ u. Nothing, if the bounds are inductive. As long as a sweep takes.
    ///
    /// # Errors
    /// [`Unanswered`] if a finished layer could not be read.
    fn not_inductive(&self, parts: &[Bounds]) -> Result<Option<(usize, u64)>, Unanswered>;

    /// Marks before the first round of striking out.
    fn marks(&self) -> Marks;

    /// One round of striking out: from marks (1 for a position that is left, 0 for one struck out),
    /// by part, the marks after the round.
    ///
    /// # Errors
    /// [`Unanswered`] if the work could not be done.
    fn strike(&self, marks: &[Vec<i32>]) -> Result<Marks, Unanswered>;

    /// One round of retrograde analysis, part after part: from the codes of [`Status`], by part,
    /// those after the round; gives how many changed.
    ///
    /// # Errors
    /// [`Unanswered`] if a finished layer could not be read.
    fn settle(&self, statuses: &mut Marks) -> Result<u64, Unanswered>;
}

/// All that sweeps can do with a layer.
pub trait Swept: Operator + Passes {}

impl<O: Operator + Passes> Swept for O {}

/// The operator through [`Domain::backup`] alone: for every domain, at the speed of its rules.
pub(crate) struct ByBackup<'a, D: Domain> {
    pub(crate) layer: LayerId,
    /// The index of each of its parts.
    pub(crate) indexes: &'a [IndexOf<D>],
    pub(crate) tables: &'a Tables<'a, D>,
}

impl<D: IntervalDomain> ByBackup<'_, D> {
    /// The backed-up interval of a position, from bounds of its layer.
    pub(crate) fn backup(
        &self,
        position: &PositionOf<D>,
        parts: &[Bounds],
    ) -> Result<Interval, Unanswered> {
        let domain = self.tables.domain();
        domain.backup(position, &mut |after: &PositionOf<D>| match domain.locate(after) {
            Some(part) if part.layer == self.layer => {
                let rank = self.indexes[part.part].rank(after).ok_or_else(Unanswered::default)?;
                Ok(parts[part.part].get(rank as usize))
            }
            _ => self.tables.ask(after),
        })
    }
}

impl<D: IntervalDomain> Passes for ByBackup<'_, D> {
    fn lens(&self) -> Vec<usize> {
        self.indexes.iter().map(|index| index.len() as usize).collect()
    }

    fn pinned(&self, part: usize) -> Result<Vec<(u64, Interval)>, Unanswered> {
        let game = self.tables.domain().game();
        let over = (0..self.indexes[part].len()).into_par_iter().filter_map(|rank| {
            let Some(position) = self.indexes[part].unrank(rank) else {
                return Some(Err(Unanswered::default()));
            };
            game.outcome(&position)?;
            Some(
                self.tables
                    .domain()
                    .backup(&position, &mut |_: &PositionOf<D>| Err(Unanswered::default()))
                    .map(|value| (rank, value)),
            )
        });
        over.collect()
    }

    fn pass(&self, pass: Pass, part: usize, arrays: &mut dyn Arrays) -> Result<(), Unanswered> {
        let index = &self.indexes[part];
        for first in (0..index.len()).step_by(CHUNK) {
            let ranks = first..index.len().min(first + CHUNK as u64);
            let reading = &*arrays;
            let computed = ranks.into_par_iter().map(|rank| {
                let position = index.unrank(rank).ok_or_else(Unanswered::default)?;
                let value = self.tables.domain().backup(&position, &mut |after: &PositionOf<
                    D,
                >| {
                    match self.tables.domain().locate(after) {
                        Some(place) if place.layer == self.layer => {
                            let rank = self.indexes[place.part].rank(after);
                            let rank = rank.ok_or_else(Unanswered::default)?;
                            Ok(reading.interval(place.part, rank as usize))
                        }
                        _ => self.tables.ask(after),
                    }
                })?;
                Ok(match pass {
                    Pass::Upper => value.upper,
                    Pass::Nearest => value.lower.midpoint(value.upper),
                    _ => value.lower,
                })
            });
            let computed: Vec<i32> = computed.collect::<Result<_, Unanswered>>()?;
            arrays.take(part, first as usize, &computed);
        }
        Ok(())
    }
}

impl<D: IntervalDomain> Operator for ByBackup<'_, D> {
    fn start(&self) -> Vec<Bounds> {
        let unknown = self.tables.domain().unknown();
        self.indexes.iter().map(|index| Bounds::all(index.len() as usize, unknown)).collect()
    }

    /// Part after part; within a part from the bounds before (Jacobi).
    fn sweep(&self, parts: &mut [Bounds]) -> Result<(), Unanswered> {
        for (part, index) in self.indexes.iter().enumerate() {
            let mut next = parts[part].clone();
            (next.lower.par_chunks_mut(CHUNK).zip(next.upper.par_chunks_mut(CHUNK)).enumerate())
                .try_for_each(|(chunk, (lowers, uppers))| {
                    for (i, (lower, upper)) in lowers.iter_mut().zip(uppers).enumerate() {
                        let rank = (chunk * CHUNK + i) as u64;
                        let position = index.unrank(rank).ok_or_else(Unanswered::default)?;
                        let value = self.backup(&position, parts)?;
                        (*lower, *upper) = (value.lower, value.upper);
                    }
                    Ok::<_, Unanswered>(())
                })?;
            parts[part] = next;
        }
        Ok(())
    }

    fn not_inductive(&self, parts: &[Bounds]) -> Result<Option<(usize, u64)>, Unanswered> {
        for (part, index) in self.indexes.iter().enumerate() {
            let check = |rank: u64| {
                let position = index.unrank(rank).ok_or_else(Unanswered::default)?;
                let follows = self.backup(&position, parts)?;
                Ok::<_, Unanswered>(!parts[part].get(rank as usize).contains(follows))
            };
            let wrong = (0..index.len()).into_par_iter().find_map_first(|rank| {
                check(rank).map(|is_wrong| is_wrong.then_some(rank)).transpose()
            });
            if let Some(rank) = wrong.transpose()? {
                return Ok(Some((part, rank)));
            }
        }
        Ok(None)
    }

    fn marks(&self) -> Marks {
        self.indexes.iter().map(|index| vec![1; index.len() as usize]).collect()
    }

    fn strike(&self, marks: &[Vec<i32>]) -> Result<Marks, Unanswered> {
        strike_by_rules(self.tables.domain(), self.layer, self.indexes, marks)
    }

    fn settle(&self, statuses: &mut Marks) -> Result<u64, Unanswered> {
        settle_by_rules(self.tables, self.layer, self.indexes, statuses)
    }
}

/// The operator through a domain's own [`Sweep`].
pub struct BySweep<'a, S: Sweep> {
    domain: &'a S,
    layer: LayerId,
    plan: S::Plan,
    lens: Vec<usize>,
    /// By part.
    carries: Vec<Carries>,
    scratch: ScratchPool<S::Scratch>,
    buffers: Mutex<Buffers>,
}

/// Memory of a pass, kept for the next one.
#[derive(Default)]
struct Buffers {
    /// What stages leave for each other.
    carries: Vec<i32>,
    /// What some units computed.
    values: Vec<i32>,
}

impl<'a, S: Sweep> BySweep<'a, S> {
    /// The operator of a planned layer whose parts have these lengths.
    pub fn new(domain: &'a S, layer: LayerId, plan: S::Plan, lens: Vec<usize>) -> Self {
        let carries = (0..lens.len()).map(|part| Carries::of(domain, layer, part)).collect();
        let (scratch, buffers) = (ScratchPool::default(), Mutex::default());
        BySweep { domain, layer, plan, lens, carries, scratch, buffers }
    }

    fn partner(&self, part: usize) -> usize {
        self.domain.partner(self.layer, part)
    }

    /// Runs one pass over a part, stage by stage, some units at a time.
    fn run(&self, pass: Pass, part: usize, arrays: &mut dyn Arrays) {
        let partner = self.partner(part);
        let pinned = self.domain.pinned(&self.plan, part);
        let mut buffers = self.buffers.lock().unwrap_or_else(PoisonError::into_inner);
        let Buffers { carries, values } = &mut *buffers;
        let layout = &self.carries[part];
        // A unit writes all that it leaves, so what stood there does not matter.
        grow(carries, layout.len);
        grow(values, layout.step_len());
        for (stage, shape) in layout.stages.iter().enumerate() {
            for units in layout.steps(stage) {
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
                    || self.scratch.lend(|| self.domain.scratch(&self.plan)),
                    |scratch, (unit, (values, carry))| {
                        let unit = PassUnit { pass, part, stage, unit: first + unit };
                        let data = UnitData { read, before, values, carry };
                        self.domain.run(&self.plan, unit, data, scratch);
                    },
                );
                let start = shape.first as usize + first * shape.values;
                for &(rank, value) in &pinned {
                    let place = (rank as usize).checked_sub(start);
                    if let Some(place) = place.and_then(|place| values.get_mut(place)) {
                        *place = match pass {
                            Pass::Lower | Pass::Nearest => value.lower,
                            Pass::Upper => value.upper,
                            Pass::Leave => 0,
                            Pass::Retrograde => Status::of_sign(value.lower).code(),
                        };
                    }
                }
                arrays.take(part, start, values);
            }
        }
    }

    /// The same, from one array to another.
    fn pass(&self, pass: Pass, part: usize, read: &[i32], write: &mut [i32]) {
        self.run(pass, part, &mut Copying { read, write });
    }
}

/// Lengthens to at least `len` numbers; what they are then does not matter.
fn grow(numbers: &mut Vec<i32>, len: usize) {
    if numbers.len() < len {
        *numbers = vec![0; len];
    }
}

/// Reads one array, and writes to another.
struct Copying<'c> {
    read: &'c [i32],
    write: &'c mut [i32],
}

impl Arrays for Copying<'_> {
    fn read(&self, _part: usize) -> Read<'_> {
        Read::Plain(self.read)
    }

    fn take(&mut self, _part: usize, first: usize, computed: &[i32]) {
        self.write[first..first + computed.len()].copy_from_slice(computed);
    }
}

impl<S: Sweep> Passes for BySweep<'_, S> {
    fn lens(&self) -> Vec<usize> {
        self.lens.clone()
    }

    fn pinned(&self, part: usize) -> Result<Vec<(u64, Interval)>, Unanswered> {
        Ok(self.domain.pinned(&self.plan, part))
    }

    fn pass(&self, pass: Pass, part: usize, arrays: &mut dyn Arrays) -> Result<(), Unanswered> {
        self.run(pass, part, arrays);
        Ok(())
    }
}

impl<S: Sweep> Operator for BySweep<'_, S> {
    fn start(&self) -> Vec<Bounds> {
        let mut parts: Vec<Bounds> =
            self.lens.iter().map(|&len| Bounds::all(len, self.domain.unknown())).collect();
        for (part, bounds) in parts.iter_mut().enumerate() {
            for (rank, value) in self.domain.pinned(&self.plan, part) {
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
            self.pass(Pass::Lower, part, &parts[partner].upper, &mut lower);
            let mut upper = std::mem::take(&mut parts[partner].upper);
            self.pass(Pass::Upper, partner, &lower, &mut upper);
            parts[part].lower = lower;
            parts[partner].upper = upper;
        }
        Ok(())
    }

    fn not_inductive(&self, parts: &[Bounds]) -> Result<Option<(usize, u64)>, Unanswered> {
        for (part, bounds) in parts.iter().enumerate() {
            let partner = &parts[self.partner(part)];
            let mut follows = vec![0; self.lens[part]];
            self.pass(Pass::Lower, part, &partner.upper, &mut follows);
            let pairs = bounds.lower.par_iter().zip(&follows);
            let lower = pairs.position_first(|(stored, follows)| stored > follows);
            self.pass(Pass::Upper, part, &partner.lower, &mut follows);
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
            for (rank, _) in self.domain.pinned(&self.plan, part) {
                marks[rank as usize] = 0;
            }
        }
        marks
    }

    fn strike(&self, marks: &[Vec<i32>]) -> Result<Marks, Unanswered> {
        let strike_part = |part: usize| {
            let mut next = vec![0; marks[part].len()];
            self.pass(Pass::Leave, part, &marks[self.partner(part)], &mut next);
            next
        };
        Ok((0..marks.len()).map(strike_part).collect())
    }

    fn settle(&self, statuses: &mut Marks) -> Result<u64, Unanswered> {
        let mut settling = Settling { statuses, changed: 0 };
        for part in 0..self.lens.len() {
            self.run(Pass::Retrograde, part, &mut settling);
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

    fn take(&mut self, part: usize, first: usize, computed: &[i32]) {
        let statuses = &mut self.statuses[part][first..first + computed.len()];
        let changed = statuses.iter().zip(computed).filter(|(status, computed)| status != computed);
        self.changed += changed.count() as u64;
        statuses.copy_from_slice(computed);
    }
}
