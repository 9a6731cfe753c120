//! Databases that a reproduction builds for itself.

use std::path::Path;
use std::sync::Arc;

use shuban_core::{Domain, LayerId, Progress};
use shuban_solve::{BuildOptions, OpenLayer, Solver, Tables, build, layer_named};
use shuban_store::{Disk, FileSystem};
use tempfile::TempDir;

use super::ReproduceOptions;
use crate::error::Error;

/// A layer and all that it needs, in a folder that goes when this is dropped: no reproduction rests on
/// files that were there before.
pub(crate) struct Built<'d, D> {
    domain: &'d D,
    files: Arc<dyn FileSystem>,
    folder: TempDir,
}

impl<'d, D: Domain> Built<'d, D> {
    /// Builds a layer; where values are intervals, none wider than `width` units of 2⁻³⁰.
    pub(crate) fn new(
        domain: &'d D,
        solver: &dyn Solver<D>,
        layer: &str,
        width: i64,
        options: &ReproduceOptions,
        progress: &dyn Progress,
    ) -> Result<Self, Error> {
        let io = |source| Error::Io { path: std::env::temp_dir(), source };
        let folder = tempfile::tempdir().map_err(io)?;
        let files: Arc<dyn FileSystem> = Arc::new(Disk::default());
        let build_options = BuildOptions {
            threads: options.threads,
            memory: options.memory,
            width,
            ..BuildOptions::new(folder.path())
        };
        let layer = layer_named(domain, layer)?;
        build(&files, domain, solver, layer, &build_options, progress)?;
        Ok(Built { domain, files, folder })
    }

    fn data(&self) -> &Path {
        self.folder.path()
    }

    /// A layer that was built.
    pub(crate) fn open(&self, layer: LayerId) -> Result<OpenLayer<'d, D>, Error> {
        Ok(OpenLayer::open(&self.files, self.data(), self.domain, layer)?)
    }

    /// The layers that a layer needs.
    pub(crate) fn tables(&self, layer: LayerId) -> Result<Tables<'d, D>, Error> {
        let needs = self.domain.layers()[layer.0].needs.iter().copied();
        Ok(Tables::open(&self.files, self.data(), self.domain, needs)?)
    }
}
