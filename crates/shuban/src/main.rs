//! The program: all games of the project, the papers' tables, and the contest.

mod contest;

use std::process::ExitCode;

use shuban::{Program, Reproduce, catalog};

fn main() -> ExitCode {
    let papers =
        Reproduce { all: shuban_papers::reproductions(), timings: &shuban_papers::TIMINGS };
    Program::new(catalog()).with(papers).with(contest::ContestExtension).run()
}
