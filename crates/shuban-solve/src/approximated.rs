//! Certified intervals of a layer with cycles, from an approximate solution.

use std::ops::Range;

use shuban_core::erased::{IntervalTables, SweepPlan, SweepTables, Tables};
use shuban_core::{Codec, Column, Interval, LayerId, ONE, Record, Saving, Unanswered};
use shuban_store::Account;

use crate::across::{self, SweepAcross, TakeNumber, Together, at_leader, begin};
use crate::approximate::{Certificate, Passes, Solved, repair, solve, widen};
use crate::certified::{certified, goal, need_not_leave};
use crate::checkpoint::{Checkpoint, SavingTimes};
use crate::error::Error;
use crate::facts::{IntervalFacts, IntervalPartFacts, StatedFacts, written};
use crate::iterate::{BySweep, Operator, Swept, leave, sweep_bytes};
use crate::job::{Job, LayerFacts, positions};
use crate::kept::Kept;
use crate::layer_file::LayerFile;
use crate::names::layer_name;
use crate::out_of_core::{Budget, SweepOnDisk, on_disk};
use crate::solved::{FinishedIntervals, SolvedLayers};
use crate::solver::{BySweeps, DiskRoom, OnDisk, RestsOn, Solver};
use crate::streamed_table::RowsByRank;

/// Certified intervals through the domain's own [`Sweep`](shuban_core::Sweep): by an approximation,
/// or by interval iteration for small layers or narrower intervals.
pub struct CertifyBySweep<'d>(pub &'d dyn SweepTables);

impl Solver for CertifyBySweep<'_> {
    fn domain(&self) -> &dyn Tables {
        self.0
    }

    fn name(&self) -> &'static str {
        "certified intervals by sweeps"
    }

    fn bytes(&self, layer: LayerId, threads: usize) -> u64 {
        let positions = positions(self.0, layer);
        let each = if positions < FEW { ITERATED } else { BYTES };
        positions.saturating_mul(each).saturating_add(sweep_bytes(self.0, layer, threads))
    }

    /// Returns nothing for layers that are iterated instead of approximated.
    fn on_disk(&self, layer: LayerId, threads: usize, width: i64) -> Option<OnDisk> {
        if positions(self.0, layer) < FEW || width < NARROWEST {
            return None;
        }
        on_disk(self.0, layer, threads)
    }

    /// Returns nothing for layers that are iterated instead of approximated, likewise.
    fn across(&self, layer: LayerId, threads: usize, width: i64, processes: usize) -> Option<u64> {
        if positions(self.0, layer) < FEW || width < NARROWEST {
            return None;
        }
        Some(across::bytes(self.0, layer, threads, processes))
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
        job.progress.phase("planning the sweeps", 0);
        let is_iterated = job.width < NARROWEST || positions(self.0, job.layer) < FEW;
        if let Some(together) = job.together.filter(|_| !is_iterated) {
            let passes = self.sweep_across(job, together, file)?;
            return approximated(job, self.0, &passes, Way::Across(&passes), file);
        }
        if let Some(folder) = &job.scratch {
            let (files, folder) = (file.files.clone(), folder.clone());
            let room = DiskRoom { memory: job.memory, files, folder, progress: job.progress };
            let passes = self.sweep_on_disk(job.layer, job.solved, job.lens(), room)?;
            return approximated(job, self.0, &passes, Way::OnDisk, file);
        }
        let plan = self.plan(job.layer, job.solved)?;
        let operator = BySweep::new(self.0, job.layer, plan, job.lens());
        if is_iterated {
            certified(job, self.0, &operator, goal(job), file)
        } else {
            approximated(job, self.0, &operator, Way::InMemory(&operator), file)
        }
    }

    fn by_sweeps(&self) -> Option<&dyn BySweeps> {
        Some(self)
    }
}

impl BySweeps for CertifyBySweep<'_> {
    fn sweep_bytes(&self, layer: LayerId, threads: usize) -> u64 {
        sweep_bytes(self.0, layer, threads)
    }

    fn swept(
        &self,
        layer: LayerId,
        solved: &SolvedLayers<'_>,
    ) -> Result<Box<dyn Swept + '_>, Error> {
        let plan = self.plan(layer, solved)?;
        Ok(Box::new(BySweep::new(self.0, layer, plan, lens(layer, solved)?)))
    }

    fn passes_on_disk<'s>(
        &'s self,
        layer: LayerId,
        solved: &SolvedLayers<'_>,
        room: DiskRoom<'s>,
    ) -> Result<Box<dyn Passes + 's>, Error> {
        Ok(Box::new(self.sweep_on_disk(layer, solved, lens(layer, solved)?, room)?))
    }
}

impl<'d> CertifyBySweep<'d> {
    fn plan(
        &self,
        layer: LayerId,
        solved: &SolvedLayers<'_>,
    ) -> Result<Box<dyn SweepPlan + 'd>, Error> {
        Ok(self.0.plan_sweep(layer, &mut FinishedIntervals { domain: self.0, solved })?)
    }

    /// Prepares the sweeps with other processes, which it tells what is solved.
    fn sweep_across<'s>(
        &'s self,
        job: &Job<'s>,
        together: &Together,
        file: &LayerFile,
    ) -> Result<SweepAcross<'s>, Error> {
        begin(together, job, file)?;
        let plan = self.plan(job.layer, job.solved)?;
        let (layer, together) = ((self.0 as &dyn SweepTables, job.layer), together.clone());
        Ok(SweepAcross::new(layer, plan, job.lens(), together, job.progress))
    }

    fn sweep_on_disk<'s>(
        &'s self,
        layer: LayerId,
        solved: &SolvedLayers<'_>,
        lens: Vec<usize>,
        room: DiskRoom<'s>,
    ) -> Result<SweepOnDisk<'s>, Error> {
        let budget = Budget::of(self.0, layer, rayon::current_num_threads(), room.memory);
        let plan = self.plan(layer, solved)?;
        Ok(SweepOnDisk::new((self.0, layer), plan, lens, budget, room)?)
    }
}

/// Returns the positions of each part of an open layer.
fn lens(layer: LayerId, solved: &SolvedLayers<'_>) -> Result<Vec<usize>, Error> {
    let indexes = solved.needed(layer)?.indexes();
    Ok(indexes.iter().map(|index| index.len() as usize).collect())
}

/// Bytes a position: values, half-widths, and the history of these.
const BYTES: u64 = 8;

/// Bytes per position of interval iteration: two bounds, the statuses of a round, and its result.
const ITERATED: u64 = 13;

/// The narrowest intervals, in units, that leave room for the slack of a turn. Narrower ones are
/// made by interval iteration, with twice as many sweeps.
const NARROWEST: i64 = 1 << 10;

/// Layers of fewer positions are solved by interval iteration: it takes twice as many sweeps, but
/// little time, and its bounds are as narrow as rounding allows. All other layers rest on them.
const FEW: u64 = 1 << 18;

/// Number of sweeps over half-widths, and over both bounds, after which it is checked whether play
/// leaves the layer at all.
const PATIENCE: u32 = 200;

/// The place where a layer is solved.
#[derive(Clone, Copy)]
enum Way<'w> {
    /// In memory, where it can be checked whether play leaves the layer.
    InMemory(&'w dyn Operator),
    OnDisk,
    Across(&'w SweepAcross<'w>),
}

impl<'w> Way<'w> {
    fn across(&self) -> Option<&'w SweepAcross<'w>> {
        match *self {
            Way::Across(across) => Some(across),
            Way::InMemory(_) | Way::OnDisk => None,
        }
    }
}

/// Solves the layer approximately, from the last checkpoint if there is one, makes a certificate of
/// the result, and publishes the layer.
fn approximated(
    job: &Job<'_>,
    domain: &dyn IntervalTables,
    passes: &dyn Passes,
    way: Way<'_>,
    file: &LayerFile,
) -> Result<(), Error> {
    let called_off = || if job.progress.interrupted() { Err(Error::Interrupted) } else { Ok(()) };
    let possible = domain.possible();
    let slack = slack(job.width);
    let solved = solved(job, passes, way.across(), possible, i64::from(slack) / 2)?;

    job.progress.phase("half-widths", 0);
    let mut after_sweep = |sweep: u32| {
        job.progress.at(0, &format!("sweep {sweep}"));
        called_off().map_err(Unanswered::from)
    };
    let sweeps = solved.sweeps;
    let widened = widen(passes, solved.values, possible, slack, PATIENCE, &mut after_sweep)?;
    job.progress.phase("checking both bounds", 0);
    let most = Some(PATIENCE);
    let mut repaired = repair(passes, widened.parts, most, &mut after_sweep)?;
    let mut repairs = repaired.sweeps;
    if !repaired.is_proven {
        // Bounds that cannot have slack: those of play that need not end, for one.
        let Way::InMemory(operator) = way else {
            let domain = layer_name(job.domain, job.layer).to_owned();
            return Err(Error::NoSlack { domain, sweeps: PATIENCE });
        };
        let leaving = leave(operator.marks(), |marks| {
            called_off()?;
            operator.strike(marks)
        })?;
        if !leaving.is_proven() {
            return Err(need_not_leave(job, &leaving));
        }
        repaired = repair(passes, repaired.parts, None, &mut after_sweep)?;
        repairs = repairs.saturating_add(repaired.sweeps);
    }
    let mut parts = repaired.parts;

    let points = |width: i64| width as f64 / f64::from(ONE);
    let part_facts = |certificate: &mut Certificate| {
        Ok(IntervalPartFacts {
            valued: None,
            width_asked: points(job.width),
            width_reached: points(widest(passes, certificate)?),
            left: 0,
            left_first: Vec::new(),
        })
    };
    let part_facts = parts.iter_mut().map(part_facts).collect::<Result<Vec<_>, Unanswered>>()?;
    let widest = part_facts.iter().map(|part| part.width_reached).fold(0.0, f64::max);
    let stated = IntervalFacts {
        // Each over all positions; those of the proof over both bounds.
        sweeps: sweeps.saturating_add(widened.sweeps).saturating_add(repairs.saturating_mul(2)),
        stalled: widest > points(job.width),
        leaving_rounds: 0,
        leaving_proven: true,
        slack: 1,
        parts: part_facts,
    };
    let facts = LayerFacts {
        parts: stated.parts.iter().map(written).collect(),
        layer: written(&stated),
        statuses: None,
    };
    let publish =
        |rows: &mut dyn RowsByRank| file.publish(job, rows, &job.domain.empty_dictionary(), facts);
    let rows = &mut Bounds(parts);
    match way.across() {
        None => publish(rows),
        Some(across) => {
            at_leader(across, rows, Interval::<i32>::columns().len(), publish).map(drop)
        }
    }
}

/// Returns the width of the widest interval, in units.
fn widest(passes: &dyn Passes, certificate: &mut Certificate) -> Result<i64, Unanswered> {
    let widths = passes.of_all(certificate.width()?.cast_unsigned())?;
    Ok(widths.into_iter().max().unwrap_or(0).cast_signed())
}

/// The bounds of certificates, as rows.
struct Bounds(Vec<Certificate>);

impl RowsByRank for Bounds {
    fn fetch(&mut self, part: usize, ranks: Range<u64>) -> Result<(), Unanswered> {
        self.0[part].fetch(ranks.start as usize..ranks.end as usize)
    }

    fn row(&self, part: usize, rank: u64, row: &mut [u64]) {
        self.0[part].bounds(rank as usize).to_columns(row);
    }
}

/// Returns the slack of a turn, in units, for intervals of a width, which are some two hundred
/// times as wide. At least the goal of the last sweep, the rounding error, and a unit.
fn slack(width: i64) -> u16 {
    (width / 256).clamp(4, 64) as u16
}

/// Returns the values, from the last checkpoint if there is one.
fn solved(
    job: &Job<'_>,
    passes: &dyn Passes,
    across: Option<&SweepAcross<'_>>,
    possible: Interval,
    goal: i64,
) -> Result<Solved, Error> {
    let mut start = Solved::start(passes)?;
    if !from_checkpoint(job, across, &mut start, possible)? {
        start = Solved::start(passes)?;
    }
    let bits = |change: i64| u64::from(64 - change.max(1).leading_zeros());
    let (first, last) = (bits(ONE.into()), bits(goal));
    job.progress.phase("solving", first - last);
    let mut saving = SavingTimes::new();
    Ok(solve(passes, start, possible, goal, &mut |now| {
        let change = now.change as f64 / f64::from(ONE);
        let text = format!("sweep {}, largest change {change:.1e}", now.sweeps);
        job.progress.at(first.saturating_sub(bits(now.change).max(last)), &text);
        if let Some(checkpoint) = job.checkpoint.as_ref().filter(|_| now.is_checkpoint()) {
            // The leader's clock decides.
            let is_due = passes.of_all(saving.is_due(checkpoint).into())?[0] == 1;
            let mut saved = || save(checkpoint, across, now);
            match across {
                Some(_) if !is_due => {}
                // What is not saved here is sent.
                Some(across) if !across.leads() => {
                    // An interruption waits until all have sent theirs.
                    let _saving = Saving::begin(job.progress);
                    saved()?;
                }
                _ => saving.save(checkpoint, job.progress, is_due, saved),
            }
        }
        if job.progress.interrupted() { Err(Error::Interrupted.into()) } else { Ok(()) }
    })?)
}

const SWEEPS: &str = "sweeps";

/// A value alone, as in checkpoints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Value(i32);

impl Record for Value {
    fn columns() -> &'static [Column] {
        &[Column { name: "value", bits: 32, codec: Codec::Fixed { fraction_bits: 30 } }]
    }

    fn to_columns(&self, raw: &mut [u64]) {
        raw[0] = u64::from(self.0.cast_unsigned());
    }

    fn from_columns(raw: &[u64]) -> Self {
        Value((raw[0] as u32).cast_signed())
    }
}

/// Values, as rows.
struct Values<'v>(&'v mut [Kept<i32>]);

impl RowsByRank for Values<'_> {
    fn fetch(&mut self, part: usize, ranks: Range<u64>) -> Result<(), Unanswered> {
        self.0[part].some(ranks.start as usize..ranks.end as usize)?;
        Ok(())
    }

    fn row(&self, part: usize, rank: u64, row: &mut [u64]) {
        Value(self.0[part].at(rank as usize)).to_columns(row);
    }
}

fn save(
    checkpoint: &Checkpoint,
    across: Option<&SweepAcross<'_>>,
    now: &mut Solved,
) -> Result<(), Error> {
    let lens: Vec<u64> = now.values.iter().map(|part| part.len() as u64).collect();
    let steps = (SWEEPS, now.sweeps);
    let rows = &mut Values(&mut now.values);
    let write = |rows: &mut dyn RowsByRank| checkpoint.save::<Value>(steps, &lens, rows);
    match across {
        None => write(rows),
        Some(across) => at_leader(across, rows, Value::columns().len(), write).map(drop),
    }
}

/// Takes the values that an interrupted build saved, and returns true unless some cannot be used.
/// They need not be right: the published bounds are proven afterwards.
///
/// # Errors
/// If the disk fails.
fn from_checkpoint(
    job: &Job<'_>,
    across: Option<&SweepAcross<'_>>,
    solved: &mut Solved,
    possible: Interval,
) -> Result<bool, Error> {
    let lens: Vec<u64> = solved.values.iter().map(|part| part.len() as u64).collect();
    let mut set = |part: usize, rank: u64, value: i32| {
        Ok::<_, Error>(solved.values[part].set(rank as usize, value)?)
    };
    let read = |set: &mut TakeNumber<'_>| {
        let Some(checkpoint) = &job.checkpoint else { return Ok(Some(0)) };
        let mut failed = None;
        let loaded = checkpoint.load(SWEEPS, &lens, |part, rank, Value(value)| {
            // Nothing more is taken after an error.
            if failed.is_none() {
                failed = set(part, rank, value).err();
            }
            failed.is_none() && possible.contains(Interval::exactly(value))
        });
        if let Some(error) = failed {
            return Err(error);
        }
        match loaded {
            Ok(None) => Ok(Some(0)),
            Ok(Some(sweeps)) => {
                let text = format!("going on from the checkpoint after sweep {sweeps}");
                job.progress.note(&text);
                Ok(Some(sweeps))
            }
            Err(reason) => {
                job.progress.note(&format!("the checkpoint is not used: {reason}"));
                Ok(None)
            }
        }
    };
    let sweeps = match across {
        None => read(&mut set)?,
        Some(across) => across.pass_from_leader(read, &mut set)?,
    };
    solved.sweeps = sweeps.unwrap_or(0);
    Ok(sweeps.is_some())
}
