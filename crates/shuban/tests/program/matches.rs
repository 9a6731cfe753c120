//! `match`: wins, points, and the same bytes for any number of threads.

use crate::common::{list, shuban, small};

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

#[test]
fn games_are_written_as_analyse_reads_them() {
    let data = tempfile::tempdir().unwrap();
    let board = ["--position", "X..#..O/..O#X.."];
    for (game, more, ending) in [
        ("hypergammon", &[][..], "mat"),
        ("half-gammon", &[], "sgf"),
        ("trax/3", &[], "txt"),
        ("trax/3-loops", &[], "txt"),
        ("amazons", &board, "txt"),
    ] {
        for seed in ["1", "2"] {
            let run = |threads: &str| {
                let file = data.path().join(format!("{threads}.{ending}"));
                let to = file.to_str().unwrap();
                let arguments = ["match", game, "casual", "random", "--games", "7", "--to", to];
                let same = ["--seed", seed, "--threads", threads, "--nodes", "50", "-q", "--json"];
                let found = shuban(data.path(), &[&arguments, more, &same].concat()).with_code(0);
                assert_eq!(found.json()["file"], to);
                (std::fs::read(&file).unwrap(), file, found.json())
            };
            let (bytes, file, report) = run("1");
            assert_eq!(bytes, run("3").0, "{game}");
            let arguments =
                ["analyse", file.to_str().unwrap(), "--no-search", "--strict", "--json"];
            let read = shuban(data.path(), &arguments).with_code(0).json();
            let groups = read.get("matches").map_or(vec![&read], |all| list(all).iter().collect());
            for (number, player) in list(&report["pairings"][0]["players"]).iter().enumerate() {
                let name = player["player"].as_str().unwrap();
                let results = groups
                    .iter()
                    .flat_map(|group| list(&group["games"]))
                    .map(|game| &game["result"]);
                let is_won = |result: &&serde_json::Value| {
                    result.as_str().unwrap().starts_with(&format!("{name} wins"))
                };
                let wins = results.clone().filter(is_won).count();
                assert_eq!(player["wins"], wins, "{game} {number}: {read}");
                assert_eq!(results.count(), 7);
                assert!(groups.iter().all(|group| group["game"] == game), "{read}");
            }
        }
    }
}

#[test]
fn files_that_cannot_hold_the_games_are_refused() {
    let data = tempfile::tempdir().unwrap();
    let players = ["random"; 4];
    for (game, seats, more, code, reason) in [
        ("hypergammon", 2, &["--to", "x.txt"][..], 2, "`x.txt`: the file must end in .mat or .sgf"),
        ("hypergammon", 2, &["--to", "x"], 2, "cannot write `x`"),
        ("hypergammon", 2, &["--to", "no/x.mat"], 3, "no/x.mat: "),
        ("hypergammon", 2, &["--to", "x.mat", "--position", "1|1"], 2, "no start position"),
        ("amazons", 2, &["--to", "x.mat"], 2, "must end in .txt"),
        ("trax/3", 2, &["--to", "x.txt", "--games", "10001"], 2, "at most 10000 games"),
        ("tanhinmin", 4, &["--to", "x.txt"], 2, "no form of file in which games of tanhinmin/4p"),
    ] {
        let arguments = [&["match", game], &players[..seats], more].concat();
        let ran = shuban(data.path(), &arguments).with_code(code);
        assert!(ran.err.contains(reason), "{}", ran.err);
    }
}
