//! Every command, for the miniatures.

use std::process::ExitCode;

fn main() -> ExitCode {
    shuban::run(miniatures::catalog())
}
