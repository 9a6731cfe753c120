//! Values to answer with, and the laws of what is stored of them.

use std::collections::{BTreeSet, HashMap};
use std::fmt::Debug;
use std::hash::Hash;

use super::opened::Opened;
use super::{Violation, hold, scramble};
use crate::dictionary::Dictionary;
use crate::domain::{Domain, PositionOf, Unanswered};
use crate::record::{Column, Record};

/// Enough to tell apart what a `backup` could treat differently.
const MOST_VALUES: usize = 64;
const RECORDS: u64 = 512;
const ROOTS: u64 = 16;
/// A large domain is not solved here.
const MOST_BACKUPS: usize = 20_000;
/// Each step takes some stack.
const DEEPEST: usize = 200;

/// Some values that a domain's tables could hold.
pub(super) struct Values<V>(Vec<V>);

impl<V: Clone + Ord + Debug> Values<V> {
    /// Values that arbitrary records stand for, and true ones, found by going down from some
    /// positions of the layer to where nothing is asked any more.
    pub(super) fn gather<D: Domain<Value = V>>(opened: &Opened<'_, D>) -> Self {
        let nothing = Dictionary::default();
        let mut values: BTreeSet<V> = arbitrary_records()
            .filter_map(|record| opened.domain.decode(record, &nothing))
            .collect();
        while values.len() > MOST_VALUES / 2 {
            values.pop_last();
        }
        let mut descent = Descent { domain: opened.domain, known: HashMap::new(), backups: 0 };
        for part in opened.parts() {
            for (_, position) in opened.sampled(part, ROOTS) {
                let _ = descent.value(&position, 0);
            }
        }
        let found: BTreeSet<V> = descent.known.into_values().flatten().collect();
        values.extend(found.into_iter().take(MOST_VALUES / 2));
        Values(values.into_iter().collect())
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn all(&self) -> &[V] {
        &self.0
    }

    /// A value for a position, always the same for the same seed.
    pub(super) fn answer(&self, position: &impl Hash, seed: u64) -> Result<V, Unanswered> {
        let pick = scramble(position, seed)
            .checked_rem(self.0.len() as u64)
            .ok_or_else(Unanswered::default)?;
        Ok(self.0[pick as usize].clone())
    }

    /// Values, their records and their bytes in a dictionary go over into each other, and what is
    /// none of these is refused.
    pub(super) fn round_trip<D: Domain<Value = V>>(&self, domain: &D) -> Result<(), Violation> {
        let place = || format!("domain {}", domain.name());
        let (first, second) = self.0.split_at(self.0.len() / 2);
        let earlier = domain.dictionary(&Dictionary::default(), &first.iter().cloned().collect());
        let all = domain.dictionary(&earlier, &second.iter().cloned().collect());
        hold(
            all.values().starts_with(earlier.values()),
            place,
            || "a later dictionary does not keep the ids of an earlier one",
        )?;
        for value in &self.0 {
            let record = domain.encode(value, &all);
            let decoded = domain.decode(record, &all);
            hold(decoded.as_ref() == Some(value), place, || {
                format!("{value:?} is stored as {record:?}, which stands for {decoded:?}")
            })?;
            let raw = columns_of(record);
            let fits =
                raw.iter().zip(D::Record::columns()).all(|(&raw, column)| raw & !mask(column) == 0);
            hold(fits, place, || format!("{record:?} is {raw:?}, too wide for its columns"))?;
            let again = D::Record::from_columns(&raw);
            hold(again == record, place, || format!("{record:?} is read back as {again:?}"))?;
        }
        if domain.interns() {
            for value in all.values() {
                bytes(domain, value)?;
            }
        }
        for record in arbitrary_records() {
            if let Some(value) = domain.decode(record, &all) {
                let encoded = domain.encode(&value, &all);
                hold(encoded == record, place, || {
                    format!("{record:?} stands for {value:?}, which is stored as {encoded:?}")
                })?;
            }
        }
        Ok(())
    }
}

/// A plain recursion from a position to the values it rests on, as far as it goes.
struct Descent<'d, D: Domain> {
    domain: &'d D,
    known: HashMap<PositionOf<D>, Option<D::Value>>,
    backups: usize,
}

impl<D: Domain> Descent<'_, D> {
    fn value(&mut self, position: &PositionOf<D>, depth: usize) -> Result<D::Value, Unanswered> {
        if let Some(known) = self.known.get(position) {
            return known.clone().ok_or_else(Unanswered::default);
        }
        if self.backups == MOST_BACKUPS || depth == DEEPEST {
            return Err(Unanswered::default());
        }
        self.backups += 1;
        // While its own value is being looked for, it has none: so the recursion ends in a cycle
        // too.
        self.known.insert(position.clone(), None);
        let domain = self.domain;
        let value =
            domain.backup(position, &mut |asked: &PositionOf<D>| self.value(asked, depth + 1));
        self.known.insert(position.clone(), value.as_ref().ok().cloned());
        value
    }
}

/// Columns are as the trait wants them.
pub(super) fn records<D: Domain>(domain: &D) -> Result<(), Violation> {
    let columns = D::Record::columns();
    let place = || format!("the columns of domain {}", domain.name());
    hold((1..=8).contains(&columns.len()), place, || format!("are {} in number", columns.len()))?;
    let names: BTreeSet<&str> = columns.iter().map(|column| column.name).collect();
    hold(names.len() == columns.len(), place, || "do not have distinct names")?;
    let widths: Vec<u8> = columns.iter().map(|column| column.bits).collect();
    hold(widths.iter().all(|bits| (1..=64).contains(bits)), place, || {
        format!("have widths {widths:?}")
    })
}

fn bytes<D: Domain>(domain: &D, value: &D::Value) -> Result<(), Violation> {
    let place = || format!("domain {}, interned {value:?}", domain.name());
    let bytes = domain.value_to_bytes(value);
    let read = domain.value_from_bytes(&bytes);
    hold(read.as_ref() == Some(value), place, || {
        format!("its bytes {bytes:?} are read back as {read:?}")
    })?;
    let mut damaged = vec![Vec::new(), [&bytes[..], &[0]].concat(), vec![0xFF; bytes.len()]];
    for spot in 0..bytes.len() {
        damaged.push(bytes[..spot].to_vec());
        let mut flipped = bytes.clone();
        flipped[spot] ^= 1 << (spot % 8);
        damaged.push(flipped);
    }
    for bytes in damaged {
        if let Some(read) = domain.value_from_bytes(&bytes) {
            hold(domain.value_to_bytes(&read) == bytes, place, || {
                format!("{read:?} is read from {bytes:?}, which are not its bytes")
            })?;
        }
    }
    Ok(())
}

fn columns_of<R: Record>(record: R) -> Vec<u64> {
    let mut raw = vec![0; R::columns().len()];
    record.to_columns(&mut raw);
    raw
}

fn mask(column: &Column) -> u64 {
    u64::MAX >> (64 - u32::from(column.bits.clamp(1, 64)))
}

/// Small numbers in every column first, which are the ids and counts; then any.
fn arbitrary_records<R: Record>() -> impl Iterator<Item = R> {
    (0..RECORDS).map(|i| {
        let raw: Vec<u64> = R::columns()
            .iter()
            .enumerate()
            .map(|(c, column)| {
                let number = scramble(&c, i);
                mask(column) & if i < RECORDS / 4 { number % (i + 1) } else { number }
            })
            .collect();
        R::from_columns(&raw)
    })
}
