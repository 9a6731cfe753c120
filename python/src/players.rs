//! Players: the choice of one, and matches between several.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde_json::{Map, Value as Json};
use shuban_catalog::answer::add_fields;
use shuban_catalog::{Error, Printable, with_threads};
use shuban_play::{Level, MatchOptions, Player, Resources, SearchLimits, Turn, play_match};

use crate::catalog::CATALOG;
use crate::json;
use crate::position::Position;
use crate::work::{Work, run, seconds};

/// Time and nodes that the search for one move may take.
type Limits = (Option<f64>, Option<u64>);

fn limits((time, nodes): Limits) -> Result<SearchLimits, Error> {
    let time = time.map(seconds).transpose()?;
    Ok(SearchLimits { nodes, time, ..SearchLimits::default() })
}

fn level(name: &str) -> Result<Level, Error> {
    Level::by_name(name).ok_or_else(|| {
        let names = Level::ALL.map(Level::name).join(", ");
        let message = format!("there is no player `{name}`, only {names}");
        Error::Refused { kind: "usage", message }
    })
}

/// Returns the choice of a player, with the position after it.
#[pyfunction]
pub(crate) fn choose<'py>(
    py: Python<'py>,
    position: &Position,
    roll: Option<&str>,
    player: (&str, u64, usize),
    limits: Limits,
    work: Work,
) -> PyResult<Bound<'py, PyDict>> {
    let Position { game, position } = position;
    let choice = run(py, &work, |progress| {
        let (name, seed, ply) = player;
        let resources = Resources::new(&CATALOG, work.data()).within(self::limits(limits)?);
        let games = CATALOG.games_named(&game.name())?;
        let player = Player::new(&resources, level(name)?, games, seed);
        let now = game.turn(position)?;
        if now.over.is_some() {
            return Err(Error::no_play());
        }
        let roll = roll.map(|roll| game.chance(position, roll)).transpose()?;
        let roll = match roll.or_else(|| position.chance.clone()) {
            // Says that a roll is missing.
            None if now.has_chance => Some(game.chance(position, "")?),
            roll => roll,
        };
        player.choose(&Turn::new(*game, &now, roll.as_deref(), ply, progress))
    })?;
    let chosen = PyDict::new(py);
    chosen.set_item("move", &choice.action)?;
    chosen.set_item("basis", choice.basis.name())?;
    let value = choice.value.map(|value| {
        let mut members = Map::new();
        add_fields(&mut members, &value);
        Json::Object(members)
    });
    chosen.set_item("value", json::object(py, &value.unwrap_or_default())?)?;
    chosen.set_item("after", Position { game: *game, position: choice.after })?;
    Ok(chosen)
}

/// The options of a match between players.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Games {
    game: String,
    players: Vec<String>,
    games: u32,
    seed: u64,
    position: Option<String>,
    plies: usize,
}

/// Plays a match between players.
#[pyfunction]
pub(crate) fn match_players<'py>(
    py: Python<'py>,
    asked: Games,
    limits: Limits,
    work: Work,
) -> PyResult<Bound<'py, PyAny>> {
    let report = run(py, &work, |progress| {
        let players = asked.players.iter().map(|name| level(name)).collect::<Result<_, _>>()?;
        let games = CATALOG.games_named(&asked.game)?;
        let text = asked.position.clone().unwrap_or_else(|| games.start());
        let (game, start) = games.read(&text)?;
        let limits = self::limits(limits)?;
        // The result of a search may depend on its memory, so with less memory fewer run at once.
        let most = usize::try_from(work.memory() / limits.memory).unwrap_or(usize::MAX);
        let threads = work.threads().min(most).max(1);
        let resources = Resources::new(&CATALOG, work.data()).within(limits);
        let Games { games, seed, plies, ref position, .. } = asked;
        let opening = position.is_none();
        let options = MatchOptions { players, games, seed, plies, opening, is_recorded: false };
        let play = || play_match(&resources, game, &start, &options, progress);
        Ok(with_threads(threads, play)??.json())
    })?;
    json::object(py, &report)
}
