//! The checks of one layer.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering};

use rayon::prelude::*;
use shuban_core::erased::{
    Follows, IntervalTables, LayerDictionary, PartIndex, RowSource, Stored, Tables,
};
use shuban_core::{Column, Interval, LayerId, ONE, PartId, Progress, Random, Record, Unanswered};
use shuban_store::FileSystem;

use super::bounds::StoredBounds;
use super::dictionaries::dictionaries_fit;
use super::directory::check_by_solver;
use super::inductive::Asked;
use super::options::VerifyOptions;
use super::rows::RowsInMemory;
use crate::approximate::Passes;
use crate::certificate::proven_hash;
use crate::checksums::check_bytes;
use crate::compact::compare;
use crate::error::{Error, Failure};
use crate::facts::StatedFacts;
use crate::histogram::StoredHistogram;
use crate::iterate::Swept;
use crate::names::part_name;
use crate::sections::{HISTOGRAM, wrong_directory};
use crate::solved::SolvedLayers;
use crate::solver::Solver;
use crate::stored_layer::StoredLayer;

/// Number of positions that a thread takes at a time.
const CHUNK: u64 = 1 << 10;

/// The directions in which a layer's positions ask for others of it, by part and rank.
#[derive(Default)]
pub(super) struct Directions {
    down: AtomicBool,
    up: AtomicBool,
}

impl Directions {
    /// Notes that one position asks for another one.
    pub(super) fn note(&self, asking: (usize, u64), asked: (usize, u64)) {
        let (down, up) = (asked <= asking, asked >= asking);
        for (goes, flag) in [(down, &self.down), (up, &self.up)] {
            // Written once, and then only read by all threads.
            if goes && !flag.load(Ordering::Relaxed) {
                flag.store(true, Ordering::Relaxed);
            }
        }
    }

    /// Returns true if all have one direction, so that no position can repeat.
    pub(super) fn agree(&self) -> bool {
        !(self.down.load(Ordering::Relaxed) && self.up.load(Ordering::Relaxed))
    }
}

/// A layer under check.
pub(super) struct Check<'a> {
    pub(super) domain: &'a dyn Tables,
    pub(super) solver: &'a dyn Solver,
    pub(super) layer: LayerId,
    pub(super) solved: SolvedLayers<'a>,
    /// Rows in memory, as far as memory allows, by layer and part.
    pub(super) loaded: BTreeMap<LayerId, Vec<RowsInMemory>>,
    /// The layer's own bounds by part, if all positions are compared by sweeps.
    pub(super) bounds: Vec<StoredBounds>,
    /// The bytes of memory that these take.
    pub(super) bounds_bytes: u64,
    /// The bytes of memory that are left.
    pub(super) room: u64,
    /// The bytes of memory for values, and for data computed from them.
    pub(super) most: u64,
    /// Sweeps over the layer, if all positions are compared by those.
    pub(super) swept: Option<Box<dyn Swept + 'a>>,
    /// The same where the layer's bounds do not fit into memory.
    pub(super) on_disk: Option<Box<dyn Passes + 'a>>,
    pub(super) options: &'a VerifyOptions,
    pub(super) progress: &'a dyn Progress,
    /// The facts of the file.
    pub(super) stated: StatedFacts,
    /// The largest width found, by part.
    pub(super) widest: Vec<AtomicI64>,
    /// The directions of positions' questions, complete once all were compared.
    pub(super) directions: Directions,
}

impl<'a> Check<'a> {
    pub(super) fn open(
        files: &Arc<dyn FileSystem>,
        solver: &'a dyn Solver,
        layer: LayerId,
        options: &'a VerifyOptions,
        progress: &'a dyn Progress,
    ) -> Result<Self, Error> {
        let domain = solver.domain();
        let needs = &domain.all_layers()[layer.0].needs;
        let layers = needs.iter().copied().chain([layer]);
        if domain.has_dictionary() {
            dictionaries_fit(files, domain, layers.clone(), options)?;
        }
        let solved = SolvedLayers::open(files, &options.data, domain, layers)?;
        let this = solved.needed(layer)?;
        if this.is_compact() {
            return Err(Error::compact(domain, layer));
        }
        let stated = check_by_solver(solver, this)
            .map_err(|reason| wrong_directory(this.database().path(), reason))?;
        progress.phase("checksums", this.database().bytes());
        check_bytes(this.database(), progress)?;
        let widest = domain.all_layers()[layer.0].parts.iter().map(|_| AtomicI64::new(0)).collect();
        let loaded = BTreeMap::new();
        let directions = Directions::default();
        let mut check = Check {
            domain,
            solver,
            layer,
            solved,
            loaded,
            bounds: Vec::new(),
            bounds_bytes: 0,
            room: options.memory,
            most: options.memory,
            swept: None,
            on_disk: None,
            options,
            progress,
            stated,
            widest,
            directions,
        };
        check.needs()?;
        if options.sample.is_none() {
            let by_sweeps =
                solver.by_sweeps().filter(|_| check.lens().iter().sum::<u64>() > options.by_rules);
            check.plan(files, by_sweeps)?;
        }
        Ok(check)
    }

    /// Checks that the layers it was built from are the present ones. (A layer without a proof of
    /// leaving is refused on opening.)
    fn needs(&self) -> Result<(), Error> {
        let this = self.this();
        let manifest = this.database().manifest();
        for open in self.solved.layers().filter(|other| other.layer() != self.layer) {
            let need = open.database().manifest();
            let mut needs = manifest.account.needs.iter();
            let used = needs.find(|used| used.domain == need.subject.domain);
            let expected = used.map_or("none", |used| &used.content_hash);
            let found = proven_hash(need);
            if expected != found {
                return Err(Error::Stale {
                    domain: manifest.subject.domain.clone(),
                    need: need.subject.domain.clone(),
                    expected: expected.to_owned(),
                    found: found.to_owned(),
                });
            }
        }
        Ok(())
    }

    /// Compares the compact file with the layer's own, if there is one.
    pub(super) fn compact(&self, files: &Arc<dyn FileSystem>) -> Result<bool, Error> {
        let data = &self.options.data;
        let compact = match StoredLayer::open_compact(files, data, self.domain, self.layer) {
            Err(Error::Store(shuban_store::Error::NotFound { .. })) => return Ok(false),
            compact => compact?,
        };
        self.progress.phase("checksums", compact.database().bytes());
        check_bytes(compact.database(), self.progress)?;
        compare(self.this(), &compact, self.progress)?;
        Ok(true)
    }

    /// Returns the sweeps over the layer, if all positions are compared by those.
    pub(super) fn swept(&self) -> Option<&dyn Swept> {
        self.swept.as_deref().map(|swept| swept as &dyn Swept)
    }

    /// Returns the passes over the layer, if all positions are compared by those.
    pub(super) fn passes(&self) -> Option<&dyn Passes> {
        match (&self.swept, &self.on_disk) {
            (Some(swept), _) => Some(&**swept),
            (None, Some(passes)) => Some(&**passes),
            (None, None) => None,
        }
    }

    /// Returns the positions of each part.
    pub(super) fn lens(&self) -> Vec<u64> {
        self.this().indexes().iter().map(PartIndex::len).collect()
    }

    pub(super) fn this(&self) -> &StoredLayer<'a> {
        self.solved.layer(self.layer).expect("opened with the others")
    }

    /// Reads the row of a part and rank of any open layer.
    pub(super) fn row(&self, part: PartId, rank: u64, row: &mut [u64]) -> Result<(), Error> {
        if part.layer == self.layer
            && let Some(bounds) = self.own(part.part, rank)
        {
            bounds.to_columns(row);
            return Ok(());
        }
        match self.loaded.get(&part.layer) {
            Some(parts) => parts[part.part].row(rank as usize, row),
            None => return Ok(self.solved.row(part, rank, row)?),
        }
        Ok(())
    }

    /// Returns the stored interval of a part and rank of any open layer.
    pub(super) fn interval(
        &self,
        domain: &dyn IntervalTables,
        part: PartId,
        rank: u64,
    ) -> Result<Interval, Error> {
        let mut row = [0; 2];
        self.row(part, rank, &mut row)?;
        let value = domain.interval(&row, self.solved.dictionary(part.layer)?);
        value.ok_or_else(|| self.solved.no_value(part, rank).into())
    }

    /// Returns the value of a rank by the bounds that sweeps read.
    fn own(&self, part: usize, rank: u64) -> Option<Interval> {
        Some(self.bounds.get(part)?.at(rank as usize))
    }

    fn part(&self, part: usize) -> PartId {
        PartId { layer: self.layer, part }
    }

    /// Compares every position, or the sample, by the rules; returns their number.
    pub(super) fn positions(&self) -> Result<u64, Error> {
        let total = self.lens().iter().sum();
        let count = self.options.sample.map_or(total, |sample| sample.min(total));
        self.progress.phase("values", count);
        self.each_of(count, |part, rank| self.position(part, rank).map(drop))?;
        Ok(count)
    }

    /// Checks that many positions, or all: each by its part and rank.
    pub(super) fn each_of(
        &self,
        count: u64,
        check: impl Fn(usize, u64) -> Result<(), Error> + Sync,
    ) -> Result<(), Error> {
        let lens = self.lens();
        let done = AtomicU64::new(0);
        let chunks = count.div_ceil(CHUNK);
        // The wrong position of the lowest number is reported, with any number of threads.
        let wrong = (0..chunks).into_par_iter().find_map_first(|chunk| {
            if self.progress.interrupted() {
                return Some(Error::Interrupted);
            }
            let numbers = chunk * CHUNK..count.min((chunk + 1) * CHUNK);
            let checked = numbers.end - numbers.start;
            let wrong = numbers.into_iter().find_map(|number| {
                let (part, rank) = drawn(&lens, count, number);
                check(part, rank).err()
            });
            self.progress.at(done.fetch_add(checked, Ordering::Relaxed) + checked, "");
            wrong
        });
        wrong.map_or(Ok(()), Err)
    }

    /// Compares a position by the rules; returns the bounds that follow, if values are intervals.
    pub(super) fn position(&self, part: usize, rank: u64) -> Result<Option<Interval>, Error> {
        let index = &self.this().indexes()[part];
        match self.domain.is_numbered_back(index, rank) {
            Some(true) => {}
            Some(false) => {
                return self.wrong(part, rank, "the index gives its position another number");
            }
            None => return Err(Error::no_rank(self.domain, self.layer, rank)),
        }
        let compared = match self.solver.intervals() {
            Some(domain) => self.interval_follows(domain, part, rank)?,
            None => self.value_follows(part, rank)?,
        };
        let (follows, differs) = match compared {
            // The index does not hold a position, or the domain could not go on: the file cannot be
            // right.
            Err(error @ (Error::NoPosition { .. } | Error::Stuck)) => {
                return self.wrong(part, rank, error.to_string());
            }
            compared => compared?,
        };
        let Some((stored, backed_up)) = differs else { return Ok(follows) };
        let text = self.domain.position_text(index, rank).unwrap_or_default();
        let reason = format!(
            "{text}: stored {stored}, which does not agree with {backed_up} from its successors"
        );
        self.wrong(part, rank, reason)
    }

    /// Compares a value with the one that follows.
    fn value_follows(&self, part: usize, rank: u64) -> Result<Result<Compared, Error>, Error> {
        let mut row = [0; Column::MOST];
        let row = &mut row[..self.domain.columns().len()];
        self.row(self.part(part), rank, row)?;
        let dictionary = self.this().dictionary();
        let rows = CheckedRows { check: self, asking: (part, rank) };
        let stored = Stored::Row(row, dictionary);
        Ok(match self.domain.follows(self.part(part), rank, stored, &rows) {
            Ok(Follows::Agrees) => Ok((None, None)),
            Ok(Follows::Differs { stored: Some(stored), follows }) => {
                Ok((None, Some((stored, follows))))
            }
            Ok(Follows::Differs { stored: None, .. }) => {
                return Err(self.this().no_value(part, rank));
            }
            Err(unanswered) => Err(unanswered.into()),
        })
    }

    /// Compares an interval with the one that follows.
    fn interval_follows(
        &self,
        domain: &dyn IntervalTables,
        part: usize,
        rank: u64,
    ) -> Result<Result<Compared, Error>, Error> {
        let stored = self.interval(domain, self.part(part), rank)?;
        let rows = CheckedRows { check: self, asking: (part, rank) };
        let own = |asked: usize, asked_rank: u64| {
            self.directions.note((part, rank), (asked, asked_rank));
            Ok(self.interval(domain, self.part(asked), asked_rank)?)
        };
        let follows = match domain.back_up_interval(self.part(part), rank, &own, &rows) {
            Ok(follows) => follows,
            Err(unanswered) => return Ok(Err(unanswered.into())),
        };
        self.widest[part].fetch_max(stored.width(), Ordering::Relaxed);
        let is_over = self.domain.payoff(&self.this().indexes()[part], rank)?.is_some();
        let asked = self.asked(domain, is_over);
        let agrees = asked.lower(stored, follows.lower) && asked.upper(stored, follows.upper);
        let differs = (!agrees).then(|| (format!("{stored:?}"), format!("{follows:?}")));
        Ok(Ok((Some(follows), differs)))
    }

    /// Returns true if the file claims slack of its bounds.
    pub(super) fn has_slack(&self) -> bool {
        matches!(&self.stated, StatedFacts::Intervals(facts) if facts.slack > 0)
    }

    /// Returns the requirement on bounds: slack, if the file claims it and the game is not over.
    pub(super) fn asked(&self, domain: &dyn IntervalTables, is_over: bool) -> Asked {
        let slack = match &self.stated {
            StatedFacts::Intervals(facts) if !is_over => facts.slack.into(),
            _ => 0,
        };
        Asked { slack, possible: domain.possible() }
    }

    pub(super) fn failure(
        &self,
        section: &str,
        rank: Option<u64>,
        reason: impl Into<String>,
    ) -> Error {
        let database = self.this().database();
        let table = database.table(section).ok();
        let block = rank.zip(table).map(|(rank, table)| rank / table.records_per_block());
        let (file, section) = (database.path().to_owned(), section.to_owned());
        Error::Wrong(Box::new(Failure { file, section, block, rank, reason: reason.into() }))
    }

    pub(super) fn part_name(&self, part: usize) -> &str {
        part_name(self.domain, PartId { layer: self.layer, part })
    }

    /// Returns the failure of one rank.
    pub(super) fn wrong<T>(
        &self,
        part: usize,
        rank: u64,
        reason: impl Into<String>,
    ) -> Result<T, Error> {
        Err(self.failure(self.part_name(part), Some(rank), reason))
    }

    /// Returns the largest width found, and whether the layer is said to have stalled there; `None`
    /// if values are exact.
    pub(super) fn width(&self) -> Option<(f64, bool)> {
        let StatedFacts::Intervals(facts) = &self.stated else { return None };
        let widest = self.widest.iter().map(|widest| widest.load(Ordering::Relaxed)).max();
        Some((units(widest.unwrap_or_default()), facts.stalled))
    }

    /// Compares the widths that the file states with those found.
    pub(super) fn widths(&self) -> Result<(), Error> {
        let StatedFacts::Intervals(facts) = &self.stated else { return Ok(()) };
        for (part, (stated, widest)) in facts.parts.iter().zip(&self.widest).enumerate() {
            let (stated, found) = (stated.width_reached, units(widest.load(Ordering::Relaxed)));
            let is_wrong = match self.options.sample {
                Some(_) => found > stated,
                None => found != stated,
            };
            if is_wrong {
                let name = self.part_name(part);
                let reason =
                    format!("`{name}`: `width_reached` is {stated}, and {found} was found");
                return Err(self.failure("directory", None, reason));
            }
        }
        Ok(())
    }

    /// Counts the positions by class again, and compares with the file's histogram.
    pub(super) fn histogram(&self) -> Result<(), Error> {
        let this = self.this();
        let stored = StoredHistogram::of(this.database())?;
        let found = match self.solver.by_shards() {
            Some(by_shards) => by_shards.histogram(this, self.progress)?,
            None => None,
        };
        if found == stored {
            return Ok(());
        }
        Err(self.failure(HISTOGRAM, None, "it is not that of the stored values"))
    }
}

/// The bounds that follow, if values are intervals; and if they disagree, the stored value and the
/// one that follows, in words.
type Compared = (Option<Interval>, Option<(String, String)>);

/// The rows of the layer under check and of those it needs, as one position asks for them.
struct CheckedRows<'c, 'a> {
    check: &'c Check<'a>,
    asking: (usize, u64),
}

impl RowSource for CheckedRows<'_, '_> {
    fn index(&self, part: PartId) -> Result<&PartIndex, Unanswered> {
        self.check.solved.index(part)
    }

    fn dictionary(&self, layer: LayerId) -> Result<&LayerDictionary, Unanswered> {
        self.check.solved.dictionary(layer)
    }

    fn row(&self, part: PartId, rank: u64, row: &mut [u64]) -> Result<(), Unanswered> {
        if part.layer == self.check.layer {
            self.check.directions.note(self.asking, (part.part, rank));
        }
        Ok(self.check.row(part, rank, row)?)
    }

    fn no_value(&self, part: PartId, rank: u64) -> Unanswered {
        self.check.solved.no_value(part, rank)
    }
}

fn units(width: i64) -> f64 {
    width as f64 / f64::from(ONE)
}

/// Returns the part and rank of one of `count` checked positions: of all, or of those drawn.
pub(super) fn drawn(lens: &[u64], count: u64, number: u64) -> (usize, u64) {
    let total = lens.iter().sum();
    place(lens, if count == total { number } else { Random::of_part(0, number).below(total) })
}

/// Returns the part and rank of a number that runs through all parts.
fn place(lens: &[u64], mut number: u64) -> (usize, u64) {
    for (part, &len) in lens.iter().enumerate() {
        if number < len {
            return (part, number);
        }
        number -= len;
    }
    unreachable!("numbers are below the sum of the lengths")
}
