//! The commands of the document run, and their output is the one shown.

use std::process::Command;

#[test]
fn every_command_of_the_document_runs() {
    let document = include_str!("../../../docs/adding-a-game.md");
    let folder = tempfile::tempdir().unwrap();
    let mut count = 0;
    for block in document.split("```text\n").skip(1).filter_map(|rest| rest.split("```").next()) {
        for command in block.split("$ cargo run --release -- ").skip(1) {
            let (line, answer) = command.split_once('\n').unwrap();
            let mut command = Command::new(env!("CARGO_BIN_EXE_heap"));
            let output = command.current_dir(&folder).args(line.split(' ')).output().unwrap();
            let [out, error] =
                [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
            assert!(output.status.success(), "{line}: {error}");
            assert!(answer.is_empty() || answer.trim() == out.trim(), "{line}: {out}");
            count += 1;
        }
    }
    assert_eq!(count, 11);
}
