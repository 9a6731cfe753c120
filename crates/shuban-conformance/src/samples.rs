//! Sample values as answers, and the laws of their stored forms.

use std::collections::{BTreeSet, HashMap};
use std::fmt::Debug;
use std::hash::Hash;

use shuban_core::{Column, Dictionary, Domain, LayerId, PositionOf, Record, Unanswered};

use super::opened::Opened;
use crate::law::hold;
use crate::spread::scramble;

/// Number of values that distinguishes all cases of a `backup`.
const MOST_VALUES: usize = 64;
const RECORDS: u64 = 512;
const ROOTS: u64 = 16;
/// Largest number of backups, since large domains are not solved here.
const MOST_BACKUPS: usize = 20_000;
/// Largest depth of recursion, which takes stack.
const DEEPEST: usize = 200;

/// Some values that a domain's tables could hold.
pub(super) struct SampleValues<V>(Vec<V>);

impl<V: Clone + Ord + Debug> SampleValues<V> {
    /// Gathers values of arbitrary records, and true ones, found by recursion from some positions
    /// of the layer down to those that ask nothing.
    pub(super) fn gather<D: Domain<Value = V>>(opened: &Opened<'_, D>, layer: LayerId) -> Self {
        let nothing = Dictionary::default();
        let mut values: BTreeSet<V> = arbitrary_records()
            .filter_map(|record| opened.domain.decode(record, &nothing))
            .collect();
        while values.len() > MOST_VALUES / 2 {
            values.pop_last();
        }
        let mut descent = Descent::new(opened.domain, MOST_BACKUPS, DEEPEST);
        for part in opened.parts(layer) {
            // Errors on the way belong to other laws.
            let _ = opened.each(part, ROOTS, |_, position| {
                let _ = descent.value(position);
                Ok(())
            });
        }
        let found: BTreeSet<V> = descent.known.into_values().flatten().collect();
        values.extend(found.into_iter().take(MOST_VALUES / 2));
        SampleValues(values.into_iter().collect())
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn all(&self) -> &[V] {
        &self.0
    }

    /// Returns a value for a position, always the same for the same seed.
    pub(super) fn answer(&self, position: &impl Hash, seed: u64) -> Result<V, Unanswered> {
        let pick = scramble(position, seed).checked_rem(self.0.len() as u64);
        Ok(self.0[pick.ok_or_else(Unanswered::default)? as usize].clone())
    }

    /// Checks that values, their records and their bytes in a dictionary convert into each other,
    /// and that anything else is refused.
    pub(super) fn round_trip<D: Domain<Value = V>>(&self, domain: &D) -> Result<(), String> {
        let (first, second) = self.0.split_at(self.0.len() / 2);
        let earlier = domain.dictionary(&Dictionary::default(), &first.iter().cloned().collect());
        let all = domain.dictionary(&earlier, &second.iter().cloned().collect());
        hold(
            all.values().starts_with(earlier.values()),
            || "a later dictionary does not keep the ids of an earlier one",
        )?;
        for value in &self.0 {
            let record = domain.encode(value, &all);
            let decoded = domain.decode(record, &all);
            hold(decoded.as_ref() == Some(value), || {
                format!("{value:?} is stored as {record:?}, which stands for {decoded:?}")
            })?;
            let columns = D::Record::columns();
            let mut raw = vec![0; columns.len()];
            record.to_columns(&mut raw);
            let fits = raw.iter().zip(columns).all(|(&raw, column)| raw & !mask(column) == 0);
            hold(fits, || format!("{record:?} is {raw:?}, too wide for its columns"))?;
            let again = D::Record::from_columns(&raw);
            hold(again == record, || format!("{record:?} is read back as {again:?}"))?;
        }
        if domain.interns() {
            all.values().iter().try_for_each(|value| bytes(domain, value))?;
        }
        for record in arbitrary_records() {
            if let Some(value) = domain.decode(record, &all) {
                let encoded = domain.encode(&value, &all);
                hold(encoded == record, || {
                    format!("{record:?} stands for {value:?}, which is stored as {encoded:?}")
                })?;
            }
        }
        Ok(())
    }
}

/// A plain recursion from positions to the values they rest on, within limits.
pub(super) struct Descent<'d, D: Domain> {
    domain: &'d D,
    /// The known values; `None` for positions being evaluated, so that a cycle ends the recursion.
    known: HashMap<PositionOf<D>, Option<D::Value>>,
    backups: usize,
    depth: usize,
}

impl<'d, D: Domain> Descent<'d, D> {
    /// Creates a recursion of at most `backups` calls of `backup`, and of this depth.
    pub(super) fn new(domain: &'d D, backups: usize, depth: usize) -> Self {
        Descent { domain, known: HashMap::new(), backups, depth }
    }

    pub(super) fn value(&mut self, position: &PositionOf<D>) -> Result<D::Value, Unanswered> {
        if let Some(known) = self.known.get(position) {
            return known.clone().ok_or_else(Unanswered::default);
        }
        if self.backups == 0 || self.depth == 0 {
            return Err(Unanswered::default());
        }
        self.known.insert(position.clone(), None);
        self.backups -= 1;
        self.depth -= 1;
        let domain = self.domain;
        let value = domain.backup(position, &mut |asked: &PositionOf<D>| self.value(asked));
        self.depth += 1;
        self.known.insert(position.clone(), value.as_ref().ok().cloned());
        value
    }
}

/// Checks that columns are valid.
pub(super) fn columns<D: Domain>(_domain: &D) -> Result<(), String> {
    let columns = D::Record::columns();
    hold((1..=8).contains(&columns.len()), || format!("are {} in number", columns.len()))?;
    let names: BTreeSet<&str> = columns.iter().map(|column| column.name).collect();
    hold(names.len() == columns.len(), || "do not have distinct names")?;
    let widths: Vec<u8> = columns.iter().map(|column| column.bits).collect();
    hold(widths.iter().all(|bits| (1..=64).contains(bits)), || format!("have widths {widths:?}"))
}

fn bytes<D: Domain>(domain: &D, value: &D::Value) -> Result<(), String> {
    let bytes = domain.value_to_bytes(value);
    let read = domain.value_from_bytes(&bytes);
    hold(read.as_ref() == Some(value), || {
        format!("the bytes {bytes:?} of {value:?} are read back as {read:?}")
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
            hold(domain.value_to_bytes(&read) == bytes, || {
                format!("{read:?} is read from {bytes:?}, which are not its bytes")
            })?;
        }
    }
    Ok(())
}

fn mask(column: &Column) -> u64 {
    u64::MAX >> (64 - u32::from(column.bits.clamp(1, 64)))
}

/// Returns records with small numbers in every column first, as ids and counts are; then any.
fn arbitrary_records<R: Record>() -> impl Iterator<Item = R> {
    (0..RECORDS).map(|i| {
        let raw = R::columns().iter().enumerate().map(|(c, column)| {
            let number = scramble(&c, i);
            mask(column) & if i < RECORDS / 4 { number % (i + 1) } else { number }
        });
        R::from_columns(&raw.collect::<Vec<u64>>())
    })
}
