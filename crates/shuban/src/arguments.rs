//! All arguments. The doc comments are the help texts.

use clap::Parser;

use crate::commands::Command;
use crate::common::Common;

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
