//! `shuban daihinmin`: matches by the rules of the UEC contest, its server and clients, and records.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::{ArgMatches, Args, Command, FromArgMatches, Subcommand};
use shuban::{Context, Extension, Failure, Meter, Parting, Status, run_command, seconds};
use shuban_catalog::names::suggestion;
use shuban_catalog::{DataShelf, Error, with_threads};
use shuban_daihinmin::matches::{
    Host, HostOptions, JoinOptions, MatchOptions, PlayerSetting, check_records, join, play, setup,
};
use shuban_daihinmin::players::{PlayerKind, Setup};
use shuban_daihinmin::wire::PORT;
use shuban_daihinmin_game::ContestRules;
use shuban_daihinmin_game::players::Playouts;
use shuban_daihinmin_game::players::endgame::EndgameLimits;
use shuban_solve::PoolWorkers;
use shuban_tanhinmin::Clearing;

#[derive(Debug, Subcommand)]
enum ContestCommand {
    /// Play a match in this process: five players by name
    ///
    /// As in the contest, each hundred games form a table. The same seed gives the same match for
    /// any number of threads, except with --think.
    Match {
        /// The five players in order of their numbers: random, default, base, endgame-printed,
        /// endgame, endgame-sets or endgame+
        #[arg(num_args = 5, required = true, value_name = "PLAYER")]
        players: Vec<String>,
        /// Number of games
        #[arg(
            long,
            value_name = "N",
            default_value_t = 5_000,
            value_parser = clap::value_parser!(u32).range(1..=10_000_000)
        )]
        games: u32,
        /// Seed of the random numbers
        #[arg(long, value_name = "S", default_value_t = 1)]
        seed: u64,
        /// Write records of all games to this folder, one file for each table
        #[arg(long, value_name = "DIR")]
        records: Option<PathBuf>,
        #[command(flatten)]
        thinking: Thinking,
    },

    /// Play a match with five clients over the contest's protocol, version 20070
    ///
    /// Waits for five clients, plays the games and keeps a record. A late, illegal or missing
    /// answer counts as a pass; a client that disconnects passes to the end.
    Serve {
        /// Address to listen on; the default accepts connections from this machine only
        #[arg(long, value_name = "HOST", default_value = "127.0.0.1")]
        host: String,
        /// The port; 0 picks a free one and prints it
        #[arg(long, value_name = "PORT", default_value_t = PORT)]
        port: u16,
        /// Number of games
        #[arg(
            long,
            value_name = "N",
            default_value_t = 100,
            value_parser = clap::value_parser!(u32).range(1..=10_000_000)
        )]
        games: u32,
        /// Seed of the random numbers
        #[arg(long, value_name = "S", default_value_t = 1)]
        seed: u64,
        /// How long to wait for the five clients
        #[arg(long, value_name = "SECONDS", default_value = "600", value_parser = duration)]
        joining: Duration,
        /// Time limit of an answer
        #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = duration)]
        turn: Duration,
        /// Folder for the record; each match is a new file
        #[arg(long, value_name = "DIR", default_value = "records")]
        records: PathBuf,
    },

    /// Play on a server of the contest's protocol: `shuban daihinmin serve` or the original
    Client {
        /// The server
        #[arg(long, value_name = "HOST", default_value = "127.0.0.1")]
        host: String,
        /// Its port
        #[arg(long, value_name = "PORT", default_value_t = PORT)]
        port: u16,
        /// The player: random, default, base, endgame-printed, endgame, endgame-sets or endgame+
        #[arg(long, value_name = "PLAYER", default_value = "endgame")]
        player: String,
        /// The name to send to the server [default: the player's name]
        #[arg(long, value_name = "NAME")]
        name: Option<String>,
        /// Seed of the player's random numbers
        #[arg(long, value_name = "S", default_value_t = 1)]
        seed: u64,
        /// How long to try to connect
        #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = duration)]
        reaching: Duration,
        /// Disconnect if the server is silent this long
        #[arg(long, value_name = "SECONDS", default_value = "600", value_parser = duration)]
        silence: Duration,
        #[command(flatten)]
        thinking: Thinking,
    },

    /// Read records, replay every game and check it against the rules
    Check {
        /// Record files
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
    },
}

/// Settings of the players' decisions.
#[derive(Args, Debug)]
struct Thinking {
    /// Look at no more than this many deals of the unseen cards for a decision
    #[arg(
        long,
        value_name = "N",
        default_value_t = EndgameLimits::default().samples,
        value_parser = clap::value_parser!(u64).range(1..)
    )]
    samples: u64,

    /// Think no longer than this for a decision; the match then depends on the machine
    #[arg(long, value_name = "SECONDS", value_parser = duration)]
    think: Option<Duration>,

    /// Number of deals that endgame+ plays out for a decision
    #[arg(
        long,
        value_name = "N",
        default_value_t = Playouts::default().deals,
        value_parser = clap::value_parser!(u32).range(1..)
    )]
    playouts: u32,

    /// Draw this many deals for each playout and take the one that best fits the play so far
    #[arg(
        long,
        value_name = "N",
        default_value_t = Playouts::default().tries,
        value_parser = clap::value_parser!(u32).range(1..=1_000)
    )]
    tries: u32,

    /// Use playouts when at most this many cards are left in all hands
    #[arg(
        long,
        value_name = "N",
        default_value_t = Playouts::default().cards as u64,
        value_parser = clap::value_parser!(u64).range(2..=53)
    )]
    playout_cards: u64,

    /// When a trick ends in the databases of endgame: tanhinmin, when all but the last player have
    /// passed; uecda, as on the contest's server, when that player has passed, too
    #[arg(long, value_name = "RULE", default_value = "tanhinmin", value_parser = parse_clearing)]
    clearing: Clearing,

    /// Use databases when at most this many cards are left in all hands
    #[arg(
        long,
        value_name = "N",
        default_value_t = EndgameLimits::default().cards as u64,
        value_parser = clap::value_parser!(u64).range(2..=11)
    )]
    cards: u64,
}

impl Thinking {
    fn setting(&self) -> PlayerSetting {
        let limits = EndgameLimits {
            cards: self.cards as usize,
            samples: self.samples,
            time: self.think,
            ..EndgameLimits::default()
        };
        let playouts = Playouts {
            cards: self.playout_cards as usize,
            deals: self.playouts,
            tries: self.tries,
            ..Playouts::default()
        };
        PlayerSetting { clearing: self.clearing, limits, playouts }
    }
}

fn duration(text: &str) -> Result<Duration, String> {
    seconds(text).map(Duration::from_secs_f64)
}

/// Parses `tanhinmin` or `uecda`.
fn parse_clearing(text: &str) -> Result<Clearing, String> {
    match text {
        "tanhinmin" => Ok(Clearing::Tanhinmin),
        "uecda" => Ok(Clearing::Uecda),
        _ => Err("there are tanhinmin and uecda".to_owned()),
    }
}

/// The command `daihinmin`.
struct Daihinmin;

fn main() -> ExitCode {
    run_command(shuban_games::catalog(), &Daihinmin)
}

impl Extension for Daihinmin {
    fn command(&self) -> Option<Command> {
        let about =
            "Play Daihinmin by the rules of the UEC contest: matches, server, client, records";
        let command = Command::new("daihinmin").about(about).subcommand_required(true);
        Some(ContestCommand::augment_subcommands(command))
    }

    fn run(&self, matches: &ArgMatches, context: &Context<'_>) -> Result<Status, Failure> {
        let command = ContestCommand::from_arg_matches(matches);
        run(command.map_err(|error| Failure::usage(error.to_string()))?, context)
    }
}

fn run(command: ContestCommand, context: &Context<'_>) -> Result<Status, Failure> {
    let common = context.common;
    match command {
        ContestCommand::Match { players, games, seed, records, thinking } => {
            let players: Vec<PlayerKind> =
                players.iter().map(|name| player(name)).collect::<Result<_, _>>()?;
            let players = players
                .try_into()
                .map_err(|_| Failure::usage("a match is between five players"))?;
            let options = MatchOptions { players, games, seed, records };
            context.if_interrupted(|| Parting::word("the match was not played to its end"));
            let meter = context.meter();
            let played = with_threads(common.threads(), || {
                let setup = set_up(&options.players, &thinking, context, &meter)?;
                play(&setup, &options, &meter)
            })?
            .map_err(failed)?;
            context.answer(&played.report)?;
            Ok(Status::Success)
        }
        ContestCommand::Serve { host, port, games, seed, joining, turn, records } => {
            let options = HostOptions { host, port, games, seed, joining, turn, records };
            context.if_interrupted(|| Parting::word("the server is closed"));
            let host = Host::bind(options).map_err(failed)?;
            context.remark(&format!("listening on {}", host.address()));
            let report = host.run(&context.meter()).map_err(failed)?;
            context.account(&report)?;
            Ok(Status::Success)
        }
        ContestCommand::Client { host, port, player, name, seed, reaching, silence, thinking } => {
            let player = self::player(&player)?;
            let options = JoinOptions { host, port, player, name, seed, reaching, silence };
            context.if_interrupted(|| Parting::word("the client has left"));
            let meter = context.meter();
            let set_up = || set_up(&[player], &thinking, context, &meter);
            let setup = with_threads(common.threads(), set_up)?.map_err(failed)?;
            let report = join(&options, &setup, &meter).map_err(failed)?;
            context.account(&report)?;
            Ok(Status::Success)
        }
        ContestCommand::Check { files } => {
            context.if_interrupted(|| Parting::word("not all records were checked"));
            let checked = check_records(&files).map_err(failed)?;
            context.answer(&checked)?;
            Ok(if checked.passed { Status::Success } else { Status::Negative })
        }
    }
}

/// Sets up these players, on the threads of the current pool.
fn set_up(
    players: &[PlayerKind],
    thinking: &Thinking,
    context: &Context<'_>,
    meter: &Meter,
) -> Result<Setup, shuban_daihinmin::Error> {
    let shelf = DataShelf::new(context.catalog, context.common.data());
    let workers = PoolWorkers { progress: meter };
    setup(players, ContestRules::default(), &thinking.setting(), &shelf, &workers, meter)
}

/// Returns the player of a name.
fn player(name: &str) -> Result<PlayerKind, Failure> {
    PlayerKind::by_name(name).ok_or_else(|| {
        let names = PlayerKind::ALL.map(PlayerKind::name);
        let near = suggestion(name, names);
        let hint = if near.is_empty() { format!("; there are {}", names.join(", ")) } else { near };
        let message = format!("there is no player `{name}`{hint}");
        Failure::Said { status: Status::BadInput, kind: "unknown-player", message }
    })
}

/// Converts the error of a match to a failure, by who must act.
fn failed(error: shuban_daihinmin::Error) -> Failure {
    match error {
        shuban_daihinmin::Error::Interrupted => Error::Interrupted.into(),
        shuban_daihinmin::Error::Stored(error) => Error::oracle(error).into(),
        shuban_daihinmin::Error::Io { path, source } => Failure::of_file(&path, &source),
        other => Failure::environment(other.kind(), other.to_string()),
    }
}
