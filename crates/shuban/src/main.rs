//! The program: all games of the project, the papers' tables, and the contest.

mod contest;

use std::process::ExitCode;

use shuban::{Catalog, Program, Reproduce};

fn main() -> ExitCode {
    let mut catalog = Catalog::new();
    shuban_gammon::register(&mut catalog);
    shuban_amazons::register(&mut catalog);
    shuban_tanhinmin::register(&mut catalog);
    shuban_trax::register(&mut catalog);
    let papers =
        Reproduce { all: shuban_papers::reproductions(), timings: &shuban_papers::TIMINGS };
    Program::new(catalog).with(papers).with(contest::ContestExtension).run()
}
