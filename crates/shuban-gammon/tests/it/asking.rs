//! Descriptions of the family's positions and values.

use shuban_core::checkers::Checkers;
use shuban_core::dice::Roll;
use shuban_core::interval::{FINE_ONE, FineInterval};
use shuban_core::present::MoveDrawing;
use shuban_core::{
    Datum, Domain, Explain, Game, Interval, IntervalDomain, Medium, ONE, Play, PositionOf, Present,
    Unanswered, ValuedPlay,
};
use shuban_gammon::bearoff::{Alone, OneSidedBearOff, TwoSidedBearOff};
use shuban_gammon::{Contact, Gammon, Move, Position, Variant};

fn variant(name: &str) -> Variant {
    Variant::by_name(name).unwrap()
}

/// The value of a position that is over, which asks nothing.
fn finished<D: Domain>(domain: &D, position: &PositionOf<D>) -> D::Value {
    assert!(domain.game().outcome(position).is_some());
    domain.backup(position, &mut |_: &PositionOf<D>| Err(Unanswered::default())).unwrap()
}

#[test]
fn positions_that_are_over_have_values_without_questions() {
    let contact = Contact::new(variant("half-gammon"));
    let race = TwoSidedBearOff::new(variant("half-gammon")).unwrap();
    for (text, points) in [("|3", 1), ("3|", -1)] {
        let position = contact.game().parse(text).unwrap();
        for turn in [0, 1] {
            let position = Position { turn, ..position };
            assert_eq!(finished(&contact, &position), Interval::exactly(points * ONE));
            assert_eq!(
                finished(&race, &position),
                FineInterval::exactly(i64::from(points) * FINE_ONE)
            );
        }
    }
    let dead = contact.game().parse("1,1,2,2,3,3,bar|1,1,2,2,3,3,bar").unwrap();
    assert_eq!(finished(&contact, &dead), Interval::exactly(0));
    assert_eq!(contact.game().reason(&dead).unwrap(), "stuck");
    let alone = OneSidedBearOff::new(variant("half-gammon"));
    assert_eq!(finished(&alone, &Checkers::NONE).longest(), 0);
}

#[test]
fn a_backgammon_is_the_most_that_is_won_for_money() {
    // Values are in units of four points.
    let (three, money) = (3 * (ONE / 4), Contact::for_money(variant("half-gammon")));
    assert_eq!(money.unknown(), Interval { lower: -three, upper: three });
    assert_eq!(Contact::new(variant("half-gammon")).unknown(), Interval::UNKNOWN);
}

#[test]
fn values_are_described_with_their_bounds() {
    let contact = Contact::new(variant("half-gammon"));
    let fields = contact.fields(&Interval { lower: ONE / 4, upper: ONE / 2 });
    let names: Vec<&str> = fields.iter().map(|field| field.name).collect();
    assert_eq!(names, ["value", "lower", "upper"]);
    assert_eq!(fields.get("lower"), Some(&Datum::Number(0.25)));
    let text = fields.iter().next().unwrap().long_text().unwrap();
    let expected = "+0.3750000000  proven between +0.2500000000 and +0.5000000000; wins 68.7500 %";
    assert_eq!(text, expected);

    let alone = OneSidedBearOff::new(variant("half-gammon"));
    let (_, two) = alone.solved().into_iter().find(|(side, _)| side.count() == 3).unwrap();
    let fields = alone.fields(&two);
    let names: Vec<&str> = fields.iter().map(|field| field.name).collect();
    assert_eq!(names, ["expected_rolls", "lower", "upper", "distribution"]);
    assert_eq!(fields.get("distribution"), Some(&Datum::list(two.probabilities())));
}

#[test]
fn the_other_side_sees_the_negative_and_a_roll_has_the_bounds_of_all_plays() {
    let contact = Contact::new(variant("half-gammon"));
    let position = Position { turn: 1, ..contact.game().start() };
    let value = Interval { lower: 1, upper: 5 };
    assert_eq!(contact.seen_by(value, &position, 1), value);
    assert_eq!(contact.seen_by(value, &position, 0), Interval { lower: -5, upper: -1 });
    let merit = |lower, upper| contact.merit(&position, &Interval { lower, upper }, 1);
    assert!(
        merit(2, 4) > merit(1, 5) && merit(1, 5) > merit(0, 5) && merit(-5, -1) > merit(-6, -1)
    );
    let play = |lower, upper| ValuedPlay {
        play: Play { action: Move::PASS, after: position },
        number: 0,
        value: Some(Interval { lower, upper }),
        rank: 0,
    };
    assert_eq!(
        contact.best_value(&[play(2, 4), play(1, 5)]),
        Some(Interval { lower: 2, upper: 5 })
    );
    let backgammon = Contact::new(variant("backgammon"));
    let named = |name: &str| {
        let found = backgammon.layers().iter().find(|layer| layer.name == name);
        found.unwrap_or_else(|| panic!("{name}"))
    };
    assert!(backgammon.also_holds("nackgammon", named("backgammon/contact-15-15")));
    assert!(backgammon.also_holds("hypergammon", named("backgammon/contact-3-3")));
    assert!(!backgammon.also_holds("hypergammon", named("backgammon/contact-4-1")));
    assert!(!contact.also_holds("backgammon", &contact.layers()[0]));
}

#[test]
fn the_merit_of_a_side_alone_is_the_order_of_its_distributions() {
    for name in ["half-gammon", "mini-gammon"] {
        let domain = OneSidedBearOff::new(variant(name));
        let mut solved = domain.solved();
        solved.sort_by(|(_, a), (_, b)| a.cmp(b));
        for pair in solved.windows(2) {
            let [(first, a), (second, b)] = pair else { unreachable!() };
            let merits = (domain.merit(first, a, 0), domain.merit(second, b, 0));
            assert_eq!(merits.0.cmp(&merits.1), b.cmp(a), "{name}: {first:?} {second:?}");
        }
    }
}

#[test]
fn moves_and_rolls_are_read_and_plain_rules_agree() {
    let game = Gammon::new(variant("half-gammon"));
    let position = game.parse("10|4,9").unwrap();
    let roll = game.parse_chance(&position, "1-2").unwrap();
    assert_eq!((roll, game.chance_text(roll)), (Roll::new(2, 1), Some("2-1".to_owned())));
    let play = game.parse_move(&position, roll, "10/7").unwrap();
    assert_eq!(game.format(&play.after), "4,9|7");
    assert!(game.parse_move(&game.parse("|3").unwrap(), roll, "no play").is_err());
    assert!(game.compare_with_plain(1_000, 1).unwrap().is_ok());

    // Checker by checker, and at last as the other side sees it.
    let moves: &dyn MoveDrawing<Gammon> = &game;
    let two = game.parse("5,6|3").unwrap();
    let played = game.parse_move(&two, roll, "6/4 5/4").unwrap();
    let text = Medium::Terminal { colour: false };
    let drawn = moves.steps(&two, roll, &played.action, text);
    assert!(drawn[0].ends_with("X moves") && drawn[0].lines().count() > 10, "{}", drawn[0]);
    assert_eq!(drawn.last(), Some(&game.draw(&played.after, None, text)));

    let alone = Alone::at_home(variant("half-gammon"));
    let side = alone.parse("1,3").unwrap();
    let play = alone.parse_move(&side, roll, "3/1 1/off").unwrap();
    assert_eq!(alone.format(&play.after), "1");
    assert!(alone.compare_with_plain(1_000, 1).unwrap().unwrap() >= 1_000);
    for medium in [Medium::Svg, Medium::Terminal { colour: false }] {
        assert!(!game.draw(&position, None, medium).ends_with("\n\n"));
        assert!(alone.draw(&side, None, medium).contains('3'));
    }
}
