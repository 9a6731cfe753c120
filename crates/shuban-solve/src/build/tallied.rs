//! Report of a layer whose values are not kept.

use std::fmt;
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde_json::{Map, Value as Json};
use shuban_core::text::grouped;

use crate::build::{LayerReport, Tally};
use crate::histogram::histogram_rows;
use crate::ledger::{ShardEntry, Totals};

/// A layer with a ledger in place of values.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Tallied {
    /// The layer's name.
    pub domain: String,
    /// The ledger's file.
    pub ledger: PathBuf,
    /// Number of shards of the layer.
    pub shards: u32,
    /// Number of shards in the ledger.
    pub shards_done: usize,
    /// The shards that were computed.
    pub computed: Vec<String>,
    /// The positions of the shards in the ledger.
    pub positions: u64,
    /// The positions of the whole layer.
    pub positions_in_all: u64,
    /// The seconds that computing took.
    pub seconds: f64,
    /// The positions computed per second.
    pub positions_per_second: f64,
    /// The seconds that it took in all, with the layers that it needs.
    pub total_seconds: f64,
    /// The hash of the shards' hashes, once all are done.
    pub hash: Option<String>,
    /// The number of positions of each class, once all shards are done.
    pub histogram: Option<Vec<Map<String, Json>>>,
    /// The layers that it needs, in build order.
    pub layers: Vec<LayerReport>,
}

impl Tallied {
    /// Returns the report of a tally, with its ledger's file and its seconds in all.
    pub fn of(tally: Tally, path: &Path, total_seconds: f64) -> Self {
        let Tally { layers, ledger, computed, seconds } = tally;
        let positions = |shard: &u32| ledger.done.get(shard).map_or(0, ShardEntry::positions);
        let done_now: u64 = computed.iter().map(|shard| positions(&shard.number())).sum();
        let totals = ledger.totals();
        let histogram = totals.as_ref().filter(|_| !ledger.classes.is_empty());
        Tallied {
            ledger: path.to_owned(),
            shards: ledger.shards,
            shards_done: ledger.done.len(),
            computed: computed.iter().map(ToString::to_string).collect(),
            positions: ledger.done.keys().map(positions).sum(),
            positions_in_all: ledger.positions,
            seconds,
            positions_per_second: if seconds > 0.0 { done_now as f64 / seconds } else { 0.0 },
            total_seconds,
            histogram: histogram.map(|totals| histogram_rows(&ledger.classes, &totals.histogram)),
            hash: totals.map(|Totals { hash, .. }| hash),
            layers,
            domain: ledger.domain,
        }
    }
}

impl fmt::Display for Tallied {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tallied { domain, shards, shards_done, seconds, .. } = self;
        let [positions, in_all, speed] =
            [self.positions, self.positions_in_all, self.positions_per_second as u64].map(grouped);
        LayerReport::lines(&self.layers).iter().try_for_each(|line| writeln!(f, "{line}"))?;
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
