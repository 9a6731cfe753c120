//! Division of memory, and sizes of files.

use shuban_core::LayerId;
use shuban_core::erased::SweepTables;

use super::numbers::bytes;
use crate::iterate::Steps;

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
    /// What units of the stage before left.
    pub(super) left: usize,
    /// What units that run together leave.
    pub(super) leaves: usize,
}

/// Sizes of a layer, in numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Sizes {
    /// The largest step, or the largest unit where steps can be divided.
    step: usize,
    /// The most that one unit reads of the stage before.
    read: usize,
    /// The most that one unit leaves.
    leaves: usize,
    /// The largest inboxes of a part.
    inboxes: usize,
    /// The most that two stages leave.
    left: usize,
}

fn sizes(domain: &dyn SweepTables, layer: LayerId) -> Sizes {
    let mut sizes = Sizes::default();
    for part in 0..domain.all_layers()[layer.0].parts.len() {
        let steps = Steps::of(domain, layer, part);
        let unit = steps.stages.iter().map(|stage| stage.values.max(stage.inbox)).max();
        let step = if steps.in_place { steps.largest() } else { unit.unwrap_or(0) };
        sizes.step = sizes.step.max(step);
        let mut before = (0, 0);
        for (stage, shape) in steps.stages.iter().enumerate() {
            let units = domain.units_read(layer, part, stage, shape.units.saturating_sub(1)).len();
            sizes.read = sizes.read.max(units * before.0);
            sizes.leaves = sizes.leaves.max(shape.carry);
            sizes.left = sizes.left.max(before.1 + shape.units * shape.carry);
            before = (shape.carry, shape.units * shape.carry);
        }
        let inboxes = steps.stages.iter().map(|stage| stage.units * stage.inbox).sum();
        sizes.inboxes = sizes.inboxes.max(inboxes);
    }
    sizes
}

impl Budget {
    /// Divides so many bytes, which are at least [`least_bytes`].
    pub(crate) fn of(
        domain: &dyn SweepTables,
        layer: LayerId,
        threads: usize,
        memory: u64,
    ) -> Self {
        let Sizes { step, .. } = sizes(domain, layer);
        let fixed = domain.bytes_of_sweeps(layer, threads).saturating_add(BUFFERS);
        let free = usize::try_from(memory.saturating_sub(fixed) / bytes(1)).unwrap_or(usize::MAX);
        let free = free.saturating_sub(OF_STEP * step);
        Budget { inboxes: free / 8, run: free / 32, left: free / 8 * 3, leaves: free / 8 }
    }
}

/// Returns the least bytes of memory with which a layer can be swept on the disk; `None` if it has
/// more than can be numbered.
pub(crate) fn least_bytes(
    domain: &dyn SweepTables,
    layer: LayerId,
    threads: usize,
) -> Option<u64> {
    let fixed = domain.bytes_of_sweeps(layer, threads);
    if fixed == u64::MAX {
        return None;
    }
    let Sizes { step, read, leaves, .. } = sizes(domain, layer);
    // Each thread has a unit, and what it reads.
    let divided = (8 * step).max(3 * threads * read).max(8 * threads * leaves);
    Some(fixed.saturating_add(BUFFERS).saturating_add(bytes(OF_STEP * step + divided)))
}

/// Returns the bytes of scratch files that sweeps over a layer take: values and half-widths by rank,
/// the history of both, inboxes, and what two stages leave.
pub(crate) fn scratch_bytes(domain: &dyn SweepTables, layer: LayerId) -> u64 {
    let layer_parts = &domain.all_layers()[layer.0];
    let Sizes { inboxes, left, .. } = sizes(domain, layer);
    let parts = layer_parts.parts.len();
    let kept = layer_parts.positions().saturating_mul(BY_RANK);
    kept.saturating_add(bytes(inboxes * parts)).saturating_add(bytes(left))
}

/// Bytes by rank: a value, a half-width, and two histories at a time.
const BY_RANK: u64 = 4 + 2 + 2 * 2;
