//! What can be said on the command line. The comments are the help.

use std::io::Write;
use std::path::PathBuf;

use clap::error::ErrorKind;
use clap::{Args, Parser, Subcommand};
use serde_json::json;
use shuban_catalog::{BuildOptions, Shard, safe_lines};

use crate::failure::Status;
use crate::search_flags::SearchFlags;
use crate::{machine, size};

mod daihinmin;
pub(crate) use daihinmin::Daihinmin;

/// Builds, verifies and probes exact endgame databases.
///
/// A DOMAIN is one layer of positions, such as `half-gammon/contact-3-3`: one file in the data folder.
/// A GAME is a family by name, such as `half-gammon`. `shuban list` tells what there is; `shuban
/// quickstart` shows it all at work in less than a minute.
#[derive(Debug, Parser)]
#[command(name = "shuban", version, max_term_width = 100, after_help = ENDING)]
pub(crate) struct Arguments {
    #[command(flatten)]
    pub(crate) common: Common,
    #[command(subcommand)]
    pub(crate) command: Command,
}

const ENDING: &str = "\
Answers go to standard output, progress and remarks to standard error. With --json an error is \
{\"error\": ..., \"kind\": ...} on standard output, and its text on standard error all the same.

Exit codes:
  0  success
  1  a negative answer: verify or check failed, a reproduction differs
  2  bad input: an unknown domain or game, a bad position, bad flags
  3  environment: not built yet, damaged, no space, a folder that cannot be written, too little
     memory, a build that was interrupted or is running already";

#[derive(Args, Debug)]
#[command(next_help_heading = "Global options")]
pub(crate) struct Common {
    /// Print exactly one JSON document to standard output
    #[arg(long, global = true)]
    pub(crate) json: bool,

    /// Print nothing but answers and errors: no progress, no remarks
    #[arg(short, long, global = true)]
    pub(crate) quiet: bool,

    /// The data folder, where databases are built and found [default: $SHUBAN_DATA, or data]
    // Not clap's `env`: in messages, what comes from there looks like a flag that is required.
    #[arg(long, global = true, value_name = "DIR", hide_default_value = true,
          default_value_os_t = default_data())]
    pub(crate) data: PathBuf,

    /// How many threads to use [default: all cores]
    #[arg(long, global = true, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,

    /// How much memory to use: 512M, 2G, ... [default: 3/4 of the machine's]
    #[arg(long, global = true, value_name = "SIZE", value_parser = size::parse)]
    memory: Option<u64>,
}

impl Common {
    /// How many threads to use.
    pub(crate) fn threads(&self) -> usize {
        self.threads.map_or_else(machine::default_threads, usize::from)
    }

    /// How many bytes of memory to use.
    pub(crate) fn memory(&self) -> u64 {
        self.memory.unwrap_or_else(machine::default_memory)
    }

    /// How to build with these and everything else by default.
    pub(crate) fn build_options(&self) -> BuildOptions {
        let flags = BuildFlags::default();
        flags.options(self)
    }
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Build, verify and probe a first few databases, and say what to try next
    ///
    /// Takes less than a minute. A second run builds nothing again, and verifies samples only.
    Quickstart,

    /// List games and domains: how large, how long to build, what is built
    List {
        /// Only games, families and layers with this in their names
        filter: Option<String>,
        /// List layers too large for most machines, too
        #[arg(long)]
        all: bool,
    },

    /// Build a database and all that it needs, or go on with a build that was interrupted
    ///
    /// Says beforehand what it may take, and refuses what does not fit into memory or onto the disk.
    /// Each layer is published whole or not at all; what is published is never built again. A build
    /// that is killed goes on where it was: at the last layer, and within a long layer at its last
    /// checkpoint. The bytes of the result do not depend on the number of threads.
    Build {
        /// The layer, as in `half-gammon/contact-3-3`
        domain: String,
        #[command(flatten)]
        flags: BuildFlags,
        /// Keep nothing of the layer's values but what a ledger says of them: hashes and a histogram, shard by
        /// shard
        ///
        /// Goes on from the ledger alone, with the shards that are not in it. With --rebuild, computes those
        /// that are in it once more, and compares; then it also verifies a sample of their positions, as `verify` does.
        #[arg(long, requires = "ledger")]
        histogram_only: bool,
        /// The ledger's file: a small one, to be kept
        #[arg(long, value_name = "FILE", requires = "histogram_only")]
        ledger: Option<PathBuf>,
    },

    /// Tell the exact value of a position, and the best moves: with every roll, or of either side
    ///
    /// With dice, values are the expected result of the player about to roll, from -1 (a certain loss) to
    /// 1 (a certain win), with proven bounds. In Amazons the value of a region is how many more moves Black
    /// makes in it than White, Black moving first and White moving first. Of hands of cards it tells who may win
    /// after each lead, the leader being player 1. Given a game, the smallest built database that holds the
    /// position, the one with the fewest positions, answers.
    Probe {
        /// The layer or the game
        #[arg(value_name = "DOMAIN|GAME")]
        target: String,
        /// The position, as in `1,1,3|2,bar`, an XGID or a GNUBG ID, in Amazons `X../.#O`, in Tanhinmin
        /// `1,3,10|2|4,6,8|5,7,9`; `-` reads positions from standard input
        position: String,
        /// List all moves of this roll, best first
        #[arg(long, value_name = "DICE")]
        roll: Option<String>,
        /// Read positions from standard input, one a line, and answer each with one JSON object a line
        ///
        /// A bad line gives {"line": 3, "error": ...}, and exit code 2 at the end.
        #[arg(long)]
        json_lines: bool,
    },

    /// Solve a position by search, with the help of whatever is built
    ///
    /// In Amazons a sum of regions, boards joined by `+` (each falls apart by itself): bounds of the score,
    /// which is how many more moves Black makes than White; the score; who makes the last move; and all best
    /// moves. Exact, or it says what it is not sure of; larger databases make it faster.
    ///
    /// In TRAX proof search: whether white, who moves first, wins, and whether white wins or draws. Interrupted,
    /// or at its limit of nodes or time, it says how far it has come; the answer does not depend on memory,
    /// threads or any other option, only the time does.
    ///
    /// In Tanhinmin and Daihinmin with open hands: who may win, and after which play; and what max^n and soft-max^n
    /// give.
    Solve {
        /// The game
        game: String,
        /// The position, as in `X../.#O + ..O/X..`, `@0/ B1+` or `1,3,10|2|4,6,8|5,7,9`; `-` reads positions
        /// from standard input [default: the start]
        position: Option<String>,
        /// Who is to move, if not who the position says
        #[arg(long, value_name = "SIDE", value_parser = ["black", "white"])]
        to_move: Option<String>,
        /// Read positions from standard input, one a line, and answer each with one JSON object a line
        ///
        /// A bad line gives {"line": 3, "error": ...}, and exit code 2 at the end.
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
        /// Read positions from standard input, one a line, and answer each with one JSON object a line
        ///
        /// A bad line gives {"line": 3, "error": ...}, and exit code 2 at the end.
        #[arg(long)]
        json_lines: bool,
    },

    /// Draw a position into an .svg or .png file
    Draw {
        /// The game
        game: String,
        /// The position
        position: String,
        /// The file to write: its ending, .svg or .png, tells the format
        #[arg(long, value_name = "FILE")]
        to: PathBuf,
        /// How wide a .png file is [default: twice as wide as the .svg file]
        #[arg(long, value_name = "PIXELS", value_parser = clap::value_parser!(u32).range(16..=8192))]
        width: Option<u32>,
    },

    /// Verify a database: every checksum, then every position against its successors
    ///
    /// Checks this layer's file alone; the layers it was built from are read, and must be those it was
    /// built from, but are verified themselves only with --all. What is verified holds without trust in
    /// the solver: each stored interval contains what follows from its successors, and play leaves the
    /// layer whatever both sides do.
    Verify {
        /// The layer
        domain: String,
        /// Check so many positions drawn at random, always the same, and not all
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
        sample: Option<u64>,
        /// Verify all layers it needs, too
        #[arg(long)]
        all: bool,
        /// Compare the file with a ledger, and check nothing else: of each shard in it, hash and histogram
        #[arg(long, value_name = "FILE", conflicts_with_all = ["sample", "all"])]
        ledger: Option<PathBuf>,
    },

    /// Tell what a database holds: sizes, widths, hashes, what it was built from
    Info {
        /// The layer
        domain: String,
    },

    /// Write all positions of a database with their values into a .csv or .parquet file
    ///
    /// The columns are part, rank, position, and those of the value, such as lower and upper. A .parquet
    /// file needs a program built with the feature `parquet`. An .okada file of Amazons has the records of
    /// 11 bytes in which such a database was first published, best moves and all.
    Export {
        /// The layer
        domain: String,
        /// The file to write: its ending, .csv, .parquet or .okada, tells the format
        #[arg(long, value_name = "FILE")]
        to: PathBuf,
    },

    /// Count move sequences or distinct positions from the start, ply by ply
    ///
    /// A ply is a roll, where there are dice, and a play; plays that lead to the same position count once.
    Perft {
        /// The game
        game: String,
        /// How many plies
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
        plies: u32,
        /// Count distinct positions, too
        #[arg(long)]
        distinct: bool,
    },

    /// Recompute a published table or figure and hold it against the print; without ID, list them
    ///
    /// Exit code 1 if a result differs from the print and nothing computed explains it. Seeded: times apart, the
    /// same results every time.
    Reproduce {
        /// Which, as in `gammon/table-1`
        id: Option<String>,
        /// Take longer, where more can be had for it
        #[arg(long)]
        full: bool,
        /// The folder for figures and their data
        #[arg(long, value_name = "DIR", default_value = "reproduced")]
        to: PathBuf,
    },

    /// Compare the fast move generator of a game with a plain one on random positions
    ///
    /// With --sums, bounds of random sums of regions of Amazons are held against their scores by plain search
    /// and against the winners by canonical values, and nothing else is compared.
    Check {
        /// The game
        game: String,
        /// Check the bounds of so many random sums of two to four regions
        #[arg(long, value_name = "N", conflicts_with = "pairs",
              value_parser = clap::value_parser!(u64).range(1..))]
        sums: Option<u64>,
        /// With --sums: how many squares a region has at most
        #[arg(long, value_name = "N", default_value_t = 5, requires = "sums",
              value_parser = clap::value_parser!(u8).range(1..=10))]
        squares: u8,
        /// How many random positions, with a random roll where there are dice
        #[arg(long, value_name = "N", default_value_t = 10_000_000,
              value_parser = clap::value_parser!(u64).range(1..))]
        pairs: u64,
        /// Where the random numbers start
        #[arg(long, value_name = "S", default_value_t = 1)]
        seed: u64,
    },

    /// Play Daihinmin by the rules of the UEC contest: matches, its server and clients, records
    #[command(subcommand)]
    Daihinmin(Daihinmin),

    /// Measure building, probing and move generation on this machine
    ///
    /// Works in a temporary folder, and leaves the data folder alone.
    Bench {
        /// Build larger databases, too: half-gammon/contact-4-4 and backgammon/contact-2-2
        #[arg(long)]
        full: bool,
    },
}

#[derive(Args, Debug)]
pub(crate) struct BuildFlags {
    /// What the file's blocks are cut to: 1024 halves the time of a random probe, and takes more space
    #[arg(long, value_name = "BYTES", default_value_t = 4096, value_parser = block_size)]
    block_size: u32,

    /// The zstd level, 1 to 22
    #[arg(long, value_name = "LEVEL", default_value_t = 3, value_parser = clap::value_parser!(i32).range(1..=22))]
    level: i32,

    /// Store every block raw: larger, and fastest to probe
    #[arg(long, conflicts_with = "level")]
    raw: bool,

    /// Ask for intervals no wider than 2^-BITS
    #[arg(long, value_name = "BITS", default_value_t = 20, value_parser = clap::value_parser!(u8).range(1..=28))]
    width_bits: u8,

    /// Build this layer anew, even if it is there
    ///
    /// Without it a layer is built again if it was built from other files than those that are there, or
    /// to a larger width, or does not open.
    #[arg(long)]
    rebuild: bool,

    /// Compute only this share of the layer, into a file of its own: shard I of N
    ///
    /// Shards may be computed by several processes, or on several machines and brought together in one data
    /// folder; `build DOMAIN` then merges them. The result is the same as without.
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,

    /// Save work in progress on a layer this often, but never for more than a twentieth of the time
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
    /// How to build with these.
    pub(crate) fn options(&self, common: &Common) -> BuildOptions {
        BuildOptions {
            data: common.data.clone(),
            threads: common.threads(),
            memory: common.memory(),
            width: i64::from(shuban_catalog::ONE >> self.width_bits),
            checkpoint_every: std::time::Duration::from_secs_f64(self.checkpoint_seconds),
            write: shuban_catalog::WriteOptions {
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
        _ => Err("blocks are of 1024 or 4096 bytes".to_owned()),
    }
}

pub(crate) fn seconds(text: &str) -> Result<f64, String> {
    let seconds: f64 = text.parse().map_err(|_| "not a number of seconds".to_owned())?;
    if (0.0..=1e9).contains(&seconds) { Ok(seconds) } else { Err("out of range".to_owned()) }
}

/// The longest line of a message about the command line: one word of it may be of any length.
const LONGEST_LINE: usize = 500;

/// Reads the command line, or says what is wrong with it (or what was asked about it).
pub(crate) fn read() -> Result<Arguments, Status> {
    Arguments::try_parse().map_err(|error| {
        if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) {
            // Nobody to tell that nobody listens.
            let _ = error.print();
            return Status::Success;
        }
        // Usage in the colours of the terminal, unless it repeats what is not fit for one.
        let text = error.to_string();
        let safe = safe_lines(&text, LONGEST_LINE);
        let _ = match safe.lines().eq(text.lines()) {
            true => error.print(),
            false => writeln!(std::io::stderr(), "{safe}"),
        };
        if std::env::args_os().any(|argument| argument == "--json") {
            let message = safe.strip_prefix("error: ").unwrap_or(&safe).trim();
            let _ = writeln!(std::io::stdout(), "{:#}", json!({ "error": message, "kind": "usage" }));
        }
        Status::BadInput
    })
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
        for command in ["build", "probe half-gammon", "draw trax/8", "perft trax/8"] {
            let error = refused(&format!("shuban {command}"));
            assert!(error.contains("Usage: shuban") && !error.contains("--data"), "{error}");
        }
    }

    #[test]
    fn a_check_of_nothing_is_refused() {
        for flags in ["--pairs 0", "--sums 0"] {
            assert!(refused(&format!("shuban check amazons {flags}")).contains("0 is not in 1.."));
        }
    }
}
