mod contest;

use std::process::ExitCode;

use shuban::{Catalog, Program};

fn main() -> ExitCode {
    let mut catalog = Catalog::new();
    shuban_gammon::register(&mut catalog);
    shuban_amazons::register(&mut catalog);
    shuban_tanhinmin::register(&mut catalog);
    shuban_trax::register(&mut catalog);
    Program::new(catalog).with(contest::Contest).run()
}
