//! TRAX on the command line.

use std::path::{Path, PathBuf};

use crate::common::{shuban, start, with_input};
use serde_json::{Value as Json, json};
use shuban_check::{Proof, check};

fn show(game: &str, moves: &str) -> Json {
    let data = tempfile::tempdir().unwrap();
    shuban(data.path(), &["show", game, moves, "--json"]).with_code(0).json()
}

fn solve(data: &Path, arguments: &[&str]) -> Json {
    let arguments: Vec<&str> =
        ["solve"].iter().chain(arguments).chain(&["--json"]).copied().collect();
    shuban(data, &arguments).with_code(0).json()
}

/// Games that end in each of the ways there are.
const ENDINGS: [(&str, &str, usize, &str, &str); 7] = [
    ("trax/8", r"@0/ A0\ @1/", 4, "white", "loop"),
    ("trax/4", r"@0/ A2\ B2/", 4, "red", "loop"),
    ("trax/4", "@0+ A0+ A0+ A0+", 4, "white", "line"),
    ("trax/4", "@0/ A0+ B1+ C1+ @1+", 6, "red", "line"),
    ("trax/4", r"@0/ @1/ @1/ @1/ D2\ B0+ C4+", 16, "draw", "full"),
    (
        "trax/8",
        concat!(
            r"@0/ @1\ B2+ C2\ B0+ D2+ E3/ E1+ E0/ D5/ E0/ C7+ D7\ C8+ A6+ F3/ G4+ G5+ B8+ B2+ G6/ ",
            r"G7+ H3/ B1/ A1\ H4+ A2+ F2+ G8+ G1+ H2+ E8+ H5+ H6\ H8/ H1/",
        ),
        58,
        "red",
        "stuck",
    ),
    (
        "trax/8",
        concat!(
            r"@0/ A2/ @1\ B0/ B4/ A1\ @2/ D3\ E3+ C5\ A0+ F4+ C1/ C7\ @1\ A4+ B6/ @4/ F0/ H6+ H7/ ",
            r"C8/ B8/ A1/ H3/ H8/ G1/ D1+ H1/",
        ),
        58,
        "white",
        "stuck",
    ),
];

#[test]
fn a_position_is_shown_with_its_moves_and_how_it_has_ended() {
    let shown = show("trax/8", "@0/ A0b");
    let expected = json!(["@0/ A0\\", "white", 2, 16, "none", null]);
    assert_eq!(
        json!(
            ["position", "to_move", "tiles", "legal", "outcome", "reason"].map(|key| &shown[key])
        ),
        expected
    );
    assert_eq!(shown["moves"].as_array().unwrap().len(), 16);
    let first = [("@0/", "@0/"), ("@0+", "@0+")]
        .map(|(name, after)| json!({ "move": name, "after": after }));
    assert_eq!(show("trax/8", "start")["moves"], json!(first));
    for (game, moves, tiles, outcome, reason) in ENDINGS {
        let shown = show(game, moves);
        let found = json!(["tiles", "legal", "outcome", "reason"].map(|key| &shown[key]));
        assert_eq!(found, json!([tiles, 0, outcome, reason]), "{game} {moves}");
    }
    // Without victory lines the same game goes on.
    assert_eq!(show("trax/4-loops", "@0+ A0+ A0+ A0+")["outcome"], "none");
    let data = tempfile::tempdir().unwrap();
    let text = shuban(data.path(), &["show", "trax/8", "@0/ A0b @1s"]).with_code(0).out;
    assert!(text.contains("white has won (loop)") && text.contains("   * "), "{text}");
}

#[test]
fn a_stream_of_games_is_answered_line_by_line() {
    let games: String = ENDINGS
        .iter()
        .filter(|game| game.0 == "trax/8")
        .map(|game| format!("{}\n", game.1))
        .collect();
    let input = format!("{games}@0/ B9+\n\n{games}");
    let data = tempfile::tempdir().unwrap();
    let ran = with_input(data.path(), &["show", "trax/8", "-", "--json-lines"], input).with_code(2);
    let lines: Vec<Json> =
        ran.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let reasons: Vec<&Json> = lines.iter().map(|line| &line["reason"]).collect();
    let three = [json!("loop"), json!("stuck"), json!("stuck")];
    let expected: Vec<&Json> =
        three.iter().chain(&[Json::Null, Json::Null]).chain(&three).collect();
    assert_eq!(reasons, expected);
    assert_eq!((&lines[3]["line"], &lines[3]["kind"]), (&json!(4), &json!("bad-position")));
    assert_eq!(lines[4]["position"], "start");
}

#[test]
fn illegal_moves_name_the_rule_they_break() {
    let data = tempfile::tempdir().unwrap();
    for (moves, reason) in [
        ("@0b", "the first move is `@0/` or `@0+`"),
        ("@0/ A1+", "there is a tile already (at character 5"),
        ("@0/ C1+", "beside one that is there"),
        ("@0/ A2/ A3/ A4/", "more than 3 rows or columns"),
        ("@0/ A0b @1/ B1+", "the game is over (white wins, loop) (at character 13"),
        ("@0/ B", "no row after its column"),
        ("white:NW..NW", "do not hang together"),
    ] {
        let ran = shuban(data.path(), &["show", "trax/3", moves, "--json"]).with_code(2);
        assert_eq!(ran.json()["kind"], "bad-position");
        assert!(ran.err.contains(reason), "{moves}: {}", ran.err);
    }
    let ran = shuban(data.path(), &["show", "trax/9", "start"]).with_code(2);
    assert!(ran.err.contains("there is no game `trax/9`"), "{}", ran.err);
}

#[test]
fn positions_are_counted_ply_by_ply() {
    let data = tempfile::tempdir().unwrap();
    let perft = |game: &str, plies: &str, flags: &[&str]| {
        let arguments: Vec<&str> =
            ["perft", game, "--plies", plies, "--json"].iter().chain(flags).copied().collect();
        shuban(data.path(), &arguments).with_code(0).json()["plies"].clone()
    };
    let ply = |plies: &Json, ply: usize| {
        let keys = ["ply", "positions", "white", "red", "both", "full", "stuck"];
        keys.map(|key| plies[ply - 1][key].as_u64().unwrap())
    };
    let distinct = perft("trax/3", "20", &["--distinct"]);
    assert_eq!(distinct.as_array().unwrap().len(), 9, "no game is longer");
    assert_eq!(ply(&distinct, 5), [5, 1_337, 106, 106, 21, 12, 0]);
    assert_eq!(ply(&distinct, 9), [9, 232, 46, 46, 24, 116, 0]);
    let sequences = perft("trax/8", "5", &[]);
    let positions: Vec<u64> = (1..=5).map(|number| ply(&sequences, number)[1]).collect();
    assert_eq!(positions, [2, 24, 432, 9_568, 246_888]);
    let tight = ["perft", "trax/6", "--plies", "9", "--memory", "100K", "--json"];
    assert_eq!(shuban(data.path(), &tight).with_code(3).json()["kind"], "memory");
}

#[test]
fn trax_without_a_board_is_shown_counted_and_drawn() {
    let data = tempfile::tempdir().unwrap();
    let row = format!("@0+{}", " @1+".repeat(6));
    let shown = show("trax", &row);
    assert_eq!(
        json!(["tiles", "outcome", "to_move"].map(|key| &shown[key])),
        json!([7, "none", "red"])
    );
    let line = show("trax", &format!("@0+{}", " A0+".repeat(7)));
    assert_eq!(
        json!(["legal", "outcome", "reason"].map(|key| &line[key])),
        json!([0, "white", "line"])
    );
    let counts =
        shuban(data.path(), &["perft", "trax", "--plies", "4", "--json"]).with_code(0).json();
    let positions: Vec<&Json> = (0..4).map(|ply| &counts["plies"][ply]["positions"]).collect();
    assert_eq!(json!(positions), json!([2, 24, 432, 9_568]));
    let to = data.path().join("row.svg");
    shuban(data.path(), &["draw", "trax", &row, "--to", to.to_str().unwrap()]).with_code(0);
    let svg = std::fs::read_to_string(&to).unwrap();
    // Six more are the supply below the board.
    assert_eq!(
        (svg.matches("class=\"tile\"").count(), svg.matches("class=\"put\"").count()),
        (7 + 6, 1)
    );
    let refused = shuban(data.path(), &["show", "trax", "@0+ C5+", "--json"]).with_code(2);
    assert!(refused.err.contains("this tile cannot be put there"), "{}", refused.err);
    assert_eq!(
        shuban(data.path(), &["solve", "trax", "--json"]).with_code(2).json()["kind"],
        "no-solver"
    );
}

#[test]
fn a_picture_marks_the_last_turn() {
    let data = tempfile::tempdir().unwrap();
    let to = data.path().join("board.svg");
    let drawn = ["draw", "trax/8", "@0/ A0b @1/", "--to", to.to_str().unwrap(), "--json"];
    shuban(data.path(), &drawn).with_code(0);
    let svg = std::fs::read_to_string(&to).unwrap();
    assert_eq!(
        (svg.matches("class=\"put\"").count(), svg.matches("class=\"forced\"").count()),
        (1, 1)
    );
}

#[test]
fn fast_rules_and_plain_ones_are_compared() {
    let data = tempfile::tempdir().unwrap();
    let checked =
        shuban(data.path(), &["check", "trax/5", "--pairs", "300", "--json"]).with_code(0).json();
    assert!(checked["plays"].as_u64().unwrap() > 3_000, "{checked}");
}

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
    let stopped = solve(data.path(), &limited);
    let question = &stopped["questions"][0];
    assert_eq!((&stopped["value"], &question["result"]), (&json!("unknown"), &json!("unknown")));
    assert!(
        question["proof_number"].as_u64().unwrap() > 0
            && question["disproof_number"].as_u64().unwrap() > 0
    );
    assert!(!question["principal"].as_array().unwrap().is_empty());

    // What is saved is not overwritten by mistake, and only used for the question it is of.
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
    // It says what it begins with, after it has begun to heed signals.
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
    assert_eq!(solve(data.path(), &again)["questions"][0]["runs"], 2);
}

fn proof(data: &Path, game: &str, question: &str) -> PathBuf {
    let file = data.join(format!("{}-{question}.proof", game.replace('/', "-")));
    let solved = solve(
        data,
        &[game, "--question", question, "--proof", file.to_str().unwrap(), "--memory", "64M"],
    );
    let written = &solved["questions"][0]["proof"];
    assert_eq!(written["bytes"].as_u64(), Some(std::fs::metadata(&file).unwrap().len()));
    file
}

#[test]
fn proofs_are_accepted_by_the_checker_and_changed_ones_are_not() {
    let data = tempfile::tempdir().unwrap();
    for (game, question) in [
        ("trax/4", "draw-or-better"),
        ("trax/4", "win"),
        ("trax/5", "draw-or-better"),
        ("trax/5", "win"),
    ] {
        let file = proof(data.path(), game, question);
        let checked = check(&Proof::open(&file).unwrap())
            .unwrap_or_else(|refusal| panic!("{game} {question}: {refusal}"));
        assert!(checked.nodes > 30, "{checked:?}");
        let bytes = std::fs::read(&file).unwrap();
        for part in 1..20 {
            let mut changed = bytes.clone();
            changed[part * bytes.len() / 20] ^= 1 << (part % 8);
            std::fs::write(&file, &changed).unwrap();
            let is_accepted = Proof::open(&file).is_ok_and(|proof| check(&proof).is_ok());
            assert!(!is_accepted, "{game} {question}, {part} twentieths");
        }
    }
}

#[test]
fn proofs_are_packed_joined_and_unpacked() {
    let data = tempfile::tempdir().unwrap();
    let path = |name: &str| data.path().join(name).to_str().unwrap().to_owned();
    let list = proof(data.path(), "trax/5", "draw-or-better");
    let run = |arguments: &[&str]| shuban(data.path(), &[&["proof"], arguments].concat());
    let (packed, unpacked, again) = (path("packed"), path("unpacked"), path("again"));
    run(&["pack", list.to_str().unwrap(), "--to", &packed]).with_code(0);
    run(&["unpack", &packed, "--to", &unpacked]).with_code(0);
    let told = run(&["pack", &unpacked, "--to", &again, "--json"]).with_code(0).json();
    let bytes = |file: &str| std::fs::read(file).unwrap();
    assert_eq!(bytes(&packed), bytes(&again));
    assert_eq!(told["bytes"], bytes(&packed).len());
    assert!(4 * bytes(&packed).len() < bytes(&unpacked).len());
    assert_eq!((&told["claim"], &told["root"]), (&json!("draw-or-better"), &json!("start")));
    for file in [&packed, &unpacked] {
        let checked = check(&Proof::open(Path::new(file)).unwrap()).unwrap();
        assert_eq!(told["positions"], checked.nodes);
    }
    // The proofs of what may follow on the first move make one of the start.
    let mut parts = Vec::new();
    for reply in ["@0+ B1/", "@0+ B1+"] {
        let file = path(&format!("part-{}", parts.len()));
        let asked = ["trax/4", reply, "--question", "draw-or-better", "--proof", &file];
        solve(data.path(), &asked);
        parts.push(file);
    }
    let few = run(&["pack", &parts[0], "--to", &packed, "--root", "@0+"]).with_code(2);
    assert!(few.err.contains("does not always come to these proofs"), "{}", few.err);
    let win = proof(data.path(), "trax/5", "win");
    let both = run(&["pack", list.to_str().unwrap(), win.to_str().unwrap(), "--to", &packed]);
    assert!(both.with_code(2).err.contains("another claim"));
    let none = run(&["unpack", &path("none"), "--to", &unpacked]);
    assert_ne!(none.code, Some(0));
}

#[test]
fn a_ledger_keeps_answers_and_they_are_leaves_of_later_searches() {
    let data = tempfile::tempdir().unwrap();
    let file = data.path().join("four.json");
    let ledger = file.to_str().unwrap();
    let ask = |position: &str, question: &str| {
        let flags = ["--ledger", ledger, "--threads", "1", "--epsilon", "0.5", "--memory", "32M"];
        let arguments: Vec<&str> =
            ["trax/4", position, "--question", question].iter().chain(&flags).copied().collect();
        solve(data.path(), &arguments)["questions"][0].clone()
    };
    let alone = solve(data.path(), &["trax/4", "--question", "win", "--threads", "1"])["questions"]
        [0]
    .clone();
    // White does not win after either first tile: nothing is left to search.
    for first in ["@0/", "@0+"] {
        assert_eq!(ask(first, "win")["result"], "disproven");
    }
    let with = ask("start", "win");
    assert_eq!(json!([with["result"], with["leaves"]]), json!(["disproven", 2]));
    let nodes = |solved: &Json| solved["nodes"].as_u64().unwrap();
    assert!(nodes(&with) * 100 < nodes(&alone), "{with} {alone}");

    let text = std::fs::read_to_string(&file).unwrap();
    let rows = serde_json::from_str::<Json>(&text).unwrap()["rows"].clone();
    let positions: Vec<&Json> = (0..3).map(|row| &rows[row]["position"]).collect();
    assert_eq!(json!(positions), json!(["start", "@0+", "@0/"]));
    assert_eq!(
        rows[2]["command"],
        "shuban solve trax/4 '@0/' --question win --threads 1 --epsilon 0.5 --memory 32M"
    );
    // What is there is told, not searched, and the file stays as it is.
    let told = ask("start", "win");
    assert_eq!((&told["recorded"], nodes(&told)), (&rows[0]["command"], nodes(&with)));
    assert_eq!(std::fs::read_to_string(&file).unwrap(), text);
    let said = shuban(data.path(), &["solve", "trax/4", "--question", "win", "--ledger", ledger])
        .with_code(0);
    assert!(said.out.contains("disproven (recorded)"), "{}", said.out);

    // A proof that rests on the ledger would have holes.
    let proof = data.path().join("four.proof");
    let proof = ["--proof", proof.to_str().unwrap(), "--ledger", ledger];
    let arguments = ["solve", "trax/4", "--question", "win"];
    let refused = shuban(data.path(), &[&arguments[..], &proof].concat()).with_code(2);
    assert!(refused.err.contains("a proof must not rest on a ledger"), "{}", refused.err);

    // Neither is a ledger of something else taken, nor one that contradicts itself.
    let other =
        shuban(data.path(), &["solve", "trax/3", "--ledger", ledger, "--json"]).with_code(2);
    assert_eq!(other.json()["kind"], "bad-ledger");
    assert!(other.err.contains("it is of trax/4, not of trax/3"), "{}", other.err);
    let row = "\"position\":\"@0+\",\"question\":\"win\",\"result\":";
    std::fs::write(&file, text.replace(&format!("{row}\"dis"), &format!("{row}\""))).unwrap();
    let wrong = shuban(data.path(), &["solve", "trax/4", "--ledger", ledger]).with_code(2);
    assert!(wrong.err.contains("contradict each other"), "{}", wrong.err);
}

#[test]
fn what_a_ledger_only_hints_at_is_proven_again() {
    let data = tempfile::tempdir().unwrap();
    let path = |name: &str| data.path().join(name).to_str().unwrap().to_owned();
    let (ledger, list) = (path("five.json"), path("five.list"));
    let win = ["trax/5", "--question", "win", "--threads", "1"];
    let keep = ["--ledger", &ledger, "--ledger-from", "100"];
    solve(data.path(), &[&win[..], &keep, &["--nodes", "6000"]].concat());
    let alone = solve(data.path(), &[&win[..], &keep].concat())["questions"][0].clone();
    let led = [&win[..], &["--hints", &ledger, "--proof", &list]].concat();
    let led = solve(data.path(), &led)["questions"][0].clone();
    assert_eq!(json!([led["result"], led["leaves"]]), json!(["disproven", 0]));
    // Without hints it takes 7,875.
    let nodes = |solved: &Json| solved["nodes"].as_u64().unwrap();
    assert!(alone["leaves"].as_u64().unwrap() > 5 && nodes(&led) < 7_875, "{led} {alone}");
    let proof = Proof::open(Path::new(&list)).unwrap();
    assert_eq!(led["proof"]["positions"], check(&proof).unwrap().nodes);
    // The file tells by which hints, but not where they lay.
    assert!(proof.claimed.ends_with("--hints five.json"), "{}", proof.claimed);
    let none = shuban(data.path(), &["solve", "trax/5", "--hints", &path("six.json")]).with_code(2);
    assert!(none.err.contains("there is no such file"), "{}", none.err);
    // A ledger of another game gives no hints of this one.
    let other = shuban(data.path(), &["solve", "trax/4", "--hints", &ledger]).with_code(2);
    assert!(other.err.contains("it is of trax/5, not of trax/4"), "{}", other.err);
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
        shuban(data.path(), &["solve", "trax/6", "--memory", "1M", "--nodes", "1"]).with_code(0);
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
        &["solve", "amazons", "X../.#O", "--question", "win"],
    ] {
        let ran = shuban(data.path(), arguments).with_code(2);
        assert!(ran.out.is_empty() && ran.err.starts_with("error: "), "{arguments:?}: {}", ran.err);
    }
}
