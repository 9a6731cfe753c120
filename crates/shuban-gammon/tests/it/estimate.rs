//! Estimates of half-gammon by all forms of forward search.

use std::convert::Infallible;

use proptest::prelude::*;
use shuban_core::dice::Roll;
use shuban_core::{Bound, Evaluation, Game, Random};
use shuban_gammon::twin::random_position;
use shuban_gammon::{Gammon, Position, TermEvaluation};
use shuban_search::{EstimateOptions, EstimatedOf, SearchForm, estimate};

use crate::half_gammon;

fn nothing(_: &Position) -> Result<Option<Bound<i32>>, Infallible> {
    Ok(None)
}

fn searched(
    position: &Position,
    roll: Option<Roll>,
    options: &EstimateOptions,
) -> EstimatedOf<Gammon> {
    let evaluation = TermEvaluation::new(half_gammon());
    let evaluate = |position: &Position| evaluation.evaluate(position);
    let game = evaluation.game();
    estimate(game, position, roll, &nothing, &evaluate, options).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn all_forms_give_the_same_value_with_and_without_tables(seed in any::<u64>()) {
        let evaluation = TermEvaluation::new(half_gammon());
        let (game, evaluate) = (evaluation.game(), |position: &Position| evaluation.evaluate(position));
        let mut random = Random::new(seed);
        let position = random_position(&game.variant, &mut random);
        // Values of a table for few checkers: other than those of the evaluation function.
        let few = |position: &Position| {
            let is_known = position.mover.count() + position.opponent.count() <= 8;
            let value = evaluation.evaluate(position) / 2;
            Ok::<_, Infallible>(is_known.then_some(Bound::Within { lower: value - 9, upper: value }))
        };
        for plies in 0..=2 {
            let [plain, others @ ..] = SearchForm::ALL.map(|form| {
                let options = EstimateOptions::new(form, plies);
                let without = searched(&position, None, &options);
                let with = estimate(game, &position, None, &few, &evaluate, &options).unwrap();
                let best = |found: EstimatedOf<Gammon>| {
                    let events = found.events.iter();
                    let best: Vec<_> = events.map(|event| (event.best, event.value)).collect();
                    (found.value, best)
                };
                (best(without), best(with))
            });
            for other in others {
                prop_assert_eq!(&other, &plain, "{}, {} plies", game.format(&position), plies);
            }
        }
    }
}

#[test]
fn windows_save_nodes_of_the_first_turns() {
    let variant = half_gammon();
    let start = Position::new(variant.start(), variant.start());
    let visited = |form| {
        let found = searched(&start, Some(Roll::new(3, 2)), &EstimateOptions::new(form, 3));
        (found.value, found.counts)
    };
    let [all, hashed, alpha_beta, star1, star2] = SearchForm::ALL.map(visited);
    // The tree of this throw by the rules: see `plays.rs`.
    assert_eq!(all.1.leaves, 5_422);
    assert_eq!((all.1.chances, all.1.decisions), (4 + 146, 1 + 6 * (4 + 146)));
    let nodes = [all, hashed, alpha_beta, star1, star2].map(|(value, counts)| {
        assert_eq!(value, all.0);
        counts.nodes()
    });
    assert!(nodes.windows(2).all(|pair| pair[1] < pair[0]), "{nodes:?}");
    assert!(3 * nodes[4] < 2 * nodes[0], "{nodes:?}");
}

#[test]
fn a_race_read_to_its_end_has_its_value() {
    let game = Gammon::new(half_gammon());
    for (text, numerator, denominator, entries) in [
        ("1,1,1,1|1,1,1,1", 5i64, 9i64, 3),
        ("2,2,2,2|2,2,2,2", 2_453, 6_561, 42),
        ("3,3,3,3|3,3,3,3", 215_885, 531_441, 496),
    ] {
        let position = game.parse(text).unwrap();
        let mut form_values = SearchForm::ALL.into_iter().skip(1).map(|form| {
            let found = searched(&position, None, &EstimateOptions::to_the_end(form));
            if form == SearchForm::Hashed {
                // The root is expanded before the table is asked.
                assert_eq!(found.entries + 1, entries, "{text}");
            }
            found.value
        });
        let value = form_values.next().unwrap();
        assert!(form_values.all(|other| other == value));
        // Rounded down, by a unit a turn at most.
        let exact = i64::from(shuban_core::ONE) * numerator / denominator;
        assert!((exact - 60..=exact + 60).contains(&value.into()), "{text}: {value} {exact}");
    }
}
