//! Checks of rules and of bounds, on random positions.

use std::fmt;

use serde::Serialize;
use serde_json::{Map, Value as Json, json};
use shuban_answer::answer::add_fields;
use shuban_core::solver::{SumGame, SumsOptions};
use shuban_core::text::grouped;
use shuban_core::{Present, Progress};
use shuban_search::compare_with_plain;
use shuban_solve::PoolWorkers;

use crate::error::Error;
use crate::printable::{Printable, members};

/// The outcome of a comparison of two implementations of the rules.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Checked {
    /// The game's name.
    pub game: String,
    /// True if both agree in every position.
    pub passed: bool,
    /// Number of random positions with a roll that were asked for.
    pub pairs: u64,
    /// Seed of the random positions.
    pub seed: u64,
    /// Number of positions after a play that were compared.
    pub plays: u64,
    /// The first difference.
    pub difference: Option<String>,
}

impl fmt::Display for Checked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Checked { game, seed, difference, .. } = self;
        let (plays, pairs) = (grouped(self.plays), grouped(self.pairs));
        match difference {
            None => write!(
                f,
                "{game}: both implementations agree on {plays} plays of {pairs} positions (seed \
                 {seed})"
            ),
            Some(difference) => write!(f, "{game}: the implementations differ: {difference}"),
        }
    }
}

/// Compares the rules of a game with its second implementation of them.
pub(crate) fn compare<G: Present>(
    game: &G,
    pairs: u64,
    seed: u64,
    progress: &dyn Progress,
) -> Result<Checked, Error> {
    let name = game.name();
    let (plays, difference) =
        compare_with_plain(game, pairs, seed, progress)?.ok_or_else(|| {
            let reason = "has no second implementation of its rules to compare with";
            Error::refused("no-twin", format!("{name} {reason}"))
        })?;
    let passed = difference.is_none();
    Ok(Checked { game: name, passed, pairs, seed, plays, difference })
}

/// The outcome of a check of bounds of sums.
pub struct CheckedSums {
    /// True if no error was found.
    pub passed: bool,
    text: String,
    json: Map<String, Json>,
}

impl Printable for CheckedSums {
    fn json(&self) -> Json {
        Json::Object(self.json.clone())
    }

    fn text(&self) -> String {
        self.text.clone()
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
        let (game, passed) = (AnySums::name(self), report.passed);
        let SumsOptions { sums, squares, seed } = options;
        let mut json = members(json!({
            "game": game, "passed": passed, "sums": sums, "squares": squares, "seed": seed,
        }));
        add_fields(&mut json, &report.fields);
        let difference = (!passed).then_some(&report.text);
        json.insert("difference".to_owned(), json!(difference));
        Ok(CheckedSums { passed, text: format!("{game}: {}", report.text), json })
    }
}
