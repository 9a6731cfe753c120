//! Every command, for this endgame.

use std::process::ExitCode;

fn main() -> ExitCode {
    let mut catalog = shuban::Catalog::new();
    king_and_pawn::register(&mut catalog);
    shuban::run(catalog)
}
