//! The output and the exit code of the program.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn run(arguments: &[&str]) -> (Option<i32>, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_shuban-check"));
    let Output { status, stdout, stderr } = command.args(arguments).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (status.code(), text(stdout), text(stderr))
}

fn kept(name: &str) -> String {
    let folder: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/proofs");
    folder.join(name).to_str().unwrap().to_owned()
}

#[test]
fn several_proofs_are_checked_one_after_the_other() {
    let [two, three] = ["trax-2-win.shuban", "trax-3-win.shuban"].map(kept);
    let (code, out, err) = run(&[&two, &three]);
    assert_eq!(code, Some(0), "{err}");
    assert!(out.starts_with("trax/2: white wins from the start\naccepted: "), "{out}");
    assert!(out.contains("\ntrax/3: red wins or draws from the start\naccepted: 4 "), "{out}");
    assert!(err.contains(&format!("checking {three}: trax/3: red wins or draws")), "{err}");
    let rests = "\nrests on: 0 replies that three ends make illegal after a loop or line, 3 wins that \
                 only turns with a loop or line of both colours bring, 0 positions without a reply\n";
    assert_eq!(out.matches(rests).count(), 1, "{out}");
    // A refused file does not keep the others from being checked.
    let scratch = tempfile::tempdir().unwrap();
    let none = scratch.path().join("none.shuban").to_str().unwrap().to_owned();
    let (code, out, err) = run(&[&none, &three]);
    assert_eq!((code, out.matches("accepted").count()), (Some(1), 1), "{out}");
    assert!(err.starts_with(&format!("{none}: refused: ")), "{err}");
    assert_eq!(err.matches(&none).count(), 1, "{err}");
}

#[test]
fn a_name_does_not_move_the_cursor() {
    let scratch = tempfile::tempdir().unwrap();
    let name = scratch.path().join("a\u{1b}[2J\u{202e}b\u{feff}.shuban");
    let (code, _, err) = run(&[name.to_str().unwrap()]);
    assert_eq!(code, Some(1));
    assert!(err.contains("a\\u{1b}[2J\\u{202e}b\\u{feff}.shuban"), "{err:?}");
    assert!(!err.contains(['\u{1b}', '\u{202e}', '\u{feff}']), "{err:?}");
}

#[test]
fn it_says_how_it_is_used() {
    let (code, out, _) = run(&["--help"]);
    assert_eq!(code, Some(0));
    assert!(out.starts_with("usage: shuban-check FILE..."), "{out}");
    assert_eq!(run(&["-V"]).1, format!("shuban-check {}\n", env!("CARGO_PKG_VERSION")));
    for (wrong, begin) in
        [(&[][..], "usage: "), (&["--fast", "a.shuban"], "there is no option `--fast`\nusage: ")]
    {
        let (code, out, err) = run(wrong);
        assert_eq!((code, out.as_str()), (Some(2), ""));
        assert!(err.starts_with(begin), "{err}");
    }
}

#[test]
fn any_number_of_threads_that_is_asked_for_ends() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_shuban-check"));
    command.env("RAYON_NUM_THREADS", "99999").arg(kept("trax-4-win.shuban"));
    let Output { status, stderr, .. } = command.output().unwrap();
    assert_eq!(status.code(), Some(0), "{}", String::from_utf8_lossy(&stderr));
}
