//! Answers about positions from stored values.

use std::convert::Infallible;

use shuban_core::shelf::{OracleError, Shelf, StoredValues};
use shuban_core::{Answer, Domain, Explain, Field, Fields, ask};

use crate::answer::{AnyAnswer, Detail};
use crate::any_position::AnyPosition;
use crate::error::{AnswerError, LookUpError};
use crate::layer_source::{LayerSource, LayerValues, PositionIn, layer_name};
use crate::stored_value::{ValueSource, stored_value};

/// Answers about a position and all plays from the stored values of `source`, and by the domain's
/// search where it has one; `shelf` has other families, too.
///
/// # Errors
/// [`AnswerError`]: a layer that it needs is not built and values are not searched for, a value
/// cannot be read, the position is one of another game.
pub fn stored_answer<S>(
    source: &S,
    position: &AnyPosition,
    detail: &Detail,
    shelf: &dyn Shelf,
) -> Result<AnyAnswer, AnswerError<S::Error>>
where
    S: LayerSource<Domain: Explain> + Sync,
{
    let domain = source.domain();
    let asked = position.of(domain.game())?;
    let stored = |position: &PositionIn<S>| match stored_value(source, position) {
        Ok(known) => Ok(known.map(|(value, _)| value)),
        Err(error) => Err(Box::new(error) as OracleError),
    };
    let stored: &StoredValues<'_, S::Domain> = &stored;
    source.expect(|| {
        let mut positions = Vec::new();
        // Without values, the question alone: it cannot fail.
        let _ = ask(domain, asked, |position| {
            positions.push(position.clone());
            Ok::<_, Infallible>(None)
        });
        positions
    });
    let mut search = domain.search(stored);
    let mut rests_on = ValueSource::Rules;
    let answer = ask(domain, asked, |position| {
        let known = stored_value(source, position).map_err(AnswerError::Source)?;
        let (value, from) = match (known, &mut search) {
            (Some(known), _) => known,
            (None, Some(search)) => {
                (search(position).map_err(AnswerError::oracle)?, ValueSource::Search)
            }
            (None, None) => return Err(AnswerError::Source(unbuilt::<S>(domain, position).into())),
        };
        rests_on = rests_on.max(from);
        Ok(Some(value))
    })?;
    let extras = domain.extras(asked, answer.value.as_ref(), shelf).map_err(AnswerError::oracle)?;
    let is_by_rules = answer.over.is_some() && rests_on < ValueSource::Search;
    let (name, seat) = (if is_by_rules { "rules" } else { "search" }, answer.seat);
    let answer: Answer<_, Fields> = answer.map(|value| domain.fields_for(&value, seat));
    let place = place(source, asked).map_err(AnswerError::Source)?;
    let answer = answer.from(name).with(place).with(extras);
    let answer = AnyAnswer::new(domain.game(), position, answer, detail);
    let Ok(Some(layer)) = domain.layer_for(asked) else { return Ok(answer) };
    let is_open = source.layer(layer).map_err(AnswerError::Source)?.is_some();
    Ok(if is_open { answer.of_layer(&layer_name(domain, layer)) } else { answer })
}

/// Returns the error of a position without a stored value: its layer is not built.
fn unbuilt<S: LayerSource<Domain: Explain>>(
    domain: &S::Domain,
    position: &PositionIn<S>,
) -> LookUpError {
    let layer = domain.locate(position).map(|place| place.layer);
    match layer.or_else(|| domain.layer_for(position).ok().flatten()) {
        Some(layer) => LookUpError::NotBuilt { domain: layer_name(domain, layer) },
        None => LookUpError::Stuck,
    }
}

/// Returns the part and the rank of a position, if its layer is built.
fn place<S: LayerSource>(source: &S, position: &PositionIn<S>) -> Result<Fields, S::Error> {
    let domain = source.domain();
    let Some(place) = domain.locate(position) else { return Ok(Fields::new()) };
    let Some(layer) = source.layer(place.layer)? else { return Ok(Fields::new()) };
    let part = &domain.layers()[place.layer.0].parts[place.part];
    let rank = layer.rank(place.part, position).and_then(|rank| i64::try_from(rank).ok());
    let fields = [Field::silent("part", part.name.as_str()), Field::silent("index", rank)];
    Ok(fields.into_iter().collect())
}
