//! Positions of games.

use std::hash::{DefaultHasher, Hash, Hasher};

use pyo3::prelude::*;
use pyo3::types::PyDict;
use shuban_catalog::{AnyChance, AnyGame, AnyPosition, AnyTurn, Error, GameEnd, Printable, png};
use shuban_core::{Datum, Medium};

use crate::catalog::CATALOG;
use crate::errors::raised;
use crate::json;

/// A position of a game.
///
/// Positions are equal if game, text and roll are the same. They can be pickled; what the text does
/// not contain, such as the move before it, is not kept.
#[pyclass(frozen, module = "shuban")]
pub(crate) struct Position {
    pub(crate) game: &'static dyn AnyGame,
    pub(crate) position: AnyPosition,
}

impl Position {
    fn turn(&self, py: Python<'_>) -> PyResult<AnyTurn> {
        py.detach(|| self.game.turn(&self.position)).map_err(|error| raised(py, error.into()))
    }

    fn over(&self, py: Python<'_>) -> PyResult<Option<GameEnd>> {
        py.detach(|| self.game.over(&self.position)).map_err(|error| raised(py, error.into()))
    }

    /// Returns the roll that is asked about: the given one, or that of the text.
    fn roll(&self, roll: Option<&str>) -> Result<Option<String>, Error> {
        let asked = roll.map(|roll| self.game.chance(&self.position, roll)).transpose()?;
        Ok(asked.or_else(|| self.position.chance.clone()))
    }

    fn drawn(&self, py: Python<'_>, medium: Medium) -> PyResult<String> {
        let drawn = py.detach(|| self.game.draw(&self.position, medium));
        drawn.map_err(|error| raised(py, error.into()))
    }
}

#[pymethods]
impl Position {
    #[new]
    #[pyo3(signature = (game, text, roll = None))]
    fn new(py: Python<'_>, game: &str, text: &str, roll: Option<&str>) -> PyResult<Self> {
        py.detach(|| read(game, text, roll)).map_err(|error| raised(py, error))
    }

    /// The name of the game.
    #[getter]
    fn game(&self) -> String {
        self.game.name()
    }

    /// The position as the game writes it; it reads as the same again.
    #[getter]
    fn text(&self) -> &str {
        &self.position.text
    }

    /// The chance event in it, if the text contains one.
    #[getter(roll)]
    fn chance(&self) -> Option<&str> {
        self.position.chance.as_deref()
    }

    /// The position as an XGID, with the roll if there is one; ``None`` in games without that
    /// notation. It says nothing of a match.
    #[getter]
    fn xgid(&self, py: Python<'_>) -> PyResult<Option<String>> {
        let facts = py.detach(|| Ok(self.game.by_rules(&self.position)?.facts));
        let facts = facts.map_err(|error| raised(py, error))?;
        let Some(Datum::Text(xgid)) = facts.get("xgid") else { return Ok(None) };
        let Some(roll) = &self.position.chance else { return Ok(Some(xgid.clone())) };
        // The fifth field has the dice, as two digits.
        let mut fields: Vec<&str> = xgid.split(':').collect();
        let dice: String = roll.chars().filter(char::is_ascii_digit).collect();
        fields.get_mut(4).into_iter().for_each(|field| *field = &dice);
        Ok(Some(fields.join(":")))
    }

    /// The possible chance events with their probabilities; empty if there are none.
    #[getter]
    fn rolls<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let rolls = PyDict::new(py);
        for AnyChance { text, probability } in self.turn(py)?.chances {
            if let Some(roll) = text {
                rolls.set_item(roll, probability)?;
            }
        }
        Ok(rolls)
    }

    /// ``won``, ``lost`` or ``draw`` for the player to move, ``finished`` for one who plays alone;
    /// ``None`` while the game goes on.
    #[getter]
    fn outcome(&self, py: Python<'_>) -> PyResult<Option<&'static str>> {
        Ok(self.over(py)?.map(|over| over.outcome))
    }

    /// The payoff of each seat; ``None`` while the game goes on.
    #[getter]
    fn payoffs(&self, py: Python<'_>) -> PyResult<Option<Vec<i16>>> {
        Ok(self.over(py)?.map(|over| over.payoffs))
    }

    /// The player to move, in words.
    #[getter]
    fn to_move(&self, py: Python<'_>) -> PyResult<String> {
        Ok(self.turn(py)?.seat_name)
    }

    /// The player to move, as the number of a seat from 0.
    #[getter]
    fn seat(&self, py: Python<'_>) -> PyResult<usize> {
        py.detach(|| self.game.seat(&self.position)).map_err(|error| raised(py, error.into()))
    }

    /// The number of seats.
    #[getter]
    fn seats(&self) -> usize {
        self.game.seat_names().len()
    }

    /// Returns the legal moves with the positions after them. Where there are dice, of a roll: by
    /// default that of the text.
    #[pyo3(signature = (roll = None))]
    fn plays(&self, py: Python<'_>, roll: Option<&str>) -> PyResult<Vec<(String, Position)>> {
        let plays = py.detach(|| -> Result<_, Error> {
            let turn = self.game.turn(&self.position)?;
            // A finished position needs no roll.
            if turn.over.is_some() {
                return Ok(Vec::new());
            }
            let roll = match self.roll(roll)? {
                None if turn.has_chance => Some(self.game.chance(&self.position, "")?),
                roll => roll,
            };
            let event = turn.event(roll.as_deref());
            let plays = event.map(|event| self.game.plays(&self.position, event));
            Ok(plays.transpose()?.unwrap_or_default())
        });
        let plays = plays.map_err(|error| raised(py, error))?.into_iter();
        let after = |position| Position { game: self.game, position };
        Ok(plays.map(|play| (play.action, after(play.after))).collect())
    }

    /// Returns the legal moves. Where there are dice, of a roll: by default that of the text.
    #[pyo3(signature = (roll = None))]
    fn moves(&self, py: Python<'_>, roll: Option<&str>) -> PyResult<Vec<String>> {
        Ok(self.plays(py, roll)?.into_iter().map(|(action, _)| action).collect())
    }

    /// Returns the position after a move, which is written as the game does.
    #[pyo3(signature = (action, roll = None))]
    fn play(&self, py: Python<'_>, action: &str, roll: Option<&str>) -> PyResult<Position> {
        let played = py.detach(|| -> Result<_, Error> {
            let roll = self.roll(roll)?;
            Ok(self.game.play(&self.position, roll.as_deref(), action)?)
        });
        let position = played.map_err(|error| raised(py, error))?;
        Ok(Position { game: self.game, position })
    }

    /// Returns the members of ``shuban show --json``: outcome and legal moves.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let answer = py.detach(|| self.game.by_rules(&self.position));
        json::object(py, &answer.map_err(|error| raised(py, error.into()))?.json())
    }

    /// Draws the position as lines of text, with colours of a terminal if asked.
    #[pyo3(signature = (*, colour = false))]
    fn draw(&self, py: Python<'_>, colour: bool) -> PyResult<String> {
        self.drawn(py, Medium::Terminal { colour })
    }

    /// Draws the position as an SVG document.
    fn svg(&self, py: Python<'_>) -> PyResult<String> {
        self.drawn(py, Medium::Svg)
    }

    /// Draws the position as a .png file with a width in pixels. Only if the package was built with
    /// the feature `png`.
    #[pyo3(signature = (width = None))]
    fn png(&self, py: Python<'_>, width: Option<u32>) -> PyResult<Vec<u8>> {
        let svg = self.drawn(py, Medium::Svg)?;
        py.detach(|| png(&svg, width)).map_err(|error| raised(py, error))
    }

    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<String> {
        self.svg(py)
    }

    fn __str__(&self) -> &str {
        &self.position.text
    }

    fn __repr__(&self) -> String {
        let (game, AnyPosition { text, chance, .. }) = (self.game.name(), &self.position);
        match chance {
            Some(roll) => format!("Position({game:?}, {text:?}, {roll:?})"),
            None => format!("Position({game:?}, {text:?})"),
        }
    }

    fn __eq__(&self, other: &Self) -> bool {
        let key = |position: &Self| (position.game.name(), position.position.chance.clone());
        self.position.text == other.position.text && key(self) == key(other)
    }

    fn __hash__(&self) -> u64 {
        hash(&(self.game.name(), &self.position.text, &self.position.chance))
    }

    /// The same position, which nothing changes.
    fn __copy__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    /// The same position: a pickle would keep less.
    fn __deepcopy__<'py>(slf: PyRef<'py, Self>, _memo: &Bound<'py, PyAny>) -> PyRef<'py, Self> {
        slf
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> (Bound<'py, PyAny>, (String, String, Option<String>)) {
        let Position { game, position } = slf.get();
        let state = (game.name(), position.text.clone(), position.chance.clone());
        (slf.get_type().into_any(), state)
    }
}

pub(crate) fn hash(key: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    key.hash(&mut hasher);
    hasher.finish()
}

/// Reads a position from its text and its chance event.
fn read(game: &str, text: &str, roll: Option<&str>) -> Result<Position, Error> {
    let (game, mut position) = CATALOG.games_named(game)?.read(text)?;
    if let Some(roll) = roll {
        position.chance = Some(game.chance(&position, roll)?);
    }
    Ok(Position { game, position })
}
