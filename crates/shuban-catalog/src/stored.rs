//! The layers of a family in a data folder, each opened when it is first asked for.

use std::any::Any;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use shuban_core::{
    Answer, Domain, Explain, Field, Fields, Game, LayerId, OracleError, PositionOf, Shelf,
    StoredFamily, StoredValues, Unanswered, ask,
};
use shuban_solve::OpenLayer;
use shuban_store::{FileSystem, layer_path};

use crate::answer::{AnyAnswer, Detail};
use crate::any_game::AnyPosition;
use crate::error::Error;

/// A family's layers in a data folder, whatever its types; for any number of threads.
pub trait OpenFamily: StoredFamily + Send {
    /// Opens a layer.
    ///
    /// # Errors
    /// [`Error`] if it is not built, or damaged.
    fn open_layer(&self, layer: LayerId) -> Result<(), Error>;

    /// What is known of a position and all plays; `shelf` has other families, too.
    ///
    /// # Errors
    /// [`Error`]: a layer that it takes is not built and values are not searched for, a file is
    /// damaged.
    fn answer(
        &self,
        position: &AnyPosition,
        detail: &Detail,
        shelf: &dyn Shelf,
    ) -> Result<AnyAnswer, Error>;
}

/// The layers of a domain. A layer that is not built is looked for again at the next question.
pub(crate) struct StoredLayers<'d, D: Domain> {
    domain: &'d D,
    files: Arc<dyn FileSystem>,
    data: PathBuf,
    layers: Vec<OnceLock<OpenLayer<'d, D>>>,
}

/// Where a value is from; of several that it rests on, the last of these.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum ValueSource {
    Rules,
    Table,
    Search,
}

impl<'d, D: Domain> StoredLayers<'d, D> {
    /// The layers in a folder, none of them opened yet.
    pub(crate) fn new(domain: &'d D, files: &Arc<dyn FileSystem>, data: &Path) -> Self {
        let layers = domain.layers().iter().map(|_| OnceLock::new()).collect();
        StoredLayers { domain, files: files.clone(), data: data.to_owned(), layers }
    }

    /// A layer, if it is built.
    ///
    /// # Errors
    /// [`Error`] if it is damaged.
    fn layer(&self, id: LayerId) -> Result<Option<&OpenLayer<'d, D>>, Error> {
        let slot = &self.layers[id.0];
        if let Some(open) = slot.get() {
            return Ok(Some(open));
        }
        if !layer_path(&self.data, &self.domain.layers()[id.0].name)?.is_file() {
            return Ok(None);
        }
        let open = OpenLayer::open(&self.files, &self.data, self.domain, id)?;
        Ok(Some(slot.get_or_init(|| open)))
    }

    /// The value of a position for the player to move: stored; or, where no table should hold it
    /// (the game is over, a region is cut in two), backed up from stored ones. `None` if a layer
    /// that it takes is not built.
    ///
    /// # Errors
    /// [`Error`] if a file is damaged, or a layer lacks a position that it should hold.
    fn value(&self, position: &PositionOf<D>) -> Result<Option<(D::Value, ValueSource)>, Error> {
        let game = self.domain.game();
        if let Some(place) = self.domain.locate(position) {
            let layer = self.layer(place.layer)?;
            let value = layer.map(|layer| layer.value(position)).transpose()?.flatten();
            match (value, layer) {
                (Some(value), _) => return Ok(Some((value, ValueSource::Table))),
                // The rules know what a finished position is worth, whatever is built.
                _ if game.outcome(position).is_some() => {}
                (None, None) => return Ok(None),
                (None, Some(_)) => {
                    let asked = &self.domain.layers()[place.layer.0].name;
                    let position = game.format(position);
                    return Err(Error::elsewhere(&position, asked, "no play comes to it"));
                }
            }
        }
        let (mut source, mut missing) = (ValueSource::Rules, None);
        let value =
            self.domain.backup(position, &mut |asked: &PositionOf<D>| match self.value(asked) {
                Ok(Some((value, from))) => {
                    source = source.max(from);
                    Ok(value)
                }
                other => {
                    missing.get_or_insert(other);
                    Err(Unanswered::default())
                }
            });
        match (value, missing) {
            (Ok(value), _) => Ok(Some((value, source))),
            (Err(_), Some(missing)) => missing,
            (Err(_), None) => Err(shuban_solve::Error::Stuck.into()),
        }
    }
}

impl<D: Explain + 'static> StoredLayers<'_, D> {
    fn not_built(&self, layer: LayerId) -> Error {
        Error::NotBuilt(self.domain.layers()[layer.0].name.clone())
    }

    /// The part and the rank of a position, if its layer is built.
    fn place(&self, position: &PositionOf<D>) -> Result<Fields, Error> {
        let Some(place) = self.domain.locate(position) else { return Ok(Fields::new()) };
        let Some(layer) = self.layer(place.layer)? else { return Ok(Fields::new()) };
        let part = &self.domain.layers()[place.layer.0].parts[place.part];
        let rank = layer.part_index(place.part).rank(position);
        let rank = rank.and_then(|rank| i64::try_from(rank).ok());
        let fields = [Field::silent("part", part.name.as_str()), Field::silent("index", rank)];
        Ok(fields.into_iter().collect())
    }
}

impl<D: Explain + 'static> OpenFamily for StoredLayers<'_, D> {
    fn open_layer(&self, layer: LayerId) -> Result<(), Error> {
        self.layer(layer)?.map(|_| ()).ok_or_else(|| self.not_built(layer))
    }

    fn answer(
        &self,
        position: &AnyPosition,
        detail: &Detail,
        shelf: &dyn Shelf,
    ) -> Result<AnyAnswer, Error> {
        let domain = self.domain;
        let asked = position.of(domain.game())?;
        let stored = |position: &PositionOf<D>| match self.value(position) {
            Ok(known) => Ok(known.map(|(value, _)| value)),
            Err(error) => Err(Box::new(error) as OracleError),
        };
        let stored: &StoredValues<'_, D> = &stored;
        let mut search = domain.search(stored);
        let mut source = ValueSource::Rules;
        let answer = ask(domain, asked, |position| {
            let (value, from) = match (self.value(position)?, &mut search) {
                (Some(known), _) => known,
                (None, Some(search)) => {
                    (search(position).map_err(Error::oracle)?, ValueSource::Search)
                }
                (None, None) => {
                    let layer = domain.locate(position).map(|place| place.layer);
                    let layer = layer.or_else(|| domain.layer_for(position).ok().flatten());
                    let stuck = || shuban_solve::Error::Stuck.into();
                    return Err(layer.map_or_else(stuck, |layer| self.not_built(layer)));
                }
            };
            source = source.max(from);
            Ok(Some(value))
        })?;
        let extras = domain.extras(asked, answer.value.as_ref(), shelf).map_err(Error::oracle)?;
        let is_by_rules = answer.over.is_some() && source < ValueSource::Search;
        let (name, seat) = (if is_by_rules { "rules" } else { "search" }, answer.seat);
        let answer: Answer<D::Game, Fields> = answer.map(|value| domain.fields_for(&value, seat));
        let answer = answer.from(name).with(self.place(asked)?).with(extras);
        let answer = AnyAnswer::new(domain.game(), position, answer, detail);
        Ok(match domain.layer_for(asked) {
            Ok(Some(layer)) if self.layer(layer)?.is_some() => {
                answer.of_layer(&domain.layers()[layer.0].name)
            }
            _ => answer,
        })
    }
}

impl<D: Domain + 'static> StoredFamily for StoredLayers<'_, D> {
    fn value(&self, position: &dyn Any, value: &mut dyn Any) -> Result<(), OracleError> {
        let position = position.downcast_ref::<PositionOf<D>>();
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
        let Some(open) = self.layer(layer)? else { return Ok(false) };
        for part in 0..open.indexes().len() {
            open.values(part)?.iter().for_each(|value| each(value));
        }
        Ok(true)
    }
}
