//! `verify --independent`: the referee's word on files.

use std::fmt;
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use clap::{Arg, ArgAction, ArgMatches, Command};
use serde::Serialize;
use shuban::{Context, Extension, Failure, Parting, Status, Verify};
use shuban_core::Progress;
use shuban_core::advice::program_name;
use shuban_core::echo::safe_lines;
use shuban_core::text::{grouped, rounded_up};
use shuban_referee::{Checked, Error, Extent, Fault, Target, check, needed};
use shuban_solve::with_threads;
use shuban_store::{Disk, EXTENSION};

/// The flag of `verify` for a check by the referee.
pub(crate) struct Independent;

/// Positions that are checked unless a number is given.
const SAMPLE: u64 = 10_000;

/// Paragraph on the flag in the help of `verify`.
const ABOUT: &str = "\
With --independent the referee checks the files: rules, order of ranks and conditions once more, written \
from the documents alone, without any code of the games or the solvers. It takes names of layers and paths \
of files, and checks 10,000 positions of each, spread over the layer; --sample N checks N, --rules all.";

impl Extension for Independent {
    fn augment(&self, command: Command) -> Command {
        if command.get_name() != "verify" {
            return command;
        }
        let about = command.get_long_about().map(ToString::to_string).unwrap_or_default();
        let flag = Arg::new("independent")
            .long("independent")
            .action(ArgAction::SetTrue)
            .conflicts_with("ledger")
            .help(
                "Check by rules that share nothing with those of the build; files may be named too",
            );
        command
            .long_about(format!("{about}\n\n{ABOUT}"))
            .mut_arg("domain", |domain| {
                domain
                    .num_args(1..)
                    .help("The layer; with --independent several, and paths of files")
            })
            .arg(flag)
    }

    fn take_over(
        &self,
        command: &str,
        matches: &ArgMatches,
        context: &Context<'_>,
    ) -> Option<Result<Status, Failure>> {
        let is_asked = command == "verify" && matches.get_flag("independent");
        is_asked.then(|| verify(matches, context))
    }
}

/// The referee's word on several files.
#[derive(Serialize)]
struct Word {
    independent: bool,
    /// True if nothing wrong was found in any.
    passed: bool,
    /// Positions of all files whose value was held against the rules.
    positions: u64,
    /// Duration in seconds.
    seconds: f64,
    /// The first fault.
    #[serde(flatten)]
    fault: Option<Fault>,
    /// Reports by file.
    layers: Vec<Checked>,
}

fn verify(matches: &ArgMatches, context: &Context<'_>) -> Result<Status, Failure> {
    let asked = Verify::of(matches)?;
    let common = context.common;
    #[cfg(feature = "publish")]
    if shuban_publish::is_address(&common.data().to_string_lossy()) {
        return Err(Failure::usage("the referee checks files: fetch them first"));
    }
    let disk = Disk { memory: common.memory() };
    let extent = match (asked.sample(), asked.checks_all_by_rules()) {
        (Some(count), _) => Extent::Sample(count),
        (None, true) => Extent::All,
        (None, false) => Extent::Sample(SAMPLE),
    };
    let mut targets: Vec<Target> = Vec::new();
    for named in asked.named() {
        let target = target(named, context)?;
        if asked.takes_needed() {
            let needed = needed(&disk, &target, common.data()).map_err(failure)?;
            needed.into_iter().for_each(|target| add(&mut targets, target));
        }
        add(&mut targets, target);
    }
    context.if_interrupted(|| Parting::word("nothing was checked to the end"));
    let (started, meter) = (Instant::now(), context.meter());
    let mut layers: Vec<Checked> = Vec::new();
    for (step, target) in targets.iter().enumerate() {
        meter.layer(&target.path.display().to_string(), step + 1, targets.len());
        let phase = Mutex::new(String::new());
        let report = |what: &str, done, total| {
            let mut phase = phase.lock().unwrap_or_else(PoisonError::into_inner);
            if *phase != what {
                what.clone_into(&mut phase);
                meter.phase(what, total);
            }
            meter.at(done, "");
            !meter.interrupted()
        };
        let work = || check(&disk, target, common.data(), extent, &report);
        layers.push(with_threads(common.threads(), work)?.map_err(failure)?);
    }
    drop(meter);
    let fault = layers.iter().find_map(|layer| layer.fault.clone());
    let word = Word {
        independent: true,
        passed: fault.is_none(),
        positions: layers.iter().map(|layer| layer.positions).sum(),
        seconds: started.elapsed().as_secs_f64(),
        fault,
        layers,
    };
    match word.passed {
        true => context.account(&word),
        false => context.answer(&word).map(|_| Status::Negative),
    }
}

/// Adds a file to those that are checked, unless it is among them. It has to hold the layer that it
/// was named by, though it was named by its path as well.
fn add(targets: &mut Vec<Target>, target: Target) {
    match targets.iter_mut().find(|other| other.path == target.path) {
        Some(same) => same.domain = same.domain.take().or(target.domain),
        None => targets.push(target),
    }
}

/// Returns the file of a layer, or the one at a path.
fn target(named: &str, context: &Context<'_>) -> Result<Target, Failure> {
    let path = Path::new(named);
    if path.extension().is_some_and(|extension| extension == EXTENSION) {
        return Ok(Target::of_file(path));
    }
    let layer = context.catalog.layer(named)?;
    let target = Target::of_layer(context.common.data(), layer.name()).map_err(failure)?;
    if !target.path.exists() {
        let domain = layer.name().to_owned();
        return Err(shuban_catalog::Error::NotBuilt { domain, cost: None }.into());
    }
    Ok(target)
}

fn failure(error: Error) -> Failure {
    let said = |status, kind, message| Failure::Said { status, kind, message };
    let message = error.to_string();
    match error {
        Error::Unknown { .. } => said(Status::BadInput, "no-referee", message),
        Error::NotBuilt { .. } => said(Status::Environment, "not-built", message),
        Error::Store(error) => shuban_solve::Error::Store(error).into(),
        Error::Circle { .. } => said(Status::Environment, "damaged", message),
        Error::Interrupted => Failure::Interrupted,
        _ => said(Status::Environment, "referee", message),
    }
}

impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines: Vec<String> = self.layers.iter().map(line).collect();
        // The reason may repeat what a file says.
        f.write_str(&safe_lines(&lines.join("\n"), usize::MAX))
    }
}

/// Returns the report on one file as a line.
fn line(checked: &Checked) -> String {
    let Checked { domain, positions, of, seconds, .. } = checked;
    if let Some(Fault { file, section, block, rank, reason }) = &checked.fault {
        let block = block.map(|block| format!(", block {block}")).unwrap_or_default();
        let rank = rank.map(|rank| format!(", rank {rank}")).unwrap_or_default();
        let (file, program) = (file.display(), program_name());
        // What cannot be read has no name.
        let Some(domain) = Some(domain).filter(|domain| !domain.is_empty()) else {
            return format!("{file}: WRONG: {section}: {reason}");
        };
        return format!(
            "{domain}: WRONG by the referee: {file}: {section}{block}{rank}: {reason}\n  \
             `{program} verify {domain}` says what the rules that built it say"
        );
    }
    let which = match checked.sampled {
        true => format!("{} of {} positions", grouped(*positions), grouped(*of)),
        false => format!("all {} positions", grouped(*positions)),
    };
    let mut line =
        format!("{domain}: the referee agrees: every checksum, {which}: {}", checked.condition);
    if let Some(whole) = &checked.whole {
        line += &format!("; {whole}");
    }
    if let Some(width) = checked.width {
        let which = if checked.sampled { "none of these intervals" } else { "no interval" };
        line += &format!("; {which} is wider than {}", rounded_up(width));
    }
    format!("{line} ({seconds:.2} s)")
}
