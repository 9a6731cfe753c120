//! Every command, for this game.

use std::process::ExitCode;

fn main() -> ExitCode {
    let mut catalog = shuban::Catalog::new();
    halma::register(&mut catalog);
    shuban::run(catalog)
}
