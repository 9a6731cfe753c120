//! Division of memory, and sizes of files.

use shuban_core::LayerId;
use shuban_core::erased::SweepTables;

use super::group::groups;
use super::numbers::bytes;
use super::tiles::lots_bytes;
use crate::iterate::Steps;
use crate::solver::OnDisk;

/// Bytes of buffers whose size does not depend on the layer: pieces of arrays, blocks of files.
const BUFFERS: u64 = 24 << 20;

/// Numbers that a step takes for each value: the value computed, that handed on, and what is kept of
/// a position.
const OF_STEP: usize = 6;

/// Numbers in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Budget {
    /// The inboxes of a group. What the group hands on takes as much again.
    pub(super) inboxes: usize,
    /// The values of a step, or piece of one, where steps can be divided.
    pub(super) run: usize,
    /// Carried numbers of the stage before.
    pub(super) before: usize,
    /// Carried numbers of units that run together.
    pub(super) carry: usize,
}

/// Sizes of a layer, in numbers.
struct Sizes {
    /// The steps of each part, and the part that it reads.
    parts: Vec<(Steps, usize)>,
    /// The largest step, or the largest unit where steps can be divided.
    step: usize,
    /// The most that one unit reads of the stage before.
    read: usize,
    /// The most that one unit carries over.
    carry: usize,
    /// All inboxes.
    inboxes: usize,
    /// The most that an even and an odd stage carry over.
    carried: [usize; 2],
    /// Bytes of the lists of which units read which carried numbers, both ways round.
    lists: u64,
}

impl Sizes {
    fn of(domain: &dyn SweepTables, layer: LayerId) -> Self {
        let count = domain.all_layers()[layer.0].parts.len();
        let part = |part| (Steps::of(domain, layer, part), domain.partner_of(layer, part));
        let parts: Vec<_> = (0..count).map(part).collect();
        let (mut step, mut read, mut carry, mut inboxes) = (0, 0, 0, 0);
        let (mut carried, mut lists) = ([0; 2], 0);
        for (part, (steps, _)) in parts.iter().enumerate() {
            let mut before = 0;
            for (stage, shape) in steps.stages.iter().enumerate() {
                let each = shape.values.max(shape.inbox);
                let whole = steps.of_stage(stage).map(|units| units.len()).max().unwrap_or(0);
                step = step.max(if steps.in_place { whole * each } else { each });
                let last = shape.units.saturating_sub(1);
                let units = domain.units_read(layer, part, stage, last).len();
                read = read.max(units * before);
                carry = carry.max(shape.carry);
                carried[stage % 2] = carried[stage % 2].max(shape.units * shape.carry);
                inboxes += shape.units * shape.inbox;
                lists += 2 * (shape.units * (units + 3) * size_of::<usize>()) as u64;
                before = shape.carry;
            }
        }
        Sizes { parts, step, read, carry, inboxes, carried, lists }
    }

    /// Returns the bytes of tables if groups are of this size.
    fn tables(&self, inboxes: usize, run: usize) -> u64 {
        let groups: Vec<usize> =
            self.parts.iter().map(|(steps, _)| groups(steps, inboxes, run).len()).collect();
        let lots = self.parts.iter().map(|(steps, partner)| {
            let readers = steps.stages.iter().map(|stage| stage.units).sum();
            lots_bytes(readers, groups[*partner])
        });
        lots.sum::<u64>() + self.lists
    }
}

impl Budget {
    /// Divides `memory` bytes, of which there are at least as many as [`on_disk`] says.
    pub(crate) fn of(
        domain: &dyn SweepTables,
        layer: LayerId,
        threads: usize,
        memory: u64,
    ) -> Self {
        let sizes = Sizes::of(domain, layer);
        let fixed = domain.bytes_of_sweeps(layer, threads).saturating_add(BUFFERS);
        let step = bytes(OF_STEP * sizes.step);
        let divided = |tables: u64| {
            let free = memory.saturating_sub(fixed.saturating_add(step).saturating_add(tables));
            let free = usize::try_from(free / bytes(1)).unwrap_or(usize::MAX);
            Budget { inboxes: free / 8, run: free / 32, before: free / 8 * 3, carry: free / 8 }
        };
        // Less memory for groups makes more of them, and these longer tables: an eighth more, since
        // they are divided once.
        let first = divided(sizes.lists);
        divided(sizes.tables(first.inboxes / 8 * 7, first.run / 8 * 7))
    }
}

/// Returns the least memory with which a layer can be swept on the disk, and the scratch files for
/// that: values and half-widths by rank, the history of one of them, inboxes, and the carried numbers
/// of two stages. `None` if the layer has more than can be numbered.
pub(crate) fn on_disk(domain: &dyn SweepTables, layer: LayerId, threads: usize) -> Option<OnDisk> {
    let fixed = domain.bytes_of_sweeps(layer, threads);
    if fixed == u64::MAX {
        return None;
    }
    let sizes = Sizes::of(domain, layer);
    // Each thread has a unit, and what it reads.
    let divided = (8 * sizes.step).max(3 * threads * sizes.read).max(8 * threads * sizes.carry);
    let memory =
        [BUFFERS, sizes.tables(divided / 8, divided / 32), bytes(OF_STEP * sizes.step + divided)];
    let [even, odd] = sizes.carried;
    let files = [
        domain.all_layers()[layer.0].positions().saturating_mul(BY_RANK),
        bytes(sizes.inboxes),
        bytes(even),
        bytes(odd),
    ];
    Some(OnDisk {
        memory: memory.into_iter().fold(fixed, u64::saturating_add),
        scratch: files.into_iter().fold(0, u64::saturating_add),
    })
}

/// Bytes by rank: a value, a half-width, and the history of one of them.
const BY_RANK: u64 = 4 + 2 + 2;
