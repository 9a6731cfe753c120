//! The finished layers that the work on a layer rests on: all processes have the same files.
//!
//! The leader sends a file to those whose data folder has none. Each copy is read back and checked
//! before it has its name, as a file that was built is.

use std::path::Path;
use std::sync::Arc;

use shuban_core::erased::Tables;
use shuban_core::{LayerId, Progress};
use shuban_store::{FileCopy, FileSystem, Lock, compact_path, layer_path, lock};

use super::numbered::{halves, joined};
use super::others::{LEADER, Together};
use crate::certificate::open_answering;
use crate::error::Error;
use crate::job::Job;
use crate::layer_file::LayerFile;
use crate::names::layer_name;
use crate::stored_layer::StoredLayer;
use crate::threads::wait_for_others;

/// Bytes that are sent at a time.
const PIECE: usize = 1 << 18;

/// Begins a layer: the leader says which, sends what others lack, and all compare what they have.
///
/// # Errors
/// [`Error::OtherInputs`], in all processes, if one has other files than the leader; [`Error::Lost`];
/// environment errors.
pub(crate) fn begin(together: &Together, job: &Job<'_>, file: &LayerFile) -> Result<(), Error> {
    if together.leads() {
        together.lead_on(job.layer, job.width)?;
        for layer in job.solved.layers() {
            while !give(together, layer, job.progress)? {}
        }
    }
    together.agree_on(&format!("{:?} {}", file.inputs(), job.width))
}

/// Takes the files that are lacking here of those that a layer needs: the part of the others, before
/// they open them and [`begin`].
///
/// # Errors
/// [`Error::Lost`]; environment errors.
pub(crate) fn take(
    together: &Together,
    files: &Arc<dyn FileSystem>,
    data: &Path,
    (domain, layer): (&dyn Tables, LayerId),
    progress: &dyn Progress,
) -> Result<(), Error> {
    let mut needs = domain.all_layers()[layer.0].needs.clone();
    needs.sort_unstable(); // the order of the leader's
    for need in needs {
        let names = (layer_name(domain, need), layer_name(domain, layer));
        while !take_one(together, files, data, names, progress)? {}
    }
    Ok(())
}

/// The word of a process about a file.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Said {
    /// It is here.
    There,
    /// It is to be sent here.
    Lacking,
    /// It is waited for: another process is making it here, or it is in the leader's folder, which is
    /// this one's too, and not seen yet.
    Awaited,
}

impl Said {
    /// Tells all others, and returns what each says.
    fn by_all(self, together: &Together) -> Result<Vec<Said>, Error> {
        let of_code = |code| match code {
            0 => Ok(Said::There),
            1 => Ok(Said::Lacking),
            2 => Ok(Said::Awaited),
            _ => Err(Error::Lost("a process said nothing of a file".to_owned())),
        };
        let said = together.words_of_all([self as u64])?;
        said.into_iter().map(|[code]| of_code(code)).collect()
    }
}

/// Sends a file to those that lack it; returns true once all have it.
fn give(
    together: &Together,
    layer: &StoredLayer<'_>,
    progress: &dyn Progress,
) -> Result<bool, Error> {
    let said = Said::There.by_all(together)?;
    if !said.contains(&Said::Lacking) {
        return Ok(!said.contains(&Said::Awaited));
    }
    let database = layer.database();
    let head = Head {
        len: database.bytes(),
        is_compact: layer.is_compact(),
        content_hash: database.manifest().content_hash.clone(),
    };
    together.tell(head.to_numbers())?;
    progress.phase(&format!("sending {}", database.manifest().subject.domain), head.len);
    for (first, len) in pieces(head.len) {
        if progress.interrupted() {
            return Err(Error::Interrupted);
        }
        let mut piece = vec![0; len];
        database.stored_bytes(first, &mut piece)?;
        let numbers = numbers_of(&piece);
        let of = |said: &Said| match said {
            Said::Lacking => numbers.clone(),
            Said::There | Said::Awaited => Vec::new(),
        };
        let sent: Vec<Vec<i32>> = said.iter().map(of).collect();
        together.trade(&sent, &mut together.lists())?;
        progress.at(first + len as u64, "");
    }
    wait_until_in_place(together)?;
    Ok(false) // some may still be waited for
}

/// Waits until all copies have their names, so that nobody looks for one before.
fn wait_until_in_place(together: &Together) -> Result<(), Error> {
    together.tell(Vec::new()).map(drop)
}

/// Takes a file, which the layer `solved` needs, if it is lacking here; returns true once all have it.
fn take_one(
    together: &Together,
    files: &Arc<dyn FileSystem>,
    data: &Path,
    (name, solved): (&str, &str),
    progress: &dyn Progress,
) -> Result<bool, Error> {
    let here = Here::look(&**files, data, (name, solved))?;
    if matches!(here, Here::Awaited) {
        wait_for_others(progress)?;
    }
    let said = here.said().by_all(together)?;
    if !said.contains(&Said::Lacking) {
        return Ok(!said.contains(&Said::Awaited));
    }
    let told = together.tell(Vec::new())?;
    let head = Head::of_numbers(&told[LEADER]).ok_or_else(no_file)?;
    let path = if head.is_compact { compact_path(data, name) } else { layer_path(data, name) }?;
    let mut copy = match &here {
        Here::Lacking { .. } => Some(FileCopy::create(files.clone(), &path)?),
        Here::There | Here::Awaited => None,
    };
    progress.phase(&format!("receiving {name}"), head.len);
    for (first, len) in pieces(head.len) {
        if progress.interrupted() {
            return Err(Error::Interrupted);
        }
        let mut received = together.lists();
        together.trade(&together.lists(), &mut received)?;
        if let Some(copy) = &mut copy {
            let bytes: Vec<u8> =
                received[LEADER].iter().flat_map(|number| number.to_le_bytes()).collect();
            copy.append(bytes.get(..len).ok_or_else(no_file)?)?;
        }
        progress.at(first + len as u64, "");
    }
    progress.phase(&format!("reading back {name}"), head.len);
    let mut read = |done: u64, _all: u64| progress.at(done, "");
    copy.map_or(Ok(()), |copy| copy.publish(&head.content_hash, &mut read))?;
    drop(here);
    wait_until_in_place(together)?;
    Ok(false) // some may still be waited for
}

fn no_file() -> Error {
    Error::Lost("the leader sent no file".to_owned())
}

/// The state of a file in the data folder of a process.
enum Here {
    There,
    /// It is missing. While this process holds the lock, no other makes it.
    Lacking {
        _lock: Lock,
    },
    Awaited,
}

impl Here {
    fn look(
        files: &dyn FileSystem,
        data: &Path,
        (name, solved): (&str, &str),
    ) -> Result<Self, Error> {
        use shuban_store::Error::{Locked, NotFound};
        let is_there = || match open_answering(files, data, name) {
            Ok(_) => Ok(true),
            Err(NotFound { .. }) => Ok(false),
            Err(error) => Err(error),
        };
        if is_there()? {
            return Ok(Here::There);
        }
        // The leader has the lock of the layer that is solved.
        if let Err(Locked { .. }) = lock(files, &layer_path(data, solved)?) {
            return Ok(Here::Awaited);
        }
        match lock(files, &layer_path(data, name)?) {
            // It may have been made before it was locked.
            Ok(_lock) => Ok(if is_there()? { Here::There } else { Here::Lacking { _lock } }),
            Err(Locked { .. }) => Ok(Here::Awaited),
            Err(error) => Err(error.into()),
        }
    }

    fn said(&self) -> Said {
        match self {
            Here::There => Said::There,
            Here::Lacking { .. } => Said::Lacking,
            Here::Awaited => Said::Awaited,
        }
    }
}

/// The facts of a file that are told before its bytes.
struct Head {
    len: u64,
    is_compact: bool,
    content_hash: String,
}

impl Head {
    fn to_numbers(&self) -> Vec<i32> {
        let [low, high] = halves(self.len);
        let hash = self.content_hash.bytes().map(i32::from);
        [low, high, self.is_compact.into()].into_iter().chain(hash).collect()
    }

    fn of_numbers(numbers: &[i32]) -> Option<Self> {
        let [low, high, is_compact, hash @ ..] = numbers else { return None };
        let hash = hash.iter().map(|&byte| u8::try_from(byte).ok());
        let content_hash = String::from_utf8(hash.collect::<Option<_>>()?).ok()?;
        Some(Head { len: joined(*low, *high), is_compact: *is_compact != 0, content_hash })
    }
}

/// Returns the first byte and the length of each piece of a file.
fn pieces(len: u64) -> impl Iterator<Item = (u64, usize)> {
    let of = move |first: u64| (first, (len - first).min(PIECE as u64) as usize);
    (0..len).step_by(PIECE).map(of)
}

/// Returns the bytes as numbers, the last one filled up with zeros.
fn numbers_of(bytes: &[u8]) -> Vec<i32> {
    let number = |bytes: &[u8]| {
        let mut four = [0; 4];
        four[..bytes.len()].copy_from_slice(bytes);
        i32::from_le_bytes(four)
    };
    bytes.chunks(4).map(number).collect()
}
