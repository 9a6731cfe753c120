//! A file that is to be checked.

use std::path::{Component, Path, PathBuf};

use shuban_store::{Database, Error as StoreError, FileSystem, layer_path};

use crate::error::Error;

/// A file to check, and the layer that it has to hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// The file.
    pub path: PathBuf,
    /// The layer; `None` of a file that may hold any.
    pub domain: Option<String>,
}

impl Target {
    /// Creates the target of a file that may hold any layer.
    pub fn of_file(path: impl Into<PathBuf>) -> Self {
        Target { path: path.into(), domain: None }
    }

    /// Creates the target of a layer's file in a data folder.
    ///
    /// # Errors
    /// [`Error::Store`] if the name cannot be that of a layer.
    pub fn of_layer(folder: &Path, domain: &str) -> Result<Self, Error> {
        let path = layer_path(folder, domain).map_err(Error::Store)?;
        Ok(Target { path, domain: Some(domain.to_owned()) })
    }

    /// Opens the file, which has to hold the layer.
    pub(crate) fn open(&self, disk: &dyn FileSystem) -> Result<Database, StoreError> {
        match &self.domain {
            Some(domain) => Database::open_as(disk, &self.path, domain),
            None => Database::open(disk, &self.path),
        }
    }

    /// Returns the data folder that its needs are looked for in: the one that it lies in as the file
    /// of its layer, else `data`.
    pub(crate) fn folder(&self, domain: &str, data: &Path) -> PathBuf {
        data_folder(&self.path, domain).unwrap_or_else(|| data.to_owned())
    }
}

/// Returns the data folder that a file lies in as the file of its layer.
fn data_folder(path: &Path, domain: &str) -> Option<PathBuf> {
    let mut folder = path.to_owned();
    let mut expected = layer_path(Path::new(""), domain).ok()?;
    while let Some(Component::Normal(name)) = expected.components().next_back() {
        if folder.file_name() != Some(name) {
            return None;
        }
        folder.pop();
        expected.pop();
    }
    Some(folder)
}
