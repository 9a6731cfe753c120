//! The command line's arguments. The doc comments are the help texts.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};
use shuban_core::ONE;
use shuban_solve::{BuildOptions, Shard};
use shuban_store::Options as WriteOptions;

use crate::machine;
use crate::search_flags::SearchFlags;
use crate::units::{seconds, size};

/// Builds, verifies and probes exact endgame databases.
///
/// A DOMAIN is one layer of positions, such as `half-gammon/contact-3-3`; it is one file in the
/// data folder. A GAME is a family, such as `half-gammon`. `shuban list` lists both; `shuban
/// quickstart` runs a tour in less than a minute.
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
    #[arg(long, global = true, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
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
        let flags = BuildFlags::default();
        flags.options(self)
    }
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Build, verify and probe the first databases, and suggest what to try next
    ///
    /// Takes less than a minute. A second run rebuilds nothing and verifies samples only.
    Quickstart,

    /// List games and domains with size, build time, and whether they are built
    List {
        /// Only games, families and layers with this in their names
        filter: Option<String>,
        /// Include layers that are too large for most machines
        #[arg(long)]
        all: bool,
    },

    /// Build a database and the layers it needs, or resume an interrupted build
    ///
    /// Prints an estimate first, and refuses a build that does not fit into memory or onto the
    /// disk. A layer is published whole or not at all, and a published layer is not built again. A
    /// killed build resumes at the last published layer, and within a long layer at its last
    /// checkpoint. The bytes of the result do not depend on the number of threads.
    Build {
        /// The layer, as in `half-gammon/contact-3-3`
        domain: String,
        #[command(flatten)]
        flags: BuildFlags,
        /// Discard the layer's values; keep each shard's hashes and histogram in the ledger
        ///
        /// Computes the shards that are not yet in the ledger. With --rebuild, recomputes those
        /// that are, compares them with the ledger, and verifies a sample of their positions as
        /// `verify` does.
        #[arg(long, requires = "ledger")]
        histogram_only: bool,
        /// The ledger: a small file that is worth keeping
        #[arg(long, value_name = "FILE", requires = "histogram_only")]
        ledger: Option<PathBuf>,
    },

    /// Look up the exact value of a position and its best moves, for every roll or for either side
    ///
    /// With dice, the value is the expected result of the player about to roll, from -1 (a certain
    /// loss) to 1 (a certain win), with proven bounds. In Amazons, the value of a region is how
    /// many more moves Black makes in it than White: once with Black moving first, once with White.
    /// For hands of cards, it lists who can win after each lead; the leader is player 1. If you
    /// name a game, the built database with the fewest positions that holds the position answers.
    Probe {
        /// The layer or the game
        #[arg(value_name = "DOMAIN|GAME")]
        target: String,
        /// The position: `1,1,3|2,bar`, an XGID or a GNUBG ID; in Amazons `X../.#O`; in Tanhinmin
        /// `1,3,10|2|4,6,8|5,7,9`; `-` reads positions from standard input
        position: String,
        /// List all moves of this roll, best first
        #[arg(long, value_name = "DICE")]
        roll: Option<String>,
        /// Read positions from standard input, one a line; answer each with one JSON object a line
        ///
        /// A bad line gives {"line": 3, "error": ...} and, at the end, exit code 2.
        #[arg(long)]
        json_lines: bool,
    },

    /// Solve a position by search, using the databases that are built
    ///
    /// Amazons: solves a sum of regions, given as boards joined by `+`; boards are split into
    /// regions. It prints bounds of the score (how many more moves Black makes than White), the
    /// score, who makes the last move, and all best moves. Results are exact; what is not known is
    /// marked so. Larger databases make it faster.
    ///
    /// TRAX: proof search. Does white, who moves first, win? Does white win or draw? If it is
    /// interrupted or reaches a limit, it reports its progress. Memory, threads and the other
    /// options affect the time, not the answer.
    ///
    /// Tanhinmin and Daihinmin with open hands: who can win and after which play, and the results
    /// of max^n and soft-max^n.
    Solve {
        /// The game
        game: String,
        /// The position: `X../.#O + ..O/X..`, `@0/ B1+` or `1,3,10|2|4,6,8|5,7,9`; `-` reads
        /// positions from standard input [default: the start]
        position: Option<String>,
        /// The side to move, if it is not the one in the position
        #[arg(long, value_name = "SIDE")]
        to_move: Option<String>,
        /// Read positions from standard input, one a line; answer each with one JSON object a line
        ///
        /// A bad line gives {"line": 3, "error": ...} and, at the end, exit code 2.
        #[arg(long)]
        json_lines: bool,
        #[command(flatten)]
        search: SearchFlags,
    },

    /// Draw a position in the terminal, with its outcome and its legal moves
    Show {
        /// The game
        game: String,
        /// The position [default: the game's start]; `-` reads positions from standard input
        position: Option<String>,
        /// Read positions from standard input, one a line; answer each with one JSON object a line
        ///
        /// A bad line gives {"line": 3, "error": ...} and, at the end, exit code 2.
        #[arg(long)]
        json_lines: bool,
    },

    /// Draw a position into an .svg or .png file
    Draw {
        /// The game
        game: String,
        /// The position
        position: String,
        /// The file to write; .svg or .png selects the format
        #[arg(long, value_name = "FILE")]
        to: PathBuf,
        /// Width of a .png file [default: twice the width of the .svg file]
        #[arg(long, value_name = "PIXELS", value_parser = clap::value_parser!(u32).range(16..=8192))]
        width: Option<u32>,
    },

    /// Verify a database: every checksum, then every position against its successors
    ///
    /// Checks this layer's file. The layers it was built from are read and identified; --all
    /// verifies them, too. The check does not trust the solver: each stored interval must contain
    /// what follows from its successors, and play must leave the layer whatever both sides do.
    Verify {
        /// The layer
        domain: String,
        /// Check N random positions instead of all; the same ones each time
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
        sample: Option<u64>,
        /// Verify the layers it was built from, too
        #[arg(long)]
        all: bool,
        /// Only compare the file with a ledger: hash and histogram of each shard in it
        #[arg(long, value_name = "FILE", conflicts_with_all = ["sample", "all"])]
        ledger: Option<PathBuf>,
    },

    /// Describe a database: sizes, widths, hashes, what it was built from
    Info {
        /// The layer
        domain: String,
    },

    /// Write all positions of a database with their values into a .csv or .parquet file
    ///
    /// The columns are part, rank, position, and those of the value, such as lower and upper. To
    /// write .parquet, build the program with the feature `parquet`. An .okada file holds Amazons
    /// positions with best moves, in the 11-byte records in which such a database was first
    /// published.
    Export {
        /// The layer
        domain: String,
        /// The file to write; .csv, .parquet or .okada selects the format
        #[arg(long, value_name = "FILE")]
        to: PathBuf,
    },

    /// Count move sequences or distinct positions from the start, ply by ply
    ///
    /// A ply is a play, after a roll where there are dice. Plays that lead to the same position
    /// count once.
    Perft {
        /// The game
        game: String,
        /// Number of plies
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
        plies: u32,
        /// Count distinct positions, too
        #[arg(long)]
        distinct: bool,
    },

    /// Compare the fast move generator of a game with a plain one on random positions
    ///
    /// With --sums it compares, for random sums of Amazons regions, the bounds with the score by
    /// plain search and with the winner by canonical values, and nothing else.
    Check {
        /// The game
        game: String,
        /// Check the bounds of N random sums of two to four regions
        #[arg(long, value_name = "N", conflicts_with = "pairs",
              value_parser = clap::value_parser!(u64).range(1..))]
        sums: Option<u64>,
        /// With --sums: the most squares a region may have
        #[arg(long, value_name = "N", default_value_t = 5, requires = "sums",
              value_parser = clap::value_parser!(u8).range(1..=10))]
        squares: u8,
        /// Number of random positions, each with a random roll where there are dice
        #[arg(long, value_name = "N", default_value_t = 10_000_000,
              value_parser = clap::value_parser!(u64).range(1..))]
        pairs: u64,
        /// Seed of the random numbers
        #[arg(long, value_name = "S", default_value_t = 1)]
        seed: u64,
    },

    /// Measure building, probing and move generation on this machine
    ///
    /// Works in a temporary folder and does not touch the data folder.
    Bench {
        /// Also build half-gammon/contact-4-4 and backgammon/contact-2-2
        #[arg(long)]
        full: bool,
    },
}

#[derive(Args, Debug)]
pub(crate) struct BuildFlags {
    /// Block size: 1024 halves the time of a random probe and takes more space
    #[arg(long, value_name = "BYTES", default_value_t = 4096, value_parser = block_size)]
    block_size: u32,

    /// The zstd level, 1 to 22
    #[arg(long, value_name = "LEVEL", default_value_t = 3, value_parser = clap::value_parser!(i32).range(1..=22))]
    level: i32,

    /// Do not compress: the file is larger, and fastest to probe
    #[arg(long, conflicts_with = "level")]
    raw: bool,

    /// Narrow intervals to a width of at most 2^-BITS
    #[arg(long, value_name = "BITS", default_value_t = 20, value_parser = clap::value_parser!(u8).range(1..=28))]
    width_bits: u8,

    /// Build this layer even if it is there
    ///
    /// Without it, a layer is built again only if the layers it was built from have changed, if its
    /// intervals are wider than asked, or if its file does not open.
    #[arg(long)]
    rebuild: bool,

    /// Compute only shard I of N, into a file of its own
    ///
    /// Several processes or machines can compute shards. Copy the files into one data folder;
    /// `build DOMAIN` merges them there. The result is the same as without shards.
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,

    /// Checkpoint interval; checkpoints take at most a twentieth of the time
    #[arg(long, value_name = "SECONDS", default_value_t = 5.0, value_parser = seconds)]
    checkpoint_seconds: f64,
}

impl Default for BuildFlags {
    fn default() -> Self {
        BuildFlags {
            block_size: 4096,
            level: 3,
            raw: false,
            width_bits: 20,
            rebuild: false,
            shard: None,
            checkpoint_seconds: 5.0,
        }
    }
}

impl BuildFlags {
    /// Build options from these flags.
    pub(crate) fn options(&self, common: &Common) -> BuildOptions {
        BuildOptions {
            data: common.data.clone(),
            threads: common.threads(),
            memory: common.memory(),
            width: i64::from(ONE >> self.width_bits),
            checkpoint_every: std::time::Duration::from_secs_f64(self.checkpoint_seconds),
            write: WriteOptions {
                block_size: self.block_size,
                compression: (!self.raw).then_some(self.level),
            },
            rebuild: self.rebuild,
            shard: self.shard,
        }
    }
}

/// The data folder where none is named.
fn default_data() -> PathBuf {
    let named = std::env::var_os("SHUBAN_DATA").filter(|name| !name.is_empty());
    named.map_or_else(|| PathBuf::from("data"), PathBuf::from)
}

fn block_size(text: &str) -> Result<u32, String> {
    match text {
        "1024" => Ok(1024),
        "4096" => Ok(4096),
        _ => Err("the block size is 1024 or 4096".to_owned()),
    }
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
