//! Work in progress on a layer, saved so that a killed build goes on from there.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value as Json, json};
use shuban_core::{Codec, Column};
use shuban_store::{Account, Database, FileSystem, PartEntry, Subject, WriteOptions, Writer};

use crate::iterate::{Bounds, Iterate};

/// The columns of a checkpoint's tables.
const COLUMNS: [Column; 2] = [
    Column { name: "lower", bits: 32, codec: Codec::Signed },
    Column { name: "upper", bits: 32, codec: Codec::Signed },
];

/// Where the checkpoints of one layer are kept, and how often they are written.
///
/// A checkpoint is a file of the store's container, raw, written beside and renamed as any other: so a
/// kill at any moment leaves the one before. It says from which files it was computed; with any
/// other it is not used.
#[derive(Clone)]
pub struct Checkpoint {
    files: Arc<dyn FileSystem>,
    path: PathBuf,
    subject: Subject,
    every: Duration,
}

impl Checkpoint {
    /// Checkpoints at `path` of what `subject` says; its parameters name everything that the work
    /// depends on.
    pub fn new(files: Arc<dyn FileSystem>, path: PathBuf, subject: Subject, every: Duration) -> Self {
        Checkpoint { files, path, subject, every }
    }

    /// How often to save.
    pub fn every(&self) -> Duration {
        self.every
    }

    /// Saves an iterate.
    ///
    /// # Errors
    /// What the disk says. The checkpoint before is still there.
    pub fn save(&self, iterate: &Iterate) -> Result<(), shuban_store::Error> {
        let options = WriteOptions { compression: None, ..WriteOptions::default() };
        let mut writer = Writer::create(self.files.clone(), &self.path, self.subject.clone(), options)?;
        let mut account = Account::default();
        for (number, part) in iterate.parts.iter().enumerate() {
            let name = number.to_string();
            let mut table = writer.table(&name, &COLUMNS)?;
            for (&lower, &upper) in part.lower.iter().zip(&part.upper) {
                table.push(&[u64::from(lower as u32), u64::from(upper as u32)])?;
            }
            table.finish()?;
            let positions = part.lower.len() as u64;
            account.parts.push(PartEntry { name: name.clone(), positions, sections: vec![name], ..PartEntry::default() });
        }
        let facts = [("sweeps", json!(iterate.sweeps)), ("idle", json!(iterate.idle))];
        account.facts.extend(facts.map(|(name, value)| (name.to_owned(), value)));
        writer.publish(account)?;
        Ok(())
    }

    /// The iterate last saved: `Ok(None)` if there is none.
    ///
    /// # Errors
    /// Why the file that is there cannot be used.
    pub fn load(&self, lens: &[usize]) -> Result<Option<Iterate>, String> {
        let database = match Database::open_as(self.files.clone(), &self.path, &self.subject.domain) {
            Err(shuban_store::Error::NotFound { .. }) => return Ok(None),
            other => other.map_err(|error| error.to_string())?,
        };
        if database.manifest().subject != self.subject {
            return Err("it was computed from other files".to_owned());
        }
        let fact = |name: &str| {
            let fact = database.manifest().account.facts.get(name).and_then(Json::as_u64);
            fact.and_then(|fact| u32::try_from(fact).ok()).ok_or(format!("it does not say `{name}`"))
        };
        let (sweeps, idle) = (fact("sweeps")?, fact("idle")?);
        let mut parts = Vec::new();
        for (number, &len) in lens.iter().enumerate() {
            let table = database.table(&number.to_string()).map_err(|error| error.to_string())?;
            if table.len() != len as u64 {
                return Err(format!("part {number} has {} positions, not {len}", table.len()));
            }
            let mut bounds = Bounds { lower: Vec::with_capacity(len), upper: Vec::with_capacity(len) };
            let read = table.for_each_row(0..len as u64, |_, row| {
                bounds.lower.push(row[0] as u32 as i32);
                bounds.upper.push(row[1] as u32 as i32);
            });
            read.map_err(|error| error.to_string())?;
            parts.push(bounds);
        }
        Ok(Some(Iterate { sweeps, idle, ..Iterate::start(parts) }))
    }

    /// Removes the checkpoint, once the layer is published.
    pub fn remove(&self) {
        // One left behind only costs space: the published layer is found first.
        let _ = self.files.remove(&self.path);
    }
}
