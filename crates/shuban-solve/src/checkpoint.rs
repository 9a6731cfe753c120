//! Checkpoints: work in progress on a layer, from which an interrupted build resumes.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::{Value as Json, json};
use shuban_core::{Progress, Record, Saving};
use shuban_store::{
    Account, Database, FileSystem, Options, PARTIAL, PartEntry, Subject, Writer, beside,
};

use crate::error::Error;
use crate::streamed_table::{RowsByRank, StreamedTable};

/// The file of one layer's checkpoint, and its schedule.
///
/// A checkpoint is a file of the store's container, raw, written under another name and renamed as
/// any other: a kill at any moment leaves the one before. It names the files that it was computed
/// from, and is used with no others.
#[derive(Clone)]
pub struct Checkpoint {
    /// The file system.
    pub files: Arc<dyn FileSystem>,
    /// The checkpoint's path.
    pub path: PathBuf,
    /// Its subject; the parameters name everything that the work depends on.
    pub subject: Subject,
    /// Shortest interval between saves.
    pub every: Duration,
}

impl Checkpoint {
    /// Returns the time until the next save after one that took `saving`: saving takes at most a
    /// twentieth of the time, unless `every` is zero, which saves after every step.
    pub fn wait_after(&self, saving: Duration) -> Duration {
        if self.every.is_zero() { Duration::ZERO } else { self.every.max(20 * saving) }
    }

    /// Saves the rows of a layer, which are records of type `R`, after a number of steps of this name.
    ///
    /// # Errors
    /// The error of the disk. The checkpoint before is still there.
    pub fn save<R: Record>(
        &self,
        (name, steps): (&str, u32),
        lens: &[u64],
        rows: &mut dyn RowsByRank,
    ) -> Result<(), Error> {
        let subject = self.subject.clone();
        let mut writer = Writer::create(self.files.clone(), &self.path, subject, Options::raw())?;
        let mut account = Account::default();
        for (part, &positions) in lens.iter().enumerate() {
            let name = part.to_string();
            let mut table = StreamedTable::new(writer.table(&name, R::columns(), positions)?);
            table.push_ranks((part, positions), rows, |_| Ok::<_, Error>(()))?;
            table.finish()?;
            account.parts.push(PartEntry {
                name: name.clone(),
                positions,
                sections: vec![name],
                ..PartEntry::default()
            });
        }
        account.facts.insert(name.to_owned(), json!(steps));
        writer.publish(account)?;
        Ok(())
    }

    /// Passes the records last saved to `take`, by part and rank, which returns whether they are
    /// valid. Returns the number of steps before the save, or `None` if there is no checkpoint.
    ///
    /// # Errors
    /// The reason why the existing file cannot be used. Some of its records may have been taken.
    pub fn load<R: Record>(
        &self,
        name: &str,
        lens: &[u64],
        mut take: impl FnMut(usize, u64, R) -> bool,
    ) -> Result<Option<u32>, String> {
        let Some(database) = open_work(&*self.files, &self.path, &self.subject)? else {
            return Ok(None);
        };
        let steps = database.manifest().account.facts.get(name).and_then(Json::as_u64);
        let steps = steps.and_then(|steps| u32::try_from(steps).ok());
        let steps = steps.ok_or_else(|| format!("it does not say `{name}`"))?;
        for (part, &len) in lens.iter().enumerate() {
            let table = database.records::<R>(&part.to_string());
            let table = table.map_err(|error| error.to_string())?;
            if table.len() != len {
                return Err(format!("part {part} has {} positions, not {len}", table.len()));
            }
            let mut all_possible = true;
            let read =
                table.for_each(0..len, |rank, record| all_possible &= take(part, rank, record));
            read.map_err(|error| error.to_string())?;
            if !all_possible {
                return Err(format!("part {part} holds values that cannot be"));
            }
        }
        Ok(Some(steps))
    }
}

/// The time and the duration of the last save.
pub(crate) struct SavingTimes {
    saved_at: Instant,
    took: Duration,
}

impl SavingTimes {
    pub(crate) fn new() -> Self {
        SavingTimes { saved_at: Instant::now(), took: Duration::ZERO }
    }

    /// Returns true if saving is due.
    pub(crate) fn is_due(&self, checkpoint: &Checkpoint) -> bool {
        self.saved_at.elapsed() >= checkpoint.wait_after(self.took)
    }

    /// Saves if it is due, or `at_once`. The work goes on even if that fails.
    pub(crate) fn save(
        &mut self,
        checkpoint: &Checkpoint,
        progress: &dyn Progress,
        at_once: bool,
        save: impl FnOnce() -> Result<(), Error>,
    ) {
        if !at_once && !self.is_due(checkpoint) {
            return;
        }
        let started = Instant::now();
        let _saving = Saving::begin(progress);
        if let Err(error) = save() {
            progress.note(&format!("no checkpoint could be written: {error}"));
        }
        self.saved_at = Instant::now();
        self.took = self.saved_at - started;
    }
}

/// Opens a file of work in progress: `Ok(None)` if there is none.
///
/// # Errors
/// The reason why the existing file cannot be used.
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

/// Removes a published layer's checkpoint, and unfinished files of that or of the layer itself from
/// a killed process: after a power cut, the old name of a renamed file may still exist.
pub(crate) fn remove_work(files: &dyn FileSystem, layer: &Path) {
    let partial = |path: &Path| beside(path, PARTIAL);
    let checkpoint = layer.with_extension("checkpoint");
    // A leftover only costs space: the published layer is found first.
    for path in [partial(layer), partial(&checkpoint), checkpoint] {
        if matches!(files.len(&path), Ok(Some(_))) {
            let _ = files.remove(&path);
        }
    }
}
