//! Build report.

use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Instant;

use serde::Serialize;
use shuban_core::{FamilyFacts, LayerId, Progress};
use shuban_solve::{BuildOptions, Estimate, LayerReport, Tallied};

use crate::any_family::AnyFamily;
use crate::build_cost::BuildCost;
use crate::catalog::Catalog;
use crate::error::Error;
use crate::names::PlacedLayer;

/// Report of a build of a layer with all that it needs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BuildReport {
    /// Report of the layer that was asked for.
    #[serde(flatten)]
    pub layer: LayerReport,
    /// File of that layer.
    pub file: PathBuf,
    /// Time for all layers together.
    pub total_seconds: f64,
    /// All layers, in the order of building; the one that was asked for is the last.
    pub layers: Vec<LayerReport>,
}

impl<'c> PlacedLayer<'c> {
    /// Returns the layer of another family that is built before this one, with its options: those
    /// that concern this layer alone are cleared.
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
            together: None,
            ..options.clone()
        };
        Ok(Some((self.catalog.layer(&name)?, options)))
    }

    /// Estimates the cost of building this layer, with all that is built before it.
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

    /// Builds this layer and all that it needs, except those already built.
    ///
    /// # Errors
    /// [`Error`]. On any error, published files stay unharmed.
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

    /// Takes part in the building of this layer, which another process leads.
    ///
    /// # Errors
    /// [`Error`], among others if a process is lost.
    pub fn follow(&self, options: &BuildOptions, progress: &dyn Progress) -> Result<(), Error> {
        self.family.follow(options, progress)
    }

    /// Builds all that this layer needs, and computes it shard by shard without keeping its values:
    /// their ledger rows are added to the file at `ledger`.
    ///
    /// # Errors
    /// [`Error`]. On any error, the shards in the ledger stay in it.
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

/// Memory beyond any present machine.
const NO_MEMORY: u64 = 1 << 45;

/// Disk space beyond any present machine.
const NO_DISK: u64 = 1 << 50;

/// Seconds within which a build is soon done.
const SOON: f64 = 10.0;

/// Memory that any machine has for a build.
const SMALL: u64 = 1 << 30;

/// Layer that is not built, and the cost of building it.
#[derive(Clone)]
pub(crate) struct MissingLayer {
    name: String,
    positions: u64,
    /// `None` if it is not known.
    cost: Option<BuildCost>,
    /// True if it is too large for any present machine.
    is_too_large: bool,
    /// Values of a variant of the rules, and rounded ones, are worth less.
    follows: (bool, bool),
}

impl MissingLayer {
    /// Estimates the cost of a layer that is not built.
    pub(crate) fn new(family: &dyn AnyFamily, id: LayerId, data: &Path) -> Self {
        let FamilyFacts { variant_of, is_rounded, .. } = family.facts();
        let options = BuildOptions::new(data);
        let cost = family.estimate(id, &options).ok().map(|estimates| {
            let missing = || estimates.iter().filter(|estimate| !estimate.built);
            BuildCost {
                seconds: missing().map(|one| family.seconds(one.layer, options.threads)).sum(),
                memory: missing().map(|one| one.memory).max().unwrap_or_default(),
                disk: missing().fold(0, |sum, one| sum.saturating_add(one.disk)),
            }
        });
        let is_too_large =
            cost.is_some_and(|cost| cost.memory >= NO_MEMORY || cost.disk >= NO_DISK);
        let layer = &family.layers()[id.0];
        MissingLayer {
            name: layer.name.clone(),
            positions: layer.positions(),
            cost,
            is_too_large,
            follows: (variant_of.is_some(), is_rounded),
        }
    }

    /// Returns the layer to build of several: the one with the best values, unless only others are
    /// soon built.
    pub(crate) fn best(layers: impl Iterator<Item = Self>) -> Option<Self> {
        let key = |layer: &MissingLayer| {
            let is_slow = layer.cost.is_none_or(|cost| cost.seconds > SOON || cost.memory > SMALL);
            (layer.is_too_large, is_slow, layer.follows, layer.positions)
        };
        layers.min_by_key(key)
    }
}

impl From<MissingLayer> for Error {
    fn from(MissingLayer { name, positions, cost, is_too_large, .. }: MissingLayer) -> Self {
        match is_too_large {
            true => Error::TooLarge { domain: name, positions },
            false => Error::NotBuilt { domain: name, cost },
        }
    }
}

impl Catalog {
    /// Returns the error of a layer that is not built: that it can be built, or is too large.
    pub(crate) fn not_built(&self, name: &str, data: &Path) -> Error {
        match self.layer(name) {
            Ok(PlacedLayer { family, layer, .. }) => MissingLayer::new(family, layer, data).into(),
            Err(_) => Error::not_built(name),
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
