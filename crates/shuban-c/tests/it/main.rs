//! The library from C: the header is that of the source, and a program in C gets the values.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn package() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn the_header_is_that_of_the_source() {
    let config = cbindgen::Config::from_file(package().join("cbindgen.toml")).unwrap();
    let made = cbindgen::Builder::new().with_config(config);
    let made = made.with_src(package().join("src/lib.rs")).generate().unwrap();
    let mut header = Vec::new();
    made.write(&mut header);
    let header = String::from_utf8(header).unwrap();
    let path = package().join("include/shuban.h");
    let kept = fs::read_to_string(&path).unwrap_or_default();
    if kept != header {
        fs::write(&path, &header).unwrap();
        panic!("{} was of an older source: it is written anew", path.display());
    }
}

/// Returns the library that was compiled with this test.
fn library() -> PathBuf {
    let test = env::current_exe().unwrap();
    let folders = test.ancestors().skip(1).take(2);
    let found = folders.map(|folder| folder.join("libshuban_c.a")).find(|path| path.is_file());
    found.expect("`cargo build -p shuban-c` makes it")
}

#[test]
fn a_program_in_c_gets_values_and_reasons() {
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("probe");
    let compiled = Command::new("cc")
        .args(["-Wall", "-Wextra", "-Werror", "-std=c99", "-o"])
        .arg(&program)
        .arg(package().join("tests/c/probe.c"))
        .arg("-I")
        .arg(package().join("include"))
        .arg(library())
        .args(["-lpthread", "-ldl", "-lm"])
        .output()
        .unwrap();
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));

    // A layer that is kept for the tests of files.
    let data = folder.path().join("data/half-gammon");
    fs::create_dir_all(&data).unwrap();
    let kept = package().join("../shuban-probe/examples/half-gammon-contact-1-1.shuban");
    fs::copy(kept, data.join("contact-1-1.shuban")).unwrap();
    let ran = Command::new(&program).arg(folder.path().join("data")).output().unwrap();
    let said = String::from_utf8_lossy(&ran.stdout);
    assert!(ran.status.success(), "{said}{}", String::from_utf8_lossy(&ran.stderr));
    assert!(said.contains("half-gammon/contact-2-1 is not in this folder"), "{said}");
    assert!(said.contains("\"source\":\"half-gammon/contact-1-1\""), "{said}");
}
