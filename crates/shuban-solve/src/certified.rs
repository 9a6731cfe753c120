//! Certified intervals of a layer with cycles.

use std::time::{Duration, Instant};

use serde_json::json;
use shuban_core::{Domain, Interval, IntervalDomain, LayerId, ONE, Sweep};

use crate::checkpoint::Checkpoint;
use crate::error::Error;
use crate::iterate::{Bounds, ByBackup, BySweep, Iterate, Operator, iterate, leave, settle};
use crate::job::{Job, LayerFacts, facts, positions};
use crate::layer_file::LayerFile;
use crate::solver::{RestsOn, Solver};
use crate::tables::OpenLayer;

/// Certified intervals through `backup` alone.
pub struct IterateByBackup;

/// Certified intervals through the domain's own [`Sweep`].
pub struct IterateBySweep;

impl<D: IntervalDomain> Solver<D> for IterateByBackup {
    fn rests_on(&self) -> RestsOn {
        RestsOn::Leaving
    }

    fn name(&self) -> &'static str {
        "interval iteration through backup"
    }

    fn bytes(&self, domain: &D, layer: LayerId, _threads: usize) -> u64 {
        // Two bounds, and a part's next ones beside them; and what retrograde analysis knew.
        positions(domain, layer).saturating_mul(17)
    }

    fn intervals(&self) -> Option<fn(&Interval) -> Interval> {
        Some(|value| *value)
    }

    fn solve(&self, job: &Job<'_, D>, file: &LayerFile) -> Result<(), Error> {
        let Job { layer, indexes, tables, .. } = *job;
        certified(job, &ByBackup { layer, indexes, tables }, file)
    }
}

impl<S: Sweep> Solver<S> for IterateBySweep {
    fn rests_on(&self) -> RestsOn {
        RestsOn::Leaving
    }

    fn name(&self) -> &'static str {
        "interval iteration by sweeps"
    }

    fn bytes(&self, domain: &S, layer: LayerId, threads: usize) -> u64 {
        // Marks before and after a round; later two bounds, and what retrograde analysis knew.
        positions(domain, layer).saturating_mul(13).saturating_add(domain.bytes(layer, threads))
    }

    fn intervals(&self) -> Option<fn(&Interval) -> Interval> {
        Some(|value| *value)
    }

    fn solve(&self, job: &Job<'_, S>, file: &LayerFile) -> Result<(), Error> {
        job.progress.phase("planning the sweeps", 0);
        let plan = job.domain.plan(job.layer, &mut &*job.tables)?;
        certified(job, &BySweep::new(job.domain, plan, lens(job)), file)
    }
}

/// Proves that play leaves the layer, then narrows its bounds, from the last checkpoint if there is
/// one, and publishes the layer.
fn certified<D: IntervalDomain>(
    job: &Job<'_, D>,
    operator: &dyn Operator,
    file: &LayerFile,
) -> Result<(), Error> {
    let lens = lens(job);
    job.progress.phase("proving that play leaves the layer", 0);
    let called_off = || if job.progress.interrupted() { Err(Error::Interrupted) } else { Ok(()) };
    let leaving = leave(operator.marks(), |marks| {
        called_off()?;
        operator.strike(marks)
    })?;
    let needs_are_proven = job.tables.layers().all(OpenLayer::is_proven);
    if !leaving.is_proven() || !needs_are_proven {
        job.progress
            .note("play need not leave this layer, or one it needs: its bounds are not proven");
    }
    job.progress.phase("retrograde analysis", 0);
    let settled = settle(&lens, |statuses| {
        called_off()?;
        operator.settle(statuses)
    })?;
    let saved = job.checkpoint.as_ref().and_then(|checkpoint| {
        let unknown = job.domain.unknown();
        saved_iterate(checkpoint, &lens, unknown).unwrap_or_else(|reason| {
            job.progress.note(&format!("the checkpoint is not used: {reason}"));
            None
        })
    });
    if let Some(saved) = &saved {
        job.progress.note(&format!("going on from the checkpoint after sweep {}", saved.sweeps));
    }
    let start = saved.unwrap_or_else(|| Iterate::start(operator.start()));

    // A layer that depends on this one inherits its width: so leave room.
    let goal = (job.width / 4).max(1);
    let bits = |width: i64| 64 - (width.max(1) as u64).leading_zeros();
    let full = Iterate::start(vec![Bounds::all(1, job.domain.unknown())]).width;
    let (first, last) = (bits(full), bits(goal));
    job.progress.phase("narrowing the bounds", u64::from(first - last.min(first)));
    let (mut saved_at, mut saving) = (Instant::now(), Duration::ZERO);
    let done = iterate(operator, start, goal, &mut |now| {
        let narrowed = first.saturating_sub(bits(now.width).max(last));
        let width = now.width as f64 / f64::from(ONE);
        job.progress.at(u64::from(narrowed), &format!("sweep {}, widest {width:.1e}", now.sweeps));
        let interrupted = job.progress.interrupted();
        let done = now.width <= goal || now.exhausted;
        if !done
            && let Some(checkpoint) = &job.checkpoint
            && (interrupted || saved_at.elapsed() >= checkpoint.wait_after(saving))
        {
            let started = Instant::now();
            if let Err(error) = save_iterate(checkpoint, now) {
                job.progress.note(&format!("no checkpoint could be written: {error}"));
            }
            saved_at = Instant::now();
            saving = saved_at - started;
        }
        // Work that is done is published, even if it was called off a moment before.
        if interrupted && !done { Err(Error::Interrupted.into()) } else { Ok(()) }
    })?;
    let points = |width: i64| json!(width as f64 / f64::from(ONE));
    let part_facts = |(place, (part, left)): (usize, (&Bounds, &Vec<u64>))| {
        facts([
            ("valued", json!(settled.valued(place))),
            ("width_asked", points(job.width)),
            ("width_reached", points(part.width())),
            ("left", json!(left.len())),
            // Enough to look at; the whole list may be as long as the layer.
            ("left_first", json!(&left[..left.len().min(100)])),
        ])
    };
    let facts = LayerFacts {
        parts: done.parts.iter().zip(&leaving.left).enumerate().map(part_facts).collect(),
        layer: facts([
            ("sweeps", json!(done.sweeps)),
            ("stalled", json!(done.width > job.width)),
            ("leaving_rounds", json!(leaving.rounds)),
            ("leaving_proven", json!(leaving.is_proven() && needs_are_proven)),
        ]),
        statuses: Some(settled.statuses),
    };
    file.publish(job, &|part, rank| done.parts[part].get(rank as usize), facts)
}

const SWEEPS: &str = "sweeps";

fn save_iterate(checkpoint: &Checkpoint, now: &Iterate) -> Result<(), shuban_store::Error> {
    let lens: Vec<u64> = now.parts.iter().map(|part| part.lower.len() as u64).collect();
    let bounds = |part: usize, rank: u64| now.parts[part].get(rank as usize);
    checkpoint.save((SWEEPS, now.sweeps), &lens, bounds)
}

/// The iterate last saved, whose bounds must lie between `possible` ones: `Ok(None)` if there is
/// none.
///
/// # Errors
/// Why the checkpoint that is there cannot be used.
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

fn lens<D: Domain>(job: &Job<'_, D>) -> Vec<usize> {
    job.indexes.iter().map(|index| index.len() as usize).collect()
}
