//! The laws of a fast way for exact layers.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Range;

use super::{Violation, hold, spread};
use crate::dictionary::Dictionary;
use crate::domain::{Domain, IndexOf, LayerId, PartId, PositionOf, Unanswered};
use crate::game::Game;
use crate::histogram::Histogram;
use crate::record::Record;
use crate::tabulate::{FinishedTables, OneThread, Tabulate, Unit, Units};

/// Holds a fast way for one layer to its laws: its units cover every rank once; each writes, in
/// whatever order they run and whatever the memory held before, records of the same values; at up
/// to about `sample` positions of each part, evenly spread, the value is what `backup` gives; and a
/// histogram, if there is one, has rows of as many entries as columns and counts every position
/// once.
///
/// For small layers: all those it needs are worked out by `backup`, and all units run twice.
///
/// # Errors
/// The first [`Violation`].
pub fn tabulate<T: Tabulate>(domain: &T, layer: LayerId, sample: u64) -> Result<(), Violation> {
    let name = || format!("layer {}", domain.layers()[layer.0].name);
    hold(!domain.layers()[layer.0].cyclic, name, || "is cyclic: its values do not follow at once")?;
    let mut worked_out = WorkedOut::new(domain, layer)?;
    let tables = worked_out.tables(layer)?;
    let plan = domain.plan(layer, &tables, &OneThread);
    let plan = plan.map_err(|_| Violation {
        place: name(),
        law: "its plan asks for more than the layers that it needs".into(),
    })?;
    for part in 0..domain.layers()[layer.0].parts.len() {
        let part = PartId { layer, part };
        let units = units(domain, part, worked_out.indexes[&part].len())?;
        let written = [
            written(domain, &plan, part, &units, false)?,
            written(domain, &plan, part, &units, true)?,
        ];
        for rank in 0..units.positions() {
            let at = || format!("{}, rank {rank}", place(domain, part));
            let [one, other] = written.each_ref().map(|records| records[rank as usize]);
            let [value, again] = [one, other].map(|record| domain.value(&plan, record));
            hold(value.is_some() && value == again, at, || {
                format!(
                    "is written as {one:?} and {other:?}, which stand for {value:?} and {again:?}: its units \
                     are not independent, or do not write it"
                )
            })?;
        }
        for rank in spread(units.positions(), sample) {
            let record = written[0][rank as usize];
            let position = worked_out.position(part, rank)?;
            let at = || {
                format!(
                    "{}, rank {rank} (`{}`)",
                    place(domain, part),
                    domain.game().format(&position)
                )
            };
            let (value, expected) = (domain.value(&plan, record), worked_out.value(&position)?);
            hold(value.as_ref() == Some(&expected), at, || {
                format!(
                    "{record:?} is written, which stands for {value:?}; by definition it is {expected:?}"
                )
            })?;
        }
        histogram(domain, part, &units, &mut worked_out)?;
    }
    Ok(())
}

fn place<D: Domain>(domain: &D, part: PartId) -> String {
    let layer = &domain.layers()[part.layer.0];
    format!("layer {}, part {}", layer.name, layer.parts[part.part].name)
}

fn units<T: Tabulate>(domain: &T, part: PartId, len: u64) -> Result<Units, Violation> {
    let units = domain.units(part).map_err(|error| Violation {
        place: place(domain, part),
        law: format!("has no units: {error}"),
    })?;
    let covered = units.positions();
    hold(
        covered == len,
        || place(domain, part),
        || format!("its units cover {covered} ranks of {len}"),
    )?;
    Ok(units)
}

fn unit(part: PartId, units: &Units, number: usize) -> Unit {
    Unit { part, number, ranks: units.ranks(number) }
}

/// What all units write: in order, each with new working memory, over zeros; or in descending order
/// with the same working memory, over ones.
fn written<T: Tabulate>(
    domain: &T,
    plan: &T::Plan,
    part: PartId,
    units: &Units,
    descending: bool,
) -> Result<Vec<T::Record>, Violation> {
    let junk = if descending { 1 } else { 0 };
    let junk = T::Record::from_columns(&vec![junk; T::Record::columns().len()]);
    let mut records = vec![junk; units.positions() as usize];
    let mut numbers: Vec<usize> = (0..units.len()).collect();
    if descending {
        numbers.reverse();
    }
    let mut reused = domain.scratch(plan);
    for number in numbers {
        let unit = unit(part, units, number);
        let mut fresh = domain.scratch(plan);
        let scratch = if descending { &mut reused } else { &mut fresh };
        let ranks = unit.ranks.start as usize..unit.ranks.end as usize;
        domain.run(plan, &unit, scratch, &mut records[ranks]).map_err(|error| Violation {
            place: place(domain, part),
            law: format!("its unit {number} stops: {error}"),
        })?;
    }
    Ok(records)
}

/// The laws of counting, on stored records.
fn histogram<T: Tabulate>(
    domain: &T,
    part: PartId,
    units: &Units,
    worked_out: &mut WorkedOut<'_, T>,
) -> Result<(), Violation> {
    let columns = domain.histogram_columns().len();
    let stored = worked_out.stored(part.layer)?;
    let records = &stored.records[part.part];
    let mut whole = Histogram::default();
    for number in 0..units.len() {
        let unit = unit(part, units, number);
        let at = || format!("{}, unit {number}", place(domain, part));
        let mut counted = Histogram::default();
        let ranks = unit.ranks.start as usize..unit.ranks.end as usize;
        domain.count(&unit, &records[ranks], &stored.dictionary, &mut counted);
        let expected = if columns > 0 { unit.len() as u64 } else { 0 };
        let found = counted.positions();
        hold(found == expected, at, || {
            format!("its histogram counts {found} positions of {expected}")
        })?;
        let uneven = counted.rows().find(|(class, _)| class.len() != columns);
        hold(uneven.is_none(), at, || {
            format!("its histogram has {columns} columns, and {uneven:?}")
        })?;
        whole.merge(&counted);
    }
    hold(
        columns == 0 || whole.positions() == units.positions(),
        || place(domain, part),
        || "its histogram does not count every position",
    )
}

/// Values by `backup` alone.
struct WorkedOut<'d, D: Domain> {
    domain: &'d D,
    /// Of the layer and all that it rests on.
    indexes: BTreeMap<PartId, IndexOf<D>>,
    known: HashMap<PositionOf<D>, D::Value>,
}

/// What a file would hold of a layer.
struct Stored<D: Domain> {
    /// By part and rank.
    records: Vec<Vec<D::Record>>,
    dictionary: Dictionary<D::Value>,
}

impl<'d, D: Domain> WorkedOut<'d, D> {
    fn new(domain: &'d D, layer: LayerId) -> Result<Self, Violation> {
        let mut indexes = BTreeMap::new();
        for layer in rests_on(domain, layer) {
            for part in 0..domain.layers()[layer.0].parts.len() {
                let part = PartId { layer, part };
                let index = domain.index(part).map_err(|error| Violation {
                    place: place(domain, part),
                    law: format!("has no index: {error}"),
                })?;
                indexes.insert(part, index);
            }
        }
        Ok(WorkedOut { domain, indexes, known: HashMap::new() })
    }

    fn position(&self, part: PartId, rank: u64) -> Result<PositionOf<D>, Violation> {
        self.indexes[&part].unrank(rank).ok_or_else(|| Violation {
            place: place(self.domain, part),
            law: format!("rank {rank} has no position"),
        })
    }

    fn value(&mut self, position: &PositionOf<D>) -> Result<D::Value, Violation> {
        self.descend(position).map_err(|_| Violation {
            place: format!("position `{}`", self.domain.game().format(position)),
            law: "backup gives no value".into(),
        })
    }

    fn descend(&mut self, position: &PositionOf<D>) -> Result<D::Value, Unanswered> {
        if let Some(known) = self.known.get(position) {
            return Ok(known.clone());
        }
        let domain = self.domain;
        let value = domain.backup(position, &mut |asked: &PositionOf<D>| self.descend(asked))?;
        self.known.insert(position.clone(), value.clone());
        Ok(value)
    }

    /// A layer as its file would hold it, with the dictionary that grew up to it.
    fn stored(&mut self, layer: LayerId) -> Result<Stored<D>, Violation> {
        let mut dictionary = Dictionary::default();
        let mut stored = Stored { records: Vec::new(), dictionary: Dictionary::default() };
        for layer in rests_on(self.domain, layer) {
            let values = self.values(layer)?;
            if self.domain.interns() {
                let new: BTreeSet<D::Value> = values.iter().flatten().cloned().collect();
                dictionary = self.domain.dictionary(&dictionary, &new);
            }
            let encode = |value: &D::Value| self.domain.encode(value, &dictionary);
            let records = values.iter().map(|part| part.iter().map(encode).collect()).collect();
            stored = Stored { records, dictionary: dictionary.clone() };
        }
        Ok(stored)
    }

    fn values(&mut self, layer: LayerId) -> Result<Vec<Vec<D::Value>>, Violation> {
        let parts = 0..self.domain.layers()[layer.0].parts.len();
        let mut values = Vec::new();
        for part in parts.map(|part| PartId { layer, part }) {
            let mut found = Vec::new();
            for rank in 0..self.indexes[&part].len() {
                let position = self.position(part, rank)?;
                found.push(self.value(&position)?);
            }
            values.push(found);
        }
        Ok(values)
    }

    /// The layers that a layer needs, as its plan reads them.
    fn tables(&mut self, layer: LayerId) -> Result<Needed<D>, Violation> {
        let needs = &self.domain.layers()[layer.0].needs;
        let stored = needs.iter().map(|&need| Ok((need, self.stored(need)?)));
        Ok(Needed(stored.collect::<Result<_, Violation>>()?))
    }
}

/// A layer and all that it rests on, in the order of building.
fn rests_on<D: Domain>(domain: &D, layer: LayerId) -> BTreeSet<LayerId> {
    let mut all = BTreeSet::new();
    let mut open = vec![layer];
    while let Some(layer) = open.pop() {
        if all.insert(layer) {
            open.extend(&domain.layers()[layer.0].needs);
        }
    }
    all
}

/// Only layers that the layer says it needs are at hand.
struct Needed<D: Domain>(BTreeMap<LayerId, Stored<D>>);

impl<D: Domain> FinishedTables<D::Record, D::Value> for Needed<D> {
    fn records(
        &self,
        part: PartId,
        ranks: Range<u64>,
        each: &mut dyn FnMut(&[D::Record]),
    ) -> Result<(), Unanswered> {
        let stored = self.0.get(&part.layer).ok_or_else(Unanswered::default)?;
        let records = stored.records.get(part.part).ok_or_else(Unanswered::default)?;
        let records = records
            .get(ranks.start as usize..ranks.end as usize)
            .ok_or_else(Unanswered::default)?;
        // In short pieces, as any reader must be ready for.
        records.chunks(7).for_each(each);
        Ok(())
    }

    fn dictionary(&self, layer: LayerId) -> Result<&Dictionary<D::Value>, Unanswered> {
        self.0.get(&layer).map(|stored| &stored.dictionary).ok_or_else(Unanswered::default)
    }
}
