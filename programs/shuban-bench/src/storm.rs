//! `bench storm`: a probabilistic model checker on the same layers, and whose values the proven intervals
//! hold.

use std::ffi::OsString;
use std::fmt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use serde::{Deserialize, Serialize};
use shuban::{Context, Failure, Status, usual_options};
use shuban_catalog::ExportFormat;
use shuban_catalog::names::PlacedLayer;
use shuban_core::Progress;
use shuban_core::field_columns::{FieldColumns, FieldData};
use shuban_core::text::{bytes_text, grouped, rounded_up};
use shuban_solve::{BuildOptions, machine};

/// Name of the measurement.
pub(crate) const NAME: &str = "storm";

/// The layers; the last only with `--full`.
const LAYERS: [&str; 3] =
    ["half-gammon/contact-1-1", "half-gammon/contact-2-2", "half-gammon/contact-3-3"];

/// The program that asks Storm, in Python.
const SCRIPT: &str = include_str!("storm.py");

/// The variable that names a Python with the packages that it needs.
const PYTHON: &str = "SHUBAN_STORM_PYTHON";

/// Storm's settings that matter to its games: a sound method, too, gives the values of the usual one.
const SETTINGS: [&[&str]; 3] = [&[], &["--sound"], &["--game:precision", "1e-12"]];

/// The account that the script gives.
#[derive(Debug, Deserialize)]
struct Account {
    version: String,
    states: u64,
    branches: u64,
    reading_seconds: f64,
    seconds: f64,
    peak_bytes: u64,
}

/// Times of Storm by some settings, and how far its values are off.
#[derive(Debug, Serialize)]
struct Solved {
    settings: String,
    reading_seconds: f64,
    seconds: f64,
    peak_bytes: u64,
    /// Number of positions whose value is outside the proven interval, and the largest distance from it.
    outside: u64,
    farthest: f64,
}

#[derive(Debug, Serialize)]
struct Layer {
    domain: String,
    positions: u64,
    states: u64,
    branches: u64,
    /// Seconds of building the layer with all it needs, in proven intervals.
    our_seconds: f64,
    /// Width of the widest proven interval.
    widest: f64,
    theirs: Vec<Solved>,
}

#[derive(Debug, Serialize)]
struct StormBenchmarks {
    processor: String,
    threads: usize,
    version: String,
    layers: Vec<Layer>,
}

impl fmt::Display for StormBenchmarks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let StormBenchmarks { processor, threads, version, layers } = self;
        write!(f, "{processor}; Storm {version} on one thread and ours on {threads}")?;
        for layer in layers {
            let [positions, states, branches] =
                [layer.positions, layer.states, layer.branches].map(grouped);
            let Layer { domain, our_seconds, .. } = layer;
            write!(
                f,
                "\n{domain}: {positions} positions; {states} states, {branches} branches\n  \
                 {our_seconds:>8.2} s  ours, with all it needs: proven intervals of at most {}",
                rounded_up(layer.widest)
            )?;
            for theirs in &layer.theirs {
                let Solved { settings, seconds, reading_seconds, outside, farthest, .. } = theirs;
                let (peak, seconds) = (bytes_text(theirs.peak_bytes), seconds + reading_seconds);
                let settings = if settings.is_empty() { "as it comes" } else { settings };
                write!(f, "\n  {seconds:>8.2} s  Storm, {settings}, in {peak}: ")?;
                match outside {
                    0 => write!(f, "all values in these intervals")?,
                    _ => {
                        let (outside, farthest) = (grouped(*outside), rounded_up(*farthest));
                        write!(f, "{outside} values outside of them, by up to {farthest}")?;
                    }
                }
            }
        }
        Ok(())
    }
}

/// Measures Storm on layers, each built anew.
pub(crate) fn run(context: &Context<'_>, folder: &Path, is_full: bool) -> Result<Status, Failure> {
    let names = &LAYERS[..if is_full { LAYERS.len() } else { LAYERS.len() - 1 }];
    let (mut layers, mut version) = (Vec::new(), String::new());
    for name in names {
        let layer = context.catalog.layer(name)?;
        let (measured, theirs) = measured(context, &layer, &folder.join(layers.len().to_string()))?;
        layers.push(measured);
        version = theirs;
    }
    let (processor, threads) = (machine::processor(), context.common.threads());
    context.answer(&StormBenchmarks { processor, threads, version, layers })
}

fn measured(
    context: &Context<'_>,
    layer: &PlacedLayer<'_>,
    folder: &Path,
) -> Result<(Layer, String), Failure> {
    let about_folder =
        |error| Failure::environment("io", format!("`{}`: {error}", folder.display()));
    std::fs::create_dir_all(folder).map_err(about_folder)?;
    let (meter, data, model) = (context.meter(), folder.join("data"), folder.join("model.umb"));
    let started = Instant::now();
    let options = BuildOptions { data: data.clone(), ..usual_options(context.common) };
    layer.build(&options, &meter)?;
    let our_seconds = started.elapsed().as_secs_f64();
    let family = layer.family;
    let positions = family.export(layer.layer, &data, &model, ExportFormat::Model, &meter)?;

    let intervals = intervals(layer, &data)?;
    let (mut theirs, mut first) = (Vec::new(), None);
    for settings in SETTINGS {
        meter.phase(&format!("Storm {}", settings.join(" ")), 0);
        let file = folder.join("values");
        let account = solved_by_storm(&model, &file, settings)?;
        let bytes = std::fs::read(&file).map_err(about_folder)?;
        let (outside, farthest) = distances(&intervals, &bytes)
            .ok_or_else(|| about_python(&"it answered about other positions"))?;
        theirs.push(Solved {
            settings: settings.join(" "),
            reading_seconds: account.reading_seconds,
            seconds: account.seconds,
            peak_bytes: account.peak_bytes,
            outside,
            farthest,
        });
        first.get_or_insert(account);
    }
    let first = first.expect("there are settings");
    let layer = Layer {
        domain: layer.name().to_owned(),
        positions,
        states: first.states,
        branches: first.branches,
        our_seconds,
        widest: intervals.iter().map(|[lower, upper]| upper - lower).fold(0.0, f64::max),
        theirs,
    };
    Ok((layer, first.version))
}

fn python() -> OsString {
    std::env::var_os(PYTHON).unwrap_or_else(|| "python3".into())
}

fn about_python(reason: &dyn fmt::Display) -> Failure {
    let python = python();
    let python = python.display();
    let needs = "a Python with the packages `stormpy` and `paynt`";
    Failure::environment("rival", format!("`{python}`: {reason} (`{PYTHON}` names {needs})"))
}

/// Has Storm solve a model, and write the values of its initial states into a file.
fn solved_by_storm(model: &Path, file: &Path, settings: &[&str]) -> Result<Account, Failure> {
    let mut command = Command::new(python());
    command.args(["-c", SCRIPT]).args([model, file]).args(settings).stdin(Stdio::null());
    let output = command.output().map_err(|error| about_python(&error))?;
    if !output.status.success() {
        let errors = String::from_utf8_lossy(&output.stderr);
        return Err(about_python(&errors.lines().last().unwrap_or("it failed")));
    }
    // Storm prints its warnings among the rest.
    let text = String::from_utf8_lossy(&output.stdout);
    let line = text.lines().find(|line| line.starts_with('{')).unwrap_or_default();
    serde_json::from_str(line).map_err(|error| about_python(&error))
}

/// Returns the proven bounds of all positions of a layer, in the order of its parts and ranks.
fn intervals(layer: &PlacedLayer<'_>, data: &Path) -> Result<Vec<[f64; 2]>, Failure> {
    let PlacedLayer { family, layer: id, .. } = *layer;
    let open = family.open(data);
    let mut all = Vec::new();
    for (number, part) in family.layers()[id.0].parts.iter().enumerate() {
        let positions = part.positions.unwrap_or_default();
        let values = open.values(id, number, 0..positions).map_err(shuban_catalog::Error::from)?;
        let [lower, upper] = bounds(values)
            .ok_or_else(|| Failure::usage(format!("{} has no values with bounds", layer.name())))?;
        all.extend(lower.into_iter().zip(upper).map(|(lower, upper)| [lower, upper]));
    }
    Ok(all)
}

/// Returns the columns of bounds, if these are numbers.
fn bounds(values: FieldColumns) -> Option<[Vec<f64>; 2]> {
    let (mut lower, mut upper) = (None, None);
    for column in values.into_columns() {
        match (column.name, column.data) {
            ("lower", FieldData::Numbers(all)) => lower = Some(all),
            ("upper", FieldData::Numbers(all)) => upper = Some(all),
            _ => {}
        }
    }
    Some([lower?, upper?])
}

/// Returns how many values are outside their intervals, and the largest distance; `None` if there are not
/// as many values.
fn distances(intervals: &[[f64; 2]], bytes: &[u8]) -> Option<(u64, f64)> {
    let (values, rest) = bytes.as_chunks::<8>();
    if values.len() != intervals.len() || !rest.is_empty() {
        return None;
    }
    let values = values.iter().map(|&bytes| f64::from_le_bytes(bytes));
    let distance = |(value, [lower, upper]): (f64, &[f64; 2])| {
        if value.is_nan() { f64::INFINITY } else { (lower - value).max(value - upper).max(0.0) }
    };
    let distances = values.zip(intervals).map(distance);
    Some(distances.fold((0, 0.0), |(outside, farthest), distance| {
        (outside + u64::from(distance > 0.0), f64::max(farthest, distance))
    }))
}
