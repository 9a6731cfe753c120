//! The domain of all regions as people ask for it.

use std::path::Path;
use std::sync::Arc;

use shuban_amazons::sum::MAX_GROUND;
use shuban_amazons::{MAX_AMAZONS, MAX_SIZE, Pair, Position, Regions, Subgame};
use shuban_core::{Layer, LayerId};
use shuban_store::FileSystem;

use super::okada;
use super::tables::RegionTables;
use crate::error::Error;
use crate::export::{Cell, Column, ColumnKind};
use crate::family::{Answering, Located, OwnExport, Prober};

impl Answering for Regions {
    fn describe(&self, layer: &Layer) -> String {
        let size = layer.name.rsplit('/').next().unwrap_or_default();
        format!("all regions of {size} squares with up to {MAX_AMAZONS} amazons a side")
    }

    fn seconds(&self, layer: &Layer, threads: usize) -> f64 {
        // On one core of a server, with the tables of sets that are no regions.
        const SECONDS_A_POSITION: f64 = 6e-8;
        layer.positions() as f64 * SECONDS_A_POSITION / threads.max(1) as f64
    }

    /// Nothing has to be built: what is not is searched.
    fn prober<'d>(
        &'d self,
        files: &Arc<dyn FileSystem>,
        data: &Path,
        _layer: Option<LayerId>,
    ) -> Result<Box<dyn Prober + 'd>, Error> {
        Ok(Box::new(RegionTables::new(files, data)))
    }

    fn export_columns() -> &'static [Column] {
        &[Column { name: "a", kind: ColumnKind::Integer }, Column { name: "b", kind: ColumnKind::Integer }]
    }

    fn export_value(value: &Pair) -> Vec<Cell> {
        [value.a, value.b].map(|number| Cell::Integer(number.map(i64::from))).into()
    }

    fn own_formats() -> &'static [&'static str] {
        &[okada::ENDING]
    }

    fn export_own(job: &OwnExport<'_, Self>) -> Result<u64, Error> {
        match job.format {
            okada::ENDING => okada::export(job),
            other => Err(Error::NoFormat(other.to_owned())),
        }
    }

    /// By the squares of the one region that the position is, whoever is to move or has more amazons.
    fn place(&self, position: &Position) -> Result<Located, Error> {
        Ok(place_in(position, MAX_SIZE))
    }

    fn searches(&self) -> bool {
        true
    }
}

/// The layer that holds a position's one region, if it has at most so many squares; or why there is none.
pub(super) fn place_in(position: &Position, most: usize) -> Located {
    match one_region(position.subgame()) {
        Ok(region) => match Regions::layer(region.squares().len()).filter(|layer| layer.0 < most) {
            Some(layer) => Located::Layer(layer),
            None => Located::Nowhere(format!(
                "its region has {} squares, and databases hold regions of up to {most}; `shuban solve amazons` \
                 searches regions of up to {MAX_GROUND}",
                region.squares().len()
            )),
        },
        Err(0) => Located::Nowhere("no square is left".to_owned()),
        Err(regions) => Located::Nowhere(format!(
            "it falls apart into {regions} regions with amazons, and a database holds single ones: `shuban solve \
             amazons` adds them up"
        )),
    }
}

/// The one region of a subgame in which something can happen, or the only one; else how many there are.
pub(super) fn one_region(subgame: &Subgame) -> Result<Subgame, usize> {
    let inhabited = subgame.without_empty_regions();
    let wanted = if inhabited.squares().is_empty() { *subgame } else { inhabited };
    let mut regions = wanted.regions();
    match (regions.next(), regions.count()) {
        (Some(one), 0) => Ok(one),
        (first, others) => Err(usize::from(first.is_some()) + others),
    }
}
