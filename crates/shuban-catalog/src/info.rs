//! What a database holds.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::Serialize;
use serde_json::{Map, Value as Json, json};
use shuban_core::{Class, Fields, Histogram, bytes_text};
use shuban_solve::StoredHistogram;
use shuban_store::{ColumnCost, ColumnEntry, Database, Need, Provenance, SectionKind};

use crate::answer::datum_json;
use crate::error::Error;
use crate::report::Report;
use shuban_core::grouped;

/// What a layer's file holds.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Info {
    /// The layer's name.
    pub domain: String,
    /// The name of the family of positions.
    pub family: String,
    /// The game's name.
    pub game: String,
    /// Everything besides the name that the values depend on.
    pub parameters: BTreeMap<String, String>,
    /// The positions of all parts.
    pub positions: u64,
    /// How many positions of each class there are, where the domain has classes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub histogram: Option<Vec<Map<String, Json>>>,
    /// The widest interval that was asked for, where values are intervals.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub width_asked: Option<f64>,
    /// The widest interval of the layer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub width_reached: Option<f64>,
    /// Facts about the layer as a whole: sweeps, rounds of the proof that play leaves it.
    #[serde(flatten)]
    pub facts: BTreeMap<String, Json>,
    /// The parts.
    pub parts: Vec<PartInfo>,
    /// The file.
    pub file: PathBuf,
    /// Its length.
    pub bytes: u64,
    /// Its length if every block were raw, about.
    pub raw_bytes: u64,
    /// The version of the file format.
    pub format: u32,
    /// What blocks were cut to, in decoded bytes.
    pub block_size: u32,
    /// The hash of its values.
    pub content_hash: String,
    /// The sections.
    pub sections: Vec<SectionInfo>,
    /// The layers it was built from.
    pub needs: Vec<Need>,
    /// What computed it.
    pub provenance: Provenance,
}

/// A part of a layer.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PartInfo {
    /// Its name.
    pub name: String,
    /// How many positions it has.
    pub positions: u64,
    /// Facts about it: the width asked and reached.
    #[serde(flatten)]
    pub facts: BTreeMap<String, Json>,
    /// The names of its sections.
    pub sections: Vec<String>,
}

/// A section of a file.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SectionInfo {
    /// Its name.
    pub name: String,
    /// What it holds: columns and rows, or entries.
    #[serde(flatten)]
    pub kind: SectionKind,
    /// Bytes of its blocks in the file.
    pub bytes: u64,
    /// How many blocks.
    pub blocks: u64,
    /// The hash of its decoded content.
    pub hash: String,
}

impl Info {
    /// What an open file says about itself.
    ///
    /// # Errors
    /// [`Error::Solve`] if its histogram cannot be read.
    pub(crate) fn of(database: &Database, own: &Fields) -> Result<Self, Error> {
        let columns = column_facts(database)?;
        let histogram = StoredHistogram::of(database)?;
        let manifest = database.manifest().clone();
        let sections: Vec<SectionInfo> = (manifest.sections.into_iter())
            .map(|section| SectionInfo {
                bytes: section.runs.iter().map(|run| run.table - run.start).sum(),
                blocks: section.runs.iter().map(|run| run.blocks).sum(),
                name: section.name,
                kind: section.kind,
                hash: section.hash,
            })
            .collect();
        let mut account = manifest.account;
        let own = own.iter().map(|field| (field.name.to_owned(), datum_json(&field.datum)));
        account.facts.extend(own);
        account.facts.insert("columns".to_owned(), columns);
        let parts: Vec<PartInfo> = (account.parts.into_iter())
            .map(|part| PartInfo {
                name: part.name,
                positions: part.positions,
                facts: part.facts,
                sections: part.sections,
            })
            .collect();
        let widest = |fact: &str| {
            let widths = parts.iter().filter_map(|part| part.facts.get(fact)?.as_f64());
            widths.max_by(f64::total_cmp)
        };
        Ok(Info {
            domain: manifest.subject.domain,
            family: manifest.subject.family,
            game: manifest.subject.game,
            parameters: manifest.subject.parameters,
            positions: parts.iter().map(|part| part.positions).sum(),
            histogram: histogram.map(|stored| histogram_rows(&stored.columns, &stored.histogram)),
            width_asked: widest("width_asked"),
            width_reached: widest("width_reached"),
            facts: account.facts,
            file: database.path().to_owned(),
            bytes: database.bytes(),
            raw_bytes: sections.iter().map(|section| raw_bytes(&section.kind)).sum(),
            format: manifest.format,
            block_size: database.block_size(),
            content_hash: manifest.content_hash,
            sections,
            needs: account.needs,
            provenance: account.provenance,
            parts,
        })
    }
}

/// Records of a table that are measured, at most, evenly from the whole table.
const MEASURED: u64 = 4_000_000;

/// What each column of the first part's table takes: its width, the bits that a record takes in it
/// as stored (each column compressed by itself, as the blocks of the file are), and the entropy of
/// its values alone.
fn column_facts(database: &Database) -> Result<Json, Error> {
    let Some(part) = database.manifest().account.parts.first() else { return Ok(Json::Null) };
    let rounded = |number: f64| (number * 1e4).round() / 1e4;
    let column = |cost: ColumnCost| {
        json!({
            "name": cost.name,
            "bits": cost.bits,
            "stored_bits": rounded(cost.stored_bits),
            "entropy": cost.entropy.map(rounded),
            "entries_measured": cost.entries,
        })
    };
    let costs = database.table(&part.name)?.column_costs(MEASURED)?;
    Ok(costs.into_iter().map(column).collect())
}

/// A histogram as a list of objects: the entries of a class by name, and its `count`.
pub(crate) fn histogram_rows(columns: &[String], histogram: &Histogram) -> Vec<Map<String, Json>> {
    let entry = |class: &Class| match class {
        Class::Null => Json::Null,
        Class::Number(number) => Json::from(*number),
        Class::Text(text) => Json::from(text.clone()),
    };
    let row = |(class, count): (&[Class], u64)| {
        let entries = columns.iter().cloned().zip(class.iter().map(entry));
        entries.chain([("count".to_owned(), Json::from(count))]).collect()
    };
    histogram.rows().map(row).collect()
}

fn raw_bytes(kind: &SectionKind) -> u64 {
    match kind {
        SectionKind::Table { rows, columns } => {
            let bits: u64 = columns.iter().map(|column| u64::from(column.bits)).sum();
            (u128::from(*rows) * u128::from(bits)).div_ceil(8) as u64
        }
        SectionKind::Stream { bytes, .. } => *bytes,
        SectionKind::Unknown => 0,
    }
}

impl Report for Info {
    fn text(&self) -> String {
        let mut lines = vec![self.domain.clone()];
        let mut line = |name: &str, value: String| lines.push(format!("  {name:<14} {value}"));
        line("game", format!("{} {}", self.game, pairs(&self.parameters)));
        line("positions", grouped(self.positions));
        if let (Some(asked), Some(reached)) = (self.width_asked, self.width_reached) {
            line("widest", format!("{reached:.3e} (asked: {asked:.3e})"));
        }
        if let Some(rows) = &self.histogram {
            line(
                "histogram",
                format!("{} classes (--json lists them)", grouped(rows.len() as u64)),
            );
        }
        for (name, value) in &self.facts {
            fact_lines(value).into_iter().for_each(|text| line(&name.replace('_', " "), text));
        }
        for part in &self.parts {
            let width = part.facts.get("width_reached").and_then(Json::as_f64);
            let width = width.map_or(String::new(), |width| format!(", widest {width:.3e}"));
            line("part", format!("{}: {} positions{width}", part.name, grouped(part.positions)));
        }
        line("file", self.file.display().to_string());
        let ratio = self.raw_bytes as f64 / self.bytes.max(1) as f64;
        line(
            "size",
            format!("{} ({} bytes), {ratio:.2} to 1", bytes_text(self.bytes), grouped(self.bytes)),
        );
        for section in &self.sections {
            let what = match &section.kind {
                SectionKind::Table { columns, .. } => {
                    columns.iter().map(column).collect::<Vec<_>>().join(", ")
                }
                SectionKind::Stream { entries, .. } => format!("{} entries", grouped(*entries)),
                SectionKind::Unknown => "a kind that this version does not know".to_owned(),
            };
            let blocks = grouped(section.blocks);
            line(
                "section",
                format!("{}: {what}; {blocks} blocks of {}", section.name, self.block_size),
            );
        }
        line("content hash", self.content_hash.clone());
        for need in &self.needs {
            line("built from", format!("{} {}", need.domain, need.content_hash));
        }
        let Provenance { program, version, solver, settings } = &self.provenance;
        let settings =
            if settings.is_empty() { String::new() } else { format!(", {}", pairs(settings)) };
        line("built by", format!("{program} {version}, {solver}{settings}"));
        lines.join("\n")
    }
}

/// A fact as people read it: a line for each of several things that have parts.
fn fact_lines(fact: &Json) -> Vec<String> {
    match fact {
        Json::Array(all) if all.iter().any(Json::is_object) => all.iter().map(fact_text).collect(),
        other => vec![fact_text(other)],
    }
}

fn fact_text(fact: &Json) -> String {
    let parts = |parts: &Map<String, Json>| {
        let known = parts.iter().filter(|(_, value)| !value.is_null());
        let part = |(name, value): (&String, &Json)| {
            format!("{} {}", name.replace('_', " "), fact_text(value))
        };
        known.map(part).collect::<Vec<_>>().join(", ")
    };
    match fact {
        Json::String(text) => text.clone(),
        Json::Number(number) => number.as_u64().map_or_else(|| number.to_string(), grouped),
        Json::Array(all) => all.iter().map(fact_text).collect::<Vec<_>>().join("  "),
        Json::Object(object) => match object.get("name") {
            Some(name) => {
                let others = object.iter().filter(|(key, _)| *key != "name");
                let others = others.map(|(key, value)| (key.clone(), value.clone())).collect();
                format!("{}: {}", fact_text(name), parts(&others))
            }
            None => parts(object),
        },
        Json::Null | Json::Bool(_) => fact.to_string(),
    }
}

fn column(column: &ColumnEntry) -> String {
    format!("{} ({} bits)", column.name, column.bits)
}

fn pairs(map: &BTreeMap<String, String>) -> String {
    map.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join(" ")
}
