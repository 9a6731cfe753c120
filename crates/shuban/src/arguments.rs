//! The global arguments. The doc comments are the help texts.

use std::path::PathBuf;

use clap::{Args, Parser};
use shuban_solve::BuildOptions;

use crate::commands::Command;
use crate::commands::build::BuildFlags;
use crate::machine;
use crate::units::size;

/// Builds, verifies and probes exact endgame databases.
///
/// A DOMAIN is one layer of positions; it is one file in the data folder. A GAME has one or more
/// families of such layers. `list` lists both; `quickstart` runs a tour.
#[derive(Debug, Parser)]
#[command(version, max_term_width = 100, after_help = ENDING)]
pub(crate) struct Arguments {
    #[command(flatten)]
    pub(crate) common: Common,
    #[command(subcommand)]
    pub(crate) command: Command,
}

const ENDING: &str = "\
Answers go to standard output, progress and remarks to standard error. With --json an error is \
{\"error\": ..., \"kind\": ...} on standard output, and its text on standard error as well.

Exit codes:
  0  success
  1  a negative answer: verify or check failed, a reproduction differs
  2  bad input: an unknown domain or game, a bad position, bad flags
  3  environment: database not built yet or damaged, no space, folder not writable, too little
     memory, build interrupted or already running";

/// The global options.
#[derive(Args, Debug)]
#[command(next_help_heading = "Global options")]
pub struct Common {
    /// Print exactly one JSON document to standard output
    #[arg(long, global = true)]
    pub json: bool,

    /// Print answers and errors only, without progress and remarks
    #[arg(short, long, global = true)]
    pub quiet: bool,

    /// The data folder, where databases are written and read [default: $SHUBAN_DATA, or data]
    // Not clap's `env`: in messages, what comes from there looks like a flag that is required.
    #[arg(long, global = true, value_name = "DIR", hide_default_value = true,
          default_value_os_t = default_data())]
    pub data: PathBuf,

    /// Number of threads [default: all cores]
    #[arg(
        long,
        global = true,
        value_name = "N",
        value_parser = clap::value_parser!(u16).range(1..=1024)
    )]
    threads: Option<u16>,

    /// Memory limit: 512M, 2G, ... [default: 3/4 of the machine's memory]
    #[arg(long, global = true, value_name = "SIZE", value_parser = size)]
    memory: Option<u64>,
}

impl Common {
    /// The number of threads.
    pub fn threads(&self) -> usize {
        self.threads.map_or_else(machine::default_threads, usize::from)
    }

    /// The memory limit in bytes.
    pub fn memory(&self) -> u64 {
        self.memory.unwrap_or_else(machine::default_memory)
    }

    /// Build options from these, with the defaults for the rest.
    pub fn build_options(&self) -> BuildOptions {
        BuildFlags::parse_from([""]).options(self)
    }
}

/// The data folder where none is named.
fn default_data() -> PathBuf {
    let named = std::env::var_os("SHUBAN_DATA").filter(|name| !name.is_empty());
    named.map_or_else(|| PathBuf::from("data"), PathBuf::from)
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::Arguments;

    fn refused(line: &str) -> String {
        Arguments::try_parse_from(line.split(' ')).unwrap_err().to_string()
    }

    #[test]
    fn usage_shows_no_flag_as_required_that_is_not() {
        for command in ["build", "probe go", "draw go", "perft go"] {
            let error = refused(&format!("shuban {command}"));
            assert!(error.contains("Usage: shuban") && !error.contains("--data"), "{error}");
        }
    }

    #[test]
    fn a_check_of_nothing_is_refused() {
        for flags in ["--pairs 0", "--sums 0"] {
            assert!(refused(&format!("shuban check go {flags}")).contains("0 is not in 1.."));
        }
    }
}
