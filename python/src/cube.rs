//! Backgammon with the cube: positions of matches and of games for money, and files of matches.

use std::fmt::Display;
use std::path::{Path, PathBuf};

use pyo3::prelude::*;
use shuban_catalog::estimate::RolloutOptions;
use shuban_catalog::{Error, Printable, with_threads};
use shuban_match::match_file::{ReadOptions, read_file};
use shuban_match::match_play::{CubeOwner, DoublingOptions, MatchQuestion, MoneyRules};
use shuban_match::{PlayedMatch, analyse, answer_of};
use shuban_play::report::page;
use shuban_play::{Judge, Resources, Rollouts, Valuer};

use crate::catalog::CATALOG;
use crate::json;
use crate::work::{Work, run};

fn refused(kind: &'static str, message: String) -> Error {
    Error::Refused { kind, message }
}

fn io(path: &Path) -> impl Fn(std::io::Error) -> Error + '_ {
    move |source| Error::Io { path: path.to_owned(), source }
}

/// A question about a position of a match, or of a game for money.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct CubeQuestion {
    game: String,
    text: String,
    roll: Option<String>,
    length: Option<u32>,
    score: Option<(u32, u32)>,
    cube: Option<u32>,
    owner: Option<String>,
    crawford: bool,
    equities: Option<String>,
    money: bool,
    cube_limit: Option<u32>,
    jacoby: bool,
}

impl CubeQuestion {
    fn question(&self) -> Result<MatchQuestion<'_>, Error> {
        let owner = match self.owner.as_deref() {
            None => None,
            Some("mover") => Some(CubeOwner::Mover),
            Some("opponent") => Some(CubeOwner::Opponent),
            Some(other) => {
                let message = format!("owner is `mover` or `opponent`, not `{other}`");
                return Err(refused("usage", message));
            }
        };
        let CubeQuestion { cube_limit, jacoby, .. } = *self;
        Ok(MatchQuestion {
            position: &self.text,
            roll: self.roll.as_deref(),
            length: self.length,
            score: self.score.map(|(own, opponent)| [own, opponent]),
            cube: self.cube,
            owner,
            is_crawford: self.crawford,
            equities: self.equities.as_deref(),
            money: self.money.then_some(MoneyRules { cube_limit, is_jacoby: jacoby }),
        })
    }
}

/// Solves a position with a cube.
#[pyfunction]
pub(crate) fn cube<'py>(
    py: Python<'py>,
    asked: CubeQuestion,
    work: Work,
) -> PyResult<Bound<'py, PyAny>> {
    let answer = run(py, &work, |progress| {
        let question = asked.question()?;
        Ok(answer_of(&CATALOG, CATALOG.target(&asked.game)?, &question, progress, None)?.json())
    })?;
    json::object(py, &answer)
}

/// A question about a file of matches.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct MatchFileQuestion {
    file: PathBuf,
    game: Option<String>,
    to: Option<PathBuf>,
    cube_positions: usize,
    equities: Option<String>,
    rollouts: Option<u64>,
    seed: u64,
    turns: Option<u32>,
}

impl MatchFileQuestion {
    /// Reads the match.
    fn played(&self) -> Result<PlayedMatch, Error> {
        let MatchFileQuestion { file, game, .. } = self;
        if let Some(game) = game {
            CATALOG.game(game)?;
        }
        let bytes = std::fs::read(file).map_err(io(file))?;
        let options = ReadOptions { game: game.as_deref(), ..ReadOptions::default() };
        let records = read_file(&bytes, &options);
        let bad =
            |error: &dyn Display| refused("bad-game-file", format!("{}, {error}", file.display()));
        let records = records.map_err(|error| bad(&error))?;
        match &records[..] {
            [one] => Ok(PlayedMatch::of(one)),
            _ => Err(bad(&"it has several matches: analyse files with one each")),
        }
    }
}

/// Computes what the moves of a match cost, and the luck of its rolls.
#[pyfunction]
pub(crate) fn analyse_match<'py>(
    py: Python<'py>,
    asked: MatchFileQuestion,
    work: Work,
) -> PyResult<Bound<'py, PyAny>> {
    let analysis = run(py, &work, |progress| {
        let played = asked.played()?;
        let game = played.variant.name();
        let resources = Resources::new(&CATALOG, work.data());
        let equities = asked.equities.as_deref();
        let doubling = DoublingOptions { most_positions: asked.cube_positions, equities };
        let judged =
            |valuer: &dyn Valuer| analyse(&resources, &played, valuer, &doubling, progress);
        let judge = Judge::new(&resources, game)?.without_rounded();
        let analysis = match asked.rollouts {
            None => judged(&judge.going_on())?,
            Some(trials) => {
                let MatchFileQuestion { seed, turns, .. } = asked;
                let trials = trials.max(16);
                let options = RolloutOptions { trials, seed, turns, ..RolloutOptions::default() };
                with_threads(work.threads(), || {
                    let memory = work.memory();
                    judged(&Rollouts::beside(judge, &resources, game, options, memory)?)
                })??
            }
        };
        if let Some(to) = &asked.to {
            let page = page(&analysis, CATALOG.game(&analysis.game)?)?;
            std::fs::write(to, page).map_err(io(to))?;
        }
        Ok(analysis.json())
    })?;
    json::object(py, &analysis)
}
