//! A published table, and the tools that all of them use.

use std::fs;
use std::path::PathBuf;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use serde::Serialize;
use shuban_catalog::{Catalog, Error, with_threads};
use shuban_core::{Domain, LayerId, Progress};
use shuban_solve::{BuildOptions, LayerReport, OpenLayer, OpenLayers, SolvedLayers, layer_named};
use shuban_store::{Disk, FileSystem, write_bytes};
use tempfile::TempDir;

use crate::finding::{Finding, Findings, Reproduced};

/// Options of a recomputation.
#[derive(Clone, Debug)]
pub struct ReproduceOptions {
    /// True for the longer version, where there is one: more games, more iterations.
    pub full: bool,
    /// Folder for figures and their data.
    pub folder: PathBuf,
    /// Number of threads.
    pub threads: usize,
    /// Approximate memory limit in bytes.
    pub memory: u64,
}

/// A published table or figure, or a list of claims.
///
/// It is computed anew, in memory or in a folder of its own, with one finding for each printed
/// number.
#[derive(Clone, Copy, Serialize)]
pub struct Paper {
    /// Name, such as `gammon/table-1`.
    pub id: &'static str,
    /// Description and source, in one line.
    pub what: &'static str,
    /// Description in Japanese.
    pub what_ja: &'static str,
    /// Approximate time on two cores.
    pub seconds: u32,
    /// Computes it, on a pool of as many threads as the options say.
    #[serde(skip)]
    pub(crate) rows: fn(&Recomputation<'_>) -> Result<Vec<Finding>, Error>,
}

impl Paper {
    /// Computes it. Rows found before an interruption are in `found`.
    ///
    /// # Errors
    /// [`Error`] if it could not be computed. A result that differs from the print is no error.
    pub fn run(
        &self,
        options: &ReproduceOptions,
        found: &Findings,
        progress: &dyn Progress,
    ) -> Result<Reproduced, Error> {
        let run = Recomputation { options, progress, found, files: Mutex::default() };
        let rows = with_threads(options.threads, || (self.rows)(&run))??;
        run.check()?;
        found.add(rows);
        let files = run.files.into_inner().unwrap_or_else(PoisonError::into_inner);
        Ok(Reproduced { files, ..found.reproduced(self.id) })
    }
}

/// A recomputation in progress.
pub(crate) struct Recomputation<'a> {
    pub(crate) options: &'a ReproduceOptions,
    pub(crate) progress: &'a dyn Progress,
    /// Rows so far, of long computations.
    found: &'a Findings,
    /// Files written so far.
    files: Mutex<Vec<PathBuf>>,
}

impl Recomputation<'_> {
    /// Ends the run if the user has interrupted it.
    ///
    /// # Errors
    /// [`Error::Interrupted`].
    pub(crate) fn check(&self) -> Result<(), Error> {
        if self.progress.interrupted() { Err(Error::Interrupted) } else { Ok(()) }
    }

    /// Keeps a computed row. The rows that are returned at the end come after it.
    pub(crate) fn keep(&self, row: Finding) {
        self.found.add([row]);
    }

    /// Returns one of two sizes: the second with `--full`.
    pub(crate) fn size<T>(&self, default: T, full: T) -> T {
        if self.options.full { full } else { default }
    }

    /// Writes a figure or data.
    ///
    /// # Errors
    /// [`Error::Io`].
    pub(crate) fn write(&self, name: &str, text: &str) -> Result<(), Error> {
        let folder = &self.options.folder;
        let path = folder.join(name);
        let io = |source| Error::Io { path: path.clone(), source };
        fs::create_dir_all(folder).map_err(io)?;
        write_bytes(&path, text.as_bytes()).map_err(io)?;
        self.files.lock().unwrap_or_else(PoisonError::into_inner).push(path);
        Ok(())
    }

    /// Returns the options of a build, without its folder.
    pub(crate) fn build_options(&self) -> BuildOptions {
        let ReproduceOptions { threads, memory, .. } = *self.options;
        BuildOptions { threads, memory, ..BuildOptions::new("") }
    }

    /// Builds a layer and all that it needs, with the default width of bounds.
    pub(crate) fn built<'d, D: Domain>(
        &self,
        domain: &'d D,
        layer: &str,
    ) -> Result<TempDatabase<'d, D>, Error> {
        TempDatabase::new(domain, layer, &self.build_options(), self.progress)
    }
}

#[cfg(test)]
impl Recomputation<'static> {
    /// Creates a quick one on one thread that writes nothing.
    pub(crate) fn quick() -> Self {
        static OPTIONS: LazyLock<ReproduceOptions> = LazyLock::new(|| ReproduceOptions {
            full: false,
            folder: "none".into(),
            threads: 1,
            memory: 64 << 20,
        });
        static FOUND: LazyLock<Findings> = LazyLock::new(Findings::default);
        Recomputation {
            options: &OPTIONS,
            progress: &shuban_core::Silent,
            found: &FOUND,
            files: Mutex::default(),
        }
    }
}

/// Builds a layer and all that it needs, with the catalog's solver; returns the reports in order.
///
/// # Errors
/// Those of any build.
pub(crate) fn build(
    layer: &str,
    options: &BuildOptions,
    progress: &dyn Progress,
) -> Result<Vec<LayerReport>, Error> {
    static CATALOG: LazyLock<Catalog> = LazyLock::new(shuban_games::catalog);
    let placed = CATALOG.layer(layer)?;
    placed.family.build(placed.layer, options, progress)
}

/// A layer and all that it needs, in a folder that is removed on drop: no reproduction rests on
/// existing files.
pub(crate) struct TempDatabase<'d, D> {
    domain: &'d D,
    /// The requested layer.
    pub(crate) layer: LayerId,
    files: Arc<dyn FileSystem>,
    folder: TempDir,
}

impl<'d, D: Domain> TempDatabase<'d, D> {
    /// Builds a layer, with these options except the folder.
    pub(crate) fn new(
        domain: &'d D,
        layer: &str,
        options: &BuildOptions,
        progress: &dyn Progress,
    ) -> Result<Self, Error> {
        let io = |source| Error::Io { path: std::env::temp_dir(), source };
        let folder = tempfile::tempdir().map_err(io)?;
        let files: Arc<dyn FileSystem> = Arc::new(Disk::default());
        let options = BuildOptions { data: folder.path().to_owned(), ..options.clone() };
        build(layer, &options, progress)?;
        let layer = layer_named(domain, layer)?;
        Ok(TempDatabase { domain, layer, files, folder })
    }

    /// Opens a layer that was built.
    pub(crate) fn open(&self, layer: LayerId) -> Result<OpenLayer<'d, D>, Error> {
        Ok(OpenLayer::open(&self.files, self.folder.path(), self.domain, layer)?)
    }

    /// Opens the layers that a layer needs, without types.
    pub(crate) fn solved(&self, layer: LayerId) -> Result<SolvedLayers<'d>, Error> {
        let needs = self.domain.layers()[layer.0].needs.iter().copied();
        Ok(SolvedLayers::open(&self.files, self.folder.path(), self.domain, needs)?)
    }

    /// Opens the layers that a layer needs.
    pub(crate) fn tables(&self, layer: LayerId) -> Result<OpenLayers<'d, D>, Error> {
        let needs = self.domain.layers()[layer.0].needs.iter().copied();
        Ok(OpenLayers::open(&self.files, self.folder.path(), self.domain, needs)?)
    }
}
