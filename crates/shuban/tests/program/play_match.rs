//! `play --match` and `--money`, with input through a pipe.

use std::path::Path;

use serde_json::{Value as Json, json};

use crate::common::{list, shuban, with_input};

/// Plays hypergammon with `--json`, and returns the events.
fn events(data: &Path, arguments: &[&str], typed: &str) -> Vec<Json> {
    let all = [&["play", "hypergammon", "--json"], arguments].concat();
    let ran = with_input(data, &all, typed).with_code(0);
    ran.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn of_kind<'e>(told: &'e [Json], kind: &'e str) -> impl Iterator<Item = &'e Json> {
    told.iter().filter(move |event| event["event"] == kind)
}

#[test]
fn a_match_is_played_with_the_cube() {
    let data = tempfile::tempdir().unwrap();
    let file = data.path().join("m.mat");
    let typed = format!(
        "double\n1\ndouble\ntake\nroll\n1\ndouble\nsave game.json\nsave {file}\nhelp\nresign gammon\n",
        file = file.display()
    );
    let arguments = ["play", "hypergammon", "--match", "3", "--seed", "3", "--level", "casual"];
    let ran = with_input(data.path(), &arguments, &*typed).with_code(0);
    let told = ran.out.replace(file.to_str().unwrap(), "m.mat");
    insta::assert_snapshot!("match-in-play", told);
    insta::assert_snapshot!("match-in-play-mat", std::fs::read_to_string(&file).unwrap());
}

#[test]
fn the_score_is_kept_and_no_player_doubles_in_the_crawford_game() {
    let data = tempfile::tempdir().unwrap();
    let file = data.path().join("m.sgf");
    // Opening rolls of the other player are played before.
    let typed = format!(
        "save {}\nresign\n1\nroll\n1\nresign\n1\nroll\n1\ndouble\nresign\n1\nresign\n",
        file.display()
    );
    let arguments = ["--match", "3", "--seed", "1", "--level", "casual"];
    let told = events(data.path(), &arguments, &typed);
    let scores: Vec<&Json> = of_kind(&told, "score").map(|event| &event["score"]).collect();
    assert_eq!(scores, [&json!([0, 1]), &json!([0, 2]), &json!([0, 3])]);
    let crawford: Vec<&Json> = of_kind(&told, "score").map(|event| &event["crawford"]).collect();
    assert_eq!(crawford[..2], [&json!(false), &json!(true)]);
    let refused: Vec<&Json> = of_kind(&told, "refused").map(|event| &event["error"]).collect();
    assert!(refused.contains(&&json!("no double here: it is the Crawford game")), "{refused:?}");
    // Without the rule somebody may.
    let arguments = [&arguments[..], &["--no-crawford"]].concat();
    let told = events(data.path(), &arguments, &typed);
    assert_eq!(of_kind(&told, "score").nth(1).unwrap()["crawford"], false);
    assert!(of_kind(&told, "double").count() > 0, "{told:?}");
}

#[test]
fn what_was_played_is_read_by_analyse() {
    let data = tempfile::tempdir().unwrap();
    let (mut doubles, mut answers) = ([0, 0], [0, 0]);
    for (seed, more) in
        [("1", &["--match", "15"][..]), ("2", &["--money"]), ("3", &["--money", "--jacoby"])]
    {
        let file = data.path().join(format!("{seed}.mat"));
        // The opponent's luck, then the player's own: either is offered doubles, and passes come too.
        let typed = "double\ntake\nroll\n1\n\n".repeat(150)
            + &"roll 6-6\n1\nroll 6-6\n1\nroll 6-6\n1\ndouble\n".repeat(60);
        let typed = format!("save {}\n{typed}", file.display());
        let arguments = [&["--level", "casual", "--seed", seed], more].concat();
        let told = events(data.path(), &arguments, &typed);
        for event in of_kind(&told, "double") {
            doubles[event["seat"].as_u64().unwrap() as usize] += 1;
        }
        for (count, kind) in answers.iter_mut().zip(["take", "pass"]) {
            *count += of_kind(&told, kind).count();
        }
        let scores: Vec<&Json> = of_kind(&told, "score").collect();
        let arguments = ["analyse", file.to_str().unwrap(), "--strict", "--no-search", "--json"];
        let read = shuban(data.path(), &arguments).with_code(0).json();
        let games = list(&read["games"]);
        assert!(games.len() > 1 && games.len() == scores.len(), "{scores:?}");
        for (game, score) in games.iter().zip(scores) {
            let winner = ["you", "casual"][score["winner"].as_u64().unwrap() as usize];
            let points = score["points"].as_u64().unwrap();
            let plural = if points == 1 { "" } else { "s" };
            let result = game["result"].as_str().unwrap();
            let expected = format!("{winner} wins {points} point{plural} (");
            assert!(result.starts_with(&expected), "{result}, {score}");
        }
        // Each move of the session is one of the file.
        let moves = games.iter().map(|game| list(&game["moves"]).len()).sum::<usize>();
        let last = told.iter().rposition(|event| event["event"] == "score").unwrap();
        assert_eq!(moves, of_kind(&told[..last], "move").count());
    }
    assert!(doubles.iter().chain(&answers).all(|&count| count > 0), "{doubles:?} {answers:?}");
}

#[test]
fn a_double_that_is_taken_back_leaves_the_cube_as_it_was() {
    let data = tempfile::tempdir().unwrap();
    let arguments = ["--match", "3", "--seed", "3", "--level", "casual"];
    let told = events(data.path(), &arguments, "1\ndouble\nroll\n1\nundo\ndouble\nroll\n");
    let cubes: Vec<&Json> =
        of_kind(&told, "position").map(|event| &event["stakes"]["cube"]).collect();
    assert_eq!(cubes, [1, 1, 2, 1].map(|cube| json!(cube)).each_ref());
    assert_eq!(of_kind(&told, "take").count(), 2);
    let rolls: Vec<&Json> = of_kind(&told, "roll").map(|event| &event["roll"]).collect();
    assert_eq!(rolls[0], rolls[1]);
}

#[test]
fn what_is_no_match_is_refused() {
    let data = tempfile::tempdir().unwrap();
    for (arguments, reason) in [
        (&["amazons", "--match", "3"][..], "amazons is not played for matches here"),
        (&["hypergammon", "--match", "0"], "0 is not in 1..=99"),
        (&["hypergammon", "--match", "3", "--position", "1|1"], "cannot be used with"),
        (&["hypergammon", "--match", "3", "--money"], "cannot be used with"),
        (&["hypergammon", "--jacoby"], "required arguments"),
    ] {
        let ran = with_input(data.path(), &[&["play"], arguments].concat(), "").with_code(2);
        assert!(ran.err.contains(reason), "{}", ran.err);
    }
}
