//! What people are told of a position of a match.

use shuban_core::{
    CubeOwner, Datum, DoublingOptions, DoublingTurn, Field, Fields, MatchAnswer, MatchFailure,
    MatchPlay, MatchQuestion, Progress, Shelf, ValuedDoubling,
};

use super::cube_model::CubeModel;
use super::doubling::doublings;
use super::equity_table::MatchEquityTable;
use super::money_answers::for_money;
use super::situation::MatchSituation;
use super::solver::{MatchError, MatchSolver, SolvedMatch};
use crate::game_state::{Cube, GameState, Score};
use crate::money::{CubeAction, POINT, PointInterval};
use crate::move_notation::format_move;
use crate::notation::{format_position, parse_roll, parse_state};
use crate::variant::Variant;

/// Matches of a variant.
pub struct GammonMatches {
    variant: Variant,
}

impl GammonMatches {
    /// Those of a variant.
    pub fn new(variant: Variant) -> Self {
        GammonMatches { variant }
    }
}

/// The match of a question: its length, the points of the player about to roll and of the opponent,
/// and what follows.
struct Asked {
    length: u32,
    points: [u32; 2],
    situation: MatchSituation,
}

pub(super) fn refused(error: impl std::fmt::Display) -> MatchFailure {
    MatchFailure::Refused(error.to_string())
}

/// What a question and the text of its position tell together.
fn asked(question: &MatchQuestion<'_>, state: &GameState) -> Result<Asked, MatchFailure> {
    let mover = state.position.seat();
    let told = (state.score.length > 0).then_some(state.score);
    let missing = |what: &str| {
        refused(format!("neither the question nor the position tells the {what} of the match"))
    };
    let length = question.length.or(told.map(|score| score.length));
    let length = length.ok_or_else(|| missing("length"))?;
    let own_first = |score: Score| [score.points[mover], score.points[1 - mover]];
    let points = question.score.or(told.map(own_first)).ok_or_else(|| missing("score"))?;
    // What the text says of the Crawford game goes with its score.
    let is_told = question.score.is_none() && Some(length) == told.map(|score| score.length);
    let crawford = question.is_crawford || state.crawford && is_told;
    if length == 0 {
        return Err(refused("a match to 0 points"));
    }
    let score = Score { length, points };
    let game = GameState { score, crawford, ..GameState::of(state.position, None) };
    if let Some((_, reason)) = game.wrong_score() {
        return Err(refused(reason));
    }
    let cube = asked_cube(question, state)?;
    let needs = points.map(|points| length - points);
    let situation = MatchSituation { needs, crawford, cube };
    Ok(Asked { length, points, situation })
}

/// The cube of a question, which for what it leaves open is that of the position's text.
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
    Err(refused(format!("a cube of {cube}: it shows 1, 2, 4 and so on to {most}")))
}

/// Who owns a cube, as data and as words.
pub(super) fn owner(cube: Cube) -> (Option<String>, &'static str) {
    let name = |name: &str| Some(name.to_owned());
    match cube.owner {
        None => (None, "in the middle"),
        Some(0) => (name("mover"), "of the player about to roll"),
        Some(_) => (name("opponent"), "of the opponent"),
    }
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
    let [least, most] = outward(chance).map(|[percent, rest]| format!("{percent}.{rest:06}"));
    let percent = format!("{:.4} %", 100.0 * middle);
    let long = format!("{percent}, proven between {least} % and {most} %");
    Field::new(name, bounds).short(percent).long(long)
}

/// Bounds of a chance in whole percent and millionths of a percent, rounded outward.
fn outward(chance: PointInterval) -> [[i64; 2]; 2] {
    const MILLIONTHS: i64 = 1_000_000;
    let scaled = |bound: i32| i64::from(bound) * 100 * MILLIONTHS;
    let lower = scaled(chance.lower.0).div_euclid(POINT.into());
    let upper = -(-scaled(chance.upper.0)).div_euclid(POINT.into());
    [lower, upper].map(|bound| [bound / MILLIONTHS, bound % MILLIONTHS])
}

/// Why a position was not solved.
pub(super) fn unsolved(error: MatchError) -> MatchFailure {
    match error {
        MatchError::Interrupted => MatchFailure::Interrupted,
        MatchError::TooManyPositions { .. } | MatchError::TooManyPlays { .. } => {
            MatchFailure::TooMuch(error.to_string())
        }
        error => refused(error),
    }
}

/// What a double comes to, and how many positions were solved.
pub(super) fn with_the_rest(
    fields: Fields,
    double: Option<([Field; 2], CubeAction)>,
    (positions, is_settled): (usize, bool),
) -> Fields {
    let fields = match double {
        Some(([take, pass], action)) => {
            fields.with(take).with(pass).with(Field::new("cube", action.name()))
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

fn facts(asked: &Asked, is_computed: bool, solved: &SolvedMatch) -> Fields {
    let found = solved.chances();
    let fields = Fields::new()
        .with(asked.field(is_computed))
        .with(chance("match_equity", found.chance))
        .with(chance("no_double", found.no_double));
    let double = found.double.map(|double| {
        let fields = [chance("double_take", double.take), chance("double_pass", double.pass)];
        (fields, double.action)
    });
    with_the_rest(fields, double, (solved.positions(), solved.is_settled()))
}

impl MatchPlay for GammonMatches {
    fn game_name(&self) -> String {
        self.variant.name().to_owned()
    }

    fn answer(
        &self,
        question: &MatchQuestion<'_>,
        progress: &dyn Progress,
    ) -> Result<MatchAnswer, MatchFailure> {
        let variant = &self.variant;
        let state = parse_state(variant, question.position).map_err(MatchFailure::Position)?;
        let roll = question.roll.map(|roll| parse_roll(variant, roll)).transpose();
        let roll = roll.map_err(MatchFailure::Roll)?.or(state.roll);
        if state.offer.is_some() {
            return Err(refused(
                "the cube is being offered, or the game given up: ask about the position before \
                 that",
            ));
        }
        if let Some(rules) = &question.money {
            return for_money(variant, question, rules, &state, roll, progress);
        }
        let asked = asked(question, &state)?;
        let table = match question.equities {
            Some(text) => MatchEquityTable::read(text).map_err(refused)?,
            None => CubeModel::USUAL.table(),
        };
        let solver = MatchSolver::new(variant, &table);
        let solved = solver.solve(&state.position, &asked.situation, progress).map_err(unsolved)?;
        let moves = roll.map(|roll| {
            let plays = solved.plays(roll).into_iter().map(|play| {
                let worth = Fields::new().with(chance("match_equity", play.chance));
                (format_move(variant, &play.action), format_position(variant, &play.after), worth)
            });
            (roll.to_string(), plays.collect())
        });
        let position = format_position(variant, &state.position);
        let facts = facts(&asked, question.equities.is_none(), &solved);
        Ok(MatchAnswer { position, facts, moves })
    }

    fn doublings(
        &self,
        turns: &[DoublingTurn<'_>],
        options: &DoublingOptions<'_>,
        shelf: &dyn Shelf,
        progress: &dyn Progress,
    ) -> Result<Vec<Option<ValuedDoubling>>, MatchFailure> {
        doublings(&self.variant, turns, options, shelf, progress)
    }
}

#[cfg(test)]
mod tests {
    use shuban_core::Silent;

    use super::*;
    use crate::money::between;

    fn answered(question: MatchQuestion<'_>) -> Result<MatchAnswer, MatchFailure> {
        let variant = Variant::by_name("hypergammon").unwrap();
        GammonMatches::new(variant).answer(&question, &Silent)
    }

    const LISTS: MatchQuestion<'_> = MatchQuestion {
        position: "2,5|1",
        roll: None,
        length: Some(5),
        score: Some([3, 2]),
        cube: None,
        owner: None,
        is_crawford: false,
        equities: None,
        money: None,
    };

    fn member(answer: &MatchAnswer, of: &str, name: &str) -> Datum {
        let Some(Datum::Object(members)) = answer.facts.get(of) else { panic!("no {of}") };
        members.iter().find(|(member, _)| member == name).unwrap().1.clone()
    }

    #[test]
    fn an_xgid_fills_in_what_the_question_leaves_open() {
        // O has one checker left and 2 points, X two and 3, of 5; X owns a cube of 2.
        let xgid = "XGID=--A--A------------------a-:1:1:1:00:3:2:0:5:10";
        let open = MatchQuestion { position: xgid, length: None, score: None, ..LISTS };
        let answer = answered(open).unwrap();
        let told = MatchQuestion { cube: Some(2), owner: Some(CubeOwner::Mover), ..LISTS };
        let mut expected = answered(told).unwrap();
        expected.position.clone_from(&answer.position);
        assert_eq!(answer, expected);
        // As O is about to roll, the score and the owner are the other way round.
        let turned = xgid.replace(":1:1:1:00", ":1:1:-1:00");
        let answer = answered(MatchQuestion { position: &turned, ..open }).unwrap();
        assert_eq!(member(&answer, "match", "owner"), "opponent".into());
        assert_eq!(member(&answer, "match", "score"), Datum::list([2u64, 3]));
        // What the question says counts for more.
        let other = MatchQuestion { score: Some([1, 0]), cube: Some(1), ..open };
        let answer = answered(other).unwrap();
        assert_eq!(member(&answer, "match", "score"), Datum::list([1u64, 0]));
        assert_eq!(member(&answer, "match", "cube"), 1u64.into());
        assert_eq!(member(&answer, "match", "owner"), Datum::Null);
    }

    #[test]
    fn what_contradicts_itself_is_refused() {
        let reason = |question| answered(question).unwrap_err().to_string();
        for (question, expected) in [
            (MatchQuestion { score: Some([5, 2]), ..LISTS }, "5 points have won a match to 5"),
            (MatchQuestion { cube: Some(3), ..LISTS }, "a cube of 3"),
            (
                MatchQuestion { length: Some(0), score: Some([0, 0]), ..LISTS },
                "a match to 0 points",
            ),
            (MatchQuestion { cube: Some(2), ..LISTS }, "a cube of 2 in the middle"),
            (MatchQuestion { owner: Some(CubeOwner::Mover), ..LISTS }, "nobody owns it"),
            (MatchQuestion { is_crawford: true, ..LISTS }, "Crawford"),
            (MatchQuestion { length: None, ..LISTS }, "the length of the match"),
            (MatchQuestion { score: None, ..LISTS }, "the score of the match"),
            (
                MatchQuestion { length: Some(40), ..LISTS },
                "no match equity for 37 points against 38",
            ),
            (MatchQuestion { equities: Some("<met/>"), ..LISTS }, "line 1: `<pre-crawford-table>`"),
            (
                MatchQuestion {
                    score: Some([4, 2]),
                    is_crawford: true,
                    cube: Some(2),
                    owner: Some(CubeOwner::Mover),
                    ..LISTS
                },
                "a cube of 2 in the Crawford game",
            ),
            (
                MatchQuestion {
                    position: "XGID=--A--A------------------a-:0:0:1:D:3:2:0:5:10",
                    ..LISTS
                },
                "is being offered",
            ),
            (MatchQuestion { position: "2,5|", ..LISTS }, "the game is over"),
        ] {
            let reason = reason(question);
            assert!(reason.contains(expected), "{expected}: {reason}");
        }
        let whole = "22,23,24|22,23,24";
        let too_much = answered(MatchQuestion { position: whole, ..LISTS });
        assert!(matches!(too_much, Err(MatchFailure::TooMuch(why)) if why.contains("1000000")));
    }

    #[test]
    fn printed_bounds_hold_what_they_are_rounded_from() {
        assert_eq!(outward(between(0, POINT)), [[0, 0], [100, 0]]);
        // A unit is 0.00000074505… %.
        assert_eq!(outward(between(1, 2)), [[0, 0], [0, 2]]);
        assert_eq!(outward(between(POINT / 2 - 1, POINT / 2 + 1)), [[49, 999_999], [50, 1]]);
    }
}
