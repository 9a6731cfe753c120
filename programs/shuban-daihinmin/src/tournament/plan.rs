//! The tables of a tournament.

use std::fs;

use shuban_core::Random;
use shuban_daihinmin_game::{ContestRules, PLAYERS};

use super::line_ups::{all_line_ups, line_ups};
use super::options::TournamentOptions;
use super::report::TournamentReport;
use super::score::{TableScore, score};
use crate::matches::{Error, io_at, keep};
use crate::players::Setup;
use crate::record::MatchRecord;

/// The least number of tables, for intervals, if there are as many games.
const LEAST_TABLES: u32 = 20;

/// The tables of a tournament: who sits there, how many games they play, and with which seed.
pub(super) struct Plan<'a> {
    rules: ContestRules,
    options: &'a TournamentOptions,
    entrants: usize,
    line_ups: Vec<[usize; PLAYERS]>,
}

impl<'a> Plan<'a> {
    /// Plans a tournament of this many players, those of the options first.
    ///
    /// # Errors
    /// [`Error::Entrants`] for fewer than two; [`Error::Io`] if the folder for records cannot be made.
    pub(super) fn new(
        setup: &Setup,
        options: &'a TournamentOptions,
        entrants: usize,
    ) -> Result<Self, Error> {
        if entrants < 2 {
            return Err(Error::Entrants);
        }
        if let Some(folder) = &options.records {
            fs::create_dir_all(folder).map_err(io_at(folder))?;
        }
        let tables = table_count(&setup.rules, entrants, options.games);
        let line_ups = line_ups(entrants, tables as usize, options.seed);
        Ok(Plan { rules: setup.rules, options, entrants, line_ups })
    }

    /// Returns the number of tables.
    pub(super) fn tables(&self) -> u32 {
        self.line_ups.len() as u32
    }

    /// Returns the player of each number at a table.
    pub(super) fn line_up(&self, table: u32) -> &[usize; PLAYERS] {
        &self.line_ups[table as usize]
    }

    /// Returns the number of games of a table.
    pub(super) fn games(&self, table: u32) -> u32 {
        let (games, tables) = (self.options.games, self.tables());
        games / tables + u32::from(table < games % tables)
    }

    /// Returns the seed of a table.
    pub(super) fn seed(&self, table: u32) -> u64 {
        Random::of_part(self.options.seed, table.into()).bits()
    }

    /// Keeps the record of a table, if records are kept, and counts its result.
    ///
    /// # Errors
    /// [`Error::Io`] if it cannot be written.
    pub(super) fn keep(&self, table: u32, record: &MatchRecord) -> Result<TableScore, Error> {
        if let Some(folder) = &self.options.records {
            keep(folder, table, record)?;
        }
        Ok(score(record, self.line_up(table), self.entrants))
    }

    /// Sums up the tables that were played. The players after those of the options have these names.
    pub(super) fn report(
        &self,
        others: impl IntoIterator<Item = String>,
        scores: &[TableScore],
    ) -> TournamentReport {
        let names = self.options.players.iter().map(|kind| kind.name().to_owned()).chain(others);
        let games = (0..scores.len() as u32).map(|table| self.games(table)).sum();
        TournamentReport::new(&self.rules, &names.collect::<Vec<_>>(), games, self.options, scores)
    }
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
