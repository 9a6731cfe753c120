//! Checking a published layer by something that is not the solver.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};

use rayon::prelude::*;
use shuban_core::{Domain, Game, LayerId, ONE, PositionOf, Progress, Random, Status};
use shuban_store::{Database, FileSystem, SectionKind};

use crate::error::{Error, Failure};
use crate::histogram::{HISTOGRAM, StoredHistogram};
use crate::iterate::{leave, status_by_rules, strike_by_rules};
use crate::solver::Solver;
use crate::tables::{DICTIONARY, OpenLayer, Tables};
use crate::threads::with_threads;

/// How many positions a thread takes at a time.
const CHUNK: u64 = 1 << 10;

/// How to verify.
#[derive(Clone, Debug)]
pub struct VerifyOptions {
    /// The data folder.
    pub data: PathBuf,
    /// How many threads.
    pub threads: usize,
    /// How many bytes of memory it may use, about. Tables that do not fit are read as needed.
    pub memory: u64,
    /// Check this many positions, and not all of them: a fixed sequence of well-mixed ranks, so
    /// that the same number always means the same positions (one may come twice).
    pub sample: Option<u64>,
}

/// The outcome of a check that could be carried out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    /// Positions whose value was compared with what follows from its successors.
    pub positions: u64,
    /// The rounds of striking out that show that play leaves the layer, where that was redone.
    pub leaving_rounds: Option<u32>,
    /// The first thing found wrong; of several positions the one of the lowest rank.
    pub failure: Option<Failure>,
}

/// Verifies a layer's file: the checksum of every block and the content hash; that the files it was
/// built from are the ones that are there; then for every position (or a sample) that the stored
/// value agrees with [`Domain::backup`] from the stored values of its successors; and where values
/// need it and no sample was asked for, once more through the rules alone, that play leaves the
/// layer, and that what retrograde analysis knew of each position follows from what it knew of its
/// successors.
///
/// # Errors
/// [`Error`] if the check could not be carried out: a layer not built, an unreadable disk. What is
/// wrong with the file itself is a [`Failure`].
pub fn verify<D: Domain>(
    files: &Arc<dyn FileSystem>,
    domain: &D,
    solver: &dyn Solver<D>,
    layer: LayerId,
    options: &VerifyOptions,
    progress: &dyn Progress,
) -> Result<Verified, Error> {
    let mut verified = Verified { positions: 0, leaving_rounds: None, failure: None };
    let work = || -> Result<(), Error> {
        let check = Check::open(files, domain, solver, layer, options, progress)?;
        verified.positions = check.positions()?;
        if options.sample.is_none() {
            if solver.needs_leaving() {
                verified.leaving_rounds = Some(check.leaving()?);
                check.statuses()?;
            }
            check.facts(verified.leaving_rounds)?;
            check.histogram()?;
        }
        Ok(())
    };
    match with_threads(options.threads, work)? {
        Ok(()) => Ok(verified),
        Err(error) => match failure(domain, layer, &options.data, error) {
            Ok(failure) => Ok(Verified { failure: Some(failure), ..verified }),
            Err(error) => Err(error),
        },
    }
}

/// Sorts what is the file's fault from what kept the check from being carried out.
pub(crate) fn failure<D: Domain>(
    domain: &D,
    layer: LayerId,
    data: &Path,
    error: Error,
) -> Result<Failure, Error> {
    let reason = error.to_string();
    let failure = |file: PathBuf, section: &str, block| {
        Ok(Failure { file, section: section.to_owned(), block, rank: None, reason: reason.clone() })
    };
    match error {
        Error::Store(shuban_store::Error::Damaged { path, section, block, reason }) => {
            Ok(Failure { file: path, section, block, rank: None, reason })
        }
        Error::Store(shuban_store::Error::Foreign { path, .. }) => failure(path, "header", None),
        Error::Store(
            shuban_store::Error::OtherDomain { path, .. }
            | shuban_store::Error::NoSection { path, .. },
        ) => failure(path, "directory", None),
        Error::Store(shuban_store::Error::OtherColumns { ref section, .. }) => {
            let name = &domain.layers()[layer.0].name;
            failure(shuban_store::layer_path(data, name)?, section, None)
        }
        Error::NoValue { path, section, rank, block } => {
            Ok(Failure { file: path, section, block, rank: Some(rank), reason })
        }
        Error::Wrong(failure) => Ok(*failure),
        Error::Index(_) | Error::Stale { .. } => {
            let name = &domain.layers()[layer.0].name;
            failure(shuban_store::layer_path(data, name)?, "directory", None)
        }
        error => Err(error),
    }
}

/// Dictionaries are read whole: refuses those that would not fit.
fn dictionaries_fit<D: Domain>(
    files: &Arc<dyn FileSystem>,
    domain: &D,
    layers: impl Iterator<Item = LayerId>,
    options: &VerifyOptions,
) -> Result<(), Error> {
    for layer in layers {
        let name = &domain.layers()[layer.0].name;
        // What is wrong with a file is said where it is opened to be read.
        let Ok(database) =
            Database::open(&**files, &shuban_store::layer_path(&options.data, name)?)
        else {
            continue;
        };
        let entries =
            match database.manifest().section(DICTIONARY).map(|(_, section)| &section.kind) {
                Some(SectionKind::Stream { entries, .. }) => *entries,
                _ => 0,
            };
        let needed = entries.saturating_mul(domain.bytes_per_value());
        if needed > options.memory {
            return Err(Error::Memory { domain: name.clone(), needed, allowed: options.memory });
        }
    }
    Ok(())
}

/// A layer under check.
struct Check<'a, 'd, D: Domain> {
    domain: &'d D,
    solver: &'a dyn Solver<D>,
    layer: LayerId,
    tables: Tables<'d, D>,
    /// Values in memory, as far as memory allows: by layer, part and rank.
    loaded: BTreeMap<LayerId, Vec<Vec<D::Value>>>,
    options: &'a VerifyOptions,
    progress: &'a dyn Progress,
    /// The largest width found, by part.
    widest: Vec<AtomicI64>,
}

impl<'a, 'd, D: Domain> Check<'a, 'd, D> {
    fn open(
        files: &Arc<dyn FileSystem>,
        domain: &'d D,
        solver: &'a dyn Solver<D>,
        layer: LayerId,
        options: &'a VerifyOptions,
        progress: &'a dyn Progress,
    ) -> Result<Self, Error> {
        let needs = &domain.layers()[layer.0].needs;
        let layers = needs.iter().copied().chain([layer]);
        if domain.interns() {
            dictionaries_fit(files, domain, layers.clone(), options)?;
        }
        let tables = Tables::open(files, &options.data, domain, layers)?;
        let this = tables.layer(layer).ok_or_else(|| Error::NotBuilt { domain: domain.name() })?;
        progress.phase("checksums", this.database().bytes());
        this.database().check(&mut |done, _| progress.at(done, ""))?;
        let manifest = this.database().manifest();
        for need in tables.layers().filter(|other| other.layer() != layer) {
            if !need.is_proven() && this.is_proven() {
                let reason =
                    "it says that its bounds are proven, and those it was built from are not"
                        .to_owned();
                let (file, section) = (this.database().path().to_owned(), "directory".to_owned());
                return Err(Error::Wrong(Box::new(Failure {
                    file,
                    section,
                    block: None,
                    rank: None,
                    reason,
                })));
            }
            let need = need.database().manifest();
            let used =
                manifest.account.needs.iter().find(|used| used.domain == need.subject.domain);
            let expected = used.map_or("none", |used| &used.content_hash);
            if expected != need.content_hash {
                return Err(Error::Stale {
                    domain: manifest.subject.domain.clone(),
                    need: need.subject.domain.clone(),
                    expected: expected.to_owned(),
                    found: need.content_hash.clone(),
                });
            }
        }
        let widest = domain.layers()[layer.0].parts.iter().map(|_| AtomicI64::new(0)).collect();
        let mut check = Check {
            domain,
            solver,
            layer,
            tables,
            loaded: BTreeMap::new(),
            options,
            progress,
            widest,
        };
        if options.sample.is_none() {
            check.load()?;
        }
        Ok(check)
    }

    /// Reads tables into memory, this layer's first, as long as there is room.
    fn load(&mut self) -> Result<(), Error> {
        // The proof of leaving keeps marks of two rounds, and collects them.
        let leaving = if self.solver.needs_leaving() { 16 } else { 0 };
        let positions: u64 = self.this().indexes().iter().map(|index| index.len()).sum();
        let marks = positions.saturating_mul(leaving);
        let mut room = self.options.memory.checked_sub(marks).ok_or_else(|| Error::Memory {
            domain: self.domain.layers()[self.layer.0].name.clone(),
            needed: marks,
            allowed: self.options.memory,
        })?;
        for open in self.tables.layers().collect::<Vec<_>>().into_iter().rev() {
            let positions: u64 = open.indexes().iter().map(|index| index.len()).sum();
            let bytes = positions.saturating_mul(if self.domain.interns() {
                // What values point to is the dictionary's.
                size_of::<D::Value>() as u64
            } else {
                self.domain.bytes_per_value()
            });
            if bytes > room {
                break;
            }
            room -= bytes;
            let values = (0..open.indexes().len()).map(|part| open.values(part));
            self.loaded.insert(open.layer(), values.collect::<Result<_, _>>()?);
        }
        Ok(())
    }

    fn this(&self) -> &OpenLayer<'d, D> {
        self.tables.layer(self.layer).expect("opened with the others")
    }

    fn value(&self, position: &PositionOf<D>) -> Result<D::Value, Error> {
        if let Some(place) = self.domain.locate(position)
            && let Some(values) = self.loaded.get(&place.layer)
            && let Some(open) = self.tables.layer(place.layer)
            && let Some(rank) = open.part_index(place.part).rank(position)
        {
            return Ok(values[place.part][rank as usize].clone());
        }
        self.tables.value(position)
    }

    /// Compares every position, or the sample; gives how many.
    fn positions(&self) -> Result<u64, Error> {
        let lens: Vec<u64> = self.this().indexes().iter().map(|index| index.len()).collect();
        let total: u64 = lens.iter().sum();
        let count = self.options.sample.map_or(total, |sample| sample.min(total));
        self.progress.phase("values", count);
        let done = AtomicU64::new(0);
        let chunks = count.div_ceil(CHUNK);
        // The wrong position of the lowest number is reported, whatever the threads.
        let wrong = (0..chunks).into_par_iter().find_map_first(|chunk| {
            if self.progress.interrupted() {
                return Some(Error::Interrupted);
            }
            let numbers = chunk * CHUNK..count.min((chunk + 1) * CHUNK);
            let checked = numbers.end - numbers.start;
            let wrong = numbers.into_iter().find_map(|number| {
                let drawn =
                    if count == total { number } else { Random::of_part(0, number).below(total) };
                let (part, rank) = place(&lens, drawn);
                self.position(part, rank).err()
            });
            self.progress.at(done.fetch_add(checked, Ordering::Relaxed) + checked, "");
            wrong
        });
        wrong.map_or(Ok(count), Err)
    }

    fn position(&self, part: usize, rank: u64) -> Result<(), Error> {
        let this = self.this();
        let position = this.part_index(part).unrank(rank).ok_or_else(|| Error::NoPosition {
            domain: self.domain.layers()[self.layer.0].name.clone(),
            position: format!("rank {rank}"),
        })?;
        if this.part_index(part).rank(&position) != Some(rank) {
            return self.wrong(
                part,
                rank,
                "its position is numbered otherwise by the index".to_owned(),
            );
        }
        let stored = match self.loaded.get(&self.layer) {
            Some(values) => values[part][rank as usize].clone(),
            None => this.value_at(part, rank)?,
        };
        let ask = &mut |after: &PositionOf<D>| Ok(self.value(after)?);
        let backed_up = match self.domain.backup(&position, ask).map_err(Error::from) {
            // The index lacks a position, or the domain could not go on: what is stored cannot be
            // right.
            Err(error @ (Error::NoPosition { .. } | Error::Stuck)) => {
                return self.wrong(part, rank, error.to_string());
            }
            other => other?,
        };
        if let Some(width) = self.solver.width(&stored) {
            self.widest[part].fetch_max(width, Ordering::Relaxed);
        }
        if self.solver.certifies(&stored, &backed_up) {
            return Ok(());
        }
        let text = self.domain.game().format(&position);
        let reason = format!(
            "{text}: stored {stored:?}, which does not agree with {backed_up:?} from its successors"
        );
        self.wrong(part, rank, reason)
    }

    /// The failure of one rank.
    fn wrong(&self, part: usize, rank: u64, reason: String) -> Result<(), Error> {
        let this = self.this();
        let section = self.domain.layers()[self.layer.0].parts[part].name.clone();
        let block = Some(rank / this.database().table(&section)?.records_per_block());
        let file = this.database().path().to_owned();
        Err(Error::Wrong(Box::new(Failure { file, section, block, rank: Some(rank), reason })))
    }

    /// Compares what the manifest says of the values with what was found.
    fn facts(&self, leaving_rounds: Option<u32>) -> Result<(), Error> {
        let this = self.this();
        let account = &this.database().manifest().account;
        let wrong = |reason: String| {
            let file = this.database().path().to_owned();
            let section = "directory".to_owned();
            Err(Error::Wrong(Box::new(Failure { file, section, block: None, rank: None, reason })))
        };
        let stated = account.facts.get("leaving_rounds").and_then(serde_json::Value::as_u64);
        if stated != leaving_rounds.map(u64::from) {
            return wrong(format!(
                "it states {stated:?} rounds of striking out, and {leaving_rounds:?} were found"
            ));
        }
        for (part, widest) in account.parts.iter().zip(&self.widest) {
            let found = widest.load(Ordering::Relaxed) as f64 / f64::from(ONE);
            let stated = part.facts.get("width_reached").and_then(serde_json::Value::as_f64);
            if stated.is_some_and(|stated| stated != found) {
                return wrong(format!(
                    "`{}`: it states width {stated:?}, and {found} was found",
                    part.name
                ));
            }
        }
        Ok(())
    }

    /// Counts the positions by class once more, and compares with the histogram that the file
    /// holds.
    fn histogram(&self) -> Result<(), Error> {
        let this = self.this();
        let Some(stored) = StoredHistogram::of(this.database())? else { return Ok(()) };
        let found = match self.solver.by_shards() {
            Some(by_shards) => by_shards.histogram(self.domain, this, self.progress)?,
            None => None,
        };
        if found == Some(stored) {
            return Ok(());
        }
        Err(Error::Wrong(Box::new(Failure {
            file: this.database().path().to_owned(),
            section: HISTOGRAM.to_owned(),
            block: None,
            rank: None,
            reason: "it is not that of the stored values".to_owned(),
        })))
    }

    /// Compares what retrograde analysis knew of every position with what follows, by the rules
    /// alone, from what it knew of its successors.
    fn statuses(&self) -> Result<(), Error> {
        let this = self.this();
        let mut stored = Vec::new();
        for (part, index) in this.indexes().iter().enumerate() {
            let code = |rank| Ok(this.status_at(part, rank)?.map_or(i32::MAX, Status::code));
            stored.push((0..index.len()).map(code).collect::<Result<Vec<i32>, Error>>()?);
        }
        self.progress.phase("what retrograde analysis values", 0);
        let finished = |position: &PositionOf<D>| self.tables.ask_status(position);
        for (part, statuses) in stored.iter().enumerate() {
            let wrong = statuses.par_iter().enumerate().find_map_first(|(rank, &code)| {
                let position = this.part_index(part).unrank(rank as u64)?;
                let indexes = this.indexes();
                let found = status_by_rules(
                    self.domain,
                    self.layer,
                    indexes,
                    &stored,
                    &finished,
                    &position,
                );
                match found {
                    Ok(found) if found == code => None,
                    Ok(found) => Some(Ok((rank as u64, code, found))),
                    Err(unanswered) => Some(Err(unanswered)),
                }
            });
            if self.progress.interrupted() {
                return Err(Error::Interrupted);
            }
            if let Some(wrong) = wrong {
                let (rank, code, found) = wrong?;
                let (code, found) = (Status::of_code(code), Status::of_code(found));
                let reason =
                    format!("retrograde analysis knew {code:?} of it, and {found:?} follows");
                return self.wrong(part, rank, reason);
            }
            let valued =
                statuses.iter().filter(|&&code| code != Status::Unknown.code()).count() as u64;
            let stated = this.database().manifest().account.parts.get(part);
            let stated = stated.and_then(|part| part.facts.get("valued")?.as_u64());
            if stated != Some(valued) {
                return self.wrong(
                    part,
                    0,
                    format!("it states {stated:?} valued positions, and has {valued}"),
                );
            }
        }
        Ok(())
    }

    /// Strikes out, by the rules alone, until nothing is left; gives the rounds.
    fn leaving(&self) -> Result<u32, Error> {
        let this = self.this();
        let lens: Vec<usize> = this.indexes().iter().map(|index| index.len() as usize).collect();
        self.progress.phase("that play leaves the layer", lens.iter().sum::<usize>() as u64);
        let all = lens.iter().map(|&len| vec![1; len]).collect();
        let leaving = leave(all, |marks| {
            let left = marks.iter().flatten().filter(|&&mark| mark == 1).count();
            self.progress.at((lens.iter().sum::<usize>() - left) as u64, "");
            if self.progress.interrupted() {
                return Err(Error::Interrupted.into());
            }
            strike_by_rules(self.domain, self.layer, this.indexes(), marks)
        })?;
        for (part, left) in leaving.left.iter().enumerate() {
            if let Some(&rank) = left.first() {
                return Err(Error::Wrong(Box::new(Failure {
                    file: this.database().path().to_owned(),
                    section: self.domain.layers()[self.layer.0].parts[part].name.clone(),
                    block: None,
                    rank: Some(rank),
                    reason: "play need not leave the layer from here".to_owned(),
                })));
            }
        }
        Ok(leaving.rounds)
    }
}

/// The part and rank of a number that runs through all parts.
fn place(lens: &[u64], mut number: u64) -> (usize, u64) {
    for (part, &len) in lens.iter().enumerate() {
        if number < len {
            return (part, number);
        }
        number -= len;
    }
    unreachable!("numbers are below the sum of the lengths")
}
