//! Whatever regions are built, for look-ups, and search where they are not.

use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use shuban_amazons::{MAX_SIZE, Minimax, Pair, Position, RegionIndex, Regions, Subgame};
use shuban_core::{Domain, Index};
use shuban_solve::OpenLayer;
use shuban_store::{FileSystem, layer_path};

use crate::error::Error;

/// The layers of a data folder, each opened when first asked for. What is not built is searched.
pub(crate) struct RegionTables<'d> {
    domain: &'d Regions,
    files: Arc<dyn FileSystem>,
    data: PathBuf,
    /// By size; the first is of size 1.
    layers: [OnceLock<OpenLayer<'d, Regions>>; MAX_SIZE],
    /// Of layers that are not built.
    indexes: [OnceLock<RegionIndex>; MAX_SIZE],
}

impl<'d> RegionTables<'d> {
    /// The tables of a folder, none of them opened yet.
    pub(crate) fn new(domain: &'d Regions, files: &Arc<dyn FileSystem>, data: &Path) -> Self {
        RegionTables {
            domain,
            files: files.clone(),
            data: data.to_owned(),
            layers: std::array::from_fn(|_| OnceLock::new()),
            indexes: std::array::from_fn(|_| OnceLock::new()),
        }
    }

    /// The table of regions of a size, if it is built.
    ///
    /// # Errors
    /// [`Error`] if it is damaged.
    pub(crate) fn layer(&self, size: usize) -> Result<Option<&OpenLayer<'d, Regions>>, Error> {
        let Some(id) = Regions::layer(size) else { return Ok(None) };
        let slot = &self.layers[id.0];
        if let Some(open) = slot.get() {
            return Ok(Some(open));
        }
        let name = self.name(size);
        if !layer_path(&self.data, &name)?.is_file() {
            return Ok(None);
        }
        let open = OpenLayer::open(&self.files, &self.data, self.domain, id)?;
        Ok(Some(slot.get_or_init(|| open)))
    }

    /// The name of the layer of a size.
    pub(crate) fn name(&self, size: usize) -> String {
        Regions::layer(size).map_or_else(String::new, |id| self.domain.layers()[id.0].name.clone())
    }

    /// The stored value of a region, if its size is built.
    ///
    /// # Errors
    /// [`Error`] if a file is damaged.
    pub(crate) fn stored(&self, region: &Subgame) -> Result<Option<Pair>, Error> {
        let Some((position, swapped)) = Regions::lookup(region) else { return Ok(None) };
        let Some(layer) = self.layer(region.squares().len())? else { return Ok(None) };
        let value = layer.value(&position)?;
        Ok(value.map(|value| if swapped { value.swapped() } else { value }))
    }

    /// Minimax that rests on whatever is built.
    pub(crate) fn minimax(&self) -> Minimax<impl FnMut(&Subgame) -> Result<Option<Pair>, Error> + '_> {
        Minimax::new(|region: &Subgame| self.stored(region))
    }

    /// The rank of a position as [`Regions::lookup`] gives it. Where its size is not built, its regions are
    /// enumerated once.
    ///
    /// # Errors
    /// [`Error`] if a file is damaged.
    pub(crate) fn rank(&self, position: &Position) -> Result<Option<u64>, Error> {
        let size = position.subgame().squares().len();
        if let Some(layer) = self.layer(size)? {
            return Ok(layer.part_index(0).rank(position));
        }
        let Some(id) = Regions::layer(size) else { return Ok(None) };
        Ok(self.indexes[id.0].get_or_init(|| RegionIndex::new(size)).rank(position))
    }
}
