//! Output whose reader goes away.

use std::process::{Command, Stdio};

use crate::common::{shuban, small, with_input};

#[test]
fn nobody_reading_is_no_panic() {
    let data = small();
    for arguments in [
        &["list", "--all"][..],
        &["list", "--all", "--json"],
        &["probe", "half-gammon", "-", "--json-lines"],
        &["export", "half-gammon/contact-2-1", "--to", "-"],
    ] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_shuban"))
            .env("SHUBAN_DATA", data.path())
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        // The program may have ended before it has read everything.
        let _ = std::io::Write::write_all(
            &mut child.stdin.take().unwrap(),
            "1|1\n".repeat(5_000).as_bytes(),
        );
        let output = child.wait_with_output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), said.as_str()), (Some(0), ""), "{arguments:?}");
    }
}

#[test]
fn a_table_goes_to_standard_output() {
    let (data, name) = (small(), "half-gammon/contact-2-1");
    let file = data.path().join("table.csv");
    shuban(data.path(), &["export", name, "--to", file.to_str().unwrap()]).with_code(0);
    let ran = shuban(data.path(), &["export", name, "--to", "-"]).with_code(0);
    assert_eq!(ran.out, std::fs::read_to_string(file).unwrap());
}

#[test]
fn a_byte_order_mark_is_skipped() {
    let data = small();
    let asked = |game: &str, text: &str| {
        let input = format!("{text}\n");
        with_input(data.path(), &["show", game, "-", "--json-lines"], input).with_code(0).out
    };
    for (game, text) in [("half-gammon", "1|1"), ("tanhinmin", "1,4|2,5|3,6")] {
        assert_eq!(asked(game, &format!("\u{feff}{text}")), asked(game, text));
    }
}
