//! A family's layers in a data folder, whatever its types.

use std::convert::Infallible;

use shuban_core::shelf::{OracleError, Shelf, StoredFamily, StoredValues};
use shuban_core::{Answer, Domain, Explain, Field, Fields, LayerId, PositionOf, ask};
use shuban_solve::{ManyValues, StatedEquation, StoredLayers, ValueSource};

use crate::answer::{AnyAnswer, Detail};
use crate::any_position::AnyPosition;
use crate::error::Error;
use crate::numbered::{NumberedTurns, not_built};

/// A family's layers in a data folder, whatever its types; shared by any number of threads.
pub trait OpenFamily: ManyValues + NumberedTurns + StoredFamily + Send {
    /// Opens a layer.
    ///
    /// # Errors
    /// [`Error`] if it is not built, or damaged.
    fn open_layer(&self, layer: LayerId) -> Result<(), Error>;

    /// Begins a question: open files are compared with those that have their names now.
    fn begin_question(&self);

    /// Returns true if there is a file of a layer.
    ///
    /// # Errors
    /// [`Error`] if the folder cannot be read.
    fn is_built(&self, layer: LayerId) -> Result<bool, Error>;

    /// Returns the position of a number that counts from 0 through all parts of a layer, if any.
    fn position(&self, layer: LayerId, number: u64) -> Result<Option<AnyPosition>, Error>;

    /// Answers about a position and all plays; `shelf` has other families, too.
    ///
    /// # Errors
    /// [`Error`]: a layer that it needs is not built and values are not searched for, a file is
    /// damaged.
    fn answer(
        &self,
        position: &AnyPosition,
        detail: &Detail,
        shelf: &dyn Shelf,
    ) -> Result<AnyAnswer, Error>;

    /// See [`Session::equation`](crate::Session::equation).
    fn equation(&self, position: &AnyPosition) -> Result<StatedEquation, Error>;
}

/// Returns the part and the rank of a position, if its layer is built.
fn place<D: Domain>(
    layers: &StoredLayers<'_, D>,
    position: &PositionOf<D>,
) -> Result<Fields, Error> {
    let domain = layers.domain();
    let Some(place) = domain.locate(position) else { return Ok(Fields::new()) };
    let Some(layer) = layers.layer(place.layer)? else { return Ok(Fields::new()) };
    let part = &domain.layers()[place.layer.0].parts[place.part];
    let rank = layer.part_index(place.part).rank(position);
    let rank = rank.and_then(|rank| i64::try_from(rank).ok());
    let fields = [Field::silent("part", part.name.as_str()), Field::silent("index", rank)];
    Ok(fields.into_iter().collect())
}

impl<D: Explain> OpenFamily for StoredLayers<'_, D> {
    fn open_layer(&self, layer: LayerId) -> Result<(), Error> {
        self.layer(layer)?.map(|_| ()).ok_or_else(|| not_built(self.domain(), layer))
    }

    fn begin_question(&self) {
        StoredLayers::begin_question(self);
    }

    fn is_built(&self, layer: LayerId) -> Result<bool, Error> {
        Ok(StoredLayers::is_built(self, layer)?)
    }

    fn position(&self, layer: LayerId, number: u64) -> Result<Option<AnyPosition>, Error> {
        let open = self.layer(layer)?.ok_or_else(|| not_built(self.domain(), layer))?;
        let position = open.position(number)?;
        Ok(position.map(|position| AnyPosition::new(self.domain().game(), position)))
    }

    fn answer(
        &self,
        position: &AnyPosition,
        detail: &Detail,
        shelf: &dyn Shelf,
    ) -> Result<AnyAnswer, Error> {
        let domain = self.domain();
        let asked = position.of(domain.game())?;
        let stored = |position: &PositionOf<D>| match self.value(position) {
            Ok(known) => Ok(known.map(|(value, _)| value)),
            Err(error) => Err(Box::new(error) as OracleError),
        };
        let stored: &StoredValues<'_, D> = &stored;
        self.expect(|| {
            let mut positions = Vec::new();
            // Without values, the question alone: it cannot fail.
            let _ = ask(domain, asked, |position| {
                positions.push(position.clone());
                Ok::<_, Infallible>(None)
            });
            positions
        });
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
                    return Err(layer.map_or_else(stuck, |layer| not_built(self.domain(), layer)));
                }
            };
            source = source.max(from);
            Ok(Some(value))
        })?;
        let extras = domain.extras(asked, answer.value.as_ref(), shelf).map_err(Error::oracle)?;
        let is_by_rules = answer.over.is_some() && source < ValueSource::Search;
        let (name, seat) = (if is_by_rules { "rules" } else { "search" }, answer.seat);
        let answer: Answer<D::Game, Fields> = answer.map(|value| domain.fields_for(&value, seat));
        let answer = answer.from(name).with(place(self, asked)?).with(extras);
        let answer = AnyAnswer::new(domain.game(), position, answer, detail);
        Ok(match domain.layer_for(asked) {
            Ok(Some(layer)) if self.layer(layer)?.is_some() => {
                answer.of_layer(&domain.layers()[layer.0].name)
            }
            _ => answer,
        })
    }

    fn equation(&self, position: &AnyPosition) -> Result<StatedEquation, Error> {
        let domain = self.domain();
        let equation = StoredLayers::equation(self, position.of(domain.game())?)?;
        equation.ok_or_else(|| {
            let reason = format!("values of {} are not stated as equations", domain.name());
            Error::refused("no-equation", reason)
        })
    }
}
