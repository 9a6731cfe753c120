//! The checks of one layer.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering};

use rayon::prelude::*;
use shuban_core::{Domain, Game, LayerId, ONE, PartId, PositionOf, Progress, Random, Unanswered};
use shuban_store::FileSystem;

use super::bounds::StoredBounds;
use super::inductive::Asked;
use super::memory::dictionaries_fit;
use crate::compact::{compare, proven_hash};
use crate::directory::check_by_solver;
use crate::error::{Error, Failure};
use crate::facts::StatedFacts;
use crate::histogram::{HISTOGRAM, StoredHistogram};
use crate::iterate::Swept;
use crate::names::part_name;
use crate::solver::Solver;
use crate::tables::{OpenLayer, Tables, wrong_directory};
use crate::verify::VerifyOptions;

/// How many positions a thread takes at a time.
const CHUNK: u64 = 1 << 10;

/// In which direction questions of a layer's positions for others of it go, by part and rank.
#[derive(Default)]
pub(super) struct Directions {
    down: AtomicBool,
    up: AtomicBool,
}

impl Directions {
    /// One position asks for another one.
    pub(super) fn note(&self, asking: (usize, u64), asked: (usize, u64)) {
        let (down, up) = (asked <= asking, asked >= asking);
        for (goes, flag) in [(down, &self.down), (up, &self.up)] {
            // Written once, and then only read by all threads.
            if goes && !flag.load(Ordering::Relaxed) {
                flag.store(true, Ordering::Relaxed);
            }
        }
    }

    /// Whether all go one way, so that no position can come back.
    pub(super) fn agree(&self) -> bool {
        !(self.down.load(Ordering::Relaxed) && self.up.load(Ordering::Relaxed))
    }
}

/// A layer under check.
pub(super) struct Check<'a, 'd, D: Domain> {
    pub(super) domain: &'d D,
    pub(super) solver: &'a dyn Solver<D>,
    pub(super) layer: LayerId,
    pub(super) tables: Tables<'d, D>,
    /// Values in memory, as far as memory allows: by layer, part and rank.
    pub(super) loaded: BTreeMap<LayerId, Vec<Vec<D::Value>>>,
    /// The layer's own bounds by part, if all positions are compared by sweeps.
    pub(super) bounds: Vec<StoredBounds>,
    /// The bytes of memory that these take.
    pub(super) bounds_bytes: u64,
    /// The bytes of memory that are left.
    pub(super) room: u64,
    /// The bytes of memory for values, and for what is worked out from them.
    pub(super) most: u64,
    /// Sweeps over the layer, if all positions are compared by those.
    swept: Option<Box<dyn Swept + 'd>>,
    pub(super) options: &'a VerifyOptions,
    pub(super) progress: &'a dyn Progress,
    /// What the file says besides its values.
    pub(super) stated: StatedFacts,
    /// The largest width found, by part.
    pub(super) widest: Vec<AtomicI64>,
    /// Which way the questions of positions went, once all were compared.
    pub(super) directions: Directions,
}

impl<'a, 'd, D: Domain> Check<'a, 'd, D> {
    pub(super) fn open(
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
        let this = tables.needed(layer)?;
        if this.is_compact() {
            return Err(Error::compact(domain, layer));
        }
        let stated = check_by_solver(solver, domain, this)
            .map_err(|reason| wrong_directory(this.database().path(), reason))?;
        progress.phase("checksums", this.database().bytes());
        this.database().check(&mut |done, _| progress.at(done, ""))?;
        let widest = domain.layers()[layer.0].parts.iter().map(|_| AtomicI64::new(0)).collect();
        let loaded = BTreeMap::new();
        let directions = Directions::default();
        let mut check = Check {
            domain,
            solver,
            layer,
            tables,
            loaded,
            bounds: Vec::new(),
            bounds_bytes: 0,
            room: options.memory,
            most: options.memory,
            swept: None,
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
            check.load(by_sweeps)?;
            if let Some(by_sweeps) = by_sweeps {
                progress.phase("planning the sweeps", 0);
                check.swept = Some(by_sweeps.swept(layer, &check.tables)?);
            }
        }
        Ok(check)
    }

    /// Checks that the layers it was built from are the ones that are there. (Each was refused when
    /// it was opened, had it no proof of leaving.)
    fn needs(&self) -> Result<(), Error> {
        let this = self.this();
        let manifest = this.database().manifest();
        for open in self.tables.layers().filter(|other| other.layer() != self.layer) {
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
        let compact = match OpenLayer::open_compact(files, data, self.domain, self.layer) {
            Err(Error::Store(shuban_store::Error::NotFound { .. })) => return Ok(false),
            compact => compact?,
        };
        self.progress.phase("checksums", compact.database().bytes());
        compact.database().check(&mut |done, _| self.progress.at(done, ""))?;
        compare(self.this(), &compact, self.progress)?;
        Ok(true)
    }

    /// Sweeps over the layer, if all positions are compared by those.
    pub(super) fn swept(&self) -> Option<&dyn Swept> {
        self.swept.as_deref().map(|swept| swept as &dyn Swept)
    }

    /// The positions of each part.
    pub(super) fn lens(&self) -> Vec<u64> {
        self.this().indexes().iter().map(|index| index.len()).collect()
    }

    pub(super) fn this(&self) -> &OpenLayer<'d, D> {
        self.tables.layer(self.layer).expect("opened with the others")
    }

    pub(super) fn value(&self, position: &PositionOf<D>) -> Result<D::Value, Error> {
        self.value_in(self.place(position), position)
    }

    fn value_in(
        &self,
        place: Option<(PartId, u64)>,
        position: &PositionOf<D>,
    ) -> Result<D::Value, Error> {
        let loaded = |(place, rank): (PartId, u64)| {
            let own = || self.own(place.part, rank).filter(|_| place.layer == self.layer);
            let values = self.loaded.get(&place.layer);
            values.map(|values| values[place.part][rank as usize].clone()).or_else(own)
        };
        place.and_then(loaded).map_or_else(|| self.tables.value(position), Ok)
    }

    /// The answer to a question of a position of the layer. Where no table holds it, it is worked
    /// out from others, and those are asked for by the same position.
    fn answer(&self, asking: (usize, u64), after: &PositionOf<D>) -> Result<D::Value, Unanswered> {
        let place = self.place(after);
        if let Some((place, asked)) = place.filter(|(place, _)| place.layer == self.layer) {
            self.directions.note(asking, (place.part, asked));
        }
        if place.is_none() && self.domain.locate(after).is_none() {
            return self
                .domain
                .backup(after, &mut |next: &PositionOf<D>| self.answer(asking, next));
        }
        Ok(self.value_in(place, after)?)
    }

    /// The part and rank of a position, if its layer is open.
    fn place(&self, position: &PositionOf<D>) -> Option<(PartId, u64)> {
        let place = self.domain.locate(position)?;
        let open = self.tables.layer(place.layer)?;
        Some((place, open.part_index(place.part).rank(position)?))
    }

    /// The stored value of a rank of a part.
    pub(super) fn value_at(&self, part: usize, rank: u64) -> Result<D::Value, Error> {
        match (self.loaded.get(&self.layer), self.own(part, rank)) {
            (Some(values), _) => Ok(values[part][rank as usize].clone()),
            (None, Some(value)) => Ok(value),
            (None, None) => self.this().value_at(part, rank),
        }
    }

    /// The value of a rank by the bounds that sweeps read.
    fn own(&self, part: usize, rank: u64) -> Option<D::Value> {
        let bounds = self.bounds.get(part)?.at(rank as usize);
        Some(self.solver.by_sweeps()?.value(bounds))
    }

    /// Compares every position, or the sample, by the rules; gives how many.
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
        // The wrong position of the lowest number is reported, whatever the threads.
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

    /// Compares a position by the rules; gives what they say of it.
    pub(super) fn position(&self, part: usize, rank: u64) -> Result<D::Value, Error> {
        let this = self.this();
        let index = this.part_index(part);
        let no_position = || Error::no_rank(self.domain, self.layer, rank);
        let position = index.unrank(rank).ok_or_else(no_position)?;
        if index.rank(&position) != Some(rank) {
            return self.wrong(part, rank, "the index gives its position another number");
        }
        let stored = self.value_at(part, rank)?;
        let ask = &mut |after: &PositionOf<D>| self.answer((part, rank), after);
        let backed_up = match self.domain.backup(&position, ask).map_err(Error::from) {
            // The index lacks a position, or the domain could not go on: what is stored cannot be
            // right.
            Err(error @ (Error::NoPosition { .. } | Error::Stuck)) => {
                return self.wrong(part, rank, error.to_string());
            }
            other => other?,
        };
        let agrees = match self.solver.intervals() {
            Some(interval) => {
                let stored = interval(&stored);
                self.widest[part].fetch_max(stored.width(), Ordering::Relaxed);
                let is_over = self.domain.game().outcome(&position).is_some();
                let asked = self.asked(is_over);
                let follows = interval(&backed_up);
                asked.lower(stored, follows.lower) && asked.upper(stored, follows.upper)
            }
            None => stored == backed_up,
        };
        if agrees {
            return Ok(backed_up);
        }
        let text = self.domain.game().format(&position);
        let reason = format!(
            "{text}: stored {stored:?}, which does not agree with {backed_up:?} from its successors"
        );
        self.wrong(part, rank, reason)
    }

    /// Whether the file says that its bounds have slack.
    pub(super) fn has_slack(&self) -> bool {
        matches!(&self.stated, StatedFacts::Intervals(facts) if facts.slack > 0)
    }

    /// What is asked of bounds: slack, if the file says so, but where the game is over.
    pub(super) fn asked(&self, is_over: bool) -> Asked {
        let slack = match &self.stated {
            StatedFacts::Intervals(facts) if !is_over => facts.slack.into(),
            _ => 0,
        };
        Asked { slack, possible: self.solver.possible(self.domain) }
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

    /// The failure of one rank.
    pub(super) fn wrong<T>(
        &self,
        part: usize,
        rank: u64,
        reason: impl Into<String>,
    ) -> Result<T, Error> {
        Err(self.failure(self.part_name(part), Some(rank), reason))
    }

    /// The largest width found, and whether the layer is said to have stalled there; nothing where
    /// values are exact.
    pub(super) fn width(&self) -> Option<(f64, bool)> {
        let StatedFacts::Intervals(facts) = &self.stated else { return None };
        let widest = self.widest.iter().map(|widest| widest.load(Ordering::Relaxed)).max();
        Some((units(widest.unwrap_or_default()), facts.stalled))
    }

    /// Compares the widths that the file states with those that were found.
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

    /// Counts the positions by class once more, and compares with the histogram that the file
    /// holds.
    pub(super) fn histogram(&self) -> Result<(), Error> {
        let this = self.this();
        let stored = StoredHistogram::of(this.database())?;
        let found = match self.solver.by_shards() {
            Some(by_shards) => by_shards.histogram(self.domain, this, self.progress)?,
            None => None,
        };
        if found == stored {
            return Ok(());
        }
        Err(self.failure(HISTOGRAM, None, "it is not that of the stored values"))
    }
}

fn units(width: i64) -> f64 {
    width as f64 / f64::from(ONE)
}

/// The part and rank of one of so many positions that are checked: of all, or of those drawn.
pub(super) fn drawn(lens: &[u64], count: u64, number: u64) -> (usize, u64) {
    let total = lens.iter().sum();
    place(lens, if count == total { number } else { Random::of_part(0, number).below(total) })
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
