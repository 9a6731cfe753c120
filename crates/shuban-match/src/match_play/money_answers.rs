//! Answers about positions of a game for money whose cube is turned up to some value.

use shuban_core::dice::Roll;
use shuban_core::text::outward;
use shuban_core::worth::{Rating, WeighedDecision};
use shuban_core::{Datum, Field, Fields, Progress};
use shuban_gammon::money::{Doubling, POINT, PointInterval};
use shuban_gammon::{GameState, Variant, format_move, format_position};

use super::asked_cube::{AS_IT_IS, asked_cube, exponent, owner, reply, with_the_rest};
use super::error::MatchFailure;
use super::money_game::{DoubleEquities, MoneySituation, solve_for_money};
use super::question::{MatchAnswer, MatchQuestion, MoneyRules};

/// Joins a question and the text of its position.
fn asked(
    question: &MatchQuestion<'_>,
    rules: &MoneyRules,
    state: &GameState,
) -> Result<MoneySituation, MatchFailure> {
    let MatchQuestion { length, score, is_crawford, equities, .. } = question;
    if length.is_some() || score.is_some() || *is_crawford || equities.is_some() {
        return Err(MatchFailure::refused(
            "a game for money has no score, no length and no match equities",
        ));
    }
    if state.score.length > 0 {
        let length = state.score.length;
        return Err(MatchFailure::refused(format!(
            "the position is of a match to {length}, not for money"
        )));
    }
    let limit = rules.cube_limit.map_or(Ok(state.cube_limit), exponent)?;
    let jacoby = rules.is_jacoby || state.jacoby;
    let beavers = rules.has_beavers;
    Ok(MoneySituation { cube: asked_cube(question, state)?, limit, jacoby, beavers })
}

fn rules(situation: &MoneySituation) -> Field {
    let MoneySituation { cube, limit, jacoby, beavers } = *situation;
    let (owner, owned) = owner(cube);
    let (value, limit) = (cube.value(), 1u64 << limit);
    let datum = Datum::object([
        ("cube", u64::from(value).into()),
        ("owner", owner.into()),
        ("cube_limit", limit.into()),
        ("jacoby", jacoby.into()),
        ("beavers", beavers.into()),
    ]);
    let jacoby = if jacoby { "; by Jacoby's rule" } else { "" };
    let beavers = if beavers { "; with beavers" } else { "" };
    let long = match limit {
        1 => format!("no cube{jacoby}"),
        _ => format!("a cube of {value}, {owned}, of {limit} at most{jacoby}{beavers}"),
    };
    Field::new("money", datum).long(long)
}

/// Points for each that the cube stands for, with their bounds.
fn points(name: &'static str, points: PointInterval) -> Field {
    let number = |units: i32| f64::from(units) / f64::from(POINT);
    let (lower, upper) = (number(points.lower.0), number(points.upper.0));
    let bounds = Datum::object([
        ("value", points.midpoint().into()),
        ("lower", lower.into()),
        ("upper", upper.into()),
    ]);
    let short = format!("{:+.6}", points.midpoint());
    let [least, most] = outward(lower, upper, 9);
    let long = format!("{short}, proven between {least} and {most}");
    Field::new(name, bounds).short(short).long(long)
}

/// The decision of a player who may double, in points for each that the cube stands for.
pub(crate) fn doubling(double: &DoubleEquities, no_double: PointInterval) -> WeighedDecision {
    let numbers = [no_double, double.taken(), double.pass].map(PointInterval::midpoint);
    let written = &|number: f64| format!("{number:+.4}");
    Doubling { case: AS_IT_IS, numbers, action: double.action.name(), written }.decision()
}

/// Answers a question about a game for money.
///
/// # Errors
/// [`MatchFailure`].
pub(super) fn for_money(
    variant: &Variant,
    question: &MatchQuestion<'_>,
    money: &MoneyRules,
    state: &GameState,
    roll: Option<Roll>,
    progress: &dyn Progress,
) -> Result<MatchAnswer, MatchFailure> {
    let situation = asked(question, money, state)?;
    let solved = solve_for_money(variant, &state.position, &situation, progress)?;
    let found = solved.equities();
    let mut fields = Fields::new().with(rules(&situation));
    if state.beavers && !situation.beavers {
        let long = "not reckoned with, unless they are asked for";
        fields = fields.with(Field::new("beavers", false).long(long));
    }
    let number = found.equity.midpoint();
    let rating = Rating { number, range: [-3.0, 3.0], unit: "points for each of the stakes" };
    let fields = fields
        .with(points("equity", found.equity).rated(rating))
        .with(points("no_double", found.no_double));
    let is_offered = state.offer.is_some();
    let replied = found.double.filter(|_| is_offered).map(|it| reply(it.take, it.beaver, it.pass));
    let double = found.double.map(|double| {
        let fields = [points("double_take", double.take), points("double_pass", double.pass)];
        (fields, doubling(&double, found.no_double))
    });
    let beaver = found.double.and_then(|double| double.beaver);
    let beaver = beaver.map(|beaver| points("double_beaver", beaver));
    let fields = beaver.into_iter().fold(fields, Fields::with);
    let fields = with_the_rest(fields, double, (solved.positions(), solved.is_settled()));
    let facts = replied.into_iter().fold(fields, Fields::with);
    let moves = roll.map(|roll| {
        let plays = solved.plays(roll).into_iter().map(|(action, after, worth)| {
            let worth = Fields::new().with(points("equity", worth));
            (format_move(variant, &action), format_position(variant, &after), worth)
        });
        (roll.to_string(), plays.collect())
    });
    Ok(MatchAnswer { position: format_position(variant, &state.position), facts, moves })
}
