//! A published table, and what all of them need to be recomputed.

use std::fs;
use std::path::PathBuf;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use serde::Serialize;
use shuban_catalog::{Catalog, Error, with_threads};
use shuban_core::{Domain, LayerId, Progress};
use shuban_solve::{BuildOptions, LayerReport, OpenLayer, OpenLayers, SolvedLayers, layer_named};
use shuban_store::{Disk, FileSystem};
use tempfile::TempDir;

use crate::finding::{Finding, Findings, Reproduced};

/// How to recompute.
#[derive(Clone, Debug)]
pub struct ReproduceOptions {
    /// Take longer, where more can be had for it: more games, more iterations.
    pub full: bool,
    /// Where figures and their data go.
    pub folder: PathBuf,
    /// How many threads.
    pub threads: usize,
    /// How many bytes of memory it may use, about.
    pub memory: u64,
}

/// A published table or figure, or a list of claims.
///
/// It is computed anew, in memory or in a folder of its own, with one finding for each printed
/// number.
#[derive(Clone, Copy, Serialize)]
pub struct Paper {
    /// Its name: `gammon/table-1`.
    pub id: &'static str,
    /// What it is and where it was published, in one line.
    pub what: &'static str,
    /// The same in Japanese.
    pub what_ja: &'static str,
    /// About how long it takes on two cores.
    pub seconds: u32,
    /// Computes it, on a pool of as many threads as the options say.
    #[serde(skip)]
    pub(crate) rows: fn(&Recomputation<'_>) -> Result<Vec<Finding>, Error>,
}

impl Paper {
    /// Computes it. What is found before the end, should it be interrupted, is in `found`.
    ///
    /// # Errors
    /// [`Error`] if it could not be computed. That a result differs from the print is no error.
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

/// One recomputation under way.
pub(crate) struct Recomputation<'a> {
    pub(crate) options: &'a ReproduceOptions,
    pub(crate) progress: &'a dyn Progress,
    /// The rows so far, of what takes long.
    found: &'a Findings,
    /// What was written so far.
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

    /// Keeps a row that is computed. The rows that are given at the end come after it.
    pub(crate) fn keep(&self, row: Finding) {
        self.found.add([row]);
    }

    /// One of two sizes: with `--full` the second.
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
        fs::write(&path, text).map_err(io)?;
        self.files.lock().unwrap_or_else(PoisonError::into_inner).push(path);
        Ok(())
    }

    /// How to build databases; where to is still open.
    pub(crate) fn build_options(&self) -> BuildOptions {
        let ReproduceOptions { threads, memory, .. } = *self.options;
        BuildOptions { threads, memory, ..BuildOptions::new("") }
    }

    /// Builds a layer and all that it needs, its bounds as wide as by default.
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
    /// A quick one on one thread that writes nothing.
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

/// Builds a layer and all that it needs, with the solver of the catalog: what was built, in order.
///
/// # Errors
/// [`Error`] as of any build.
pub(crate) fn build(
    layer: &str,
    options: &BuildOptions,
    progress: &dyn Progress,
) -> Result<Vec<LayerReport>, Error> {
    static CATALOG: LazyLock<Catalog> = LazyLock::new(shuban_games::catalog);
    let placed = CATALOG.layer(layer)?;
    placed.family.build(placed.layer, options, progress)
}

/// A layer and all that it needs, in a folder that goes when this is dropped: no reproduction rests
/// on files that were there before.
pub(crate) struct TempDatabase<'d, D> {
    domain: &'d D,
    /// The layer that was asked for.
    pub(crate) layer: LayerId,
    files: Arc<dyn FileSystem>,
    folder: TempDir,
}

impl<'d, D: Domain> TempDatabase<'d, D> {
    /// Builds a layer, with these options but for the folder.
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

    /// A layer that was built.
    pub(crate) fn open(&self, layer: LayerId) -> Result<OpenLayer<'d, D>, Error> {
        Ok(OpenLayer::open(&self.files, self.folder.path(), self.domain, layer)?)
    }

    /// The layers that a layer needs, without types.
    pub(crate) fn solved(&self, layer: LayerId) -> Result<SolvedLayers<'d>, Error> {
        let needs = self.domain.layers()[layer.0].needs.iter().copied();
        Ok(SolvedLayers::open(&self.files, self.folder.path(), self.domain, needs)?)
    }

    /// The layers that a layer needs.
    pub(crate) fn tables(&self, layer: LayerId) -> Result<OpenLayers<'d, D>, Error> {
        let needs = self.domain.layers()[layer.0].needs.iter().copied();
        Ok(OpenLayers::open(&self.files, self.folder.path(), self.domain, needs)?)
    }
}
