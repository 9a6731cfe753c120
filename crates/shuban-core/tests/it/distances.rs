//! Equations of games in which distances count.

use std::collections::HashMap;

use shuban_core::equation::Numbers;
use shuban_core::{Domain, Explain, Receding, Unanswered};

use crate::heap::{Distances, LARGEST, Position};

/// The values of all heaps in the tables.
fn values(tables: &Distances) -> HashMap<Position, Receding> {
    let mut all = HashMap::new();
    for position in (1..=LARGEST).flat_map(|left| [(left, 0), (left, 1)]) {
        let mut ask = |asked: &Position| all.get(asked).copied().ok_or_else(Unanswered::default);
        let value = tables.backup(&position, &mut ask).expect("smaller heaps are known");
        all.insert(position, value);
    }
    all
}

#[test]
fn a_score_and_its_distance_follow_from_those_of_the_positions_after_it() {
    let tables = Distances::default();
    let values = values(&tables);
    // The winner of a heap leaves a multiple of three, and takes the last thing of each.
    let expected = [(1, 1), (1, 1), (-1, 2), (1, 3), (1, 3), (-1, 4)];
    for (left, (score, plies)) in (1..).zip(expected) {
        assert_eq!(values[&(left, 0)], Receding::within(score, plies), "{left}");
    }
    for (position, value) in &values {
        let equation = tables.equation(position).expect("each position has an equation");
        let after = [1, 2].map(|take| (position.0.saturating_sub(take), 1 - position.1));
        assert_eq!(equation.stored, after.into_iter().filter(|it| it.0 > 0).collect::<Vec<_>>());
        let stored: Vec<Numbers> =
            equation.stored.iter().map(|after| (equation.numbers_of)(&values[after])).collect();
        let plies = value.plies().map(i128::from);
        let numbers = vec![("score", Some(value.score().into())), ("plies", plies)];
        assert_eq!(equation.evaluate(&stored), Ok(numbers), "{position:?}");
    }
}
