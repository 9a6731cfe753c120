//! Reports of builds.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::Serialize;
use serde_json::Value as Json;
use shuban_core::text::{bytes_text, grouped};

use crate::shard::Shard;

/// A layer that a build made or found, or a shard of one.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LayerReport {
    /// Its name.
    #[serde(rename = "domain")]
    pub name: String,
    /// The shard, if it is not the whole layer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shard: Option<Shard>,
    /// Its file.
    #[serde(skip)]
    pub file: PathBuf,
    /// True if this build made it; false if it was there.
    pub built: bool,
    /// Its positions.
    pub positions: u64,
    /// The seconds that it took; 0 if it was there.
    pub seconds: f64,
    /// Its positions per second.
    pub positions_per_second: f64,
    /// The file's length.
    pub bytes: u64,
    /// The hash of its values.
    pub content_hash: String,
    /// The layer's facts: sweeps, rounds.
    pub facts: BTreeMap<String, Json>,
}

impl LayerReport {
    /// Returns a line for each layer, for people.
    pub fn lines(layers: &[LayerReport]) -> Vec<String> {
        let name = |layer: &LayerReport| match &layer.shard {
            Some(shard) => format!("{} shard {shard}", layer.name),
            None => layer.name.clone(),
        };
        let width = layers.iter().map(|layer| name(layer).len()).max().unwrap_or_default();
        let line = |layer: &LayerReport| {
            let speed = grouped(layer.positions_per_second as u64);
            let time = match layer.built {
                true => format!("{:>9.2} s  {speed:>12} positions/s", layer.seconds),
                false => "was there already".to_owned(),
            };
            let (name, size) = (name(layer), bytes_text(layer.bytes));
            let positions = grouped(layer.positions);
            format!("{name:<width$}  {positions:>15} positions  {size:>10}  {time}")
        };
        layers.iter().map(line).collect()
    }
}
