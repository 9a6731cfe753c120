//! The file of a layer that is being built.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;

use serde_json::Value as Json;
use shuban_core::{Dictionary, Domain, Record, Section, Status};
use shuban_store::{
    Account, FileSystem, Need, Options, PartEntry, Provenance, Published, Subject, Writer,
};

use crate::error::Error;
use crate::job::{Job, Solved, Values};
use crate::tables::{DICTIONARY, OpenLayer, STATUS, STATUS_COLUMN, index_section};
use shuban_core::bytes_text;

/// The file of a layer that is being built: where it goes, and what it says of itself besides its
/// values.
pub struct LayerFile {
    pub(crate) files: Arc<dyn FileSystem>,
    pub(crate) path: PathBuf,
    pub(crate) subject: Subject,
    pub(crate) needs: Vec<Need>,
    pub(crate) provenance: Provenance,
    pub(crate) options: Options,
}

impl LayerFile {
    /// Writes and publishes a layer whose values are all in memory.
    ///
    /// # Errors
    /// [`Error::Store`] if it cannot be written.
    pub fn publish<D: Domain>(
        &self,
        job: &Job<'_, D>,
        solved: Solved<D::Value>,
    ) -> Result<(), Error> {
        let domain = job.domain;
        let description = &domain.layers()[job.layer.0];
        job.progress.phase("writing", solved.parts.iter().map(|part| part.count()).sum());
        let dictionary = dictionary(job, &solved.parts);
        let mut writer = self.begin()?;
        let mut parts = Vec::new();
        let mut done = 0;
        for (number, (part, values)) in description.parts.iter().zip(&solved.parts).enumerate() {
            let mut sections = vec![part.name.clone()];
            let mut table = writer.table(&part.name, D::Record::columns(), values.count())?;
            let records =
                (0..values.count()).map(|rank| domain.encode(&values.value(rank), &dictionary));
            table.push_records(records)?;
            table.finish()?;
            if let Some(statuses) = &solved.statuses {
                let name = index_section(&part.name, STATUS);
                let mut table = writer.table(&name, [&STATUS_COLUMN], values.count())?;
                let codes = statuses[number]
                    .iter()
                    .map(|&code| (i32::from(code) - Status::Loss.code()) as u64);
                codes.into_iter().try_for_each(|code| table.push(&[code]))?;
                table.finish()?;
                sections.push(name);
            }
            sections.extend(write_index(job, number, &mut writer)?);
            parts.push(PartEntry {
                name: part.name.clone(),
                positions: values.count(),
                sections,
                facts: solved.part_facts[number].clone(),
            });
            done += values.count();
            job.progress.at(done, &part.name);
        }
        self.end(job, writer, parts, &dictionary, solved.facts)?;
        Ok(())
    }

    /// The layer, and as parameters all that its computation depends on: what work in progress says
    /// of itself, so that it is used for no other.
    pub(crate) fn inputs(&self) -> Subject {
        let mut subject = self.subject.clone();
        // Another version may compute other bounds, or have mended wrong ones.
        let program = format!("{} {}", self.provenance.program, self.provenance.version);
        let inputs = [("solver", self.provenance.solver.clone()), ("program", program)];
        subject.parameters.extend(inputs.map(|(name, value)| (name.to_owned(), value)));
        let needs = self
            .needs
            .iter()
            .map(|need| (format!("need {}", need.domain), need.content_hash.clone()));
        subject.parameters.extend(needs);
        subject
    }

    /// Begins the file.
    pub(crate) fn begin(&self) -> Result<Writer, Error> {
        Ok(Writer::create(self.files.clone(), &self.path, self.subject.clone(), self.options)?)
    }

    /// Writes the dictionary, if values are interned, and puts the file, read back, in its place.
    pub(crate) fn end<D: Domain>(
        &self,
        job: &Job<'_, D>,
        mut writer: Writer,
        parts: Vec<PartEntry>,
        dictionary: &Dictionary<D::Value>,
        facts: BTreeMap<String, Json>,
    ) -> Result<Published, Error> {
        if job.domain.interns() {
            let entries =
                dictionary.values().iter().map(|value| job.domain.value_to_bytes(value)).collect();
            writer.section(&Section { name: DICTIONARY.to_owned(), entries })?;
        }
        let (needs, provenance) = (self.needs.clone(), self.provenance.clone());
        let account = Account { parts, needs, facts, provenance };
        // What is published has been read back.
        job.progress.phase("reading back", 0);
        Ok(writer.publish_with(account, &mut |done, total| {
            job.progress.at(done, &format!("of {}", bytes_text(total)));
        })?)
    }
}

/// Writes what the index of a part stores; gives the names of the sections.
pub(crate) fn write_index<D: Domain>(
    job: &Job<'_, D>,
    part: usize,
    writer: &mut Writer,
) -> Result<Vec<String>, Error> {
    let mut names = Vec::new();
    for section in job.indexes[part].sections() {
        let name = index_section(&job.domain.layers()[job.layer.0].parts[part].name, &section.name);
        writer.section(&Section { name: name.clone(), ..section })?;
        names.push(name);
    }
    Ok(names)
}

/// The dictionary of a new layer: that of the layers it needs, and its own new values.
pub(crate) fn grown<D: Domain>(
    job: &Job<'_, D>,
    values: &BTreeSet<D::Value>,
) -> Dictionary<D::Value> {
    if !job.domain.interns() {
        return Dictionary::default();
    }
    // Layers are built in their order, each keeping the ids of those before: the longest has them
    // all.
    let earlier = job.tables.layers().map(OpenLayer::dictionary).max_by_key(|d| d.len());
    job.domain.dictionary(earlier.unwrap_or(&Dictionary::default()), values)
}

fn dictionary<D: Domain>(
    job: &Job<'_, D>,
    parts: &[Box<dyn Values<D::Value>>],
) -> Dictionary<D::Value> {
    let mut values = BTreeSet::new();
    if job.domain.interns() {
        values =
            parts.iter().flat_map(|part| (0..part.count()).map(|rank| part.value(rank))).collect();
    }
    grown(job, &values)
}
