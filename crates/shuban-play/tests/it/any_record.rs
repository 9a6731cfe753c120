//! Properties of any text read as a record of games or as a saved game: it is read or refused, games
//! that break the rules are left out, and a game that was read is saved and read as the same again.
//! Fuzz targets use it, too.

use std::sync::LazyLock;

use shuban_catalog::{AnyRules, Catalog};
use shuban_core::Silent;
use shuban_play::{ReplayedGames, Saved};

static CATALOG: LazyLock<Catalog> = LazyLock::new(shuban_games::catalog);

/// A byte that names a game, or none, and a text.
pub(crate) fn as_record(input: &[u8]) {
    let Some((&number, text)) = input.split_first() else { return };
    let game = CATALOG.games().nth(usize::from(number)).map(AnyRules::name);
    let text = String::from_utf8_lossy(text);
    let Ok(Some(transcripts)) = CATALOG.transcripts(&text, game.as_deref()) else { return };
    let lines = text.lines().count();
    let are_there = |line: usize| (1..=lines).contains(&line);
    let mut moves = transcripts.iter().flat_map(|(_, game)| &game.moves);
    assert!(moves.all(|made| are_there(made.line)));
    if let Ok(replayed) = ReplayedGames::replay(&CATALOG, &transcripts, &Silent) {
        for games in replayed {
            assert!(games.left_out.iter().all(|left_out| !left_out.to_string().is_empty()));
        }
    }
}

/// A text as a saved game.
pub(crate) fn as_saved(input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    let Ok(saved) = Saved::from_json(&text) else { return };
    let written = saved.to_json().expect("no longer than what was read");
    assert_eq!(Saved::from_json(&written).expect(&written), saved);
    let Ok(line) = saved.replay(&CATALOG) else { return };
    let again = Saved::new(&line, saved.seed, saved.players.clone(), saved.resigned);
    let now = again.replay(&CATALOG).unwrap_or_else(|error| panic!("{error}: {text}"));
    assert_eq!(now.now().position.text, line.now().position.text);
    assert_eq!((now.over(), now.moves().len()), (line.over(), line.moves().len()));
}
