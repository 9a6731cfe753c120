//! Answers about positions of a match.

use shuban_core::worth::Rating;
use shuban_core::{Datum, Field, Fields, Progress};
use shuban_gammon::money::{Doubling, POINT, PointInterval};
use shuban_gammon::{
    GameState, Offer, Score, Variant, format_move, format_position, parse_roll, parse_state,
};

use super::asked_cube::{AS_IT_IS, asked_cube, owner, reply, with_the_rest};
use super::equities::match_equities;
use super::error::MatchFailure;
use super::money_answers::for_money;
use super::question::{MatchAnswer, MatchQuestion};
use super::situation::MatchSituation;
use super::solver::{MatchSolver, SolvedMatch};

/// The match of a question: its length, the points of the player about to roll and of the opponent,
/// and the rest.
struct Asked {
    length: u32,
    points: [u32; 2],
    situation: MatchSituation,
}

/// Joins a question and the text of its position.
fn asked(question: &MatchQuestion<'_>, state: &GameState) -> Result<Asked, MatchFailure> {
    let mover = state.position.seat();
    let told = (state.score.length > 0).then_some(state.score);
    let missing = |what: &str| {
        MatchFailure::refused(format!(
            "neither the question nor the position tells the {what} of the match"
        ))
    };
    let length = question.length.or(told.map(|score| score.length));
    let length = length.ok_or_else(|| missing("length"))?;
    let own_first = |score: Score| [score.points[mover], score.points[1 - mover]];
    let points = question.score.or(told.map(own_first)).ok_or_else(|| missing("score"))?;
    // The text's Crawford flag goes with its score.
    let is_told = question.score.is_none() && Some(length) == told.map(|score| score.length);
    let crawford = question.is_crawford || state.crawford && is_told;
    if length == 0 {
        return Err(MatchFailure::refused("a match to 0 points"));
    }
    let score = Score { length, points };
    let game = GameState { score, crawford, ..GameState::of(state.position, None) };
    if let Some((_, reason)) = game.wrong_score() {
        return Err(MatchFailure::refused(reason));
    }
    let cube = asked_cube(question, state)?;
    let needs = points.map(|points| length - points);
    let situation = MatchSituation { needs, crawford, cube };
    Ok(Asked { length, points, situation })
}

impl Asked {
    fn field(&self, is_computed: bool) -> Field {
        let Asked { length, points: [own, other], situation } = self;
        let MatchSituation { needs, crawford, cube } = situation;
        let (owner, owned) = owner(*cube);
        let numbers = |numbers: &[u32; 2]| Datum::list(numbers.map(u64::from));
        let datum = Datum::object([
            ("length", u64::from(*length).into()),
            ("score", numbers(&self.points)),
            ("needs", numbers(needs)),
            ("crawford", (*crawford).into()),
            ("cube", u64::from(cube.value()).into()),
            ("owner", owner.into()),
            ("equities", if is_computed { "computed" } else { "file" }.into()),
        ]);
        let crawford = if *crawford { ", the Crawford game" } else { "" };
        let value = cube.value();
        Field::new("match", datum)
            .long(format!("to {length}, at {own}-{other}{crawford}; a cube of {value}, {owned}"))
    }
}

/// A chance with its bounds.
fn chance(name: &'static str, chance: PointInterval) -> Field {
    let [lower, upper] =
        [chance.lower, chance.upper].map(|bound| f64::from(bound.0) / f64::from(POINT));
    let middle = chance.midpoint();
    let bounds =
        Datum::object([("value", middle.into()), ("lower", lower.into()), ("upper", upper.into())]);
    let [least, most] =
        outward_percent(chance).map(|[percent, rest]| format!("{percent}.{rest:06}"));
    let percent = format!("{:.4} %", 100.0 * middle);
    let long = format!("{percent}, proven between {least} % and {most} %");
    Field::new(name, bounds).short(percent).long(long)
}

/// Bounds of a chance in whole percent and millionths of a percent, rounded outward.
pub fn outward_percent(chance: PointInterval) -> [[i64; 2]; 2] {
    const MILLIONTHS: i64 = 1_000_000;
    let scaled = |bound: i32| i64::from(bound) * 100 * MILLIONTHS;
    let lower = scaled(chance.lower.0).div_euclid(POINT.into());
    let upper = -(-scaled(chance.upper.0)).div_euclid(POINT.into());
    [lower, upper].map(|bound| [bound / MILLIONTHS, bound % MILLIONTHS])
}

fn facts(asked: &Asked, is_computed: bool, is_offered: bool, solved: &SolvedMatch) -> Fields {
    let found = solved.chances();
    let number = found.chance.midpoint();
    let rating = Rating { number, range: [0.0, 1.0], unit: "chance to win the match" };
    let fields = Fields::new()
        .with(asked.field(is_computed))
        .with(chance("match_equity", found.chance).rated(rating))
        .with(chance("no_double", found.no_double));
    let replied = found.double.filter(|_| is_offered).map(|it| reply(it.take, it.beaver, it.pass));
    let double = found.double.map(|double| {
        let fields = [chance("double_take", double.take), chance("double_pass", double.pass)];
        let numbers = [found.no_double, double.take, double.pass].map(PointInterval::midpoint);
        let written = &|number: f64| format!("{:.4} %", 100.0 * number);
        let action = double.action.name();
        (fields, Doubling { case: AS_IT_IS, numbers, action, written }.decision())
    });
    let fields = with_the_rest(fields, double, (solved.positions(), solved.is_settled()));
    replied.into_iter().fold(fields, Fields::with)
}

/// Answers a question about a position of a variant.
///
/// # Errors
/// [`MatchFailure`].
pub fn answer(
    variant: &Variant,
    question: &MatchQuestion<'_>,
    progress: &dyn Progress,
) -> Result<MatchAnswer, MatchFailure> {
    let state = parse_state(variant, question.position).map_err(MatchFailure::Position)?;
    let roll = question.roll.map(|roll| parse_roll(variant, roll)).transpose();
    let roll = roll.map_err(MatchFailure::Roll)?.or(state.roll);
    let is_offered = state.offer == Some(Offer::Double);
    if state.offer.is_some() && !is_offered {
        return Err(MatchFailure::refused(
            "a beaver or a resignation is offered: ask about the position before that",
        ));
    }
    if let Some(rules) = &question.money {
        return for_money(variant, question, rules, &state, roll, progress);
    }
    let asked = asked(question, &state)?;
    let table = match_equities(question.equities)?;
    let solver = MatchSolver::new(variant, &table);
    let solved = solver.solve(&state.position, &asked.situation, progress)?;
    let moves = roll.map(|roll| {
        let plays = solved.plays(roll).into_iter().map(|play| {
            let worth = Fields::new().with(chance("match_equity", play.chance));
            (format_move(variant, &play.action), format_position(variant, &play.after), worth)
        });
        (roll.to_string(), plays.collect())
    });
    let position = format_position(variant, &state.position);
    let facts = facts(&asked, question.equities.is_none(), is_offered, &solved);
    Ok(MatchAnswer { position, facts, moves })
}
