//! The program: all games of the project, match play, the papers' tables, and the contest.

mod contest;
mod matches;
#[cfg(feature = "serve")]
mod published;
mod reproduce;

use std::process::ExitCode;

use shuban::{Program, catalog};

fn main() -> ExitCode {
    let program = Program::new(catalog()).with(matches::Matches).with(reproduce::Reproduce);
    program.with(contest::ContestExtension).run()
}
