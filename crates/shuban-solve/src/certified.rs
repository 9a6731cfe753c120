//! Certified intervals of a layer with cycles.

use shuban_core::erased::{IntervalTables, Tables};
use shuban_core::{Interval, LayerId, ONE, PartId, Record, Seat};
use shuban_store::Account;

use crate::checkpoint::{Checkpoint, SavingTimes};
use crate::error::Error;
use crate::facts::{IntervalFacts, IntervalPartFacts, StatedFacts, written};
use crate::iterate::{
    Bounds, ByBackup, ByList, Endless, Goal, Iterate, Leaving, Operator, iterate, leave, settle,
};
use crate::job::{Job, LayerFacts, positions};
use crate::layer_file::LayerFile;
use crate::names::{layer_name, part_name};
use crate::solver::{RestsOn, Solver};

/// Certified intervals through `backup` alone: the successors of a layer are listed once if memory
/// allows it.
pub struct IterateByBackup<'d>(pub &'d dyn IntervalTables);

impl Solver for IterateByBackup<'_> {
    fn domain(&self) -> &dyn Tables {
        self.0
    }

    fn name(&self) -> &'static str {
        "interval iteration through backup"
    }

    fn bytes(&self, layer: LayerId, _threads: usize) -> u64 {
        // Two bounds, with a part's next ones, and statuses.
        positions(self.0, layer).saturating_mul(17)
    }

    /// Listed successors make each sweep many times faster.
    fn takes_more(&self) -> bool {
        true
    }

    fn intervals(&self) -> Option<&dyn IntervalTables> {
        Some(self.0)
    }

    fn rests_on(&self) -> RestsOn {
        RestsOn::Leaving
    }

    fn stated(&self, account: &Account) -> Result<StatedFacts, String> {
        IntervalFacts::read(account).map(StatedFacts::Intervals)
    }

    fn solve(&self, job: &Job<'_>, file: &LayerFile) -> Result<(), Error> {
        let by_backup = ByBackup { domain: self.0, rows: job.rows() };
        // Sweeps are dear here, and nothing published rests on the last of them. Layers to come inherit the
        // width, so half of what was asked for is left to them.
        let goal = Goal { enough: job.width / 2, ..goal(job) };
        let left = job.memory.saturating_sub(self.bytes(job.layer, 1));
        match ByList::of(&by_backup, left, job.progress)? {
            Some(by_list) => certified(job, self.0, &by_list, goal, file),
            None => {
                let reason = "too little memory, or values that are no expectations";
                job.progress.note(&format!("successors are not listed: {reason}"));
                certified(job, self.0, &by_backup, goal, file)
            }
        }
    }
}

/// Returns the width at which bounds are narrow enough for the layers that depend on them, which inherit
/// it.
pub(crate) fn goal(job: &Job<'_>) -> Goal {
    Goal { best: (job.width / 4).max(1), enough: 0 }
}

/// Proves that play leaves the layer, or finds where it need not, then narrows its bounds, from the
/// last checkpoint if there is one, and publishes the layer.
pub(crate) fn certified(
    job: &Job<'_>,
    domain: &dyn IntervalTables,
    operator: &dyn Operator,
    goal: Goal,
    file: &LayerFile,
) -> Result<(), Error> {
    let lens = job.lens();
    job.progress.phase("proving that play leaves the layer", 0);
    let called_off = || if job.progress.interrupted() { Err(Error::Interrupted) } else { Ok(()) };
    let leaving = leave(operator.marks(), |marks| {
        called_off()?;
        operator.strike(marks)
    })?;
    // Those of the layers it needs were proven when they were opened.
    if !leaving.is_proven() && domain.endless_worth(0).is_none() {
        return Err(need_not_leave(job, &leaving));
    }
    job.progress.phase("retrograde analysis", 0);
    let settled = settle(&lens, |statuses| {
        called_off()?;
        operator.settle(statuses)
    })?;
    let start = match from_checkpoint(job, domain.possible(), operator, &lens)? {
        Some(saved) => saved,
        None => Iterate::start(operator.start()),
    };

    let bits = |width: i64| 64 - (width.max(1) as u64).leading_zeros();
    let full = Iterate::start(vec![Bounds::all(1, domain.possible())]).width;
    let (first, last) = (bits(full), bits(goal.best));
    job.progress.phase("narrowing the bounds", u64::from(first - last.min(first)));
    let mut saving = SavingTimes::new();
    let mut narrow = |start: Iterate, checkpoint: Option<&Checkpoint>| {
        iterate(operator, start, goal, &mut |now| {
            let narrowed = first.saturating_sub(bits(now.width).max(last));
            let width = now.width as f64 / f64::from(ONE);
            let text = format!("sweep {}, widest {width:.1e}", now.sweeps);
            job.progress.at(u64::from(narrowed), &text);
            let interrupted = job.progress.interrupted();
            let done = now.width <= goal.best || now.exhausted;
            if let Some(checkpoint) = checkpoint.filter(|_| !done) {
                let save = || save_iterate(checkpoint, now);
                saving.save(checkpoint, job.progress, interrupted, save);
            }
            // Finished work is published, even if it was interrupted a moment before.
            if interrupted && !done { Err(Error::Interrupted.into()) } else { Ok(()) }
        })
    };
    let mut done = narrow(start, job.checkpoint.as_ref())?;
    if !leaving.is_proven() {
        job.progress.phase("what both sides are sure of by playing on", 0);
        let rows = job.rows();
        let worth = |seat: Seat| domain.endless_worth(seat).unwrap_or(0);
        let endless =
            Endless { domain, rows: &rows, layer: job.layer, worth: &worth, left: &leaving.left };
        let by_backup = ByBackup { domain, rows };
        endless.play_on(&mut done.parts, |part, rank, parts| {
            called_off()?;
            by_backup.backup(part, rank, parts)
        })?;
        // Without checkpoints: a build resumed from one of these would end elsewhere.
        done = narrow(Iterate { sweeps: done.sweeps, ..Iterate::start(done.parts) }, None)?;
        let unfounded = endless.unfounded(|place, rank| match place.layer == job.layer {
            true => Ok(done.parts[place.part].get(rank as usize)),
            false => by_backup.finished(place, rank),
        })?;
        if unfounded.is_some() {
            return Err(need_not_leave(job, &leaving));
        }
    }
    // The published bounds are a certificate, however they were computed.
    job.progress.phase("checking the bounds", 0);
    if let Some((part, rank)) = operator.not_inductive(&done.parts)? {
        let domain = layer_name(job.domain, job.layer).to_owned();
        let part = part_name(job.domain, PartId { layer: job.layer, part }).to_owned();
        return Err(Error::NotInductive { domain, part, rank });
    }
    let points = |width: i64| width as f64 / f64::from(ONE);
    let part_facts = |(place, part): (usize, &Bounds)| IntervalPartFacts {
        valued: Some(settled.valued(place)),
        width_asked: points(job.width),
        width_reached: points(part.width()),
        left: leaving.left[place].len() as u64,
        left_first: leaving.first(place).to_vec(),
    };
    let stated = IntervalFacts {
        sweeps: done.sweeps,
        stalled: done.width > job.width,
        leaving_rounds: leaving.rounds,
        leaving_proven: true,
        slack: 0,
        parts: done.parts.iter().enumerate().map(part_facts).collect(),
    };
    let facts = LayerFacts {
        parts: stated.parts.iter().map(written).collect(),
        layer: written(&stated),
        statuses: Some(settled.statuses),
    };
    let mut rows = |part: usize, rank: u64, row: &mut [u64]| {
        done.parts[part].get(rank as usize).to_columns(row);
    };
    file.publish(job, &mut rows, &job.domain.empty_dictionary(), facts)
}

const SWEEPS: &str = "sweeps";

fn save_iterate(checkpoint: &Checkpoint, now: &Iterate) -> Result<(), Error> {
    let lens: Vec<u64> = now.parts.iter().map(|part| part.lower.len() as u64).collect();
    let mut rows = |part: usize, rank: u64, row: &mut [u64]| {
        now.parts[part].get(rank as usize).to_columns(row);
    };
    checkpoint.save::<Interval>((SWEEPS, now.sweeps), &lens, &mut rows)
}

/// Returns the iterate last saved, whose bounds must lie within `possible`: `Ok(None)` if there is
/// none.
///
/// # Errors
/// The reason why the existing checkpoint cannot be used.
fn saved_iterate(
    checkpoint: &Checkpoint,
    lens: &[usize],
    possible: Interval,
) -> Result<Option<Iterate>, String> {
    let mut parts: Vec<Bounds> = lens.iter().map(|&len| Bounds::all(len, possible)).collect();
    let lens: Vec<u64> = lens.iter().map(|&len| len as u64).collect();
    let sweeps = checkpoint.load(SWEEPS, &lens, |part, rank, value: Interval| {
        let Bounds { lower, upper } = &mut parts[part];
        (lower[rank as usize], upper[rank as usize]) = (value.lower, value.upper);
        value.within(possible).is_some()
    })?;
    Ok(sweeps.map(|sweeps| Iterate { sweeps, ..Iterate::start(parts) }))
}

/// Returns the iterate that an interrupted build saved, if its bounds are inductive, as after any
/// sweep. Others would be published as if they enclosed the values.
fn from_checkpoint(
    job: &Job<'_>,
    possible: Interval,
    operator: &dyn Operator,
    lens: &[usize],
) -> Result<Option<Iterate>, Error> {
    let Some(checkpoint) = &job.checkpoint else { return Ok(None) };
    let refused = |reason: &str| {
        job.progress.note(&format!("the checkpoint is not used: {reason}"));
        Ok(None)
    };
    let saved = match saved_iterate(checkpoint, lens, possible) {
        Ok(Some(saved)) => saved,
        Ok(None) => return Ok(None),
        Err(reason) => return refused(&reason),
    };
    job.progress.phase("checking the checkpoint", 0);
    if let Some((part, rank)) = operator.not_inductive(&saved.parts)? {
        let part = part_name(job.domain, PartId { layer: job.layer, part });
        return refused(&format!(
            "`{part}`: rank {rank}: its bounds do not follow from those of its successors"
        ));
    }
    job.progress.note(&format!("going on from the checkpoint after sweep {}", saved.sweeps));
    Ok(Some(saved))
}

/// Returns the error that play need not leave the layer, with the first position.
pub(crate) fn need_not_leave(job: &Job<'_>, leaving: &Leaving) -> Error {
    let parts = leaving.left.iter().zip(job.indexes);
    let texts = parts.filter_map(|(left, index)| job.domain.position_text(index, *left.first()?));
    Error::NeedNotLeave {
        domain: layer_name(job.domain, job.layer).to_owned(),
        left: leaving.left.iter().map(|left| left.len() as u64).sum(),
        first: texts.into_iter().next().unwrap_or_default(),
    }
}
