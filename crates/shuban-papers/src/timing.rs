//! How fast the methods are that value small layers of backgammon.

use std::fmt;
use std::time::Instant;

use serde::Serialize;
use shuban_catalog::{Error, Printable, with_threads};
use shuban_core::{Domain, PartId, Progress, Sweep, grouped};
use shuban_gammon::Contact;
use shuban_solve::iterate::{BySweep, Operator, settle};
use shuban_solve::{BuildOptions, CertifyBySweep, layer_named};

use crate::gammon::variant;
use crate::graph::{Bellman, Graph};
use crate::learning::{KnownStarts, Learner, WorkDone};
use crate::paper::TempDatabase;
use crate::valued::{ValuedState, valued};

/// How to measure.
#[derive(Clone, Copy, Debug)]
pub struct TimingOptions {
    /// For about how long, where that can be chosen.
    pub seconds: f64,
    /// Where chance begins.
    pub seed: u64,
    /// How many threads.
    pub threads: usize,
    /// How many bytes of memory it may use, about.
    pub memory: u64,
}

/// A measurement of a method that `bench` shows beside its own.
#[derive(Clone, Copy)]
pub struct Timing {
    /// The member of the JSON document that it becomes.
    pub member: &'static str,
    /// Measures it.
    pub run: TimingRun,
}

/// Measures something, which may be interrupted.
pub type TimingRun = fn(&TimingOptions, &dyn Progress) -> Result<Box<dyn Printable>, Error>;

/// What `bench` shows of these methods.
pub const TIMINGS: [Timing; 2] = [
    Timing { member: "monte_carlo", run: monte_carlo },
    Timing { member: "retrograde", run: retrograde },
];

/// How fast Monte-Carlo with exploring starts plays its games, on one thread.
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

/// How fast retrograde analysis goes through a layer, on all threads, from layers that are
/// finished.
#[derive(Serialize)]
struct Retrograde {
    domain: &'static str,
    positions: u64,
    /// Positions that got a value.
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
fn monte_carlo(
    options: &TimingOptions,
    progress: &dyn Progress,
) -> Result<Box<dyn Printable>, Error> {
    let domain = Contact::new(variant("backgammon")?);
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

/// Goes through backgammon 2 v 2, after building what that needs in a folder of its own.
fn retrograde(
    options: &TimingOptions,
    progress: &dyn Progress,
) -> Result<Box<dyn Printable>, Error> {
    let domain = Contact::new(variant("backgammon")?);
    let TimingOptions { threads, memory, .. } = *options;
    let build = BuildOptions { threads, memory, ..BuildOptions::new("") };
    let built =
        TempDatabase::new(&domain, &CertifyBySweep, "backgammon/contact-2-1", &build, progress)?;
    let name = "backgammon/contact-2-2";
    let layer = layer_named(&domain, name)?;
    let timing = with_threads(threads, || {
        let tables = built.tables(layer)?;
        let parts = domain.layers()[layer.0].parts.iter();
        let lens: Vec<usize> =
            parts.filter_map(|part| part.positions).map(|len| len as usize).collect();
        let started = Instant::now();
        let plan = domain.plan(layer, &mut &tables).map_err(shuban_solve::Error::from)?;
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
