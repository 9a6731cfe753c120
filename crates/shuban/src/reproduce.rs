//! `reproduce [ID]`: published tables, recomputed.

use std::path::PathBuf;

use clap::{ArgMatches, Args, Command, FromArgMatches};
use shuban::{BenchLine, Context, Extension, Failure, Parting, Status};
use shuban_papers::{Findings, PaperList, ReproduceOptions, TIMINGS, Timing, TimingOptions, paper};

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
    /// The folder for figures and their data
    #[arg(long, value_name = "DIR", default_value = "reproduced")]
    to: PathBuf,
}

/// The command `reproduce`, and what `bench` measures of the methods of published tables.
pub(crate) struct Reproduce;

impl Extension for Reproduce {
    fn command(&self) -> Command {
        Flags::augment_args(Command::new("reproduce"))
    }

    fn run(&self, matches: &ArgMatches, context: &Context<'_>) -> Result<Status, Failure> {
        let Flags { id, full, to } =
            Flags::from_arg_matches(matches).map_err(|error| Failure::usage(error.to_string()))?;
        let Some(id) = id else {
            return context.answer(&PaperList::all());
        };
        let chosen = paper(&id)?;
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
        // So that nothing is left there, wherever an interruption ends the work.
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

    #[cfg(feature = "serve")]
    fn published(&self, common: &shuban::Common) -> Vec<shuban_server::Published> {
        crate::published::all(common)
    }

    fn bench(&self, context: &Context<'_>) -> Result<Vec<BenchLine>, Failure> {
        let (threads, memory) = (context.common.threads(), context.common.memory());
        let options = TimingOptions { seconds: 0.5, seed: 1, threads, memory };
        let line = |timing: &Timing| {
            let result = (timing.run)(&options, &context.meter())?;
            Ok(BenchLine { member: timing.member, result })
        };
        TIMINGS.iter().map(line).collect()
    }
}
