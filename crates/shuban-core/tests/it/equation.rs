//! Evaluation of equations.

use shuban_core::equation::{
    Case, DistanceCase, EquationError, Expression, Number, Numbers, Premises, Relation, Rounding,
};
use shuban_core::{Equation, Winners};

fn play(number: i128) -> Case {
    Case::play(String::new(), Expression::number(number))
}

/// Evaluates an expression with one stored position, whose number `n` is 7.
fn value(expression: Expression) -> Result<Number, EquationError> {
    let mut premises = Premises::default();
    assert_eq!((premises.stored(&'a'), premises.stored(&'a')), (0, 0));
    let equation: Equation<char, ()> =
        Equation::equal(vec![("x", expression)], premises, |()| Numbers::new());
    let numbers = equation.evaluate(&[vec![("n", Some(7))]])?;
    assert_eq!((numbers.len(), numbers[0].0), (1, "x"));
    Ok(numbers[0].1)
}

#[test]
fn each_operation_is_that_of_its_description() {
    use Expression::{Constant, FirstOf, Max, Mean, Min, Stored, Sum};
    let stored = || Stored(0, "n");
    let nothing = || Constant(None);
    let case = |weight, number: i128| Case { weight, ..play(number) };
    for (expression, expected) in [
        (stored(), Some(7)),
        (stored().negated(), Some(-7)),
        (nothing().negated(), None),
        (Sum(vec![stored(), Expression::number(-9)]), Some(-2)),
        (Sum(vec![stored(), nothing()]), None),
        (FirstOf(vec![nothing(), stored(), Expression::number(1)]), Some(7)),
        (FirstOf(vec![nothing()]), None),
        (Max(vec![play(-3), play(4), Case::play(String::new(), nothing())]), Some(4)),
        (Min(vec![play(-3), play(4)]), Some(-3)),
        (Max(Vec::new()), None),
        (Mean(vec![case(1, -4), case(2, 1)], Rounding::Down), Some(-1)),
        (Mean(vec![case(1, -4), case(2, 1)], Rounding::Up), Some(0)),
        (Mean(vec![case(3, 4), case(3, 6)], Rounding::Up), Some(5)),
        (Mean(Vec::new(), Rounding::Up), None),
    ] {
        assert_eq!(value(expression.clone()), Ok(expected), "{expression:?}");
    }
}

#[test]
fn distances_are_to_the_best_score_sooner_if_it_is_won_later_if_it_is_lost() {
    let distance = |plays: &[(i128, i128)], most| {
        let plays = plays.iter().map(|&(score, plies)| DistanceCase {
            label: String::new(),
            score: Expression::number(score),
            plies: Expression::number(plies),
        });
        value(Expression::Distance { plays: plays.collect(), endless: 0, most }).unwrap()
    };
    assert_eq!(distance(&[(1, 5), (1, 3), (0, 1), (-1, 0)], 99), Some(4));
    assert_eq!(distance(&[(-1, 5), (-1, 3), (-2, 9)], 99), Some(6));
    assert_eq!(distance(&[(0, 5), (-1, 3)], 99), None);
    assert_eq!(distance(&[(1, 5)], 5), Some(5));
    assert_eq!(distance(&[], 5), None);
}

#[test]
fn sets_are_united_as_the_singleton_rule_has_it() {
    let of = |sets: &[Winners]| sets.iter().map(|set| play(set.bits().into())).collect::<Vec<_>>();
    let [a, ac, bc] = [[0].as_slice(), &[0, 2], &[1, 2]].map(|seats| Winners::of(seats.to_vec()));
    let united = |plays: &[Winners], otherwise: &[Winners]| {
        let united = Expression::United { mover: 2, plays: of(plays), otherwise: of(otherwise) };
        value(united).unwrap().map(|bits| Winners::from_bits(bits as u8))
    };
    assert_eq!(united(&[ac, bc, a], &[]), Some(Winners::of([0, 1, 2])));
    assert_eq!(united(&[ac], &[bc]), Some(ac));
    assert_eq!(united(&[a], &[bc]), Some(bc));
    let rotated = Expression::number(ac.bits()).rotated(2, 3);
    assert_eq!(value(rotated), Ok(Some(Winners::of([0, 1]).bits().into())));
    assert_eq!(Expression::number(1).rotated(3, 3), Expression::number(1));
}

#[test]
fn positions_in_between_rest_on_those_before_them() {
    let mut premises = Premises::<char>::default();
    premises.stored(&'a');
    let twice = Expression::Sum(vec![Expression::Stored(0, "n"), Expression::Stored(0, "n")]);
    let between = premises.derived("between".to_owned(), vec![("m", twice)]);
    let last = premises
        .derived("last".to_owned(), vec![("m", Expression::Derived(between, "m").negated())]);
    let expression = Expression::Derived(last, "m");
    let equation: Equation<char, ()> =
        Equation::equal(vec![("x", expression)], premises, |()| Numbers::new());
    assert_eq!(equation.evaluate(&[vec![("n", Some(21))]]), Ok(vec![("x", Some(-42))]));
}

#[test]
fn what_is_missing_or_too_large_is_an_error() {
    use Expression::{Derived, Stored, Sum};
    assert_eq!(value(Stored(0, "m")), Err(EquationError::Missing("m", 0)));
    assert_eq!(value(Stored(1, "n")), Err(EquationError::Missing("n", 1)));
    assert_eq!(value(Derived(0, "n")), Err(EquationError::Missing("n", 0)));
    let most = || Expression::number(i128::MAX);
    assert_eq!(value(Sum(vec![most(), most()])), Err(EquationError::TooLarge));
}

#[test]
fn a_bound_may_give_way_outward_alone() {
    use Relation::{AtLeast, AtMost, Equal};
    for (relation, stored, computed, holds) in [
        (Equal, Some(1), Some(1), true),
        (Equal, Some(1), Some(2), false),
        (Equal, None, None, true),
        (AtMost, Some(1), Some(2), true),
        (AtMost, Some(3), Some(2), false),
        (AtLeast, Some(3), Some(2), true),
        (AtLeast, Some(1), Some(2), false),
        (AtMost, None, Some(2), false),
        (AtLeast, Some(2), None, false),
    ] {
        assert_eq!(relation.holds(stored, computed), holds, "{relation:?} {stored:?} {computed:?}");
    }
}

#[test]
fn an_equation_tells_what_it_rests_on() {
    let mut premises = Premises::default();
    premises.stored(&'a');
    let numbers = vec![("x", Expression::Stored(0, "n"))];
    let equation: Equation<char, ()> = Equation::equal(numbers, premises, |()| Numbers::new());
    let text = format!("{equation:?}");
    for told in ["one: 1", "name: \"x\"", "Stored(0, \"n\")", "stored: ['a']", "derived: []"] {
        assert!(text.contains(told), "{told} is not in {text}");
    }
}
