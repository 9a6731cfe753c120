//! Files that a user names, and links, pipes and devices in their places.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;

use crate::common::{shuban, small, with_input};

const PRECIOUS: &str = "precious\n";

fn pipe(path: &Path) {
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
}

#[test]
fn nothing_is_written_to_what_a_link_at_a_temporary_name_leads_to() {
    // What is written, and the arguments that write it below the data folder.
    let ways: [(&str, &[&str]); 10] = [
        ("trax/2.shuban", &["build", "trax/2"]),
        ("half-gammon/contact-1-1.shuban", &["build", "half-gammon/contact-2-1"]),
        ("table.csv", &["export", "half-gammon/contact-1-1", "--to", "table.csv"]),
        ("ledger.json", &["solve", "trax/3", "start", "--ledger", "ledger.json"]),
        (
            "proof.shuban",
            &["solve", "trax/3", "start", "--question", "win", "--proof", "proof.shuban"],
        ),
        ("board.svg", &["draw", "trax/3", "start", "--to", "board.svg"]),
        (
            "games.mat",
            &["match", "half-gammon", "random", "random", "--games", "1", "--to", "games.mat"],
        ),
        ("report.html", &["analyse", "games.mat", "--to", "report.html"]),
        ("man/shuban.1", &["man", "--to", "man"]),
        (
            "half-gammon/contact-2-1.compact.shuban",
            &["build", "half-gammon/contact-2-1", "--compact"],
        ),
    ];
    let data = tempfile::tempdir().unwrap();
    let precious = data.path().join("precious");
    fs::write(&precious, PRECIOUS).unwrap();
    for (file, arguments) in ways {
        let path = data.path().join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        symlink(&precious, data.path().join(format!("{file}.partial"))).unwrap();
        let arguments: Vec<String> = arguments
            .iter()
            .map(|word| match word.contains('.') || *word == "man" && arguments[0] != *word {
                true => data.path().join(word).to_str().unwrap().to_owned(),
                false => (*word).to_owned(),
            })
            .collect();
        let mut arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        if file.starts_with("man") {
            arguments[2] = path.parent().unwrap().to_str().unwrap();
        }
        shuban(data.path(), &arguments).with_code(0);
        assert_eq!(fs::read_to_string(&precious).unwrap(), PRECIOUS, "{file}");
        assert!(fs::symlink_metadata(&path).unwrap().is_file(), "{file}");
        assert!(!data.path().join(format!("{file}.partial")).exists(), "{file}");
    }
}

#[test]
fn a_link_that_is_named_is_replaced_and_a_pipe_refused() {
    let data = tempfile::tempdir().unwrap();
    let [precious, link, pipe_] =
        ["precious", "link.svg", "pipe.svg"].map(|name| data.path().join(name));
    fs::write(&precious, PRECIOUS).unwrap();
    symlink(&precious, &link).unwrap();
    let draw =
        |to: &Path| shuban(data.path(), &["draw", "trax/3", "start", "--to", to.to_str().unwrap()]);
    draw(&link).with_code(0);
    assert_eq!(fs::read_to_string(&precious).unwrap(), PRECIOUS);
    assert!(fs::read_to_string(&link).unwrap().starts_with("<svg"));
    pipe(&pipe_);
    let refused = draw(&pipe_).with_code(2);
    assert!(refused.err.contains("pipe.svg: not a regular file"), "{}", refused.err);
}

#[test]
fn pipes_devices_and_folders_are_refused_where_a_file_is_read() {
    let data = small();
    let folder = data.path().join("folder.mat");
    fs::create_dir(&folder).unwrap();
    let pipe_ = data.path().join("pipe.mat");
    pipe(&pipe_);
    let socket = data.path().join("socket.mat");
    drop(std::os::unix::net::UnixListener::bind(&socket).unwrap());
    let special = [&folder, &pipe_, &socket].map(|path| path.to_str().unwrap().to_owned());
    for path in special.iter().map(String::as_str).chain(["/dev/zero"]) {
        let ways: [&[&str]; 7] = [
            &["analyse", path],
            &["analyse", "../../examples/hypergammon.mat", "--met", path],
            &["probe", "half-gammon", "1|1", "--match", "3", "--score", "0-0", "--met", path],
            &["play", "trax/3", "--resume", path],
            &["import", path],
            &["solve", "trax/3", "start", "--ledger", path],
            &["proof", "pack", path, "--to", "packed.shuban"],
        ];
        for arguments in ways {
            let refused = shuban(data.path(), arguments);
            let told = format!("{arguments:?}: {}{}", refused.out, refused.err);
            assert!(told.contains("not a regular file"), "{told}");
            assert!(told.contains(path), "{told}");
            refused.with_code(2);
        }
    }
    // Standard input is no file that is named.
    let asked = ["probe", "half-gammon/contact-2-1", "-", "--json-lines"];
    with_input(data.path(), &asked, "1,2|3\n").with_code(0);
}

#[test]
fn a_proof_or_checkpoint_that_cannot_take_its_name_is_refused_before_the_search() {
    let data = tempfile::tempdir().unwrap();
    let [pipe_, folder, other] = ["pipe", "folder", "other"].map(|name| data.path().join(name));
    pipe(&pipe_);
    fs::create_dir(&folder).unwrap();
    pipe(&data.path().join("other.partial"));
    let named = [pipe_, folder, other, "/dev/null".into()];
    for path in named.iter().map(|path| path.to_str().unwrap()) {
        // Searched for hours, if it were searched.
        let solve = ["solve", "trax/7", "start", "--question", "win", "--proof", path];
        let mut saved = solve;
        saved[5] = "--checkpoint";
        let resumed = [&saved[..], &["--resume"]].concat();
        let pack = ["proof", "pack", "none.shuban", "--to", path];
        for arguments in [&solve[..], &saved, &resumed, &pack] {
            let refused = shuban(data.path(), arguments).with_code(2);
            assert!(refused.err.contains("not a regular file"), "{}", refused.err);
            assert!(refused.err.contains(path), "{}", refused.err);
        }
    }
}

#[test]
fn text_files_that_are_no_text_are_bad_input_with_the_place() {
    let data = small();
    let file = data.path().join("equities.xml");
    fs::write(&file, b"<met>\n\xff\n</met>").unwrap();
    let file = file.to_str().unwrap();
    let asked = ["probe", "half-gammon", "1|1", "--match", "3", "--score", "0-0", "--met", file];
    let refused = shuban(data.path(), &asked).with_code(2);
    let place = "equities.xml: not UTF-8 text, from byte 6 on, in line 2";
    assert!(refused.err.contains(place), "{}", refused.err);
    let refused = shuban(data.path(), &["play", "trax/3", "--resume", file]).with_code(2);
    assert!(refused.err.contains(place), "{}", refused.err);
}
