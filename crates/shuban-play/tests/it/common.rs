//! Small games with built databases.

use std::path::Path;
use std::sync::OnceLock;

use shuban_catalog::Catalog;
use shuban_core::Silent;
use shuban_play::{Choice, Dice, Level, Line, Player, Resources, Turn};
use shuban_solve::BuildOptions;
use tempfile::TempDir;

pub(crate) const NOUGHTS: &str = "noughts-and-crosses";
pub(crate) const RACE: &str = "hitting-race";

/// Returns the games of the examples.
pub(crate) fn catalog() -> &'static Catalog {
    static CATALOG: OnceLock<Catalog> = OnceLock::new();
    CATALOG.get_or_init(miniatures::catalog)
}

/// Creates a data folder with every layer of a game.
pub(crate) fn built(game: &str) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    build(folder.path(), game);
    folder
}

fn build(data: &Path, game: &str) {
    let options = BuildOptions { threads: 1, ..BuildOptions::new(data) };
    for family in catalog().families().filter(|family| family.holds(game)) {
        let last = shuban_core::LayerId(family.layers().len() - 1);
        family.build(last, &options, &Silent).unwrap();
    }
}

pub(crate) fn resources(data: &TempDir) -> Resources<'static> {
    Resources::new(catalog(), data.path())
}

/// Creates a game at its start.
pub(crate) fn line(game: &str) -> Line<'static> {
    let game = catalog().game(game).unwrap();
    Line::new(game, &game.start().text).unwrap()
}

/// Creates a game after these moves, without chance.
pub(crate) fn played(game: &str, moves: &str) -> Line<'static> {
    let mut line = line(game);
    for action in moves.split_whitespace() {
        line.play(None, action).unwrap();
    }
    line
}

pub(crate) fn player(data: &TempDir, level: Level, game: &str) -> Player<'static> {
    Player::new(&resources(data), level, catalog().games_named(game).unwrap(), 1)
}

/// Returns a player's choice at the end of a game, after a roll.
pub(crate) fn choose(player: &Player<'_>, line: &Line<'_>, chance: Option<&str>) -> Choice {
    let (game, now, ply) = (line.game(), line.now(), line.moves().len());
    player.choose(&Turn::new(game, now, chance, ply, &Silent)).unwrap()
}

/// Plays a game to its end.
pub(crate) fn play_out(line: &mut Line<'_>, players: &[Player<'_>], seed: u64) {
    while line.over().is_none() {
        let chance = Dice::new(seed).roll(line.now(), line.moves().len());
        let choice = choose(&players[line.now().seat], line, chance.as_deref());
        line.play(chance.as_deref(), &choice.action).unwrap();
        assert_eq!(line.now().position.text, choice.after.text);
    }
}
