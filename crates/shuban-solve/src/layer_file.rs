//! The file of a layer that is being built.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use serde_json::Value as Json;
use shuban_core::erased::{LayerDictionary, PartIndex};
use shuban_core::sweep::Status;
use shuban_core::text::bytes_text;
use shuban_core::{PartId, Section};
use shuban_store::{Account, FileSystem, Need, Options, PartEntry, Provenance, Subject, Writer};

use crate::error::Error;
use crate::job::{Job, LayerFacts};
use crate::names::part_name;
use crate::sections::{DICTIONARY, STATUS, STATUS_COLUMN, beside_part};
use crate::stored_layer::StoredLayer;
use crate::streamed_table::{RowsByRank, StreamedTable};

/// The file of a layer that is being built: its path, and its directory.
pub struct LayerFile {
    pub(crate) files: Arc<dyn FileSystem>,
    pub(crate) path: PathBuf,
    pub(crate) subject: Subject,
    pub(crate) needs: Vec<Need>,
    pub(crate) provenance: Provenance,
    pub(crate) options: Options,
}

impl LayerFile {
    /// Writes and publishes a layer by its rows, whose ids belong to `dictionary`.
    ///
    /// # Errors
    /// [`Error::Store`] if it cannot be written; [`Error::Interrupted`].
    pub fn publish(
        &self,
        job: &Job<'_>,
        rows: &mut dyn RowsByRank,
        dictionary: &LayerDictionary,
        facts: LayerFacts,
    ) -> Result<(), Error> {
        let domain = job.domain;
        let lens = || job.indexes.iter().map(PartIndex::len);
        job.progress.phase("writing", lens().sum());
        let mut writer = self.begin()?;
        let mut parts = Vec::new();
        let mut done = 0;
        for (part, positions) in lens().enumerate() {
            let name = part_name(domain, PartId { layer: job.layer, part }).to_owned();
            let mut sections = vec![name.clone()];
            let mut table = StreamedTable::new(writer.table(&name, domain.columns(), positions)?);
            table.push_ranks((part, positions), rows, |of_part| {
                job.progress.at(done + of_part, &name);
                if job.progress.interrupted() { Err(Error::Interrupted) } else { Ok(()) }
            })?;
            table.finish()?;
            if let Some(statuses) = &facts.statuses {
                let name = beside_part(&name, STATUS);
                let mut table = writer.table(&name, [&STATUS_COLUMN], positions)?;
                for &code in &statuses[part] {
                    table.push(&[(i32::from(code) - Status::Loss.code()) as u64])?;
                }
                table.finish()?;
                sections.push(name);
            }
            sections.extend(write_index(job, part, &mut writer)?);
            done += positions;
            let facts = facts.parts.get(part).cloned().unwrap_or_default();
            parts.push(PartEntry { name, positions, sections, facts });
        }
        self.end(job, writer, parts, dictionary, facts.layer)
    }

    /// Returns the layer, and as parameters all that its computation depends on: the subject of
    /// work in progress, so that it is used for nothing else.
    pub(crate) fn inputs(&self) -> Subject {
        let mut subject = self.subject.clone();
        // Another version may compute other bounds, or have corrected wrong ones.
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

    /// Writes the dictionary, if values are interned, and publishes the file after reading it back.
    pub(crate) fn end(
        &self,
        job: &Job<'_>,
        mut writer: Writer,
        parts: Vec<PartEntry>,
        dictionary: &LayerDictionary,
        facts: BTreeMap<String, Json>,
    ) -> Result<(), Error> {
        if job.domain.has_dictionary() {
            let entries = job.domain.dictionary_bytes(dictionary);
            writer.section(&Section { name: DICTIONARY.to_owned(), entries })?;
        }
        let (needs, provenance) = (self.needs.clone(), self.provenance.clone());
        let account = Account { parts, needs, facts, provenance };
        // A published file has been read back.
        job.progress.phase("reading back", 0);
        writer.publish_with(account, &mut |done, total| {
            job.progress.at(done, &format!("of {}", bytes_text(total)));
        })?;
        Ok(())
    }
}

/// Writes the sections of a part's index; returns their names.
pub(crate) fn write_index(
    job: &Job<'_>,
    part: usize,
    writer: &mut Writer,
) -> Result<Vec<String>, Error> {
    let mut names = Vec::new();
    for section in job.indexes[part].sections() {
        let of_part = part_name(job.domain, PartId { layer: job.layer, part });
        let name = beside_part(of_part, &section.name);
        writer.section(&Section { name: name.clone(), ..section })?;
        names.push(name);
    }
    Ok(names)
}

/// Returns the dictionary of the layers that a new one needs. Layers are built in their order, each
/// keeping the ids of those before: the longest has them all.
pub(crate) fn earlier<'a>(job: &Job<'a>) -> Option<&'a LayerDictionary> {
    job.solved.layers().map(StoredLayer::dictionary).max_by_key(|dictionary| dictionary.len())
}
