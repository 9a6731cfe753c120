//! Values of many positions, as columns.

use std::ops::{Deref, Range};

use shuban_core::field_columns::{FieldColumns, PositionColumns};
use shuban_core::text::without_mark;
use shuban_core::{Explain, Game, LayerId, PositionOf};

use crate::error::Error;
use crate::names::layer_name;
use crate::open_layer::OpenLayer;
use crate::rows::rows;
use crate::stored::StoredLayers;

/// Positions whose blocks are fetched at once from a file that is far away: as many as fit the memory of
/// what was read.
const EXPECTED: usize = 4096;

/// The values of many positions of a family: those of a list of texts, and those of a range of
/// ranks. Several threads may each ask for a piece.
pub trait ManyValues {
    /// Returns the values of positions of a layer, for the player to move, in the order of the
    /// texts: the same fields as for a single question. No search is made. Without positions, the
    /// columns are there, empty.
    ///
    /// # Errors
    /// [`Error`] if the layer is not built, or damaged.
    fn look_up(&self, layer: LayerId, texts: &[&str]) -> Result<LookedUp, Error>;

    /// Returns the stored values of a range of ranks of a part.
    ///
    /// # Errors
    /// [`Error`] if the layer is not built, or damaged.
    ///
    /// # Panics
    /// If the layer has no such part.
    fn values(&self, layer: LayerId, part: usize, ranks: Range<u64>)
    -> Result<FieldColumns, Error>;

    /// Returns positions of a range of ranks of a part with their values: all columns of a dataset but
    /// the rank, or those of these names. `position`, the text, may be named in any game; a member of a
    /// field is named after both, `equity_owned`. Names that there are not are left out.
    ///
    /// # Errors
    /// [`Error`] if the layer is not built, or damaged.
    ///
    /// # Panics
    /// If the layer has no such part.
    fn rows(
        &self,
        layer: LayerId,
        part: usize,
        ranks: Range<u64>,
        names: Option<&[String]>,
    ) -> Result<PositionColumns, Error>;
}

/// The values of many positions.
#[derive(Debug, Default)]
pub struct LookedUp {
    /// The values, missing where there is no answer.
    pub values: FieldColumns,
    /// The texts without an answer, by number, in order, each with the reason: it is not a position,
    /// or is of another layer; a file is damaged.
    pub failed: Vec<(usize, Error)>,
}

impl<D: Explain> ManyValues for StoredLayers<'_, D> {
    fn look_up(&self, layer: LayerId, texts: &[&str]) -> Result<LookedUp, Error> {
        let (domain, game) = (self.domain(), self.domain().game());
        let open = self.built(layer)?;
        let mut values: Vec<Option<D::Value>> = vec![None; texts.len()];
        let mut positions = Vec::with_capacity(texts.len());
        let mut places = Vec::with_capacity(texts.len());
        let mut failed = Vec::new();
        for (number, text) in texts.iter().enumerate() {
            let position = match game.parse(without_mark(text)) {
                Ok(position) => position,
                Err(error) => {
                    failed.push((number, Error::Notation(error)));
                    positions.push(None);
                    continue;
                }
            };
            let part = domain.locate(&position).filter(|place| place.layer == layer);
            let part = part.map(|place| place.part);
            match part.and_then(|part| Some((part, open.part_index(part).rank(&position)?))) {
                Some((part, rank)) => places.push((part, rank, number)),
                None => match self.value_beside(layer, &position) {
                    Ok(value) => values[number] = Some(value),
                    Err(error) => failed.push((number, error)),
                },
            }
            positions.push(Some(position));
        }
        // In the order of ranks each block is read once, wherever its positions are in the list.
        places.sort_unstable();
        for places in places.chunks(EXPECTED) {
            open.expect(&places.iter().map(|&(part, rank, _)| (part, rank)).collect::<Vec<_>>())?;
            for &(part, rank, number) in places {
                match open.value_at(part, rank) {
                    Ok(value) => values[number] = Some(value),
                    Err(error) => failed.push((number, error)),
                }
            }
        }
        failed.sort_by_key(|(number, _)| *number);
        // Names and kinds of the columns are those of a value that was found, or of a stored one.
        let stored = || {
            let mut parts = 0..domain.layers()[layer.0].parts.len();
            let part = parts.find(|part| !open.part_index(*part).is_empty())?;
            Some(domain.fields_for(&open.value_at(part, 0).ok()?, 0))
        };
        let told = |position: &PositionOf<D>, value: D::Value| {
            let seat = game.to_move(position);
            domain.fields_for(&domain.seen_by(value, position, seat), seat)
        };
        let mut known = positions.iter().zip(&values);
        let first = known.find_map(|(position, value)| {
            let (position, value) = position.as_ref().zip(value.clone())?;
            Some(told(position, value))
        });
        let like = first.or_else(stored).unwrap_or_default();
        let mut columns = FieldColumns::missing(&like, 0);
        for (position, value) in positions.iter().zip(values) {
            let Some((position, value)) = position.as_ref().zip(value) else {
                columns.push_missing();
                continue;
            };
            columns.push(&told(position, value));
        }
        Ok(LookedUp { values: columns, failed })
    }

    fn values(
        &self,
        layer: LayerId,
        part: usize,
        ranks: Range<u64>,
    ) -> Result<FieldColumns, Error> {
        let open = self.built(layer)?;
        let (mut columns, mut wrong) = (FieldColumns::default(), None);
        open.records(part).for_each(ranks, |rank, record| {
            match open.decode(part, rank, record) {
                Ok(value) => columns.push(&self.domain().fields(&value)),
                Err(error) => drop(wrong.get_or_insert(error)),
            }
        })?;
        wrong.map_or(Ok(columns), Err)
    }

    fn rows(
        &self,
        layer: LayerId,
        part: usize,
        ranks: Range<u64>,
        names: Option<&[String]>,
    ) -> Result<PositionColumns, Error> {
        rows(&*self.built(layer)?, self.domain(), part, ranks, names)
    }
}

impl<'d, D: Explain> StoredLayers<'d, D> {
    fn built(
        &self,
        layer: LayerId,
    ) -> Result<impl Deref<Target = OpenLayer<'d, D>> + use<'d, D>, Error> {
        self.layer(layer)?.ok_or_else(|| Error::not_built(self.domain(), layer))
    }

    /// Returns the value of a position of a layer that has no place in its table.
    fn value_beside(&self, layer: LayerId, position: &PositionOf<D>) -> Result<D::Value, Error> {
        let domain = self.domain();
        let elsewhere = |reason| Error::Elsewhere {
            position: domain.game().format(position),
            domain: layer_name(domain, layer).to_owned(),
            reason,
        };
        match domain.layer_for(position) {
            Ok(Some(other)) if other != layer => {
                Err(elsewhere(format!("it is in {}", layer_name(domain, other))))
            }
            Err(reason) => Err(elsewhere(reason)),
            Ok(_) => {
                let value = self.value(position)?;
                // The layer is built: the missing one is one that the value follows from.
                let lacks = |need: &&LayerId| matches!(self.layer(**need), Ok(None));
                let missing = || domain.layers()[layer.0].needs.iter().find(lacks).copied();
                let not_built = || Error::not_built(domain, missing().unwrap_or(layer));
                value.map(|(value, _)| value).ok_or_else(not_built)
            }
        }
    }
}
