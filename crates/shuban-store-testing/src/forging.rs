//! Sound checksums over false content, for tests of code that does not trust a file.

use std::path::Path;
use std::sync::Arc;

use serde_json::Value as Json;
use shuban_core::Section;
use shuban_store::{
    Account, ColumnEntry, Database, Error, FileSystem, Options, Published, SectionKind, Subject,
    Writer,
};
use xxhash_rust::xxh3::{xxh3_64, xxh3_64_with_seed};

/// The length of a header, and of a trailer.
const ENDS: usize = 40;

/// The codes of the bytes covered by the checksums of directory and trailer, in `docs/format.md`.
const DIRECTORY: u8 = 2;
const TRAILER: u8 = 3;

/// Returns a file with another directory, of any content: the checksums of directory and trailer
/// are made valid again.
///
/// # Panics
/// If `bytes` are not those of a sound file, or domain or parameters are changed.
pub fn with_directory(path: &Path, bytes: &[u8], edit: impl FnOnce(&mut Json)) -> Vec<u8> {
    assert!(bytes.len() >= 2 * ENDS, "{}: a sound file", path.display());
    let (identity, trailer) = (&bytes[16..32], bytes.len() - ENDS);
    let start = number(&bytes[trailer..trailer + 8]) as usize;
    let mut document: Json = serde_json::from_slice(&bytes[start..trailer]).expect("a directory");
    let named = |document: &Json| [document["domain"].clone(), document["parameters"].clone()];
    let before = named(&document);
    edit(&mut document);
    // Another domain or parameters would need new checksums of all blocks: only the directory names
    // them then.
    let is_same = named(&document) == before;
    assert!(is_same, "domain and parameters are forged by writing the file anew");
    let mut directory = serde_json::to_vec_pretty(&document).expect("it was JSON");
    directory.push(b'\n');
    let mut end = Vec::with_capacity(ENDS);
    end.extend((start as u64).to_le_bytes());
    end.extend((directory.len() as u64).to_le_bytes());
    end.extend(checksum(identity, DIRECTORY, &directory).to_le_bytes());
    end.extend(checksum(identity, TRAILER, &end).to_le_bytes());
    end.extend(&bytes[bytes.len() - 8..]);
    [&bytes[..start], &directory, &end].concat()
}

/// Returns the checksum of bytes that are alone of their kind in a file.
fn checksum(identity: &[u8], covered: u8, bytes: &[u8]) -> u64 {
    let mut place = [0; 40];
    place[..16].copy_from_slice(identity);
    place[16] = covered;
    xxh3_64_with_seed(bytes, xxh3_64(&place))
}

fn number(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |all, byte| all << 8 | u64::from(*byte))
}

/// A whole file in memory, to be changed and written again with sound checksums and hashes.
#[derive(Clone, Debug)]
pub struct OpenedUp {
    /// The subject.
    pub subject: Subject,
    /// The account of its values.
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
    /// Returns its name.
    pub fn name(&self) -> &str {
        match self {
            OpenedSection::Table(name, ..) => name,
            OpenedSection::Stream(section) => &section.name,
        }
    }
}

impl OpenedUp {
    /// Reads a whole file.
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

    /// Writes the file.
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

    /// Returns the section of a name.
    ///
    /// # Panics
    /// If there is none.
    pub fn section(&mut self, name: &str) -> &mut OpenedSection {
        let found = self.sections.iter_mut().find(|section| section.name() == name);
        found.unwrap_or_else(|| panic!("no section `{name}`"))
    }

    /// Returns the rows of the table of a name.
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
