//! What a build comes to.

use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Instant;

use serde::Serialize;
use shuban_core::Progress;
use shuban_solve::{BuildOptions, Estimate, LayerReport, Tallied};

use crate::catalog::Catalog;
use crate::error::Error;
use crate::names::PlacedLayer;

/// A layer with all that it needs, built.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BuildReport {
    /// The layer that was asked for.
    #[serde(flatten)]
    pub layer: LayerReport,
    /// Its file.
    pub file: PathBuf,
    /// How long all layers took together.
    pub total_seconds: f64,
    /// All layers, in the order of building; the one that was asked for is the last.
    pub layers: Vec<LayerReport>,
}

impl<'c> PlacedLayer<'c> {
    /// The layer of another family that is built before this one, with its options: what is asked
    /// of this layer is not asked of it.
    fn companion(
        &self,
        options: &BuildOptions,
    ) -> Result<Option<(PlacedLayer<'c>, BuildOptions)>, Error> {
        let Some(name) = self.family.companion(self.layer) else { return Ok(None) };
        let options = BuildOptions {
            rebuild: false,
            compact: false,
            certificate: false,
            shard: None,
            ..options.clone()
        };
        Ok(Some((self.catalog.layer(&name)?, options)))
    }

    /// What building this layer takes, with all that is built before it.
    ///
    /// # Errors
    /// [`Error`] if the data folder cannot be read.
    pub fn estimate(&self, options: &BuildOptions) -> Result<Vec<Estimate>, Error> {
        let mut estimates = match self.companion(options)? {
            Some((before, options)) => before.estimate(&options)?,
            None => Vec::new(),
        };
        estimates.extend(self.family.estimate(self.layer, options)?);
        Ok(estimates)
    }

    /// Builds this layer and all that it needs. What is there is not built again.
    ///
    /// # Errors
    /// [`Error`]. Whatever happens, nothing published is harmed.
    pub fn build(
        &self,
        options: &BuildOptions,
        progress: &dyn Progress,
    ) -> Result<BuildReport, Error> {
        let started = Instant::now();
        let mut layers = match self.companion(options)? {
            Some((before, options)) => before.family.build(before.layer, &options, progress)?,
            None => Vec::new(),
        };
        layers.extend(self.family.build(self.layer, options, progress)?);
        let layer = layers.last().cloned();
        let layer = layer.ok_or_else(|| shuban_solve::Error::NoLayer(self.name().to_owned()))?;
        let total_seconds = started.elapsed().as_secs_f64();
        Ok(BuildReport { file: layer.file.clone(), layer, total_seconds, layers })
    }

    /// Builds all that this layer needs, and computes it shard by shard without keeping its values:
    /// what a ledger says of them is added to the file at `ledger`.
    ///
    /// # Errors
    /// [`Error`]. Whatever happens, the shards in the ledger stay in it.
    pub fn tally(
        &self,
        ledger: &Path,
        options: &BuildOptions,
        progress: &dyn Progress,
    ) -> Result<Tallied, Error> {
        let started = Instant::now();
        let tally = self.family.tally(self.layer, ledger, options, progress)?;
        Ok(Tallied::of(tally, ledger, started.elapsed().as_secs_f64()))
    }
}

/// No machine has so much memory.
const NO_MEMORY: u64 = 1 << 45;

/// No machine has such a disk.
const NO_DISK: u64 = 1 << 50;

impl Catalog {
    /// The error of a question that a layer would answer which is not built: to build it, or that
    /// it is too large to be built.
    pub(crate) fn not_built(&self, name: String, data: &Path) -> Error {
        let estimates =
            self.layer(&name).and_then(|layer| layer.estimate(&BuildOptions::new(data)));
        match estimates.ok().and_then(|mut estimates| estimates.pop()) {
            Some(Estimate { memory, disk, positions, .. })
                if memory >= NO_MEMORY || disk >= NO_DISK =>
            {
                Error::TooLarge { domain: name, positions }
            }
            _ => Error::NotBuilt(name),
        }
    }
}

impl fmt::Display for BuildReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        LayerReport::lines(&self.layers).iter().try_for_each(|line| writeln!(f, "{line}"))?;
        writeln!(f, "file          {}", self.file.display())?;
        writeln!(f, "content hash  {}", self.layer.content_hash)?;
        write!(f, "total         {:.2} s", self.total_seconds)
    }
}
