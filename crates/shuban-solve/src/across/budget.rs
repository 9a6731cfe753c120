//! Memory of a process.

use shuban_core::LayerId;
use shuban_core::erased::SweepTables;

use super::places::Places;
use super::shares::Shares;

/// Bytes of buffers whose size does not depend on the layer: what is sent and received, blocks of
/// files.
const BUFFERS: u64 = 24 << 20;

/// Bytes of a position that is kept: a value, a half-width, and the history of one of them.
const KEPT: usize = 8;

/// Returns the approximate bytes of memory of the fullest of some processes that solve a layer.
pub(crate) fn bytes(
    domain: &dyn SweepTables,
    layer: LayerId,
    threads: usize,
    processes: usize,
) -> u64 {
    let fixed = domain.bytes_of_sweeps(layer, threads);
    if fixed == u64::MAX {
        return fixed; // more than can be numbered
    }
    let (mut all, mut of_parts) = (vec![0; processes], vec![0; processes]);
    for part in 0..domain.all_layers()[layer.0].parts.len() {
        let shares = Shares::of(domain, layer, part, processes);
        for process in 0..processes {
            let places = Places::of((domain, layer), part, &shares, process);
            all[process] += shares.runs(process).len() * KEPT + places.bytes();
            let stages = &shares.steps.stages;
            let read = |parity: usize| places.read.iter().skip(parity).step_by(2).max().copied();
            let read = read(0).unwrap_or(0) + read(1).unwrap_or(0);
            // What a step computes, sends and receives.
            let of_step = shares.order.iter().map(|step| {
                let shape = &stages[step.stage];
                let own = places.own_of(step.stage, &step.units).len();
                3 * own * (shape.values + shape.carry)
            });
            let part = read + places.inbox + of_step.max().unwrap_or(0);
            of_parts[process] = of_parts[process].max(part * size_of::<i32>());
        }
    }
    let fullest = all.into_iter().zip(of_parts).map(|(all, part)| all + part).max();
    [BUFFERS, fullest.unwrap_or(0) as u64].into_iter().fold(fixed, u64::saturating_add)
}
