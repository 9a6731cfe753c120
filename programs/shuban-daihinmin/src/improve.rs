//! Improvement of a policy by games that it plays.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;

use rayon::prelude::*;
use serde::Serialize;
use shuban_core::{Progress, Random};
use shuban_daihinmin_game::players::PolicyPlayer;
use shuban_daihinmin_game::policy::{Decisions, Improvement, Policy};
use shuban_daihinmin_game::{ContestRules, PLAYERS};
use shuban_store::write_bytes;

use crate::contest::Contest;
use crate::learn::{add_game, may_be_written, read_policy};
use crate::matches::{Error, io_at};
use crate::players::{PlayerKind, Setup, play_match_while};

/// Tables of a step, which are played side by side, and the games of each.
const TABLES: usize = 10;
const GAMES: u32 = 50;
/// The length of the first step; the last ones come to nothing.
const RATE: f32 = 0.03;

/// The four others of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rival {
    /// Players of a kind.
    Kind(PlayerKind),
    /// The policy as it is at the beginning of a step: its likeliest plays.
    Itself,
}

impl FromStr for Rival {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        match PlayerKind::by_name(name) {
            _ if name == "itself" => Ok(Rival::Itself),
            Some(kind) if kind.asks_databases() || kind.asks_sets() => {
                Err("players with databases take no part".to_owned())
            }
            Some(kind) => Ok(Rival::Kind(kind)),
            None => Err("there is no such player, and it is not `itself`".to_owned()),
        }
    }
}

/// Options of improvement.
#[derive(Clone, Debug)]
pub struct ImproveOptions {
    /// The file of the policy to begin with; by default the one by which `champion` searches.
    pub from: Option<PathBuf>,
    /// The players to play against, at table after table.
    pub against: Vec<Rival>,
    /// The number of games, in steps of 500.
    pub games: u64,
    /// The seed of the random numbers.
    pub seed: u64,
    /// The file for the weights.
    pub to: PathBuf,
}

/// Result of improvement.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ImproveReport {
    /// The number of games.
    pub games: u64,
    /// The mean points of a game in the first tenth, where it drew its plays, against all rivals. One
    /// that is itself becomes better as it does.
    pub first_points: f64,
    /// The same in the last tenth.
    pub last_points: f64,
    /// The file of the weights.
    pub file: PathBuf,
}

impl fmt::Display for ImproveReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ImproveReport { games, first_points, last_points, file } = self;
        write!(
            f,
            "{games} games, with plays drawn: {first_points:.3} points a game in the first tenth, \
             {last_points:.3} in the last: {}",
            file.display()
        )
    }
}

/// Improves a policy and writes the weights, on the threads of the current pool. The file depends on
/// the options, and on the policy to begin with, alone.
///
/// # Errors
/// [`Error::Io`], [`Error::Weights`] for a file that holds no policy, [`Error::Interrupted`]; the file
/// stays as it was.
pub fn improve(options: &ImproveOptions, progress: &dyn Progress) -> Result<ImproveReport, Error> {
    may_be_written(&options.to)?;
    let from = options.from.as_deref().map(read_policy).transpose()?;
    let mut improvement =
        Improvement::new(from.unwrap_or_else(|| Arc::unwrap_or_clone(Policy::bundled())));
    let of_step = TABLES as u64 * u64::from(GAMES);
    let steps = options.games.div_ceil(of_step).max(1);
    progress.phase("games", steps * of_step);
    let mut points = Vec::new();
    for step in 0..steps {
        let policy = Arc::new(improvement.policy().clone());
        let tables: Vec<_> = (0..TABLES)
            .into_par_iter()
            .map(|table| {
                let number = step * TABLES as u64 + table as u64;
                let games = play_table(options, number, &policy, progress);
                (improvement.lesson(&games.decisions, &games.worth), games.points)
            })
            .collect();
        if progress.interrupted() {
            return Err(Error::Interrupted);
        }
        let (lessons, of_tables): (Vec<_>, Vec<u64>) = tables.into_iter().unzip();
        improvement.learn(&lessons, RATE * (1.0 - step as f32 / steps as f32));
        points.push(of_tables.iter().sum::<u64>() as f64 / of_step as f64);
        progress.at((step + 1) * of_step, "");
    }
    let text = improvement.policy().to_string();
    write_bytes(&options.to, text.as_bytes()).map_err(io_at(&options.to))?;
    let tenth = points.len().div_ceil(10);
    let mean = |points: &[f64]| points.iter().sum::<f64>() / points.len() as f64;
    Ok(ImproveReport {
        games: steps * of_step,
        first_points: mean(&points[..tenth]),
        last_points: mean(&points[points.len() - tenth..]),
        file: options.to.clone(),
    })
}

/// The games of a table, as the policy saw them.
#[derive(Default)]
struct TableGames {
    decisions: Decisions,
    /// The worth of the place that each decision led to.
    worth: Vec<f32>,
    points: u64,
}

/// Plays a table of this number against one of the rivals; ends early if interrupted.
fn play_table(
    options: &ImproveOptions,
    number: u64,
    policy: &Arc<Policy>,
    progress: &dyn Progress,
) -> TableGames {
    let rules = ContestRules::default();
    let seed = Random::of_part(options.seed, number).bits();
    let count = options.against.len().max(1) as u64;
    let (kind, weights) = match options.against.get((number % count) as usize) {
        Some(&Rival::Kind(kind)) => (kind, None),
        Some(Rival::Itself) | None => (PlayerKind::Policy, Some(Arc::clone(policy))),
    };
    let setup = Setup { policy: weights, ..Setup::new(rules, seed) };
    let mut players = std::array::from_fn(|player| kind.player(&setup, player));
    let drawing = Random::of_part(seed, PLAYERS as u64);
    players[0] = Box::new(PolicyPlayer::new(rules, Arc::clone(policy)).drawing(drawing));
    let mut contest = Contest::new(rules, GAMES, seed);
    play_match_while(&mut contest, &mut players, &|| !progress.interrupted());
    let most = f32::from(rules.points[0] - rules.points[PLAYERS - 1]);
    let mut games = TableGames::default();
    for game in contest.records() {
        let place = game.ranking.iter().position(|&player| player == 0);
        let points = rules.points[place.expect("a game that is over ranks all")];
        add_game(&mut games.decisions, &rules, game, |player| player == 0);
        let worth = f32::from(points - rules.points[PLAYERS - 1]) / most;
        games.worth.resize(games.decisions.len(), worth);
        games.points += u64::from(points);
    }
    games
}
