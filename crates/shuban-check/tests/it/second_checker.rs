//! The other checker, `docs/proofs/check.py`: it agrees with this one on proofs of small boards,
//! and on other files.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Arc;

use serde_json::json;
use shuban_check::{Proof, check};
use shuban_store::{Disk, FileSystem};
use shuban_store_testing::{OpenedSection, OpenedUp, rewrite};

/// The variable that names a Python with the modules that it needs; `scripts/test.sh` sets one up.
const PYTHON: &str = "SHUBAN_TEST_PYTHON";

fn python() -> Command {
    Command::new(std::env::var_os(PYTHON).unwrap_or("python3".into()))
}

/// Returns true if there is a Python with these modules. If one was named, it must exist; else a
/// warning is printed that the test's output capture does not hide.
fn is_there() -> bool {
    let imports = python().args(["-c", "import xxhash, zstandard"]).output();
    let is_there = imports.is_ok_and(|output| output.status.success());
    if !is_there {
        assert!(std::env::var_os(PYTHON).is_none(), "{PYTHON} lacks modules");
        let notice = "NOT TESTED: docs/proofs/check.py, for `python3` lacks `zstandard` or \
                      `xxhash`; `scripts/test.sh` sets them up\n";
        std::io::stderr().write_all(notice.as_bytes()).unwrap();
    }
    is_there
}

fn proofs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/proofs")
}

fn checked(file: &Path) -> Output {
    python().arg(proofs().join("check.py")).arg(file).output().unwrap()
}

#[test]
fn both_checkers_find_the_same_in_proofs_of_small_boards() {
    if !is_there() {
        return;
    }
    for (size, question) in
        (2..=5).flat_map(|size| ["draw-or-better", "win"].map(|question| (size, question)))
    {
        let file = proofs().join(format!("trax-{size}-{question}.shuban"));
        let proof = Proof::open(&file).unwrap();
        let found = check(&proof).unwrap();
        let walk = &proof.walk;
        let claim = proof.claim();
        let expected = format!("{claim}: {} moves, {} closed\n", found.nodes, walk.leaves);
        let output = checked(&file);
        let told = String::from_utf8_lossy(&output.stdout);
        assert!(told.ends_with(&expected), "{told}, not {expected}: {output:?}");
    }
}

#[test]
fn the_other_checker_refuses_what_is_no_proof() {
    if !is_there() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let own = std::fs::read(proofs().join("trax-4-win.shuban")).unwrap();
    let path = folder.path().join("other.shuban");
    let is_refused = |what: &str| {
        let output = checked(&path);
        let told = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{what}: {output:?}");
        assert!(told.contains("refused") && !told.contains("Traceback"), "{what}: {told}");
    };
    for part in 1..12 {
        let mut damaged = own.clone();
        damaged[part * own.len() / 12] ^= 1 << (part % 8);
        std::fs::write(&path, damaged).unwrap();
        is_refused("another bit");
        std::fs::write(&path, &own[..part * own.len() / 12]).unwrap();
        is_refused("the beginning alone");
    }
    // With sound checksums.
    let files: Arc<dyn FileSystem> = Arc::new(Disk::default());
    let forged = |what: &str, edit: &dyn Fn(&mut OpenedUp)| {
        std::fs::write(&path, &own).unwrap();
        rewrite(&files, &path, edit);
        is_refused(what);
    };
    let parameter = |name: &'static str, text: &'static str| {
        move |opened: &mut OpenedUp| {
            opened.subject.parameters.insert(name.to_owned(), text.to_owned());
        }
    };
    // Written again unchanged it is a proof: only the changes below are refused.
    std::fs::write(&path, &own).unwrap();
    rewrite(&files, &path, |_| ());
    assert!(checked(&path).status.success());
    forged("the other answer", &parameter("answer", "yes"));
    forged("the other question", &parameter("at-least", "0"));
    forged("the other seat", &parameter("seat", "1"));
    forged("less plain search", &parameter("closed-plies", "1"));
    forged("fewer leaves", &|opened| {
        opened.account.facts.insert("leaves".to_owned(), json!(94));
    });
    forged("more positions", &|opened| opened.account.parts[0].positions += 1);
    let walk = Proof::open(&proofs().join("trax-4-win.shuban")).unwrap().walk;
    for record in 0..walk.records.len() {
        forged("another move", &|opened| {
            let OpenedSection::Stream(walk) = &mut opened.sections[1] else { panic!("no walk") };
            walk.entries[record][1] ^= 16;
        });
    }
}
