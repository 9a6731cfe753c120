//! Description of a database.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};

use serde::{Serialize, Serializer};
use serde_json::{Map, Value as Json, json};
use shuban_core::echo::safe_line;
use shuban_core::text::{bytes_text, grouped};
use shuban_store::{ColumnCost, Database, Manifest, Need, Provenance, SectionEntry, SectionKind};

use crate::certificate::certificate;
use crate::error::Error;
use crate::facts::StatedFacts;
use crate::histogram::StoredHistogram;
use crate::sections::wrong_directory;
use crate::solver::Solver;

/// The description of a layer's file.
#[derive(Clone, Debug, PartialEq)]
pub struct Info {
    /// Its manifest; its facts, with those that are computed now.
    pub manifest: Manifest,
    /// Names of facts that cannot be checked in the file: only the program that built it knows
    /// them. So is its provenance.
    pub claimed: &'static [&'static str],
    /// The positions of all parts.
    pub positions: u64,
    /// The number of positions of each class, where the domain has classes.
    pub histogram: Option<Vec<Map<String, Json>>>,
    /// The file.
    pub file: PathBuf,
    /// Its length.
    pub bytes: u64,
    /// The target size of a block, in decoded bytes.
    pub block_size: u32,
}

impl Info {
    /// Returns the description in a few lines.
    pub fn in_brief(&self) -> impl Serialize + fmt::Display {
        let subject = &self.manifest.subject;
        InfoInBrief {
            domain: subject.domain.clone(),
            game: subject.game.clone(),
            positions: self.positions,
            width_reached: self.widest("width_reached"),
            file: self.file.clone(),
            bytes: self.bytes,
            content_hash: self.manifest.content_hash.clone(),
        }
    }

    /// Describes an open file of a solver, with facts of the domain's own.
    ///
    /// # Errors
    /// [`Error::Store`] if the file is damaged, or its facts are not its solver's.
    pub fn of(
        database: &Database,
        solver: &dyn Solver,
        histogram: Option<&StoredHistogram>,
        own: impl IntoIterator<Item = (String, Json)>,
    ) -> Result<Self, Error> {
        let mut manifest = database.manifest().clone();
        let stated = solver.stated(&manifest.account);
        let stated = stated.map_err(|reason| wrong_directory(database.path(), reason))?;
        manifest.account.facts.extend(own);
        let rests_on = solver.rests_on().name();
        manifest.account.facts.insert("rests_on".to_owned(), rests_on.into());
        if let StatedFacts::Intervals(facts) = &stated
            && let left @ 1.. = facts.left()
        {
            manifest.account.facts.insert("play_need_not_leave".to_owned(), left.into());
        }
        if certificate(&manifest).is_some() {
            let says = "what is looked up; the widths are of the file that proves it";
            manifest.account.facts.insert("compact".to_owned(), says.into());
        }
        manifest.account.facts.insert("columns".to_owned(), column_facts(database)?);
        Ok(Info {
            claimed: stated.claimed(),
            positions: database.positions(),
            manifest,
            histogram: histogram.map(StoredHistogram::rows),
            file: database.path().to_owned(),
            bytes: database.bytes(),
            block_size: database.block_size(),
        })
    }

    /// Returns the widest interval of all parts, requested (`width_asked`) or `width_reached`.
    fn widest(&self, fact: &str) -> Option<f64> {
        let parts = self.manifest.account.parts.iter();
        parts.filter_map(|part| part.facts.get(fact)?.as_f64()).max_by(f64::total_cmp)
    }

    /// Returns the approximate length of the file if every block were raw.
    fn raw_bytes(&self) -> u64 {
        let sections = self.manifest.sections.iter();
        sections.map(|section| raw_bytes(&section.kind)).fold(0, u64::saturating_add)
    }
}

/// Largest number of records of a table that are measured, evenly from the whole table.
const MEASURED: u64 = 4_000_000;

/// Returns the size of each column of the first part's table: its width, the bits per record as
/// stored (each column compressed by itself, like the file's blocks), and the entropy of its values
/// alone.
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

fn raw_bytes(kind: &SectionKind) -> u64 {
    match kind {
        SectionKind::Table { rows, columns } => {
            let bits: u64 = columns.iter().map(|column| u64::from(column.bits)).sum();
            let bytes = (u128::from(*rows) * u128::from(bits)).div_ceil(8);
            u64::try_from(bytes).unwrap_or(u64::MAX)
        }
        SectionKind::Stream { bytes, .. } => *bytes,
        SectionKind::Unknown => 0,
    }
}

fn blocks(section: &SectionEntry) -> u64 {
    section.runs.iter().map(|run| run.blocks).sum()
}

/// The JSON document, with what is derived from the manifest.
#[derive(Serialize)]
struct InfoDocument<'a> {
    domain: &'a str,
    family: &'a str,
    game: &'a str,
    parameters: &'a BTreeMap<String, String>,
    positions: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    histogram: Option<&'a [Map<String, Json>]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    width_asked: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    width_reached: Option<f64>,
    #[serde(flatten)]
    facts: &'a BTreeMap<String, Json>,
    parts: Vec<PartDocument<'a>>,
    file: &'a Path,
    bytes: u64,
    raw_bytes: u64,
    format: u32,
    block_size: u32,
    content_hash: &'a str,
    sections: Vec<Json>,
    needs: &'a [Need],
    provenance: &'a Provenance,
    /// The members that are claims.
    claimed: Vec<&'a str>,
}

#[derive(Serialize)]
struct PartDocument<'a> {
    name: &'a str,
    positions: u64,
    #[serde(flatten)]
    facts: &'a BTreeMap<String, Json>,
    sections: &'a [String],
}

/// A description in a few lines.
#[derive(Serialize)]
struct InfoInBrief {
    domain: String,
    game: String,
    positions: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    width_reached: Option<f64>,
    file: PathBuf,
    bytes: u64,
    content_hash: String,
}

impl fmt::Display for InfoInBrief {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let InfoInBrief { domain, game, positions, file, bytes, content_hash, .. } = self;
        writeln!(f, "{}", safe_line(domain))?;
        let width =
            self.width_reached.map_or(String::new(), |width| format!(", widest {width:.3e}"));
        writeln!(f, "  {}, {} positions{width}", safe_line(game), grouped(*positions))?;
        writeln!(f, "  {}, {}", file.display(), bytes_text(*bytes))?;
        write!(f, "  content hash {content_hash}")
    }
}

impl Serialize for Info {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Manifest { format, subject, account, content_hash, sections } = &self.manifest;
        let parts = account.parts.iter().map(|part| PartDocument {
            name: &part.name,
            positions: part.positions,
            facts: &part.facts,
            sections: &part.sections,
        });
        let section = |section: &SectionEntry| {
            let mut object = json!({ "name": section.name });
            if let (Some(object), Json::Object(kind)) =
                (object.as_object_mut(), json!(section.kind))
            {
                object.extend(kind);
            }
            // In place of a stream's decoded length, as of a table's.
            object["bytes"] =
                section.runs.iter().map(|run| run.table - run.start).sum::<u64>().into();
            object["blocks"] = blocks(section).into();
            object["hash"] = section.hash.as_str().into();
            object
        };
        let document = InfoDocument {
            domain: &subject.domain,
            family: &subject.family,
            game: &subject.game,
            parameters: &subject.parameters,
            positions: self.positions,
            histogram: self.histogram.as_deref(),
            width_asked: self.widest("width_asked"),
            width_reached: self.widest("width_reached"),
            facts: &account.facts,
            parts: parts.collect(),
            file: &self.file,
            bytes: self.bytes,
            raw_bytes: self.raw_bytes(),
            format: *format,
            block_size: self.block_size,
            content_hash,
            sections: sections.iter().map(section).collect(),
            needs: &account.needs,
            provenance: &account.provenance,
            claimed: self.claimed.iter().copied().chain(["provenance"]).collect(),
        };
        document.serialize(serializer)
    }
}

impl fmt::Display for Info {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Manifest { subject, account, content_hash, sections, .. } = &self.manifest;
        // Any text may be foreign, from the file.
        let mut lines = vec![safe_line(&subject.domain).into_owned()];
        let mut line = |name: &str, value: String| {
            let line = format!("  {:<14} {}", safe_line(name), safe_line(&value));
            lines.push(line.trim_end().to_owned());
        };
        line("game", format!("{} {}", subject.game, pairs(&subject.parameters)));
        line("positions", grouped(self.positions));
        if let Some(reached) = self.widest("width_reached") {
            line("widest", format!("{reached:.3e}"));
        }
        if let Some(rows) = &self.histogram {
            let classes = grouped(rows.len() as u64);
            line("histogram", format!("{classes} classes (--json lists them)"));
        }
        let is_claimed = |name: &str| self.claimed.contains(&name);
        for (name, value) in account.facts.iter().filter(|(name, _)| !is_claimed(name)) {
            fact_lines(value).into_iter().for_each(|text| line(&name.replace('_', " "), text));
        }
        for part in &account.parts {
            let width = part.facts.get("width_reached").and_then(Json::as_f64);
            let width = width.map_or(String::new(), |width| format!(", widest {width:.3e}"));
            line("part", format!("{}: {} positions{width}", part.name, grouped(part.positions)));
        }
        line("file", self.file.display().to_string());
        let ratio = self.raw_bytes() as f64 / self.bytes.max(1) as f64;
        let (size, bytes) = (bytes_text(self.bytes), grouped(self.bytes));
        line("size", format!("{size} ({bytes} bytes), {ratio:.2} to 1"));
        for section in sections {
            let what = match &section.kind {
                SectionKind::Table { columns, .. } => {
                    let column =
                        columns.iter().map(|one| format!("{} ({} bits)", one.name, one.bits));
                    column.collect::<Vec<_>>().join(", ")
                }
                SectionKind::Stream { entries, .. } => format!("{} entries", grouped(*entries)),
                SectionKind::Unknown => "a kind that this version does not know".to_owned(),
            };
            let (name, blocks) = (&section.name, grouped(blocks(section)));
            line("section", format!("{name}: {what}; {blocks} blocks of {}", self.block_size));
        }
        line("content hash", content_hash.clone());
        for need in &account.needs {
            line("built from", format!("{} {}", need.domain, need.content_hash));
        }
        lines.push("  claimed by the program that built it, which no check bears out:".to_owned());
        let mut line = |name: &str, value: String| {
            lines.push(format!("    {:<12} {}", safe_line(name), safe_line(&value)));
        };
        for (name, value) in account.facts.iter().filter(|(name, _)| is_claimed(name)) {
            fact_lines(value).into_iter().for_each(|text| line(&name.replace('_', " "), text));
        }
        if let Some(asked) = self.widest("width_asked") {
            line("width asked", format!("{asked:.3e}"));
        }
        let Provenance { solver, settings, .. } = &account.provenance;
        let settings =
            if settings.is_empty() { String::new() } else { format!(", {}", pairs(settings)) };
        line("built by", format!("{}, {solver}{settings}", account.provenance.program_line()));
        f.write_str(&lines.join("\n"))
    }
}

/// Returns a fact as text: a line for each part of a fact that has parts.
fn fact_lines(fact: &Json) -> Vec<String> {
    match fact {
        Json::Array(all) if all.iter().any(Json::is_object) => all.iter().map(fact_text).collect(),
        other => vec![fact_text(other)],
    }
}

fn fact_text(fact: &Json) -> String {
    match fact {
        Json::String(text) => text.clone(),
        Json::Number(number) => number.as_u64().map_or_else(|| number.to_string(), grouped),
        Json::Array(all) => all.iter().map(fact_text).collect::<Vec<_>>().join("  "),
        Json::Object(object) => {
            let name = object.get("name");
            let parts = object.iter().filter(|(key, value)| *key != "name" && !value.is_null());
            let part = |(key, value): (&String, &Json)| {
                format!("{} {}", key.replace('_', " "), fact_text(value))
            };
            let parts = parts.map(part).collect::<Vec<_>>().join(", ");
            name.map_or_else(|| parts.clone(), |name| format!("{}: {parts}", fact_text(name)))
        }
        Json::Null | Json::Bool(_) => fact.to_string(),
    }
}

fn pairs(map: &BTreeMap<String, String>) -> String {
    map.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join(" ")
}
