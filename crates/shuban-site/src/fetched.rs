//! Layers of which a page has fetched parts.

use std::any::Any;
use std::ops::{Deref, Range};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use shuban_answer::{LayerSource, LayerValues, LookUpError, RecordBlock, stored_value};
use shuban_core::shelf::{OracleError, StoredFamily};
use shuban_core::{Domain, LayerId, PositionOf};
use shuban_probe::{Layer, Step};

/// A part of a published layer that a question needs before it can be answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NeededPart {
    /// The layer's number among those of the page.
    pub(crate) layer: usize,
    /// The range of its file.
    pub(crate) range: Range<u64>,
}

/// The needs of a question, each once, in the order in which they came up; and the first damage that was
/// found in what was fetched.
#[derive(Clone, Default)]
pub(crate) struct Needs(Arc<Mutex<(Vec<NeededPart>, Option<Damage>)>>);

/// The damage of a layer's file.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{name}: {error}")]
pub(crate) struct Damage {
    /// The layer's number among those of the page.
    pub(crate) layer: usize,
    name: String,
    error: shuban_probe::Error,
}

impl Needs {
    fn add(&self, need: NeededPart) {
        let all = &mut locked(&self.0).0;
        if !all.contains(&need) {
            all.push(need);
        }
    }

    /// Returns them, and the damage, and forgets both.
    pub(crate) fn take(&self) -> (Vec<NeededPart>, Option<Damage>) {
        std::mem::take(&mut *locked(&self.0))
    }
}

/// Error of a value that the page cannot give.
#[derive(Debug, thiserror::Error)]
pub(crate) enum FetchError {
    /// It is not in hand yet: what it needs is among the [`Needs`].
    #[error("a part of a file is to be fetched first")]
    NotInHand,
    /// The file is not what it should be.
    #[error(transparent)]
    Damage(Damage),
    /// The layers that are published give no value.
    #[error(transparent)]
    LookUp(#[from] LookUpError),
}

/// The layers of a domain that are published. The domain lives as long as the page.
pub(crate) struct FetchedLayers<D: Domain> {
    domain: &'static D,
    layers: Vec<Option<FetchedLayer<D>>>,
    needs: Needs,
}

/// A layer of which parts were fetched.
pub(crate) struct FetchedLayer<D: Domain> {
    number: usize,
    name: String,
    layer: Mutex<Layer<'static, D>>,
    content_hash: OnceLock<String>,
    needs: Needs,
}

impl<D: Domain> FetchedLayers<D> {
    pub(crate) fn new(domain: &'static D, needs: &Needs) -> Self {
        let layers = domain.layers().iter().map(|_| None).collect();
        FetchedLayers { domain, layers, needs: needs.clone() }
    }

    /// Adds a published layer: its number among those of the page, and the length of its file. Returns
    /// false if it is not one of this domain.
    pub(crate) fn publish(&mut self, number: usize, name: &str, bytes: u64) -> bool {
        let Some(id) = self.domain.layers().iter().position(|layer| layer.name == name) else {
            return false;
        };
        self.layers[id] = Some(FetchedLayer {
            number,
            name: name.to_owned(),
            layer: Mutex::new(Layer::new(self.domain, LayerId(id), bytes)),
            content_hash: OnceLock::new(),
            needs: self.needs.clone(),
        });
        true
    }

    /// Gives bytes of a layer's file; returns false if it is not one of this domain.
    pub(crate) fn give(&self, number: usize, offset: u64, bytes: &[u8]) -> bool {
        let layer = self.layers.iter().flatten().find(|layer| layer.number == number);
        layer.is_some_and(|layer| {
            locked(&layer.layer).give(offset, bytes.to_vec());
            true
        })
    }

    /// Drops what was given and used.
    pub(crate) fn tidy(&self) {
        self.layers.iter().flatten().for_each(|layer| locked(&layer.layer).tidy());
    }

    /// Returns true if a layer is published.
    pub(crate) fn has(&self, id: LayerId) -> bool {
        self.layers.get(id.0).is_some_and(Option::is_some)
    }

    /// Returns the position of a number of a layer, from 0, in a part or else through all parts; `None` if
    /// there are fewer.
    pub(crate) fn position(
        &self,
        id: LayerId,
        part: Option<usize>,
        number: u64,
    ) -> Result<Option<PositionOf<D>>, FetchError> {
        let Some(layer) = self.opened(id)? else { return Ok(None) };
        let layer = locked(&layer.layer);
        let mut rank = number;
        for number in part.unwrap_or_default().. {
            let Some(index) = layer.index(number) else { break };
            if rank < index.len() {
                return Ok(index.unrank(rank));
            }
            if part.is_some() {
                break;
            }
            rank -= index.len();
        }
        Ok(None)
    }

    fn opened(&self, id: LayerId) -> Result<Option<&FetchedLayer<D>>, FetchError> {
        let Some(layer) = self.layers.get(id.0).and_then(Option::as_ref) else { return Ok(None) };
        if layer.content_hash.get().is_none() {
            layer.read(Layer::open)?;
            let hash = locked(&layer.layer).file().manifest().map(|own| own.content_hash.clone());
            let _ = layer.content_hash.set(hash.unwrap_or_default());
        }
        Ok(Some(layer))
    }
}

impl<D: Domain> FetchedLayer<D> {
    /// Asks the file, and notes what it needs.
    fn read<T>(
        &self,
        ask: impl FnOnce(&mut Layer<'static, D>) -> Result<Step<T>, shuban_probe::Error>,
    ) -> Result<T, FetchError> {
        match ask(&mut locked(&self.layer)) {
            Ok(Step::Answer(answer)) => Ok(answer),
            Ok(Step::Need(range)) => {
                self.needs.add(NeededPart { layer: self.number, range });
                Err(FetchError::NotInHand)
            }
            Err(error) => {
                let damage = Damage { layer: self.number, name: self.name.clone(), error };
                locked(&self.needs.0).1.get_or_insert_with(|| damage.clone());
                Err(FetchError::Damage(damage))
            }
        }
    }
}

impl<D: Domain> LayerSource for FetchedLayers<D> {
    type Domain = D;
    type Error = FetchError;
    type Layer = FetchedLayer<D>;

    fn domain(&self) -> &D {
        self.domain
    }

    fn layer(
        &self,
        id: LayerId,
    ) -> Result<Option<impl Deref<Target = FetchedLayer<D>>>, FetchError> {
        self.opened(id)
    }

    fn expect(&self, positions: impl FnOnce() -> Vec<PositionOf<D>>) {
        for position in positions() {
            // An error comes up again when the value is asked for.
            let _ = stored_value(self, &position);
        }
    }
}

/// Families ask each other: what is not published is missing, as in a data folder.
impl<D: Domain> StoredFamily for FetchedLayers<D> {
    fn value(&self, position: &dyn Any, value: &mut dyn Any) -> Result<(), OracleError> {
        let position = position.downcast_ref::<PositionOf<D>>();
        let value = value.downcast_mut::<Option<D::Value>>();
        if let Some((position, value)) = position.zip(value) {
            *value = stored_value(self, position)?.map(|(value, _)| value);
        }
        Ok(())
    }

    fn each_value(
        &self,
        _layer: LayerId,
        _each: &mut dyn FnMut(&dyn Any),
    ) -> Result<bool, OracleError> {
        // A page does not fetch whole layers.
        Ok(false)
    }
}

impl<D: Domain> LayerValues<D> for FetchedLayer<D> {
    type Error = FetchError;

    fn rank(&self, part: usize, position: &PositionOf<D>) -> Option<u64> {
        locked(&self.layer).index(part)?.rank(position)
    }

    fn value(&self, part: usize, rank: u64) -> Result<D::Value, FetchError> {
        self.read(|layer| layer.value_at(part, rank))
    }

    fn is_compact(&self) -> bool {
        locked(&self.layer).is_compact()
    }

    fn block(&self, part: usize, rank: u64) -> Result<RecordBlock, FetchError> {
        let (number, checksum) = self.read(|layer| layer.block_at(part, rank))?;
        Ok(RecordBlock { number, checksum })
    }

    fn content_hash(&self) -> &str {
        self.content_hash.get().map_or("", String::as_str)
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
