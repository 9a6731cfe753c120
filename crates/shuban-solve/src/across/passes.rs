//! A domain's own sweeps, by several processes.

use std::any::Any;
use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;
use shuban_core::erased::{SweepPlan, SweepTables};
use shuban_core::sweep::{Before, Pass, PassUnit, Read, UnitData};
use shuban_core::{Interval, LayerId, Progress, Unanswered};

use super::deal::Step;
use super::dealt::Dealt;
use super::handing::{HandedFrom, Moment, PartAcross, Parts};
use super::numbered::{Numbered, halves, joined};
use super::others::Together;
use crate::approximate::{Arrays, CHUNK, ChunkSums, Passes};
use crate::error::Error;
use crate::iterate::{grow, pin};
use crate::kept::{Room, Runs};
use crate::threads::ScratchPool;

/// Positions of steps whose numbers are handed on together before a pass.
const AT_ONCE: usize = 1 << 20;

/// Passes over a layer that several processes solve.
pub(crate) struct SweepAcross<'a> {
    lens: Vec<usize>,
    parts: Parts<'a>,
    pub(super) together: Together,
    progress: &'a dyn Progress,
    scratch: ScratchPool<Box<dyn Any + Send>>,
    memory: Mutex<Memory>,
}

/// Memory of a pass, kept for the next one.
#[derive(Default)]
struct Memory {
    /// The inboxes of own units.
    inboxes: Vec<i32>,
    /// Numbers that own units of two stages read of the stages before, by stage in turn.
    read: [Vec<i32>; 2],
    /// The values of own units of a step.
    values: Vec<i32>,
    /// The values of the positions of a step that are kept here.
    kept: Vec<i32>,
    /// By process.
    sent: Vec<Vec<i32>>,
    received: Vec<Vec<i32>>,
}

impl Dealt for SweepAcross<'_> {
    fn together(&self) -> &Together {
        &self.together
    }

    fn has(&self, part: usize, ranks: &Range<usize>) -> bool {
        let len = self.lens.get(part);
        len.is_some_and(|&len| ranks.start <= ranks.end && ranks.end <= len)
    }

    fn told(&self, part: usize, process: usize, ranks: Range<usize>) -> Vec<Range<usize>> {
        self.parts[part].told[process].within(ranks).collect()
    }
}

impl<'a> SweepAcross<'a> {
    /// Prepares the passes over a planned layer whose parts have these lengths.
    pub(crate) fn new(
        (domain, layer): (&dyn SweepTables, LayerId),
        plan: Box<dyn SweepPlan + 'a>,
        lens: Vec<usize>,
        together: Together,
        progress: &'a dyn Progress,
    ) -> Self {
        let of_all = (together.own(), together.count());
        let parts = Parts::new((domain, layer), plan, lens.len(), of_all);
        let (scratch, memory) = (ScratchPool::default(), Mutex::default());
        SweepAcross { lens, parts, together, progress, scratch, memory }
    }

    /// Returns the ranks of a part that a process keeps.
    pub(super) fn runs(&self, part: usize, process: usize) -> &Runs {
        &self.parts[part].runs[process]
    }

    /// Does a round with the lists of `memory`.
    fn trade(&self, memory: &mut Memory) -> Result<(), Error> {
        memory.received.iter_mut().for_each(Vec::clear);
        self.together.trade(&memory.sent, &mut memory.received)?;
        memory.sent.iter_mut().for_each(Vec::clear);
        Ok(())
    }

    /// Fills the inboxes of a part with the numbers that are read before the pass computes them.
    fn fill(
        &self,
        part: usize,
        memory: &mut Memory,
        arrays: &mut dyn Arrays,
    ) -> Result<(), Unanswered> {
        let writers = self.parts[part].partner;
        let shares = &self.parts[writers].shares;
        let mut first = 0;
        while first < shares.order.len() {
            let mut end = first;
            let mut positions = 0;
            while end < shares.order.len() && positions < AT_ONCE {
                positions += shares.ranks(end, &shares.order[end].units).len();
                end += 1;
            }
            for step in first..end {
                self.hand_on_kept((writers, step), Moment::Before, memory, arrays)?;
            }
            self.trade(memory)?;
            let Memory { inboxes, received, .. } = memory;
            let mut numbers = Numbered::new(received);
            for step in first..end {
                let source = HandedFrom::Kept(Moment::Before);
                self.parts.take_handed((writers, step), source, inboxes, &mut numbers)?;
            }
            numbers.end()?;
            first = end;
        }
        Ok(())
    }

    /// Hands on the numbers of the units of a step that are kept here.
    fn hand_on_kept(
        &self,
        (part, step): (usize, usize),
        moment: Moment,
        memory: &mut Memory,
        arrays: &mut dyn Arrays,
    ) -> Result<(), Unanswered> {
        let shares = &self.parts[part].shares;
        let units = shares.kept(step, self.together.own());
        let ranks = shares.ranks(step, &units);
        let Memory { kept, inboxes, sent, .. } = memory;
        kept.resize(ranks.len(), 0);
        if !ranks.is_empty() {
            arrays.numbers(part, ranks.start, kept)?;
        }
        self.parts.hand_on((part, step), (units, kept), moment, inboxes, sent);
        Ok(())
    }

    /// Runs the own units of a step.
    fn run_units(&self, pass: Pass, (part, number): (usize, usize), memory: &mut Memory) {
        let PartAcross { shares, places, .. } = &self.parts[part];
        let Step { stage, units } = &shares.order[number];
        let (stage, shape) = (*stage, shares.steps.stages[*stage]);
        let Memory { inboxes, read, values, .. } = memory;
        let own = places.own_of(stage, units);
        let [even, odd] = read;
        let (read, carry) = if stage % 2 == 0 { (&*even, odd) } else { (&*odd, even) };
        values.resize(own.len() * shape.values, 0);
        let carry = &mut carry[own.start * shape.carry..own.end * shape.carry];
        let carries =
            (carry.chunks_mut(shape.carry.max(1))).chain(std::iter::repeat_with(Default::default));
        let work: Vec<_> = values.chunks_mut(shape.values.max(1)).zip(carries).zip(own).collect();
        work.into_par_iter().for_each_init(
            || self.scratch.lend(|| self.parts.plan.scratch()),
            |scratch, ((values, carry), slot)| {
                let inbox = &inboxes[places.inbox(stage, slot, shape.inbox)..][..shape.inbox];
                let before = Before::Each(read, &places.reads[stage][slot]);
                let data = UnitData { read: Read::Inbox(inbox), before, values, carry };
                let unit = places.units[stage][slot];
                self.parts.plan.run(PassUnit { pass, part, stage, unit }, data, &mut ***scratch);
            },
        );
    }

    /// Exchanges what the units of a step computed: values go to those that keep them, what units leave
    /// to those that read it, and, if so, values to those that read them later in the pass.
    fn exchange(
        &self,
        (part, number): (usize, usize),
        hands_on: bool,
        memory: &mut Memory,
    ) -> Result<(), Unanswered> {
        let own = self.together.own();
        let PartAcross { shares, places, .. } = &self.parts[part];
        let Step { stage, units } = &shares.order[number];
        let (stage, shape) = (*stage, shares.steps.stages[*stage]);
        let keepers: Vec<Range<usize>> =
            (0..self.together.count()).map(|process| shares.chunks(number, process)).collect();
        let common = |unit: usize, process: usize| {
            let (ranks, kept) = (shares.ranks(number, &(unit..unit + 1)), &keepers[process]);
            ranks.start.max(kept.start)..ranks.end.min(kept.end)
        };
        let kept_from = keepers[own].start;
        memory.kept.resize(keepers[own].len(), 0);
        let Memory { inboxes, read, values, kept, sent, .. } = memory;
        let left = &read[(stage + 1) % 2];
        let of_own = &places.units[stage][places.own_of(stage, units)];
        for (values, &unit) in values.chunks(shape.values.max(1)).zip(of_own) {
            let first = shares.ranks(number, &(unit..unit + 1)).start;
            for (process, sent) in sent.iter_mut().enumerate() {
                let ranks = common(unit, process);
                if ranks.is_empty() {
                    continue;
                }
                let numbers = &values[ranks.start - first..ranks.end - first];
                if process == own {
                    kept[ranks.start - kept_from..ranks.end - kept_from].copy_from_slice(numbers);
                } else {
                    sent.extend_from_slice(numbers);
                }
            }
        }
        for (slot, &unit) in places.own_of(stage, units).zip(of_own) {
            for &reader in &places.readers[stage][unit] {
                let (unit, at) = (reader.unit as usize, reader.at as usize);
                let numbers = &left[slot * shape.carry..][..shape.carry];
                let sent = &mut sent[shares.owner(stage + 1, unit)];
                let rows = self.parts.plan.rows_before(part, stage + 1, unit, at);
                rows.for_each(shape.carry, |row| sent.extend_from_slice(&numbers[row]));
            }
        }
        let place = (part, number);
        if hands_on {
            let units = of_own.iter().copied();
            self.parts.hand_on(place, (units, values), Moment::During, inboxes, sent);
        }
        self.trade(memory)?;
        let Memory { inboxes, read, kept, received, .. } = memory;
        let read = &mut read[(stage + 1) % 2];
        let mut received = Numbered::new(received);
        let others = || units.clone().map(|unit| (unit, shares.owner(stage, unit)));
        for (unit, process) in others().filter(|&(_, process)| process != own) {
            let ranks = common(unit, own);
            if !ranks.is_empty() {
                let numbers = received.next(process, ranks.len())?;
                kept[ranks.start - kept_from..ranks.end - kept_from].copy_from_slice(numbers);
            }
        }
        for (unit, process) in others().filter(|&(_, process)| process != own) {
            for &reader in &places.readers[stage][unit] {
                let Some(place) = places.rows_of(stage + 1, reader) else { continue };
                let (reader, at) = (reader.unit as usize, reader.at as usize);
                let len =
                    self.parts.plan.rows_before(part, stage + 1, reader, at).numbers(shape.carry);
                read[place..place + len].copy_from_slice(received.next(process, len)?);
            }
        }
        if hands_on {
            self.parts.take_handed(place, HandedFrom::Computed, inboxes, &mut received)?;
        }
        received.end()
    }

    /// Runs one pass over a part, step by step.
    fn run(&self, pass: Pass, part: usize, arrays: &mut dyn Arrays) -> Result<(), Unanswered> {
        let own = self.together.own();
        let PartAcross { shares, places, .. } = &self.parts[part];
        let pinned = self.parts.plan.pinned(part);
        let mut memory = self.memory.lock().unwrap_or_else(PoisonError::into_inner);
        let memory = &mut *memory;
        memory.sent.resize_with(self.together.count(), Vec::new);
        memory.received.resize_with(self.together.count(), Vec::new);
        grow(&mut memory.inboxes, places.inbox);
        for stage in 0..shares.steps.stages.len() {
            grow(&mut memory.read[stage % 2], places.read[stage]);
            let left = places.units[stage].len() * shares.steps.stages[stage].carry;
            grow(&mut memory.read[(stage + 1) % 2], left);
        }
        self.fill(part, memory, arrays)?;
        for number in 0..shares.order.len() {
            if self.progress.interrupted() {
                return Err(Error::Interrupted.into());
            }
            self.run_units(pass, (part, number), memory);
            let is_read_later = shares.steps.in_place;
            let as_computed = is_read_later && arrays.reads_what_it_takes();
            if as_computed {
                self.pin_own(pass, (part, number), &pinned, &mut memory.values);
            }
            self.exchange((part, number), as_computed, memory)?;
            let ranks = shares.chunks(number, own);
            pin(pass, &pinned, ranks.start, &mut memory.kept);
            if !ranks.is_empty() {
                arrays.take(part, ranks.start, &memory.kept)?;
            }
            if is_read_later && !as_computed {
                // Taken values are read as others, which only those know that keep them.
                self.hand_on_kept((part, number), Moment::During, memory, arrays)?;
                self.trade(memory)?;
                let Memory { inboxes, received, .. } = &mut *memory;
                let mut received = Numbered::new(received);
                let source = HandedFrom::Kept(Moment::During);
                self.parts.take_handed((part, number), source, inboxes, &mut received)?;
                received.end()?;
            }
        }
        Ok(())
    }

    /// Sets the values of own units of a step that are known by definition.
    fn pin_own(
        &self,
        pass: Pass,
        (part, number): (usize, usize),
        pinned: &[(u64, Interval)],
        values: &mut [i32],
    ) {
        let PartAcross { shares, places, .. } = &self.parts[part];
        let Step { stage, units } = &shares.order[number];
        let own = &places.units[*stage][places.own_of(*stage, units)];
        for (values, &unit) in values.chunks_mut(shares.steps.stages[*stage].values).zip(own) {
            pin(pass, pinned, shares.ranks(number, &(unit..unit + 1)).start, values);
        }
    }
}

impl Passes for SweepAcross<'_> {
    fn lens(&self) -> Vec<usize> {
        self.lens.clone()
    }

    fn room(&self, part: usize) -> Room<'_> {
        Room::Shared(&self.parts[part].runs[self.together.own()])
    }

    fn of_all(&self, own: u64) -> Result<Vec<u64>, Unanswered> {
        Ok(self.together.words_of_all([own])?.into_iter().flatten().collect())
    }

    fn chunks_of_all(&self, own: Vec<ChunkSums>) -> Result<Vec<ChunkSums>, Unanswered> {
        let told = self.together.tell(own.into_iter().flatten().flat_map(halves).collect())?;
        let mut received = Numbered::new(&told);
        let mut all = Vec::new();
        for PartAcross { shares, .. } in &self.parts.parts {
            for step in 0..shares.order.len() {
                let first = all.len();
                let start = shares.ranks(step, &shares.order[step].units).start;
                for process in 0..self.together.count() {
                    let kept = shares.chunks(step, process);
                    for chunk in 0..kept.len().div_ceil(CHUNK) {
                        let words = received.next(process, 8)?;
                        let word = |at: usize| joined(words[2 * at], words[2 * at + 1]);
                        // Two may have taken a chunk at their edge.
                        let at = first + (kept.start - start) / CHUNK + chunk;
                        if at == all.len() {
                            all.push([word(0), word(1), word(2), word(3)]);
                        }
                    }
                }
            }
        }
        received.end()?;
        Ok(all)
    }

    fn pinned(&self, part: usize) -> Result<Vec<(u64, Interval)>, Unanswered> {
        Ok(self.parts.plan.pinned(part))
    }

    fn pass(&self, pass: Pass, part: usize, arrays: &mut dyn Arrays) -> Result<(), Unanswered> {
        self.run(pass, part, arrays)
    }
}
