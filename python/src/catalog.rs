//! The catalog of all games.

use std::sync::{Arc, LazyLock};

use pyo3::prelude::*;
use shuban_catalog::Catalog;
use shuban_publish::{KeptParts, PublishedFiles, Reading};
use shuban_solve::machine;
use shuban_store::{Disk, FileSystem};

use crate::errors::raised_as;

/// Catalog of all games. Files may take as much memory as on the command line.
pub(crate) static CATALOG: LazyLock<Catalog> = LazyLock::new(|| {
    let mut catalog = shuban_games::catalog();
    let files: Arc<dyn FileSystem> = FILES.clone();
    catalog.use_files(&files);
    catalog
});

/// The machine's files, beside published ones.
static FILES: LazyLock<Arc<PublishedFiles>> = LazyLock::new(|| {
    let disk = Arc::new(Disk { memory: machine::default_memory() });
    let reading = Reading { kept: KeptParts::usual(KEPT), ..Reading::default() };
    Arc::new(PublishedFiles::new(disk, reading))
});

/// Bytes of disk for what was read from addresses, as on the command line.
const KEPT: u64 = 1 << 30;

/// Makes the address of a published folder a data folder.
#[pyfunction]
pub(crate) fn use_address(py: Python<'_>, address: &str) -> PyResult<()> {
    let added = py.detach(|| FILES.add(address));
    added.map_err(|error| raised_as(py, error.kind(), &error.to_string()))
}
