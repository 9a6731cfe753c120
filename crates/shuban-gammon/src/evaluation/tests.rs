use std::f64::consts::FRAC_PI_2;

use proptest::prelude::*;
use shuban_core::dice::{Roll, rolls};
use shuban_core::{Evaluation, Game, ONE, Random};

use super::*;
use crate::moves::MoveGenerator;
use crate::position::Position;
use crate::twin::random_position;
use crate::variant::Variant;

fn variant(name: &str) -> Variant {
    Variant::by_name(name).unwrap()
}

fn half_gammon() -> TermEvaluation {
    TermEvaluation::new(variant("half-gammon"))
}

fn position(text: &str) -> Position {
    half_gammon().game().parse(text).unwrap()
}

/// Both sides of a position of half-gammon.
fn sides(text: &str) -> [SideView; 2] {
    let (variant, position) = (variant("half-gammon"), position(text));
    [position, position.swapped()].map(|position| SideView::of_mover(&variant, &position))
}

fn near(one: f64, other: f64) -> bool {
    (one - other).abs() < 1e-12
}

#[test]
fn a_roll_has_its_mean_and_its_variance() {
    let PipsOfARoll { mean, variance } = PipsOfARoll::of(&variant("half-gammon"));
    assert!(near(mean, 16.0 / 3.0) && near(variance, 68.0 / 9.0));
    assert!(near(PipsOfARoll::of(&variant("backgammon")).mean, 49.0 / 6.0));
}

#[test]
fn the_chance_of_not_entering_is_that_of_both_dice_on_closed_points() {
    // The opponent's points 1, 2, 3 are what a 1, 2, 3 enters on: the mover's 12, 11, 10.
    for (text, closed) in [
        ("bar|1", 0.0),
        ("bar|1,1", 1.0),
        ("bar|3,3,4,4", 1.0),
        ("bar|1,1,3,3", 2.0),
        ("bar,bar,5|1,1,2,2,3,3", 3.0),
        ("4|1,1,2,2,3,3", 0.0),
    ] {
        let [mover, other] = sides(text);
        assert!(near(chance_of_not_entering(&mover), closed * closed / 9.0), "{text}");
        assert_eq!(chance_of_not_entering(&other), 0.0, "{text}");
    }
}

#[test]
fn the_chance_of_no_move_is_that_of_both_dice_moving_nobody() {
    for (text, stuck) in [
        ("12|3", 0.0),
        // The opponent holds the mover's 11, 10 and 9.
        ("12|2,2,3,3", 2.0),
        ("12|2,2,3,3,4,4", 3.0),
        ("12,8|2,2,3,3,4,4", 0.0),
        ("bar,8|1,1,3,3", 2.0),
        // Bearing off: a 1 leads to the opponents on 2, a 2 bears none off, a 3 takes the highest.
        ("3|11,11", 1.0),
        ("3|11,11,12,12", 2.0),
        // Not all at home: no checker is borne off.
        ("1,12|2,2,3,3,4,4", 3.0),
    ] {
        let chance = chance_of_no_move(&sides(text)[0]);
        assert!(near(chance, stuck * stuck / 9.0), "{text}: {chance}");
    }
}

#[test]
fn the_table_of_the_page_has_729_cases_and_does_not_see_the_bar() {
    let table = MovableTable::new(&variant("half-gammon")).unwrap();
    assert_eq!(table.cases(), 729);
    assert!(MovableTable::new(&variant("backgammon")).is_none());
    let [mover, _] = sides("6,6,10|4,4,5,5");
    // The mover's 9 and 8 are held: from 10 only a 3 leads on, from 6 every die.
    assert_eq!([1, 2, 3].map(|die| movable_checkers(&mover, die)), [2, 2, 3]);
    let [mover, _] = sides("bar,8|1,1,2,2,3,3");
    assert!(near(chance_of_no_move(&mover), 1.0) && near(table.chance_of_no_move(&mover), 0.0));
}

#[test]
fn a_hit_costs_the_pips_that_the_checker_has_come() {
    for (text, chance, pips, most) in [
        // Nothing in reach, nothing alone, nothing in front.
        ("9|11", 0.0, 0.0, 0),
        ("12|5,5", 0.0, 0.0, 0),
        ("3|2", 0.0, 0.0, 0),
        // The mover's 9 is one pip away: any 1. Doubles and sums come upon nothing nearer.
        ("10|4", 5.0, 45.0, 9),
        // Two pips: any 2, or 1-1.
        ("11|4", 6.0, 54.0, 9),
        // The same with the point between held: no 1-1.
        ("11|4,3,3", 5.0, 45.0, 9),
        // Five pips: 3-2 alone, through either point.
        ("12|6", 2.0, 14.0, 7),
        ("12|6,3,3", 2.0, 14.0, 7),
        ("12|6,3,3,4,4", 0.0, 0.0, 0),
        // Eight pips: 2-2.
        ("12|9", 1.0, 4.0, 4),
        // From the bar: 1-1, 2-1 and 3-1 enter by the 1 onto the lone opponent.
        ("bar|1", 5.0, 60.0, 12),
        // The one that enters by a 3 goes on by a 2 or a 1, as others do by what is left.
        ("bar|5", 2.0, 16.0, 8),
        ("bar,bar|5", 0.0, 0.0, 0),
        ("bar,9|5", 7.0, 56.0, 8),
    ] {
        let Shots { chance: found, pips: lost, most: largest } = shots(&sides(text)[0]);
        assert!(near(found, chance / 9.0) && near(lost, pips / 9.0), "{text}: {found} {lost}");
        assert_eq!(largest, most, "{text}");
    }
}

/// Returns true if some play of a roll hits something.
fn hits(variant: &Variant, position: &Position, roll: Roll) -> bool {
    let plays = MoveGenerator::new(variant, position).plays(roll);
    plays.iter().any(|(play, _)| play.steps().iter().any(|step| step.hit))
}

proptest! {
    #[test]
    fn blocks_are_exact_and_the_cheap_form_is_where_no_checker_is_bound(
        which in 0..5usize,
        seed in any::<u64>(),
    ) {
        let variant = variant(Variant::names()[which]);
        let position = random_position(&variant, &mut Random::new(seed));
        let side = SideView::of_mover(&variant, &position);
        let exact = chance_of_no_move_by_plays(&variant, &position);
        prop_assert!(near(chance_of_no_move(&side), exact), "{position:?}");
        if side.on_bar() > 0 {
            prop_assert!(near(chance_of_not_entering(&side), exact));
        }
        if let Some(table) = MovableTable::new(&variant) {
            let cheap = table.chance_of_no_move(&side);
            if side.on_bar() == 0 && !side.is_home() {
                prop_assert!(near(cheap, exact), "{position:?}");
            }
            prop_assert!(cheap <= exact + 1e-12);
        }
    }

    #[test]
    fn no_roll_hits_that_is_not_counted(which in 0..5usize, seed in any::<u64>()) {
        let variant = variant(Variant::names()[which]);
        let position = random_position(&variant, &mut Random::new(seed));
        let shots = shots(&SideView::of_mover(&variant, &position));
        let rolls = rolls(variant.faces());
        let hitting = rolls.iter().filter(|(roll, _)| hits(&variant, &position, *roll));
        let exact: u32 = hitting.map(|(_, weight)| weight).sum();
        let throws = f64::from(variant.faces()).powi(2);
        prop_assert!(shots.chance >= f64::from(exact) / throws - 1e-12, "{position:?}");
        prop_assert!(shots.pips <= shots.chance * shots.most as f64 + 1e-9);
    }

    #[test]
    fn values_are_between_loss_and_win_and_whose_name_a_side_has_does_not_matter(
        which in 0..5usize,
        seed in any::<u64>(),
    ) {
        let evaluation = TermEvaluation::new(variant(Variant::names()[which]));
        let position = random_position(&evaluation.game().variant, &mut Random::new(seed));
        let other = Position { turn: 1 - position.turn, ..position };
        let value = evaluation.evaluate(&position);
        prop_assert_eq!(value, evaluation.evaluate(&other));
        prop_assert!(-ONE < value && value < ONE);
    }
}

fn value(text: &str) -> i32 {
    half_gammon().evaluate(&position(text))
}

#[test]
fn fewer_pips_are_better_and_a_lead_counts_more_near_the_end() {
    assert!(value("6|6") > value("7|5") && value("6|6") > 0);
    assert!(value("1|4") > value("3|6") && value("12,12,12|2") < 0);
    assert!(value("1|bar,bar,bar,bar,bar,bar,bar,bar") < ONE);
}

#[test]
fn each_term_moves_the_value_its_way() {
    let with = |terms: Terms, text: &str| {
        TermEvaluation::with(variant("half-gammon"), terms).expected_result(&position(text))
    };
    let base = Terms::PIPS_AND_TURN;
    let turn = Terms { turn: 0.25, ..base };
    let bar = Terms { bar: 1.0, ..base };
    let blocks = Terms { blocks: 1.0, ..base };
    let supposed = Terms { hits: HitTerm::Supposed(0.5), ..base };
    let counted = Terms { hits: HitTerm::Counted(1.0), ..base };
    assert!(near(with(base, "12,4|12,4"), from_lead(0.5, 6.0 * 17.0 / 64.0 * FRAC_PI_2)));
    assert!(with(turn, "12,4|12,4") < with(base, "12,4|12,4"));
    assert!(with(bar, "bar,4|1,1,5") < with(base, "bar,4|1,1,5"));
    assert!(with(bar, "1,1,5|bar,4") > with(base, "1,1,5|bar,4"));
    assert!(with(blocks, "12|2,2,3,3,9") < with(base, "12|2,2,3,3,9"));
    for terms in [bar, blocks] {
        assert!(near(with(terms, "10|4"), with(base, "10|4")));
    }
    for terms in [supposed, counted] {
        assert!(with(terms, "10|4") > with(base, "10|4"));
        assert!(near(with(terms, "9|11"), with(base, "9|11")));
    }
}
