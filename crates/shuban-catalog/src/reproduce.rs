//! Published tables that can be recomputed: what the catalog knows of them.

use std::fmt;
use std::path::PathBuf;

use serde::Serialize;
use shuban_core::Progress;

use crate::error::Error;
use crate::names::suggestion;
use crate::printable::Printable;

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
    fn run(&self, options: &ReproduceOptions, progress: &dyn Progress)
    -> Result<Recomputed, Error>;
}

/// A recomputed table.
pub struct Recomputed {
    /// Whether no result differs from the print without an explanation.
    pub passed: bool,
    /// The results beside the print.
    pub table: Box<dyn Printable>,
}

/// A measurement of a method that `bench` shows beside its own.
#[derive(Clone, Copy)]
pub struct Timing {
    /// The member of the JSON document that it becomes.
    pub member: &'static str,
    /// Measures it.
    pub run: TimingRun,
}

/// Measures something, which may be interrupted.
pub type TimingRun = fn(&TimingOptions, &dyn Progress) -> Result<Box<dyn Printable>, Error>;

/// How to measure.
#[derive(Clone, Copy, Debug)]
pub struct TimingOptions {
    /// For about how long, where that can be chosen.
    pub seconds: f64,
    /// Where chance begins.
    pub seed: u64,
    /// How many threads.
    pub threads: usize,
    /// How many bytes of memory it may use, about.
    pub memory: u64,
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
    /// The list of these.
    pub fn list(all: &[Box<dyn Reproduction>]) -> Self {
        let lines = all.iter().map(|one| ReproductionLine {
            id: one.id(),
            what: one.what(),
            seconds: one.seconds(),
        });
        Reproductions { reproductions: lines.collect() }
    }

    /// The reproduction of a name.
    ///
    /// # Errors
    /// [`Error::Unknown`].
    pub fn find<'a>(
        all: &'a [Box<dyn Reproduction>],
        id: &str,
    ) -> Result<&'a dyn Reproduction, Error> {
        let found = all.iter().find(|one| one.id() == id);
        found.map(|one| &**one).ok_or_else(|| Error::Unknown {
            what: "reproduction",
            name: id.to_owned(),
            hint: suggestion(id, all.iter().map(|one| one.id())),
        })
    }
}

impl fmt::Display for Reproductions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.reproductions.iter().map(|one| one.id.len()).max().unwrap_or(0);
        let line = |one: &ReproductionLine| {
            format!("{:width$}  {:>5} s  {}", one.id, one.seconds, one.what)
        };
        f.write_str(&self.reproductions.iter().map(line).collect::<Vec<_>>().join("\n"))
    }
}
