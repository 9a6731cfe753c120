//! The games' tables are built, verified and asked by the command line.

use std::process::Command;

#[test]
fn tables_are_built_verified_and_asked() {
    let data = tempfile::tempdir().unwrap();
    let run = |line: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_miniatures"));
        let output = command.arg("--data").arg(data.path()).args(line.split(' ')).output().unwrap();
        assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    for layer in ["hitting-race/2-2", "noughts-and-crosses/all", "three-player-nim/18"] {
        run(&format!("build {layer}"));
        assert!(run(&format!("verify {layer}")).contains("verified"));
    }
    assert!(run("probe noughts-and-crosses x../.o./..x --json").contains(r#""value": "draw""#));
    assert!(run("probe hitting-race 6x2|6x2").contains("proven between"));
    assert!(run("solve hitting-race 6x2|6x2").contains("turns ahead"));
    assert!(run("probe three-player-nim 1,1,1").contains("value  3"));
    assert!(run("solve tiny-tanhinmin").contains("soft max n"));
}
