//! State of a layer's file relative to a build.

use std::collections::BTreeMap;

use shuban_core::{LayerId, ONE};
use shuban_store::FileSystem;

use crate::build::options::BuildOptions;
use crate::certificate::{certificate, open_answering, proven_hash};
use crate::directory::check_directory;
use crate::error::Error;
use crate::facts::StatedFacts;
use crate::solver::Solver;

/// The state of a layer in a data folder, by the header and directory of its file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileState {
    /// There is no file.
    Absent,
    /// It is up to date.
    Built {
        /// The hash of its values.
        content_hash: String,
        /// True if only its compact file is there.
        is_compact: bool,
    },
    /// It must be rebuilt: to a smaller width, or from other files.
    Outdated {
        /// The reason, in a sentence.
        reason: String,
    },
    /// It is not a database of this layer, or incomplete, of another program version, or
    /// unreadable.
    Damaged {
        /// The reason.
        reason: String,
    },
}

impl FileState {
    /// Returns its name in output.
    pub const fn name(&self) -> &'static str {
        match self {
            FileState::Absent => "absent",
            FileState::Built { .. } => "built",
            FileState::Outdated { .. } => "outdated",
            FileState::Damaged { .. } => "damaged",
        }
    }
}

/// Returns the state of a layer's file, given the content hashes of the layers it needs (`None` for
/// one that is itself to be built).
///
/// # Errors
/// [`Error::Store`] if a file must not be overwritten: one of another program version, one that is
/// not a database or cannot be read, a folder.
pub(super) fn file_state(
    files: &dyn FileSystem,
    solver: &dyn Solver,
    layer: LayerId,
    hashes: &BTreeMap<LayerId, Option<String>>,
    options: &BuildOptions,
) -> Result<FileState, Error> {
    use shuban_store::Error as Store;
    let domain = solver.domain();
    let description = &domain.all_layers()[layer.0];
    let database = match open_answering(files, &options.data, &description.name) {
        Err(Store::NotFound { .. }) => return Ok(FileState::Absent),
        Err(error @ (Store::Damaged { .. } | Store::OtherDomain { .. })) => {
            return Ok(FileState::Damaged { reason: error.to_string() });
        }
        opened => opened?,
    };
    let outdated = |reason: &str| Ok(FileState::Outdated { reason: reason.to_owned() });
    let manifest = database.manifest();
    if manifest.subject.parameters != domain.settings() {
        return outdated("it was built with other parameters");
    }
    let hash = |need: &LayerId| hashes.get(need).and_then(|hash| hash.as_deref());
    let expected: BTreeMap<&str, Option<&str>> = (description.needs.iter())
        .map(|need| (&*domain.all_layers()[need.0].name, hash(need)))
        .collect();
    let found: BTreeMap<&str, Option<&str>> = (manifest.account.needs.iter())
        .filter(|need| need.domain != description.name)
        .map(|need| (&*need.domain, Some(&*need.content_hash)))
        .collect();
    if expected != found {
        return outdated("it was built from other files than those that are there");
    }
    let stated =
        check_directory(domain, layer, &database).and_then(|()| solver.stated(&manifest.account));
    let stated = match stated {
        Ok(stated) => stated,
        Err(reason) => return Ok(FileState::Damaged { reason: format!("directory: {reason}") }),
    };
    let width = options.width as f64 / f64::from(ONE);
    if let StatedFacts::Intervals(facts) = stated
        && facts.width_asked().is_some_and(|asked| asked > width)
    {
        return outdated("it was built to a larger width");
    }
    Ok(FileState::Built {
        content_hash: proven_hash(manifest).to_owned(),
        is_compact: certificate(manifest).is_some(),
    })
}
