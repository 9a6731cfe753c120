//! What a layer comes to whose values are not kept.

use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Instant;

use serde::Serialize;
use serde_json::{Map, Value as Json};
use shuban_core::{Progress, grouped};
use shuban_solve::{BuildOptions, LayerReport, ShardEntry, Tally, Totals};

use crate::built::layer_lines;
use crate::error::Error;
use crate::info::histogram_rows;
use crate::names::PlacedLayer;

/// A layer of which a ledger is kept, and no values.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Tallied {
    /// The layer's name.
    pub domain: String,
    /// The ledger's file.
    pub ledger: PathBuf,
    /// How many shards the layer is cut into.
    pub shards: u32,
    /// How many of them are in the ledger.
    pub shards_done: usize,
    /// Those that were computed.
    pub computed: Vec<String>,
    /// The positions of the shards in the ledger.
    pub positions: u64,
    /// The positions of the whole layer.
    pub positions_in_all: u64,
    /// How long it took to compute what was computed.
    pub seconds: f64,
    /// The positions computed, by this time.
    pub positions_per_second: f64,
    /// How long it took, with the layers that it needs.
    pub total_seconds: f64,
    /// The hash of the shards' hashes, once all are done.
    pub hash: Option<String>,
    /// How many positions of each class the layer has, once all shards are done.
    pub histogram: Option<Vec<Map<String, Json>>>,
    /// The layers that it needs, in the order of building.
    pub layers: Vec<LayerReport>,
}

impl PlacedLayer<'_> {
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
        let Tally { layers, ledger: found, computed, seconds } = tally;
        let positions = |shard: &u32| found.done.get(shard).map_or(0, ShardEntry::positions);
        let done_now: u64 = computed.iter().map(|shard| positions(&shard.number())).sum();
        let totals = found.totals();
        let histogram = totals.as_ref().filter(|_| !found.classes.is_empty());
        Ok(Tallied {
            domain: self.name().to_owned(),
            ledger: ledger.to_owned(),
            shards: found.shards,
            shards_done: found.done.len(),
            computed: computed.iter().map(ToString::to_string).collect(),
            positions: found.done.keys().map(positions).sum(),
            positions_in_all: found.positions,
            seconds,
            positions_per_second: if seconds > 0.0 { done_now as f64 / seconds } else { 0.0 },
            total_seconds: started.elapsed().as_secs_f64(),
            histogram: histogram.map(|totals| histogram_rows(&found.classes, &totals.histogram)),
            hash: totals.map(|Totals { hash, .. }| hash),
            layers,
        })
    }
}

impl fmt::Display for Tallied {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tallied { domain, shards, shards_done, seconds, .. } = self;
        let [positions, in_all, speed] =
            [self.positions, self.positions_in_all, self.positions_per_second as u64].map(grouped);
        layer_lines(&self.layers).iter().try_for_each(|line| writeln!(f, "{line}"))?;
        writeln!(
            f,
            "{domain}  {positions} of {in_all} positions  {shards_done} of {shards} shards done, \
             {} of them now  {seconds:.2} s  {speed} positions/s",
            self.computed.len(),
        )?;
        writeln!(f, "ledger        {}", self.ledger.display())?;
        if let Some(hash) = &self.hash {
            writeln!(f, "hash          {hash}")?;
        }
        if let Some(rows) = &self.histogram {
            let classes = grouped(rows.len() as u64);
            writeln!(f, "histogram     {classes} classes (--json lists them)")?;
        }
        write!(f, "total         {:.2} s", self.total_seconds)
    }
}
