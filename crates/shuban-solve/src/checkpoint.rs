//! Work in progress on a layer, saved so that a killed build goes on from there.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value as Json, json};
use shuban_core::{Interval, Record};
use shuban_store::{Account, Database, FileSystem, Options, PartEntry, Subject, Writer};

use crate::iterate::{Bounds, Iterate};

/// Where the checkpoints of one layer are kept, and how often they are written.
///
/// A checkpoint is a file of the store's container, raw, written beside and renamed as any other:
/// so a kill at any moment leaves the one before. It says from which files it was computed; with
/// any other it is not used.
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
    pub fn new(
        files: Arc<dyn FileSystem>,
        path: PathBuf,
        subject: Subject,
        every: Duration,
    ) -> Self {
        Checkpoint { files, path, subject, every }
    }

    /// How long to wait until the next save, if the last one took so long: where saving takes long
    /// it is done less often, so that it never takes more than a twentieth of the time. Asked to
    /// save after every step (`every` is nothing) it does so at any price.
    pub fn wait_after(&self, saving: Duration) -> Duration {
        if self.every.is_zero() { Duration::ZERO } else { self.every.max(20 * saving) }
    }

    /// Saves an iterate.
    ///
    /// # Errors
    /// What the disk says. The checkpoint before is still there.
    pub fn save(&self, iterate: &Iterate) -> Result<(), shuban_store::Error> {
        let subject = self.subject.clone();
        let mut writer = Writer::create(self.files.clone(), &self.path, subject, Options::raw())?;
        let mut account = Account::default();
        for (number, part) in iterate.parts.iter().enumerate() {
            let name = number.to_string();
            let positions = part.lower.len() as u64;
            let mut table = writer.table(&name, Interval::<i32>::columns(), positions)?;
            table.push_records((0..part.lower.len()).map(|rank| part.get(rank)))?;
            table.finish()?;
            account.parts.push(PartEntry {
                name: name.clone(),
                positions,
                sections: vec![name],
                ..PartEntry::default()
            });
        }
        account.facts.insert("sweeps".to_owned(), json!(iterate.sweeps));
        writer.publish(account)?;
        Ok(())
    }

    /// The iterate last saved, whose bounds must lie between `possible` ones: `Ok(None)` if there
    /// is none.
    ///
    /// # Errors
    /// Why the file that is there cannot be used.
    pub fn load(&self, lens: &[usize], possible: Interval) -> Result<Option<Iterate>, String> {
        let database = match Database::open_as(&*self.files, &self.path, &self.subject.domain) {
            Err(shuban_store::Error::NotFound { .. }) => return Ok(None),
            other => other.map_err(|error| error.to_string())?,
        };
        if database.manifest().subject != self.subject {
            return Err("it was computed from other files".to_owned());
        }
        let fact = |name: &str| {
            let fact = database.manifest().account.facts.get(name).and_then(Json::as_u64);
            fact.and_then(|fact| u32::try_from(fact).ok())
                .ok_or(format!("it does not say `{name}`"))
        };
        let sweeps = fact("sweeps")?;
        let mut parts = Vec::new();
        for (number, &len) in lens.iter().enumerate() {
            let table = database.records::<Interval>(&number.to_string());
            let table = table.map_err(|error| error.to_string())?;
            if table.len() != len as u64 {
                return Err(format!("part {number} has {} positions, not {len}", table.len()));
            }
            let mut bounds =
                Bounds { lower: Vec::with_capacity(len), upper: Vec::with_capacity(len) };
            let mut all_possible = true;
            let read = table.for_each(0..len as u64, |_, value| {
                all_possible &= value.lower <= value.upper && possible.contains(value);
                bounds.lower.push(value.lower);
                bounds.upper.push(value.upper);
            });
            read.map_err(|error| error.to_string())?;
            if !all_possible {
                return Err(format!("part {number} holds bounds that cannot be"));
            }
            parts.push(bounds);
        }
        Ok(Some(Iterate { sweeps, ..Iterate::start(parts) }))
    }
}

/// Removes a checkpoint, and what a killed process left of one, once the layer is published.
pub(crate) fn remove_checkpoint(files: &dyn FileSystem, path: &Path) {
    let mut partial = path.as_os_str().to_owned();
    partial.push(".partial");
    // One left behind only costs space: the published layer is found first.
    for path in [path, Path::new(&partial)] {
        if matches!(files.len(path), Ok(Some(_))) {
            let _ = files.remove(path);
        }
    }
}
