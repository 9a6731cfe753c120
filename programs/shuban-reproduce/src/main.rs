//! `shuban reproduce [ID]`: published tables, recomputed.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{ArgMatches, Args, Command, FromArgMatches};
use serde::Serialize;
use shuban::{Context, Extension, Failure, Parting, Status, run_command};
use shuban_reproduce::{Findings, PAPERS, Paper, PaperList, ReproduceOptions, all_take, paper};
use shuban_store::{read_bytes, write_bytes};

/// Recompute a published table or figure and compare it with the print; without ID, list them
///
/// Exits with code 1 if a result differs from the print and no computation explains why. Random
/// numbers are seeded: all results except times are the same on every run.
#[derive(Args, Debug)]
struct Flags {
    /// The table or figure, such as `gammon/table-1`
    id: Option<String>,
    /// Run the longer version, where there is one
    #[arg(long)]
    full: bool,
    /// Write the figures alone, as .svg files: those of ID, or without it those of all tables
    #[arg(long)]
    figures: bool,
    /// The folder for figures and their data
    #[arg(long, value_name = "DIR", default_value = "reproduced")]
    to: PathBuf,
}

/// The command `reproduce`.
struct Reproduce;

fn main() -> ExitCode {
    run_command(shuban_games::catalog(), &Reproduce)
}

impl Extension for Reproduce {
    fn command(&self) -> Option<Command> {
        Some(Flags::augment_args(Command::new("reproduce")))
    }

    fn run(&self, matches: &ArgMatches, context: &Context<'_>) -> Result<Status, Failure> {
        let Flags { id, full, figures, to } =
            Flags::from_arg_matches(matches).map_err(|error| Failure::usage(error.to_string()))?;
        if figures {
            let chosen: Vec<&'static Paper> = match &id {
                Some(id) => vec![paper(id)?],
                None => PAPERS.iter().collect(),
            };
            return write_figures(&chosen, full, &to, context);
        }
        let Some(id) = id else {
            return context.answer(&PaperList::all());
        };
        let chosen = paper(&id)?;
        if full {
            context.remark(&format!("{id} takes {}", chosen.takes(full)));
        }
        let found = Findings::default();
        let so_far = found.clone();
        context.if_interrupted(move || {
            let reproduced = so_far.reproduced(chosen.id);
            match reproduced.rows() {
                0 => Parting::word("no row was computed"),
                rows => Parting::word(format!("rows computed: {rows}")).with(&reproduced),
            }
        });
        let scratch = context.scratch_folder()?;
        // So that nothing is left there if the run is interrupted.
        let _ = tempfile::env::override_temp_dir(scratch.path());
        let (threads, memory) = (context.common.threads(), context.common.memory());
        let options = ReproduceOptions { full, folder: to, threads, memory };
        let reproduced = {
            let meter = context.meter();
            chosen.run(&options, &found, &meter)?
        };
        context.answer(&reproduced)?;
        Ok(if reproduced.passed { Status::Success } else { Status::Negative })
    }
}

/// The figures that were written.
#[derive(Default, Serialize)]
struct Figures {
    files: Vec<PathBuf>,
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.files.len() {
            0 => f.write_str("there is no figure"),
            _ => {
                let lines = self.files.iter().map(|file| format!("written: {}", file.display()));
                f.write_str(&lines.collect::<Vec<_>>().join("\n"))
            }
        }
    }
}

/// Recomputes tables and keeps only the figures that they write.
fn write_figures(
    chosen: &[&'static Paper],
    full: bool,
    to: &Path,
    context: &Context<'_>,
) -> Result<Status, Failure> {
    let io = |path: &Path, error: std::io::Error| {
        Failure::environment("io", format!("{}: {error}", path.display()))
    };
    match chosen {
        [only] => context.remark(&format!("{} takes {}", only.id, only.takes(full))),
        _ => context.remark(&format!("all tables take {}", all_take())),
    }
    context.if_interrupted(|| Parting::word("the figures of earlier tables are written"));
    let scratch = context.scratch_folder()?;
    let _ = tempfile::env::override_temp_dir(scratch.path());
    let folder = scratch.path().join("figures");
    let (threads, memory) = (context.common.threads(), context.common.memory());
    let options = ReproduceOptions { full, folder: folder.clone(), threads, memory };
    let mut written = Figures::default();
    let mut passed = true;
    for paper in chosen {
        let reproduced = {
            let meter = context.meter();
            paper.run(&options, &Findings::default(), &meter)?
        };
        passed &= reproduced.passed;
        if !reproduced.passed {
            context.remark(&format!("{}: some results differ from the print", paper.id));
        }
        // A table without figures or data has made no folder.
        let mut made: Vec<PathBuf> = match fs::read_dir(&folder) {
            Ok(files) => files.filter_map(|file| Some(file.ok()?.path())).collect(),
            Err(_) => Vec::new(),
        };
        made.sort();
        for from in made {
            let is_figure = from.extension().is_some_and(|ending| ending == "svg");
            if let (true, Some(name)) = (is_figure, from.file_name()) {
                let file = to.join(name);
                fs::create_dir_all(to).map_err(|error| io(to, error))?;
                let figure = read_bytes(&from, u64::MAX).map_err(|error| io(&from, error))?;
                write_bytes(&file, &figure).map_err(|error| io(&file, error))?;
                written.files.push(file);
            }
            fs::remove_file(&from).map_err(|error| io(&from, error))?;
        }
    }
    context.answer(&written)?;
    Ok(if passed { Status::Success } else { Status::Negative })
}
