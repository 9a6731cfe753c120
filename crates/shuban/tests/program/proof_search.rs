//! `solve`: answers, options, checkpoints, refusals.

use crate::common::{left_open, shuban, solve, start, with_input};
use serde_json::{Value as Json, json};

#[test]
fn small_boards_are_solved() {
    let data = tempfile::tempdir().unwrap();
    for (game, value) in
        [("trax/2", "first"), ("trax/3", "draw"), ("trax/4", "draw"), ("trax/3-loops", "draw")]
    {
        assert_eq!(solve(data.path(), &[game])["value"], value, "{game}");
    }
    let solved = solve(data.path(), &["trax/4", "@0/ A0b", "--question", "win", "--threads", "2"]);
    assert_eq!(
        json!([solved["position"], solved["to_move"], solved["value"]]),
        json!(["@0/ A0\\", "white", "first"])
    );
    let question = &solved["questions"][0];
    assert_eq!(json!([question["question"], question["result"]]), json!(["win", "proven"]));
    for key in ["nodes", "seconds", "nodes_per_second", "table_entries", "collections"] {
        assert!(question[key].is_number(), "{key} in {question}");
    }
    let text = shuban(data.path(), &["solve", "trax/3"]).with_code(0);
    assert!(
        text.out.contains("value      a draw") && text.err.contains("trax/3 draw-or-better"),
        "{}",
        text.out
    );
    let lines =
        with_input(data.path(), &["solve", "trax/3", "-", "--json-lines"], "@0/\n@0+\n@0/ A0b\n")
            .with_code(0)
            .out;
    let values: Vec<Json> = lines
        .lines()
        .map(|line| serde_json::from_str::<Json>(line).unwrap()["value"].clone())
        .collect();
    assert_eq!(values, ["draw", "second", "first"]);
}

#[test]
fn every_option_comes_to_the_same_answer() {
    let data = tempfile::tempdir().unwrap();
    for flags in [
        "--lookahead 0",
        "--lookahead 1 --lookahead-once --tail 0",
        "--epsilon 0 --no-first-numbers",
        "--weak --tell --threads 2",
        "--as-published",
        "--as-published --threads 2",
        "--cache 1K --memory 40K --free 0.5 --collect-from 2",
    ] {
        let flags = flags.split(' ').filter(|flag| !flag.is_empty());
        let arguments: Vec<&str> = ["trax/4"].into_iter().chain(flags).collect();
        assert_eq!(solve(data.path(), &arguments)["value"], "draw", "{arguments:?}");
    }
}

#[test]
fn a_search_that_reaches_its_limit_goes_on_from_its_checkpoint() {
    let data = tempfile::tempdir().unwrap();
    let file = data.path().join("four.search");
    let checkpoint = file.to_str().unwrap();
    let first = [
        "trax/4",
        "--question",
        "win",
        "--checkpoint",
        checkpoint,
        "--threads",
        "1",
        "--memory",
        "40M",
    ];
    let limited: Vec<&str> = first.iter().chain(&["--nodes", "200"]).copied().collect();
    let stopped = left_open(data.path(), &limited);
    let question = &stopped["questions"][0];
    assert_eq!((&stopped["value"], &question["result"]), (&json!("unknown"), &json!("unknown")));
    assert!(
        question["proof_number"].as_u64().unwrap() > 0
            && question["disproof_number"].as_u64().unwrap() > 0
    );
    assert!(!question["principal"].as_array().unwrap().is_empty());

    // A saved search is not overwritten by mistake, and used only for its own question.
    let anew: Vec<&str> = ["solve"].iter().chain(&first).copied().collect();
    let refused = shuban(data.path(), &anew).with_code(2);
    assert!(refused.err.contains("--resume goes on from it"), "{}", refused.err);
    let other = [
        "solve",
        "trax/4",
        "--question",
        "draw-or-better",
        "--checkpoint",
        checkpoint,
        "--resume",
        "--json",
    ];
    assert_eq!(shuban(data.path(), &other).with_code(2).json()["kind"], "checkpoint");

    let resumed: Vec<&str> = first.iter().chain(&["--resume"]).copied().collect();
    let solved = solve(data.path(), &resumed);
    let question = &solved["questions"][0];
    assert_eq!((&question["result"], &question["runs"]), (&json!("disproven"), &json!(2)));
    assert!(question["nodes"].as_u64().unwrap() > 250, "nodes of both runs: {question}");
}

#[test]
fn an_interrupted_search_leaves_a_checkpoint() {
    let data = tempfile::tempdir().unwrap();
    let file = data.path().join("eight.search");
    let checkpoint = file.to_str().unwrap();
    let first =
        ["solve", "trax/8", "--question", "win", "--checkpoint", checkpoint, "--memory", "16M"];
    let mut child = start(data.path(), &first);
    let mut err = std::io::BufReader::new(child.stderr.take().unwrap());
    // It prints its first line after it has installed its signal handlers.
    let mut said = String::new();
    std::io::BufRead::read_line(&mut err, &mut said).unwrap();
    assert!(said.contains("trax/8 win"), "{said}");
    let interrupt =
        std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(interrupt.unwrap().success());
    assert_eq!(child.wait().unwrap().code(), Some(3));
    assert!(file.is_file());
    let again: Vec<&str> =
        first[1..].iter().chain(&["--resume", "--nodes", "10"]).copied().collect();
    assert_eq!(left_open(data.path(), &again)["questions"][0]["runs"], 2);
}

#[test]
fn too_little_memory_is_said_at_the_start() {
    let data = tempfile::tempdir().unwrap();
    for (memory, reason) in [("4K", "needs at least 12.0 KiB of memory"), ("1000T", "there are no")]
    {
        let ran =
            shuban(data.path(), &["solve", "trax/8", "--memory", memory, "--json"]).with_code(3);
        assert_eq!(ran.json()["kind"], "memory");
        assert!(ran.err.contains(reason), "{}", ran.err);
    }
    let ran =
        shuban(data.path(), &["solve", "trax/6", "--memory", "1M", "--nodes", "1"]).with_code(1);
    assert!(ran.err.contains("likely to meet 270,000"), "{}", ran.err);
}

#[test]
fn what_a_search_is_not_asked_is_refused() {
    let data = tempfile::tempdir().unwrap();
    for arguments in [
        &["solve", "trax/4", "--checkpoint", "x"][..],
        &["solve", "trax/4", "--proof", "x"],
        &["solve", "trax/4", "--resume", "--question", "win"],
        &["solve", "trax/4", "--question", "win", "--checkpoint", "x", "--proof", "./x"],
        &["solve", "trax/4", "--question", "win", "--proof", "x", "--ledger", "x"],
        &["solve", "trax/4", "--question", "win", "--proof", "x", "--hints", "./x"],
        &["solve", "trax/4", "--question", "win", "--ledger", "x", "--hints", "x"],
        &["solve", "trax/4", "--question", "loss"],
        &["solve", "trax/4", "--free", "0"],
        &["solve", "trax/4", "start", "--to-move", "black"],
        &["solve", "tanhinmin", "1|2|3", "--question", "win"],
    ] {
        let ran = shuban(data.path(), arguments).with_code(2);
        assert!(ran.out.is_empty() && ran.err.starts_with("error: "), "{arguments:?}: {}", ran.err);
    }
}

#[test]
fn a_board_of_amazons_is_won_or_lost() {
    let data = tempfile::tempdir().unwrap();
    let solve = |arguments: &[&str]| solve(data.path(), arguments);
    let start = solve(&["amazons/4x4"]);
    assert_eq!((&start["value"], &start["winner"]), (&"second".into(), &"black".into()));
    let questions = start["questions"].as_array().unwrap();
    // There are no draws.
    assert_eq!((questions.len(), &questions[0]["question"]), (1, &"win".into()));
    assert_eq!(questions[0]["result"], "disproven");
    assert!(questions[0]["nodes"].as_u64().unwrap() < 10_000, "{start}");
    let proof = data.path().join("four.shuban");
    solve(&["amazons/4x4", "--question", "win", "--proof", proof.to_str().unwrap()]);
    let proof = shuban_check::AnyProof::open(&proof).unwrap();
    assert_eq!(proof.claim(), "amazons/4x4: black wins from .XX./X..X/O..O/.OO. white");
    assert!(proof.check().unwrap().nodes > 50);
    let board = ".XX./X..X/O..O/.OO.";
    let turned = solve(&["amazons", board, "--to-move", "black", "--question", "win"]);
    assert_eq!((&turned["value"], &turned["winner"]), (&"first".into(), &"white".into()));
    // Without the question it is a sum, of whose score nothing is known so soon.
    let sum = left_open(data.path(), &["amazons", board, "--nodes", "1000"]);
    assert_eq!((&sum["winner"], &sum["questions"]), (&Json::Null, &Json::Null));
    let text =
        shuban(data.path(), &["solve", "amazons", board, "--nodes", "1000"]).with_code(1).out;
    assert!(text.contains("proof search (`solve` with --question win) may tell"), "{text}");
    // An open question is reported as unknown.
    let open = left_open(data.path(), &["amazons/6x6", "--question", "win", "--nodes", "100"]);
    assert_eq!((&open["value"], &open["winner"]), (&"unknown".into(), &Json::Null));
}
