//! The laws of a fast way for exact layers.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use shuban_core::tabulate::{FinishedTables, NoFinishedTables, OneThread, Unit, Units};
use shuban_core::{
    Dictionary, Domain, Histogram, LayerId, PartId, PositionOf, Record, Tabulate, Unanswered,
};

use super::opened::Opened;
use super::samples::Descent;
use crate::law::{BrokenAt, Violation, hold};

/// Checks a fast way for one layer against its laws: its units cover every rank once; each writes,
/// for any order and any initial memory, records of the same values; at up to about `sample`
/// positions of each part, evenly spread, the value is that of `backup`; and a histogram, if there
/// is one, has rows of as many entries as columns and counts every position once.
///
/// For small layers: this one and all it needs are computed by `backup`, and all units run twice.
///
/// # Errors
/// The first [`Violation`].
pub fn tabulate<T: Tabulate>(domain: &T, layer: LayerId, sample: u64) -> Result<(), Violation> {
    let described = &domain.layers()[layer.0];
    let name = || format!("layer {}", described.name);
    hold(!described.cyclic, || "is cyclic: its values do not follow at once").at(name)?;
    let (opened, solved) = solve(domain, layer)?;
    let needed = Needed { solved: &solved, needs: &described.needs };
    let plan = domain.plan(layer, &needed, &OneThread);
    let plan = plan.map_err(|_| "its plan asks for more than the layers that it needs").at(name)?;
    for part in opened.parts(layer) {
        let place = || opened.place(part);
        let units = covering(domain, part, opened.indexes[&part].len()).at(place)?;
        let ascending = written(domain, &plan, part, &units, false).at(place)?;
        let descending = written(domain, &plan, part, &units, true).at(place)?;
        opened.each(part, u64::MAX, |rank, _| {
            let (one, other) = (ascending[rank as usize], descending[rank as usize]);
            let [value, again] = [one, other].map(|record| domain.value(&plan, record));
            hold(value.is_some() && value == again, || {
                format!(
                    "is written as {one:?} and {other:?}, which stand for {value:?} and \
                     {again:?}: its units are not independent, or do not write it"
                )
            })
        })?;
        let solved = &solved[&layer];
        opened.each(part, sample, |rank, _| {
            let record = ascending[rank as usize];
            let value = domain.value(&plan, record);
            let expected = &solved.values[part.part][rank as usize];
            hold(value.as_ref() == Some(expected), || {
                format!(
                    "{record:?} is written, which stands for {value:?}; by definition it is \
                     {expected:?}"
                )
            })
        })?;
        for number in 0..units.len() {
            let unit = Unit { part, number, ranks: units.ranks(number) };
            histogram(domain, &unit, solved).at(|| format!("{}, unit {number}", place()))?;
        }
    }
    Ok(())
}

/// Checks a fast way that finds a fixed point of a cyclic layer against its laws: its units cover
/// every rank once; each writes, for any order and any initial memory, records of the same values;
/// and at up to about `sample` positions of each part, evenly spread, the value is that of `backup`
/// from those of the successors.
///
/// For layers that need no other. All units run twice.
///
/// # Errors
/// The first [`Violation`].
pub fn fixed_point<T: Tabulate>(domain: &T, layer: LayerId, sample: u64) -> Result<(), Violation> {
    let described = &domain.layers()[layer.0];
    let name = || format!("layer {}", described.name);
    hold(described.cyclic, || "is not cyclic: its values follow at once").at(name)?;
    hold(described.needs.is_empty(), || "needs other layers").at(name)?;
    let opened = Opened::new(domain, vec![layer])?;
    let plan = domain.plan(layer, &NoFinishedTables, &OneThread);
    let plan = plan.map_err(|error| format!("has no plan: {error}")).at(name)?;
    let mut values = Vec::new();
    for part in opened.parts(layer) {
        let place = || opened.place(part);
        let units = covering(domain, part, opened.indexes[&part].len()).at(place)?;
        let read = |descending| -> Result<Vec<Option<T::Value>>, String> {
            let records = written(domain, &plan, part, &units, descending)?;
            Ok(records.into_iter().map(|record| domain.value(&plan, record)).collect())
        };
        let (ascending, descending) = (read(false).at(place)?, read(true).at(place)?);
        hold(
            ascending == descending,
            || "its units are not independent, or do not write every record",
        )
        .at(place)?;
        values.push(ascending);
    }
    let value = |position: &PositionOf<T>| {
        let part = domain.locate(position)?;
        let rank = opened.indexes.get(&part)?.rank(position)?;
        values[part.part][rank as usize].clone()
    };
    for part in opened.parts(layer) {
        opened.each(part, sample, |_, position| {
            let backed_up = domain
                .backup(position, &mut |after: &PositionOf<T>| {
                    value(after).ok_or_else(Unanswered::default)
                })
                .map_err(|_| "asks for a position that no record is written of")?;
            let written = value(position);
            hold(written.as_ref() == Some(&backed_up), || {
                format!("{written:?} is written, and {backed_up:?} follows from its successors")
            })
        })?;
    }
    Ok(())
}

/// Returns the units of a part, which must cover all its ranks.
fn covering<T: Tabulate>(domain: &T, part: PartId, ranks: u64) -> Result<Units, String> {
    let units = domain.units(part).map_err(|error| format!("has no units: {error}"))?;
    let covered = units.positions();
    hold(covered == ranks, || format!("its units cover {covered} ranks of {ranks}"))?;
    Ok(units)
}

/// Returns the records of all units: run in order, each with new working memory, over zeros; or in
/// descending order with the same working memory, over ones.
fn written<T: Tabulate>(
    domain: &T,
    plan: &T::Plan,
    part: PartId,
    units: &Units,
    descending: bool,
) -> Result<Vec<T::Record>, String> {
    let junk = T::Record::from_columns(&vec![descending.into(); T::Record::columns().len()]);
    let mut records = vec![junk; units.positions() as usize];
    let mut scratch = domain.scratch(plan);
    for number in 0..units.len() {
        let number = if descending { units.len() - 1 - number } else { number };
        if !descending {
            scratch = domain.scratch(plan);
        }
        let unit = Unit { part, number, ranks: units.ranks(number) };
        let records = &mut records[places(&unit.ranks)];
        domain
            .run(plan, &unit, &mut scratch, records)
            .map_err(|error| format!("its unit {number} stops: {error}"))?;
    }
    Ok(records)
}

fn places(ranks: &Range<u64>) -> Range<usize> {
    ranks.start as usize..ranks.end as usize
}

/// Checks the laws of counting, on stored records.
fn histogram<T: Tabulate>(domain: &T, unit: &Unit, solved: &Solved<T>) -> Result<(), String> {
    let columns = domain.histogram_columns().len();
    let records = &solved.records[unit.part.part][places(&unit.ranks)];
    let mut counted = Histogram::default();
    domain.count(unit, records, &solved.dictionary, &mut counted);
    let expected = if columns > 0 { unit.len() as u64 } else { 0 };
    let found = counted.positions();
    hold(found == expected, || format!("its histogram counts {found} positions of {expected}"))?;
    let uneven = counted.rows().find(|(class, _)| class.len() != columns);
    hold(uneven.is_none(), || format!("its histogram has {columns} columns, and {uneven:?}"))
}

/// The values of a layer by `backup` alone, by part and rank, and the contents of its file.
struct Solved<D: Domain> {
    values: Vec<Vec<D::Value>>,
    records: Vec<Vec<D::Record>>,
    dictionary: Dictionary<D::Value>,
}

type SolvedLayers<D> = BTreeMap<LayerId, Solved<D>>;

/// Solves a layer and those that it needs. Each has the dictionary grown from the layers it rests
/// on, so that ids of layers which do not rest on each other may differ.
fn solve<D: Domain>(
    domain: &D,
    layer: LayerId,
) -> Result<(Opened<'_, D>, SolvedLayers<D>), Violation> {
    let opened = Opened::new(domain, rests_on(domain, layer))?;
    let mut descent = Descent::new(domain, usize::MAX, usize::MAX);
    let mut values: BTreeMap<LayerId, Vec<Vec<D::Value>>> = BTreeMap::new();
    for layer in rests_on(domain, layer) {
        let mut of_layer = Vec::new();
        for part in opened.parts(layer) {
            let mut found = Vec::new();
            opened.each(part, u64::MAX, |_, position| {
                found.push(descent.value(position).map_err(|_| "backup gives no value")?);
                Ok(())
            })?;
            of_layer.push(found);
        }
        values.insert(layer, of_layer);
    }
    let stored = |layer: LayerId| {
        let mut dictionary = Dictionary::default();
        for below in rests_on(domain, layer).into_iter().filter(|_| domain.interns()) {
            let new = values[&below].iter().flatten().cloned().collect();
            dictionary = domain.dictionary(&dictionary, &new);
        }
        let values = values[&layer].clone();
        let encode = |value: &D::Value| domain.encode(value, &dictionary);
        let records = values.iter().map(|part| part.iter().map(encode).collect()).collect();
        (layer, Solved { values, records, dictionary })
    };
    let needs = &domain.layers()[layer.0].needs;
    let solved = needs.iter().copied().chain([layer]).map(stored).collect();
    Ok((opened, solved))
}

/// Returns a layer and all that it rests on, in build order.
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

/// The needed layers; no others are available.
struct Needed<'a, D: Domain> {
    solved: &'a SolvedLayers<D>,
    needs: &'a [LayerId],
}

impl<D: Domain> Needed<'_, D> {
    fn layer(&self, layer: LayerId) -> Result<&Solved<D>, Unanswered> {
        let needed = self.needs.contains(&layer).then(|| self.solved.get(&layer));
        needed.flatten().ok_or_else(Unanswered::default)
    }
}

impl<D: Domain> FinishedTables<D::Record, D::Value> for Needed<'_, D> {
    fn records(
        &self,
        part: PartId,
        ranks: Range<u64>,
        each: &mut dyn FnMut(&[D::Record]),
    ) -> Result<(), Unanswered> {
        let records = self.layer(part.layer)?.records.get(part.part);
        let records = records.and_then(|records| records.get(places(&ranks)));
        // In short pieces, as any reader must expect.
        records.ok_or_else(Unanswered::default)?.chunks(7).for_each(each);
        Ok(())
    }

    fn dictionary(&self, layer: LayerId) -> Result<&Dictionary<D::Value>, Unanswered> {
        Ok(&self.layer(layer)?.dictionary)
    }
}
