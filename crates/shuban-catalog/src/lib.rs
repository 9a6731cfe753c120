//! The list of games and domains, and what it offers, whatever their types.
//!
//! A [`Catalog`] is empty until games join it: a game's crate has a function
//! `register(registry: &mut impl Registry)`. Then there are, by name,
//!
//! * [`AnyGame`]s: read, write, draw and step positions, count what can be played, check the rules;
//! * [`AnyFamily`]s, the domains, each with its layers: build, verify, describe, open, export;
//! * solvers ([`Solving`]): search for what no database holds.
//!
//! A [`Session`] answers questions about positions of a layer, or of a game, where it picks the
//! smallest built database that holds the position. There is one [`AnyAnswer`] for all games;
//! whatever else is told is a plain struct. All are [`Printable`]: as JSON and as text.
//!
//! ```
//! use shuban_catalog::Catalog;
//!
//! let catalog = Catalog::new(); // and then `my_game::register(&mut catalog)`
//! let error = catalog.game("chess").err().unwrap();
//! assert!(error.to_string().contains("there is no game `chess`"));
//! ```

mod answer;
mod any_family;
mod any_game;
mod any_position;
mod any_solver;
mod bench;
mod built;
mod catalog;
mod check;
mod error;
mod expectimax;
mod export;
mod info;
mod listing;
mod names;
mod perft;
mod picture;
mod report;
mod reproduce;
mod session;
mod shelf;
mod solve;
mod stored;
mod tallied;
mod verified;

pub use answer::{AnyAnswer, AnyEvent, AnyPlay, Detail, Ending};
pub use any_family::{AnyFamily, OpenFamily};
pub use any_game::{AnyGame, AnyWritten};
pub use any_position::AnyPosition;
pub use bench::{PlayTiming, ProbeTiming};
pub use built::{Built, BuiltLayer};
pub use catalog::Catalog;
pub use check::{Checked, CheckedSums};
pub use error::{Error, Fault};
pub use export::ExportFormat;
pub use info::{Info, PartInfo, SectionInfo};
pub use listing::{ListedFamily, ListedGame, ListedLayer, Listing};
pub use names::suggestion;
pub use names::{Games, PlacedLayer, Target};
pub use perft::{Perft, PerftOptions, PlyCount};
pub use picture::png;
pub use report::{Printable, Report, wrapped};
pub use reproduce::{
    Recomputed, ReproduceOptions, Reproduction, ReproductionLine, Reproductions, Timing,
    TimingOptions, TimingRun,
};
pub use session::Session;
pub use shelf::DataShelf;
pub use shuban_core::grouped;
pub use shuban_solve::proof;
pub use solve::Solving;
pub use tallied::Tallied;
pub use verified::{FileFault, Verification, VerifiedLayer};

/// Runs work on a pool of so many threads.
///
/// # Errors
/// [`Error::Solve`] if they could not be started.
pub fn with_threads<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> Result<T, Error> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool =
        pool.map_err(|error| shuban_solve::Error::Threads { threads, reason: error.to_string() })?;
    Ok(pool.install(work))
}
