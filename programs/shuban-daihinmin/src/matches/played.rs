//! A match in this process.

use std::fmt;
use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;
use serde::Serialize;
use shuban_core::text::grouped;
use shuban_core::{Progress, Random};
use shuban_daihinmin_game::{ContestRules, PLAYERS};
use shuban_store::write_bytes;

use super::error::{Error, io_at};
use super::interval::{batch, interval};
use crate::contest::Contest;
use crate::players::{PlayerKind, Setup, play_match};
use crate::record::{GameRecord, MatchRecord};

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

/// The result of a match.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MatchReport {
    /// The number of games.
    pub games: u32,
    /// The number of tables, each of which begins without classes.
    pub tables: u32,
    /// The seed of the random numbers.
    pub seed: u64,
    /// The players by their numbers.
    pub players: Vec<PlayerReport>,
}

/// The result of a player.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlayerReport {
    /// The player's name.
    pub name: String,
    /// The points of all games together: 5, 4, 3, 2, 1 for the places.
    pub points: u64,
    /// Number of games in each place, from the first.
    pub places: [u32; PLAYERS],
    /// The interval of 95 % of the points; none for a single game.
    pub ci95: Option<[f64; 2]>,
}

impl fmt::Display for MatchReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let MatchReport { games, tables, seed, .. } = self;
        let width = self.players.iter().map(|player| player.name.len()).max().unwrap_or(0);
        let (all, mean) = (grouped(*games), grouped(u64::from(*games) * 3));
        let mut lines = vec![
            format!(
                "{all} games at {tables} tables, seed {seed}; all alike would have {mean} points"
            ),
            format!("{:width$}   points   95 % interval     1st    2nd    3rd    4th    5th", ""),
        ];
        for player in &self.players {
            let ci95 = player.ci95.map_or("–".to_owned(), |[low, high]| {
                format!("{}–{}", grouped(low.round() as u64), grouped(high.round() as u64))
            });
            let places: String = player.places.iter().map(|count| format!(" {count:>6}")).collect();
            let points = grouped(player.points);
            lines.push(format!("{:width$} {points:>8} {ci95:>15} {places}", player.name));
        }
        f.write_str(&lines.join("\n"))
    }
}

/// A finished match.
pub struct PlayedMatch {
    /// Its result.
    pub report: MatchReport,
    /// The points of each player in each batch of games that is taken as independent.
    pub batches: Vec<[f64; PLAYERS]>,
}

/// Plays a match on the threads of the current pool. As in the contest, classes are reset every
/// hundred games; so each hundred is a table with players and random numbers of its own, and the
/// result does not depend on the number of threads.
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
    let games = options.games;
    let each = match setup.rules.reset_every {
        0 => games.max(1),
        every => every,
    };
    let tables = games.div_ceil(each);
    let size = batch(tables as usize, games as usize);
    let done = AtomicU64::new(0);
    progress.phase("games", games.into());
    let played = (0..tables).into_par_iter().map(|table| {
        if progress.interrupted() {
            return Err(Error::Interrupted);
        }
        let record = table_played(setup, options, table, each.min(games - table * each))?;
        let count = record.games.len() as u64;
        progress.at(done.fetch_add(count, Ordering::Relaxed) + count, "");
        Ok((record.places(), batches(&record, size)))
    });
    let (of_tables, batches): (Vec<_>, Vec<_>) = played.collect::<Result<_, Error>>()?;
    let mut places = [[0; PLAYERS]; PLAYERS];
    for of_table in of_tables {
        let counts = places.iter_mut().flatten().zip(of_table.into_iter().flatten());
        counts.for_each(|(sum, count)| *sum += count);
    }
    let batches = batches.concat();
    let names = options.players.map(|kind| kind.name().to_owned());
    let players = player_reports(&names, &setup.rules, &places, &batches);
    let report = MatchReport { games, tables, seed: options.seed, players };
    Ok(PlayedMatch { report, batches })
}

/// Plays the games of one table and writes its record.
fn table_played(
    setup: &Setup,
    options: &MatchOptions,
    table: u32,
    games: u32,
) -> Result<MatchRecord, Error> {
    let seed = Random::of_part(options.seed, table.into()).bits();
    let setup = Setup { seed, ..setup.clone() };
    let mut players = std::array::from_fn(|number| options.players[number].player(&setup, number));
    let mut contest = Contest::new(setup.rules, games, seed);
    play_match(&mut contest, &mut players);
    let record = contest.match_record(options.players.map(|kind| kind.name().to_owned()));
    if let Some(folder) = &options.records {
        let file = folder.join(format!("table-{:04}.txt", table + 1));
        write_bytes(&file, record.to_string().as_bytes()).map_err(io_at(&file))?;
    }
    Ok(record)
}

/// Returns the points of each player in each batch of this many games.
pub(super) fn batches(record: &MatchRecord, size: usize) -> Vec<[f64; PLAYERS]> {
    let sum = |games: &[GameRecord]| {
        let points: Vec<_> = games.iter().map(|game| game.points(&record.rules)).collect();
        std::array::from_fn(|player| points.iter().map(|points| points[player]).sum())
    };
    record.games.chunks(size).map(sum).collect()
}

/// Returns the results of the players, by their places and by their points in each batch.
pub(super) fn player_reports(
    names: &[String],
    rules: &ContestRules,
    places: &[[u32; PLAYERS]; PLAYERS],
    batches: &[[f64; PLAYERS]],
) -> Vec<PlayerReport> {
    let report = |player: usize| {
        let batches: Vec<f64> = batches.iter().map(|batch| batch[player]).collect();
        PlayerReport {
            name: names[player].clone(),
            points: rules.points_of(&places[player]),
            places: places[player],
            ci95: interval(&batches),
        }
    };
    (0..PLAYERS).map(report).collect()
}
