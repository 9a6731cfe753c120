//! Races as fractions, rules of thumb and fixed policies, against published values and plain twins.

use std::collections::{BTreeMap, HashMap};

use num_rational::BigRational;
use num_traits::Zero;
use shuban_core::checkers::Checkers;
use shuban_core::dice::{Roll, rolls};
use shuban_core::interval::FINE_ONE;
use shuban_core::{Domain, Game};
use shuban_gammon::bearoff::{OneSidedBearOff, TwoSidedBearOff};
use shuban_gammon::{Gammon, Variant, twin};
use shuban_reproduce::bearing_off::{
    Conjecture, ExactRaces, SolvedSide, WrongPlay, fewer_checkers, fewer_pips, fewest_rolls,
    front_most_first, no_gaps,
};

/// All values of a side alone in half-gammon: numbers on 1, 2, 3, checkers, pips, expected rolls.
const PUBLISHED: &str =
    include_str!("../../../../crates/shuban-gammon/tests/data/half-gammon-bearoff.csv");

fn variant(name: &str) -> Variant {
    Variant::by_name(name).unwrap()
}

fn alone(name: &str) -> OneSidedBearOff {
    OneSidedBearOff::new(variant(name))
}

fn race(name: &str) -> TwoSidedBearOff {
    TwoSidedBearOff::new(variant(name)).unwrap()
}

#[test]
fn fractions_lie_within_the_bounds_of_races() {
    for variant in
        [(6, 2, 2, 4), (8, 2, 4, 3), (7, 3, 3, 4)].map(|(points, faces, home, checkers)| {
            Variant::new("odd", points, faces, home, &[(points, checkers)]).unwrap()
        })
    {
        let domain = TwoSidedBearOff::new(variant).unwrap();
        let mut exact = ExactRaces::new(domain.game());
        for (position, bounds) in domain.solved() {
            let equity = exact.equity(&position).unwrap();
            let fraction = |units: i64| BigRational::new(units.into(), FINE_ONE.into());
            let holds = fraction(bounds.lower) <= equity && equity <= fraction(bounds.upper);
            assert!(holds && bounds.width() < 100, "{position:?}: {bounds:?}, {equity}");
        }
    }
}

#[test]
fn no_side_needs_more_than_by_the_fixed_rule_or_than_the_heaviest() {
    let domain = alone("half-gammon");
    let best: HashMap<Checkers, f64> = domain
        .solved()
        .into_iter()
        .map(|(side, value)| (side, value.expected().midpoint()))
        .collect();
    let mut known = BTreeMap::new();
    let fixed: HashMap<Checkers, f64> =
        best.keys().map(|&side| (side, front_most_first(3, side, &mut known))).collect();
    let heaviest = domain.game().parse("G 0 0 8").unwrap();
    assert!((best[&heaviest] - 5.254_468_720_2).abs() < 0.5e-10);
    assert!((fixed[&heaviest] - 5.356_764_177_2).abs() < 0.5e-10);
    // The fixed policy is computed in floating point, where equal numbers differ in their last
    // digits.
    for (side, rolls) in &best {
        let fixed_here = fixed[side] + 1e-12;
        assert!(
            *rolls <= best[&heaviest] && *rolls <= fixed_here,
            "{side:?}: {rolls}, {fixed_here}"
        );
        assert!(fixed[side] <= fixed[&heaviest]);
    }
}

#[test]
fn contact_is_refused() {
    let game = Gammon::new(variant("half-gammon"));
    let equity = |text: &str| ExactRaces::new(&game).equity(&game.parse(text).unwrap());
    assert!(equity("6|6").is_ok() && equity("1|11").is_ok());
    let refused = equity("8|6").unwrap_err();
    assert_eq!(refused.to_string(), "8|6 is no race: the sides are still in contact");
    assert!(equity("bar|1").is_err());
    assert_eq!(equity("|bar"), Ok(BigRational::from_integer(1.into())));
}

#[test]
fn rules_of_thumb_fail_as_often_as_published_values_say() {
    let published: Vec<([usize; 3], f64)> = (PUBLISHED.lines().skip(2))
        .map(|line| {
            let fields: Vec<&str> = line.split(',').collect();
            ([0, 1, 2].map(|i| fields[i].parse().unwrap()), fields[5].parse().unwrap())
        })
        .collect();
    type Rule = fn([usize; 3], [usize; 3]) -> bool;
    fn pips(side: [usize; 3]) -> usize {
        side[0] + 2 * side[1] + 3 * side[2]
    }
    let gaps: Rule = |a, b| pips(a) == pips(b) && !a.contains(&0) && b.contains(&0);
    let checkers: Rule =
        |a, b| pips(a) == pips(b) && a.iter().sum::<usize>() < b.iter().sum::<usize>();
    let fewer: Rule = |a, b| pips(a) < pips(b);
    let domain = alone("half-gammon");
    let solved = domain.solved();
    for (name, rule, conjecture) in [
        ("no gaps", gaps, no_gaps(&solved, 3)),
        ("fewer checkers", checkers, fewer_checkers(&solved)),
        ("fewer pips", fewer, fewer_pips(&solved)),
    ] {
        let pairs = published.iter().flat_map(|a| published.iter().map(move |b| (a, b)));
        let pairs: Vec<f64> =
            pairs.filter(|(a, b)| rule(a.0, b.0)).map(|(a, b)| a.1 - b.1).collect();
        let slower = pairs.iter().filter(|more| **more > 1e-9).count();
        let equal = pairs.iter().filter(|more| more.abs() <= 1e-9).count();
        let found = (conjecture.pairs, conjecture.counter_examples.len(), conjecture.equal.len());
        assert_eq!(found, (pairs.len(), slower, equal), "{name}");
        assert!(slower > 0);
    }
    let count = |conjecture: Conjecture| conjecture.counter_examples.len();
    assert_eq!(count(no_gaps(&solved, 3)), 142);
    assert_eq!(count(fewer_checkers(&solved)), 31);
    assert_eq!(count(fewer_pips(&solved)), 705);
    let side = |text: &str| domain.game().parse(text).unwrap();
    let is_listed = |conjecture: Conjecture, first: &str, second: &str| {
        let pair = [side(first), side(second)];
        conjecture.counter_examples.iter().any(|found| found.map(|side| side.0) == pair)
    };
    assert!(is_listed(no_gaps(&solved, 3), "G 2 2 2", "G 0 0 4"));
    let tied = |pair: &[&SolvedSide; 2]| pair.map(|one| one.0) == ["G 6 1 1", "G 5 0 2"].map(side);
    assert!(no_gaps(&solved, 3).equal.iter().any(tied));
    assert!(is_listed(fewer_pips(&solved), "G 8 0 0", "G 0 0 3"));
    assert!(is_listed(fewer_checkers(&solved), "G 3 0 2", "G 3 3 0"));
}

#[test]
fn the_fewest_expected_rolls_are_not_always_the_best_play() {
    let (domain, races) = (alone("half-gammon"), race("half-gammon"));
    let game = races.game();
    let found = fewest_rolls(&domain, &races);
    assert_eq!((found.positions, found.pairs, found.choices), (27_225, 164 * 164 * 6, 92_988));
    assert_eq!(found.wrong.len(), 2_071);
    let worst = &found.wrong[0];
    assert_eq!(worst.loss(), BigRational::new(14.into(), 81.into()));
    assert_eq!(
        (game.format(&worst.position).as_str(), worst.roll),
        ("1,1,1,2,2,2,3|1,1,1,2", Roll::new(1, 1))
    );
    let text = |action| game.format_move(&worst.position, worst.roll, action);
    assert_eq!(text(&worst.fewest_rolls.action), "2/off 1/off(2)");
    assert_eq!(text(&worst.best.action), "3/2 1/off(3)");
    assert_eq!(worst.fewest_rolls.equity, BigRational::new((-67).into(), 81.into()));
    assert_eq!(worst.best.equity, BigRational::new((-53).into(), 81.into()));
    assert!(worst.fewest_rolls.needs.exact_mean() < worst.best.needs.exact_mean());

    // All of it once more by the plain rules, with fractions for every play.
    let variant = variant("half-gammon");
    let mut exact = ExactRaces::new(game);
    let means: HashMap<Checkers, BigRational> =
        domain.solved().into_iter().map(|(side, value)| (side, value.exact_mean())).collect();
    let mut losses = Vec::new();
    for (position, _) in races.solved() {
        if position.mover.is_empty() || position.opponent.is_empty() {
            continue;
        }
        for (roll, _) in rolls(3) {
            let judged: Vec<(BigRational, BigRational)> =
                twin::after_positions(&variant, &position, roll)
                    .iter()
                    .map(|after| (means[&after.opponent].clone(), -exact.equity(after).unwrap()))
                    .collect();
            let fewest = judged.iter().map(|(mean, _)| mean).min().unwrap();
            let by_rolls =
                judged.iter().filter(|(mean, _)| mean == fewest).map(|(_, equity)| equity).max();
            let best = judged.iter().map(|(_, equity)| equity).max();
            let loss = best.unwrap() - by_rolls.unwrap();
            if !loss.is_zero() {
                losses.push(loss);
            }
        }
    }
    losses.sort_by(|a, b| b.cmp(a));
    assert_eq!(found.wrong.iter().map(WrongPlay::loss).collect::<Vec<_>>(), losses);
}
