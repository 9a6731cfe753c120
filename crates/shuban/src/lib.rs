//! The command line: `build`, `probe`, `show` and the others, for the games of any catalog.
//!
//! A program of one's own is a few lines: a catalog that games have joined, and [`run`].
//!
//! ```no_run
//! use std::process::ExitCode;
//!
//! fn main() -> ExitCode {
//!     let mut catalog = shuban::Catalog::new();
//!     // my_game::register(&mut catalog);
//!     shuban::run(catalog)
//! }
//! ```
//!
//! Commands and flags that only some programs have are [`Extension`]s of a [`Program`]. Rarely
//! needed commands are programs of their own, each with [`run_command`], and a [`Program`] knows
//! them as [`ExternalCommand`]s. `commands` has one file for each command with its arguments, whose
//! comments are the help. They know games only through the catalog.

#[cfg(feature = "publish")]
mod addresses;
mod arguments;
mod commands;
mod common;
mod completion;
mod context;
mod difference;
mod external;
mod failure;
mod given;
mod interrupt;
mod levels;
mod meter;
#[cfg(all(feature = "games", feature = "publish"))]
mod pages;
mod program;
#[cfg(feature = "publish")]
mod published_list;
mod scratch;
mod search_flags;
mod together;
mod units;

use std::process::ExitCode;

pub use commands::analyse::Analyse;
pub use commands::build::usual_options;
pub use commands::matches::Match;
pub use commands::play::Play;
pub use commands::play::series;
pub use commands::probe::Probe;
pub use commands::verify::Verify;
pub use common::Common;
pub use context::{Context, Extension};
pub use difference::FileComparison;
pub use external::{ExternalCommand, find_main_program};
pub use failure::{Failure, Status};
pub use interrupt::Parting;
pub use meter::Meter;
#[cfg(all(feature = "games", feature = "publish"))]
pub use pages::PAGES;
pub use program::{Program, run_command};
pub use shuban_catalog::Catalog;
#[cfg(feature = "games")]
pub use shuban_games::catalog;
#[cfg(feature = "publish")]
pub use shuban_site::PageModule;
pub use units::seconds;

/// Runs the command in the process's arguments over a catalog, and returns the exit code.
pub fn run(catalog: Catalog) -> ExitCode {
    Program::new(catalog).run()
}
