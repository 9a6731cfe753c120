//! `match GAME PLAYER...`

use std::time::Duration;

use clap::Args;
use shuban_catalog::with_threads;
use shuban_play::{Level, MatchOptions, Resources, SearchLimits, play_match};

use crate::context::Context;
use crate::failure::{Failure, Status};
use crate::interrupt::Parting;
use crate::levels::level;
use crate::units::seconds;

/// Play a match between players: wins, and points with their uncertainty
///
/// Players are perfect (by databases, else as strong), strong (by search, else by an estimate some
/// moves ahead), casual (by an estimate one move ahead) and random, which is also what the others do
/// where a game has neither. If there are more than the game has seats, all choices of them play. They exchange seats
/// from game to game. The same seed gives the same match for any number of threads, except with
/// --time. How long players think is told on standard error.
#[derive(Args, Debug)]
pub(crate) struct Match {
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
}

impl Match {
    pub(crate) fn run(&self, context: &Context<'_>) -> Result<Status, Failure> {
        let Context { catalog, common, .. } = *context;
        let games = catalog.games_named(&self.game)?;
        let position = self.position.clone().unwrap_or_else(|| games.start());
        let (game, start) = games.read(&position)?;
        context.if_interrupted(|| Parting::word("no game was played to its end"));
        let limits = SearchLimits {
            nodes: Some(self.nodes),
            time: self.time.map(Duration::from_secs_f64),
            ..SearchLimits::default()
        };
        // The result of a search may depend on its memory, so with less memory fewer run at once.
        let most = usize::try_from(common.memory() / limits.memory).unwrap_or(usize::MAX);
        let threads = common.threads().min(most).max(1);
        let resources = Resources::new(catalog, &common.data).within(limits);
        let options = MatchOptions {
            players: self.players.clone(),
            games: self.games,
            seed: self.seed,
            plies: self.plies as usize,
            opening: self.position.is_none(),
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
            return Err(Failure::Interrupted);
        }
        context.answer(&report)
    }
}
