//! `bench`

use std::path::Path;

use serde_json::{Map, Value as Json, json};
use shuban_catalog::{Built, PlacedLayer, PlayTiming, Printable, ProbeTiming};
use shuban_core::{LayerId, grouped};
use shuban_solve::BuildOptions;
use shuban_store::Options as WriteOptions;

use crate::context::{BenchLine, Context};
use crate::failure::{Failure, Status};
use crate::machine;

const PROBES: u64 = 200_000;
const SECONDS: f64 = 0.5;
const SEED: u64 = 1;

/// Of each family the largest layer is built that takes at most so many seconds of one core, with
/// all it needs; with `--full` of the second number.
const CORE_SECONDS: [f64; 2] = [0.5, 30.0];

/// How fast a layer was built.
struct BuildTiming {
    built: Built,
    sweeps: u64,
}

/// How fast a layer is probed, by how it is stored.
struct Probing {
    storage: &'static str,
    block_size: u32,
    timing: ProbeTiming,
}

struct Bench {
    threads: usize,
    builds: Vec<BuildTiming>,
    probes: Vec<Probing>,
    plays: Vec<PlayTiming>,
    others: Vec<BenchLine>,
}

impl BuildTiming {
    fn new(built: Built) -> Self {
        let sweeps = built.layer.facts.get("sweeps").and_then(Json::as_u64).unwrap_or_default();
        BuildTiming { built, sweeps }
    }

    /// Positions of all sweeps by the time: what a sweep does in a second.
    fn per_sweep(&self) -> f64 {
        self.built.layer.positions_per_second * self.sweeps as f64
    }
}

impl Printable for Bench {
    fn json(&self) -> Json {
        let build = |timing: &BuildTiming| {
            let layer = &timing.built.layer;
            json!({
                "domain": layer.domain,
                "positions": layer.positions,
                "sweeps": timing.sweeps,
                "seconds": layer.seconds,
                "total_seconds": timing.built.total_seconds,
                "positions_per_second": layer.positions_per_second,
                "positions_per_second_per_sweep": timing.per_sweep(),
                "bytes": layer.bytes,
            })
        };
        let probe = |probing: &Probing| {
            let Probing { storage, block_size, timing } = probing;
            let mut object = Map::new();
            object.insert("storage".to_owned(), json!(storage));
            object.insert("block_size".to_owned(), json!(block_size));
            object.extend(json!(timing).as_object().cloned().unwrap_or_default());
            Json::Object(object)
        };
        let mut object = Map::new();
        object.insert("processor".to_owned(), json!(machine::processor()));
        object.insert("threads".to_owned(), json!(self.threads));
        object.insert("builds".to_owned(), self.builds.iter().map(build).collect());
        object.insert("probes".to_owned(), self.probes.iter().map(probe).collect());
        object.insert("plays".to_owned(), json!(self.plays));
        for line in &self.others {
            object.insert(line.member.to_owned(), line.result.json());
        }
        Json::Object(object)
    }

    fn text(&self) -> String {
        let rate = |rate: f64| grouped(rate as u64);
        let mut lines =
            vec![format!("{}, {} threads", machine::processor(), self.threads), String::new()];
        lines.push("Build".to_owned());
        for timing in &self.builds {
            let layer = &timing.built.layer;
            // Layers that are done in one go have none.
            let (sweeps, per_sweep) = match timing.sweeps {
                0 => (String::new(), String::new()),
                sweeps => (
                    format!(" {sweeps} sweeps,"),
                    format!(", {} positions/s per sweep", rate(timing.per_sweep())),
                ),
            };
            lines.push(format!(
                "  {:<26} {:>10} positions,{sweeps} {:.2} s ({:.2} s with all it needs); {} \
                 positions/s{per_sweep}",
                layer.domain,
                grouped(layer.positions),
                layer.seconds,
                timing.built.total_seconds,
                rate(layer.positions_per_second),
            ));
        }
        lines.push("Probe: random positions, warm, one thread".to_owned());
        for Probing { storage, block_size, timing } in &self.probes {
            let what = format!("{storage}, blocks of {block_size}");
            lines.push(format!(
                "  {what:<26} {:>10.0} ns a probe ({})",
                timing.nanoseconds, timing.domain
            ));
        }
        lines.push("Move generation: positions of random games, one thread".to_owned());
        for plays in &self.plays {
            lines.push(format!(
                "  {:<26} {:>13} plays/s",
                plays.game,
                rate(plays.plays as f64 / plays.seconds)
            ));
        }
        for line in &self.others {
            lines.push(line.result.text());
        }
        lines.join("\n")
    }
}

pub(crate) fn run(full: bool, context: &Context<'_>) -> Result<Status, Failure> {
    context.heed_interrupts();
    let Context { catalog, common, .. } = *context;
    let folder = tempfile::tempdir()
        .map_err(|error| Failure::environment("io", format!("no temporary folder: {error}")))?;
    let games = catalog.games().filter(|game| !catalog.is_in_group(&game.name()));
    let plays = games.map(|game| game.time_plays(SECONDS, SEED)).collect();
    let mut others = Vec::new();
    for extension in context.extensions {
        others.extend(extension.bench(context)?);
    }
    let most = CORE_SECONDS[usize::from(full)];
    let names: Vec<String> = (catalog.families().filter(|family| family.variant_of().is_none()))
        .filter_map(|family| {
            let seconds = |id: &LayerId| -> f64 {
                family.needed(*id).iter().map(|needed| family.seconds(*needed, 1)).sum()
            };
            let layers = (0..family.layers().len()).map(LayerId).filter(|id| seconds(id) <= most);
            let largest = layers.max_by_key(|id| family.layers()[id.0].positions())?;
            Some(family.layers()[largest.0].name.clone())
        })
        .collect();
    let stored = WriteOptions::default();
    let (mut builds, mut probes) = (Vec::new(), Vec::new());
    for (number, name) in names.iter().enumerate() {
        let layer = catalog.layer(name)?;
        // Of the first family, the other ways to store are measured too.
        let ways = [
            ("zstd 3", stored),
            ("zstd 3", WriteOptions { block_size: 1024, ..stored }),
            ("raw", WriteOptions { compression: None, ..stored }),
        ];
        for (way, (storage, write)) in
            ways.into_iter().enumerate().take(if number == 0 { 3 } else { 1 })
        {
            let data = folder.path().join(format!("{number}-{way}"));
            let built = build(&layer, &data, write, context)?;
            let timing = layer.family.time_probes(layer.layer, &data, PROBES, SEED)?;
            probes.push(Probing { storage, block_size: write.block_size, timing });
            if way == 0 {
                builds.push(BuildTiming::new(built));
            }
        }
    }
    context.answer(&Bench { threads: common.threads(), builds, probes, plays, others })?;
    Ok(Status::Success)
}

fn build(
    layer: &PlacedLayer<'_>,
    data: &Path,
    write: WriteOptions,
    context: &Context<'_>,
) -> Result<Built, Failure> {
    let options = BuildOptions { data: data.to_owned(), write, ..context.common.build_options() };
    Ok(layer.build(&options, &context.meter())?)
}
