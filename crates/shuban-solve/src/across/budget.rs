//! Memory of a process.

use shuban_core::LayerId;
use shuban_core::erased::SweepTables;
use shuban_core::sweep::Stage;

use super::shares::Shares;

/// Bytes of buffers whose size depends neither on the layer nor on the processes: blocks of files.
const BUFFERS: u64 = 16 << 20;

/// Bytes of buffers for each other process: what is under way, and what is read ahead.
const OF_OTHER: u64 = 4 << 20;

/// Bytes of a position that is kept: a value, a half-width, and the history of one of them.
const KEPT: usize = 8;

/// Bytes of tables for each unit, and for each other that it reads.
const TABLES: [usize; 2] = [40, 16];

/// Bytes of the list of blocks that come from others: of each, and, about, for each number of an inbox,
/// as a block has some three numbers or more in layers that need several processes.
const LISTED: [usize; 2] = [8, 3];

/// Numbers of a process in a part.
#[derive(Clone, Default)]
struct OfProcess {
    units: usize,
    inbox: usize,
    /// By stage in turn: the most that the stage before leaves and own units read.
    read: [usize; 2],
    /// The most that own units of a step compute.
    step: usize,
    /// Bytes of tables.
    tables: usize,
}

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
        let writers = domain.stages_of(layer, domain.partner_of(layer, part));
        let writers: usize = writers.iter().map(|stage| stage.units).sum();
        for (process, own) in of_part(domain, layer, part, &shares, processes).iter().enumerate() {
            all[process] += shares.runs(process).len() * KEPT + own.tables;
            // What a step computes, sends and receives.
            let numbers = own.inbox + own.read[0] + own.read[1] + 3 * own.step;
            of_parts[process] = of_parts[process].max(numbers * size_of::<i32>());
            all[process] += (own.inbox * LISTED[1]).min(own.units * writers * LISTED[0]);
        }
    }
    let fullest = all.into_iter().zip(of_parts).map(|(all, part)| all + part).max();
    let others = OF_OTHER.saturating_mul(processes as u64);
    [BUFFERS, others, fullest.unwrap_or(0) as u64].into_iter().fold(fixed, u64::saturating_add)
}

/// Counts the numbers of each process in a part.
fn of_part(
    domain: &dyn SweepTables,
    layer: LayerId,
    part: usize,
    shares: &Shares,
    processes: usize,
) -> Vec<OfProcess> {
    let mut all = vec![OfProcess::default(); processes];
    for (stage, shape) in shares.steps.stages.iter().enumerate() {
        let (mut read, mut units) = (vec![0; processes], 0);
        if let Some(before) = stage.checked_sub(1) {
            let Stage { units, carry, .. } = shares.steps.stages[before];
            (0..units).for_each(|unit| read[shares.owner(before, unit)] += carry);
        }
        for unit in 0..shape.units {
            let process = shares.owner(stage, unit);
            all[process].units += 1;
            all[process].inbox += shape.inbox;
            let listed = domain.units_read(layer, part, stage, unit);
            units += TABLES[0] + listed.len() * TABLES[1];
            for (at, before) in listed.into_iter().enumerate() {
                if shares.owner(stage - 1, before) != process {
                    read[process] += domain.numbers_read(layer, part, stage, unit, at);
                }
            }
        }
        for (own, read) in all.iter_mut().zip(read) {
            own.read[stage % 2] = own.read[stage % 2].max(read);
            own.tables += units;
        }
    }
    for step in &shares.order {
        let shape = &shares.steps.stages[step.stage];
        let mut units = vec![0; processes];
        step.units.clone().for_each(|unit| units[shares.owner(step.stage, unit)] += 1);
        for (own, units) in all.iter_mut().zip(units) {
            own.step = own.step.max(units * (shape.values + shape.carry));
        }
    }
    all
}
