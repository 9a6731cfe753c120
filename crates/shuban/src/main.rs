//! The program: all games of the project, the papers' tables, and the contest.

mod contest;
#[cfg(feature = "serve")]
mod published;
mod reproduce;

use std::process::ExitCode;

use shuban::{Program, catalog};

fn main() -> ExitCode {
    let program = Program::new(catalog()).with(reproduce::Reproduce);
    program.with(contest::ContestExtension).run()
}
