//! `bench rollout-calibration`: coverage of the true value by the intervals of rollouts, and the
//! gain of each reduction of variance.

use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::Args;
use serde::Serialize;
use shuban::{Context, Failure, Status, usual_options};
use shuban_catalog::estimate::{LuckMeasure, RolloutOptions, RolloutSetting};
use shuban_catalog::names::PlacedLayer;
use shuban_catalog::{AnyAnswer, AnyRules, DataShelf, Detail, OpenFamily, with_threads};
use shuban_core::confidence::interval_of_share;
use shuban_core::text::grouped;
use shuban_core::{Datum, Fields, Interruptible, Progress, Random};
use shuban_play::part_seed;
use shuban_solve::{BuildOptions, machine};

use crate::effort::CORE_SECONDS;

/// Name of the measurement.
pub(crate) const NAME: &str = "rollout-calibration";

/// Nominal coverage of a 95 % interval.
const NOMINAL: f64 = 0.95;

/// Value from which on a position is certain and has nothing to estimate.
const CERTAIN: f64 = 1.0 - 1e-6;

/// Positions of at most this value either way are open. Beyond, the few trials that end the other
/// way are all that an interval is made of, and it holds the value less often.
const OPEN: f64 = 0.9;

#[derive(Args, Debug)]
#[command(next_help_heading = "rollout-calibration and probe")]
pub(crate) struct CalibrationFlags {
    /// The layer whose positions are rolled out [default: one that takes half a second to build], or
    /// looked up
    #[arg(long, value_name = "DOMAIN", requires = "what")]
    pub(crate) domain: Option<String>,
    /// Number of its positions [default: 1000, or 200000 to look up]
    #[arg(long, value_name = "N", requires = "what",
          value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub(crate) positions: Option<u64>,
    /// Trials of each [default: 1296]
    #[arg(long, value_name = "N", requires = "what",
          value_parser = clap::value_parser!(u64).range(2..=10_000_000))]
    pub(crate) trials: Option<u64>,
    /// Seed of the positions, and of the rolls [default: 1]
    #[arg(long, value_name = "S", requires = "what")]
    seed: Option<u64>,
}

impl CalibrationFlags {
    /// Returns true if one of them is given: they mean nothing to other measurements.
    pub(crate) fn are_given(&self) -> bool {
        let CalibrationFlags { domain, positions, trials, seed } = self;
        domain.is_some() || positions.is_some() || trials.is_some() || seed.is_some()
    }

    fn positions(&self) -> u64 {
        self.positions.unwrap_or(1_000)
    }

    fn trials(&self) -> u64 {
        self.trials.unwrap_or(1_296)
    }

    pub(crate) fn seed(&self) -> u64 {
        self.seed.unwrap_or(1)
    }
}

/// Result of one way to roll out.
#[derive(Debug, Serialize)]
struct Calibrated {
    reduction: &'static str,
    /// Number of positions whose 95 % interval contains the true value.
    covered: u64,
    /// Their share, and the 95 % interval of that.
    coverage: f64,
    coverage_low: f64,
    coverage_high: f64,
    /// True if that interval contains 95 %.
    is_calibrated: bool,
    /// Number of positions that are [`OPEN`], and the share of these whose interval contains it.
    open_positions: u64,
    open_coverage: Option<f64>,
    mean_standard_error: f64,
    /// Root of the mean square of the errors, by that of the standard errors: 1 if these are right.
    errors_by_standard_errors: f64,
    trials_per_second: f64,
}

#[derive(Debug, Serialize)]
struct Calibration {
    processor: String,
    threads: usize,
    domain: String,
    positions: usize,
    trials: u64,
    seed: u64,
    rollouts: Vec<Calibrated>,
}

impl fmt::Display for Calibration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Calibration { processor, threads, domain, positions, trials, .. } = self;
        write!(
            f,
            "{processor}, {threads} threads\n{} positions of {domain}, {} trials each, played by \
             the database to the end\n\n\
             reduction           95 % interval holds the value  if open  mean error  real/told  \
             trials/s",
            grouped(*positions as u64),
            grouped(*trials),
        )?;
        self.rollouts.iter().try_for_each(|found| {
            let share = |share: f64| 100.0 * share;
            let text = format!(
                "{:.1} % ({:.1} to {:.1} %)",
                share(found.coverage),
                share(found.coverage_low),
                share(found.coverage_high)
            );
            let open = found
                .open_coverage
                .map_or("none".to_owned(), |open| format!("{:.1} %", share(open)));
            write!(
                f,
                "\n{:<18}  {text:>29}  {open:>7}  {:>10.5}  {:>9.3}  {:>8}",
                found.reduction,
                found.mean_standard_error,
                found.errors_by_standard_errors,
                grouped(found.trials_per_second as u64)
            )
        })
    }
}

/// A position with its proven value.
struct Certified {
    text: String,
    lower: f64,
    upper: f64,
}

impl CalibrationFlags {
    pub(crate) fn run(&self, context: &Context<'_>, folder: &Path) -> Result<Status, Failure> {
        let layer = self.layer(context)?;
        let data = data_of(&layer, context, folder)?;
        let open = layer.family.open(&data);
        let sample = self.sample(&layer, &*open, &data, context)?;
        if sample.is_empty() {
            return Err(Failure::usage(format!("no position of {} is uncertain", layer.name())));
        }
        let usual = RolloutOptions {
            trials: self.trials(),
            luck: LuckMeasure::Evaluation,
            // The truth is that of best play: the database is for the moves alone.
            ends_in_databases: false,
            ..RolloutOptions::default()
        };
        let ways = [
            ("plain", usual.plain()),
            ("luck", RolloutOptions { is_stratified: false, ..usual }),
            ("strata", RolloutOptions { luck: LuckMeasure::None, ..usual }),
            ("luck and strata", usual),
        ];
        let rollouts = ways.into_iter().map(|(reduction, options)| {
            self.calibrated(reduction, &options, &layer, &sample, &data, context)
        });
        let rollouts: Vec<Calibrated> = rollouts.collect::<Result<_, _>>()?;
        context.answer(&Calibration {
            processor: machine::processor(),
            threads: context.common.threads(),
            domain: layer.name().to_owned(),
            positions: sample.len(),
            trials: self.trials(),
            seed: self.seed(),
            rollouts,
        })
    }

    /// Returns the requested layer; else, of the largest ones of all games with an evaluation
    /// function that are built within the time, the one that needs most layers: trials pass through
    /// these.
    fn layer(&self, context: &Context<'_>) -> Result<PlacedLayer<'static>, Failure> {
        let catalog = context.catalog;
        if let Some(name) = &self.domain {
            return Ok(catalog.layer(name)?);
        }
        let games = catalog.evaluated_games().filter(|game| catalog.check_rollouts(*game).is_ok());
        let names: Vec<String> = games.map(AnyRules::name).collect();
        let families = catalog.families().filter(|family| {
            family.facts().variant_of.is_none()
                && !family.facts().is_rounded
                && names.iter().any(|name| family.game().name() == *name)
        });
        let largest = families.filter_map(|family| {
            let layer = family.largest_within(CORE_SECONDS[0], 1)?;
            Some((family.needed(layer).len(), &family.layers()[layer.0].name))
        });
        // The first of several.
        let most = largest.reduce(|one, other| if other.0 > one.0 { other } else { one });
        let (_, name) =
            most.ok_or_else(|| Failure::usage("no game here has an evaluation function"))?;
        Ok(catalog.layer(name)?)
    }

    /// Draws positions that are neither over nor certain.
    fn sample(
        &self,
        layer: &PlacedLayer<'_>,
        open: &dyn OpenFamily,
        data: &Path,
        context: &Context<'_>,
    ) -> Result<Vec<Certified>, Failure> {
        let shelf = DataShelf::new(context.catalog, data);
        let mut random = Random::new(self.seed());
        let count = layer.family.layers()[layer.layer.0].positions();
        let mut sample = Vec::new();
        // Layers of which nearly all is certain give fewer.
        for _ in 0..100 * self.positions() {
            if sample.len() as u64 == self.positions() {
                break;
            }
            let number = random.below(count);
            let Some(position) = open.position(layer.layer, number)? else { continue };
            let answer = open.answer(&position, &Detail::Best, &shelf)?;
            let value = answer.value.as_ref();
            let (Some(lower), Some(upper)) = (number_of(value, "lower"), number_of(value, "upper"))
            else {
                continue;
            };
            if lower > -CERTAIN && upper < CERTAIN && answer.over.is_none() {
                sample.push(Certified { text: position.text, lower, upper });
            }
        }
        Ok(sample)
    }

    fn calibrated(
        &self,
        reduction: &'static str,
        options: &RolloutOptions,
        layer: &PlacedLayer<'_>,
        sample: &[Certified],
        data: &Path,
        context: &Context<'_>,
    ) -> Result<Calibrated, Failure> {
        let meter = context.meter();
        meter.phase(reduction, sample.len() as u64);
        let shelf = DataShelf::new(context.catalog, data);
        let games = context.catalog.games_named(&layer.game.name())?;
        let quiet = Interruptible(&meter);
        let memory = context.common.memory();
        let setting = RolloutSetting { shelf: &shelf, memory, progress: &quiet };
        let started = Instant::now();
        let (mut covered, mut errors, mut trials) = (0u64, 0.0, 0.0);
        let (mut squares, mut expected) = (0.0, 0.0);
        let (mut open, mut open_covered) = (0u64, 0u64);
        let roll_out = |at: u64, position: &str| {
            let options = RolloutOptions { seed: part_seed(self.seed(), at), ..*options };
            let question = games.question(position, None, None)?;
            context.catalog.roll_out(&question, None, &options, &setting)
        };
        with_threads(context.common.threads(), || -> Result<(), Failure> {
            for (at, certified) in (0..).zip(sample) {
                let answer = roll_out(at, &certified.text)?;
                let found = Found::of(&answer)?;
                let holds = found.low <= certified.upper && found.high >= certified.lower;
                covered += u64::from(holds);
                if certified.lower >= -OPEN && certified.upper <= OPEN {
                    open += 1;
                    open_covered += u64::from(holds);
                }
                errors += found.error;
                let off = found.mean - (certified.lower + certified.upper) / 2.0;
                squares += off.powi(2);
                expected += found.error.powi(2);
                trials += found.trials;
                meter.at(at + 1, "");
            }
            Ok(())
        })??;
        let n = sample.len() as f64;
        let coverage = covered as f64 / n;
        let [coverage_low, coverage_high] = interval_of_share(coverage, n);
        Ok(Calibrated {
            reduction,
            covered,
            coverage,
            coverage_low,
            coverage_high,
            open_positions: open,
            open_coverage: (open > 0).then(|| open_covered as f64 / open as f64),
            is_calibrated: coverage_low <= NOMINAL && NOMINAL <= coverage_high,
            mean_standard_error: errors / n,
            errors_by_standard_errors: (squares / expected).sqrt(),
            trials_per_second: trials / started.elapsed().as_secs_f64().max(1e-9),
        })
    }
}

/// Result of a rollout.
struct Found {
    mean: f64,
    error: f64,
    low: f64,
    high: f64,
    trials: f64,
}

impl Found {
    fn of(answer: &AnyAnswer) -> Result<Self, Failure> {
        let value = |name| number_of(answer.value.as_ref(), name);
        let trials = match answer.facts.get("trials") {
            Some(Datum::Integer(Some(trials))) => Some(*trials as f64),
            _ => None,
        };
        let found = || {
            Some(Found {
                mean: value("estimate")?,
                error: value("standard_error")?,
                low: value("low")?,
                high: value("high")?,
                trials: trials?,
            })
        };
        found().ok_or_else(|| Failure::usage("a position was not rolled out: it is over"))
    }
}

fn number_of(value: Option<&Fields>, name: &str) -> Option<f64> {
    match value?.get(name)? {
        Datum::Number(number) => Some(*number),
        _ => None,
    }
}

/// Returns the data folder if the layer is built there with all that it needs, else another one
/// where it has been built now.
fn data_of(
    layer: &PlacedLayer<'_>,
    context: &Context<'_>,
    folder: &Path,
) -> Result<PathBuf, Failure> {
    let data = context.common.data();
    let open = layer.family.open(data);
    let mut needed = layer.family.needed(layer.layer).into_iter();
    if needed.all(|needed| open.open_layer(needed).is_ok()) {
        return Ok(data.to_owned());
    }
    let options = BuildOptions { data: folder.to_owned(), ..usual_options(context.common) };
    layer.build(&options, &context.meter())?;
    Ok(folder.to_owned())
}
