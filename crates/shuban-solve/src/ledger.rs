//! The ledger of a layer whose values are not kept: a small file, fit to be committed.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};
use shuban_core::{Class, Histogram};
use shuban_store::{FileSystem, Need, hash_of_hashes, replace_file};

use crate::error::Error;
use crate::histogram::{class_from_json, class_to_json};
use crate::layer_file::LayerFile;
use crate::ledger_file::{self, members, rows};
use crate::shard::Shard;
use crate::stored_layer::StoredLayer;

/// The finished shards of a layer: hashes of their records, and numbers of positions by class.
///
/// The file is one JSON document, a line a class and a line a shard; `docs/format.md` describes it.
/// It is replaced as a whole, so that it is never half written, and a run goes on from it alone.
#[derive(Clone, Debug, PartialEq)]
pub struct Ledger {
    /// The layer's name.
    pub domain: String,
    /// Everything besides the name that the values depend on.
    pub parameters: BTreeMap<String, String>,
    /// The layers that it is computed from.
    pub needs: Vec<Need>,
    /// The solver's name.
    pub solver: String,
    /// The positions of the layer.
    pub positions: u64,
    /// Number of shards of the layer.
    pub shards: u32,
    /// The names of a class's entries.
    pub classes: Vec<String>,
    /// The shards that are done, by number.
    pub done: BTreeMap<u32, ShardEntry>,
}

/// A finished shard.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ShardEntry {
    /// Its share of each part.
    pub tables: Vec<TableEntry>,
    /// The number of its positions of each class.
    #[serde(skip)]
    pub histogram: Histogram,
    /// The seconds that it took.
    pub seconds: f64,
    /// The program and its version.
    pub program: String,
}

impl ShardEntry {
    /// Returns the number of its positions.
    pub fn positions(&self) -> u64 {
        self.tables.iter().map(|table| table.positions).fold(0, u64::saturating_add)
    }

    /// Returns true if both describe the same values of a shard.
    pub fn agrees(&self, other: &ShardEntry) -> bool {
        self.tables == other.tables && self.histogram == other.histogram
    }
}

/// A shard's share of a part: a run of ranks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableEntry {
    /// The part.
    pub part: String,
    /// The first rank.
    pub first: u64,
    /// Number of ranks.
    pub positions: u64,
    /// The hash of their records: that of a section of these alone, under the part's name.
    pub hash: String,
}

/// The totals of a layer once all its shards are done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Totals {
    /// Its positions.
    pub positions: u64,
    /// The hash of its shards' hashes.
    pub hash: String,
    /// The number of positions of each class.
    #[serde(skip)]
    pub histogram: Histogram,
}

impl Ledger {
    /// Creates a ledger of a layer with no shard done.
    pub(crate) fn new(file: &LayerFile, positions: u64, shards: u32, classes: &[&str]) -> Self {
        Ledger {
            domain: file.subject.domain.clone(),
            parameters: file.subject.parameters.clone(),
            needs: file.needs.clone(),
            solver: file.provenance.solver.clone(),
            positions,
            shards,
            classes: classes.iter().map(|&class| class.to_owned()).collect(),
            done: BTreeMap::new(),
        }
    }

    /// Returns the ledger of a published layer, with no shard done; `like` another one where the
    /// file has no information.
    pub(crate) fn of_published(open: &StoredLayer<'_>, like: &Ledger) -> Self {
        let manifest = open.database().manifest();
        let account = &manifest.account;
        Ledger {
            domain: manifest.subject.domain.clone(),
            parameters: manifest.subject.parameters.clone(),
            needs: account.needs.clone(),
            positions: open.database().positions(),
            done: BTreeMap::new(),
            ..like.clone()
        }
    }

    /// Checks that it is of the same layer, computed from the same files, as another.
    ///
    /// # Errors
    /// The difference.
    pub(crate) fn is_of(&self, other: &Ledger) -> Result<(), String> {
        let differ = |what: &str, found: String, expected: String| {
            if found == expected {
                return Ok(());
            }
            Err(format!("its {what}: {found}; expected: {expected}"))
        };
        differ("domain", self.domain.clone(), other.domain.clone())?;
        differ("parameters", format!("{:?}", self.parameters), format!("{:?}", other.parameters))?;
        differ("positions", self.positions.to_string(), other.positions.to_string())?;
        differ("classes", self.classes.join(", "), other.classes.join(", "))?;
        let needs = |ledger: &Ledger| {
            let each =
                ledger.needs.iter().map(|need| format!("{} {}", need.domain, need.content_hash));
            each.collect::<Vec<_>>().join(", ")
        };
        differ("layers built upon", needs(self), needs(other))
    }

    /// Returns the shards that are not done.
    pub fn missing(&self) -> impl Iterator<Item = Shard> {
        Shard::all(self.shards).filter(|shard| !self.done.contains_key(&shard.number()))
    }

    /// Returns the totals of the layer; `None` as long as a shard is missing.
    pub fn totals(&self) -> Option<Totals> {
        if self.done.len() < self.shards as usize {
            return None;
        }
        let mut histogram = Histogram::default();
        self.done.values().for_each(|shard| histogram.merge(&shard.histogram));
        let tables = || self.done.values().flat_map(|shard| &shard.tables);
        let hash = hash_of_hashes(tables().map(|table| table.hash.as_str()));
        let positions = self.done.values().map(ShardEntry::positions).fold(0, u64::saturating_add);
        Some(Totals { positions, hash, histogram })
    }

    /// Reads a ledger; `None` if there is no file.
    ///
    /// # Errors
    /// [`Error::Ledger`] if the file is not a ledger; [`Error::Store`] if it cannot be read.
    pub fn read(files: &dyn FileSystem, path: &Path) -> Result<Option<Self>, Error> {
        ledger_file::read(files, path, Ledger::from_bytes)
    }

    /// Replaces the file.
    ///
    /// # Errors
    /// [`Error::Store`]; then the file before is still there.
    pub fn write(&self, files: &dyn FileSystem, path: &Path) -> Result<(), Error> {
        Ok(replace_file(files, path, self.to_text().as_bytes())?)
    }

    /// Returns a line for each member, each class and each shard, so that a change shows as one.
    fn to_text(&self) -> String {
        let classes: BTreeSet<&[Class]> = self
            .done
            .values()
            .flat_map(|shard| shard.histogram.rows().map(|(class, _)| class))
            .collect();
        let class_rows =
            classes.iter().map(|class| class.iter().map(class_to_json).collect::<Json>());
        let counts = |histogram: &Histogram| -> Vec<u64> {
            classes.iter().map(|class| histogram.count(class)).collect()
        };
        let done = self.done.iter().map(|(&shard, entry)| {
            json!(ShardRow { shard, counts: counts(&entry.histogram), entry: entry.clone() })
        });
        let total = self.totals().map(|totals| {
            let counts = counts(&totals.histogram);
            json!(TotalRow { totals, counts })
        });
        ledger_file::document(&[
            ("domain", json!(self.domain).to_string()),
            ("parameters", json!(self.parameters).to_string()),
            ("needs", json!(self.needs).to_string()),
            ("solver", json!(self.solver).to_string()),
            ("positions", json!(self.positions).to_string()),
            ("shards", json!(self.shards).to_string()),
            ("classes", json!(self.classes).to_string()),
            ("rows", rows(class_rows)),
            ("done", rows(done)),
            ("total", json!(total).to_string()),
        ])
    }

    fn from_bytes(bytes: &[u8]) -> Result<Self, String> {
        let document: LedgerDocument = members(bytes)?;
        let LedgerDocument { rows, done, total, .. } = document;
        let mut ledger = Ledger {
            domain: document.domain,
            parameters: document.parameters,
            needs: document.needs,
            solver: document.solver,
            positions: document.positions,
            shards: document.shards,
            classes: document.classes,
            done: BTreeMap::new(),
        };
        if !(1..=Shard::MOST).contains(&ledger.shards) {
            return Err(format!("{} shards", ledger.shards));
        }
        let row = |row: &Vec<Json>| -> Option<Vec<Class>> {
            let class: Vec<Class> = row.iter().map(class_from_json).collect::<Option<_>>()?;
            (class.len() == ledger.classes.len()).then_some(class)
        };
        let classes: Option<Vec<Vec<Class>>> = rows.iter().map(row).collect();
        let classes = classes.ok_or("a row is no class")?;
        for ShardRow { shard, mut entry, counts } in done {
            let wrong = |reason: &str| Err(format!("shard {shard}: {reason}"));
            if Shard::new(shard, ledger.shards).is_none() {
                return wrong("there is none of this number");
            }
            if counts.len() != classes.len() {
                return wrong("it does not have a count for each row");
            }
            for (class, count) in classes.iter().zip(counts) {
                entry.histogram.add(class.clone(), count);
            }
            if !ledger.classes.is_empty() && entry.histogram.positions() != entry.positions() {
                return wrong("its counts are not those of its positions");
            }
            if ledger.done.insert(shard, entry).is_some() {
                return wrong("it is there twice");
            }
        }
        let totals = ledger.totals();
        if totals.as_ref().is_some_and(|totals| totals.positions != ledger.positions) {
            return Err("its shards do not have the positions of the layer".to_owned());
        }
        let stated = total.map(|TotalRow { totals, .. }| (totals.positions, totals.hash));
        if stated != totals.map(|totals| (totals.positions, totals.hash)) {
            return Err("its total is not that of its shards".to_owned());
        }
        Ok(ledger)
    }
}

/// A ledger's document as read, not yet checked.
#[derive(Deserialize)]
struct LedgerDocument {
    domain: String,
    parameters: BTreeMap<String, String>,
    needs: Vec<Need>,
    solver: String,
    positions: u64,
    shards: u32,
    classes: Vec<String>,
    rows: Vec<Vec<Json>>,
    done: Vec<ShardRow>,
    total: Option<TotalRow>,
}

#[derive(Deserialize, Serialize)]
struct ShardRow {
    shard: u32,
    #[serde(flatten)]
    entry: ShardEntry,
    /// One for each row.
    counts: Vec<u64>,
}

#[derive(Deserialize, Serialize)]
struct TotalRow {
    #[serde(flatten)]
    totals: Totals,
    /// One for each row.
    counts: Vec<u64>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ledger_of_something_else_is_told_apart() {
        let need = Need { domain: "heap/8".into(), content_hash: "00ff".into() };
        let one = Ledger {
            domain: "heap/9".into(),
            parameters: [("most".to_owned(), "2".to_owned())].into(),
            needs: vec![need],
            solver: "tabulation".into(),
            positions: 12,
            shards: 3,
            classes: vec!["value".into()],
            done: BTreeMap::new(),
        };
        one.is_of(&one).unwrap();
        let changes: [fn(&mut Ledger); 5] = [
            |ledger| ledger.domain.push('0'),
            |ledger| ledger.parameters.clear(),
            |ledger| ledger.positions += 1,
            |ledger| ledger.needs[0].content_hash.push('0'),
            |ledger| ledger.classes.clear(),
        ];
        for change in changes {
            let mut other = one.clone();
            change(&mut other);
            assert!(one.is_of(&other).is_err(), "{other:?}");
        }
    }

    #[test]
    fn counts_that_overflow_are_refused() {
        let table = TableEntry { part: "all".into(), first: 0, positions: 1, hash: "00ff".into() };
        let mut histogram = Histogram::default();
        histogram.add([Class::from(1)], u64::MAX);
        histogram.add([Class::from(2)], 2);
        let entry =
            ShardEntry { tables: vec![table], histogram, seconds: 1.0, program: "other".into() };
        let forged = Ledger {
            domain: "heap/9".into(),
            parameters: BTreeMap::new(),
            needs: Vec::new(),
            solver: "tabulation".into(),
            positions: 1,
            shards: 2,
            classes: vec!["value".into()],
            done: [(1, entry)].into(),
        };
        let refused = Ledger::from_bytes(forged.to_text().as_bytes()).unwrap_err();
        assert_eq!(refused, "shard 1: its counts are not those of its positions");
    }
}
