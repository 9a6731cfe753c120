//! `bench sweep`: speed of sweeps over layers of the gammon family, beside that of memory.

use std::fmt;
use std::time::Instant;

use rayon::prelude::*;
use serde::Serialize;
use shuban_catalog::{Error, Printable, with_threads};
use shuban_core::erased::SweepTables;
use shuban_core::sweep::{Finished, Pass, Read, Status};
use shuban_core::text::grouped;
use shuban_core::{Domain, Interval, PartId, Progress, Sweep, Unanswered};
use shuban_gammon::Instructions;
use shuban_solve::approximate::{Arrays, Passes};
use shuban_solve::iterate::{BySweep, sweep_bytes};
use shuban_solve::{layer_named, machine};

use crate::methods::{TimingOptions, contact};

/// Name of the measurement.
pub(crate) const NAME: &str = "sweep";

/// Layers, by variant and checkers.
const LAYERS: [(&str, usize, usize); 6] = [
    ("half-gammon", 4, 4),
    ("half-gammon", 5, 5),
    ("half-gammon", 6, 4),
    ("backgammon", 2, 2),
    ("backgammon", 3, 2),
    ("mini-gammon", 3, 3),
];

/// Layer that is also measured if there is time.
const LARGE: (&str, usize, usize) = ("half-gammon", 6, 6);

/// Length of each array that is copied: both are many times as large as caches.
const COPIED: usize = 1 << 26;

/// Minimum number of measurements; the best time counts.
const TIMES: usize = 3;

/// Speed of copying memory.
#[derive(Clone, Copy, Serialize)]
struct Copying {
    threads: usize,
    /// Bytes read and bytes written, together.
    bytes_per_second: f64,
}

/// Speed of a pass over a layer.
#[derive(Clone, Copy, Serialize)]
struct Rate {
    threads: usize,
    /// Shortest time of a pass over all positions.
    seconds: f64,
    positions_per_second: f64,
    /// Ratio of this rate to that of copying the bytes that it has to move.
    of_copying: f64,
}

/// Timings of a layer.
#[derive(Serialize)]
struct LayerSweeps {
    domain: String,
    positions: u64,
    /// Minimum number of bytes that a pass moves for a position: its old and new value, and its
    /// share of what is left for hits.
    bytes_per_position: f64,
    rates: Vec<Rate>,
}

/// Timings of all layers.
#[derive(Serialize)]
struct SweepTimings {
    processor: String,
    /// The vector instructions that the sweeps use.
    instructions: &'static str,
    copying: Vec<Copying>,
    layers: Vec<LayerSweeps>,
}

impl fmt::Display for SweepTimings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SweepTimings { processor, instructions, copying, layers } = self;
        let threads = |count: usize| match count {
            1 => "one thread".to_owned(),
            more => format!("{more} threads"),
        };
        writeln!(f, "{processor}, {instructions}\n\nCopying memory, bytes read and written")?;
        for Copying { threads: count, bytes_per_second } in copying {
            writeln!(f, "  {:<26} {:>9.1} GB/s", threads(*count), bytes_per_second / 1e9)?;
        }
        write!(f, "Sweeps: one pass of values over all positions, from finished layers")?;
        for LayerSweeps { domain, positions, bytes_per_position, rates } in layers {
            let positions = grouped(*positions);
            write!(
                f,
                "\n  {domain:<26} {positions:>11} positions, at least {bytes_per_position:.1} bytes \
                 each"
            )?;
            for Rate { threads: count, positions_per_second, of_copying, .. } in rates {
                write!(
                    f,
                    "\n    {:<24} {:>11} positions/s, {:.1} % of what copying these bytes allows",
                    threads(*count),
                    grouped(*positions_per_second as u64),
                    100.0 * of_copying
                )?;
            }
        }
        Ok(())
    }
}

/// Finished layers in which everything is even: their values do not affect the speed.
struct Even;

impl Finished for Even {
    fn values(&mut self, _part: PartId, ranks: &[u64]) -> Result<Vec<Interval>, Unanswered> {
        Ok(vec![Interval::exactly(0); ranks.len()])
    }

    fn statuses(&mut self, _part: PartId, ranks: &[u64]) -> Result<Vec<Status>, Unanswered> {
        Ok(vec![Status::Unknown; ranks.len()])
    }
}

/// Values that are written where they are read, by part.
struct InPlace(Vec<Vec<i32>>);

impl Arrays for InPlace {
    fn read(&self, part: usize) -> Read<'_> {
        Read::Plain(&self.0[part])
    }

    fn take(&mut self, part: usize, first: usize, computed: &[i32]) -> Result<(), Unanswered> {
        self.0[part][first..first + computed.len()].copy_from_slice(computed);
        Ok(())
    }
}

/// Sweeps over layers of the gammon family, without building anything; with `full` also over one
/// that takes gigabytes.
///
/// # Errors
/// [`Error`] if a layer takes more memory than allowed, or the run is interrupted.
pub(crate) fn run(
    options: &TimingOptions,
    full: bool,
    progress: &dyn Progress,
) -> Result<Box<dyn Printable>, Error> {
    let mut threads = vec![1, options.threads];
    threads.dedup();
    let names: Vec<(&str, usize, usize)> =
        LAYERS.into_iter().chain(full.then_some(LARGE)).collect();
    progress.phase("copying memory", 0);
    let copying = threads.iter().map(|&threads| copying(threads)).collect::<Result<Vec<_>, _>>()?;
    progress.phase("sweeps", names.len() as u64);
    let mut layers = Vec::new();
    for (done, &name) in (0..).zip(&names) {
        progress.at(done, "");
        layers.push(layer_sweeps(name, &copying, (options, full), progress)?);
    }
    let instructions = match Instructions::best() {
        Instructions::Plain => "no vector instructions",
        Instructions::Avx2 => "AVX2",
        Instructions::Avx512 => "AVX-512",
    };
    Ok(Box::new(SweepTimings { processor: machine::processor(), instructions, copying, layers }))
}

/// Copies a large array to another, each thread a share of its own.
fn copying(threads: usize) -> Result<Copying, Error> {
    let best = with_threads(threads, || {
        let from = vec![1u32; COPIED];
        let mut to = vec![0u32; COPIED];
        let share = COPIED.div_ceil(threads);
        let mut time = || {
            let started = Instant::now();
            (to.par_chunks_mut(share).zip(from.par_chunks(share)))
                .for_each(|(to, from)| to.copy_from_slice(from));
            std::hint::black_box(&mut to);
            started.elapsed().as_secs_f64()
        };
        // The first one also finds the pages.
        time();
        (0..TIMES).map(|_| time()).fold(f64::INFINITY, f64::min)
    })?;
    let bytes = 2 * COPIED * size_of::<u32>();
    Ok(Copying { threads, bytes_per_second: bytes as f64 / best })
}

fn layer_sweeps(
    (name, a, b): (&str, usize, usize),
    copying: &[Copying],
    (options, full): (&TimingOptions, bool),
    progress: &dyn Progress,
) -> Result<LayerSweeps, Error> {
    let domain = contact(name)?;
    let name = format!("{}-{a}-{b}", domain.name());
    let layer = layer_named(&domain, &name)?;
    let parts = domain.layers()[layer.0].parts.iter();
    let lens: Vec<usize> =
        parts.filter_map(|part| part.positions).map(|len| len as usize).collect();
    let positions = lens.iter().map(|&len| len as u64).sum::<u64>();
    let values = positions * size_of::<i32>() as u64;
    let (needed, allowed) =
        (sweep_bytes(&domain, layer, options.threads).saturating_add(values), options.memory);
    if needed > allowed {
        let instead = if full { "measure without --full" } else { "leave sweeps out" }.into();
        return Err(shuban_solve::Error::Memory { domain: name, needed, allowed, instead }.into());
    }
    let plan = domain.plan_sweep(layer, &mut Even).map_err(shuban_solve::Error::from)?;
    let stages = (0..lens.len()).flat_map(|part| domain.stages(layer, part));
    let left: u64 = stages.map(|stage| (stage.units * stage.carry) as u64).sum();
    // Values are read and written; what is left for hits is written, and read once at least.
    let moved = 2 * (values + left * size_of::<i32>() as u64);
    let operator = BySweep::new(&domain, layer, plan, lens.clone());
    let mut arrays = InPlace(lens.iter().map(|&len| vec![0; len]).collect());
    let mut rates = Vec::new();
    for &Copying { threads, bytes_per_second } in copying {
        let best = with_threads(threads, || best_pass(&operator, &mut arrays, options, progress))??;
        rates.push(Rate {
            threads,
            seconds: best,
            positions_per_second: positions as f64 / best,
            of_copying: moved as f64 / best / bytes_per_second,
        });
    }
    let bytes_per_position = moved as f64 / positions as f64;
    Ok(LayerSweeps { domain: name, positions, bytes_per_position, rates })
}

/// Returns the shortest time of a pass over all parts.
fn best_pass(
    passes: &dyn Passes,
    arrays: &mut InPlace,
    options: &TimingOptions,
    progress: &dyn Progress,
) -> Result<f64, Error> {
    let mut time = || {
        if progress.interrupted() {
            return Err(Error::Interrupted);
        }
        let started = Instant::now();
        for part in 0..arrays.0.len() {
            passes.pass(Pass::Nearest, part, arrays).map_err(shuban_solve::Error::from)?;
        }
        Ok(started.elapsed().as_secs_f64())
    };
    // The first one also finds the pages.
    time()?;
    let (mut best, mut spent, mut times) = (f64::INFINITY, 0.0, 0);
    while spent < options.seconds || times < TIMES {
        let seconds = time()?;
        (best, spent, times) = (best.min(seconds), spent + seconds, times + 1);
    }
    Ok(best)
}
