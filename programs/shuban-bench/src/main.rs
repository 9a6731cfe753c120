//! `shuban bench`: measurements of speed on this machine.

mod cluster;
mod effort;
mod methods;
mod playouts;
mod probe;
mod rival;
mod rollout;
mod rounds;
mod server;
mod storm;
mod sweep;

use std::fmt;
use std::path::Path;
use std::process::ExitCode;

use clap::{ArgMatches, Args, Command, FromArgMatches};
use serde::Serialize;
use serde_json::{Map, Value as Json};
use shuban::{Context, Extension, Failure, Parting, Status, run_command, seconds, usual_options};
use shuban_catalog::names::PlacedLayer;
use shuban_catalog::report::{BuildReport, PlayTiming, ProbeTiming};
use shuban_catalog::{AnyFamily, AnyGame};
use shuban_core::Progress;
use shuban_core::own_file::Rival;
use shuban_core::text::grouped;
use shuban_solve::{BuildOptions, machine};
use shuban_store::Options as WriteOptions;

use crate::effort::{CORE_SECONDS, PROBES, SECONDS, SEED};
use crate::methods::{Measurement, TimingOptions};
use crate::rollout::CalibrationFlags;

/// Methods that are measured, each with its member of the JSON document.
const METHODS: [(&str, Measurement); 3] = [
    ("monte_carlo", methods::monte_carlo),
    ("retrograde", methods::retrograde),
    ("playouts", playouts::time),
];

/// Name of the measurement of the server.
const SERVER: &str = "server";

/// Measure building, probing and move generation on this machine
///
/// Of each family it builds the largest database that takes about half a second. It works in a
/// temporary folder and does not touch the data folder.
#[derive(Args, Debug)]
struct Bench {
    /// Measure only this: `server`, how fast the server answers, with the load from this machine;
    /// `rollout-calibration`, how often the intervals of rollouts hold the proven value; `probe`, how
    /// fast positions of a layer in the data folder are looked up; or another program that writes the
    /// same files, such as `gnubg`, which has to be installed; or `sweep`, how fast sweeps go over
    /// layers of the gammon family, beside the speed of memory; or `storm`, a probabilistic model checker
    /// on the same layers, from a Python with `stormpy` and `paynt`; or `cluster`, how fast processes
    /// exchange numbers, and solve a layer together
    what: Option<String>,
    /// Build larger databases, of about half a minute; compare with all files of another program;
    /// sweep over a larger layer, or have processes solve one
    #[arg(long)]
    full: bool,
    /// Of each family build the largest database that takes about this time, and measure the rest
    /// for about as long: half a second by default
    #[arg(long, conflicts_with_all = ["full", "what"], value_parser = seconds)]
    seconds: Option<f64>,
    #[command(flatten)]
    calibration: CalibrationFlags,
}

/// Time of building a layer.
#[derive(Serialize)]
struct BuildTiming {
    domain: String,
    positions: u64,
    /// Number of sweeps; 0 in layers that are done in one pass.
    sweeps: u64,
    seconds: f64,
    total_seconds: f64,
    positions_per_second: f64,
    /// Positions of all sweeps by the time.
    positions_per_second_per_sweep: f64,
    bytes: u64,
}

impl From<BuildReport> for BuildTiming {
    fn from(built: BuildReport) -> Self {
        let layer = built.layer;
        let sweeps = layer.facts.get("sweeps").and_then(Json::as_u64).unwrap_or_default();
        BuildTiming {
            domain: layer.name,
            positions: layer.positions,
            sweeps,
            seconds: layer.seconds,
            total_seconds: built.total_seconds,
            positions_per_second: layer.positions_per_second,
            positions_per_second_per_sweep: layer.positions_per_second * sweeps as f64,
            bytes: layer.bytes,
        }
    }
}

/// Time of probing a layer, by its storage.
#[derive(Serialize)]
struct StorageTiming {
    storage: &'static str,
    block_size: u32,
    #[serde(flatten)]
    timing: ProbeTiming,
}

#[derive(Serialize)]
struct Benchmarks {
    processor: String,
    threads: usize,
    builds: Vec<BuildTiming>,
    probes: Vec<StorageTiming>,
    plays: Vec<PlayTiming>,
    /// Timings of the methods of published tables, and the same as text.
    #[serde(flatten)]
    others: Map<String, Json>,
    #[serde(skip)]
    other_texts: Vec<String>,
}

impl fmt::Display for Benchmarks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rate = |rate: f64| grouped(rate as u64);
        writeln!(f, "{}, {} threads\n\nBuild", self.processor, self.threads)?;
        for build in &self.builds {
            let (sweeps, per_sweep) = match build.sweeps {
                0 => (String::new(), String::new()),
                sweeps => (
                    format!(" {sweeps} sweeps,"),
                    format!(
                        ", {} positions/s per sweep",
                        rate(build.positions_per_second_per_sweep)
                    ),
                ),
            };
            let BuildTiming { domain, seconds, total_seconds, .. } = build;
            let (positions, speed) = (grouped(build.positions), rate(build.positions_per_second));
            writeln!(
                f,
                "  {domain:<26} {positions:>10} positions,{sweeps} {seconds:.2} s \
                 ({total_seconds:.2} s with all it needs); {speed} positions/s{per_sweep}",
            )?;
        }
        writeln!(f, "Probe: random positions, warm, one thread")?;
        for StorageTiming { storage, block_size, timing } in &self.probes {
            let what = format!("{storage}, blocks of {block_size}");
            let ProbeTiming { domain, nanoseconds, .. } = timing;
            writeln!(f, "  {what:<26} {nanoseconds:>10.0} ns a probe ({domain})")?;
        }
        write!(f, "Move generation: positions of random games, one thread")?;
        for PlayTiming { game, plays, seconds, .. } in &self.plays {
            write!(f, "\n  {game:<26} {:>13} plays/s", rate(*plays as f64 / seconds))?;
        }
        self.other_texts.iter().try_for_each(|text| write!(f, "\n{text}"))
    }
}

impl Bench {
    fn run(&self, context: &Context<'_>) -> Result<Status, Failure> {
        context.if_interrupted(|| Parting::word("not everything was measured"));
        let common = context.common;
        let folder = context.scratch_folder()?;
        if let Some(what) = &self.what {
            return self.only(what, context, folder.path());
        }
        let seconds = self.seconds.unwrap_or(SECONDS);
        let plays = time_plays(context, seconds);
        let (mut others, mut other_texts) = (Map::new(), Vec::new());
        for (member, time) in METHODS {
            let options = TimingOptions { seconds, ..timing_options(context, folder.path()) };
            let result = time(&options, context.catalog, &context.meter())?;
            others.insert(member.to_owned(), result.json());
            other_texts.push(result.text());
        }
        let stored = WriteOptions::default();
        let ways = [
            ("zstd 3", stored),
            ("zstd 3", WriteOptions { block_size: 1024, ..stored }),
            ("raw", WriteOptions { compression: None, ..stored }),
        ];
        let (mut builds, mut probes) = (Vec::new(), Vec::new());
        for (number, layer) in self.layers(context)?.iter().enumerate() {
            // Of the first family, the other ways to store are measured too.
            let count = if number == 0 { ways.len() } else { 1 };
            for (way, (storage, write)) in ways.into_iter().enumerate().take(count) {
                let data = folder.path().join(format!("{number}-{way}"));
                let built = build(layer, &data, write, context)?;
                let timing = layer.family.time_probes(layer.layer, &data, PROBES, SEED)?;
                probes.push(StorageTiming { storage, block_size: write.block_size, timing });
                if way == 0 {
                    builds.push(BuildTiming::from(built));
                }
            }
        }
        let (processor, threads) = (machine::processor(), common.threads());
        context.answer(&Benchmarks {
            processor,
            threads,
            builds,
            probes,
            plays,
            others,
            other_texts,
        })
    }

    /// Runs one measurement by its name.
    fn only(&self, what: &str, context: &Context<'_>, folder: &Path) -> Result<Status, Failure> {
        if what == probe::NAME {
            return probe::run(context, &self.calibration);
        }
        if what != rollout::NAME && self.calibration.are_given() {
            let flags = "--domain, --positions, --trials and --seed";
            let (rollout, probe) = (rollout::NAME, probe::NAME);
            let reason = format!("{flags} are for `{rollout}` and `{probe}` alone");
            return Err(Failure::usage(reason));
        }
        if what == SERVER {
            let layers = self.layers(context)?;
            let first = *layers.first().ok_or_else(|| Failure::usage("there is no database"))?;
            build(&first, folder, WriteOptions::raw(), context)?;
            return server::run(context, first, folder);
        }
        if what == rollout::NAME {
            return self.calibration.run(context, folder);
        }
        if what == sweep::NAME {
            let timed = sweep::run(&timing_options(context, folder), self.full, &context.meter())?;
            return context.answer(&*timed);
        }
        if what == cluster::NAME {
            return cluster::run(context, folder, self.full);
        }
        if what == storm::NAME {
            return storm::run(context, folder, self.full);
        }
        let rivals: Vec<Rival> = context.catalog.families().flat_map(AnyFamily::rivals).collect();
        let mut names: Vec<&str> = rivals.iter().map(|rival| rival.name).collect();
        names.sort_unstable();
        names.dedup();
        names.extend([rollout::NAME, probe::NAME, storm::NAME, sweep::NAME, cluster::NAME, SERVER]);
        if !names.contains(&what) {
            let names = names.join(", ");
            return Err(Failure::usage(format!(
                "there is no `{what}` to measure; there are {names}"
            )));
        }
        let rivals: Vec<Rival> = rivals.into_iter().filter(|rival| rival.name == what).collect();
        rival::run(context, &rivals, folder, self.full)
    }

    /// Returns the layers to build.
    fn layers(&self, context: &Context<'_>) -> Result<Vec<PlacedLayer<'static>>, Failure> {
        let most = self.seconds.unwrap_or(CORE_SECONDS[usize::from(self.full)]);
        let families =
            context.catalog.families().filter(|family| family.facts().variant_of.is_none());
        let names = families.filter_map(|family| {
            let largest = family.largest_within(most, 1)?;
            Some(&family.layers()[largest.0].name)
        });
        names.map(|name| Ok(context.catalog.layer(name)?)).collect()
    }
}

/// The command `bench`.
struct BenchCommand;

impl Extension for BenchCommand {
    fn command(&self) -> Option<Command> {
        Some(Bench::augment_args(Command::new("bench")))
    }

    fn run(&self, matches: &ArgMatches, context: &Context<'_>) -> Result<Status, Failure> {
        let bench = Bench::from_arg_matches(matches);
        bench.map_err(|error| Failure::usage(error.to_string()))?.run(context)
    }
}

fn main() -> ExitCode {
    run_command(shuban_games::catalog(), &BenchCommand)
}

fn timing_options(context: &Context<'_>, folder: &Path) -> TimingOptions {
    let (threads, memory) = (context.common.threads(), context.common.memory());
    let folder = folder.join("methods");
    TimingOptions { seconds: SECONDS, seed: SEED, threads, memory, folder }
}

/// Measures move generation of all games.
fn time_plays(context: &Context<'_>, seconds: f64) -> Vec<PlayTiming> {
    let catalog = context.catalog;
    let games = catalog.games().filter(|game| !catalog.is_in_group(&game.name()));
    let games: Vec<&dyn AnyGame> = games.collect();
    let meter = context.meter();
    meter.phase("move generation", games.len() as u64);
    let timing = |(done, game): (u64, &&dyn AnyGame)| {
        meter.at(done, "");
        game.time_plays(seconds, SEED)
    };
    (0..).zip(&games).map(timing).collect()
}

fn build(
    layer: &PlacedLayer<'_>,
    data: &Path,
    write: WriteOptions,
    context: &Context<'_>,
) -> Result<BuildReport, Failure> {
    let options = BuildOptions { data: data.to_owned(), write, ..usual_options(context.common) };
    Ok(layer.build(&options, &context.meter())?)
}
