//! Common parts of the tests: a catalog of all games, and databases in a folder.

use std::path::Path;
use std::sync::LazyLock;

use serde_json::Value as Json;
use shuban_catalog::names::{PlacedLayer, ProbeTarget};
use shuban_catalog::{AnyAnswer, Catalog, Error, Session};
use shuban_core::Silent;
use shuban_solve::BuildOptions;

static CATALOG: LazyLock<Catalog> = LazyLock::new(shuban::catalog);

/// Returns the catalog of all games.
pub(crate) fn catalog() -> &'static Catalog {
    &CATALOG
}

/// Builds and returns a layer.
pub(crate) fn build(data: &Path, name: &str) -> PlacedLayer<'static> {
    let layer = catalog().layer(name).unwrap();
    let built = layer.build(&BuildOptions::new(data), &Silent).unwrap();
    assert_eq!(built.layer.name, layer.name());
    layer
}

/// Creates a session for a game, a group or a layer.
pub(crate) fn session(data: &Path, target: &str) -> Session<'static> {
    Session::new(catalog(), catalog().target(target).unwrap(), data)
}

/// Creates a session for a layer, even if a game has the same name.
pub(crate) fn of_layer(data: &Path, layer: PlacedLayer<'static>) -> Session<'static> {
    Session::new(catalog(), ProbeTarget::Layer(layer), data)
}

/// Returns the answer to a valid question.
pub(crate) fn probe(data: &Path, target: &str, position: &str, roll: Option<&str>) -> AnyAnswer {
    session(data, target).probe(position, roll).unwrap()
}

/// Returns the error of a question.
pub(crate) fn refused(data: &Path, target: &str, position: &str) -> Error {
    session(data, target).probe(position, None).err().unwrap()
}

/// Answers about a position of a game by the rules.
pub(crate) fn shown(game: &str, position: &str) -> AnyAnswer {
    let game = catalog().game(game).unwrap();
    game.by_rules(&game.read(position).unwrap()).unwrap()
}

/// Returns all moves of the roll that was asked for.
pub(crate) fn moves_of_roll(answer: &Json) -> &[Json] {
    let rolls = answer["rolls"].as_array().unwrap();
    let asked = rolls.iter().find(|roll| roll["dice"] == answer["roll"]).unwrap();
    asked["moves"].as_array().unwrap()
}

/// Reads the rows of a file of comma-separated values, the heading first.
pub(crate) fn csv(path: &Path) -> Vec<Vec<String>> {
    let text = std::fs::read_to_string(path).unwrap();
    let row = |line: &str| {
        let (mut cells, mut quoted) = (vec![String::new()], false);
        let mut letters = line.chars().peekable();
        while let Some(letter) = letters.next() {
            let cell = cells.last_mut().unwrap();
            match letter {
                // Within quotes, a quote is written twice.
                '"' if quoted && letters.next_if_eq(&'"').is_some() => cell.push('"'),
                '"' => quoted = !quoted,
                ',' if !quoted => cells.push(String::new()),
                letter => cell.push(letter),
            }
        }
        cells
    };
    text.lines().map(row).collect()
}
