//! How a layer's file stands to a build.

use std::collections::BTreeMap;

use serde_json::Value as Json;
use shuban_core::{Domain, LayerId, ONE};
use shuban_store::{Database, FileSystem, PartEntry, layer_path};

use crate::build::options::BuildOptions;
use crate::error::Error;

/// How the file of a layer stands to a build.
pub(super) enum BuildState {
    /// There is none.
    Absent,
    /// It is what the build would make, as far as it says; this is its content hash.
    Current(String),
    /// It is to be built again: why.
    Outdated(String),
    /// It cannot be read, or is of another layer, and is to be built again: why.
    Damaged(String),
}

/// How a layer's file stands to a build, given the content hashes of the layers it needs (`None`
/// for one that is itself to be built).
///
/// # Errors
/// [`Error::Store`] if there is a file that should not be overwritten: of another program version.
pub(super) fn build_state<D: Domain>(
    files: &dyn FileSystem,
    domain: &D,
    layer: LayerId,
    hashes: &BTreeMap<LayerId, Option<String>>,
    options: &BuildOptions,
) -> Result<BuildState, Error> {
    let description = &domain.layers()[layer.0];
    let path = layer_path(&options.data, &description.name)?;
    let database = match Database::open_as(files, &path, &description.name) {
        Ok(database) => database,
        Err(shuban_store::Error::NotFound { .. }) => return Ok(BuildState::Absent),
        Err(
            error @ (shuban_store::Error::Damaged { .. } | shuban_store::Error::OtherDomain { .. }),
        ) => {
            return Ok(BuildState::Damaged(error.to_string()));
        }
        Err(error) => return Err(error.into()),
    };
    let manifest = database.manifest();
    if manifest.subject.parameters != domain.parameters() {
        return Ok(BuildState::Outdated("it was built with other parameters".to_owned()));
    }
    let expected: BTreeMap<&str, Option<&str>> = (description.needs.iter())
        .map(|need| {
            (&*domain.layers()[need.0].name, hashes.get(need).and_then(|hash| hash.as_deref()))
        })
        .collect();
    let found: BTreeMap<&str, Option<&str>> = manifest
        .account
        .needs
        .iter()
        .map(|need| (&*need.domain, Some(&*need.content_hash)))
        .collect();
    if expected != found {
        return Ok(BuildState::Outdated(
            "it was built from other files than those that are there".to_owned(),
        ));
    }
    let asked = |part: &PartEntry| part.facts.get("width_asked").and_then(Json::as_f64);
    if manifest
        .account
        .parts
        .iter()
        .filter_map(asked)
        .any(|width| width > options.width as f64 / f64::from(ONE))
    {
        return Ok(BuildState::Outdated("it was built to a larger width".to_owned()));
    }
    Ok(BuildState::Current(manifest.content_hash.clone()))
}
