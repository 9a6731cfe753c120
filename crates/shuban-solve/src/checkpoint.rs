//! Work in progress on a layer, saved so that a killed build goes on from there.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value as Json, json};
use shuban_core::{Interval, Record};
use shuban_store::{Account, Database, FileSystem, Options, PartEntry, Subject, Writer};

use crate::iterate::{Bounds, Iterate};

/// Where the checkpoint of one layer is kept, and how often it is written.
///
/// A checkpoint is a file of the store's container, raw, written beside and renamed as any other:
/// so a kill at any moment leaves the one before. It says from which files it was computed; with
/// any other it is not used.
#[derive(Clone)]
pub struct Checkpoint {
    /// Where files are.
    pub files: Arc<dyn FileSystem>,
    /// The checkpoint.
    pub path: PathBuf,
    /// What it says of itself; the parameters name everything that the work depends on.
    pub subject: Subject,
    /// How often to save, at most.
    pub every: Duration,
}

impl Checkpoint {
    /// How long to wait until the next save after one that took `saving`: saving never takes more
    /// than a twentieth of the time, unless `every` is zero, which saves after every step.
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
        let Some(database) = open_work(&*self.files, &self.path, &self.subject)? else {
            return Ok(None);
        };
        let sweeps = database.manifest().account.facts.get("sweeps").and_then(Json::as_u64);
        let sweeps = sweeps.and_then(|sweeps| u32::try_from(sweeps).ok());
        let sweeps = sweeps.ok_or("it does not say `sweeps`")?;
        let mut parts = Vec::new();
        for (number, &len) in lens.iter().enumerate() {
            let table = database.records::<Interval>(&number.to_string());
            let table = table.map_err(|error| error.to_string())?;
            if table.len() != len as u64 {
                return Err(format!("part {number} has {} positions, not {len}", table.len()));
            }
            let mut bounds = Bounds::all(len, possible);
            let mut all_possible = true;
            let read = table.for_each(0..len as u64, |rank, value| {
                all_possible &= value.lower <= value.upper && possible.contains(value);
                bounds.lower[rank as usize] = value.lower;
                bounds.upper[rank as usize] = value.upper;
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

/// Opens a file of work in progress: `Ok(None)` if there is none.
///
/// # Errors
/// Why the file that is there cannot be used.
pub(crate) fn open_work(
    files: &dyn FileSystem,
    path: &Path,
    subject: &Subject,
) -> Result<Option<Database>, String> {
    let database = match Database::open_as(files, path, &subject.domain) {
        Err(shuban_store::Error::NotFound { .. }) => return Ok(None),
        other => other.map_err(|error| error.to_string())?,
    };
    if database.manifest().subject != *subject {
        return Err("it was computed from other files, or by another program".to_owned());
    }
    Ok(Some(database))
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
