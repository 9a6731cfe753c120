//! Descriptions of the tables of the domains.

mod canonical;
mod equation;
mod regions;
mod thermograph;

use shuban_cgt::CgtOutcome;
use shuban_cgt::sums::ScorePair;
use shuban_core::shelf::{OracleError, Shelf, StoredValues, stored_values};
use shuban_core::{Datum, Field, Fields, LayerId};

use crate::canonical::CanonicalValue;
use crate::domain::{MAX_SIZE, Regions};
use crate::minimax::{Minimax, best_value};
use crate::notation::format_move;
use crate::position::Position;
use crate::subgame::{Army, Subgame};
use crate::sum::MAX_GROUND;

pub(crate) use self::thermograph::thermograph_field;

/// Minimax over the stored values.
pub(crate) fn minimax<'s>(
    stored: &'s StoredValues<'_, Regions>,
) -> Minimax<impl FnMut(&Subgame) -> Result<Option<ScorePair>, OracleError> + 's> {
    Minimax::new(move |region: &Subgame| Regions::value_of(region, stored))
}

/// The one region of a subgame in which a move is possible, or the only one; otherwise the number
/// of regions.
fn one_region(subgame: &Subgame) -> Result<Subgame, usize> {
    let inhabited = subgame.without_empty_regions();
    let wanted = if inhabited.squares().is_empty() { *subgame } else { inhabited };
    let mut regions = wanted.regions();
    match (regions.next(), regions.count()) {
        (Some(one), 0) => Ok(one),
        (first, others) => Err(usize::from(first.is_some()) + others),
    }
}

/// The layer that holds a position's one region, if it has at most `most` squares; or the reason
/// why none does. Values do not depend on the side to move, so also where that one cannot move.
fn layer_of(position: &Position, most: usize) -> Result<Option<LayerId>, String> {
    match one_region(position.subgame()) {
        Ok(region) => {
            let size = region.squares().len();
            let layer = Regions::layer(size).filter(|_| size <= most);
            layer.map(Some).ok_or_else(|| {
                format!(
                    "its region has {size} squares, and databases hold regions of up to {most}; \
                     `solve amazons` searches regions of up to {MAX_GROUND}"
                )
            })
        }
        Err(0) => Err("no square is left".to_owned()),
        Err(regions) => Err(format!(
            "it falls apart into {regions} regions, and a database holds single ones: `solve \
             amazons` adds them up"
        )),
    }
}

/// A number with its sign, if it has one.
pub(crate) fn signed(number: i32) -> String {
    if number == 0 { "0".to_owned() } else { format!("{number:+}") }
}

/// Number of moves that Black makes more than White, moving first and second.
pub(crate) fn pair_fields(value: ScorePair) -> Fields {
    let field = |name, side: Army, mover: &str| {
        let long = match value.first(side) {
            Some(number) => {
                let (more, fewer) =
                    if number > 0 { ("Black", "White") } else { ("White", "Black") };
                let moves = match number.unsigned_abs() {
                    0 => "both make as many moves".to_owned(),
                    1 => format!("{more} makes 1 move more than {fewer}"),
                    moves => format!("{more} makes {moves} moves more than {fewer}"),
                };
                format!("{moves} if {mover} begins")
            }
            None => format!("{mover} has no move"),
        };
        Field::new(name, value.first(side).map(i64::from)).long(long)
    };
    let a = field("a", Army::Black, "Black").short(value.to_string());
    Fields::new().with(a).with(field("b", Army::White, "White").not_in_lists())
}

/// The player who makes the last move.
fn outcome_field(outcome: CgtOutcome) -> Field {
    let who = match outcome {
        CgtOutcome::Left => "Black makes the last move, whoever moves first",
        CgtOutcome::Right => "White makes the last move, whoever moves first",
        CgtOutcome::Next => "the side that moves first makes the last move",
        CgtOutcome::Previous => "the side that moves second makes the last move",
    };
    Field::new("outcome", outcome.to_string()).long(format!("{outcome}: {who}")).not_in_lists()
}

/// A canonical value without its outcome. Numbers are exact: they have few binary places.
pub(crate) fn canonical_fields(value: &CanonicalValue) -> Fields {
    let ((left_stop, right_stop), graph) = (value.stops(), value.thermograph());
    let number = |name, number: shuban_cgt::Dyadic| {
        Field::new(name, number.to_f64()).long(number.to_string()).not_in_lists()
    };
    Fields::new()
        .with(Field::new("canonical", value.to_string()))
        .with(number("left_stop", left_stop))
        .with(number("right_stop", right_stop))
        .with(number("mean", graph.mean))
        .with(number("temperature", graph.temperature))
        .with(Field::new("birthday", i64::from(value.birthday())).not_in_lists())
}

/// A stored value contradicts those of smaller regions: a file is wrong, and no move is best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the table says {stored} of a region whose moves make it {found}: verify the databases")]
struct Contradiction {
    stored: ScorePair,
    found: ScorePair,
}

/// Facts about a region besides its value, given the value that follows from the moves: the best
/// moves of both sides, and the rank in the layer of its size (of the position with its colours
/// exchanged, where White has more amazons).
fn region_extras(
    domain: &Regions,
    position: &Position,
    shelf: &dyn Shelf,
) -> Result<Option<(Subgame, ScorePair, Fields)>, OracleError> {
    let Ok(region) = one_region(position.subgame()) else { return Ok(None) };
    let Some((canonical, _)) = Regions::lookup(&region) else { return Ok(None) };
    let Some(layer) = Regions::layer(region.squares().len()) else { return Ok(None) };
    let stored = stored_values::<Regions>(shelf, Regions::NAME);
    let mut minimax = minimax(&stored);
    let mut best = |side| -> Result<_, OracleError> {
        let values = minimax.move_values(&region, side)?;
        let best = best_value(side, &values);
        let moves = values.iter().filter(|&&(_, value)| Some(value) == best);
        let moves: Vec<String> = moves.map(|(action, _)| format_move(position, action)).collect();
        let name = if side == Army::Black { "best_black" } else { "best_white" };
        let text = if moves.is_empty() { "no move".to_owned() } else { moves.join(", ") };
        Ok((best, Field::silent(name, Datum::list(moves)).long(text)))
    };
    let ((a, best_black), (b, best_white)) = (best(Army::Black)?, best(Army::White)?);
    let found = ScorePair { a, b };
    if let Some(stored) = Regions::value_of(&region, &*stored)?.filter(|stored| *stored != found) {
        return Err(Contradiction { stored, found }.into());
    }
    let rank = domain.region_index(layer).as_ref();
    let index = shuban_core::Index::rank(rank, &canonical).map(|rank| rank as i64);
    let index = Field::new("index", index).not_in_lists();
    Ok(Some((region, found, Fields::new().with(best_black).with(best_white).with(index))))
}

const _: () = assert!(MAX_SIZE <= MAX_GROUND);
