//! Values of positions from stored ones.

use shuban_core::{Domain, Game, Unanswered};

use crate::error::LookUpError;
use crate::layer_source::{LayerSource, LayerValues, PositionIn, ValueIn, layer_name};

/// The source of a value; if it rests on several, the last of these.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ValueSource {
    /// The rules alone.
    Rules,
    /// A table.
    Table,
    /// A search beyond the tables.
    Search,
}

/// Returns the value of a position for the player to move: stored; or, where no table should hold
/// it (the game is over, a region is cut in two), backed up from stored ones. `None` if a layer that
/// it needs is not built.
///
/// # Errors
/// The error of the source if a value cannot be read, or a layer does not hold a position that it
/// should.
pub fn stored_value<S: LayerSource>(
    source: &S,
    position: &PositionIn<S>,
) -> Result<Option<(ValueIn<S>, ValueSource)>, S::Error> {
    let (domain, game) = (source.domain(), source.domain().game());
    if let Some(place) = domain.locate(position) {
        let layer = source.layer(place.layer)?;
        let look_up = |layer: &S::Layer| {
            let rank = layer.rank(place.part, position);
            rank.map(|rank| layer.value(place.part, rank)).transpose()
        };
        let value = layer.as_deref().map(look_up).transpose()?.flatten();
        match (value, layer) {
            (Some(value), _) => return Ok(Some((value, ValueSource::Table))),
            // The rules know the worth of a finished position, whatever is built.
            _ if game.outcome(position).is_some() => {}
            (None, None) => return Ok(None),
            (None, Some(_)) => {
                let (domain, position) = (layer_name(domain, place.layer), game.format(position));
                return Err(LookUpError::Unreached { domain, position }.into());
            }
        }
    }
    let (mut from, mut missing) = (ValueSource::Rules, None);
    let value =
        domain.backup(position, &mut |asked: &PositionIn<S>| match stored_value(source, asked) {
            Ok(Some((value, own))) => {
                from = from.max(own);
                Ok(value)
            }
            other => {
                missing.get_or_insert(other);
                Err(Unanswered::default())
            }
        });
    match (value, missing) {
        (Ok(value), _) => Ok(Some((value, from))),
        (Err(_), Some(missing)) => missing,
        (Err(_), None) => Err(LookUpError::Stuck.into()),
    }
}
