//! The command line: `shuban build`, `shuban probe`, ...
//!
//! [`arguments`] is what can be said, its comments the help; [`commands`] has one file a command. They
//! know games only through the catalog.

mod arguments;
mod commands;
mod failure;
mod interrupt;
mod machine;
mod meter;
mod output;
mod search_flags;
mod size;

use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments = match arguments::read() {
        Ok(arguments) => arguments,
        Err(status) => return status.into(),
    };
    let output = output::Output::new(&arguments.common);
    let laboratory = commands::Laboratory {
        reproductions: shuban_papers::reproductions(),
        timings: &shuban_papers::TIMINGS,
    };
    match commands::run(&arguments, &laboratory, &output) {
        Ok(status) => status.into(),
        Err(failure) => output.failure(&failure).into(),
    }
}
