//! Lists of games and of families of layers.

use std::path::PathBuf;

use pyo3::prelude::*;
use shuban_catalog::Printable;
use shuban_solve::{BuildOptions, machine};

use crate::catalog::CATALOG;
use crate::errors::raised;
use crate::json;

/// Returns the games and the groups of games: names and descriptions.
#[pyfunction]
pub(crate) fn games() -> Vec<(String, String)> {
    let mut all = Vec::new();
    for game in CATALOG.games() {
        let first = |members: &[String]| members.first() == Some(&game.name());
        let group = CATALOG.groups().iter().find(|group| first(&group.members));
        all.extend(group.map(|group| (group.name.clone(), group.about.clone())));
        all.push((game.name(), game.about()));
    }
    all
}

/// Returns the families of layers, as in `list --json`.
#[pyfunction]
pub(crate) fn domains<'py>(
    py: Python<'py>,
    filter: Option<&str>,
    data: PathBuf,
    most: u64,
) -> PyResult<Bound<'py, PyAny>> {
    let options = BuildOptions {
        threads: machine::default_threads(),
        memory: machine::default_memory(),
        ..BuildOptions::new(data)
    };
    let listing = py.detach(|| CATALOG.listing(filter, &options, most));
    let listing = listing.map_err(|error| raised(py, error))?;
    json::object(py, &listing.json()["families"])
}
