//! Estimates: by looking some plies ahead, and by rollouts.

use pyo3::prelude::*;
use shuban_catalog::estimate::{
    EstimateSetting, LuckMeasure, RolloutOptions, RolloutSetting, SearchForm,
};
use shuban_catalog::names::ProbeTarget;
use shuban_catalog::{DataShelf, Error, Printable, Session, all_oracles, with_threads};
use shuban_core::solver::SearchSetting;

use crate::catalog::CATALOG;
use crate::json;
use crate::work::{Work, run, seconds};

/// A position of a game, with the moves that are wanted.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Place {
    game: String,
    text: String,
    roll: Option<String>,
    to_move: Option<String>,
    evaluation: Option<String>,
}

/// Asks the databases, a search and for an estimate about a position.
#[pyfunction]
pub(crate) fn probe<'py>(py: Python<'py>, place: Place, work: Work) -> PyResult<Bound<'py, PyAny>> {
    let answer = run(py, &work, |progress| {
        let shelf = &DataShelf::new(&CATALOG, work.data());
        let (memory, threads) = (work.memory(), work.threads());
        let setting = SearchSetting { shelf, memory, threads, nodes: None, time: None, progress };
        let Place { game, text, roll, to_move, .. } = &place;
        let games = CATALOG.games_named(game)?;
        let question = games.question(text, to_move.as_deref(), roll.as_deref())?;
        let session = Session::new(&CATALOG, ProbeTarget::Games(games), work.data());
        Ok(all_oracles(&CATALOG, &session, setting).ask(&question)?.known()?.json())
    })?;
    json::object(py, &answer)
}

/// Estimates a position by looking some plies ahead.
#[pyfunction]
pub(crate) fn estimate<'py>(
    py: Python<'py>,
    place: Place,
    plies: u8,
    limits: (Option<f64>, Option<u64>),
    work: Work,
) -> PyResult<Bound<'py, PyAny>> {
    let estimated = run(py, &work, |progress| {
        let setting = SearchSetting {
            shelf: &DataShelf::new(&CATALOG, work.data()),
            memory: work.memory(),
            threads: work.threads(),
            nodes: limits.1,
            time: limits.0.map(seconds).transpose()?,
            progress,
        };
        let Place { game, text, roll, to_move, evaluation } = &place;
        let games = CATALOG.games_named(game)?;
        let question = games.question(text, to_move.as_deref(), roll.as_deref())?;
        let how = EstimateSetting { plies, form: SearchForm::Star2, all_plays: false };
        Ok(CATALOG.estimate(&question, evaluation.as_deref(), how, &setting)?.json())
    })?;
    json::object(py, &estimated)
}

/// The options of a rollout.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Trials {
    trials: u64,
    error: Option<f64>,
    seed: u64,
    turns: Option<u32>,
    luck: bool,
    stratified: bool,
}

impl Trials {
    fn options(&self) -> Result<RolloutOptions, Error> {
        let Trials { trials, error, seed, turns, luck, stratified } = *self;
        if !(16..=100_000_000).contains(&trials)
            || error.is_some_and(|error| error.is_nan() || error <= 0.0)
        {
            let message = "trials are from 16 to 100,000,000, and an error is larger than 0";
            return Err(Error::Refused { kind: "usage", message: message.to_owned() });
        }
        let luck = if luck { LuckMeasure::Estimate } else { LuckMeasure::None };
        let turns = turns.map(|turns| turns.min(1_000));
        let (is_stratified, ends_in_databases) = (stratified, true);
        Ok(RolloutOptions { trials, error, seed, turns, luck, is_stratified, ends_in_databases })
    }
}

/// Estimates a position by playing it on many times.
#[pyfunction]
pub(crate) fn rollout<'py>(
    py: Python<'py>,
    place: Place,
    trials: Trials,
    work: Work,
) -> PyResult<Bound<'py, PyAny>> {
    let rolled_out = run(py, &work, |progress| {
        let options = trials.options()?;
        let shelf = &DataShelf::new(&CATALOG, work.data());
        let setting = RolloutSetting { shelf, memory: work.memory(), progress };
        let Place { game, text, roll, to_move, evaluation } = &place;
        let games = CATALOG.games_named(game)?;
        let question = games.question(text, to_move.as_deref(), roll.as_deref())?;
        let roll_out = || CATALOG.roll_out(&question, evaluation.as_deref(), &options, &setting);
        Ok(with_threads(work.threads(), roll_out)??.json())
    })?;
    json::object(py, &rolled_out)
}
