//! Speed of the methods that value small layers of backgammon.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use serde::Serialize;
use shuban_catalog::{Catalog, Error, Printable, with_threads};
use shuban_core::erased::SweepTables;
use shuban_core::text::grouped;
use shuban_core::{Domain, PartId, Progress};
use shuban_gammon::{Contact, Variant};
use shuban_reproduce::graph::{Bellman, Graph};
use shuban_reproduce::learning::{KnownStarts, Learner, WorkDone};
use shuban_reproduce::{ValuedState, valued};
use shuban_solve::iterate::{BySweep, Operator, settle};
use shuban_solve::{BuildOptions, FinishedIntervals, SolvedLayers, layer_named};
use shuban_store::{Disk, FileSystem};

/// Options of a measurement.
#[derive(Clone, Debug)]
pub(crate) struct TimingOptions {
    /// Approximate time in seconds, where that can be chosen.
    pub(crate) seconds: f64,
    /// Seed of the random numbers.
    pub(crate) seed: u64,
    /// Number of threads.
    pub(crate) threads: usize,
    /// Approximate memory limit in bytes.
    pub(crate) memory: u64,
    /// Folder for temporary databases.
    pub(crate) folder: PathBuf,
}

/// A measurement of a method, which may be interrupted.
pub(crate) type Measurement =
    fn(&TimingOptions, &Catalog, &dyn Progress) -> Result<Box<dyn Printable>, Error>;

/// Returns the domain of a variant of the gammon family where both sides have contact.
pub(crate) fn contact(variant: &str) -> Result<Contact, Error> {
    let variant = Variant::by_name(variant).ok_or_else(|| Error::Unknown {
        what: "game",
        name: variant.to_owned(),
        hint: Default::default(),
    })?;
    Ok(Contact::new(variant))
}

/// Speed of games in Monte-Carlo with exploring starts, on one thread.
#[derive(Serialize)]
struct MonteCarlo {
    domain: &'static str,
    /// Games to the end.
    games: u64,
    seconds: f64,
    games_per_second: f64,
}

impl fmt::Display for MonteCarlo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let MonteCarlo { domain, games_per_second, .. } = self;
        let rate = grouped(*games_per_second as u64);
        write!(
            f,
            "Monte-Carlo with exploring starts: one thread\n  {domain:<26} {rate:>13} games/s"
        )
    }
}

/// Speed of retrograde analysis of a layer, on all threads, from finished layers.
#[derive(Serialize)]
struct Retrograde {
    domain: &'static str,
    positions: u64,
    /// Positions with a value.
    valued: u64,
    /// Passes through the layer.
    rounds: u32,
    seconds: f64,
}

impl fmt::Display for Retrograde {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Retrograde { domain, positions, valued, rounds, seconds } = self;
        write!(
            f,
            "Retrograde analysis\n  {domain:<26} {seconds:>11.3} s, {} of {} positions valued in \
             {rounds} rounds",
            grouped(*valued),
            grouped(*positions)
        )
    }
}

/// Plays for some time on backgammon 1 v 1, where 14 checkers a side are off.
pub(crate) fn monte_carlo(
    options: &TimingOptions,
    _: &Catalog,
    progress: &dyn Progress,
) -> Result<Box<dyn Printable>, Error> {
    let domain = contact("backgammon")?;
    let name = "backgammon/contact-1-1";
    let timing = with_threads(1, || {
        let graph = Graph::build(&domain, layer_named(&domain, name)?)?;
        let bellman = Bellman::new(&graph, |_: PartId, _| Ok::<_, Error>(0.0))?;
        let known = valued(&graph, |_, _| ValuedState::Unknown);
        let kept = KnownStarts::Kept;
        let mut method = Learner::monte_carlo(&bellman, &known.standings, kept, options.seed)?;
        let started = Instant::now();
        while started.elapsed().as_secs_f64() < options.seconds {
            if progress.interrupted() {
                return Err(Error::Interrupted);
            }
            method.run_to(method.rounds + 1);
        }
        let seconds = started.elapsed().as_secs_f64();
        let (WorkDone::Games(games) | WorkDone::Sweeps(games)) = method.work;
        let games_per_second = games as f64 / seconds;
        Ok::<_, Error>(MonteCarlo { domain: name, games, seconds, games_per_second })
    });
    Ok(Box::new(timing??))
}

/// Solves backgammon 2 v 2, after building the layers that it needs in a folder of its own.
pub(crate) fn retrograde(
    options: &TimingOptions,
    catalog: &Catalog,
    progress: &dyn Progress,
) -> Result<Box<dyn Printable>, Error> {
    let domain = contact("backgammon")?;
    let TimingOptions { threads, memory, .. } = *options;
    let build = BuildOptions { threads, memory, ..BuildOptions::new(&options.folder) };
    catalog.layer("backgammon/contact-2-1")?.build(&build, progress)?;
    let files: Arc<dyn FileSystem> = Arc::new(Disk::default());
    let name = "backgammon/contact-2-2";
    let layer = layer_named(&domain, name)?;
    let timing = with_threads(threads, || {
        let needs = domain.layers()[layer.0].needs.iter().copied();
        let solved = SolvedLayers::open(&files, &options.folder, &domain, needs)?;
        let parts = domain.layers()[layer.0].parts.iter();
        let lens: Vec<usize> =
            parts.filter_map(|part| part.positions).map(|len| len as usize).collect();
        let started = Instant::now();
        let mut finished = FinishedIntervals { domain: &domain, solved: &solved };
        let plan = domain.plan_sweep(layer, &mut finished).map_err(shuban_solve::Error::from)?;
        let operator = BySweep::new(&domain, layer, plan, lens.clone());
        let settled = settle(&lens, |statuses| operator.settle(statuses))
            .map_err(shuban_solve::Error::from)?;
        Ok::<_, Error>(Retrograde {
            domain: name,
            positions: lens.iter().map(|&len| len as u64).sum(),
            valued: (0..lens.len()).map(|part| settled.valued(part)).sum(),
            rounds: settled.rounds,
            seconds: started.elapsed().as_secs_f64(),
        })
    });
    Ok(Box::new(timing??))
}
