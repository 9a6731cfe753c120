//! The bounds from pairs: never beaten, and never to be bettered by a rule that is given the pairs
//! alone.

use proptest::prelude::*;
use shuban_cgt::Player;
use shuban_cgt::sums::{
    ComponentPair, Parts, lower_bound, printed_lower_bound, printed_upper_bound, upper_bound,
};

use crate::trees::{BOTH, Tree, Trees, Twin, alone, spare};

/// The pairs of a sum of games and spare moves.
fn pairs(twin: &mut Twin, sum: &Parts<Tree>) -> Vec<ComponentPair> {
    let mut pairs: Vec<ComponentPair> =
        sum.components.iter().map(|&tree| twin.pair(tree)).collect();
    pairs
        .extend([ComponentPair::spare(sum.left as i32), ComponentPair::spare(-(sum.right as i32))]);
    pairs
}

/// Whether the bounds hold for a sum, and how many there are.
fn hold(twin: &mut Twin, sum: &Parts<Tree>) -> Result<u32, String> {
    let pairs = pairs(twin, sum);
    let mut known = 0;
    for to_move in BOTH {
        let score = twin.score(sum, to_move);
        let (lower, upper) = (lower_bound(&pairs, to_move), upper_bound(&pairs, to_move));
        if lower.is_some_and(|lower| lower > score) || upper.is_some_and(|upper| upper < score) {
            return Err(format!(
                "{pairs:?}, {to_move:?} to move: {lower:?} {upper:?}, score {score}"
            ));
        }
        known += u32::from(lower.is_some()) + u32::from(upper.is_some());
    }
    Ok(known)
}

/// All games with one option of each side, from spare moves of -2 to 2 and games made before; three
/// times.
fn small_games() -> (Trees, Vec<Tree>) {
    let mut trees = Trees::default();
    let numbers: Vec<Parts<Tree>> = (-2..=2).map(spare).collect();
    let mut options = numbers.clone();
    for _ in 0..2 {
        let before = options.clone();
        for left in &before {
            for right in &before {
                // Two numbers have been joined before.
                if before.len() == numbers.len()
                    || !left.components.is_empty()
                    || !right.components.is_empty()
                {
                    options.push(alone(trees.add(vec![left.clone()], vec![right.clone()])));
                }
            }
        }
    }
    let games = (0..trees.len() as Tree).collect();
    (trees, games)
}

#[test]
fn no_sum_of_small_games_beats_the_bounds() {
    let (trees, games) = small_games();
    assert_eq!(games.len(), 25 + 30 * 30 - 25);
    let mut known = 0;
    // All sums of three of the smallest, and of two of all that are not too many.
    for first in 0..25 {
        let mut twin = Twin::new(&trees);
        for second in first..25 {
            for third in second..25 {
                for moves in [-3, 0, 1, 4] {
                    let sum = Parts { components: vec![first, second, third], ..spare(moves) };
                    known += hold(&mut twin, &sum).unwrap();
                }
            }
        }
    }
    for &first in games.iter().step_by(7) {
        let mut twin = Twin::new(&trees);
        for &second in games.iter().step_by(3) {
            let sum = Parts { components: vec![first, second], ..spare(1) };
            known += hold(&mut twin, &sum).unwrap();
        }
    }
    assert!(known > 10_000, "{known}");
}

/// A game with a given pair in which only one line of play is not a disaster. Whoever begins is
/// answered; then there is one more exchange, which the other side begins or will not begin.
fn touchy(trees: &mut Trees, a: i32, b: i32, disaster: i32) -> Tree {
    let exchange = |trees: &mut Trees, end: i32| {
        let answer_right = trees.add(vec![spare(end)], vec![spare(-disaster)]);
        trees.add(vec![spare(-disaster)], vec![alone(answer_right)])
    };
    // After Left's move, and after Right's move and Left's answer, it is Right's turn to begin an
    // exchange.
    let after_left = exchange(trees, a - 1);
    let answered = exchange(trees, b);
    let after_right = trees.add(vec![alone(answered)], vec![spare(-disaster)]);
    trees.add(vec![alone(after_left)], vec![alone(after_right)])
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3_000))]

    /// The bound is reached, and where there is none there is disaster.
    #[test]
    fn no_rule_says_more_of_pairs(values in prop::collection::vec((-3..4i32, -3..4i32), 1..4), moves in -2..6i32) {
        let mut trees = Trees::default();
        let components: Vec<Tree> =
            values.iter().map(|&(a, b)| touchy(&mut trees, a, b, 100)).collect();
        let sum = Parts { components, ..spare(moves) };
        let mut twin = Twin::new(&trees);
        let pairs = pairs(&mut twin, &sum);
        for (pair, &(a, b)) in pairs.iter().zip(&values) {
            prop_assert_eq!(*pair, ComponentPair::both(a, b));
        }
        for to_move in BOTH {
            let score = twin.score(&sum, to_move);
            match lower_bound(&pairs, to_move) {
                Some(bound) => prop_assert_eq!(score, bound, "{:?} {:?}", pairs, to_move),
                None => prop_assert!(score < -50, "{:?} {:?}: {}", pairs, to_move, score),
            }
        }
    }
}

/// The value of [`touchy`] games says what the printed rule gets wrong.
fn worst(values: &[(i32, i32)], moves: i32, to_move: Player) -> (Vec<ComponentPair>, i32) {
    let mut trees = Trees::default();
    let components = values.iter().map(|&(a, b)| touchy(&mut trees, a, b, 100)).collect();
    let sum = Parts { components, ..spare(moves) };
    let mut twin = Twin::new(&trees);
    (pairs(&mut twin, &sum), twin.score(&sum, to_move))
}

#[test]
fn the_printed_rules_are_wrong_for_some_sums() {
    let (pairs, score) = worst(&[(-4, -6), (-3, -3), (4, -4)], 6, Player::Left);
    assert_eq!(printed_lower_bound(&pairs, Player::Left), Some(1));
    assert!(score < 1);
    assert_eq!(lower_bound(&pairs, Player::Left), None);

    // The upper bound leaves out the least value, though more of them are negative.
    let mirrored: Vec<(i32, i32)> =
        [(2, 0), (2, 0), (-5, -6), (-5, -6)].map(|(a, b)| (-b, -a)).into();
    let (pairs, score) = worst(&mirrored, 3, Player::Right);
    let swapped: Vec<ComponentPair> = pairs.iter().map(|pair| pair.swapped()).collect();
    assert_eq!(printed_upper_bound(&swapped, Player::Left), Some(2 + 2 - 5 - 5 - 3));
    assert!(-score > 2 + 2 - 5 - 5 - 3);
    assert_eq!(upper_bound(&swapped, Player::Left), None);
}
