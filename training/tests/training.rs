//! A network learns, its lessons are true, and the same seed gives the same network.

use shuban_core::{Domain, Game, LayerId, PartId};
use shuban_gammon::evaluation::NetworkEvaluation;
use shuban_gammon::{Contact, Gammon, Variant};
use shuban_train::{SelfPlay, TrainOptions, Truth, train};

fn half_gammon() -> Variant {
    Variant::by_name("half-gammon").unwrap()
}

const FEW: TrainOptions =
    TrainOptions { steps: 400, games: 32, units: 32, turns: 1, checkers: 1, rate: 2e-3, seed: 7 };

#[test]
fn a_short_training_lowers_the_error_and_gives_the_same_weights_again() {
    let mut errors = Vec::new();
    let network = train(&half_gammon(), &FEW, |_, error| errors.push(error)).unwrap();
    let mean = |errors: &[f32]| errors.iter().sum::<f32>() / errors.len() as f32;
    let (first, last) = (mean(&errors[..20]), mean(&errors[380..]));
    assert_eq!(errors.len(), 400);
    assert!(last < 0.5 * first, "{first} {last}");
    let again = train(&half_gammon(), &FEW, |_, _| ()).unwrap();
    assert_eq!(network.to_file(&half_gammon()), again.to_file(&half_gammon()));
    let other = train(&half_gammon(), &TrainOptions { seed: 8, ..FEW }, |_, _| ()).unwrap();
    assert_ne!(network, other);
}

#[test]
fn truth_is_what_follows_from_the_rules_and_is_known_of_few_checkers_alone() {
    let game = Gammon::new(half_gammon());
    let truth = Truth::new(&half_gammon(), 2).unwrap();
    let value = |text: &str| truth.value(&game.parse(text).unwrap());
    // Both at home: the only checker is borne off. In contact the truth has no three checkers.
    assert_eq!(value("1|1"), Some(1.0));
    assert_eq!(value("3,3,3,3|3,3,3,3,3").map(|value| value.abs() < 1.0), Some(true));
    assert!(value("12,12|12,12").is_some_and(|value| value > 0.0 && value < 1.0));
    assert_eq!(value("12,12,12|12"), None);
    // Each value is the mean over all rolls of the value after the best play.
    let contact = Contact::new(half_gammon());
    let part = PartId { layer: LayerId(0), part: 0 };
    let index = contact.index(part).unwrap();
    for position in (0..index.len()).filter_map(|rank| index.unrank(rank)) {
        let worth = |after: &shuban_gammon::Position| match game.outcome(after) {
            Some(payoffs) => f32::from(payoffs.of(position.seat())),
            None => -truth.value(after).unwrap(),
        };
        if game.outcome(&position).is_some() {
            continue;
        }
        let mut sum = 0.0;
        for (roll, weight) in game.chances(&position) {
            let mut plays = Vec::new();
            game.plays(&position, roll, &mut plays);
            sum += weight as f32 * plays.iter().map(|play| worth(&play.after)).fold(-1.0, f32::max);
        }
        let value = truth.value(&position).unwrap();
        assert!((value - sum / 9.0).abs() < 1e-4, "{position:?}: {value} {sum}");
    }
}

#[test]
fn lessons_are_positions_that_are_not_over_with_results_that_can_be() {
    let truth = Truth::new(&half_gammon(), 1).unwrap();
    let evaluation = NetworkEvaluation::new(half_gammon()).unwrap();
    let game = Gammon::new(half_gammon());
    let mut play = SelfPlay::new(half_gammon(), &TrainOptions { games: 8, seed: 3, ..FEW });
    for _ in 0..100 {
        let lessons = play.turn(&evaluation, &truth);
        assert_eq!(lessons.len(), 16);
        for lesson in lessons {
            assert!(game.outcome(&lesson.position).is_none());
            assert!(lesson.target.abs() <= 1.0);
            if let Some(value) = truth.value(&lesson.position) {
                assert_eq!(lesson.target, value);
            }
        }
    }
}
