//! `match`: wins, points, and the same bytes for any number of threads.

use crate::common::{shuban, small};

#[test]
fn a_match_does_not_depend_on_threads_and_the_better_player_wins() {
    let data = small();
    let run = |more: &[&str]| {
        let arguments = ["match", "half-gammon", "perfect", "random", "--position", "4,8|11"];
        let arguments = [&arguments[..], &["--games", "400"], more].concat();
        shuban(data.path(), &arguments).with_code(0)
    };
    let text = run(&["--threads", "1"]);
    assert_eq!(text.out, run(&["--threads", "3", "-q"]).out);
    assert!(text.out.contains("perfect against random: 400 games"), "{}", text.out);
    assert!(text.err.contains("time per move: perfect "), "{}", text.err);
    let found = run(&["--json", "-q"]).json();
    assert_eq!(run(&["--json", "--threads", "2"]).json(), found);
    let [perfect, random] = [0, 1].map(|number| &found["pairings"][0]["players"][number]);
    let low = perfect["points"]["low"].as_f64().unwrap();
    assert!(low > 0.0 && random["points"]["high"].as_f64().unwrap() == -low, "{found}");
    assert_eq!(perfect["moves"]["random"], 0);
    assert_eq!(found["pairings"][0]["seats"][0]["seat"], "player 1");
    assert_ne!(run(&["--json", "--seed", "2"]).json()["pairings"], found["pairings"]);
}

#[test]
fn searches_win_where_there_is_no_database() {
    let data = tempfile::tempdir().unwrap();
    for (game, games) in [("trax/3", "10"), ("tanhinmin/3p", "30"), ("amazons", "10")] {
        let seats = if game.starts_with("tan") { 2 } else { 1 };
        let mut arguments = vec!["match", game, "strong"];
        arguments.extend(vec!["random"; seats]);
        arguments.extend(["--games", games, "--json"]);
        if game == "amazons" {
            arguments.extend(["--position", "X..#..O/..O#X.."]);
        }
        let found = shuban(data.path(), &arguments).with_code(0).json();
        let search = &found["pairings"][0]["players"][0];
        // In a lost position no move is best.
        let moves = |basis: &str| search["moves"][basis].as_u64().unwrap();
        assert!(moves("search") > 4 * moves("random"), "{found}");
        let best = search["points"]["mean"].as_f64().unwrap();
        for other in &found["pairings"][0]["players"].as_array().unwrap()[1..] {
            assert!(best > other["points"]["mean"].as_f64().unwrap(), "{found}");
        }
    }
}

#[test]
fn wrong_players_are_refused() {
    let data = tempfile::tempdir().unwrap();
    for (arguments, reason) in [
        (&["match", "amazons", "perfekt", "random"][..], "did you mean `perfect`?"),
        (&["match", "amazons", "random"], "amazons takes 2 players, and 1 are given"),
        (&["match", "chess", "random", "random"], "there is no game `chess`"),
        (&["match", "amazons", "random", "random", "--position", "?"], "bad position"),
    ] {
        let ran = shuban(data.path(), arguments).with_code(2);
        assert!(ran.err.contains(reason), "{}", ran.err);
    }
}
