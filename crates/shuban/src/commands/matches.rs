//! `match GAME PLAYER...`

use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use serde::Serialize;
use shuban_catalog::{Error, with_threads};
use shuban_core::echo::echo;
use shuban_play::record_form::{MoveLists, RecordForm};
use shuban_play::{Level, MatchOptions, MatchReport, Resources, SearchLimits, play_match};
use shuban_store::whole_file;

use crate::context::Context;
use crate::failure::{Failure, Status};
use crate::interrupt::Parting;
use crate::levels::level;
use crate::units::seconds;

/// Most games of each choice of players that are written to a file: `analyse` reads files of a
/// limited size.
const MOST_WRITTEN: u32 = 10_000;

/// Play a match between players: wins, and points with their uncertainty
///
/// Players are perfect (by databases, else as strong), strong (by search, else by the game's own player
/// or an estimate some moves ahead), casual (by an estimate one move ahead) and random, which is also
/// what the others do where a game has none of these. If there are more than the game has seats, all choices of them
/// play. They exchange seats from game to game. The same seed gives the same match for any number of
/// threads, except with --time. How long players think is told on standard error.
///
/// With --to the games are written to a file that `analyse` reads: lists of moves (.txt), for games
/// of which it reads such lists.
#[derive(Args, Debug)]
pub struct Match {
    /// The game
    game: String,
    /// The players: perfect, strong, casual or random; at least as many as the game has seats
    #[arg(required = true, value_name = "PLAYER", value_parser = level)]
    players: Vec<Level>,
    /// Number of games of each choice of players
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1_000,
        value_parser = clap::value_parser!(u32).range(1..=10_000_000)
    )]
    games: u32,
    /// Seed of the dice and of the players
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Start each game from this position, whoever is to move beginning [default: the game's start,
    /// with its opening roll where it has one]
    #[arg(long, value_name = "POSITION")]
    position: Option<String>,
    /// A game of N moves that is not over counts as no result
    #[arg(
        long,
        value_name = "N",
        default_value_t = 2_000,
        value_parser = clap::value_parser!(u32).range(1..=1_000_000)
    )]
    plies: u32,
    /// Nodes that the search for one move may visit
    #[arg(long, value_name = "N", default_value_t = 20_000,
          value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Time limit of the search for one move; the match then depends on the machine
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<f64>,
    /// Write the games to this file; its ending selects the form
    #[arg(long, value_name = "FILE")]
    to: Option<PathBuf>,
}

/// A report, and the file that was written.
#[derive(Serialize)]
struct Recorded<'r> {
    #[serde(flatten)]
    report: &'r MatchReport,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'r Path>,
}

impl fmt::Display for Recorded<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.report)?;
        match self.file {
            Some(file) => write!(f, "\n\nwritten to {}", echo(&file.display().to_string(), 0)),
            None => Ok(()),
        }
    }
}

impl Match {
    pub(crate) fn run(&self, context: &Context<'_>) -> Result<Status, Failure> {
        self.run_with(&MoveLists, context)
    }

    /// Returns the name of the game, if the games are to be written.
    pub fn recorded_game(&self) -> Option<&str> {
        self.to.as_ref().map(|_| &*self.game)
    }

    /// Plays the match; its games are written in a form, if they are to be.
    ///
    /// # Errors
    /// [`Failure`]: arguments are wrong, a file cannot be read or written, interruption.
    pub fn run_with(
        &self,
        form: &dyn RecordForm,
        context: &Context<'_>,
    ) -> Result<Status, Failure> {
        let games = context.catalog.games_named(&self.game)?;
        let position = self.position.clone().unwrap_or_else(|| games.start());
        let (game, _) = games.read(&position)?;
        let Some(to) = &self.to else {
            let report = self.played(&position, context)?;
            return context.answer(&Recorded { report: &report, file: None });
        };
        let ending = to.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        if !form.endings().contains(&ending) {
            let endings: Vec<String> = form.endings().iter().map(|own| format!(".{own}")).collect();
            let (name, endings) = (to.display().to_string(), endings.join(" or "));
            let name = echo(&name, 0);
            return Err(Failure::usage(format!(
                "cannot write `{name}`: the file must end in {endings}"
            )));
        }
        form.check(context.catalog, game, self.position.as_deref())?;
        if self.games > MOST_WRITTEN {
            return Err(Failure::usage(format!(
                "at most {MOST_WRITTEN} games of each choice of players are written to a file, not {}",
                self.games
            )));
        }
        let report = whole_file(to, |out| {
            let report = self.played(&position, context)?;
            out.write_all(form.write(game, &report, ending)?.as_bytes())?;
            Ok(report)
        });
        let report = report.map_err(|error| match error {
            Error::Write(source) => Error::Io { path: to.clone(), source },
            error => error,
        })?;
        context.answer(&Recorded { report: &report, file: Some(to) })
    }

    /// Plays the games from a position. A match that is interrupted is told as far as it went.
    fn played(&self, position: &str, context: &Context<'_>) -> Result<MatchReport, Error> {
        let Context { catalog, common, .. } = *context;
        let (game, start) = catalog.games_named(&self.game)?.read(position)?;
        context.if_interrupted(|| Parting::word("no game was played to its end"));
        let limits = SearchLimits {
            nodes: Some(self.nodes),
            time: self.time.map(Duration::from_secs_f64),
            ..SearchLimits::default()
        };
        // The result of a search may depend on its memory, so with less memory fewer run at once.
        let most = usize::try_from(common.memory() / limits.memory).unwrap_or(usize::MAX);
        let threads = common.threads().min(most).max(1);
        let resources = Resources::new(catalog, common.data()).within(limits);
        let options = MatchOptions {
            players: self.players.clone(),
            games: self.games,
            seed: self.seed,
            plies: self.plies as usize,
            opening: self.position.is_none(),
            is_recorded: self.to.is_some(),
        };
        let report = {
            let meter = context.meter();
            let play = || play_match(&resources, game, &start, &options, &meter);
            with_threads(threads, play)??
        };
        report.times().iter().for_each(|line| context.remark(line));
        if report.is_interrupted {
            context.if_interrupted(move || match report.played() {
                0 => Parting::word("no game was played to its end"),
                played => Parting::word(format!("games played: {played}")).with(&report),
            });
            return Err(Error::Interrupted);
        }
        Ok(report)
    }
}
