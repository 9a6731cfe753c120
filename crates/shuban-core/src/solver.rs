//! Search of positions, and checks, by a game's own methods.

use std::io;
use std::time::Duration;

use crate::advice::Message;
use crate::answer::Answer;
use crate::fields::Fields;
use crate::game::Game;
use crate::present::Present;
use crate::progress::Progress;
use crate::shelf::{OracleError, Shelf};
use crate::tabulate::Workers;

/// Error of a search, check or export.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SearchFailure {
    /// The position or the question is too large for this search: the caller must ask for less.
    #[error("{0}")]
    TooMuch(String),
    /// It would not fit into the memory allowed.
    #[error("{0}")]
    Memory(Message),
    /// It reached its limit of nodes or time before anything was known.
    #[error("{0}")]
    Limit(Message),
    /// The work was interrupted.
    #[error("interrupted")]
    Interrupted,
    /// The output could not be written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// A table could not be read.
    #[error(transparent)]
    Oracle(#[from] OracleError),
}

/// The resources of a search. Every search obeys all limits.
#[derive(Clone, Copy)]
pub struct SearchSetting<'a> {
    /// The built tables that it may use.
    pub shelf: &'a dyn Shelf,
    /// Approximate limit of memory, in bytes.
    pub memory: u64,
    /// Number of threads.
    pub threads: usize,
    /// Limit of nodes per position; the result so far is reported.
    pub nodes: Option<u64>,
    /// Limit of time per position; the result so far is reported.
    pub time: Option<Duration>,
    /// The receiver of progress reports, which may interrupt it.
    pub progress: &'a dyn Progress,
}

/// A search that solves one position after the other, and keeps what helps with the next.
pub type Solve<'a, G> =
    Box<dyn FnMut(&<G as Game>::Position) -> Result<Answer<G, Fields>, SearchFailure> + 'a>;

/// A way to solve positions of a game by search.
pub trait PositionSolver: Send + Sync {
    /// The game whose positions it solves: it reads and writes them. It may have another type than
    /// the game of the same name, such as sums of boards where that has single ones.
    type Game: Present + 'static;

    /// Returns the game; its name is the one by which positions are solved.
    fn game(&self) -> &Self::Game;

    /// Begins to solve. A search that is interrupted ends soon: with the result so far, or
    /// [`SearchFailure::Interrupted`] if there is none.
    fn begin<'a>(&'a self, setting: SearchSetting<'a>) -> Solve<'a, Self::Game>;
}

/// Answers for positions whose text also tells what is played for: see
/// [`read_state`](crate::present::Interchange::read_state).
pub trait StakesSolver: Send + Sync {
    /// Returns the name of the game.
    fn name(&self) -> String;

    /// Describes what a position is worth under the stakes that its text tells of. Returns `None`
    /// if it tells of none, if too much would have to be computed, or if the work was interrupted.
    fn answer(&self, text: &str, progress: &dyn Progress) -> Option<Fields>;
}

/// The random sums on which bounds are checked.
#[derive(Clone, Copy, Debug)]
pub struct SumsOptions {
    /// Number of sums.
    pub sums: u64,
    /// Largest number of squares of a summand.
    pub squares: usize,
    /// Seed of the sums.
    pub seed: u64,
}

/// Report of a check.
#[derive(Clone, Debug, PartialEq)]
pub struct CheckReport {
    /// True if no error was found.
    pub passed: bool,
    /// The report in numbers.
    pub fields: Fields,
    /// The report in a sentence, with the first error if there was one.
    pub text: String,
}

/// A game whose positions fall apart into sums, with bounds that can be checked.
pub trait SumGame: Present {
    /// Compares bounds of random sums with scores and winners that are found without them. The sums
    /// depend on the options alone.
    ///
    /// # Errors
    /// [`SearchFailure::Interrupted`], and any failure of scoring a sum.
    fn check_sums(
        &self,
        options: SumsOptions,
        workers: &dyn Workers,
        progress: &dyn Progress,
    ) -> Result<CheckReport, SearchFailure>;
}
