//! `analyse`: matches of other programs.

use std::path::{Path, PathBuf};

use serde_json::Value as Json;
use shuban_gammon::match_file::{read_mat, write_mat, write_sgf};

use crate::common::shuban;

fn example() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/hypergammon.mat")
}

fn analysed(data: &Path, file: &Path, more: &[&str]) -> crate::common::Ran {
    shuban(data, &[&["analyse", file.to_str().unwrap()], more].concat())
}

/// As README tells it.
#[test]
fn the_example_is_analysed() {
    let data = tempfile::tempdir().unwrap();
    shuban(data.path(), &["build", "backgammon/contact-2-2", "-q"]).with_code(0);
    let text = analysed(data.path(), &example(), &["-q"]).with_code(0).out;
    insta::assert_snapshot!("analysed", text);
    let page = data.path().join("report.html");
    let to = ["--json", "-q", "--to", page.to_str().unwrap()];
    let mut found = analysed(data.path(), &example(), &to).with_code(0).json();
    let page = std::fs::read_to_string(page).unwrap();
    let moves: Vec<&Json> = found["games"]
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|game| game["moves"].as_array().unwrap())
        .collect();
    let errors = moves.iter().filter(|made| made.get("best").is_some());
    let errors: Vec<&&Json> = errors.collect();
    // The page has a drawing of each, and loads nothing.
    assert!(!errors.is_empty());
    assert_eq!(page.matches("<svg").count(), errors.len());
    let links = page.replace("http://www.w3.org/2000/svg", "");
    assert!(!links.contains("http") && !links.contains("src="), "{page}");
    let cost = |made: &Json, name: &str| made["cost"][name].as_f64().unwrap();
    for made in &moves {
        assert_eq!(made["decision"] == "known", made.get("cost").is_some(), "{made}");
    }
    for made in errors {
        assert!(cost(made, "lower") > 0.0 && cost(made, "lower") <= cost(made, "upper"), "{made}");
        let roll = made["roll"].as_str().unwrap();
        let position = made["position"].as_str().unwrap();
        // What `probe` says of the same decision.
        let probe = ["probe", "hypergammon", position, "--roll", roll, "--json"];
        let probed = shuban(data.path(), &probe).with_code(0).json();
        let mut rolls = probed["rolls"].as_array().unwrap().iter();
        let plays = rolls.find(|all| all["dice"] == roll).unwrap()["moves"].as_array().unwrap();
        let value = |play: &Json| {
            plays.iter().find(|all| all["move"] == *play).unwrap()["value"].as_f64().unwrap()
        };
        assert_eq!(made["best"], plays[0]["move"]);
        let expected = value(&made["best"]) - value(&made["move"]);
        assert!((cost(made, "value") - expected).abs() < 1e-12, "{made}");
    }
    // The player who knows all values makes no mistake that can be proven; the other one does.
    let players = found["players"].as_array().unwrap();
    assert_eq!((&players[0]["name"], &players[0]["errors"]), (&"Anna".into(), &0.into()));
    assert!(players[1]["errors"].as_u64().unwrap() > 2);

    // The same match in SGF comes to the same.
    let record = read_mat(&std::fs::read_to_string(example()).unwrap(), None).unwrap();
    let sgf = data.path().join("match.SGF");
    std::fs::write(&sgf, write_sgf(&record).unwrap()).unwrap();
    let mut other = analysed(data.path(), &sgf, &["--json", "-q"]).with_code(0).json();
    for document in [&mut found, &mut other] {
        let members = document.as_object_mut().unwrap();
        members.remove("file");
        members.remove("page");
    }
    assert_eq!(other, found);
    assert_eq!(read_mat(&write_mat(&record), None), Ok(record));
}

#[test]
fn what_nothing_knows_is_counted() {
    let data = tempfile::tempdir().unwrap();
    let found = analysed(data.path(), &example(), &["--json", "-q"]).with_code(0).json();
    for player in found["players"].as_array().unwrap() {
        assert!(player["unknown"].as_u64().unwrap() > 0 && player["known"] == 0, "{player}");
    }
}

#[test]
fn bad_files_are_refused() {
    let data = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = data.path().join(name);
        std::fs::write(&path, text).unwrap();
        path
    };
    let text = std::fs::read_to_string(example()).unwrap();
    let cut = file("cut.mat", &text[..text.len() / 2]);
    let ran = analysed(data.path(), &cut, &["--json"]).with_code(2);
    assert_eq!(ran.json()["kind"], "bad-game-file");
    assert!(ran.err.contains("cut.mat, line "), "{}", ran.err);
    let empty = file("empty.sgf", "");
    let ran = analysed(data.path(), &empty, &[]).with_code(2);
    assert!(ran.err.contains("there is no game: a game begins with `(;`"), "{}", ran.err);
    let other = file("match.txt", &text);
    let ran = analysed(data.path(), &other, &[]).with_code(2);
    assert!(ran.err.contains("ends in none of .mat (matches"), "{}", ran.err);
    for (more, reason) in [
        (&["--game", "backgammon"][..], "the file is of hypergammon, not of backgammon"),
        (&["--game", "amazons"], "no such files are read of amazons"),
        (&["--game", "chess"], "there is no game `chess`"),
        (&["--to", "report.txt"], "must end in .html"),
    ] {
        let ran = analysed(data.path(), &example(), more).with_code(2);
        assert!(ran.err.contains(reason), "{}", ran.err);
    }
    analysed(data.path(), &data.path().join("none.mat"), &[]).with_code(3);
}
