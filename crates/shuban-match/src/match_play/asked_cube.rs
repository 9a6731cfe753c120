//! The cube of a question, and its fields in an answer.

use shuban_core::worth::WeighedDecision;
use shuban_core::{Datum, Field, Fields};
use shuban_gammon::money::PointInterval;
use shuban_gammon::{Cube, GameState};

use super::error::MatchFailure;
use super::question::{CubeOwner, MatchQuestion};

/// The cube of a question; open parts are those of the position's text.
pub(super) fn asked_cube(
    question: &MatchQuestion<'_>,
    state: &GameState,
) -> Result<Cube, MatchFailure> {
    let exponent = question.cube.map_or(Ok(state.cube.exponent), exponent)?;
    let mover = state.position.seat();
    let of_text = state.cube.owner.map(|owner| usize::from(owner != mover));
    let owner = match question.owner {
        Some(CubeOwner::Mover) => Some(0),
        Some(CubeOwner::Opponent) => Some(1),
        None if question.cube == Some(1) => None,
        None => of_text,
    };
    Ok(Cube { exponent, owner })
}

/// The power of 2 that a cube shows.
pub(super) fn exponent(cube: u32) -> Result<u8, MatchFailure> {
    let most = 1u32 << Cube::MOST;
    if cube.is_power_of_two() && cube <= most {
        return Ok(cube.ilog2() as u8);
    }
    let reason = format!("a cube of {cube}: it shows 1, 2, 4 and so on to {most}");
    Err(MatchFailure::refused(reason))
}

/// Returns the owner of a cube, as data and as words.
pub(super) fn owner(cube: Cube) -> (Option<String>, &'static str) {
    let name = |name: &str| Some(name.to_owned());
    match cube.owner {
        None => (None, "in the middle"),
        Some(0) => (name("mover"), "of the player about to roll"),
        Some(_) => (name("opponent"), "of the opponent"),
    }
}

/// The circumstances of a decision about a cube that the question or its text tells of.
pub(super) const AS_IT_IS: [&str; 2] = ["as it is", "as it is"];

/// Returns the best answer to a double that is offered: the one that gives the player who doubles
/// least. Of equal ones that is to take, and not to double back.
pub(super) fn reply(
    take: PointInterval,
    beaver: Option<PointInterval>,
    pass: PointInterval,
) -> Field {
    let answers = [("take", Some(take)), ("pass", Some(pass)), ("beaver", beaver)];
    let valued = answers.into_iter().filter_map(|(name, value)| Some((name, value?.midpoint())));
    let best = valued.reduce(|best, other| if other.1 < best.1 { other } else { best });
    Field::new("reply", best.map_or("take", |(name, _)| name))
}

/// Adds the values of a double, and the number of positions that were solved.
pub(super) fn with_the_rest(
    fields: Fields,
    double: Option<([Field; 2], WeighedDecision)>,
    (positions, is_settled): (usize, bool),
) -> Fields {
    let fields = match double {
        Some(([take, pass], decision)) => {
            let cube = Field::new("cube", decision.action).deciding(vec![decision]);
            let programs = Field::of_decisions(cube.decisions());
            fields.with(take).with(pass).with(cube).with(programs)
        }
        None => fields
            .with(Field::silent("double_take", Datum::Null))
            .with(Field::silent("double_pass", Datum::Null))
            .with(Field::new("cube", Datum::Null).long("no use for it, or not to be turned")),
    };
    let settled = match is_settled {
        true => format!("{positions} solved together"),
        false => {
            format!("{positions}, whose bounds stay apart: play is very long, or may have no end")
        }
    };
    fields
        .with(Field::new("positions", positions).long(settled))
        .with(Field::silent("settled", is_settled))
}
