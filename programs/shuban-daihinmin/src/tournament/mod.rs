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

mod clients;
mod line_ups;
mod options;
mod plan;
mod rating;
mod report;
mod score;

use std::sync::atomic::{AtomicU64, Ordering};

pub use clients::{ClientReport, Clients, ClientsReport};
pub use line_ups::{all_line_ups, line_ups};
pub use options::TournamentOptions;
use plan::Plan;
pub use rating::{Finishes, Rating, ratings};
use rayon::prelude::*;
pub use report::{EntrantReport, TournamentReport};
use score::TableScore;
use shuban_core::Progress;

use crate::matches::{Error, played_at};
use crate::players::Setup;

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
    let players = &options.players;
    let plan = Plan::new(setup, options, players.len())?;
    let done = AtomicU64::new(0);
    progress.phase("games", options.games.into());
    let played = (0..plan.tables()).into_par_iter().map(|table| {
        if progress.interrupted() {
            return Err(Error::Interrupted);
        }
        let kinds = plan.line_up(table).map(|entrant| players[entrant]);
        let count = plan.games(table);
        let record = played_at(setup, &kinds, count, plan.seed(table), progress)?;
        progress.at(done.fetch_add(count.into(), Ordering::Relaxed) + u64::from(count), "");
        plan.keep(table, &record)
    });
    let scores: Vec<TableScore> = played.collect::<Result<_, Error>>()?;
    Ok(plan.report([], &scores))
}
