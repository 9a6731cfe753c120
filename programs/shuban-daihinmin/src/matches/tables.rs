//! Tables of a match, each with random numbers of its own.

use std::path::Path;

use shuban_core::Random;
use shuban_daihinmin_game::{ContestRules, PLAYERS};
use shuban_store::write_bytes;

use super::error::{Error, io_at};
use super::interval::{batch, interval};
use super::report::{MatchReport, PlayedMatch, PlayerReport};
use crate::record::{GameRecord, MatchRecord};

/// Division of a match into tables. As in the contest, classes are reset every hundred games; so
/// each hundred is a table with players and random numbers of its own.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tables {
    rules: ContestRules,
    /// The number of games in all.
    games: u32,
    /// The number of games of each table but the last.
    each: u32,
    /// The seed of the match.
    seed: u64,
}

/// The result of a table.
pub(super) struct TableResult {
    places: [[u32; PLAYERS]; PLAYERS],
    batches: Vec<[f64; PLAYERS]>,
}

impl Tables {
    /// Divides a match of this many games.
    pub(super) fn new(rules: &ContestRules, games: u32, seed: u64) -> Self {
        let each = match rules.reset_every {
            0 => games.max(1),
            every => every,
        };
        Tables { rules: *rules, games, each, seed }
    }

    /// Returns the number of tables.
    pub(super) fn count(&self) -> u32 {
        self.games.div_ceil(self.each)
    }

    /// Returns the number of games of a table.
    pub(super) fn games(&self, table: u32) -> u32 {
        self.each.min(self.games - table * self.each)
    }

    /// Returns the seed of a table.
    pub(super) fn seed(&self, table: u32) -> u64 {
        Random::of_part(self.seed, table.into()).bits()
    }

    /// Returns the result of a table by its record.
    pub(super) fn result(&self, record: &MatchRecord) -> TableResult {
        let size = batch(self.count() as usize, self.games as usize);
        TableResult { places: record.places(), batches: batches(record, size) }
    }

    /// Returns the result of the match by those of all tables.
    pub(super) fn sum(
        &self,
        names: &[String; PLAYERS],
        results: impl IntoIterator<Item = TableResult>,
    ) -> PlayedMatch {
        let mut places = [[0; PLAYERS]; PLAYERS];
        let mut batches = Vec::new();
        for result in results {
            let counts = places.iter_mut().flatten().zip(result.places.into_iter().flatten());
            counts.for_each(|(sum, count)| *sum += count);
            batches.extend(result.batches);
        }
        let players = player_reports(names, &self.rules, &places, &batches);
        let Tables { games, seed, .. } = *self;
        PlayedMatch { report: MatchReport { games, tables: self.count(), seed, players }, batches }
    }
}

/// Writes the record of a table to a folder that is there.
pub(crate) fn keep(folder: &Path, table: u32, record: &MatchRecord) -> Result<(), Error> {
    let file = folder.join(format!("table-{:04}.txt", table + 1));
    write_bytes(&file, record.to_string().as_bytes()).map_err(io_at(&file))
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
