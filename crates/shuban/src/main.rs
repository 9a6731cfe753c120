//! The program: all games of the project, match play, the referee, and the names of its further
//! programs.

mod matches;
#[cfg(feature = "serve")]
mod published;
mod refereed;

use std::process::ExitCode;

use shuban::{ExternalCommand, Program, catalog};

/// The program that recomputes published tables.
const REPRODUCE: ExternalCommand = ExternalCommand {
    name: "reproduce",
    about: "Recompute a published table or figure and compare it with the print; without ID, list \
            them",
};

/// Programs for rarely needed commands.
const EXTERNAL: [ExternalCommand; 3] = [
    ExternalCommand {
        name: "bench",
        about: "Measure building, probing and move generation on this machine",
    },
    REPRODUCE,
    ExternalCommand {
        name: "daihinmin",
        about: "Play Daihinmin by the rules of the UEC contest: matches, server, client, records",
    },
];

fn main() -> ExitCode {
    let program = Program::new(catalog())
        .with(matches::Matches)
        .with(refereed::Independent)
        .with_external(&EXTERNAL);
    #[cfg(feature = "serve")]
    let program = program.publishing(published::all);
    #[cfg(feature = "publish")]
    let program = program.with_modules(&shuban::PAGES);
    program.run()
}
