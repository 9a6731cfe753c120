//! Verification of a published layer, independent of the solver.

mod bounds;
mod check;
mod dictionaries;
mod directory;
mod foundation;
mod inductive;
mod memory;
mod options;
mod rows;
mod statuses;
mod sweep;

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use check::Check;
pub use options::{BY_RULES, VerifyOptions};
use serde::Serialize;
use shuban_core::advice::program_name;
use shuban_core::erased::Tables;
use shuban_core::text::{grouped, rounded_up};
use shuban_core::{LayerId, Progress};
use shuban_store::{FileSystem, compact_path, layer_path};

use crate::error::{Error, Failure};
use crate::ledger::Ledger;
use crate::names::layer_name;
use crate::solver::{RestsOn, Solver};
use crate::stored_layer::StoredLayer;
use crate::threads::with_threads;

/// Verification report of one layer's file.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Verified {
    /// The layer.
    pub domain: String,
    /// True if no error was found.
    pub passed: bool,
    /// Number of positions whose value was compared with the one from its successors.
    pub positions: u64,
    /// Number of these compared by the rules, if all were by sweeps; else `None`, and all were by
    /// the rules.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by_rules: Option<u64>,
    /// True if these were a sample, and not all.
    pub sampled: bool,
    /// The ledger, if it was compared with that alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ledger: Option<PathBuf>,
    /// The reason why only these values agree with the rules; `None` for a sample.
    pub rests_on: Option<&'static str>,
    /// The rounds of striking out that prove that play leaves the layer, if that was redone.
    pub leaving_rounds: Option<u32>,
    /// Positions that play need not leave, if endless play has a worth; `None` if there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left: Option<u64>,
    /// The largest number of plies to a conversion, if values recede.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub longest: Option<u16>,
    /// The widest interval of the positions compared; `None` if values are exact.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub width: Option<f64>,
    /// True if it is wider than requested, because more sweeps would not narrow it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stalled: Option<bool>,
    /// True if a compact file was compared with it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub compact: bool,
    /// The seconds that it took.
    pub seconds: f64,
    /// The layer to rebuild, if a file is wrong.
    #[serde(skip)]
    pub rebuild: Option<String>,
    /// The first error found; of several positions the one of the lowest rank.
    #[serde(flatten)]
    pub failure: Option<Failure>,
}

impl Verified {
    /// Runs a check on a pool of its own. Errors of the file become a failure.
    fn by(
        check: impl FnOnce(&mut Self) -> Result<(), Error> + Send,
        domain: &dyn Tables,
        layer: LayerId,
        ledger: Option<&Path>,
        options: &VerifyOptions,
    ) -> Result<Self, Error> {
        let started = Instant::now();
        let mut verified = Verified {
            domain: layer_name(domain, layer).to_owned(),
            passed: false,
            positions: 0,
            by_rules: None,
            sampled: options.sample.is_some(),
            ledger: ledger.map(Path::to_owned),
            rests_on: None,
            leaving_rounds: None,
            left: None,
            longest: None,
            width: None,
            stalled: None,
            compact: false,
            seconds: 0.0,
            rebuild: None,
            failure: None,
        };
        if let Err(error) = with_threads(options.threads, || check(&mut verified))? {
            verified.failure = Some(failure(domain, layer, &options.data, error)?);
        }
        verified.passed = verified.failure.is_none();
        verified.rebuild = verified.failure.as_ref().and_then(|failure| {
            let mut names = domain.all_layers().iter().map(|layer| &layer.name);
            let is_its = |name: &&String| {
                [layer_path, compact_path]
                    .iter()
                    .any(|path| path(&options.data, name).is_ok_and(|path| path == failure.file))
            };
            names.find(is_its).cloned()
        });
        verified.seconds = started.elapsed().as_secs_f64();
        Ok(verified)
    }
}

impl fmt::Display for Verified {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Verified { domain, seconds, .. } = self;
        let positions = grouped(self.positions);
        if let Some(Failure { file, section, block, rank, reason }) = &self.failure {
            write!(f, "{domain}: WRONG: {}: {section}", file.display())?;
            block.map_or(Ok(()), |block| write!(f, ", block {block}"))?;
            rank.map_or(Ok(()), |rank| write!(f, ", rank {rank}"))?;
            write!(f, ": {reason}")?;
            let (program, domain) = (program_name(), self.rebuild.as_ref().unwrap_or(domain));
            return write!(f, "\n  `{program} build {domain} --rebuild` builds it anew");
        }
        if self.ledger.is_some() {
            return write!(
                f,
                "{domain}: {positions} positions are those of the ledger ({seconds:.2} s)"
            );
        }
        let which = if self.sampled { "sampled positions" } else { "positions" };
        write!(f, "{domain}: verified: every checksum, {positions} {which}")?;
        if let Some(by_rules) = self.by_rules {
            write!(f, " by sweeps, {} of them by the rules", grouped(by_rules))?;
        }
        if let Some(rests_on) = self.rests_on {
            write!(f, "; {rests_on}")?;
        }
        if let Some(rounds) = self.leaving_rounds {
            write!(f, ", shown in {rounds} rounds")?;
        }
        if let Some(left) = self.left {
            let left = grouped(left);
            write!(f, ", but for {left} whose bounds rest on what endless play is worth")?;
        }
        if let Some(longest) = self.longest {
            write!(f, ", from {longest} plies down")?;
        }
        if let Some(width) = self.width {
            let which = if self.sampled { "none of these intervals" } else { "no interval" };
            write!(f, "; {which} is wider than {}", rounded_up(width))?;
        }
        if self.stalled == Some(true) {
            write!(f, ", wider than asked for: stalled")?;
        }
        if self.compact {
            write!(f, "; its compact file agrees")?;
        }
        write!(f, " ({seconds:.2} s)")
    }
}

/// Verifies a layer's file: the checksum of every block and the content hash; that its directory
/// has exactly the members, facts and sections of its domain and solver; that the files it was
/// built from are the present ones; then for every position (or a sample) that the stored value
/// agrees with [`backup`](shuban_core::Domain::backup) from the stored values of its successors;
/// and, without a sample, the [foundation](RestsOn) of the values, by the rules alone: that no
/// position repeats, that play leaves the layer (and the status of each position), or that values
/// recede. A compact file beside it is compared with it.
///
/// If the solver has [sweeps](Solver::by_sweeps), those do all of this for all positions, many
/// times faster, and their results are compared with the rules at some of them.
///
/// # Errors
/// [`Error`] if the check could not be done: a layer not built, an unreadable disk. An error of the
/// file itself is a [`Failure`].
pub fn verify(
    files: &Arc<dyn FileSystem>,
    solver: &dyn Solver,
    layer: LayerId,
    options: &VerifyOptions,
    progress: &dyn Progress,
) -> Result<Verified, Error> {
    let work = |verified: &mut Verified| -> Result<(), Error> {
        let mut check = Check::open(files, solver, layer, options, progress)?;
        match check.passes() {
            Some(passes) => {
                verified.by_rules = Some(check.by_sweeps(passes)?);
                verified.positions = check.lens().iter().sum();
            }
            None => verified.positions = check.positions()?,
        }
        check.widths()?;
        (verified.width, verified.stalled) = check.width().unzip();
        if options.sample.is_none() {
            let mut rests_on = solver.rests_on();
            match rests_on {
                RestsOn::NoCycle => check.no_cycle()?,
                RestsOn::Leaving | RestsOn::Slack => {
                    match check.leaving()? {
                        Some((rounds, left)) => {
                            verified.leaving_rounds = Some(rounds);
                            verified.left = (left > 0).then_some(left);
                        }
                        None => rests_on = RestsOn::Slack,
                    }
                    check.statuses()?;
                }
                RestsOn::Receding => verified.longest = Some(check.recedes()?),
            }
            verified.rests_on = Some(rests_on.name());
            check.histogram()?;
            verified.compact = check.compact(files)?;
        }
        Ok(())
    };
    Verified::by(work, solver.domain(), layer, None, options)
}

/// Compares a layer's file with a ledger: the hash of the records and the histogram of each
/// finished shard.
///
/// # Errors
/// [`Error`] if the check could not be done; [`Error::Ledger`] if the ledger is not of this layer.
/// A difference is a [`Failure`].
pub fn verify_ledger(
    files: &Arc<dyn FileSystem>,
    solver: &dyn Solver,
    layer: LayerId,
    path: &Path,
    options: &VerifyOptions,
    progress: &dyn Progress,
) -> Result<Verified, Error> {
    let domain = solver.domain();
    let name = layer_name(domain, layer);
    let refused = |reason: String| Error::Ledger { path: path.to_owned(), reason };
    let ledger = Ledger::read(&**files, path)?;
    let ledger = ledger.ok_or_else(|| shuban_store::Error::NotFound { path: path.to_owned() })?;
    let by_shards = solver.by_shards().ok_or_else(|| refused(format!("{name} has no shards")))?;
    let work = |verified: &mut Verified| -> Result<(), Error> {
        let open = StoredLayer::open(files, &options.data, domain, layer)?;
        ledger.is_of(&Ledger::of_published(&open, &ledger)).map_err(refused)?;
        let (positions, differs) = by_shards.compare(&open, &ledger, progress)?;
        verified.positions = positions;
        verified.failure = differs.map(|table| Failure {
            file: open.database().path().to_owned(),
            reason: format!(
                "the {} positions from here on are not those of {}: their hash is {}, or their \
                 histogram differs",
                table.positions,
                path.display(),
                table.hash
            ),
            section: table.part,
            block: None,
            rank: Some(table.first),
        });
        Ok(())
    };
    Verified::by(work, domain, layer, Some(path), options)
}

/// Returns an error as a failure of the file.
///
/// # Errors
/// The error itself, if it prevented the check.
fn failure(
    domain: &dyn Tables,
    layer: LayerId,
    data: &Path,
    error: Error,
) -> Result<Failure, Error> {
    use shuban_store::Error as Store;
    let reason = error.to_string();
    let own_file = || layer_path(data, layer_name(domain, layer));
    let (file, section, block, rank) = match error {
        Error::Wrong(failure) => return Ok(*failure),
        Error::Store(Store::Damaged { path, section, block, reason }) => {
            return Ok(Failure { file: path, section, block, rank: None, reason });
        }
        Error::Store(Store::Foreign { path, .. }) => (path, "header".to_owned(), None, None),
        Error::Store(Store::OtherDomain { path, .. } | Store::NoSection { path, .. }) => {
            (path, "directory".to_owned(), None, None)
        }
        Error::Store(Store::OtherColumns { section, .. }) => (own_file()?, section, None, None),
        Error::NoValue { path, section, rank, block } => (path, section, block, Some(rank)),
        Error::Index(_) | Error::Stale { .. } => (own_file()?, "directory".to_owned(), None, None),
        error => return Err(error),
    };
    Ok(Failure { file, section, block, rank, reason })
}
