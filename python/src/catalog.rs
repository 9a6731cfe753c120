//! The catalog of all games.

use std::sync::{Arc, LazyLock};

use shuban_catalog::Catalog;
use shuban_solve::machine;
use shuban_store::{Disk, FileSystem};

/// Catalog of all games. Files may take as much memory as on the command line.
pub(crate) static CATALOG: LazyLock<Catalog> = LazyLock::new(|| {
    let mut catalog = shuban_games::catalog();
    let files: Arc<dyn FileSystem> = Arc::new(Disk { memory: machine::default_memory() });
    catalog.use_files(&files);
    catalog
});
