//! The one list of everything that can be built, probed and drawn.
//!
//! The command line, servers and bindings know games only through [`catalog()`]. It holds
//!
//! * [`GameRoom`]s, the games by name: show a position, count what can be played, check the rules;
//! * [`Family`]s, the domains by name, each with its layers: build, verify, describe, open.
//!
//! A [`Session`] answers probes of one layer, or of a game, where it picks the smallest built database
//! that holds the position. Every result is a plain struct that serialises to JSON, and has a rendering
//! for people beside it ([`Report`]).
//!
//! A new game adds one file, which implements [`Playable`] for its rules and [`Answering`] for its
//! domains, and one line to the list.
//!
//! ```
//! use shuban_catalog::catalog;
//!
//! let game = catalog().game("half-gammon")?;
//! let shown = game.show("1|11", false)?;
//! assert_eq!(shown.json()["rolls"][0]["dice"], "1-1");
//! assert!(shown.text().contains("1/off"));
//!
//! // Names that nobody has get an answer that helps.
//! let error = catalog().layer("half-gammon/contact-1-2").err().unwrap();
//! assert!(error.to_string().contains("half-gammon/contact-2-1"));
//! # Ok::<(), shuban_catalog::Error>(())
//! ```

mod alone;
mod amazons;
mod answer;
mod bearoff;
mod bench;
mod built;
mod cards;
mod catalog;
mod error;
mod export;
mod family;
mod gammon;
mod info;
mod listing;
mod names;
mod perft;
mod picture;
pub mod proof;
mod report;
mod reproduce;
mod room;
mod session;
mod show;
mod solve;
mod tallied;
mod trax;
mod verified;

pub use alone::{AloneLine, AlonePlay, AloneProbe, ExpectedRolls};
pub use amazons::{CanonicalProbe, RegionProbe, SolvedRegion, SolvedSum, Walls};
pub use answer::{ChanceLine, PlayLine, Probe, Worth};
pub use bench::{PlayTiming, ProbeTiming};
pub use built::{Built, BuiltLayer};
pub use cards::{CardProbe, LeadShelf, SolvedCards};
pub use catalog::{Catalog, PlacedLayer, Target, catalog};
pub use error::{Error, Fault};
pub use export::{Cell, Column, ColumnKind, ExportFormat};
pub use family::{AnswerFrom, Answering, ByTables, Family, Listed, Located, OwnExport, Prober};
pub use info::{Info, PartInfo, SectionInfo};
pub use listing::{ListedFamily, ListedGame, ListedLayer, Listing};
pub use names::suggestion;
pub use perft::{Perft, PerftOptions, PlyCount};
pub use picture::png;
pub use report::{Answer, Report};
pub use reproduce::{
    Recomputed, ReproduceOptions, Reproduction, ReproductionLine, Reproductions, Timing, TimingOptions,
    TimingRun,
};
pub use room::{Checked, GameRoom, Playable};
pub use session::Session;
// What callers hand in and get back, so that they need no other crate of ours.
pub use show::{Choices, Outcome, Shown, ShownRoll};
pub use shuban_core::{
    Layer, LayerId, NotationError, ONE, Progress, Silent, bytes_text, grouped, safe_lines,
};
pub use shuban_solve::{
    BuildOptions, DEFAULT_WIDTH, Error as SolveError, Estimate, Failure, FileState, LayerReport, NoShard,
    PoolWorkers, Shard, Tally, Verified, VerifyOptions,
};
pub use shuban_store::{
    BLOCK_SIZES, DEFAULT_BLOCK_SIZE, Error as StoreError, Options as WriteOptions, layer_path,
};
pub use solve::{Asked, CheckedSums, LedgerSetting, PositionSolver, ProofSetting, SolveSetting, SumsOptions};
pub use tallied::Tallied;
pub use trax::{
    LedgerRow, ProofLedger, Settled, SolvedQuestion, SolvedTrax, TraxMove, TraxPerft, TraxPly, TraxProbe,
    TraxShown, WrittenProof, resting, within, within_text,
};
pub use verified::{FileFault, Verification, VerifiedLayer};

/// Runs work on a pool of so many threads.
///
/// # Errors
/// [`Error::Solve`] if they could not be started.
pub fn with_threads<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> Result<T, Error> {
    Ok(shuban_solve::with_threads(threads, work)?)
}
