//! Every command, on this endgame; and its counts against the literature.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value as Json;

/// Runs the program.
fn run(data: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_king-and-pawn"));
    command.arg("--data").arg(data).args(arguments).output().unwrap()
}

/// The one JSON document that a command prints.
fn json(data: &Path, arguments: &[&str]) -> Json {
    let Output { status, stdout, stderr } = run(data, &[arguments, &["--json"]].concat());
    assert!(status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&stderr));
    serde_json::from_slice(&stdout).unwrap()
}

const GAME: &str = "king-and-pawn";
const TABLE: &str = "king-and-pawn/all";

#[test]
fn every_command_has_the_endgame() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path();
    let toured = json(data, &["quickstart"]);
    // The kings face each other, and White has to give way: a draw. With Black to move, a win.
    assert_eq!(
        (&toured["passed"], &toured["probes"][0]["outcome"]),
        (&true.into(), &"draw".into())
    );
    let won = json(data, &["probe", GAME, "8/8/8/4k3/8/4K3/4P3/8 b"]);
    assert_eq!((&won["outcome"], &won["moves"][0]["outcome"]), (&"loss".into(), &"loss".into()));
    // The best move takes as long as the position, and the worst is listed last.
    assert_eq!((&won["plies"], &won["moves"][0]["plies"]), (&24.into(), &24.into()));
    assert_eq!((&won["moves"][4]["move"], &won["moves"][4]["plies"]), (&"Ke6".into(), &22.into()));
    assert_eq!(json(data, &["list"])["families"][0]["layers"][0]["built"], true);
    assert_eq!(json(data, &["build", TABLE, "--rebuild"])["positions"], 165_676);
    let verified = json(data, &["verify", TABLE]);
    assert_eq!(
        (&verified["passed"], &verified["layers"][0]["rests_on"]),
        (&true.into(), &"values recede".into())
    );
    assert_eq!(json(data, &["info", TABLE])["positions"], 165_676);
    assert_eq!(json(data, &["show", GAME])["moves"].as_array().map(Vec::len), Some(6));
    assert_eq!(json(data, &["perft", GAME, "--plies", "2"])["plies"][1]["sequences"], 30);
    let queen = json(data, &["probe", GAME, "k7/2K5/1P6/8/8/8/8/8 w"]);
    assert_eq!((&queen["moves"][0]["move"], &queen["plies"]), (&"b7".into(), &3.into()));
    let picture = data.join("start.svg");
    json(data, &["draw", GAME, "8/8/8/4k3/8/4K3/4P3/8 w", "--to", picture.to_str().unwrap()]);
    assert!(std::fs::read_to_string(picture).unwrap().starts_with("<svg"));
    for (position, reason) in [
        ("8/8/8/4k3/4K3/8/4P3/8 w", "no game comes to this position"),
        ("8/8/8/4k3/8/4K3/4P3/9 w", "at character 21"),
        ("8/8/8/4k3/8/4K3/4P3/8", "expected w or b"),
        ("8/8/8/4k3/8/4K3/4P3 w", "expected eight ranks with both kings"),
    ] {
        let refused = run(data, &["show", GAME, position]);
        let told = String::from_utf8(refused.stderr).unwrap();
        assert_eq!(refused.status.code(), Some(2), "{position}: {told}");
        assert!(told.contains(reason), "{position}: {told}");
    }
}

/// A chess engine is judged by the tables, through the protocol that such engines speak.
#[test]
fn a_chess_engine_is_judged() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path();
    json(data, &["build", TABLE]);
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let script = root.join("../../scripts/judge_uci.py");
    let engine = root.join("tests/uci_engine.py");
    let program =
        format!("python3 '{}' --depth 3 -- python3 '{}'", script.display(), engine.display());
    let judged = json(data, &["judge", TABLE, "--program", &program, "--sample", "300"]);
    assert_eq!(judged["player"], "First square, depth 3");
    assert_eq!((&judged["answers"], &judged["ended"]), (&"moves".into(), &Json::Null));
    let number = |member: &str, of: &str| judged[member][of].as_f64().unwrap();
    assert!(number("loss", "mean") > 0.1 && number("best", "share") > 0.3, "{judged}");
    assert!(number("loss", "max") <= 1.0, "no move turns a win into a loss: {judged}");
    // It does not know that a pawn goes on where its king cannot.
    let kinds: Vec<&Json> =
        judged["faults"].as_array().unwrap().iter().map(|fault| &fault["kind"]).collect();
    assert!(kinds.iter().all(|kind| **kind == "refused"), "{judged}");
    // Perfect play loses nothing.
    let perfect = json(data, &["judge", TABLE, "--player", "perfect", "--sample", "300"]);
    assert_eq!((&perfect["loss"]["max"], &perfect["best"]["share"]), (&0.0.into(), &1.0.into()));
}

/// Of the 163,328 positions with White to move 124,960 are won, and of the 168,024 with Black to
/// move 97,604 are lost, as every tablebase of chess has it. Half of them have the pawn on files a
/// to d.
#[test]
fn as_many_positions_are_won_as_the_literature_says() {
    let folder = tempfile::tempdir().unwrap();
    let csv = folder.path().join("all.csv");
    json(folder.path(), &["build", TABLE]);
    json(folder.path(), &["export", TABLE, "--to", csv.to_str().unwrap()]);
    let rows = std::fs::read_to_string(csv).unwrap();
    let mut lines = rows.lines();
    let header: Vec<&str> = lines.next().unwrap().split(',').collect();
    let column = |name: &str| header.iter().position(|column| *column == name).unwrap();
    let (part, outcome) = (column("part"), column("outcome"));
    let mut counts: BTreeMap<(String, String), u64> = BTreeMap::new();
    for line in lines {
        let cells: Vec<&str> = line.split(',').map(|cell| cell.trim_matches('"')).collect();
        *counts.entry((cells[part].to_owned(), cells[outcome].to_owned())).or_default() += 2;
    }
    let count = |side: &str, outcome: &str| {
        counts.get(&(format!("{side} to move"), outcome.to_owned())).copied().unwrap_or(0)
    };
    assert_eq!(count("White", "win"), 124_960);
    assert_eq!(count("White", "win") + count("White", "draw"), 163_328);
    assert_eq!(count("Black", "loss"), 97_604);
    assert_eq!(count("Black", "loss") + count("Black", "draw"), 168_024);
}
