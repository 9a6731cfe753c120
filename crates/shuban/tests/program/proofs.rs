//! Files that searches write: proofs, ledgers, and hints from these.

use std::path::{Path, PathBuf};

use crate::common::{left_open, shuban, solve};
use serde_json::{Value as Json, json};
use shuban_check::{Proof, check};

/// Writes a proof of an answer from the start by search.
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
fn proofs_are_written_anew_and_joined() {
    let data = tempfile::tempdir().unwrap();
    let path = |name: &str| data.path().join(name).to_str().unwrap().to_owned();
    let own = proof(data.path(), "trax/5", "draw-or-better");
    let run = |arguments: &[&str]| shuban(data.path(), &[&["proof"], arguments].concat());
    let packed = path("packed");
    let told = run(&["pack", own.to_str().unwrap(), "--to", &packed, "--json"]).with_code(0).json();
    let bytes = |file: &str| std::fs::read(file).unwrap();
    assert_eq!(bytes(&packed), bytes(own.to_str().unwrap()));
    assert_eq!(told["bytes"], bytes(&packed).len());
    assert_eq!((&told["claim"], &told["root"]), (&json!("draw-or-better"), &json!("start")));
    let checked = check(&Proof::open(Path::new(&packed)).unwrap()).unwrap();
    assert_eq!(
        (&told["positions"], &told["leaves"]),
        (&json!(checked.nodes), &json!(checked.leaves))
    );
    // The proofs of all replies to the first move make one of the start.
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
    let both = ["pack", own.to_str().unwrap(), win.to_str().unwrap(), "--to", &packed];
    let of_the_start = run(&[&both[..], &["--root", "start"]].concat());
    assert!(of_the_start.with_code(2).err.contains("another claim"));
    // Without a root the second one would be left out.
    assert!(run(&both).with_code(2).err.contains("--root says which"));
    let none = run(&["pack", &path("none"), "--to", &packed]);
    assert_ne!(none.code, Some(0));
    // No more is read than fits the memory granted.
    let large = run(&["pack", own.to_str().unwrap(), "--to", &packed, "--memory", "100K"]);
    assert!(large.with_code(3).err.contains("would take"));
}

/// Checks that a proof is known to be unwritable before a search of perhaps hours.
#[test]
fn a_proof_that_cannot_be_written_is_refused_before_the_search() {
    let data = tempfile::tempdir().unwrap();
    let solve = |file: &Path, more: &[&str]| {
        let proof = file.to_str().unwrap();
        let asked = ["solve", "trax/4", "--question", "win", "--proof", proof];
        shuban(data.path(), &[&asked[..], more].concat())
    };
    let below_a_file = data.path().join("file/folder/a.shuban");
    std::fs::write(data.path().join("file"), "").unwrap();
    let folder = data.path().to_owned();
    for (file, code, reason) in
        [(folder, 2, "not a regular file"), (below_a_file, 3, "Not a directory")]
    {
        let refused = solve(&file, &[]).with_code(code);
        assert!(refused.out.is_empty() && refused.err.contains(reason), "{}", refused.err);
    }
    // Missing folders are created.
    let file = data.path().join("new/folder/a.shuban");
    let open = solve(&file, &["--nodes", "10"]).with_code(1);
    assert!(open.err.contains("no proof was written") && !file.exists(), "{}", open.err);
    let answered = solve(&file, &[]).with_code(0);
    assert!(!answered.err.contains("no proof") && file.exists(), "{}", answered.err);
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
    // Recorded answers are reported, not searched, and the file stays unchanged.
    let told = ask("start", "win");
    assert_eq!((&told["recorded"], nodes(&told)), (&rows[0]["command"], nodes(&with)));
    assert_eq!(std::fs::read_to_string(&file).unwrap(), text);
    let said = shuban(data.path(), &["solve", "trax/4", "--question", "win", "--ledger", ledger])
        .with_code(0);
    assert!(said.out.contains("disproven (recorded)"), "{}", said.out);

    // A proof that uses the ledger would have holes.
    let proof = data.path().join("four.proof");
    let proof = ["--proof", proof.to_str().unwrap(), "--ledger", ledger];
    let arguments = ["solve", "trax/4", "--question", "win"];
    let refused = shuban(data.path(), &[&arguments[..], &proof].concat()).with_code(2);
    assert!(refused.err.contains("a proof must not rest on a ledger"), "{}", refused.err);

    // A ledger of another game is refused, as is one that contradicts itself.
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
    let (ledger, file) = (path("five.json"), path("five.proof"));
    let win = ["trax/5", "--question", "win", "--threads", "1"];
    let keep = ["--ledger", &ledger, "--ledger-from", "100"];
    left_open(data.path(), &[&win[..], &keep, &["--nodes", "6000"]].concat());
    let alone = solve(data.path(), &[&win[..], &keep].concat())["questions"][0].clone();
    let led = [&win[..], &["--hints", &ledger, "--proof", &file]].concat();
    let led = solve(data.path(), &led)["questions"][0].clone();
    assert_eq!(json!([led["result"], led["leaves"]]), json!(["disproven", 0]));
    // Without hints it takes 7,875.
    let nodes = |solved: &Json| solved["nodes"].as_u64().unwrap();
    assert!(alone["leaves"].as_u64().unwrap() > 5 && nodes(&led) < 7_875, "{led} {alone}");
    let proof = Proof::open(Path::new(&file)).unwrap();
    assert_eq!(led["proof"]["positions"], check(&proof).unwrap().nodes);
    // The file names its hints, but not their folder.
    assert!(proof.claimed.ends_with("--hints five.json"), "{}", proof.claimed);
    let none = shuban(data.path(), &["solve", "trax/5", "--hints", &path("six.json")]).with_code(2);
    assert!(none.err.contains("there is no such file"), "{}", none.err);
    // A ledger of another game gives no hints of this one.
    let other = shuban(data.path(), &["solve", "trax/4", "--hints", &ledger]).with_code(2);
    assert!(other.err.contains("it is of trax/5, not of trax/4"), "{}", other.err);
}
