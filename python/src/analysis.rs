//! Files of games: what each move cost.

use std::fmt::Display;
use std::path::{Path, PathBuf};

use pyo3::prelude::*;
use serde_json::{Value as Json, json};
use shuban_catalog::estimate::RolloutOptions;
use shuban_catalog::{Error, Printable};
use shuban_core::Progress;
use shuban_match::match_file::{ReadOptions, read_file};
use shuban_match::match_play::DoublingOptions;
use shuban_match::{PlayedMatch, analyse};
use shuban_play::report::{Analysis, Extras, page};
use shuban_play::{FileAnalysis, ReplayedGames, Resources, Valuer};
use shuban_store::{read_bytes, write_bytes};

use crate::catalog::CATALOG;
use crate::json;
use crate::work::{Work, run};

fn io(path: &Path) -> impl Fn(std::io::Error) -> Error + '_ {
    move |source| Error::Io { path: path.to_owned(), source }
}

/// A question about a file of games.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct FileQuestion {
    file: PathBuf,
    game: Option<String>,
    to: Option<PathBuf>,
    cube_positions: usize,
    equities: Option<String>,
    rollouts: Option<u64>,
    seed: u64,
    turns: Option<u32>,
}

impl FileQuestion {
    fn bad_file(&self, error: &dyn Display) -> Error {
        Error::refused("bad-game-file", format!("{}, {error}", self.file.display()))
    }

    /// Analyses the file: records of any game, else matches.
    fn answers(&self, work: &Work, progress: &dyn Progress) -> Result<Vec<Json>, Error> {
        let game = self.game.as_deref();
        if let Some(game) = game {
            CATALOG.game(game)?;
        }
        let bytes = read_bytes(&self.file, FileAnalysis::LONGEST_FILE).map_err(io(&self.file))?;
        let all = ReplayedGames::of_file(&CATALOG, &bytes, game, false, progress);
        let all = all.map_err(|error| match error {
            Error::Refused { kind: "bad-game-file", message } => self.bad_file(&message),
            error => error,
        })?;
        if let Some(all) = all {
            let answered = all.iter().enumerate().map(|(number, games)| {
                let judge =
                    |_: &Resources<'_>, valuer: &dyn Valuer| games.analyse(valuer, progress);
                self.told(number, &self.judged(&games.game.name(), work, judge)?)
            });
            return answered.collect();
        }
        let options = ReadOptions { game, ..ReadOptions::default() };
        let records = read_file(&bytes, &options).map_err(|error| self.bad_file(&error))?;
        let equities = self.equities.as_deref();
        let doubling = DoublingOptions { most_positions: self.cube_positions, equities };
        let answered = records.iter().enumerate().map(|(number, record)| {
            let played = PlayedMatch::of(record);
            let judge = |resources: &Resources<'_>, valuer: &dyn Valuer| {
                analyse(resources, &played, valuer, &doubling, progress)
            };
            self.told(number, &self.judged(played.variant.name(), work, judge)?)
        });
        answered.collect()
    }

    /// Runs an analysis with the source of values that is asked for.
    fn judged<T: Send>(
        &self,
        game: &str,
        work: &Work,
        analyse: impl FnOnce(&Resources<'_>, &dyn Valuer) -> Result<T, Error> + Send,
    ) -> Result<T, Error> {
        let FileQuestion { seed, turns, .. } = *self;
        let options = |trials: u64| RolloutOptions {
            trials: trials.max(16),
            seed,
            turns,
            ..RolloutOptions::default()
        };
        let analysis = FileAnalysis {
            catalog: &CATALOG,
            data: work.data(),
            rollouts: self.rollouts.map(options),
            databases_alone: false,
            threads: work.threads(),
            memory: work.memory(),
        };
        analysis.run(game, analyse)
    }

    /// Returns an analysis, and writes its page if one is asked for.
    fn told<E: Extras>(&self, number: usize, analysis: &Analysis<E>) -> Result<Json, Error> {
        if let Some(to) = &self.to {
            let to = FileAnalysis::page(to, number);
            let page = page(analysis, CATALOG.game(&analysis.game)?)?;
            write_bytes(&to, page.as_bytes()).map_err(io(&to))?;
        }
        Ok(analysis.json())
    }
}

/// Computes what the moves of games cost, and the luck of their rolls.
#[pyfunction]
pub(crate) fn analyse_file<'py>(
    py: Python<'py>,
    asked: FileQuestion,
    work: Work,
) -> PyResult<Bound<'py, PyAny>> {
    let answer = run(py, &work, |progress| {
        let mut answers = asked.answers(&work, progress)?;
        Ok(match answers.len() {
            1 => answers.remove(0),
            _ => json!({ "matches": answers }),
        })
    })?;
    json::object(py, &answer)
}
