//! `shuban bench`

use std::path::Path;

use serde::Serialize;
use shuban_catalog::{
    Answer, BuildOptions, Built, PlacedLayer, PlayTiming, ProbeTiming, Report, Timing, TimingOptions,
    WriteOptions, catalog, grouped,
};

use crate::arguments::Common;
use crate::failure::{Failure, Status};
use crate::interrupt;
use crate::machine;
use crate::meter::Meter;
use crate::output::Output;

/// What is always built, and what else with `--full`.
const SMALL: &str = "half-gammon/contact-3-3";
const LARGE: [&str; 2] = ["half-gammon/contact-4-4", "backgammon/contact-2-2"];

/// Single cards: built, and probed for the leads that win.
const CARDS: &str = "tanhinmin/3p-10";

const GAMES: [&str; 2] = ["backgammon", "half-gammon"];
const PROBES: u64 = 200_000;
const SECONDS: f64 = 0.5;
const SEED: u64 = 1;

/// How fast a layer was built.
#[derive(Serialize)]
struct BuildTiming {
    domain: String,
    positions: u64,
    sweeps: u64,
    /// Of this layer.
    seconds: f64,
    /// Of this layer and all it needs.
    total_seconds: f64,
    /// Positions by the time, the whole build of the layer counted.
    positions_per_second: f64,
    /// Positions of all sweeps by the time: what a sweep does in a second.
    positions_per_second_per_sweep: f64,
    bytes: u64,
}

/// How fast a layer is probed, by how it is stored.
#[derive(Serialize)]
struct Probing {
    storage: String,
    block_size: u32,
    #[serde(flatten)]
    timing: ProbeTiming,
}

#[derive(Serialize)]
struct Bench {
    processor: String,
    threads: usize,
    builds: Vec<BuildTiming>,
    probes: Vec<Probing>,
    plays: Vec<PlayTiming>,
    #[serde(flatten)]
    methods: serde_json::Map<String, serde_json::Value>,
    #[serde(skip)]
    methods_text: Vec<String>,
}

impl Report for Bench {
    fn text(&self) -> String {
        let mut lines = vec![format!("{}, {} threads", self.processor, self.threads), String::new()];
        lines.push("Build".to_owned());
        for build in &self.builds {
            let rate = |rate: f64| grouped(rate as u64);
            // Layers that are done in one go have none.
            let (sweeps, per_sweep) = match build.sweeps {
                0 => (String::new(), String::new()),
                sweeps => (
                    format!(" {sweeps} sweeps,"),
                    format!(", {} positions/s per sweep", rate(build.positions_per_second_per_sweep)),
                ),
            };
            lines.push(format!(
                "  {:<26} {:>10} positions,{sweeps} {:.2} s ({:.2} s with all it needs); {} positions/s{per_sweep}",
                build.domain,
                grouped(build.positions),
                build.seconds,
                build.total_seconds,
                rate(build.positions_per_second),
            ));
        }
        lines.push("Probe: random positions, warm, one thread".to_owned());
        for Probing { storage, block_size, timing } in &self.probes {
            let what = format!("{storage}, blocks of {block_size}");
            lines.push(format!("  {what:<26} {:>10.0} ns a probe ({})", timing.nanoseconds, timing.domain));
        }
        lines.push("Move generation: positions of random games, one thread".to_owned());
        for plays in &self.plays {
            let rate = (plays.plays as f64 / plays.seconds) as u64;
            lines.push(format!("  {:<26} {:>13} plays/s", plays.game, grouped(rate)));
        }
        lines.extend(self.methods_text.iter().cloned());
        lines.join("\n")
    }
}

pub(crate) fn run(
    timings: &[Timing],
    full: bool,
    common: &Common,
    output: &Output,
) -> Result<Status, Failure> {
    interrupt::heed();
    let folder = tempfile::tempdir()
        .map_err(|error| Failure::environment("io", format!("no temporary folder: {error}")))?;
    let plays = GAMES.map(|game| Ok(catalog().game(game)?.time_plays(SECONDS, SEED)));
    let plays = plays.into_iter().collect::<Result<_, Failure>>()?;
    let (threads, memory) = (common.threads(), common.build_options().memory);
    let options = TimingOptions { seconds: SECONDS, seed: SEED, threads, memory };
    let (mut methods, mut methods_text) = (serde_json::Map::new(), Vec::new());
    for timing in timings {
        let timed: Box<dyn Answer> = (timing.run)(&options, &Meter::new(output))?;
        methods_text.push(timed.text());
        methods.insert(timing.member.to_owned(), timed.json());
    }
    let (mut builds, mut probes) = (Vec::new(), Vec::new());
    let stored = WriteOptions::default();
    for (name, write) in [
        ("zstd 3", stored),
        ("zstd 3", WriteOptions { block_size: 1024, ..stored }),
        ("raw", WriteOptions { compression: None, ..stored }),
    ] {
        let data = folder.path().join(format!("{name}-{}", write.block_size));
        let layer = catalog().layer(SMALL)?;
        let built = build(&layer, &data, write, common, output)?;
        let timing = layer.family.time_probes(layer.layer, &data, PROBES, SEED)?;
        probes.push(Probing { storage: name.to_owned(), block_size: write.block_size, timing });
        if builds.is_empty() {
            builds.push(timing_of(&built));
        }
    }
    let data = folder.path().join("cards");
    let layer = catalog().layer(CARDS)?;
    builds.push(timing_of(&build(&layer, &data, stored, common, output)?));
    let timing = layer.family.time_probes(layer.layer, &data, PROBES, SEED)?;
    probes.push(Probing { storage: "zstd 3".to_owned(), block_size: stored.block_size, timing });
    if full {
        for domain in LARGE {
            let data = folder.path().join("large");
            builds.push(timing_of(&build(&catalog().layer(domain)?, &data, stored, common, output)?));
        }
    }
    output.answer(&Bench {
        processor: machine::processor(),
        threads: common.threads(),
        builds,
        probes,
        plays,
        methods,
        methods_text,
    })?;
    Ok(Status::Success)
}

fn build(
    layer: &PlacedLayer<'_>,
    data: &Path,
    write: WriteOptions,
    common: &Common,
    output: &Output,
) -> Result<Built, Failure> {
    let options = BuildOptions { data: data.to_owned(), write, ..common.build_options() };
    Ok(layer.build(&options, &Meter::new(output))?)
}

fn timing_of(built: &Built) -> BuildTiming {
    let layer = &built.layer;
    let sweeps = layer.facts.get("sweeps").and_then(serde_json::Value::as_u64).unwrap_or_default();
    BuildTiming {
        domain: layer.domain.clone(),
        positions: layer.positions,
        sweeps,
        seconds: layer.seconds,
        total_seconds: built.total_seconds,
        positions_per_second: layer.positions_per_second,
        positions_per_second_per_sweep: layer.positions_per_second * sweeps as f64,
        bytes: layer.bytes,
    }
}
