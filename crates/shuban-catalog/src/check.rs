//! Checks of rules and of bounds, on random positions.

use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;
use serde::Serialize;
use serde_json::{Map, Value as Json, json};
use shuban_core::{CheckReport, Present, Progress, SumGame, SumsOptions};
use shuban_solve::PoolWorkers;

use crate::answer::add_fields;
use crate::error::Error;
use shuban_core::grouped;

use crate::report::{Printable, Report};

/// The outcome of a comparison of two implementations of the rules.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Checked {
    /// The game's name.
    pub game: String,
    /// Whether both gave the same in every position.
    pub passed: bool,
    /// How many random positions with a roll were asked for.
    pub pairs: u64,
    /// The seed they were drawn with.
    pub seed: u64,
    /// How many positions after a play were compared.
    pub plays: u64,
    /// The first difference.
    pub difference: Option<String>,
}

impl Report for Checked {
    fn text(&self) -> String {
        let Checked { game, pairs, seed, plays, .. } = self;
        match &self.difference {
            None => format!(
                "{game}: both implementations agree on {} plays of {} positions (seed {seed})",
                grouped(*plays),
                grouped(*pairs)
            ),
            Some(difference) => format!("{game}: the implementations differ: {difference}"),
        }
    }
}

impl Checked {
    /// The same for several games of one name, each of which got a share of the positions.
    pub(crate) fn and(self, other: Checked) -> Self {
        Checked {
            passed: self.passed && other.passed,
            pairs: self.pairs + other.pairs,
            plays: self.plays + other.plays,
            difference: self.difference.or(other.difference),
            ..self
        }
    }
}

/// Pairs that are compared in one go: each such chunk has a seed of its own, so that the positions
/// do not depend on the threads.
const CHUNK: u64 = 10_000;

pub(crate) fn compare<G: Present>(
    game: &G,
    pairs: u64,
    seed: u64,
    progress: &dyn Progress,
) -> Result<Checked, Error> {
    progress.phase("comparing plays", pairs);
    let done = AtomicU64::new(0);
    let chunks: Vec<Option<Result<u64, String>>> = (0..pairs.div_ceil(CHUNK))
        .into_par_iter()
        .map(|chunk| {
            if progress.interrupted() {
                return Some(Ok(0));
            }
            let count = CHUNK.min(pairs - chunk * CHUNK);
            // Far apart in the generator's sequence: an odd multiplier never brings two together.
            let plays = game.compare_with_plain(
                count,
                (seed ^ chunk << 32).wrapping_mul(0xD134_2543_DE82_EF95),
            );
            progress.at(done.fetch_add(count, Ordering::Relaxed) + count, "");
            plays
        })
        .collect();
    if progress.interrupted() {
        return Err(Error::Interrupted);
    }
    let name = game.name();
    let chunks: Option<Vec<Result<u64, String>>> = chunks.into_iter().collect();
    let chunks = chunks.ok_or_else(|| Error::NoTwin(name.clone()))?;
    let plays = chunks.iter().flatten().sum();
    let difference = chunks.into_iter().find_map(Result::err);
    Ok(Checked { game: name, passed: difference.is_none(), pairs, seed, plays, difference })
}

/// The outcome of a check of bounds of sums.
pub struct CheckedSums {
    game: String,
    options: SumsOptions,
    report: CheckReport,
}

impl CheckedSums {
    /// Whether nothing was wrong.
    pub fn passed(&self) -> bool {
        self.report.passed
    }
}

impl Printable for CheckedSums {
    fn json(&self) -> Json {
        let mut object = Map::new();
        object.insert("game".to_owned(), json!(self.game));
        object.insert("passed".to_owned(), json!(self.report.passed));
        object.insert("sums".to_owned(), json!(self.options.sums));
        object.insert("squares".to_owned(), json!(self.options.squares));
        object.insert("seed".to_owned(), json!(self.options.seed));
        add_fields(&mut object, &self.report.fields);
        let difference = (!self.report.passed).then_some(&self.report.text);
        object.insert("difference".to_owned(), json!(difference));
        Json::Object(object)
    }

    fn text(&self) -> String {
        format!("{}: {}", self.game, self.report.text)
    }
}

/// A game of sums, whatever its types.
pub(crate) trait AnySums: Send + Sync {
    fn name(&self) -> String;

    fn check(&self, options: SumsOptions, progress: &dyn Progress) -> Result<CheckedSums, Error>;
}

impl<G: SumGame> AnySums for G {
    fn name(&self) -> String {
        shuban_core::Game::name(self)
    }

    fn check(&self, options: SumsOptions, progress: &dyn Progress) -> Result<CheckedSums, Error> {
        let report = self.check_sums(options, &PoolWorkers { progress }, progress)?;
        Ok(CheckedSums { game: AnySums::name(self), options, report })
    }
}
