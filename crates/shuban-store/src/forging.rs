//! Sound checksums over false content, for tests of what does not trust a file.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use serde_json::Value as Json;
use shuban_core::Section;

use crate::database::Database;
use crate::error::Error;
use crate::filesystem::FileSystem;
use crate::format::{
    HEADER_LEN, Header, TRAILER_LEN, Trailer, directory_checksum, identity, u64_at,
};
use crate::manifest::{Account, ColumnEntry, SectionKind, Subject};
use crate::writer::{Options, Published, Writer};

/// A file with another directory, whatever it says: the checksums of directory, header and trailer
/// are made to fit again.
///
/// # Panics
/// If `bytes` are not those of a sound file.
pub fn with_directory(path: &Path, bytes: &[u8], edit: impl FnOnce(&mut Json)) -> Vec<u8> {
    let header = Header::from_bytes(path, &bytes[..HEADER_LEN]).expect("a sound header");
    let trailer = bytes.len() - TRAILER_LEN;
    let start = u64_at(bytes, trailer) as usize;
    let mut document: Json = serde_json::from_slice(&bytes[start..trailer]).expect("a directory");
    edit(&mut document);
    let parameters = document["parameters"].as_object().into_iter().flatten();
    let parameters: BTreeMap<String, String> = parameters
        .map(|(name, value)| (name.clone(), value.as_str().unwrap_or_default().to_owned()))
        .collect();
    let domain = document["domain"].as_str().unwrap_or_default();
    // Another domain or parameters would need every block's checksum made anew: only the directory
    // tells of them then.
    let is_same = identity(domain, &parameters) == header.identity;
    assert!(is_same, "domain and parameters are forged by writing the file anew");
    let mut directory = serde_json::to_vec_pretty(&document).expect("it was JSON");
    directory.push(b'\n');
    let trailer = Trailer {
        directory_offset: start as u64,
        directory_len: directory.len() as u64,
        directory_checksum: directory_checksum(&header.identity, &directory),
    };
    [&bytes[..start], &directory, &trailer.to_bytes(&header.identity)].concat()
}

/// A whole file in memory, to be changed and written anew with sound checksums and hashes.
#[derive(Clone, Debug)]
pub struct OpenedUp {
    /// What the file is of.
    pub subject: Subject,
    /// What it says of its values.
    pub account: Account,
    /// Its sections in order.
    pub sections: Vec<OpenedSection>,
}

/// A section in memory.
#[derive(Clone, Debug)]
pub enum OpenedSection {
    /// A table: its name, its columns, its rows.
    Table(String, Vec<ColumnEntry>, Vec<Vec<u64>>),
    /// A stream.
    Stream(Section),
}

impl OpenedSection {
    /// Its name.
    pub fn name(&self) -> &str {
        match self {
            OpenedSection::Table(name, ..) => name,
            OpenedSection::Stream(section) => &section.name,
        }
    }
}

impl OpenedUp {
    /// Reads all that a file holds.
    ///
    /// # Errors
    /// As [`Database::open`] and reading its sections.
    pub fn read(files: &dyn FileSystem, path: &Path) -> Result<Self, Error> {
        let database = Database::open(files, path)?;
        let manifest = database.manifest();
        let read = |name: &str, kind: &SectionKind| match kind {
            SectionKind::Table { rows, columns } => {
                let mut records = Vec::new();
                let table = database.table(name)?;
                table.for_each_row(0..*rows, |_, row| records.push(row.to_vec()))?;
                Ok(OpenedSection::Table(name.to_owned(), columns.clone(), records))
            }
            _ => database.section(name).map(OpenedSection::Stream),
        };
        let sections = manifest.sections.iter().map(|section| read(&section.name, &section.kind));
        Ok(OpenedUp {
            subject: manifest.subject.clone(),
            account: manifest.account.clone(),
            sections: sections.collect::<Result<_, Error>>()?,
        })
    }

    /// Writes it.
    ///
    /// # Errors
    /// As [`Writer::publish`].
    pub fn write(self, files: Arc<dyn FileSystem>, path: &Path) -> Result<Published, Error> {
        let mut writer = Writer::create(files, path, self.subject, Options::default())?;
        for section in self.sections {
            match section {
                OpenedSection::Table(name, columns, records) => {
                    let mut table = writer.table(&name, columns, records.len() as u64)?;
                    records.iter().try_for_each(|row| table.push(row))?;
                    table.finish()?;
                }
                OpenedSection::Stream(section) => writer.section(&section)?,
            }
        }
        writer.publish(self.account)
    }

    /// The section of a name.
    ///
    /// # Panics
    /// If there is none.
    pub fn section(&mut self, name: &str) -> &mut OpenedSection {
        let found = self.sections.iter_mut().find(|section| section.name() == name);
        found.unwrap_or_else(|| panic!("no section `{name}`"))
    }

    /// The rows of the table of a name.
    ///
    /// # Panics
    /// If there is none.
    pub fn rows(&mut self, name: &str) -> &mut Vec<Vec<u64>> {
        match self.section(name) {
            OpenedSection::Table(_, _, rows) => rows,
            OpenedSection::Stream(_) => panic!("`{name}` is a stream"),
        }
    }
}

/// Changes a file on a disk by its parts, and seals it.
///
/// # Panics
/// If it cannot be read or written.
pub fn rewrite(files: &Arc<dyn FileSystem>, path: &Path, edit: impl FnOnce(&mut OpenedUp)) {
    let mut opened = OpenedUp::read(&**files, path).expect("a sound file");
    edit(&mut opened);
    opened.write(files.clone(), path).expect("a disk that can be written");
}
