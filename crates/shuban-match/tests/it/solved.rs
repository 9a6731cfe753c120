//! Positions of matches, solved and computed in plainer ways.

use std::cell::RefCell;
use std::collections::HashMap;

use shuban_core::dice::{Roll, rolls};
use shuban_core::shelf::EmptyShelf;
use shuban_core::{Game, Interval, Seat, Silent};
use shuban_gammon::money::{CubeAction, PointInterval};
use shuban_gammon::{Cube, Gammon, Position, Variant, Won, twin};
use shuban_match::match_play::{
    CubeModel, DoublingOptions, DoublingTurn, MatchEquityTable, MatchError, MatchSituation,
    MatchSolver, SituationError, SolvedMatch, Stakes, ValuedDoubling,
};

fn hypergammon() -> Variant {
    Variant::by_name("hypergammon").unwrap()
}

fn parsed(text: &str) -> Position {
    Gammon::new(hypergammon()).parse(text).unwrap()
}

fn solve(text: &str, checkers: usize, situation: MatchSituation) -> SolvedMatch {
    let (variant, table) = (Variant::hypergammon(checkers).unwrap(), CubeModel::USUAL.table());
    let solver = MatchSolver::new(&variant, &table);
    solver.solve(&parsed(text), &situation, &Silent).unwrap()
}

fn assert_around(bounds: PointInterval, expected: f64, what: &str) {
    let [lower, _, upper] = numbers(bounds);
    assert!(lower - 1e-12 <= expected && expected <= upper + 1e-12, "{what}: {expected}");
    assert!(upper - lower <= 2f64.powi(-20), "{what}: {lower} to {upper}");
}

fn numbers(bounds: PointInterval) -> [f64; 3] {
    let one = f64::from(shuban_gammon::money::POINT);
    [f64::from(bounds.lower.0) / one, bounds.midpoint(), f64::from(bounds.upper.0) / one]
}

/// A board, the seat about to roll, the value of the cube and its owner.
type Turn = (Position, Seat, u32, Option<Seat>);

/// Races computed one position after the other, by the rules.
struct Twin {
    variant: Variant,
    table: MatchEquityTable,
    needs: [u32; 2],
    crawford: bool,
    known: RefCell<HashMap<Turn, f64>>,
}

impl Twin {
    fn new(checkers: usize, situation: MatchSituation) -> Self {
        let MatchSituation { needs, crawford, .. } = situation;
        let variant = Variant::hypergammon(checkers).unwrap();
        let table = CubeModel::USUAL.table();
        Twin { variant, table, needs, crawford, known: RefCell::default() }
    }

    fn after_win(&self, winner: Seat, points: u32) -> f64 {
        let mut needs = self.needs;
        needs[winner] = needs[winner].saturating_sub(points);
        let is_last = self.crawford || self.needs.contains(&1);
        self.table.chance(needs[winner], needs[1 - winner], is_last).unwrap()
    }

    /// Chance of the player about to roll, who does not double.
    fn no_double(&self, board: Position, roller: Seat, cube: u32, owner: Option<Seat>) -> f64 {
        let board = Position { turn: 0, ..board };
        let key = (board, roller, cube, owner);
        if let Some(&known) = self.known.borrow().get(&key) {
            return known;
        }
        let of_roll = |roll| {
            let after = twin::after_positions(&self.variant, &board, roll);
            let chances = after.into_iter().map(|after| match after.opponent.is_empty() {
                true => {
                    let won = Won::against(&self.variant, after.mover);
                    self.after_win(roller, cube * u32::from(won.times()))
                }
                false => 1.0 - self.decided(after, 1 - roller, cube, owner),
            });
            chances.fold(0.0, f64::max)
        };
        let all = rolls(6).into_iter();
        let chance =
            all.map(|(roll, weight)| f64::from(weight) * of_roll(roll)).sum::<f64>() / 36.0;
        self.known.borrow_mut().insert(key, chance);
        chance
    }

    fn decided(&self, board: Position, roller: Seat, cube: u32, owner: Option<Seat>) -> f64 {
        let no_double = self.no_double(board, roller, cube, owner);
        // A cube that is of no use to one is turned to no good: that needs no rule here but an end.
        if self.crawford || owner == Some(1 - roller) || cube >= 32 {
            return no_double;
        }
        let take = self.no_double(board, roller, 2 * cube, Some(1 - roller));
        no_double.max(take.min(self.after_win(roller, cube)))
    }
}

#[test]
fn races_are_worth_what_plain_recursion_says() {
    let turned = |needs, exponent, owner| MatchSituation {
        cube: Cube { exponent, owner: Some(owner) },
        ..MatchSituation::new(needs, false)
    };
    let situations = [
        MatchSituation::new([1, 1], false),
        MatchSituation::new([3, 2], false),
        MatchSituation::new([2, 4], false),
        MatchSituation::new([7, 5], false),
        MatchSituation::new([1, 3], false),
        MatchSituation::new([3, 1], true),
        turned([5, 4], 1, 0),
        turned([5, 4], 1, 1),
        turned([6, 3], 2, 0),
    ];
    for situation in situations {
        let plain = Twin::new(2, situation);
        let MatchSituation { cube, .. } = situation;
        for text in ["2,4|1,5", "6,6|3,5", "1|2,2", "5,6|4"] {
            let solved = solve(text, 2, situation);
            let found = solved.chances();
            let what = format!("{text}, {situation:?}");
            let (value, owner) = (cube.value(), cube.owner);
            let board = parsed(text);
            assert!(solved.is_settled(), "{what}");
            assert_around(found.no_double, plain.no_double(board, 0, value, owner), &what);
            assert_around(found.chance, plain.decided(board, 0, value, owner), &what);
            if let Some(double) = found.double {
                let take = plain.no_double(board, 0, 2 * value, Some(1));
                assert_around(double.take, take, &what);
                assert_around(double.pass, plain.after_win(0, value), &what);
            }
        }
    }
}

#[test]
fn one_point_of_a_match_with_contact_is_a_plain_iteration_of_wins() {
    let variant = hypergammon();
    let solved = solve("24|24", 1, MatchSituation::new([1, 1], false));
    assert!(solved.is_settled());
    // All reachable positions, with all plays, and chances that begin at one half.
    let mut boards = vec![parsed("24|24")];
    let mut plays: Vec<Vec<(u32, Vec<Option<usize>>)>> = Vec::new();
    while let Some(&board) = boards.get(plays.len()) {
        let mut of_board = Vec::new();
        for (roll, weight) in rolls(6) {
            let mut of_roll = Vec::new();
            for after in twin::after_positions(&variant, &board, roll) {
                let after = Position { turn: 0, ..after };
                of_roll.push((!after.opponent.is_empty()).then(|| {
                    boards.iter().position(|other| *other == after).unwrap_or_else(|| {
                        boards.push(after);
                        boards.len() - 1
                    })
                }));
            }
            of_board.push((weight, of_roll));
        }
        plays.push(of_board);
    }
    assert_eq!(solved.positions(), boards.len());
    let mut chances = vec![0.5; boards.len()];
    for _ in 0..400 {
        let after = |next: &Option<usize>| next.map_or(1.0, |next| 1.0 - chances[next]);
        let best = |all: &Vec<Option<usize>>| all.iter().map(after).fold(0.0, f64::max);
        let of_board = |rolls: &Vec<(u32, Vec<Option<usize>>)>| {
            rolls.iter().map(|(weight, all)| f64::from(*weight) * best(all)).sum::<f64>() / 36.0
        };
        chances = plays.iter().map(of_board).collect();
    }
    assert_around(solved.chances().chance, chances[0], "24|24");
    for (board, chance) in boards.iter().zip(&chances).step_by(97) {
        let text = Gammon::new(hypergammon()).format(board);
        let solved = solve(&text, 1, MatchSituation::new([1, 1], false));
        assert_around(solved.chances().chance, *chance, &text);
    }
}

#[test]
fn far_from_the_end_of_a_match_the_cube_is_turned_as_for_money() {
    // The opponent bears off next turn: 29 of 36 rolls win, 19, and 6.
    for (text, expected) in [
        ("1,4|1", CubeAction::DoublePass),
        ("2,5|1", CubeAction::DoubleTake),
        ("5,6|1", CubeAction::NoDouble),
    ] {
        let found = solve(text, 3, MatchSituation::new([25, 25], false)).chances();
        assert_eq!(found.double.unwrap().action, expected, "{text}");
    }
}

#[test]
fn one_point_each_is_played_without_gammons_and_without_a_cube() {
    let at = |checkers, needs, crawford| {
        solve("1,2|5,6", checkers, MatchSituation::new(needs, crawford)).chances()
    };
    let (two, three) = (at(2, [1, 1], false), at(3, [1, 1], false));
    assert_eq!(two, three);
    assert_eq!((two.double, two.chance), (None, two.no_double));
    assert_eq!(at(2, [1, 1], true), two);
    // Where a gammon wins the match, the number of checkers at the start of the game matters.
    assert!(at(2, [2, 1], true).chance.lower > at(3, [2, 1], true).chance.upper);
}

#[test]
fn nobody_doubles_in_the_crawford_game() {
    let at = |crawford| solve("2,5|1", 3, MatchSituation::new([4, 1], crawford)).chances();
    assert_eq!(at(true).double, None);
    let after = at(false).double.unwrap();
    assert_eq!(after.action, CubeAction::DoubleTake, "there is nothing to lose");
    assert!(at(false).chance.lower > at(true).chance.upper);
    // The leader has no use for the cube.
    assert_eq!(solve("2,5|1", 3, MatchSituation::new([1, 4], false)).chances().double, None);
}

#[test]
fn plays_of_a_roll_are_in_order_and_their_mean_is_the_chance() {
    let situation = MatchSituation::new([3, 4], false);
    let solved = solve("4,6|3,5", 2, situation);
    let mut best = Vec::new();
    for (roll, weight) in rolls(6) {
        let plays = solved.plays(roll);
        let middles: Vec<i128> = plays.iter().map(|play| play.chance.twice_the_middle()).collect();
        assert!(!plays.is_empty() && middles.is_sorted_by(|a, b| a >= b), "{roll}");
        best.push((weight, plays[0].chance));
    }
    assert_eq!(Interval::mean(best), Some(solved.chances().no_double));
    assert_eq!(solved.plays(Roll::new(6, 6)).len(), 1);
}

#[test]
fn the_answer_is_always_the_same() {
    let situation = MatchSituation::new([3, 5], false);
    let position = Position { turn: 1, ..parsed("23|20") };
    let (variant, table) = (Variant::hypergammon(1).unwrap(), CubeModel::USUAL.table());
    let solver = MatchSolver::new(&variant, &table);
    let other = solver.solve(&position, &situation, &Silent).unwrap();
    assert_eq!(solve("23|20", 1, situation).chances(), other.chances());
    assert!(other.plays(Roll::new(2, 1)).iter().all(|play| play.after.turn == 0));
}

#[test]
fn a_game_without_an_end_leaves_bounds_apart() {
    // Both have a checker on the bar, and both homes are closed.
    let variant = Variant::new("closed", 4, 2, 2, &[(4, 5)]).unwrap();
    let board = Gammon::new(variant.clone()).parse("1,1,2,2,bar|1,1,2,2,bar").unwrap();
    let table = CubeModel::USUAL.table();
    let solver = MatchSolver::new(&variant, &table);
    let solved = solver.solve(&board, &MatchSituation::new([1, 1], false), &Silent).unwrap();
    assert!(!solved.is_settled());
    assert_eq!(numbers(solved.chances().chance), [0.0, 0.5, 1.0]);
}

#[test]
fn what_cannot_be_asked_is_refused_by_name() {
    let (variant, table) = (hypergammon(), CubeModel::USUAL.table());
    let solver = MatchSolver::new(&variant, &table);
    let refused = |solver: MatchSolver<'_>, text: &str, situation| {
        solver.solve(&parsed(text), &situation, &Silent).err().unwrap()
    };
    let even = MatchSituation::new([3, 3], false);
    assert_eq!(
        refused(solver.up_to(400), "24|24", even),
        MatchError::TooManyPositions { most: 400 }
    );
    let one = Variant::hypergammon(1).unwrap();
    assert_eq!(
        refused(MatchSolver::new(&one, &table), "23,24|24", even),
        MatchError::Checkers { found: 2, most: 1 }
    );
    let cube = |exponent, owner| MatchSituation { cube: Cube { exponent, owner }, ..even };
    for (situation, expected) in [
        (MatchSituation::new([0, 3], false), SituationError::Over),
        (MatchSituation::new([2, 3], true), SituationError::NotCrawford),
        (cube(1, None), SituationError::Unowned(2)),
        (cube(0, Some(1)), SituationError::OwnedOne),
        (cube(16, Some(1)), SituationError::Cube(16)),
        (
            MatchSituation { needs: [1, 3], crawford: true, ..cube(1, Some(0)) },
            SituationError::CubeInCrawford(2),
        ),
        (
            MatchSituation::new([26, 3], false),
            SituationError::NoEquity { own: 26, opponent: 3, after_crawford: false },
        ),
    ] {
        assert_eq!(refused(solver, "1|1", situation), MatchError::Situation(expected));
    }
}

/// Values of turns of one game: the position, the seat about to roll, the value of the cube and its
/// owner.
fn doublings(
    turns: &[(&str, Seat, u32, Option<Seat>)],
    score: [u32; 2],
    most_positions: usize,
) -> Vec<Option<ValuedDoubling>> {
    let stakes: Vec<Stakes> = turns
        .iter()
        .map(|&(_, _, cube, owner)| Stakes {
            length: 7,
            score,
            cube,
            owner,
            is_crawford: false,
            is_jacoby: false,
        })
        .collect();
    let told = turns.iter().zip(&stakes);
    let told: Vec<DoublingTurn<'_>> = told
        .map(|(&(text, seat, ..), stakes)| DoublingTurn {
            position: Position { turn: seat as u8, ..parsed(text) },
            stakes,
        })
        .collect();
    let options = DoublingOptions { most_positions, equities: None };
    let variant = Variant::hypergammon(2).unwrap();
    shuban_match::match_play::doublings(&variant, &told, &options, &EmptyShelf, &Silent).unwrap()
}

/// A race in which seat 1 doubles in the second turn.
const RACE: [(&str, Seat, u32, Option<Seat>); 3] =
    [("5,6|4,6", 0, 1, None), ("4,6|2", 1, 1, None), ("2|2,5", 0, 2, Some(0))];

#[test]
fn doubles_of_a_game_come_to_what_plain_recursion_says() {
    // With six points of seven the leader has no use for the cube, and may turn it all the same.
    let useless = [("2,5|1", 0, 1, None)];
    let cases = [(&RACE[..], [2, 4]), (&RACE, [5, 1]), (&useless, [6, 4])];
    for (turns, score) in cases {
        let needs = score.map(|points| 7 - points);
        let twin = Twin::new(2, MatchSituation::new(needs, false));
        let found = doublings(turns, score, 10_000);
        for (&(text, seat, cube, owner), found) in turns.iter().zip(found) {
            let (found, position) = (found.unwrap(), parsed(text));
            let is_around = |[middle, lower, upper]: [f64; 3], expected: f64| {
                let is_close = upper - lower <= 2f64.powi(-20);
                assert!(lower <= middle && middle <= upper && is_close, "{text}: {found:?}");
                assert!(lower - 1e-12 <= expected && expected <= upper + 1e-12, "{text}");
            };
            is_around(found.no_double, twin.no_double(position, seat, cube, owner));
            is_around(found.take, twin.no_double(position, seat, 2 * cube, Some(1 - seat)));
            is_around(found.pass, twin.after_win(seat, cube));
            let lost = 1.0 - twin.after_win(1 - seat, cube);
            let point = (twin.after_win(seat, cube) - lost) / 2.0;
            assert!((found.point - point).abs() < 1e-6 && point > 0.0, "{text}: {point}");
        }
    }
}

#[test]
fn turns_from_which_too_much_is_reached_are_left_out() {
    let count = |text| solve(text, 2, MatchSituation::new([5, 3], false)).positions();
    let counts = RACE.map(|(text, ..)| count(text));
    assert!(counts.is_sorted_by(|a, b| a > b), "{counts:?}");
    for (known, most) in [(3, counts[0]), (2, counts[0] - 1), (2, counts[1]), (1, counts[2])] {
        let found = doublings(&RACE, [2, 4], most);
        let is_known: Vec<bool> = found.iter().map(Option::is_some).collect();
        let expected: Vec<bool> = (0..3).map(|turn| turn >= 3 - known).collect();
        assert_eq!(is_known, expected, "{most}");
    }
    assert_eq!(doublings(&RACE, [2, 4], 0), [None, None, None]);
}
