//! Whatever regions are built, for look-ups, and search where they are not.

use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock, OnceLock};

use shuban_amazons::{
    CanonicalRegions, CanonicalValue, MAX_CANONICAL_SIZE, MAX_SIZE, Minimax, Pair, Position, Regions, Subgame,
};
use shuban_cgt::Forms;
use shuban_core::{Domain, IndexOf, LayerId, PartId};
use shuban_solve::OpenLayer;
use shuban_store::{FileSystem, layer_path};

use crate::error::Error;

static REGIONS: LazyLock<Regions> = LazyLock::new(Regions::new);
/// All canonical values that are looked up are forms of one store, so that they can be added.
static CANONICAL: LazyLock<CanonicalRegions> = LazyLock::new(CanonicalRegions::new);

/// The layers of a data folder, each opened when first asked for. What is not built is searched.
pub(crate) struct RegionTables {
    files: Arc<dyn FileSystem>,
    data: PathBuf,
    /// By size; the first is of size 1.
    pairs: [OnceLock<OpenLayer<'static, Regions>>; MAX_SIZE],
    canonical: [OnceLock<OpenLayer<'static, CanonicalRegions>>; MAX_CANONICAL_SIZE],
    /// Of layers that are not built.
    indexes: [OnceLock<IndexOf<Regions>>; MAX_SIZE],
}

impl RegionTables {
    /// The tables of a folder, none of them opened yet.
    pub(crate) fn new(files: &Arc<dyn FileSystem>, data: &Path) -> Self {
        RegionTables {
            files: files.clone(),
            data: data.to_owned(),
            pairs: std::array::from_fn(|_| OnceLock::new()),
            canonical: std::array::from_fn(|_| OnceLock::new()),
            indexes: std::array::from_fn(|_| OnceLock::new()),
        }
    }

    /// The name of the layer of regions of a size.
    pub(crate) fn name(size: usize) -> String {
        Regions::layer(size).map_or_else(String::new, |id| REGIONS.layers()[id.0].name.clone())
    }

    /// The store that all canonical values are forms of.
    pub(crate) fn forms() -> &'static Arc<Forms> {
        CANONICAL.forms()
    }

    /// The table of regions of a size, if it is built.
    ///
    /// # Errors
    /// [`Error`] if it is damaged.
    pub(crate) fn pairs(&self, size: usize) -> Result<Option<&OpenLayer<'static, Regions>>, Error> {
        let Some(id) = Regions::layer(size) else { return Ok(None) };
        self.opened(&*REGIONS, id, &self.pairs[id.0])
    }

    /// The table of canonical values of regions of a size, if it is built.
    ///
    /// # Errors
    /// [`Error`] if it is damaged.
    pub(crate) fn canonical(
        &self,
        size: usize,
    ) -> Result<Option<&OpenLayer<'static, CanonicalRegions>>, Error> {
        let Some(id) = CanonicalRegions::layer(size) else { return Ok(None) };
        self.opened(&*CANONICAL, id, &self.canonical[id.0])
    }

    fn opened<'a, D: Domain>(
        &self,
        domain: &'static D,
        id: LayerId,
        slot: &'a OnceLock<OpenLayer<'static, D>>,
    ) -> Result<Option<&'a OpenLayer<'static, D>>, Error> {
        if let Some(open) = slot.get() {
            return Ok(Some(open));
        }
        if !layer_path(&self.data, &domain.layers()[id.0].name)?.is_file() {
            return Ok(None);
        }
        let open = OpenLayer::open(&self.files, &self.data, domain, id)?;
        Ok(Some(slot.get_or_init(|| open)))
    }

    /// The stored value of a region, if its size is built.
    ///
    /// # Errors
    /// [`Error`] if a file is damaged.
    pub(crate) fn stored(&self, region: &Subgame) -> Result<Option<Pair>, Error> {
        let Some((position, swapped)) = Regions::lookup(region) else { return Ok(None) };
        let Some(layer) = self.pairs(region.squares().len())? else { return Ok(None) };
        let value = layer.value(&position)?;
        Ok(value.map(|value| if swapped { value.swapped() } else { value }))
    }

    /// The canonical value of a region, if its size is built.
    ///
    /// # Errors
    /// [`Error`] if a file is damaged.
    pub(crate) fn stored_canonical(&self, region: &Subgame) -> Result<Option<CanonicalValue>, Error> {
        let Some((position, swapped)) = Regions::lookup(region) else { return Ok(None) };
        let Some(layer) = self.canonical(region.squares().len())? else { return Ok(None) };
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
        if let Some(layer) = self.pairs(size)? {
            return Ok(layer.part_index(0).rank(position));
        }
        let Some(layer) = Regions::layer(size) else { return Ok(None) };
        let slot = &self.indexes[layer.0];
        if slot.get().is_none() {
            let index = REGIONS.index(PartId { layer, part: 0 }).map_err(shuban_solve::Error::from)?;
            // Whoever was faster has the same.
            let _ = slot.set(index);
        }
        Ok(slot.get().and_then(|index| index.rank(position)))
    }
}
