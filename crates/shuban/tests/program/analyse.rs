//! `analyse`: matches recorded by other programs.

use std::path::{Path, PathBuf};

use serde_json::Value as Json;
use shuban_match::match_file::{read_mat, write_mat, write_sgf};

use crate::common::shuban;

fn example() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/hypergammon.mat")
}

fn analysed(data: &Path, file: &Path, more: &[&str]) -> crate::common::Ran {
    shuban(data, &[&["analyse", file.to_str().unwrap()], more].concat())
}

/// Checks the example of README.
#[test]
fn the_example_is_analysed() {
    let data = tempfile::tempdir().unwrap();
    shuban(data.path(), &["build", "backgammon/contact-2-2", "-q"]).with_code(0);
    let text = analysed(data.path(), &example(), &["-q", "--no-search"]).with_code(0).out;
    insta::assert_snapshot!("analysed", text);
    let page = data.path().join("report.html");
    let to = ["--json", "-q", "--no-search", "--to", page.to_str().unwrap()];
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
    let cube = judged_cubes(&found).into_iter().filter(|(_, made)| made.get("error").is_some());
    assert_eq!(page.matches("<svg").count(), errors.len() + cube.count());
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
        // The answer of `probe` to the same decision.
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
    // The player who knows all values makes no provable mistake; the other one does.
    let players = found["players"].as_array().unwrap();
    assert_eq!((&players[0]["name"], &players[0]["errors"]), (&"Anna".into(), &0.into()));
    assert!(players[1]["errors"].as_u64().unwrap() > 2);

    // The same match in SGF has the same analysis.
    let record = read_mat(&std::fs::read_to_string(example()).unwrap(), None).unwrap();
    let sgf = data.path().join("match.SGF");
    std::fs::write(&sgf, write_sgf(&record).unwrap()).unwrap();
    let mut other =
        analysed(data.path(), &sgf, &["--json", "-q", "--no-search"]).with_code(0).json();
    for document in [&mut found, &mut other] {
        let members = document.as_object_mut().unwrap();
        members.remove("file");
        members.remove("page");
    }
    assert_eq!(other, found);
    assert_eq!(read_mat(&write_mat(&record), None), Ok(record));
}

/// Returns every judged decision with the cube, with the number of its game.
fn judged_cubes(found: &Json) -> Vec<(usize, &Json)> {
    let games = (1..).zip(found["games"].as_array().unwrap());
    let all = games.flat_map(|(number, game)| {
        let cube = game["cube"].as_array().into_iter().flatten();
        cube.map(move |made| (number, made))
    });
    all.filter(|(_, made)| made["decision"] == "known").collect()
}

fn bounds(of: &Json) -> [f64; 3] {
    ["lower", "value", "upper"].map(|name| of[name].as_f64().unwrap())
}

/// Returns the cost of a decision from the values of the choices to the player about to roll.
fn cost_of(action: &str, no_double: f64, take: f64, pass: f64) -> f64 {
    let double = take.min(pass);
    let cost = match action {
        "no-double" => double - no_double,
        "double" => no_double - double,
        "take" => take - pass,
        "pass" => pass - take,
        other => panic!("{other}"),
    };
    cost.max(0.0)
}

/// Compares the costs of the mistakes with those of a recursion over these races in Python.
#[test]
fn the_cube_is_judged_in_games_for_money() {
    let data = tempfile::tempdir().unwrap();
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/money.mat");
    // Rounded values judge nothing.
    shuban(data.path(), &["build", "backgammon/gnubg-ts-6x2", "-q"]).with_code(0);
    let found = analysed(data.path(), &file, &["--json", "-q"]).with_code(0).json();
    assert!(judged_cubes(&found).is_empty());
    assert!(found["players"][0]["cube"]["unknown"].as_u64().unwrap() > 20);

    shuban(data.path(), &["build", "backgammon/race-12x2", "-q"]).with_code(0);
    let page = data.path().join("report.html");
    let to = ["--json", "-q", "--no-search", "--to", page.to_str().unwrap()];
    let found = analysed(data.path(), &file, &to).with_code(0).json();
    let known = judged_cubes(&found);
    let errors: Vec<(usize, &str, u64, f64)> = known
        .iter()
        .filter_map(|&(game, made)| {
            let error = made.get("error")?.as_str()?;
            let digits = (made["cost"]["value"].as_f64()? * 1e6).round() / 1e6;
            Some((game, error, made["seat"].as_u64()?, digits))
        })
        .collect();
    let expected = [
        (1, "missed-double", 1, 0.444444),
        (2, "wrong-double", 0, 0.388889),
        (3, "wrong-take", 1, 0.222222),
        (4, "wrong-pass", 0, 0.172840),
    ];
    assert_eq!(errors, expected);
    // The answer of `probe` to the same decisions.
    for (_, made) in &known {
        let position = made["position"].as_str().unwrap();
        let layer = made["source"].as_str().unwrap();
        let probed = shuban(data.path(), &["probe", layer, position, "--json"]).with_code(0).json();
        let place = if made.get("owner").is_some() { "owned" } else { "centred" };
        let equity = |of: &str| probed["equity"][of].as_f64().unwrap();
        let (no_double, take) = (equity(place), 2.0 * equity("opponent"));
        let action = made["action"].as_str().unwrap();
        let expected = cost_of(action, no_double, take, 1.0);
        let [lower, value, upper] = bounds(&made["cost"]);
        assert!((value - expected).abs() < 1e-12 && lower <= value && value <= upper, "{made}");
        if ["no-double", "double"].contains(&action) {
            assert_eq!(made["best"], probed["cube"][place], "{made}");
        }
    }
    assert_eq!(known.len(), 9);
    let count = |seat: usize, of: &str| found["players"][seat]["cube"][of].as_u64().unwrap();
    assert_eq!([0, 1].map(|seat| count(seat, "errors")), [2, 2]);
    assert_eq!((count(1, "missed_doubles"), count(0, "wrong_doubles")), (1, 1));
    assert_eq!((count(1, "wrong_takes"), count(0, "wrong_passes")), (1, 1));
    let page = std::fs::read_to_string(page).unwrap();
    assert_eq!(page.matches("<svg").count(), 4, "{page}");
    assert!(page.contains("wrong passes") && page.contains("a cube of 1, in the middle"));
    let text = analysed(data.path(), &file, &["-q", "--no-search"]).with_code(0).out;
    insta::assert_snapshot!("money", text);
}

/// Judges by solving the positions that can be reached.
#[test]
fn the_cube_is_judged_in_matches() {
    let data = tempfile::tempdir().unwrap();
    let found = analysed(data.path(), &example(), &["--json", "-q"]).with_code(0).json();
    let known = judged_cubes(&found);
    let mut answers = 0;
    for (game, made) in &known {
        let heading = found["games"][game - 1]["heading"].as_str().unwrap();
        let points = heading.split(',').next().unwrap().split(" : ");
        let points: Vec<u64> = points.map(|points| points.parse().unwrap()).collect();
        let action = made["action"].as_str().unwrap();
        let is_answer = ["take", "pass"].contains(&action);
        answers += u64::from(is_answer);
        let seat = made["seat"].as_u64().unwrap() as usize;
        let roller = if is_answer { 1 - seat } else { seat };
        let score = format!("{}-{}", points[roller], points[1 - roller]);
        let cube = made["cube"].to_string();
        let mut probe = vec!["probe", "hypergammon", made["position"].as_str().unwrap(), "--json"];
        probe.extend(["--match", "9", "--score", &score, "--cube", &cube]);
        if made.get("owner").is_some() {
            probe.extend(["--owner", "mover"]);
        }
        let probed = shuban(data.path(), &probe).with_code(0).json();
        let chance = |of: &str| probed[of]["value"].as_f64().unwrap();
        let worth = ["no_double", "double_take", "double_pass"];
        let [no_double, take, pass] = worth.map(chance);
        // Both are within 2⁻²⁰ of the truth, or as close as the other bounds are.
        for of in worth {
            let [lower, value, upper] = bounds(&made["values"][of]);
            assert!(lower <= value && value <= upper && upper < lower + 2e-6, "{made}");
            assert!((value - chance(of)).abs() < 2e-6, "{of}: {made}, {probed}");
        }
        let [lower, value, upper] = bounds(&made["cost"]);
        let expected = cost_of(action, no_double, take, pass);
        assert!((value - expected).abs() < 4e-6 && upper < lower + 4e-6, "{made}, {probed}");
        assert_eq!(
            (&made["unit"], &made["source"]),
            (&"match-chance".into(), &"match play".into())
        );
        if !is_answer {
            assert_eq!(made["best"], probed["cube"], "{made}");
        }
    }
    assert!(known.len() > 20 && answers > 2, "{} and {answers}", known.len());
    // Without positions to solve nothing is judged, and with fewer positions less is.
    let count = |most: &str| {
        let more = ["--json", "-q", "--cube-positions", most];
        judged_cubes(&analysed(data.path(), &example(), &more).with_code(0).json()).len()
    };
    assert_eq!(count("0"), 0);
    let few = count("100");
    assert!(0 < few && few < known.len(), "{few}");
}

#[test]
fn match_equities_of_a_file_judge_the_cube() {
    let data = tempfile::tempdir().unwrap();
    let none = data.path().join("none.xml");
    let more = ["--met", none.to_str().unwrap()];
    analysed(data.path(), &example(), &more).with_code(3);
    std::fs::write(&none, "<met/>").unwrap();
    let ran = analysed(data.path(), &example(), &more).with_code(2);
    assert!(ran.err.contains("`<pre-crawford-table>`"), "{}", ran.err);
    // Chances unlike those of any model: the player who needs twice as much has a third.
    let rows = (1..=9).map(|own| {
        let row =
            (1..=9).map(|other| format!("<me>{}</me>", f64::from(other) / f64::from(own + other)));
        format!("<row>{}</row>", row.collect::<String>())
    });
    let rows: String = rows.collect();
    let after = "<me>0.3</me>".repeat(9);
    let table = format!(
        r#"<met><pre-crawford-table type="explicit">{rows}</pre-crawford-table>
           <post-crawford-table type="explicit" player="both"><row>{after}</row>
           </post-crawford-table></met>"#
    );
    std::fs::write(&none, table).unwrap();
    let judged = |more: &[&str]| {
        let more = [&["--json", "-q"], more].concat();
        let found = analysed(data.path(), &example(), &more).with_code(0).json();
        judged_cubes(&found).iter().map(|(_, one)| one["values"].clone()).collect::<Vec<Json>>()
    };
    let (by_model, by_file) = (judged(&[]), judged(&more));
    assert_eq!(by_model.len(), by_file.len());
    assert!(by_model.iter().zip(&by_file).all(|(model, file)| model != file));
}

#[test]
fn what_nothing_knows_is_counted() {
    let data = tempfile::tempdir().unwrap();
    let found = analysed(data.path(), &example(), &["--json", "-q", "--no-search"]);
    let found = found.with_code(0).json();
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
    let ran = analysed(data.path(), &cut, &["--json", "--strict"]).with_code(2);
    assert_eq!(ran.json()["kind"], "bad-game-file");
    assert!(ran.err.contains("cut.mat, line "), "{}", ran.err);
    let ran = analysed(data.path(), &file("one.mat", &text[..400]), &["--json"]).with_code(2);
    assert!(ran.err.contains("the file ends before the game does"), "{}", ran.err);
    let empty = file("empty.sgf", "");
    let ran = analysed(data.path(), &empty, &[]).with_code(2);
    assert!(ran.err.contains("line 1: the file is empty"), "{}", ran.err);
    let prose = file("prose.txt", "hello world\n");
    let ran = analysed(data.path(), &prose, &[]).with_code(2);
    assert!(ran.err.contains("line 1: expected a line such as `7 point match`"), "{}", ran.err);
    let empty = file("empty.mat", "(");
    let ran = analysed(data.path(), &empty, &[]).with_code(2);
    assert!(ran.err.contains("the file ends before"), "{}", ran.err);
    for (more, reason) in [
        (&["--game", "backgammon"][..], "the file is of hypergammon, not of backgammon"),
        (&["--game", "amazons"], "this is no record of amazons"),
        (&["--game", "chess"], "there is no game `chess`"),
        (&["--to", "report.txt"], "must end in .html"),
    ] {
        let ran = analysed(data.path(), &example(), more).with_code(2);
        assert!(ran.err.contains(reason), "{}", ran.err);
    }
    analysed(data.path(), &data.path().join("none.mat"), &[]).with_code(3);
}

/// Every decision is judged, by a search or an estimate, which are told apart.
#[test]
fn what_no_database_knows_is_estimated() {
    let data = tempfile::tempdir().unwrap();
    let found = analysed(data.path(), &example(), &["--json", "-q"]).with_code(0).json();
    for player in found["players"].as_array().unwrap() {
        assert_eq!(player["unknown"], 0, "{player}");
        let estimated = &player["estimated"];
        assert!(estimated["decisions"].as_u64().unwrap() > 50, "{player}");
        assert!(estimated["cost"].get("standard_error").is_none(), "{player}");
    }
    let moves = found["games"].as_array().unwrap().iter();
    let moves = moves.flat_map(|game| game["moves"].as_array().unwrap());
    let sources: Vec<&str> = moves.filter_map(|made| made["source"].as_str()).collect();
    assert!(sources.contains(&"search") && sources.contains(&"estimate"), "{sources:?}");
}

/// The contents select the format, and one game that does not fit leaves the others.
#[test]
fn a_game_that_does_not_fit_is_left_out_and_told() {
    let data = tempfile::tempdir().unwrap();
    let text = std::fs::read_to_string(example()).unwrap();
    let file = data.path().join("match.txt");
    std::fs::write(&file, text.replacen("22: 16/12(2) ", "22: 16/13(2) ", 1)).unwrap();
    let page = data.path().join("report.html");
    let more = ["--json", "-q", "--cube-positions", "0", "--to", page.to_str().unwrap()];
    let found = analysed(data.path(), &file, &more).with_code(0).json();
    let left_out = &found["left_out"].as_array().unwrap()[..];
    assert!(left_out.len() == 1 && left_out[0]["game"] == 1, "{left_out:?}");
    assert_eq!(left_out[0]["line"], 10);
    let games = found["games"].as_array().unwrap();
    assert_eq!((games.len(), &games[0]["number"]), (8, &2.into()));
    let said = "game 1 is left out: line 10: not a legal play of 2-2";
    assert!(std::fs::read_to_string(page).unwrap().contains(said));
    let text = analysed(data.path(), &file, &["-q", "--cube-positions", "0"]).with_code(0).out;
    assert!(text.contains(said) && text.contains("\ngame 2, 0 : 2: "), "{text}");
    let ran = analysed(data.path(), &file, &["--strict"]).with_code(2);
    assert!(ran.err.contains("match.txt, line 10: not a legal play of 2-2"), "{}", ran.err);
}

#[test]
fn all_matches_of_a_file_are_analysed() {
    let data = tempfile::tempdir().unwrap();
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shuban-match/tests/data");
    let page = data.path().join("report.html");
    let more = ["--json", "-q", "--to", page.to_str().unwrap()];
    let file = tests.join("26-two-matches.sgf");
    let found = analysed(data.path(), &file, &more).with_code(0).json();
    let matches = found["matches"].as_array().unwrap();
    let about = matches.iter().map(|one| one["about"].as_str().unwrap());
    assert_eq!(about.collect::<Vec<_>>(), ["match to 1", "match to 3"]);
    assert!(matches[1]["page"].as_str().unwrap().ends_with("report-2.html"));
    assert!(page.exists() && data.path().join("report-2.html").exists());
    let text = analysed(data.path(), &file, &["-q"]).with_code(0).out;
    assert!(text.contains("match 2 of 2: backgammon, match to 3"), "{text}");
    let file = tests.join("17-no-crawford-tag.mat");
    let found = analysed(data.path(), &file, &["--json", "-q", "--no-crawford"]).with_code(0);
    assert_eq!(found.json()["games"].as_array().unwrap().len(), 2);
}

#[test]
fn records_of_other_games_are_analysed() {
    let data = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let file = data.path().join(name);
        std::fs::write(&file, text).unwrap();
        file
    };
    let sgf =
        file("game.sgf", "(;PW[Ann]PB[Ben];W[d1-d7/g7];B[g10-g8/d8]\n;W[d7-d2/d7];B[resign])");
    let text = analysed(data.path(), &sgf, &["-q"]).with_code(0).out;
    assert!(text.starts_with("amazons, 1 game: Ben against Ann\n"), "{text}");
    assert!(text.contains("game 1, line 1: Ben gives up"), "{text}");
    let page = data.path().join("report.html");
    let to = ["--json", "-q", "--to", page.to_str().unwrap()];
    let found = analysed(data.path(), &sgf, &to).with_code(0).json();
    assert_eq!(found["games"][0]["moves"][0]["move"], "d1-d7/g7");
    assert!(std::fs::read_to_string(page).unwrap().starts_with("<!doctype html>"));

    let list = file("games.txt", "1 @0/ 2 A0\\ 3 @1/\n1 @0/ 2 A1/\n");
    let refused = |more: &[&str], reason: &str| {
        let error = analysed(data.path(), &list, more).with_code(2).err;
        assert!(error.contains(reason), "{error}");
    };
    refused(&[], "name it with --game (trax/2, ");
    let found = analysed(data.path(), &list, &["--json", "-q", "--game", "trax/4"]).with_code(0);
    let found = found.json();
    assert_eq!(found["games"][0]["result"], "white wins (loop)");
    assert_eq!(
        (&found["left_out"][0]["game"], &found["left_out"][0]["line"]),
        (&2.into(), &2.into())
    );
    refused(&["--strict", "--game", "trax/4"], "there is a tile already");
}
