//! Games for money whose cube is turned up to some value, against layers without such a limit and a
//! plain recursion.

use std::collections::HashMap;

use shuban_core::dice::rolls;
use shuban_core::tabulate::{NoFinishedTables, Unit};
use shuban_core::{Domain, Game, LayerId, Record, Silent, Tabulate};
use shuban_gammon::money::{CubeAction, Dances, Money, MoneyValue, PointInterval};
use shuban_gammon::{Cube, Gammon, MoveGenerator, PlayScratch, Position, Variant};
use shuban_match::match_play::{
    CubefulEquities, MatchError, MoneySituation, SituationError, solve_for_money,
};
use shuban_solve::PoolWorkers;

/// Returns a plan's value of one position.
fn value_in(money: &Money, plan: &<Money as Tabulate>::Plan, position: &Position) -> MoneyValue {
    let part = money.locate(position).unwrap();
    let rank = money.index(part).unwrap().rank(position).unwrap();
    let mut records = [MoneyValue::from_columns(&[0; 20])];
    let unit = Unit { part, number: 0, ranks: rank..rank + 1 };
    money.run(plan, &unit, &mut (), &mut records).unwrap();
    records[0]
}

fn one_checker() -> Variant {
    Variant::hypergammon(1).unwrap()
}

fn solved(variant: &Variant, text: &str, situation: MoneySituation) -> CubefulEquities {
    let position = Gammon::new(variant.clone()).parse(text).unwrap();
    let solved = solve_for_money(variant, &position, &situation, &Silent).unwrap();
    assert!(solved.is_settled(), "{text}, {situation:?}");
    solved.equities()
}

fn turned(exponent: u8, owner: usize) -> Cube {
    Cube { exponent, owner: Some(owner) }
}

fn is_near(found: PointInterval, expected: PointInterval, most: f64) -> bool {
    (found.midpoint() - expected.midpoint()).abs() < most
}

#[test]
fn a_high_limit_is_none_and_a_limit_of_one_is_no_cube() {
    let money = Money::new(1, Dances::AsPlays).unwrap();
    let plan = money.plan(LayerId(0), &NoFinishedTables, &PoolWorkers { progress: &Silent });
    let plan = plan.unwrap();
    let variant = one_checker();
    for text in ["24|24", "12|14", "bar|7", "6|bar", "20|3"] {
        let position = money.game().parse(text).unwrap();
        let value = value_in(&money, &plan, &position);
        let equities = value.equities;
        let with = |limit, jacoby, cube| {
            solved(&variant, text, MoneySituation { cube, limit, jacoby, beavers: false }).no_double
        };
        let without = with(0, false, Cube::CENTRED);
        assert!(is_near(without, equities.cubeless, 1e-5), "{text}: {without:?}");
        let chance = value.chances.win.midpoint();
        let without = with(0, true, Cube::CENTRED).midpoint();
        assert!((without - (2.0 * chance - 1.0)).abs() < 1e-5, "{text}: {without}");
        for (jacoby, cube, unlimited) in [
            (false, Cube::CENTRED, equities.centred),
            (true, Cube::CENTRED, equities.jacoby),
            (false, turned(1, 0), equities.owned),
            (true, turned(3, 1), equities.opponent),
        ] {
            let found = with(15, jacoby, cube);
            assert!(is_near(found, unlimited, 1e-4), "{text}: {found:?}, {unlimited:?}");
        }
    }
}

/// Races of hypergammon with two checkers a side by the rules, one position after the other, in
/// points for a cube of 1.
struct Plain {
    variant: Variant,
    limit: u32,
    jacoby: bool,
    beavers: bool,
    known: HashMap<(Position, u32, Option<bool>), f64>,
}

impl Plain {
    /// Value for the player about to roll, without a double; `own` is true if that one owns the cube.
    fn no_double(&mut self, board: Position, cube: u32, own: Option<bool>) -> f64 {
        let board = Position::new(board.mover, board.opponent);
        if let Some(&known) = self.known.get(&(board, cube, own)) {
            return known;
        }
        let variant = self.variant.clone();
        let turn = MoveGenerator::new(&variant, &board);
        let mut sum = 0.0;
        for (roll, weight) in rolls(6) {
            let mut all = Vec::new();
            turn.for_each_after(roll, &mut PlayScratch::default(), |after| all.push(after));
            let worth = all.into_iter().map(|after| self.after(after, cube, own));
            sum += f64::from(weight) * worth.fold(f64::NEG_INFINITY, f64::max);
        }
        self.known.insert((board, cube, own), sum / 36.0);
        sum / 36.0
    }

    /// Value for the player who has just moved.
    fn after(&mut self, after: Position, cube: u32, own: Option<bool>) -> f64 {
        if after.opponent.is_empty() {
            let loser = after.mover;
            let times = match (loser.count(), loser.highest()) {
                _ if self.jacoby && cube == 1 => 1,
                (2, Some(19..)) => 3,
                (2, _) => 2,
                _ => 1,
            };
            return f64::from(cube * times);
        }
        let theirs = own.map(|own| !own);
        let no_double = self.no_double(after, cube, theirs);
        if cube == self.limit || theirs == Some(false) {
            return -no_double;
        }
        let mut taken = self.no_double(after, 2 * cube, Some(false));
        if self.beavers && 2 * cube < self.limit {
            taken = taken.min(self.no_double(after, 4 * cube, Some(false)));
        }
        -no_double.max(taken.min(f64::from(cube)))
    }
}

#[test]
fn races_are_worth_what_plain_recursion_says() {
    let variant = Variant::hypergammon(2).unwrap();
    let mut beavered = 0;
    for (limit, jacoby, beavers) in [
        (0, false, false),
        (1, false, true),
        (1, true, false),
        (2, true, false),
        (2, true, true),
        (4, false, false),
        (4, false, true),
    ] {
        let known = HashMap::new();
        let mut plain =
            Plain { variant: variant.clone(), limit: 1 << limit, jacoby, beavers, known };
        for text in ["2,4|1,5", "6,6|3,5", "1|2,2", "5,6|4", "7,8|1,1", "3,4|5,20"] {
            let board = Gammon::new(variant.clone()).parse(text).unwrap();
            let situation = |cube| MoneySituation { cube, limit, jacoby, beavers };
            let found = solved(&variant, text, situation(Cube::CENTRED));
            let no_double = plain.no_double(board, 1, None);
            let what = format!("{text}, {limit}, {jacoby}, {beavers}");
            let assert_around = |found: PointInterval, expected: f64| {
                let far = (found.midpoint() - expected).abs();
                assert!(far < 1e-5, "{what}: {found:?}, expected {expected}");
            };
            assert_around(found.no_double, no_double);
            assert_eq!(found.double.is_some(), limit > 0);
            if let Some(double) = found.double {
                let taken = plain.no_double(board, 2, Some(false));
                assert_around(double.take, taken);
                assert_eq!(double.beaver.is_some(), beavers && limit > 1);
                let kept = double.beaver.map(|beaver| {
                    let kept = plain.no_double(board, 4, Some(false));
                    assert_around(beaver, kept);
                    beavered += usize::from(kept < taken);
                    kept
                });
                let answered = kept.map_or(taken, |kept| kept.min(taken));
                assert_around(double.taken(), answered);
                assert_eq!(double.pass, PointInterval::points(1));
                assert_around(found.equity, no_double.max(answered.min(1.0)));
                let [mine, theirs] = [0, 1].map(|owner| {
                    let equities = solved(&variant, text, situation(turned(1, owner)));
                    equities.no_double
                });
                assert_around(mine, plain.no_double(board, 2, Some(true)) / 2.0);
                assert_around(theirs, plain.no_double(board, 2, Some(false)) / 2.0);
            }
        }
    }
    assert!(beavered > 0);
}

#[test]
fn a_last_roll_is_doubled_and_taken() {
    // 23 of 36 rolls bear both checkers off, and the opponent bears off next.
    let variant = Variant::hypergammon(2).unwrap();
    let found = solved(&variant, "2,4|1", MoneySituation::new(1));
    assert_eq!(found.double.unwrap().action, CubeAction::DoubleTake);
    assert_eq!(found.equity, found.double.unwrap().take);
}

#[test]
fn what_cannot_be_is_refused() {
    let variant = one_checker();
    let position = Gammon::new(variant.clone()).parse("24|24").unwrap();
    let refused = |cube, limit| {
        let situation = MoneySituation { cube, limit, jacoby: false, beavers: false };
        solve_for_money(&variant, &position, &situation, &Silent).err().unwrap()
    };
    let of = MatchError::Situation;
    assert_eq!(refused(Cube::CENTRED, 16), of(SituationError::Cube(16)));
    let beyond = SituationError::BeyondLimit { cube: 8, limit: 4 };
    assert_eq!(refused(turned(3, 0), 2), of(beyond));
    assert_eq!(refused(turned(0, 0), 2), of(SituationError::OwnedOne));
    let unowned = Cube { exponent: 1, owner: None };
    assert_eq!(refused(unowned, 2), of(SituationError::Unowned(2)));
}
