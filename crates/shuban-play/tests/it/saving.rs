//! Games in files, and files that were changed.

use proptest::prelude::*;
use shuban_play::{Level, Player, Saved};

use crate::common::{NOUGHTS, RACE, catalog, play_out, played, player};

fn saved() -> Saved {
    let names = ["you", "perfect"].map(str::to_owned).to_vec();
    Saved::new(&played(NOUGHTS, "b2 a1 c3 a3"), 5, names, None)
}

fn refused(text: &str) -> String {
    let error = Saved::from_json(text).and_then(|saved| saved.replay(catalog()).map(drop));
    error.unwrap_err().to_string()
}

#[test]
fn a_game_comes_back_as_it_was() {
    let text = saved().to_json().unwrap();
    let back = Saved::from_json(&text).unwrap();
    assert_eq!(back, saved());
    let line = back.replay(catalog()).unwrap();
    assert_eq!(line.now().position.text, "o.x/.x./o..");
    let data = tempfile::tempdir().unwrap();
    let mut race = crate::common::line(RACE);
    let players: Vec<Player<'_>> = (0..2).map(|_| player(&data, Level::Random, RACE)).collect();
    play_out(&mut race, &players, 9);
    let players = vec!["a".to_owned(), "b".to_owned()];
    let saved = Saved::new(&race, 9, players, Some(1));
    let again = Saved::from_json(&saved.to_json().unwrap()).unwrap().replay(catalog()).unwrap();
    assert_eq!(again.over(), race.over());
    assert_eq!(again.moves().len(), race.moves().len());
}

#[test]
fn a_file_that_was_changed_is_refused_with_the_place() {
    let text = saved().to_json().unwrap();
    for (from, to, reason) in [
        ("\"c3\"", "\"a1\"", "move 3, `a1`: bad move: not a legal move here"),
        ("\"c3\"", "\"b1\"", "move 3, `b1`: it leads to `"),
        ("\"seat\": 1", "\"seat\": 0", "move 2, `a1`: it is the turn of seat 1, not 0"),
        ("\"c3\",", "\"c3\", \"roll\": \"6\",", "move 3, `c3`: bad roll: nothing is rolled"),
        (NOUGHTS, "chess", "there is no game `chess`"),
        ("\"start\": \".../", "\"start\": \"?../", "bad position"),
        ("\"format\": 1", "\"format\": 2", "format 2: this program reads format 1"),
        ("\"perfect\"", "\"perfect\", \"third\"", "3 players, and the game has 2 seats"),
        ("\"resigned\": null", "\"resigned\": 7", "seat 7 resigned, and there are 2"),
        ("\"seed\"", "\"sowed\"", "unknown field `sowed`"),
        ("{", "", "not a saved game"),
    ] {
        assert!(text.contains(from), "{from} in {text}");
        let told = refused(&text.replacen(from, to, 1));
        assert!(told.contains(reason), "{told}");
    }
    let over = r#"{"format": 1, "game": "noughts-and-crosses", "start": "xxx/oo./...", "seed": 1,
        "players": ["a", "b"], "moves": [{"seat": 1, "move": "c2", "after": ""}]}"#;
    assert!(
        refused(over).contains("move 1, `c2`: the game is over before it"),
        "{}",
        refused(over)
    );
}

#[test]
fn what_is_too_large_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.json");
    std::fs::write(&path, vec![b' '; (4 << 20) + 1]).unwrap();
    let told = Saved::load(&path).unwrap_err().to_string();
    assert!(told.contains("longer than 4.0 MiB"), "{told}");
    std::fs::write(&path, b"{\"game\": \"\xff\"}").unwrap();
    assert!(Saved::load(&path).unwrap_err().to_string().contains("not UTF-8 text, from byte 10"));
    let one = r#"{"seat":0,"move":"a1","after":""},"#.repeat(10_001);
    let many = format!(
        r#"{{"format":1,"game":"x","start":"","seed":1,"players":[],"moves":[{}]}}"#,
        one.trim_end_matches(',')
    );
    assert!(refused(&many).contains("10001 moves: a saved game has at most 10000"));
}

#[test]
fn a_move_that_is_taken_back_leaves_no_trace() {
    let mut line = played(NOUGHTS, "b2 a1");
    assert_eq!(line.undo().unwrap().unwrap().action, "a1");
    assert_eq!((line.now().seat, line.moves().len()), (1, 1));
    assert_eq!(line.undo().unwrap().unwrap().action, "b2");
    assert!(line.undo().unwrap().is_none());
    assert_eq!(line.now().position.text, crate::common::line(NOUGHTS).now().position.text);
    let refused = line.play(None, "d4").err().unwrap();
    assert_eq!((refused.kind(), line.moves().len()), ("bad-move", 0));
    let mut over = played(NOUGHTS, "a1 b1 a2 b2 a3");
    assert_eq!(over.play(None, "c1").err().unwrap().kind(), "game-over");
}

proptest! {
    #[test]
    fn no_change_of_a_file_makes_a_panic(
        at in 0usize..600, byte in 0u8..128, cut in any::<bool>(),
    ) {
        let mut bytes = saved().to_json().unwrap().into_bytes();
        let at = at % (bytes.len() - 1);
        if cut { bytes.truncate(at) } else { bytes[at] = byte }
        let text = String::from_utf8(bytes).unwrap();
        let done = Saved::from_json(&text).and_then(|saved| saved.replay(catalog()).map(drop));
        prop_assert!(!cut || done.is_err());
    }
}
