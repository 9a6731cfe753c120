//! Values on their way from the units that compute them to the inboxes of those that read them.

use std::ops::Index;
use std::sync::{Arc, Mutex, PoisonError};

use shuban_core::erased::{SweepPlan, SweepTables};
use shuban_core::sweep::Handed;
use shuban_core::{LayerId, Unanswered};

use super::deal::Step;
use super::incoming::Incoming;
use super::numbered::Numbered;
use super::places::Places;
use super::shares::Shares;
use crate::kept::Runs;

/// The parts of a layer in a process.
pub(super) struct Parts<'a> {
    pub(super) plan: Box<dyn SweepPlan + 'a>,
    pub(super) parts: Vec<PartAcross>,
    own: usize,
    count: usize,
}

/// Data that passes over a part share.
pub(super) struct PartAcross {
    pub(super) partner: usize,
    pub(super) shares: Shares,
    pub(super) places: Places,
    /// By process: the ranks that it keeps.
    pub(super) runs: Vec<Arc<Runs>>,
    /// By process: the ranks that it tells.
    pub(super) told: Vec<Runs>,
    /// The blocks of its units that come from other processes, before a pass and during it, as they
    /// were listed last.
    incoming: [Mutex<Option<Listed>>; 2],
}

/// Blocks that come of one kind.
struct Listed {
    source: HandedFrom,
    blocks: Arc<Incoming>,
}

impl PartAcross {
    /// Returns the place of a block in the inbox of an own unit.
    fn inbox_of(&self, handed: &Handed<'_>) -> usize {
        let slot = self.places.slot(handed.stage, handed.unit).expect("own units have places");
        let len = self.shares.steps.stages[handed.stage].inbox;
        self.places.inbox(handed.stage, slot, len) + handed.at
    }
}

/// Numbers that are handed on before a pass, or from one of its steps.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Moment {
    Before,
    During,
}

/// Kinds of what other processes hand on.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum HandedFrom {
    /// Numbers that they keep, at a moment.
    Kept(Moment),
    /// Numbers that they have just computed.
    Computed,
}

impl Index<usize> for Parts<'_> {
    type Output = PartAcross;

    fn index(&self, part: usize) -> &PartAcross {
        &self.parts[part]
    }
}

impl<'a> Parts<'a> {
    /// Deals the parts of a planned layer to `count` processes. This one has the number `own`.
    pub(super) fn new(
        (domain, layer): (&dyn SweepTables, LayerId),
        plan: Box<dyn SweepPlan + 'a>,
        parts: usize,
        (own, count): (usize, usize),
    ) -> Self {
        let of_part = |part: usize| {
            let shares = Shares::of(domain, layer, part, count);
            PartAcross {
                partner: domain.partner_of(layer, part),
                places: Places::of((domain, layer), part, &shares, own),
                runs: (0..count).map(|process| Arc::new(shares.runs(process))).collect(),
                told: (0..count).map(|process| shares.told(process)).collect(),
                incoming: Default::default(),
                shares,
            }
        };
        Parts { plan, parts: (0..parts).map(of_part).collect(), own, count }
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
            // Values that a pass computes before they are read need not be there before it begins. It
            // goes from the last units of a stage to the first ones.
            let is_read_later = in_place && (handed.stage, units.start) > (*stage, handed.unit);
            if is_read_later == (moment == Moment::During) {
                let owner = readers.owner(handed.stage, handed.unit);
                list(handed, owner);
            }
        });
    }

    /// Hands on the numbers of some units of a step, one after the other: to own inboxes, or to what is
    /// sent.
    pub(super) fn hand_on(
        &self,
        (part, step): (usize, usize),
        (units, numbers): (impl Iterator<Item = usize>, &[i32]),
        moment: Moment,
        inboxes: &mut [i32],
        sent: &mut [Vec<i32>],
    ) {
        let own = self.own;
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
    pub(super) fn take_handed(
        &self,
        (part, step): (usize, usize),
        source: HandedFrom,
        inboxes: &mut [i32],
        received: &mut Numbered<'_>,
    ) -> Result<(), Unanswered> {
        let incoming = self.incoming(part, source);
        for process in 0..self.count {
            incoming.take((step, process), inboxes, received)?;
        }
        Ok(())
    }

    /// Returns the blocks that come from the units of a part, which are listed once: to find them among
    /// all blocks of all others takes longer than to copy them.
    fn incoming(&self, part: usize, source: HandedFrom) -> Arc<Incoming> {
        let own = self.own;
        let PartAcross { shares, partner, incoming, .. } = &self.parts[part];
        let readers = &self.parts[*partner];
        let moment = match source {
            HandedFrom::Kept(moment) => moment,
            HandedFrom::Computed => Moment::During,
        };
        let mut listed = incoming[moment as usize].lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(Listed { blocks, .. }) = listed.as_ref().filter(|of| of.source == source) {
            return blocks.clone();
        }
        *listed = None; // room for the new one
        let list = |step: usize, process: usize, tell: &mut dyn FnMut(usize, usize)| {
            let mut of_unit = |unit| {
                self.blocks((part, step, unit), moment, |handed, owner| {
                    if owner == own {
                        tell(readers.inbox_of(&handed), handed.len());
                    }
                });
            };
            let Step { stage, units } = &shares.order[step];
            match source {
                _ if process == own => {}
                HandedFrom::Kept(_) => shares.kept(step, process).for_each(of_unit),
                HandedFrom::Computed => units
                    .clone()
                    .filter(|&unit| shares.owner(*stage, unit) == process)
                    .for_each(&mut of_unit),
            }
        };
        let blocks = Arc::new(Incoming::new(shares.order.len(), self.count, list));
        *listed = Some(Listed { source, blocks: blocks.clone() });
        blocks
    }
}
