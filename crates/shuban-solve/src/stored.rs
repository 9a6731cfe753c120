//! The layers of a family in a data folder, each opened on first use.

use std::any::Any;
use std::collections::BTreeMap;
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use shuban_answer::{ValueSource, stored_value};
use shuban_core::shelf::{OracleError, StoredFamily};
use shuban_core::{Domain, Game, LayerId, PartId, PositionOf};
use shuban_store::{FileIdentity, FileSystem, answering_file};

use crate::error::Error;
use crate::layer_slot::{Gone, InUse, LayerSlot};
use crate::names::layer_name;
use crate::open_layer::OpenLayer;

/// The layers of a domain. A layer that is not built is looked up again at the next question, and
/// so is one that is open: its file may have been replaced or removed.
pub struct StoredLayers<'d, D: Domain> {
    domain: &'d D,
    files: Arc<dyn FileSystem>,
    data: PathBuf,
    layers: Vec<LayerSlot<OpenLayer<'d, D>, LayerFile>>,
    /// The number of the present question: each looks at the file of an open layer once.
    question: AtomicU64,
    /// The time until which searches take each layer for missing, in milliseconds from `since`.
    missing: Vec<AtomicU64>,
    since: Instant,
}

/// The file that answers for a layer: its own or the compact one.
type LayerFile = (PathBuf, FileIdentity);

/// Milliseconds after which a layer that is not built is looked up again, since a search asks for
/// millions of its positions.
const MISSING: u64 = 100;

impl<'d, D: Domain> StoredLayers<'d, D> {
    /// Creates the layers in a folder, without opening any.
    pub fn new(domain: &'d D, files: &Arc<dyn FileSystem>, data: &Path) -> Self {
        let layers = domain.layers().iter().map(|_| LayerSlot::default()).collect();
        let missing = domain.layers().iter().map(|_| AtomicU64::new(0)).collect();
        let (files, data) = (files.clone(), data.to_owned());
        let question = AtomicU64::new(0);
        StoredLayers { domain, files, data, layers, question, missing, since: Instant::now() }
    }

    /// Returns the domain.
    pub fn domain(&self) -> &'d D {
        self.domain
    }

    /// Begins a question, for which open files are compared with those that have their names now.
    pub fn begin_question(&self) {
        self.question.fetch_add(1, Ordering::Relaxed);
    }

    /// Returns the file that answers for a layer, if there is one.
    fn file(&self, id: LayerId) -> Result<Option<LayerFile>, Error> {
        Ok(answering_file(&*self.files, &self.data, layer_name(self.domain, id))?)
    }

    /// Returns a layer that is open, and whose file is that of its name.
    fn current(&self, id: LayerId) -> Option<InUse<OpenLayer<'d, D>, LayerFile>> {
        let question = self.question.load(Ordering::Relaxed);
        let identity = || self.file(id).ok().flatten();
        self.layers[id.0].current(question, identity).unwrap_or_else(|Gone { is_replaced }| {
            let layer = layer_name(self.domain, id);
            tracing::info!(layer, is_replaced, "file let go: it is no longer that of its name");
            None
        })
    }

    /// Returns true if there is a file of a layer.
    ///
    /// # Errors
    /// [`Error`] if the folder cannot be looked into.
    pub fn is_built(&self, id: LayerId) -> Result<bool, Error> {
        Ok(self.current(id).is_some() || self.file(id)?.is_some())
    }

    /// Returns a layer, if it is built.
    ///
    /// # Errors
    /// [`Error`] if it is damaged.
    pub fn layer(
        &self,
        id: LayerId,
    ) -> Result<Option<impl Deref<Target = OpenLayer<'d, D>> + use<'d, D>>, Error> {
        self.opened(id)
    }

    fn opened(&self, id: LayerId) -> Result<Option<InUse<OpenLayer<'d, D>, LayerFile>>, Error> {
        if let Some(open) = self.current(id) {
            return Ok(Some(open));
        }
        let question = self.question.load(Ordering::Relaxed);
        // Before it is opened: if it is replaced meanwhile, the next question opens it again.
        let Some(identity) = self.file(id)? else { return Ok(None) };
        let others = self.layers.iter().filter_map(|slot| Some(slot.open()?.stored().held()));
        let others = others.fold(0, u64::saturating_add);
        let open = OpenLayer::open_beside(&self.files, &self.data, self.domain, id, others)?;
        Ok(Some(self.layers[id.0].keep(open, identity, question)))
    }

    /// Returns true if a layer could not be opened when it was last looked up.
    fn is_missing(&self, id: LayerId) -> bool {
        if self.current(id).is_some() {
            return false;
        }
        let now = self.since.elapsed().as_millis() as u64;
        if now < self.missing[id.0].load(Ordering::Relaxed) {
            return true;
        }
        let is_missing = !matches!(self.layer(id), Ok(Some(_)));
        if is_missing {
            self.missing[id.0].store(now + MISSING, Ordering::Relaxed);
        }
        is_missing
    }

    /// Fetches what will be read of positions soon, several at once, where files are far away. It is never
    /// an error: what cannot be fetched is told when it is read.
    pub fn expect(&self, positions: impl FnOnce() -> Vec<PositionOf<D>>) {
        if !self.files.is_far(&self.data) {
            return;
        }
        let mut places: BTreeMap<usize, Vec<(usize, u64)>> = BTreeMap::new();
        for position in positions() {
            let Some(PartId { layer, .. }) = self.domain.locate(&position) else { continue };
            let Ok(Some(open)) = self.opened(layer) else { continue };
            places.entry(layer.0).or_default().extend(open.place(&position));
        }
        for (layer, places) in places {
            if let Ok(Some(open)) = self.opened(LayerId(layer)) {
                let _ = open.expect(&places);
            }
        }
    }

    /// Returns the value of a position for the player to move: stored; or, where no table should
    /// hold it (the game is over, a region is cut in two), backed up from stored ones. `None` if a
    /// layer that it needs is not built.
    ///
    /// # Errors
    /// [`Error`] if a file is damaged, or a layer does not hold a position that it should.
    pub fn value(
        &self,
        position: &PositionOf<D>,
    ) -> Result<Option<(D::Value, ValueSource)>, Error> {
        stored_value(self, position)
    }
}

impl<D: Domain> StoredFamily for StoredLayers<'_, D> {
    fn value(&self, position: &dyn Any, value: &mut dyn Any) -> Result<(), OracleError> {
        let position = position.downcast_ref::<PositionOf<D>>();
        // To other families, a file that does not open is missing: it costs only its own layer.
        let place = position.and_then(|position| self.domain.locate(position));
        if let Some((position, place)) = position.zip(place)
            && self.is_missing(place.layer)
            // A finished position has a value whatever is built.
            && (self.domain.game().outcome(position).is_none() || self.layer(place.layer).is_err())
        {
            return Ok(());
        }
        if let (Some(position), Some(value)) = (position, value.downcast_mut::<Option<D::Value>>())
        {
            *value = StoredLayers::value(self, position)?.map(|(value, _)| value);
        }
        Ok(())
    }

    fn each_value(
        &self,
        layer: LayerId,
        each: &mut dyn FnMut(&dyn Any),
    ) -> Result<bool, OracleError> {
        let Ok(Some(open)) = self.layer(layer) else { return Ok(false) };
        for part in 0..open.indexes().len() {
            open.values(part)?.iter().for_each(|value| each(value));
        }
        Ok(true)
    }
}
