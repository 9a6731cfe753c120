//! A match in this process.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;
use serde::Serialize;
use shuban_core::{Progress, Random, grouped};

use super::error::Error;
use super::interval::{batch, interval};
use super::records;
use crate::game::{Contest, MatchRecord, PLAYERS};
use crate::players::{PlayerKind, Setup};

/// How a match is played.
#[derive(Clone, Debug)]
pub struct MatchOptions {
    /// Who plays.
    pub players: [PlayerKind; PLAYERS],
    /// How many games.
    pub games: u32,
    /// Where chance begins.
    pub seed: u64,
    /// Where records go, a file for each table; nowhere by default.
    pub records: Option<PathBuf>,
}

/// What a match came to.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MatchReport {
    /// How many games were played.
    pub games: u32,
    /// At how many tables, each of which begins without classes.
    pub tables: u32,
    /// Where chance began.
    pub seed: u64,
    /// The players in the order in which they were named.
    pub players: Vec<PlayerReport>,
}

/// What a player came to.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlayerReport {
    /// Its name.
    pub name: String,
    /// The points of all games together: 5, 4, 3, 2, 1 for the places.
    pub points: u64,
    /// How often it came to each place, from the first.
    pub places: [u32; PLAYERS],
    /// Between what its points lie with 95 % confidence; nothing for a single game.
    pub ci95: Option<[f64; 2]>,
}

impl fmt::Display for MatchReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let MatchReport { games, tables, seed, .. } = self;
        let width = self.players.iter().map(|player| player.name.len()).max().unwrap_or(0);
        let mut lines = vec![format!(
            "{} games at {tables} tables, seed {seed}; all alike would have {} points",
            grouped(*games),
            grouped(u64::from(*games) * 3)
        )];
        lines.push(format!(
            "{:width$}   points   95 % interval     1st    2nd    3rd    4th    5th",
            ""
        ));
        for player in &self.players {
            let ci95 = player.ci95.map_or("–".to_owned(), |[low, high]| {
                format!("{}–{}", grouped(low.round() as u64), grouped(high.round() as u64))
            });
            let places: String = player.places.iter().map(|count| format!(" {count:>6}")).collect();
            lines.push(format!(
                "{:width$} {:>8} {ci95:>15} {places}",
                player.name,
                grouped(player.points)
            ));
        }
        f.write_str(&lines.join("\n"))
    }
}

/// The games of one table.
struct TablePlayed {
    places: [[u32; PLAYERS]; PLAYERS],
    /// The points of each player in each batch of games.
    batches: Vec<[f64; PLAYERS]>,
}

/// A match that was played.
pub struct PlayedMatch {
    /// What it came to.
    pub report: MatchReport,
    /// The points of each player in each batch of games that is taken as independent.
    pub batches: Vec<[f64; PLAYERS]>,
}

/// Plays a match on the threads of the current pool. As the contest has it, classes are forgotten
/// every hundred games: so each hundred is a table of its own, with players and chance of its own,
/// and the result does not depend on the number of threads.
///
/// # Errors
/// [`Error::Io`] if records cannot be written; [`Error::Interrupted`].
pub fn play(
    setup: &Setup,
    options: &MatchOptions,
    progress: &dyn Progress,
) -> Result<PlayedMatch, Error> {
    if let Some(folder) = &options.records {
        records::make_folder(folder)?;
    }
    let each = match setup.rules.reset_every {
        0 => options.games,
        every => every,
    };
    let tables = options.games.div_ceil(each.max(1));
    let done = AtomicU64::new(0);
    progress.phase("games", options.games.into());
    let played: Vec<TablePlayed> = (0..tables)
        .into_par_iter()
        .map(|table| {
            if progress.interrupted() {
                return Err(Error::Interrupted);
            }
            let games = each.min(options.games - table * each);
            let one = OneTable { setup, table, games, of: options };
            let played = one.play(batch(tables as usize, options.games as usize))?;
            progress.at(done.fetch_add(games.into(), Ordering::Relaxed) + u64::from(games), "");
            Ok(played)
        })
        .collect::<Result<_, Error>>()?;
    let batches: Vec<[f64; PLAYERS]> =
        played.iter().flat_map(|table| &table.batches).copied().collect();
    let players = options.players.iter().enumerate().map(|(player, kind)| {
        let mut places = [0; PLAYERS];
        for table in &played {
            places.iter_mut().zip(table.places[player]).for_each(|(sum, count)| *sum += count);
        }
        let points = places.iter().zip(setup.rules.points);
        let points = points.map(|(&count, points)| u64::from(count) * u64::from(points)).sum();
        let own: Vec<f64> = batches.iter().map(|batch| batch[player]).collect();
        PlayerReport { name: kind.name().to_owned(), points, places, ci95: interval(&own) }
    });
    let players = players.collect();
    let report = MatchReport { games: options.games, tables, seed: options.seed, players };
    Ok(PlayedMatch { report, batches })
}

/// A table that is about to be played.
struct OneTable<'a> {
    setup: &'a Setup,
    table: u32,
    games: u32,
    of: &'a MatchOptions,
}

impl OneTable<'_> {
    fn play(&self, batch: usize) -> Result<TablePlayed, Error> {
        let seed = Random::of_part(self.of.seed, self.table.into()).bits();
        let setup = Setup { seed, ..self.setup.clone() };
        let mut players =
            std::array::from_fn(|number| self.of.players[number].player(&setup, number));
        let mut contest = Contest::new(setup.rules, self.games, seed);
        let names = self.of.players.map(|kind| kind.name().to_owned());
        let mut record =
            MatchRecord { rules: setup.rules, seed, due: self.games, names, games: Vec::new() };
        let mut batches: Vec<[f64; PLAYERS]> = Vec::new();
        let mut played = 0;
        crate::players::play_match(&mut contest, &mut players, &mut |game| {
            if played % batch == 0 {
                batches.push([0.0; PLAYERS]);
            }
            played += 1;
            if let Some(batch) = batches.last_mut() {
                let by_place = game.ranking.iter().zip(setup.rules.points);
                by_place.for_each(|(&player, points)| batch[player] += f64::from(points));
            }
            if self.of.records.is_some() {
                record.games.push(game.clone());
            }
        });
        if let Some(folder) = &self.of.records {
            records::write(&self.file(folder), &record)?;
        }
        Ok(TablePlayed { places: contest.places(), batches })
    }

    fn file(&self, folder: &Path) -> PathBuf {
        folder.join(format!("table-{:04}.txt", self.table + 1))
    }
}
