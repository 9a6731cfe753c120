//! What a build comes to.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Instant;

use serde::Serialize;
use serde_json::Value as Json;
use shuban_core::{Progress, bytes_text, grouped};
use shuban_solve::{BuildOptions, Estimate, LayerReport};

use crate::catalog::Catalog;
use crate::error::Error;
use crate::names::PlacedLayer;
use crate::report::Report;

/// A layer that was built, or was there; or a shard of one.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BuiltLayer {
    /// Its name.
    pub domain: String,
    /// The shard, as in `3/64`, if it is not the whole layer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shard: Option<String>,
    /// Whether this build made it; else it was there.
    pub built: bool,
    /// Its positions.
    pub positions: u64,
    /// How long it took; 0 if it was there.
    pub seconds: f64,
    /// Its positions by this time.
    pub positions_per_second: f64,
    /// The file's length.
    pub bytes: u64,
    /// The hash of its values.
    pub content_hash: String,
    /// Facts about it: sweeps, rounds of the proof that play leaves it.
    pub facts: BTreeMap<String, Json>,
}

/// A layer with all that it needs, built.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Built {
    /// The layer that was asked for.
    #[serde(flatten)]
    pub layer: BuiltLayer,
    /// Its file.
    pub file: PathBuf,
    /// How long all layers took together.
    pub total_seconds: f64,
    /// All layers, in the order of building; the one that was asked for is the last.
    pub layers: Vec<BuiltLayer>,
}

impl From<LayerReport> for BuiltLayer {
    fn from(report: LayerReport) -> Self {
        let LayerReport {
            name,
            shard,
            file: _,
            built,
            positions,
            seconds,
            bytes,
            content_hash,
            facts,
        } = report;
        let positions_per_second = if seconds > 0.0 { positions as f64 / seconds } else { 0.0 };
        BuiltLayer {
            domain: name,
            shard: shard.map(|shard| shard.to_string()),
            built,
            positions,
            seconds,
            positions_per_second,
            bytes,
            content_hash,
            facts,
        }
    }
}

impl<'c> PlacedLayer<'c> {
    /// The layer of another family that is built before this one.
    fn companion(&self) -> Result<Option<PlacedLayer<'c>>, Error> {
        self.family.companion(self.layer).map(|name| self.catalog.layer(&name)).transpose()
    }

    /// What building this layer takes, with all that is built before it.
    ///
    /// # Errors
    /// [`Error`] if the data folder cannot be read.
    pub fn estimate(&self, options: &BuildOptions) -> Result<Vec<Estimate>, Error> {
        let mut estimates = match self.companion()? {
            Some(before) => before.estimate(&companion_options(options))?,
            None => Vec::new(),
        };
        estimates.extend(self.family.estimate(self.layer, options)?);
        Ok(estimates)
    }

    /// Builds this layer and all that it needs. What is there is not built again.
    ///
    /// # Errors
    /// [`Error`]. Whatever happens, nothing published is harmed.
    pub fn build(&self, options: &BuildOptions, progress: &dyn Progress) -> Result<Built, Error> {
        let started = Instant::now();
        let mut reports = match self.companion()? {
            Some(before) => {
                before.family.build(before.layer, &companion_options(options), progress)?
            }
            None => Vec::new(),
        };
        reports.extend(self.family.build(self.layer, options, progress)?);
        let file = reports.last().map(|report| report.file.clone());
        let layers: Vec<BuiltLayer> = reports.into_iter().map(BuiltLayer::from).collect();
        let unknown = || shuban_solve::Error::NoLayer(self.name().to_owned());
        Ok(Built {
            layer: layers.last().cloned().ok_or_else(unknown)?,
            file: file.ok_or_else(unknown)?,
            total_seconds: started.elapsed().as_secs_f64(),
            layers,
        })
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
                Error::OutOfReach { name, positions }
            }
            _ => Error::NotBuilt(name),
        }
    }
}

/// What is asked of a layer is not asked of the one that is built before it.
fn companion_options(options: &BuildOptions) -> BuildOptions {
    BuildOptions { rebuild: false, shard: None, ..options.clone() }
}

impl Report for Built {
    fn text(&self) -> String {
        let mut lines = layer_lines(&self.layers);
        lines.push(format!("file          {}", self.file.display()));
        lines.push(format!("content hash  {}", self.layer.content_hash));
        lines.push(format!("total         {:.2} s", self.total_seconds));
        lines.join("\n")
    }
}

/// A line for each layer.
pub(crate) fn layer_lines(layers: &[BuiltLayer]) -> Vec<String> {
    let name = |layer: &BuiltLayer| match &layer.shard {
        Some(shard) => format!("{} shard {shard}", layer.domain),
        None => layer.domain.clone(),
    };
    let width = layers.iter().map(|layer| name(layer).len()).max().unwrap_or_default();
    let line = |layer: &BuiltLayer| {
        let time = match layer.built {
            true => format!(
                "{:>9.2} s  {:>12} positions/s",
                layer.seconds,
                grouped(layer.positions_per_second as u64)
            ),
            false => "was there already".to_owned(),
        };
        let size = bytes_text(layer.bytes);
        format!(
            "{:<width$}  {:>15} positions  {size:>10}  {time}",
            name(layer),
            grouped(layer.positions)
        )
    };
    layers.iter().map(line).collect()
}
