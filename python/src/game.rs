//! Games.

use pyo3::prelude::*;
use shuban_catalog::AnyRules;
use shuban_catalog::names::Games;

use crate::catalog::CATALOG;
use crate::errors::raised;
use crate::position::Position;

/// A game, or the games of a group.
#[pyclass(frozen, module = "shuban")]
pub(crate) struct Game(Games<'static>);

#[pymethods]
impl Game {
    #[new]
    fn new(py: Python<'_>, name: &str) -> PyResult<Self> {
        Ok(Game(CATALOG.games_named(name).map_err(|error| raised(py, error))?))
    }

    /// The name.
    #[getter]
    fn name(&self) -> String {
        self.0.name()
    }

    /// Description in a line.
    #[getter]
    fn about(&self) -> String {
        let group = CATALOG.groups().iter().find(|group| group.name == self.0.name());
        let first = || self.0.all().next().map(AnyRules::about).unwrap_or_default();
        group.map_or_else(first, |group| group.about.clone())
    }

    /// Names of the games of the group; of a game, itself.
    #[getter]
    fn members(&self) -> Vec<String> {
        self.0.all().map(AnyRules::name).collect()
    }

    /// Returns the position in which a game starts.
    fn start(&self, py: Python<'_>) -> PyResult<Position> {
        self.position(py, &self.0.start())
    }

    /// Reads a position, in any notation of the game.
    fn position(&self, py: Python<'_>, text: &str) -> PyResult<Position> {
        let read = py.detach(|| self.0.read(text));
        let (game, position) = read.map_err(|error| raised(py, error))?;
        Ok(Position { game, position })
    }

    fn __repr__(&self) -> String {
        format!("Game({:?})", self.0.name())
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.0.name() == other.0.name()
    }

    fn __hash__(&self) -> u64 {
        crate::position::hash(&self.0.name())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyAny>, (String,)) {
        (slf.get_type().into_any(), (slf.get().0.name(),))
    }
}
