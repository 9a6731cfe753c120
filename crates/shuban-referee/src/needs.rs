//! The layers that a file's values rest on.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::vec::IntoIter;

use shuban_store::{FileSystem, Need};

use crate::error::Error;
use crate::target::Target;

/// Returns the layers that a file's values rest on, each after those that it needs.
///
/// # Errors
/// [`Error`] if one cannot be read or is another layer; [`Error::NotBuilt`] if it is not there;
/// [`Error::Circle`] if one rests on itself.
pub fn needed(disk: &dyn FileSystem, target: &Target, data: &Path) -> Result<Vec<Target>, Error> {
    let mut found = Vec::new();
    // Layers by name: true if all that they need was found, false while that is looked for.
    let mut seen = BTreeMap::new();
    let first = Link::open(disk, target.clone(), data)?;
    seen.insert(first.domain.clone(), false);
    // Not by recursion: it is the files that say how long the chain is.
    let mut chain = vec![first];
    while let Some(mut last) = chain.pop() {
        let Some(need) = last.needs.next() else {
            seen.insert(last.domain, true);
            found.push(last.target);
            continue;
        };
        match seen.get(&need.domain) {
            Some(true) => chain.push(last),
            Some(false) => {
                return Err(Error::Circle { file: last.target.path, need: need.domain });
            }
            None => {
                let next = Target::of_layer(&last.folder, &need.domain)?;
                if !next.path.exists() {
                    let (domain, folder) = (last.domain, last.folder);
                    return Err(Error::NotBuilt { domain, need: need.domain, folder });
                }
                seen.insert(need.domain, false);
                chain.push(last);
                chain.push(Link::open(disk, next, data)?);
            }
        }
    }
    // The last one is the file itself.
    found.pop();
    Ok(found)
}

/// A file of a chain in which each needs the next.
struct Link {
    target: Target,
    domain: String,
    /// The folder that its needs lie in.
    folder: PathBuf,
    /// The needs that were not looked at yet.
    needs: IntoIter<Need>,
}

impl Link {
    fn open(disk: &dyn FileSystem, target: Target, data: &Path) -> Result<Self, Error> {
        let database = target.open(disk).map_err(Error::Store)?;
        let manifest = database.manifest();
        let domain = manifest.subject.domain.clone();
        let folder = target.folder(&domain, data);
        let needs = manifest.account.needs.clone().into_iter();
        Ok(Link { target, domain, folder, needs })
    }
}
