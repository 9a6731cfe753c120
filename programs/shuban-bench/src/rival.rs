//! `bench gnubg` and the like: time of another program for the same file, and a comparison of both
//! files.

use std::ffi::OsString;
use std::fmt;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use serde::Serialize;
use shuban::{Context, Failure, FileComparison, Status, usual_options};
use shuban_catalog::ExportFormat;
use shuban_core::Progress;
use shuban_core::own_file::Rival;
use shuban_core::text::rounded_up;
use shuban_solve::{BuildOptions, machine};

/// Maximum seconds of a file without `--full`.
const USUAL_SECONDS: u32 = 15;

/// Folder where distributions keep games, which is not on every path.
const GAMES: &str = "/usr/games";

/// Both times of one file.
#[derive(Debug, Serialize)]
struct Compared {
    domain: String,
    command: String,
    bytes: u64,
    same_bytes: bool,
    /// Largest difference of the numbers that count, where bytes may differ.
    #[serde(skip_serializing_if = "Option::is_none")]
    deviation: Option<f64>,
    /// True if the bytes are the same, or the numbers near enough where bytes may differ.
    same: bool,
    their_seconds: f64,
    /// Time of the build, with all layers that it needs, and the export.
    our_seconds: f64,
}

#[derive(Debug, Serialize)]
struct RivalBenchmarks {
    processor: String,
    threads: usize,
    rival: String,
    files: Vec<Compared>,
}

impl fmt::Display for RivalBenchmarks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let RivalBenchmarks { processor, threads, rival, files } = self;
        write!(
            f,
            "{processor}; seconds from nothing to the file, of {rival} on one thread and ours on \
             {threads}"
        )?;
        for file in files {
            let Compared { domain, their_seconds, our_seconds, command, .. } = file;
            let same = match (file.same_bytes, file.deviation) {
                (true, _) => "the same bytes".to_owned(),
                (_, Some(most)) if file.same => format!("within {}", rounded_up(most)),
                (_, Some(most)) => format!("UP TO {} APART", rounded_up(most)),
                (_, None) => "OTHER BYTES".to_owned(),
            };
            write!(
                f,
                "\n  {domain:<26} {our_seconds:>8.2} s; {rival} {their_seconds:>8.2} s \
                 (`{command}`), {:.1} times as long; {same}",
                their_seconds / our_seconds
            )?;
        }
        Ok(())
    }
}

/// Converts an error of a file to a failure that names it.
fn about_file(path: &Path, error: &io::Error) -> Failure {
    Failure::environment("io", format!("`{}`: {error}", path.display()))
}

/// Compares all files of a rival; with `is_full` those too that take it long.
pub(crate) fn run(
    context: &Context<'_>,
    rivals: &[Rival],
    folder: &Path,
    is_full: bool,
) -> Result<Status, Failure> {
    let all = rivals.iter().filter(|rival| is_full || rival.seconds <= USUAL_SECONDS);
    let mut files = Vec::new();
    for (at, rival) in all.enumerate() {
        files.push(compared(context, rival, &folder.join(at.to_string()))?);
    }
    let is_same = files.iter().all(|file| file.same);
    let name = rivals.first().map(|rival| rival.name.to_owned()).unwrap_or_default();
    let (processor, threads) = (machine::processor(), context.common.threads());
    context.answer(&RivalBenchmarks { processor, threads, rival: name, files })?;
    Ok(if is_same { Status::Success } else { Status::Negative })
}

/// Returns the search path of programs, with the folder of games.
fn path_with_games() -> OsString {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).chain([PathBuf::from(GAMES)]);
    std::env::join_paths(folders.filter(|folder| !folder.as_os_str().is_empty()))
        .unwrap_or_else(|_| GAMES.into())
}

fn compared(context: &Context<'_>, rival: &Rival, folder: &Path) -> Result<Compared, Failure> {
    let Rival { name, program, arguments, layer, format, .. } = rival;
    std::fs::create_dir_all(folder).map_err(|error| about_file(folder, &error))?;
    let theirs = folder.join("theirs");
    let meter = context.meter();
    meter.phase(&format!("{program} {}", arguments.join(" ")), 0);
    let started = Instant::now();
    let mut command = Command::new(program);
    command.env("PATH", path_with_games()).args(arguments).arg(&theirs);
    let status = command.stdout(Stdio::null()).stderr(Stdio::null()).status();
    let their_seconds = started.elapsed().as_secs_f64();
    match status {
        Ok(status) if status.success() => {}
        Ok(status) => {
            return Err(Failure::environment("rival", format!("`{program}` ended with {status}")));
        }
        Err(error) if error.kind() == ErrorKind::NotFound => {
            let reason = format!("`{program}` is not there: install {name}");
            return Err(Failure::environment("rival", reason));
        }
        Err(error) => return Err(Failure::environment("rival", format!("`{program}`: {error}"))),
    }
    let layer = context.catalog.layer(layer)?;
    let data = folder.join("data");
    let started = Instant::now();
    let options = BuildOptions { data: data.clone(), ..usual_options(context.common) };
    layer.build(&options, &meter)?;
    let ours = folder.join("ours").with_extension(format);
    layer.family.export(layer.layer, &data, &ours, ExportFormat::Own(format), &meter)?;
    let our_seconds = started.elapsed().as_secs_f64();
    let compared = FileComparison::of(layer.family, &ours, &theirs)?;
    let bytes = std::fs::metadata(&theirs).map_err(|error| about_file(&theirs, &error))?.len();
    Ok(Compared {
        domain: rival.layer.clone(),
        command: format!("{program} {}", arguments.join(" ")),
        bytes,
        same_bytes: compared.differs_at.is_none(),
        deviation: compared.deviation.map(|deviation| deviation.largest),
        same: compared.is_same(),
        their_seconds,
        our_seconds,
    })
}
