//! Tournaments: tables of changing line-ups, points and ratings.
//!
//! ```
//! use shuban_core::Silent;
//! use shuban_daihinmin::players::{PlayerKind, Setup};
//! use shuban_daihinmin::tournament::{TournamentOptions, hold};
//! use shuban_daihinmin_game::ContestRules;
//!
//! let players = vec![PlayerKind::Random, PlayerKind::Base];
//! let options = TournamentOptions { players, games: 200, seed: 1, records: None };
//! let setup = Setup::new(ContestRules::default(), 1);
//! let report = hold(&setup, &options, &Silent)?;
//! assert_eq!(report.players[0].name, "base");
//! # Ok::<_, shuban_daihinmin::Error>(())
//! ```

mod line_ups;
mod options;
mod rating;
mod report;
mod score;

use std::fs;
use std::sync::atomic::{AtomicU64, Ordering};

pub use line_ups::{all_line_ups, line_ups};
pub use options::TournamentOptions;
pub use rating::{Finishes, Rating, ratings};
use rayon::prelude::*;
pub use report::{EntrantReport, TournamentReport};
use score::{TableScore, score};
use shuban_core::{Progress, Random};
use shuban_daihinmin_game::ContestRules;

use crate::matches::{Error, io_at, keep, played_at};
use crate::players::Setup;

/// The least number of tables, for intervals, if there are as many games.
const LEAST_TABLES: u32 = 20;

/// Plays a tournament on the threads of the current pool: tables of at most as many games as classes
/// last, whose line-ups let all pairs of players meet equally often. Each table has random numbers
/// of its own, so that the result does not depend on the number of threads.
///
/// # Errors
/// [`Error::Entrants`] for fewer than two players; [`Error::Io`] if records cannot be written;
/// [`Error::Interrupted`].
pub fn hold(
    setup: &Setup,
    options: &TournamentOptions,
    progress: &dyn Progress,
) -> Result<TournamentReport, Error> {
    let TournamentOptions { players, games, seed, records } = options;
    if players.len() < 2 {
        return Err(Error::Entrants);
    }
    if let Some(folder) = records {
        fs::create_dir_all(folder).map_err(io_at(folder))?;
    }
    let tables = table_count(&setup.rules, players.len(), *games);
    let line_ups = line_ups(players.len(), tables as usize, *seed);
    let done = AtomicU64::new(0);
    progress.phase("games", (*games).into());
    let played = (0..tables).into_par_iter().zip(line_ups).map(|(table, line_up)| {
        if progress.interrupted() {
            return Err(Error::Interrupted);
        }
        let count = games / tables + u32::from(table < games % tables);
        let kinds = line_up.map(|entrant| players[entrant]);
        let seed = Random::of_part(*seed, table.into()).bits();
        let record = played_at(setup, &kinds, count, seed, progress)?;
        if let Some(folder) = records {
            keep(folder, table, &record)?;
        }
        progress.at(done.fetch_add(count.into(), Ordering::Relaxed) + u64::from(count), "");
        Ok(score(&record, &line_up, players.len()))
    });
    let scores: Vec<TableScore> = played.collect::<Result<_, Error>>()?;
    Ok(TournamentReport::new(&setup.rules, options, &scores))
}

/// Returns the number of tables: tables of as many games as classes last, but no fewer than are
/// needed for intervals, and whole rounds of all line-ups unless these are many.
fn table_count(rules: &ContestRules, players: usize, games: u32) -> u32 {
    let games = games.max(1);
    let each = if rules.reset_every == 0 { games } else { rules.reset_every };
    let least = games.div_ceil(each).max(LEAST_TABLES.min(games));
    let round = u32::try_from(all_line_ups(players)).unwrap_or(u32::MAX);
    if round > least.saturating_mul(2) {
        return least;
    }
    let whole = least.div_ceil(round) * round;
    if whole <= games { whole } else { least }
}
