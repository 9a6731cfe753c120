//! What is known of a layer whose values are not kept: a small file, fit to be committed.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};
use shuban_core::{Class, Domain, Histogram};
use shuban_store::{FileSystem, Need, hash_of_hashes};

use crate::error::Error;
use crate::histogram::{class_from_json, class_to_json};
use crate::layer_file::LayerFile;
use crate::ledger_file::{self, members, rows};
use crate::shard::Shard;
use crate::tables::OpenLayer;

/// The finished shards of a layer: hashes of their records, and how many positions of each class
/// they have.
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
    /// How many shards the layer is cut into.
    pub shards: u32,
    /// What the entries of a class say.
    pub classes: Vec<String>,
    /// The shards that are done, by number.
    pub done: BTreeMap<u32, ShardEntry>,
}

/// A finished shard.
#[derive(Clone, Debug, PartialEq)]
pub struct ShardEntry {
    /// What it has of each part.
    pub tables: Vec<TableEntry>,
    /// How many positions of each class it has.
    pub histogram: Histogram,
    /// How long it took.
    pub seconds: f64,
    /// The program and its version.
    pub program: String,
}

impl ShardEntry {
    /// Its positions.
    pub fn positions(&self) -> u64 {
        self.tables.iter().map(|table| table.positions).sum()
    }

    /// Whether both say the same of the shard's values.
    pub fn agrees(&self, other: &ShardEntry) -> bool {
        self.tables == other.tables && self.histogram == other.histogram
    }
}

/// What a shard has of a part: a run of ranks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableEntry {
    /// The part.
    pub part: String,
    /// The first rank.
    pub first: u64,
    /// How many ranks.
    pub positions: u64,
    /// The hash of their records: that of a section which holds them, and nothing else, under the
    /// part's name.
    pub hash: String,
}

/// What is known of a layer once all its shards are done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Totals {
    /// Its positions.
    pub positions: u64,
    /// The hash of its shards' hashes.
    pub hash: String,
    /// How many positions of each class it has.
    pub histogram: Histogram,
}

impl Ledger {
    /// A ledger of a layer with no shard done.
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

    /// What a ledger of a published layer would say, with no shard done; `like` another one where
    /// the file does not say.
    pub(crate) fn of_published<D: Domain>(open: &OpenLayer<'_, D>, like: &Ledger) -> Self {
        let manifest = open.database().manifest();
        let account = &manifest.account;
        Ledger {
            domain: manifest.subject.domain.clone(),
            parameters: manifest.subject.parameters.clone(),
            needs: account.needs.clone(),
            positions: account.parts.iter().map(|part| part.positions).sum(),
            done: BTreeMap::new(),
            ..like.clone()
        }
    }

    /// Whether it is one of the same layer, computed from the same files, as another.
    ///
    /// # Errors
    /// What differs.
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

    /// Whether all shards are done.
    pub fn is_complete(&self) -> bool {
        self.done.len() == self.shards as usize
    }

    /// The shards that are not done.
    pub fn missing(&self) -> impl Iterator<Item = Shard> {
        Shard::all(self.shards).filter(|shard| !self.done.contains_key(&shard.number()))
    }

    /// What is known of the layer; `None` as long as a shard is missing.
    pub fn totals(&self) -> Option<Totals> {
        if !self.is_complete() {
            return None;
        }
        let mut histogram = Histogram::default();
        self.done.values().for_each(|shard| histogram.merge(&shard.histogram));
        let tables = || self.done.values().flat_map(|shard| &shard.tables);
        let hash = hash_of_hashes(tables().map(|table| table.hash.as_str()));
        Some(Totals { positions: tables().map(|table| table.positions).sum(), hash, histogram })
    }

    /// Reads a ledger; `None` if there is no file.
    ///
    /// # Errors
    /// [`Error::Ledger`] if the file is none; [`Error::Store`] if it cannot be read.
    pub fn read(files: &dyn FileSystem, path: &Path) -> Result<Option<Self>, Error> {
        ledger_file::read(files, path, Ledger::from_bytes)
    }

    /// Replaces the file.
    ///
    /// # Errors
    /// [`Error::Store`]; then the file before is still there.
    pub fn write(&self, files: &dyn FileSystem, path: &Path) -> Result<(), Error> {
        ledger_file::replace(files, path, &self.to_text())
    }

    /// A line for each member, each class and each shard, so that a change shows as one.
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
            json!(WrittenShard {
                shard,
                tables: entry.tables.clone(),
                seconds: entry.seconds,
                program: entry.program.clone(),
                counts: counts(&entry.histogram),
            })
        });
        let total = self.totals().map(|Totals { positions, hash, histogram }| {
            json!(WrittenTotals { positions, hash, counts: counts(&histogram) })
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
        let written: Written = members(bytes)?;
        if !(1..=Shard::MOST).contains(&written.shards) {
            return Err(format!("{} shards", written.shards));
        }
        let row = |row: &Vec<Json>| -> Option<Vec<Class>> {
            let class: Vec<Class> = row.iter().map(class_from_json).collect::<Option<_>>()?;
            (class.len() == written.classes.len()).then_some(class)
        };
        let rows: Option<Vec<Vec<Class>>> = written.rows.iter().map(row).collect();
        let rows = rows.ok_or("a row is no class")?;
        let mut done = BTreeMap::new();
        for shard in written.done {
            let WrittenShard { shard: number, tables, seconds, program, counts } = shard;
            let wrong = |reason: &str| Err(format!("shard {number}: {reason}"));
            if Shard::new(number, written.shards).is_none() {
                return wrong("there is none of this number");
            }
            if counts.len() != rows.len() {
                return wrong("it does not have a count for each row");
            }
            let mut histogram = Histogram::default();
            rows.iter().zip(counts).for_each(|(class, count)| histogram.add(class.clone(), count));
            let entry = ShardEntry { tables, histogram, seconds, program };
            if !written.classes.is_empty() && entry.histogram.positions() != entry.positions() {
                return wrong("its counts are not those of its positions");
            }
            if done.insert(number, entry).is_some() {
                return wrong("it is there twice");
            }
        }
        let ledger = Ledger {
            domain: written.domain,
            parameters: written.parameters,
            needs: written.needs,
            solver: written.solver,
            positions: written.positions,
            shards: written.shards,
            classes: written.classes,
            done,
        };
        let totals = ledger.totals();
        let stated = totals.as_ref().map(|totals| (totals.positions, totals.hash.as_str()));
        if totals.as_ref().is_some_and(|totals| totals.positions != ledger.positions) {
            return Err("its shards do not have the positions of the layer".to_owned());
        }
        if stated != written.total.as_ref().map(|total| (total.positions, total.hash.as_str())) {
            return Err("its total is not that of its shards".to_owned());
        }
        Ok(ledger)
    }
}

#[derive(Deserialize)]
struct Written {
    domain: String,
    parameters: BTreeMap<String, String>,
    needs: Vec<Need>,
    solver: String,
    positions: u64,
    shards: u32,
    classes: Vec<String>,
    rows: Vec<Vec<Json>>,
    done: Vec<WrittenShard>,
    total: Option<WrittenTotals>,
}

#[derive(Deserialize, Serialize)]
struct WrittenShard {
    shard: u32,
    tables: Vec<TableEntry>,
    seconds: f64,
    program: String,
    /// One for each row.
    counts: Vec<u64>,
}

#[derive(Deserialize, Serialize)]
struct WrittenTotals {
    positions: u64,
    hash: String,
    /// One for each row.
    counts: Vec<u64>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ledger() -> Ledger {
        let entry = |first: u64, rows: &[(Option<i64>, &str, u64)]| {
            let mut histogram = Histogram::default();
            for &(value, name, count) in rows {
                histogram.add([Class::from(value), Class::from(name)], count);
            }
            let positions = histogram.positions();
            let table =
                TableEntry { part: "all".into(), first, positions, hash: format!("{first:064x}") };
            ShardEntry {
                tables: vec![table],
                histogram,
                seconds: 1.25,
                program: "shuban 0.1.0".into(),
            }
        };
        Ledger {
            domain: "heap/9".into(),
            parameters: [("most".to_owned(), "2".to_owned())].into(),
            needs: vec![Need { domain: "heap/8".into(), content_hash: "00ff".into() }],
            solver: "tabulation".into(),
            positions: 12,
            shards: 3,
            classes: vec!["value".into(), "name".into()],
            done: [
                (1, entry(0, &[(None, "x", 2), (Some(-3), "y", 3)])),
                (3, entry(9, &[(Some(-3), "y", 2), (Some(4), "x", 1)])),
                (2, entry(5, &[(None, "x", 4)])),
            ]
            .into(),
        }
    }

    #[test]
    fn a_ledger_is_read_as_it_was_written() {
        let whole = ledger();
        assert_eq!(Ledger::from_bytes(whole.to_text().as_bytes()), Ok(whole.clone()));
        let totals = whole.totals().unwrap();
        assert_eq!(totals.histogram.rows().map(|(_, count)| count).collect::<Vec<_>>(), [6, 5, 1]);
        assert_eq!(totals.positions, 12);
        let mut part = whole;
        part.done.remove(&2);
        assert_eq!(Ledger::from_bytes(part.to_text().as_bytes()), Ok(part.clone()));
        assert_eq!((part.totals(), part.missing().map(Shard::number).collect()), (None, vec![2]));
        part.done.clear();
        assert_eq!(Ledger::from_bytes(part.to_text().as_bytes()), Ok(part));
    }

    #[test]
    fn a_ledger_has_a_line_for_each_class_and_each_shard() {
        let text = ledger().to_text();
        assert!(
            text.contains("\n    [null,\"x\"],\n    [-3,\"y\"],\n    [4,\"x\"]\n  ],\n"),
            "{text}"
        );
        assert!(
            text.contains("\n    {\"shard\":2,\"tables\":[{\"part\":\"all\",\"first\":5,"),
            "{text}"
        );
        assert!(text.contains("\"counts\":[4,0,0]}"), "{text}");
    }

    #[test]
    fn what_is_no_ledger_is_refused_with_a_reason() {
        let text = ledger().to_text();
        for (from, to, reason) in [
            ("\"ledger\": 1", "\"ledger\": 2", "version 2"),
            ("\"shards\": 3", "\"shards\": 2", "none of this number"),
            ("\"shards\": 3", "\"shards\": 0", "0 shards"),
            ("\"positions\": 12", "\"positions\": 13", "positions of the layer"),
            ("[4,\"x\"]", "[4]", "no class"),
            ("[4,\"x\"]", "[4,true]", "no class"),
            ("\"counts\":[4,0,0]", "\"counts\":[4,0]", "each row"),
            ("\"counts\":[4,0,0]", "\"counts\":[4,1,0]", "those of its positions"),
            ("\"shard\":2", "\"shard\":1", "twice"),
            ("\"hash\":\"00", "\"hash\":\"10", "not that of its shards"),
            ("\"domain\": ", "\"domains\": ", "missing field"),
        ] {
            let changed = text.replacen(from, to, 1);
            assert_ne!(changed, text, "{from}");
            let error = Ledger::from_bytes(changed.as_bytes()).unwrap_err();
            assert!(error.contains(reason), "{from} → {to}: {error}");
        }
        let cut = text.trim_end().strip_suffix('}').unwrap();
        assert!(Ledger::from_bytes(cut.as_bytes()).unwrap_err().contains("EOF"));
    }

    #[test]
    fn a_ledger_of_something_else_is_told_apart() {
        let one = ledger();
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
}
