//! `judge` with the scripts that ask other programs or repeat their evaluation.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use serde_json::{Value as Json, json};

use crate::common::{Ran, list, number, shuban};
use crate::support::run_with_input;

const LAYER: &str = "backgammon/contact-1-1";

/// Builds the layer in a folder, and returns the folder.
fn built(data: tempfile::TempDir) -> tempfile::TempDir {
    shuban(data.path(), &["build", LAYER, "-q"]).with_code(0);
    data
}

fn judge(data: &Path, arguments: &[&str]) -> Ran {
    shuban(data, &[&["judge", LAYER, "--json", "-q"], arguments].concat())
}

fn script(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts").join(name)
}

/// The command of a script, as `--program` takes it.
fn program(name: &str, arguments: &[&str]) -> String {
    format!("python3 '{}' '{}'", script(name).display(), arguments.join("' '"))
}

/// Asks a script about positions. A roll may follow a position, after a space.
fn asked(name: &str, arguments: &[&str], game: &str, questions: &[&str]) -> Ran {
    let folder = std::env::temp_dir();
    let mut input = json!({"protocol": "shuban-judge", "version": 1, "game": game}).to_string();
    for (id, question) in questions.iter().enumerate() {
        let (position, roll) = question.split_once(' ').unwrap_or((question, "1-1"));
        input += &format!("\n{}", json!({"id": id, "position": position, "roll": roll}));
    }
    let script = script(name);
    let arguments = [&[script.to_str().unwrap()], arguments].concat();
    run_with_input("python3", &folder, &arguments, input + "\n")
}

/// Returns a member of each answer, after the introduction.
fn answers(ran: &Ran, member: &str) -> Vec<Json> {
    let lines = ran.out.lines().skip(1);
    lines.map(|line| serde_json::from_str::<Json>(line).unwrap()[member].clone()).collect()
}

/// Writes weights that are 0 except for these inputs; returns the name of the file.
fn weights(file: &Path, of: &[(usize, f64)]) -> String {
    let mut numbers = [0.0; 122];
    of.iter().for_each(|&(input, weight)| numbers[input] = weight);
    let lines: Vec<String> = numbers.iter().map(f64::to_string).collect();
    std::fs::write(file, lines.join("\n")).unwrap();
    file.to_str().unwrap().to_owned()
}

/// Weights of two files. With contact a hit counts 1, and two checkers or more on point 5 count
/// 0.5. In a race each checker borne off counts 1, and three checkers on point 4 count 1.5.
fn invented(folder: &Path) -> [String; 4] {
    let input = |point: usize, of: usize| 5 * (24 - point) + of;
    let contact = weights(&folder.join("contact"), &[(120, 2.0), (input(5, 2), 0.5)]);
    let race = weights(&folder.join("race"), &[(121, 15.0), (input(4, 3), 1.5)]);
    ["--contact".to_owned(), contact, "--race".to_owned(), race]
}

#[test]
fn pubeval_makes_the_legal_play_of_the_highest_number() {
    let folder = tempfile::tempdir().unwrap();
    let plays = [
        ("6,8|6,20 3-1", "8/5 6/5"),
        ("6,8|6,18 3-1", "8/7 7/4"),
        ("8|15,24,24 3-1", "8/5 5/4"),
        // Both dice are played in either order. If only one can be, it is the higher. Checkers on
        // the bar come first.
        ("8|20,20 3-1", "8/7 7/4"),
        ("14|21,21 6-4", "14/8"),
        ("6,bar|3,3,6,6 6-3", "no play"),
        ("6,bar|2,2,6,6 6-3", "bar/22 22/16"),
        ("bar|6,6,5,5 6-1", "bar/24 24/18"),
        // A double is played four times, or as often as possible.
        ("6,8|6,18 1-1", "8/7 7/6 6/5 6/5"),
        ("7|6,6,21,21 1-1", "7/6 6/5"),
        // A checker is borne off by the exact number, or from the rearmost point if all are at
        // home.
        ("2,3|1,1 6-5", "3/off 2/off"),
        ("4,6|1,1 4-1", "4/off 6/5"),
        ("4,4,5,8|1,1 3-1", "8/5 5/4"),
    ];
    let arguments = invented(folder.path());
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let told = asked("judge_pubeval.py", &arguments, "backgammon", &plays.map(|play| play.0));
    let told = answers(&told.with_code(0), "move");
    let told: Vec<&str> = told.iter().map(|play| play.as_str().unwrap()).collect();
    assert_eq!(told, plays.map(|play| play.1));

    // On a whole layer every play is legal.
    let data = built(folder);
    let command = program("judge_pubeval.py", &arguments);
    let judged = judge(data.path(), &["--program", &command, "--all"]).with_code(0).json();
    assert_eq!((&judged["player"], &judged["answers"]), (&"pubeval".into(), &"moves".into()));
    assert_eq!((&judged["positions"], &judged["ended"]), (&601.into(), &Json::Null));
    assert!(list(&judged["faults"]).is_empty() && number(&judged["loss"]["mean"]) > 0.0);
    // The play that loses most is a hit.
    assert!(judged["hardest"][0]["move"].as_str().unwrap().contains('*'), "{judged}");
}

#[test]
fn pubeval_refuses_what_are_no_weights_and_other_games() {
    let folder = tempfile::tempdir().unwrap();
    let [contact, good, race, _] = invented(folder.path());
    let missing = folder.path().join("missing");
    let file = folder.path().join("bad");
    let bad = file.to_str().unwrap();
    for (content, reason) in [
        ("1 2 3".to_owned(), "expected 122 numbers, found 3"),
        ("NaN ".repeat(122), "not all numbers are finite"),
        ("much".to_owned(), "could not convert string to float"),
    ] {
        std::fs::write(&file, content).unwrap();
        let ran = asked("judge_pubeval.py", &[&contact, &good, &race, bad], "backgammon", &[]);
        let ran = ran.with_code(1);
        assert!(ran.err.contains(reason) && ran.out.is_empty(), "{}", ran.err);
    }
    let files = [&*contact, &good, &race, missing.to_str().unwrap()];
    let ran = asked("judge_pubeval.py", &files, "backgammon", &[]).with_code(1);
    assert!(ran.err.contains("cannot be read: No such file"), "{}", ran.err);
    let files = [&*contact, &good, &race, &good];
    let ran = asked("judge_pubeval.py", &files, "hypergammon", &[]).with_code(1);
    assert!(ran.err.contains("does not play hypergammon"), "{}", ran.err);
}

/// A stand-in for a server of wildbg: its process and its address.
struct Server(Child, String);

impl Server {
    fn start() -> Self {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/program/wildbg_server.py");
        let mut server = Command::new("python3").arg(file).stdout(Stdio::piped()).spawn().unwrap();
        let mut port = String::new();
        BufReader::new(server.stdout.as_mut().unwrap()).read_line(&mut port).unwrap();
        Server(server, format!("http://127.0.0.1:{}", port.trim()))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn wildbg_is_asked_from_the_side_of_the_player_about_to_roll() {
    let server = Server::start();
    let url = ["--url", &server.1];
    // 10 pips against 5, checkers on the bar, and questions that the stand-in refuses.
    let many = vec!["1"; 16].join(",");
    let questions =
        ["4,6|5", "5|4,6", "bar|24", "off,3|bar", &format!("{many}|5"), "1,1,1,1|5", "1,1,1,1,1|5"];
    let ran = asked("judge_wildbg.py", &url, "backgammon", &questions).with_code(0);
    let introduction: Json = serde_json::from_str(ran.out.lines().next().unwrap()).unwrap();
    assert_eq!(introduction, json!({"name": "wildbg of pips", "answers": "values"}));
    // Gammons and backgammons add one each: 0.1875 for the player, and 0.375 against.
    let won = [-0.1, 0.1, -0.02, 0.44];
    for (value, won) in answers(&ran, "value").iter().zip(won) {
        assert!((number(value) - (won - 0.1875)).abs() < 1e-12, "{value} and {won}");
    }
    let refused = ["more than 15 checkers", "status 200, and no JSON", "no probability 'winG'"];
    for (error, reason) in answers(&ran, "error")[won.len()..].iter().zip(refused) {
        assert!(error.as_str().unwrap().contains(reason), "{error}");
    }
    let point =
        asked("judge_wildbg.py", &[url[0], url[1], "--one-point"], "backgammon", &["5|4,6"]);
    assert!((number(&answers(&point.with_code(0), "value")[0]) - 0.1).abs() < 1e-12);

    // A roll has 49/6 pips in the mean, since doubles count twice, and the player is 5 behind. For
    // money an eighth of gammons counts, to one point another tenth of wins does.
    let ahead = 2.0 * (49.0 / 6.0 - 5.0) / 100.0;
    for (more, worth) in
        [(&["--ahead"][..], ahead + 0.125), (&["--ahead", "--one-point"], ahead + 0.2)]
    {
        let arguments = [&url[..], more].concat();
        let ran = asked("judge_wildbg.py", &arguments, "backgammon", &["4,6|5", "1,1,1,1|5"]);
        let ran = ran.with_code(0);
        assert!((number(&answers(&ran, "value")[0]) - worth).abs() < 1e-12, "{}", ran.out);
        assert!(answers(&ran, "error")[1].as_str().unwrap().contains("no moves in"), "{}", ran.out);
        let introduction: Json = serde_json::from_str(ran.out.lines().next().unwrap()).unwrap();
        assert!(introduction["name"].as_str().unwrap().ends_with(", one roll ahead"));
    }

    // The count of pips is of some use on a whole layer.
    let data = built(tempfile::tempdir().unwrap());
    let command = program("judge_wildbg.py", &url);
    let judged = judge(data.path(), &["--program", &command, "--sample", "100"]).with_code(0);
    let judged = judged.json();
    assert_eq!((&judged["answers"], list(&judged["faults"]).len()), (&"values".into(), 0));
    assert!(number(&judged["error"]["rms"]) < 1.0, "{judged}");
}

#[test]
fn wildbg_that_does_not_answer_is_told_by_its_address() {
    let server = Server::start();
    let url = server.1.clone();
    drop(server);
    let reason = format!("wildbg at {url} does not answer: ");
    for (url, game, reason) in [
        (&*url, "backgammon", &*reason),
        ("localhost:8080", "backgammon", "localhost:8080 is no address"),
        ("http://localhost:port", "backgammon", "http://localhost:port is no address"),
        (&*url, "half-gammon", "wildbg does not play half-gammon"),
    ] {
        let ran = asked("judge_wildbg.py", &["--url", url], game, &[]).with_code(1);
        assert!(ran.err.contains(reason) && !ran.err.contains("Traceback"), "{}", ran.err);
    }
}

#[test]
fn decisions_with_the_cube_are_judged_by_the_bounds_of_a_race() {
    let data = tempfile::tempdir().unwrap();
    shuban(data.path(), &["build", "backgammon/race-7x1", "-q"]).with_code(0);
    let judge = script("judge_cube.py");
    let stand_in = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/program/gnubg_stand_in.py");
    let judged = |more: &[&str]| {
        let mut arguments = vec![judge.to_str().unwrap(), "backgammon/race-7x1", "--data"];
        arguments.extend([data.path().to_str().unwrap(), "--gnubg", stand_in.to_str().unwrap()]);
        arguments.extend(["--shuban", env!("CARGO_BIN_EXE_shuban"), "--sample", "400"]);
        run_with_input("python3", data.path(), &[&arguments, more].concat(), "")
    };
    // A checker on 6 comes off in 27 of 36 rolls; the opponent's is sure to come off next, so the
    // mover wins exactly then. That is worth a half; doubled and taken, or passed, it is worth a point.
    let told = judged(&["--plies", "0"]).with_code(0).out;
    let [double, answer] = ["  double 0.5000  id of 6|", "  answer 1.0000  id of "];
    assert!(told.contains(double) && told.contains(answer), "{told}");
    assert!(
        told.contains("double, take; no double +0.5000 (told +0.0000), taken +1.0000"),
        "{told}"
    );
    assert!(told.contains(": 0 unsound, ") && told.contains(" takes, 0 passes of 400"), "{told}");
    // A checker on 7 comes off in 23 of 36 rolls.
    let told = judged(&["--plies", "0", "2", "--cube", "owned", "--beyond"]).with_code(0).out;
    let seven = "id of 7|1  7|1  double, take; no double +0.2778 (told +0.0000), taken +0.5556";
    assert!(told.contains(seven), "{told}");
    let (_, bold) = told.split_once("cube owned, 2-ply").unwrap();
    assert!(bold.contains(": 0 unsound, 0 missed of 400"), "{bold}");
    assert!(bold.contains(": 0 takes, ") && !bold.contains(" 0 passes of 400"), "{bold}");
    let seven = "answer 0.4444  id of 7|1  7|1  double, take; no double +0.2778 (told +0.0000)";
    assert!(bold.contains(seven), "{bold}");
    // Nothing is told of a layer that is not built.
    let told = judged(&["--data", "elsewhere"]).with_code(1);
    assert!(told.out.is_empty() && told.err.contains("does not answer: build it first"));
    let told = judged(&["--shuban", "nowhere"]).with_code(1);
    assert!(told.err.contains("nowhere cannot be asked: ") && !told.err.contains("Traceback"));
    for wrong in [["--least", "2"], ["--sample", "0"], ["--jobs", "0"]] {
        assert!(judged(&wrong).with_code(2).err.contains(wrong[0]));
    }
    let told = judged(&["--gnubg", "nowhere"]).with_code(1);
    assert!(told.out.is_empty() && told.err.contains("no answers by nowhere: "), "{}", told.err);
    assert!(!told.err.contains("Traceback"), "{}", told.err);

    let examples = ["-m", "doctest", judge.to_str().unwrap()];
    run_with_input("python3", data.path(), &examples, "").with_code(0);
}
