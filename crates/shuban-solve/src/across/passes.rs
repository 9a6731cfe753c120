//! A domain's own sweeps, by several processes.

use std::any::Any;
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use rayon::prelude::*;
use shuban_core::erased::{SweepPlan, SweepTables};
use shuban_core::sweep::{Before, Handed, Pass, PassUnit, Read, UnitData};
use shuban_core::{Interval, LayerId, Progress, Unanswered};

use super::deal::Step;
use super::dealt::Dealt;
use super::numbered::{Numbered, halves, joined};
use super::others::Together;
use super::places::Places;
use super::shares::Shares;
use crate::approximate::{Arrays, CHUNK, ChunkSums, Passes};
use crate::error::Error;
use crate::iterate::{grow, pin};
use crate::kept::{Room, Runs};
use crate::threads::ScratchPool;

/// Positions of steps whose numbers are handed on together before a pass.
const AT_ONCE: usize = 1 << 20;

/// Passes over a layer that several processes solve.
pub(crate) struct SweepAcross<'a> {
    plan: Box<dyn SweepPlan + 'a>,
    lens: Vec<usize>,
    parts: Vec<PartAcross>,
    pub(super) together: Together,
    progress: &'a dyn Progress,
    scratch: ScratchPool<Box<dyn Any + Send>>,
    memory: Mutex<Memory>,
}

/// Data that passes over a part share.
struct PartAcross {
    partner: usize,
    shares: Shares,
    places: Places,
    /// By process: the ranks that it keeps.
    runs: Vec<Arc<Runs>>,
    /// By process: the ranks that it tells.
    told: Vec<Runs>,
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

/// Numbers that are handed on before a pass, or from one of its steps.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Moment {
    Before,
    During,
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
        let of_part = |part: usize| {
            let shares = Shares::of(domain, layer, part, together.count());
            PartAcross {
                partner: domain.partner_of(layer, part),
                places: Places::of((domain, layer), part, &shares, together.own()),
                runs: (0..together.count()).map(|process| Arc::new(shares.runs(process))).collect(),
                told: (0..together.count()).map(|process| shares.told(process)).collect(),
                shares,
            }
        };
        let parts = (0..lens.len()).map(of_part).collect();
        let (scratch, memory) = (ScratchPool::default(), Mutex::default());
        SweepAcross { plan, lens, parts, together, progress, scratch, memory }
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

    /// Lists the blocks of a unit that are handed on at a moment, each with the process that reads it.
    fn blocks(
        &self,
        (part, step, unit): (usize, usize, usize),
        moment: Moment,
        mut list: impl FnMut(Handed<'_>, usize),
    ) {
        let readers = &self.parts[self.parts[part].partner].shares;
        let in_place = readers.steps.in_place;
        let Step { stage, units } = &self.parts[part].shares.order[step];
        self.plan.hands_on(part, *stage, unit, &mut |handed: Handed<'_>| {
            // What a pass computes before it is read need not be there before the pass. It goes from
            // the last units of a stage to the first ones.
            let is_read_later = in_place && (handed.stage, units.start) > (*stage, handed.unit);
            if is_read_later == (moment == Moment::During) {
                let owner = readers.owner(handed.stage, handed.unit);
                list(handed, owner);
            }
        });
    }

    /// Hands on the numbers of some units of a step, one after the other: to own inboxes, or to what is
    /// sent.
    fn hand_on(
        &self,
        (part, step): (usize, usize),
        (units, numbers): (impl Iterator<Item = usize>, &[i32]),
        moment: Moment,
        inboxes: &mut [i32],
        sent: &mut [Vec<i32>],
    ) {
        let own = self.together.own();
        let PartAcross { shares, partner, .. } = &self.parts[part];
        let readers = &self.parts[*partner];
        let values = shares.steps.stages[shares.order[step].stage].values;
        for (numbers, unit) in numbers.chunks(values.max(1)).zip(units) {
            self.blocks((part, step, unit), moment, |handed, owner| {
                if owner == own {
                    let place = readers.inbox_of(&handed);
                    handed.copy(numbers, &mut inboxes[place..]);
                } else {
                    let sent = &mut sent[owner];
                    let first = sent.len();
                    sent.resize(first + handed.len(), 0);
                    handed.copy(numbers, &mut sent[first..]);
                }
            });
        }
    }

    /// Takes what others hand on from a step, each the numbers of its units.
    fn take_handed<U: Iterator<Item = usize>>(
        &self,
        (part, step): (usize, usize),
        units_of: impl Fn(usize) -> U,
        moment: Moment,
        inboxes: &mut [i32],
        received: &mut Numbered<'_>,
    ) -> Result<(), Unanswered> {
        let own = self.together.own();
        let readers = &self.parts[self.parts[part].partner];
        for process in (0..self.together.count()).filter(|&process| process != own) {
            for unit in units_of(process) {
                let mut failed = None;
                self.blocks((part, step, unit), moment, |handed, owner| {
                    if owner == own && failed.is_none() {
                        match received.next(process, handed.len()) {
                            Ok(numbers) => {
                                let place = readers.inbox_of(&handed);
                                inboxes[place..place + numbers.len()].copy_from_slice(numbers);
                            }
                            Err(error) => failed = Some(error),
                        }
                    }
                });
                failed.map_or(Ok(()), Err)?;
            }
        }
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
                let units = |process| shares.kept(step, process);
                let place = (writers, step);
                self.take_handed(place, units, Moment::Before, inboxes, &mut numbers)?;
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
        self.hand_on((part, step), (units, kept), moment, inboxes, sent);
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
            || self.scratch.lend(|| self.plan.scratch()),
            |scratch, ((values, carry), slot)| {
                let inbox = &inboxes[places.inbox(stage, slot, shape.inbox)..][..shape.inbox];
                let before = Before::Each(read, &places.reads[stage][slot]);
                let data = UnitData { read: Read::Inbox(inbox), before, values, carry };
                let unit = places.units[stage][slot];
                self.plan.run(PassUnit { pass, part, stage, unit }, data, &mut ***scratch);
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
                let rows = self.plan.rows_before(part, stage + 1, unit, at);
                rows.for_each(shape.carry, |row| sent.extend_from_slice(&numbers[row]));
            }
        }
        let place = (part, number);
        if hands_on {
            let units = of_own.iter().copied();
            self.hand_on(place, (units, values), Moment::During, inboxes, sent);
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
                let len = self.plan.rows_before(part, stage + 1, reader, at).numbers(shape.carry);
                read[place..place + len].copy_from_slice(received.next(process, len)?);
            }
        }
        if hands_on {
            let units_of = |process| {
                others().filter(move |&(_, owner)| owner == process).map(|(unit, _)| unit)
            };
            self.take_handed(place, units_of, Moment::During, inboxes, &mut received)?;
        }
        received.end()
    }

    /// Runs one pass over a part, step by step.
    fn run(&self, pass: Pass, part: usize, arrays: &mut dyn Arrays) -> Result<(), Unanswered> {
        let own = self.together.own();
        let PartAcross { shares, places, .. } = &self.parts[part];
        let pinned = self.plan.pinned(part);
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
                let (place, units) = ((part, number), |process| shares.kept(number, process));
                self.take_handed(place, units, Moment::During, inboxes, &mut received)?;
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

impl PartAcross {
    /// Returns the place of a block in the inbox of an own unit.
    fn inbox_of(&self, handed: &Handed<'_>) -> usize {
        let slot = self.places.slot(handed.stage, handed.unit).expect("own units have places");
        let len = self.shares.steps.stages[handed.stage].inbox;
        self.places.inbox(handed.stage, slot, len) + handed.at
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
        for PartAcross { shares, .. } in &self.parts {
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
        Ok(self.plan.pinned(part))
    }

    fn pass(&self, pass: Pass, part: usize, arrays: &mut dyn Arrays) -> Result<(), Unanswered> {
        self.run(pass, part, arrays)
    }
}
