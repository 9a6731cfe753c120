//! `bench cluster`: speed of the rounds between processes, and of a layer that they solve together,
//! beside one process with threads.

use std::fmt;
use std::fs::File;
use std::io;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use shuban::{Context, Failure, Status, find_main_program, usual_options};
use shuban_core::Progress;
use shuban_core::text::grouped;
use shuban_solve::{BuildOptions, LayerReport, machine};

use crate::rounds::{Barrier, Carried, Sockets, barrier, carried};

/// Name of the measurement.
pub(crate) const NAME: &str = "cluster";

/// The layer, usually and with `--full`.
const LAYERS: [&str; 2] = ["half-gammon/contact-4-3", "half-gammon/contact-5-5"];

/// Numbers that are carried in a round, usually and with `--full`, where caches do not hold them.
const NUMBERS: [usize; 2] = [1 << 20, 16 << 20];

/// Builds of each way, usually and with `--full`; the best time counts.
const TIMES: [usize; 2] = [2, 3];

/// Members of a round with nothing to say.
const MEMBERS: [usize; 3] = [2, 4, 8];

/// Ways to build, by processes and the threads of each.
const WAYS: [(usize, usize); 4] = [(1, 1), (1, 2), (2, 1), (4, 1)];

/// Interval at which a program that runs is looked at.
const GLANCE: Duration = Duration::from_millis(10);

/// Figures that the rounds and the builds are meant to reach on two cores.
#[derive(Clone, Copy, Serialize)]
struct Targets {
    /// Least speed of Unix sockets one way.
    gigabytes_per_second: f64,
    /// Most time of the processor for it.
    cpu_seconds_per_gigabyte: f64,
    /// Most time of a round of four members with nothing to say.
    microseconds_of_4: f64,
    /// Most time of two processes, by that of one process with two threads.
    two_processes_by_two_threads: f64,
}

const TARGETS: Targets = Targets {
    gigabytes_per_second: 0.9,
    cpu_seconds_per_gigabyte: 0.6,
    microseconds_of_4: 300.0,
    two_processes_by_two_threads: 1.25,
};

/// Time of the layer in one way, with all below it there.
#[derive(Clone, Copy, Serialize)]
struct Build {
    processes: usize,
    /// Threads of each process.
    threads: usize,
    /// Shortest time.
    seconds: f64,
    /// Positions of all sweeps by the time.
    positions_per_second: f64,
}

impl fmt::Display for Build {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Build { processes, threads, seconds, positions_per_second } = self;
        let way = format!("{} of {}", of(*processes, "process", "es"), of(*threads, "thread", "s"));
        let rate = grouped(*positions_per_second as u64);
        write!(f, "{way:<26} {seconds:>9.2} s, {rate:>11} positions/s")
    }
}

/// Times of a layer, whose values are the same in all ways.
#[derive(Serialize)]
struct LayerBuilds {
    domain: String,
    positions: u64,
    sweeps: u64,
    content_hash: String,
    builds: [Build; WAYS.len()],
    two_processes_by_two_threads: f64,
}

#[derive(Serialize)]
struct ClusterTimings {
    processor: String,
    cores: usize,
    targets: Targets,
    exchange: Vec<Carried>,
    barriers: Vec<Barrier>,
    layer: LayerBuilds,
}

impl fmt::Display for ClusterTimings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ClusterTimings { processor, cores, targets, exchange, barriers, layer } = self;
        let at_once = of(*cores, "thread", "s");
        write!(f, "{processor}, {at_once} at once\n\nRounds, all ends in one process")?;
        for carried in exchange {
            let Carried { sockets, both_ways, gigabytes_per_second: speed, .. } = carried;
            let cpu = carried.cpu_seconds_per_gigabyte;
            let over = if *sockets == Sockets::Unix { "Unix sockets" } else { "TCP on loopback" };
            let (ways, each) =
                if *both_ways { ("both ways", " each way") } else { ("one way", "") };
            let what = format!("{over}, {ways}");
            write!(f, "\n  {what:<26} {speed:>9.2} GB/s{each}, {cpu:.2} CPU s a GB")?;
            if *sockets == Sockets::Unix && !both_ways {
                let Targets { gigabytes_per_second, cpu_seconds_per_gigabyte, .. } = targets;
                write!(
                    f,
                    " (targets: {gigabytes_per_second} at least, {cpu_seconds_per_gigabyte} at most)"
                )?;
            }
        }
        for Barrier { members, microseconds } in barriers {
            let what = format!("{members} with nothing to say");
            write!(f, "\n  {what:<26} {microseconds:>9.0} µs")?;
            if *members == 4 {
                write!(f, " (target: {} at most)", targets.microseconds_of_4)?;
            }
        }
        let LayerBuilds { domain, positions, sweeps, content_hash, builds, .. } = layer;
        write!(
            f,
            "\n{domain}: {} positions, {sweeps} sweeps; the same values in all ways, content hash \
             {content_hash}",
            grouped(*positions)
        )?;
        for build in builds {
            write!(f, "\n  {build}")?;
        }
        write!(
            f,
            "\n  2 processes take {:.2} times as long as 2 threads (target: {} at most)",
            layer.two_processes_by_two_threads, targets.two_processes_by_two_threads
        )
    }
}

/// Formats a number of things.
fn of(count: usize, one: &str, plural: &str) -> String {
    if count == 1 { format!("1 {one}") } else { format!("{count} {one}{plural}") }
}

/// Measures a layer, which is built in a folder, and rounds.
///
/// # Errors
/// [`Failure`] if the program `shuban` is not there or fails, or if the values of a way differ.
pub(crate) fn run(context: &Context<'_>, folder: &Path, full: bool) -> Result<Status, Failure> {
    let layer = layer_builds(context, &find_main_program()?, folder, full)?;
    let numbers = NUMBERS[usize::from(full)];
    context.meter().phase("rounds", 0);
    let mut exchange = Vec::new();
    for sockets in [Sockets::Unix, Sockets::Tcp] {
        for both_ways in [false, true] {
            exchange.push(carried(context, sockets, both_ways, numbers)?);
        }
    }
    let barriers = MEMBERS.into_iter().map(|members| barrier(context, members));
    let barriers = barriers.collect::<Result<_, _>>()?;
    let (processor, cores) = (machine::processor(), machine::default_threads());
    let targets = TARGETS;
    context.answer(&ClusterTimings { processor, cores, targets, exchange, barriers, layer })
}

/// Builds the layer in all ways, in turn, after all that it needs.
fn layer_builds(
    context: &Context<'_>,
    program: &Path,
    folder: &Path,
    full: bool,
) -> Result<LayerBuilds, Failure> {
    let layer = context.catalog.layer(LAYERS[usize::from(full)])?;
    let data = folder.join("data");
    let meter = context.meter();
    let options = BuildOptions { data: data.clone(), ..usual_options(context.common) };
    let LayerReport { name: domain, positions, content_hash, facts, .. } =
        layer.build(&options, &meter)?.layer;
    let sweeps = facts.get("sweeps").and_then(Json::as_u64).unwrap_or_default();
    let times = TIMES[usize::from(full)];
    meter.phase("builds", (times * WAYS.len()) as u64);
    let mut best = [f64::INFINITY; WAYS.len()];
    for time in 0..times {
        for (number, way) in WAYS.into_iter().enumerate() {
            meter.at((time * WAYS.len() + number) as u64, "");
            let mut command = Command::new(program);
            let memory = context.common.memory() / way.0 as u64;
            command.args(["build", &domain, "--rebuild", "--json", "--quiet"]);
            command.arg("--data").arg(&data).args(["--memory", &memory.to_string()]);
            command.args(["--threads", &way.1.to_string()]);
            if way.0 > 1 {
                command.args(["--processes", &way.0.to_string()]);
            }
            let report = report_of(&mut command, &folder.join("report"), &meter)?;
            if report.content_hash != content_hash {
                let (processes, other) = (of(way.0, "process", "es"), report.content_hash);
                let message = format!(
                    "{domain} by {processes}: content hash {other}, where it is {content_hash}"
                );
                return Err(Failure::environment("differs", message));
            }
            best[number] = best[number].min(report.seconds);
        }
    }
    let builds = std::array::from_fn(|number| {
        let ((processes, threads), seconds) = (WAYS[number], best[number]);
        let positions_per_second = (positions * sweeps) as f64 / seconds;
        Build { processes, threads, seconds, positions_per_second }
    });
    let [_, two_threads, two_processes, _] = best;
    let two_processes_by_two_threads = two_processes / two_threads;
    Ok(LayerBuilds {
        domain,
        positions,
        sweeps,
        content_hash,
        builds,
        two_processes_by_two_threads,
    })
}

/// Report of `shuban build`, as far as it is needed.
#[derive(Deserialize)]
struct Report {
    seconds: f64,
    content_hash: String,
}

/// Runs `shuban build` to its end, with its report in a file. An interruption is passed on.
fn report_of(
    command: &mut Command,
    file: &Path,
    progress: &dyn Progress,
) -> Result<Report, Failure> {
    let failed = |why: &dyn fmt::Display| {
        Failure::environment("failed", format!("`shuban build` for the measurement: {why}"))
    };
    let io = |error: io::Error| failed(&error);
    command.stdin(Stdio::null()).stdout(File::create(file).map_err(io)?);
    let mut child = command.spawn().map_err(io)?;
    let mut is_told = false;
    let status = loop {
        if let Some(status) = child.try_wait().map_err(io)? {
            break status;
        }
        if progress.interrupted() && !is_told {
            // It ends those that it has started. One that has just ended needs no signal.
            let _ = kill_process(Pid::from_child(&child), Signal::TERM);
            is_told = true;
        }
        thread::sleep(GLANCE);
    };
    if progress.interrupted() {
        return Err(Failure::Interrupted);
    }
    if !status.success() {
        return Err(failed(&format_args!("it ended with {status}")));
    }
    let text = std::fs::read(file).map_err(io)?;
    serde_json::from_slice(&text).map_err(|error| failed(&error))
}
