//! What a game can do besides being tabulated: search, and checks of its own.

use std::io;
use std::time::Duration;

use crate::answer::Answer;
use crate::fields::Fields;
use crate::game::Game;
use crate::present::Present;
use crate::progress::Progress;
use crate::shelf::{OracleError, Shelf};
use crate::tabulate::Workers;

/// Why a search, a check or an export came to nothing.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SearchFailure {
    /// The position, or what was asked of it, is more than this search can do: the caller must ask
    /// for less.
    #[error("{0}")]
    TooMuch(String),
    /// It would not fit into the memory it may use.
    #[error("{0}")]
    Memory(String),
    /// It was stopped by its limit of nodes or time before anything was known.
    #[error("{0}")]
    Limit(String),
    /// The work was called off.
    #[error("interrupted")]
    Interrupted,
    /// What was written could not be.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// A table could not be read.
    #[error(transparent)]
    Oracle(#[from] OracleError),
}

/// What a search may use. Every search heeds all of it.
#[derive(Clone, Copy)]
pub struct SearchSetting<'a> {
    /// Whatever is built helps.
    pub shelf: &'a dyn Shelf,
    /// Bytes of memory it may use, about.
    pub memory: u64,
    /// How many threads.
    pub threads: usize,
    /// How many nodes may be visited for one position; what is known then is told.
    pub nodes: Option<u64>,
    /// How long one position may take; what is known then is told.
    pub time: Option<Duration>,
    /// Who is told how far it is, and may call it off.
    pub progress: &'a dyn Progress,
}

/// Solves one position after the other, and keeps what helps with the next.
pub type Solve<'a, G> =
    Box<dyn FnMut(&<G as Game>::Position) -> Result<Answer<G, Fields>, SearchFailure> + 'a>;

/// A way to solve positions of a game by search.
pub trait PositionSolver: Send + Sync {
    /// The game whose positions it solves: it reads and writes them. It may have another type than
    /// the game of the same name, such as sums of boards where that has single ones.
    type Game: Present + 'static;

    /// That game; its name is the one by which positions are solved.
    fn game(&self) -> &Self::Game;

    /// Begins to solve. A search that is interrupted ends soon: with what is known so far, or
    /// [`SearchFailure::Interrupted`] if that is nothing.
    fn begin<'a>(&'a self, setting: SearchSetting<'a>) -> Solve<'a, Self::Game>;
}

/// Which random sums bounds are checked on.
#[derive(Clone, Copy, Debug)]
pub struct SumsOptions {
    /// How many sums.
    pub sums: u64,
    /// How many squares a summand has at most.
    pub squares: usize,
    /// The seed they are drawn with.
    pub seed: u64,
}

/// What a check came to.
#[derive(Clone, Debug, PartialEq)]
pub struct CheckReport {
    /// Whether nothing was wrong.
    pub passed: bool,
    /// What was checked, in numbers.
    pub fields: Fields,
    /// The same in a sentence; the first thing that was wrong, if something was.
    pub text: String,
}

/// A game whose positions fall apart into sums, with bounds that can be checked.
pub trait SumGame: Present {
    /// Holds bounds of random sums against scores and winners that are found without them. The sums
    /// depend on the options alone.
    ///
    /// # Errors
    /// [`SearchFailure::Interrupted`], and what scoring a sum may come to.
    fn check_sums(
        &self,
        options: SumsOptions,
        workers: &dyn Workers,
        progress: &dyn Progress,
    ) -> Result<CheckReport, SearchFailure>;
}
