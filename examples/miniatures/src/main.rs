//! Every command, for the miniatures.

use std::process::ExitCode;

fn main() -> ExitCode {
    let mut catalog = shuban::Catalog::new();
    miniatures::register(&mut catalog);
    shuban::run(catalog)
}
