//! Output whose reader goes away.

use std::process::{Command, Stdio};

use crate::common::small;

#[test]
fn nobody_reading_is_no_panic() {
    let data = small();
    for arguments in [
        &["list", "--all"][..],
        &["list", "--all", "--json"],
        &["probe", "half-gammon", "-", "--json-lines"],
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
