//! A match in this process.

use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;
use shuban_core::Progress;
use shuban_daihinmin_game::PLAYERS;

use super::error::{Error, io_at};
use super::report::PlayedMatch;
use super::tables::{Tables, keep};
use crate::contest::{Awaited, Contest};
use crate::players::{PlayerKind, Setup, play_match_while};
use crate::record::MatchRecord;

/// Options of a match.
#[derive(Clone, Debug)]
pub struct MatchOptions {
    /// The players.
    pub players: [PlayerKind; PLAYERS],
    /// The number of games.
    pub games: u32,
    /// The seed of the random numbers.
    pub seed: u64,
    /// The folder for records, a file for each table; none are written by default.
    pub records: Option<PathBuf>,
}

/// Plays a match on the threads of the current pool, each table by itself, so that the result does
/// not depend on the number of threads.
///
/// # Errors
/// [`Error::Io`] if records cannot be written; [`Error::Interrupted`].
pub fn play(
    setup: &Setup,
    options: &MatchOptions,
    progress: &dyn Progress,
) -> Result<PlayedMatch, Error> {
    if let Some(folder) = &options.records {
        fs::create_dir_all(folder).map_err(io_at(folder))?;
    }
    let tables = Tables::new(&setup.rules, options.games, options.seed);
    let done = AtomicU64::new(0);
    progress.phase("games", options.games.into());
    let played = (0..tables.count()).into_par_iter().map(|table| {
        if progress.interrupted() {
            return Err(Error::Interrupted);
        }
        let record = table_played(setup, options, &tables, table, progress)?;
        let count = record.games.len() as u64;
        progress.at(done.fetch_add(count, Ordering::Relaxed) + count, "");
        Ok(tables.result(&record))
    });
    let results: Vec<_> = played.collect::<Result<_, Error>>()?;
    Ok(tables.sum(&options.players.map(|kind| kind.name().to_owned()), results))
}

/// Plays the games of one table and writes its record.
fn table_played(
    setup: &Setup,
    options: &MatchOptions,
    tables: &Tables,
    table: u32,
    progress: &dyn Progress,
) -> Result<MatchRecord, Error> {
    let (games, seed) = (tables.games(table), tables.seed(table));
    let record = played_at(setup, &options.players, games, seed, progress)?;
    if let Some(folder) = &options.records {
        keep(folder, table, &record)?;
    }
    Ok(record)
}

/// Plays the games of a table that has this seed.
///
/// # Errors
/// [`Error::Interrupted`], after the game in play.
pub(crate) fn played_at(
    setup: &Setup,
    kinds: &[PlayerKind; PLAYERS],
    games: u32,
    seed: u64,
    progress: &dyn Progress,
) -> Result<MatchRecord, Error> {
    let setup = Setup { seed, ..setup.clone() };
    let mut players = std::array::from_fn(|number| kinds[number].player(&setup, number));
    let mut contest = Contest::new(setup.rules, games, seed);
    play_match_while(&mut contest, &mut players, &|| !progress.interrupted());
    if contest.awaits() != Awaited::Nothing {
        return Err(Error::Interrupted);
    }
    Ok(contest.match_record(kinds.map(|kind| kind.name().to_owned())))
}
