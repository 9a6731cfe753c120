//! Published tables and figures, recomputed and held against the print.
//!
//! A [`Reproduction`] is one table, figure or list of claims. It computes everything anew, in memory
//! or in a folder of its own, and reports one [`Row`] for each printed number, with a [`Verdict`]: a
//! result that differs from the print is `print-wrong` only if what explains the print is computed too.

mod amazons;
mod bars;
mod built;
mod counts;
mod figure_6;
mod half_gammon_bearoff;
mod half_gammon_races;
mod learning;
mod line_ups;
mod plot;
mod row;
mod share;
mod table_1;
mod tanhinmin;
mod trax;
mod zdd;

use std::path::PathBuf;

pub(crate) use built::Built;
pub use row::{Reproduced, Row, Verdict};
use serde::Serialize;
use shuban_core::Progress;

use crate::error::Error;
use crate::names::suggestion;
use crate::report::Report;

/// How to recompute.
#[derive(Clone, Debug)]
pub struct ReproduceOptions {
    /// Take longer, where more can be had for it: more games, more iterations.
    pub full: bool,
    /// Where figures and their data go.
    pub folder: PathBuf,
    /// How many threads.
    pub threads: usize,
    /// How many bytes of memory it may use, about.
    pub memory: u64,
}

/// A published table or figure, or a list of claims.
pub trait Reproduction: Send + Sync {
    /// Its name: `gammon/table-1`.
    fn id(&self) -> &'static str;

    /// What it is and where it was published, in one line.
    fn what(&self) -> &'static str;

    /// About how long it takes on two cores, in seconds.
    fn seconds(&self) -> u32;

    /// Computes it.
    ///
    /// # Errors
    /// [`Error`] if it could not be computed. That a result differs from the print is no error.
    fn run(&self, options: &ReproduceOptions, progress: &dyn Progress) -> Result<Reproduced, Error>;
}

/// All reproductions.
pub(crate) fn reproductions() -> Vec<Box<dyn Reproduction>> {
    let mut all: Vec<Box<dyn Reproduction>> = vec![
        Box::new(counts::Counts),
        Box::new(table_1::Table1),
        Box::new(figure_6::Figure6),
        Box::new(learning::Learning),
        Box::new(half_gammon_bearoff::HalfGammonBearOff),
        Box::new(half_gammon_races::HalfGammonRaces),
        Box::new(zdd::Zdd),
        Box::new(tanhinmin::Table2),
        Box::new(tanhinmin::Table3),
        Box::new(tanhinmin::Examples),
        Box::new(tanhinmin::Slips),
        Box::new(tanhinmin::Sets),
        Box::new(line_ups::LineUps),
    ];
    all.extend(amazons::reproductions());
    all.extend(trax::reproductions());
    all
}

/// The reproduction of a name.
///
/// # Errors
/// [`Error::Unknown`].
pub fn reproduction(id: &str) -> Result<Box<dyn Reproduction>, Error> {
    let ids: Vec<&'static str> = reproductions().iter().map(|one| one.id()).collect();
    reproductions().into_iter().find(|one| one.id() == id).ok_or_else(|| Error::Unknown {
        what: "reproduction",
        name: id.to_owned(),
        hint: suggestion(id, ids),
    })
}

/// What can be recomputed.
#[derive(Clone, Debug, Serialize)]
pub struct Reproductions {
    /// All of them.
    pub reproductions: Vec<ReproductionLine>,
}

/// One line of the list.
#[derive(Clone, Debug, Serialize)]
pub struct ReproductionLine {
    /// Its name.
    pub id: &'static str,
    /// What it is.
    pub what: &'static str,
    /// About how long it takes on two cores.
    pub seconds: u32,
}

impl Reproductions {
    /// The list.
    pub fn list() -> Self {
        let line = |one: &dyn Reproduction| ReproductionLine {
            id: one.id(),
            what: one.what(),
            seconds: one.seconds(),
        };
        Reproductions { reproductions: reproductions().iter().map(|one| line(&**one)).collect() }
    }
}

impl Report for Reproductions {
    fn text(&self) -> String {
        let width = self.reproductions.iter().map(|one| one.id.len()).max().unwrap_or(0);
        let lines = self
            .reproductions
            .iter()
            .map(|one| format!("{:width$}  {:>5} s  {}", one.id, one.seconds, one.what));
        lines.collect::<Vec<_>>().join("\n")
    }
}

/// Runs work on a pool of so many threads.
pub(crate) fn in_pool<T: Send>(
    threads: usize,
    work: impl FnOnce() -> Result<T, Error> + Send,
) -> Result<T, Error> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(|e| shuban_solve::Error::Threads { threads, reason: e.to_string() })?;
    pool.install(work)
}

pub(crate) fn no_variant(name: &str) -> Error {
    Error::Unknown { what: "game", name: name.to_owned(), hint: String::new() }
}
