//! `shuban daihinmin`: matches by the rules of the UEC contest, its server and clients, and records.

mod arguments;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::{ArgMatches, Args, Command, FromArgMatches, Subcommand};
use shuban::{Context, Extension, Failure, Meter, Parting, Status, run_command, seconds};
use shuban_catalog::names::suggestion;
use shuban_catalog::{DataShelf, Error, with_threads};
use shuban_daihinmin::improve::improve;
use shuban_daihinmin::learn::learn;
use shuban_daihinmin::matches::{
    Host, HostOptions, JoinOptions, MatchOptions, check_records, join, play, setup,
};
use shuban_daihinmin::players::{PlayerKind, Setup};
use shuban_daihinmin::wire::PORT;
use shuban_daihinmin_game::{ContestRules, PLAYERS};
use shuban_solve::PoolWorkers;

use crate::arguments::{
    ClientArguments, ConvertArguments, Games, ImproveArguments, LearnArguments, Thinking,
    TournamentArguments, Waiting, with_clients,
};

#[derive(Debug, Subcommand)]
enum ContestCommand {
    /// Play a match: five players by name, or some of them and clients
    ///
    /// As in the contest, each hundred games form a table. The same seed gives the same match for
    /// any number of threads, except with --think.
    Match(Match),

    /// Play a match with five clients over the contest's protocol, version 20070
    ///
    /// Waits for five clients, plays the games and keeps a record. A late, illegal or missing
    /// answer counts as a pass; a client that disconnects passes to the end.
    Serve {
        #[command(flatten)]
        waiting: Waiting,
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
        /// The player: random, default, base, endgame-printed, endgame, endgame-sets, endgame+, policy
        /// or champion
        #[arg(long, value_name = "PLAYER", default_value = "endgame")]
        player: String,
        /// The name to send to the server [default: the player's name]
        #[arg(long, value_name = "NAME")]
        name: Option<String>,
        /// Seed of the player's random numbers
        #[arg(long, value_name = "S", default_value_t = 1)]
        seed: u64,
        /// Time to try to connect
        #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = duration)]
        reaching: Duration,
        /// Disconnect if the server is silent this long
        #[arg(long, value_name = "SECONDS", default_value = "600", value_parser = duration)]
        silence: Duration,
        /// Join again after each match, as for the tables of a tournament, until nothing has listened
        /// there for the time of --reaching
        #[arg(long)]
        again: bool,
        #[command(flatten)]
        thinking: Thinking,
    },

    /// Play a tournament: tables of changing line-ups, points and ratings
    ///
    /// Line-ups are chosen so that all pairs of players meet equally often; with fewer than five
    /// players, some have several seats. The same seed gives the same tournament for any number of
    /// threads, except with --think.
    Tournament(TournamentArguments),

    /// Learn a policy from records: weights for the players policy and champion
    ///
    /// The same records, seed and settings give the same file.
    Learn(LearnArguments),

    /// Improve a policy by its own games: weights for the player policy
    ///
    /// It draws its plays, and learns from the places that they lead to. The same options give the same
    /// file for any number of threads; one that is interrupted leaves none. The defaults make the
    /// weights that policy comes with.
    Improve(ImproveArguments),

    /// Write a record in the format of the contest's programs, or one of theirs in ours
    ///
    /// Every game is replayed. What has no form in the other format is refused with its line. Times
    /// of plays, which only the contest's format has, are not kept.
    Convert(ConvertArguments),

    /// Read records, replay every game and check it against the rules
    Check {
        /// Record files
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
    },
}

/// Arguments of a match.
#[derive(Args, Debug)]
struct Match {
    /// The players in order of their numbers: random, default, base, endgame-printed,
    /// endgame, endgame-sets, endgame+, policy, champion or
    /// champion-sets
    #[arg(num_args = 0..=5, value_name = "PLAYER")]
    players: Vec<String>,
    #[command(flatten)]
    games: Games,
    #[command(flatten)]
    thinking: Thinking,
    #[command(flatten)]
    clients: ClientArguments,
}

fn duration(text: &str) -> Result<Duration, String> {
    seconds(text).map(Duration::from_secs_f64)
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
        ContestCommand::Match(of) => {
            let seats = of.players.len() + of.clients.ports.len();
            if seats != PLAYERS {
                let message = format!("a match is between five players, these are {seats}");
                return Err(Failure::usage(message));
            }
            context.if_interrupted(|| Parting::word("the match was not played to its end"));
            let meter = context.meter();
            let players = named(&of.players)?;
            let Ok(players) = players.try_into() else {
                return with_clients(of, context, &meter);
            };
            let Match { games: Games { games, seed, records }, thinking, .. } = of;
            let options = MatchOptions { players, games, seed, records };
            let played = with_threads(common.threads(), || {
                let setup = set_up(&options.players, &thinking, context, &meter)?;
                play(&setup, &options, &meter)
            })?
            .map_err(failed)?;
            context.answer(&played.report)?;
            Ok(Status::Success)
        }
        ContestCommand::Serve { waiting, port, games, seed, records } => {
            let limits = waiting.limits();
            let Waiting { host, joining, .. } = waiting;
            let options = HostOptions { host, port, games, seed, joining, limits, records };
            context.if_interrupted(|| Parting::word("the server is closed"));
            let host = Host::bind(options).map_err(failed)?;
            context.remark(&format!("listening on {}", host.address()));
            let report = host.run(&context.meter()).map_err(failed)?;
            context.account(&report)?;
            Ok(Status::Success)
        }
        ContestCommand::Client {
            host,
            port,
            player,
            name,
            seed,
            reaching,
            silence,
            again,
            thinking,
        } => {
            let player = self::player(&player)?;
            let options = JoinOptions { host, port, player, name, seed, reaching, silence, again };
            context.if_interrupted(|| Parting::word("the client has left"));
            let meter = context.meter();
            let set_up = || set_up(&[player], &thinking, context, &meter);
            let setup = with_threads(common.threads(), set_up)?.map_err(failed)?;
            let report = join(&options, &setup, &meter).map_err(failed)?;
            context.account(&report)?;
            Ok(Status::Success)
        }
        ContestCommand::Tournament(arguments) => arguments.run(context),
        ContestCommand::Learn(arguments) => {
            context.if_interrupted(|| Parting::word("nothing was learnt"));
            context.answer(&learn(&arguments.options(), &context.meter()).map_err(failed)?)?;
            Ok(Status::Success)
        }
        ContestCommand::Improve(arguments) => {
            context.if_interrupted(|| Parting::word("nothing was learnt"));
            let meter = context.meter();
            let improved =
                with_threads(common.threads(), || improve(&arguments.options(), &meter))?;
            context.answer(&improved.map_err(failed)?)?;
            Ok(Status::Success)
        }
        ContestCommand::Convert(arguments) => arguments.run(context),
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
    setup(players, ContestRules::default(), &thinking.setting()?, &shelf, &workers, meter)
}

/// Returns the players of names.
fn named(names: &[String]) -> Result<Vec<PlayerKind>, Failure> {
    names.iter().map(|name| player(name)).collect()
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
        shuban_daihinmin::Error::Record { .. }
        | shuban_daihinmin::Error::Weights { .. }
        | shuban_daihinmin::Error::NoDecisions => {
            let (kind, message) = (error.kind(), error.to_string());
            Failure::Said { status: Status::BadInput, kind, message }
        }
        other => Failure::environment(other.kind(), other.to_string()),
    }
}
