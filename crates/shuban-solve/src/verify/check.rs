//! The checks of one layer.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering};

use rayon::prelude::*;
use shuban_core::{
    Domain, Game, Interval, LayerId, ONE, PartId, PositionOf, Progress, Random, Unanswered,
};
use shuban_store::{Database, FileSystem, SectionKind, layer_path};

use crate::directory::check_by_solver;
use crate::error::{Error, Failure};
use crate::facts::StatedFacts;
use crate::histogram::{HISTOGRAM, StoredHistogram};
use crate::names::{layer_name, part_name};
use crate::solver::Solver;
use crate::tables::{DICTIONARY, OpenLayer, Tables, wrong_directory};
use crate::verify::VerifyOptions;

/// How many positions a thread takes at a time.
const CHUNK: u64 = 1 << 10;

/// Dictionaries are read whole: refuses those that would not fit.
fn dictionaries_fit<D: Domain>(
    files: &Arc<dyn FileSystem>,
    domain: &D,
    layers: impl Iterator<Item = LayerId>,
    options: &VerifyOptions,
) -> Result<(), Error> {
    for layer in layers {
        let name = layer_name(domain, layer);
        // What is wrong with a file is said where it is opened to be read.
        let path = layer_path(&options.data, name)?;
        let Ok(database) = Database::open(&**files, &path) else { continue };
        let section = database.manifest().section(DICTIONARY);
        if let Some(SectionKind::Stream { entries, .. }) = section.map(|(_, section)| &section.kind)
        {
            fits(name, entries.saturating_mul(domain.bytes_per_value()), options.memory)?;
        }
    }
    Ok(())
}

/// # Errors
/// [`Error::Memory`] if more is needed than allowed.
fn fits(layer: &str, needed: u64, allowed: u64) -> Result<(), Error> {
    if needed <= allowed {
        return Ok(());
    }
    Err(Error::Memory { domain: layer.to_owned(), needed, allowed })
}

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
    loaded: BTreeMap<LayerId, Vec<Vec<D::Value>>>,
    /// The bytes of memory that are left.
    room: u64,
    options: &'a VerifyOptions,
    pub(super) progress: &'a dyn Progress,
    /// What the file says besides its values.
    pub(super) stated: StatedFacts,
    /// The largest width found, by part.
    widest: Vec<AtomicI64>,
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
            room: options.memory,
            options,
            progress,
            stated,
            widest,
            directions,
        };
        check.needs()?;
        if options.sample.is_none() {
            check.load()?;
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
            if expected != need.content_hash {
                return Err(Error::Stale {
                    domain: manifest.subject.domain.clone(),
                    need: need.subject.domain.clone(),
                    expected: expected.to_owned(),
                    found: need.content_hash.clone(),
                });
            }
        }
        Ok(())
    }

    /// Reads tables into memory, this layer's first, as long as there is room.
    fn load(&mut self) -> Result<(), Error> {
        // The proof of leaving keeps marks of two rounds, and collects them.
        let leaving = if self.solver.intervals().is_some() { 16 } else { 0 };
        let positions =
            |open: &OpenLayer<'_, D>| open.indexes().iter().map(|index| index.len()).sum::<u64>();
        let marks = positions(self.this()).saturating_mul(leaving);
        fits(layer_name(self.domain, self.layer), marks, self.options.memory)?;
        let mut room = self.options.memory - marks;
        // What interned values point to is the dictionary's.
        let pointer = size_of::<D::Value>() as u64;
        let each = if self.domain.interns() { pointer } else { self.domain.bytes_per_value() };
        for open in self.tables.layers().collect::<Vec<_>>().into_iter().rev() {
            let bytes = positions(open).saturating_mul(each);
            if bytes > room {
                break;
            }
            room -= bytes;
            let values = (0..open.indexes().len()).map(|part| open.values(part));
            self.loaded.insert(open.layer(), values.collect::<Result<_, _>>()?);
        }
        self.room = room;
        Ok(())
    }

    /// Sees that there is memory for a number of bytes per position of the layer; drops values that
    /// were read into memory if it is needed for that.
    pub(super) fn make_room(&mut self, each: u64) -> Result<(), Error> {
        let lens = self.this().indexes().iter().map(|index| index.len());
        let needed = lens.sum::<u64>().saturating_mul(each);
        if needed > self.room {
            self.loaded.clear();
            self.room = self.options.memory;
        }
        fits(layer_name(self.domain, self.layer), needed, self.room)
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
            Some(self.loaded.get(&place.layer)?[place.part][rank as usize].clone())
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
        match self.loaded.get(&self.layer) {
            Some(values) => Ok(values[part][rank as usize].clone()),
            None => self.this().value_at(part, rank),
        }
    }

    /// Compares every position, or the sample; gives how many.
    pub(super) fn positions(&self) -> Result<u64, Error> {
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
            // The two conditions of an inductive table: l ≤ ⌊T l⌋ and ⌈T u⌉ ≤ u, with slack if the
            // file says so.
            Some(interval) => {
                let stored = interval(&stored);
                self.widest[part].fetch_max(stored.width(), Ordering::Relaxed);
                let slack = self.slack_of(&position);
                let Interval { lower: least, upper: most } = self.solver.possible(self.domain);
                let follows = interval(&backed_up);
                (stored.lower <= least || i64::from(stored.lower) + slack <= follows.lower.into())
                    && (stored.upper >= most
                        || i64::from(stored.upper) - slack >= follows.upper.into())
            }
            None => stored == backed_up,
        };
        if agrees {
            return Ok(());
        }
        let text = self.domain.game().format(&position);
        let reason = format!(
            "{text}: stored {stored:?}, which does not agree with {backed_up:?} from its successors"
        );
        self.wrong(part, rank, reason)
    }

    /// The slack that the bounds of a position must have, in units: none where the game is over.
    fn slack_of(&self, position: &PositionOf<D>) -> i64 {
        match &self.stated {
            StatedFacts::Intervals(facts) if self.domain.game().outcome(position).is_none() => {
                facts.slack.into()
            }
            _ => 0,
        }
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
    pub(super) fn wrong(
        &self,
        part: usize,
        rank: u64,
        reason: impl Into<String>,
    ) -> Result<(), Error> {
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
