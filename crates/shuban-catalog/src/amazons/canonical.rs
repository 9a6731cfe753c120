//! The domain of canonical values as people ask for it.

use std::path::Path;
use std::sync::Arc;

use serde::Serialize;
use shuban_amazons::{CanonicalRegions, CanonicalValue, MAX_AMAZONS, MAX_CANONICAL_SIZE, Position};
use shuban_cgt::Wall;
use shuban_core::{Domain, Layer, LayerId};
use shuban_store::{FileSystem, layer_path};

use super::regions::place_in;
use super::tables::RegionTables;
use crate::error::Error;
use crate::export::{Cell, Column, ColumnKind};
use crate::family::{Answering, Located, Prober};

/// The canonical value of a region: the game that it is equal to, with Black as Left and White as Right.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CanonicalProbe {
    /// The canonical form.
    pub canonical: String,
    /// What a copy comes to in a sum of very many, in moves of Black.
    pub mean: f64,
    /// How much the next move is worth.
    pub temperature: f64,
    /// What is left when play in it ends in a number, if Black begins.
    pub left_stop: f64,
    /// The same if White begins.
    pub right_stop: f64,
    /// The day on which the game is born.
    pub birthday: u32,
    /// The thermograph.
    pub thermograph: Walls,
}

/// The walls of a thermograph: corners as (temperature, stop), from the lowest temperature up; beyond the
/// last one the stop stays.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Walls {
    /// The left wall.
    pub left: Vec<(f64, f64)>,
    /// The right wall.
    pub right: Vec<(f64, f64)>,
}

impl CanonicalProbe {
    /// What is known of a value. Numbers are exact: they have few binary places.
    pub(crate) fn of(value: &CanonicalValue) -> Self {
        let (left_stop, right_stop) = value.stops();
        let thermograph = value.thermograph();
        CanonicalProbe {
            canonical: value.to_string(),
            mean: value.mean().to_f64(),
            temperature: value.temperature().to_f64(),
            left_stop: left_stop.to_f64(),
            right_stop: right_stop.to_f64(),
            birthday: value.birthday(),
            thermograph: Walls { left: corners(thermograph.left()), right: corners(thermograph.right()) },
        }
    }
}

fn corners(wall: &Wall) -> Vec<(f64, f64)> {
    wall.corners().iter().map(|(temperature, stop)| (temperature.to_f64(), stop.to_f64())).collect()
}

impl Answering for CanonicalRegions {
    fn describe(&self, layer: &Layer) -> String {
        let size = layer.name.split('/').nth(1).unwrap_or_default();
        format!("canonical values of all regions of {size} squares with up to {MAX_AMAZONS} amazons a side")
    }

    fn seconds(&self, layer: &Layer, threads: usize) -> f64 {
        // On one core of a server.
        const SECONDS_A_POSITION: f64 = 1.5e-6;
        layer.positions() as f64 * SECONDS_A_POSITION / threads.max(1) as f64
    }

    /// Whoever looks up a region wants to know its value and best moves too.
    fn companion(&self, layer: &Layer) -> Option<String> {
        layer.name.strip_suffix("/canonical").map(str::to_owned)
    }

    fn prober<'d>(
        &'d self,
        files: &Arc<dyn FileSystem>,
        data: &Path,
        layer: Option<LayerId>,
    ) -> Result<Box<dyn Prober + 'd>, Error> {
        if let Some(layer) = layer {
            let name = &self.layers()[layer.0].name;
            if !layer_path(data, name)?.is_file() {
                return Err(Error::NotBuilt(name.clone()));
            }
        }
        Ok(Box::new(RegionTables::new(files, data)))
    }

    fn export_columns() -> &'static [Column] {
        &[
            Column { name: "canonical", kind: ColumnKind::Text },
            Column { name: "outcome", kind: ColumnKind::Text },
            Column { name: "left_stop", kind: ColumnKind::Number },
            Column { name: "right_stop", kind: ColumnKind::Number },
            Column { name: "mean", kind: ColumnKind::Number },
            Column { name: "temperature", kind: ColumnKind::Number },
            Column { name: "birthday", kind: ColumnKind::Integer },
        ]
    }

    fn export_value(value: &CanonicalValue) -> Vec<Cell> {
        let (left_stop, right_stop) = value.stops();
        vec![
            Cell::Text(value.to_string()),
            Cell::Text(value.outcome().to_string()),
            Cell::Number(left_stop.to_f64()),
            Cell::Number(right_stop.to_f64()),
            Cell::Number(value.mean().to_f64()),
            Cell::Number(value.temperature().to_f64()),
            Cell::Integer(Some(value.birthday().into())),
        ]
    }

    fn place(&self, position: &Position) -> Result<Located, Error> {
        Ok(place_in(position, MAX_CANONICAL_SIZE))
    }
}
