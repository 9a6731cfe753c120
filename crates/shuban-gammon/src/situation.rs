//! The situation of a game beside its position, in words and as data.

use shuban_core::{Datum, Field, Seat};

use crate::game_state::{GameState, Offer};

/// Describes the dice, the cube with its owner, the score and the length. X is seat 0.
pub(crate) fn situation(state: &GameState) -> Field {
    let GameState { roll, cube, offer, score, .. } = state;
    let roller = name(state.position.seat());
    let dice = roll.map(|roll| roll.to_string());
    let offered = match offer {
        Some(Offer::Double) => "a double is offered",
        Some(Offer::Beaver) => "a beaver is offered",
        Some(Offer::Raccoon) => "a raccoon is offered",
        Some(Offer::Resignation(_)) => "a resignation is offered",
        None => "",
    };
    let turn = match (&dice, offered) {
        (Some(dice), _) => format!("{roller} to play {dice}"),
        (None, "") => format!("{roller} to roll"),
        (None, offered) => format!("{roller} to roll, {offered}"),
    };
    let owner =
        cube.owner.map_or("in the middle".to_owned(), |owner| format!("of {}", name(owner)));
    let [x, o] = score.points;
    let (rule, played) = match score.length {
        0 => {
            let names = [(state.jacoby, "Jacoby's rule"), (state.beavers, "beavers")];
            let rules = names.into_iter().filter(|(is_on, _)| *is_on).map(|(_, name)| name);
            (rules.collect::<Vec<_>>().join(" and "), "for money".to_owned())
        }
        length => {
            let rule = if state.crawford { "the Crawford game" } else { "" };
            (rule.to_owned(), format!("match to {length}, X {x}, O {o}"))
        }
    };
    let with = if rule.is_empty() { String::new() } else { format!(", {rule}") };
    let datum = Datum::object([
        ("to_roll", roller.into()),
        ("dice", dice.into()),
        ("cube", u64::from(cube.value()).into()),
        ("owner", cube.owner.map(|owner| name(owner).to_owned()).into()),
        ("offer", Some(offered.to_owned()).filter(|offer| !offer.is_empty()).into()),
        ("length", u64::from(score.length).into()),
        ("score", Datum::object([("X", u64::from(x).into()), ("O", u64::from(o).into())])),
        ("rule", Some(rule).filter(|rule| !rule.is_empty()).into()),
    ]);
    let value = cube.value();
    Field::new("situation", datum)
        .long(format!("{turn}; a cube of {value}, {owner}; {played}{with}"))
}

fn name(seat: Seat) -> &'static str {
    if seat == 0 { "X" } else { "O" }
}
