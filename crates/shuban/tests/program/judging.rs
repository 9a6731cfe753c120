//! `judge`: built-in players, and programs that answer well, badly, or not at all.

use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::Value as Json;

use crate::common::{Ran, list, number, shuban, small};

const LAYER: &str = "half-gammon/contact-2-1";

/// A program that introduces itself and answers each question by `answer(question, number)`, of
/// which the lines are given.
fn program(folder: &Path, introduction: &str, lines: &str) -> String {
    let body: String = lines.lines().map(|line| format!("    {line}\n")).collect();
    let text = format!(
        "import json, sys, time\n\
         greeting = json.loads(sys.stdin.readline())\n\
         print({introduction:?}, flush=True)\n\
         def answer(question, number):\n{body}\
         for number, line in enumerate(sys.stdin):\n\
         \x20   print(answer(json.loads(line), number), flush=True)\n"
    );
    let file = folder.join("player.py");
    std::fs::write(&file, text).unwrap();
    format!("python3 '{}'", file.display())
}

const VALUES: &str = r#"{"name": "the test", "answers": "values"}"#;
const MOVES: &str = r#"{"name": "the test", "answers": "moves"}"#;

/// An answer with value 0.
const ZERO: &str = r#"json.dumps({"id": question["id"], "value": 0})"#;

fn judge(data: &Path, arguments: &[&str]) -> Ran {
    shuban(data, &[&["judge", LAYER, "--json", "-q"], arguments].concat())
}

/// Judges a program that answers values by these lines.
fn judged(data: &Path, lines: &str, arguments: &[&str]) -> Ran {
    let program = program(data, VALUES, lines);
    judge(data, &[&["--program", &program], arguments].concat())
}

#[test]
fn a_perfect_player_loses_nothing_and_a_random_one_something() {
    let data = small();
    let perfect = judge(data.path(), &["--player", "perfect", "--all"]).with_code(0).json();
    assert_eq!((number(&perfect["loss"]["max"]), number(&perfect["best"]["share"])), (0.0, 1.0));
    assert_eq!((&perfect["positions"], &perfect["error"]), (&2_054.into(), &Json::Null));
    assert!(list(&perfect["hardest"]).is_empty() && list(&perfect["faults"]).is_empty());

    let random = judge(data.path(), &["--player", "random", "--all"]).with_code(0).json();
    assert!(number(&random["loss"]["mean"]) > 0.0 && number(&random["best"]["share"]) < 1.0);
    let hardest = list(&random["hardest"]);
    assert_eq!(hardest.len(), 20);
    let losses: Vec<f64> = hardest.iter().map(|hard| number(&hard["loss"])).collect();
    assert!(losses.is_sorted_by(|one, next| one >= next));
    assert_eq!(losses[0], number(&random["loss"]["max"]));
    // The worst decision costs by the database as much as it says.
    let hard = &hardest[0];
    let text = |member: &str| hard[member].as_str().unwrap().to_owned();
    let probed = ["probe", LAYER, &text("position"), "--roll", &text("roll"), "--json"];
    let probed = shuban(data.path(), &probed).with_code(0).json();
    let rolls = list(&probed["rolls"]).iter();
    let moves = rolls.filter_map(|roll| roll.get("moves")).flat_map(list);
    let value = |action: &str| {
        let made = moves.clone().find(|made| made["move"] == action).unwrap();
        number(&made["value"])
    };
    assert!((value(&text("best")) - value(&text("move")) - losses[0]).abs() < 1e-9);
    // Estimates are those of the evaluation function, and know nothing of the databases that judge.
    let estimate = judge(data.path(), &["--player", "estimate-1", "--sample", "300"]);
    let estimate = estimate.with_code(0).json();
    assert!(number(&estimate["error"]["rms"]) > 1e-3, "{estimate}");
    // Classes make up the whole.
    let classes = random["classes"].as_object().unwrap();
    let positions =
        |names: [&str; 2]| names.map(|name| classes[name]["positions"].as_u64().unwrap());
    assert_eq!(positions(["contact", "race"]).iter().sum::<u64>(), 2_054);
    assert_eq!(positions(["2 v 1", "1 v 2"]).iter().sum::<u64>(), 2_054);
}

#[test]
fn a_sample_has_intervals_that_hold_the_figures_of_the_layer() {
    let data = small();
    let all = judge(data.path(), &["--player", "random", "--all"]).with_code(0).json();
    // The second draws each position some thirty times, each time with another roll.
    for (size, seed) in [("1500", "1"), ("60000", "1"), ("60000", "2")] {
        let sample = ["--player", "random", "--sample", size, "--seed", seed];
        let sample = judge(data.path(), &sample).with_code(0).json();
        for (part, member) in [("loss", "mean"), ("best", "share")] {
            let [low, high] = [0, 1].map(|place| number(&sample[part]["interval"][place]));
            let whole = number(&all[part][member]);
            assert!((low..=high).contains(&whole), "{size} {part}: {low} to {high}, and {whole}");
            assert!(all[part].get("interval").is_none());
        }
    }
}

#[test]
fn exact_play_of_perfect_values_is_perfect_and_of_others_is_not() {
    let data = small();
    let perfect = ["--player", "perfect", "--exact-play"];
    let perfect = judge(data.path(), &perfect).with_code(0).json();
    let play = &perfect["play"];
    assert_eq!((&play["settled"], &play["solved"]), (&true.into(), &2_211.into()));
    for figure in ["exploitability", "against_itself"] {
        // As far as the values of the database are proven.
        assert!(number(&play[figure]["max"]) < 1e-5, "{figure}: {play}");
    }
    let random = ["--player", "random", "--exact-play"];
    let random = judge(data.path(), &random).with_code(0).json();
    let lost = &random["play"]["exploitability"];
    assert!(number(&lost["mean"]) > number(&random["loss"]["mean"]));
    assert!(number(&lost["max"]) <= 2.0);
    judge(data.path(), &["--player", "random", "--exact-play", "--memory", "1M"]).with_code(2);
}

#[test]
fn exact_play_settles_on_layers_that_hold_finished_games() {
    let data = tempfile::tempdir().unwrap();
    let layer = "backgammon/race-7x1";
    shuban(data.path(), &["build", layer, "-q"]).with_code(0);
    let arguments = ["judge", layer, "--player", "perfect", "--exact-play", "--json", "-q"];
    let judged = shuban(data.path(), &arguments).with_code(0).json();
    let play = &judged["play"];
    // Games that are over are among the positions solved, and not among those judged.
    assert!(play["solved"].as_u64() > judged["positions"].as_u64(), "{judged}");
    assert_eq!(play["settled"], true, "{play}");
    assert!(number(&play["exploitability"]["max"]) < 1e-5, "{play}");
}

#[test]
fn a_program_gives_values_or_moves() {
    let data = small();
    let zero = judged(data.path(), &format!("return {ZERO}"), &["--all"]).with_code(0).json();
    assert_eq!((&zero["player"], &zero["answers"]), (&"the test".into(), &"values".into()));
    // The errors of 0 are the values, whose mean the database gives.
    let exported = shuban(data.path(), &["export", LAYER, "--to", "-"]).with_code(0).out;
    let column = exported.lines().next().unwrap().split(',').position(|name| name == "value");
    let values: Vec<f64> = exported
        .lines()
        .skip(1)
        .map(|line| {
            let fields: Vec<&str> = line.rsplit(',').collect();
            let count = exported.lines().next().unwrap().split(',').count();
            fields[count - 1 - column.unwrap()].parse().unwrap()
        })
        .collect();
    let furthest = &zero["misjudged"][0];
    assert_eq!((number(&furthest["told"]), number(&zero["error"]["max"])), (0.0, 1.0));
    assert_eq!(number(&furthest["exact"]).abs(), 1.0);
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    assert!((number(&zero["error"]["mean"]) + mean).abs() < 1e-9, "{zero}");
    // The same play as by the rules' first move, as moves: of equals the first is played.
    let first =
        program(data.path(), MOVES, "return json.dumps({'id': question['id'], 'move': 'bar/off'})");
    let illegal = judge(data.path(), &["--program", &first]).with_code(1).json();
    let fault = &illegal["faults"][0];
    assert_eq!(
        (&fault["kind"], &illegal["ended"]["kind"]),
        (&"illegal-move".into(), &"faults".into())
    );
}

#[test]
fn wrong_answers_are_counted_by_name_and_the_examination_goes_on() {
    let data = small();
    for (kind, wrong) in [
        ("impossible-value", r#"'{"id": %d, "value": NaN}' % question["id"]"#),
        ("impossible-value", r#"'{"id": %d, "value": 1e300}' % question["id"]"#),
        ("impossible-value", r#"'{"id": %d, "value": "much"}' % question["id"]"#),
        (
            "another-position",
            r#"json.dumps({"id": question["id"], "position": "1|1", "value": 0})"#,
        ),
        ("unreadable", "'value: 0'"),
        ("unreadable", "''"),
        ("missing", r#"json.dumps({"id": question["id"]})"#),
        ("refused", r#"json.dumps({"id": question["id"], "error": "too hard"})"#),
    ] {
        let lines = format!("return {wrong} if number == 7 else {ZERO}");
        let judged = judged(data.path(), &lines, &["--sample", "50"]).with_code(1).json();
        let faults = list(&judged["faults"]);
        assert_eq!((faults.len(), &faults[0]["kind"]), (1, &kind.into()), "{judged}");
        assert!(judged.get("ended").is_none() && number(&judged["left_out"]) > 0.0, "{judged}");
        assert!(judged["positions"].as_u64().unwrap() > 30);
    }
}

#[test]
fn a_program_that_fails_ends_the_examination_with_the_results_so_far() {
    let data = small();
    for (kind, code, failure) in [
        ("died", 3, "sys.exit(5)"),
        ("silent", 3, "time.sleep(60)"),
        ("long-line", 3, "return 'x' * 1000000"),
        ("faults", 1, "return 'nonsense'"),
    ] {
        let lines = format!("if number >= 300: {failure}\nreturn {ZERO}");
        let arguments = ["--all", "--patience", "2"];
        let judged = judged(data.path(), &lines, &arguments).with_code(code).json();
        assert_eq!(judged["ended"]["kind"], kind, "{judged}");
        let positions = judged["positions"].as_u64().unwrap();
        assert!((1..2_054).contains(&positions), "{kind}: {positions}");
        assert!(judged["error"]["mean"].is_number());
    }
}

#[test]
fn a_line_may_be_as_long_as_is_told_and_no_longer() {
    let data = small();
    for (length, code) in [(65_536, 1), (65_537, 3)] {
        let lines = format!("return 'x' * {length} if number == 7 else {ZERO}");
        let judged = judged(data.path(), &lines, &["--sample", "50"]).with_code(code).json();
        let ended = judged.get("ended").map(|ended| &ended["kind"]);
        assert_eq!(ended, (code == 3).then_some(&"long-line".into()), "{length}: {judged}");
    }
}

/// The text of an answer with value 0 to another question than the one asked.
fn zero_to(number: &str) -> String {
    format!(r#"json.dumps({{"id": {number}, "value": 0}})"#)
}

#[test]
fn a_line_too_many_ends_the_examination_wherever_it_stands() {
    let data = small();
    let again = zero_to(r#"question["id"]"#);
    let of_next = zero_to(r#"question["id"] + 1"#);
    let never = zero_to("10**9");
    for (what, before) in [
        ("an answer twice", format!("if number == 5: print({again})")),
        ("a word between answers", "if number == 5: print('thinking')".to_owned()),
        ("the next answer early", format!("if number == 5: print({of_next})")),
        ("an answer to nothing", format!("if number == 5: print({never})")),
        ("the last answer of a batch twice", format!("if number == 123: print({again})")),
        ("the first answer of a batch twice", format!("if number == 124: print({again})")),
    ] {
        let lines = format!("{before}\nreturn {ZERO}");
        let judged = self::judged(data.path(), &lines, &["--all"]).with_code(3).json();
        assert_eq!(judged["ended"]["kind"], "unasked", "{what}: {judged}");
        // No answer but that beside the line was taken for one to another question.
        let faults = list(&judged["faults"]).iter().map(|fault| fault["count"].as_u64().unwrap());
        assert!(faults.sum::<u64>() <= 1, "{what}: {judged}");
    }
    // Lines without a number stand for answers, until there are too many of them.
    let flood = format!("if number == 5: print('x\\n' * 1000000)\nreturn {ZERO}");
    let judged = judged(data.path(), &flood, &["--all"]).with_code(1).json();
    assert_eq!(judged["ended"]["kind"], "faults", "{judged}");
}

#[test]
fn questions_that_are_passed_over_are_missing_and_shift_no_other_answer() {
    let data = small();
    // It repeats each position, so that a shifted answer would show.
    let program = data.path().join("player.py");
    let text = r#"
import json, sys
sys.stdin.readline()
print('{"name": "gaps", "answers": "values"}', flush=True)
for line in sys.stdin:
    question = json.loads(line)
    if question["id"] not in (7, 17, 18, 47):
        print(json.dumps({"id": question["id"], "position": question["position"], "value": 0}), flush=True)
"#;
    std::fs::write(&program, text).unwrap();
    let command = format!("python3 '{}'", program.display());
    let arguments = ["--program", &command, "--all", "--faults", "1000000"];
    let judged = judge(data.path(), &arguments).with_code(1).json();
    let faults = list(&judged["faults"]);
    assert_eq!((faults.len(), &faults[0]["kind"]), (1, &"missing".into()), "{judged}");
    assert_eq!(faults[0]["count"], 4, "{judged}");
    assert!(judged.get("ended").is_none(), "{judged}");
}

#[test]
fn the_time_of_an_examination_ends_within_a_batch() {
    let data = small();
    // The first batch would take more than two minutes.
    let slow = format!("time.sleep(0.5)\nreturn {ZERO}");
    let began = Instant::now();
    let judged = judged(data.path(), &slow, &["--all", "--time", "2"]).with_code(0).json();
    assert_eq!(judged["ended"]["kind"], "time");
    assert!((1..100).contains(&judged["questions"].as_u64().unwrap()), "{judged}");
    assert!(began.elapsed() < Duration::from_secs(60));
}

#[test]
fn what_is_no_program_or_no_layer_is_refused() {
    let data = small();
    for (code, kind, arguments) in [
        (2, "usage", vec!["--program", ""]),
        (2, "usage", vec!["--program", "python3 'open"]),
        (3, "program", vec!["--program", "/no/such/program"]),
        (3, "program", vec!["--program", "true"]),
        (3, "program", vec!["--program", "echo hello"]),
        (3, "program", vec!["--program", "sleep 60", "--patience", "0.2"]),
        (2, "usage", vec!["--player", "perfekt"]),
        (2, "usage", vec!["--player", "perfect", "--program", "true"]),
        (2, "usage", vec![]),
    ] {
        let failed = judge(data.path(), &arguments).with_code(code).json();
        assert_eq!(failed["kind"], kind, "{arguments:?}: {failed}");
    }
    let empty = tempfile::tempdir().unwrap();
    let unbuilt = judge(empty.path(), &["--player", "perfect"]).with_code(3).json();
    assert_eq!(unbuilt["kind"], "not-built");
    shuban(data.path(), &["judge", "half-gammon", "--player", "perfect"]).with_code(2);
}

#[test]
fn the_hardest_positions_are_a_set_to_practise_on() {
    let data = small();
    let file = data.path().join("hard.jsonl");
    let arguments = ["--player", "random", "--hardest", "5", "--practice", file.to_str().unwrap()];
    let judged = judge(data.path(), &arguments).with_code(0).json();
    let written = std::fs::read_to_string(&file).unwrap();
    let written: Vec<Json> =
        written.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(&written, list(&judged["hardest"]));
    assert_eq!(written.len(), 5);
}

#[test]
fn layers_whose_values_do_not_follow_from_those_after_plays_are_refused() {
    let data = tempfile::tempdir().unwrap();
    // Equities with a cube that may be turned before the roll, and distributions of numbers of rolls.
    // Of the first 70 positions of the second layer no value depends on the cube.
    for layer in ["backgammon/gnubg-ts-4x3", "backgammon/gnubg-ts-4x4", "half-gammon/bearoff"] {
        shuban(data.path(), &["build", layer, "-q"]).with_code(0);
        let arguments = ["judge", layer, "--player", "random", "--all", "--json"];
        let refused = shuban(data.path(), &arguments).with_code(2).json();
        assert_eq!(refused["kind"], "no-number", "{refused}");
    }
}

#[test]
fn no_line_of_a_program_stops_the_judge() {
    let data = small();
    let program = data.path().join("player.py");
    let text = r#"
import random, sys
sys.stdin.readline()
out = sys.stdout.buffer
out.write(b'{"name": "noise \u001b[31m", "answers": "values"}\n')
out.flush()
random.seed(1)
parts = [b'{', b'}', b'"id"', b':', b'0', b'1e999', b',', b'"value"', b'null', b'[' * 500, b'\xff\xfe',
         b'-1', b'"position"', b'"1|1"', b'NaN', b'\0', b'\x1b[2J', b'"move"']
for line in sys.stdin:
    out.write(b''.join(random.choices(parts, k=random.randrange(12))) + b'\n')
    out.flush()
"#;
    std::fs::write(&program, text).unwrap();
    let command = format!("python3 '{}'", program.display());
    let arguments = ["--program", &command, "--faults", "1000000", "--all"];
    let judged = judge(data.path(), &arguments).with_code(1).json();
    assert!(judged.get("ended").is_none());
    let counts = list(&judged["faults"]).iter().map(|fault| fault["count"].as_u64().unwrap());
    assert_eq!(counts.sum::<u64>(), judged["questions"].as_u64().unwrap());
    // What it wrote is not sent on to a terminal.
    let text = shuban(data.path(), &["judge", LAYER, "-q", "--program", &command]).with_code(1).out;
    assert!(!text.contains('\u{1b}'), "{text:?}");
}

#[test]
fn a_terminal_does_not_obey_what_a_program_writes() {
    let data = small();
    let introduction = r#"{"name": TEXT, "answers": "values"}"#;
    for (introduction, answer) in [
        (introduction, r#"{"id": ID, "value": TEXT}"#),
        (introduction, r#"{"id": ID, "error": TEXT}"#),
        (introduction, r#"{"id": ID, "position": TEXT, "value": 0}"#),
        (introduction, r#"{"id": TEXT, "value": 0}"#),
        (introduction, r#"{"id": 1000000, "value": TEXT}"#),
        (introduction, "TEXT"),
        (r#"{"name": "the test", "answers": "moves"}"#, r#"{"id": ID, "move": TEXT}"#),
        (r#"{"name": "the test", "answers": TEXT}"#, ""),
        (r#"{"name": TEXT}"#, ""),
    ] {
        let program = data.path().join("player.py");
        let text = format!(
            "import json, sys\n\
             text = json.dumps('\\x1b[31m\\x9b31m\\u202e', ensure_ascii=False)\n\
             def write(line):\n\
             \x20   sys.stdout.buffer.write((line.replace('TEXT', text) + '\\n').encode())\n\
             \x20   sys.stdout.buffer.flush()\n\
             sys.stdin.readline()\n\
             write({introduction:?})\n\
             for line in sys.stdin:\n\
             \x20   write({answer:?}.replace('ID', str(json.loads(line)['id'])))\n"
        );
        std::fs::write(&program, text).unwrap();
        let command = format!("python3 '{}'", program.display());
        for form in [&["-q"][..], &["-q", "--json"]] {
            let arguments = ["judge", LAYER, "--program", &command, "--faults", "3"];
            let judged = shuban(data.path(), &[&arguments, form].concat());
            assert_ne!(judged.code, Some(0), "{answer}");
            let shown = judged.out + &judged.err;
            let is_obeyed = |c| matches!(c, '\u{1b}' | '\u{9b}' | '\u{202e}');
            assert!(!shown.contains(is_obeyed), "{introduction} {answer}: {shown:?}");
            assert!(shown.contains("\\u{9b}") || shown.contains("\\\\u{9b}"), "{answer}: {shown}");
        }
    }
}
