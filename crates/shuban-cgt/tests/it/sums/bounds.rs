//! The bounds from pairs: never beaten, and never to be bettered by a rule that is given the pairs
//! alone.

use proptest::prelude::*;
use shuban_cgt::Player;
use shuban_cgt::sums::{
    Parts, ScorePair, lower_bound, printed_lower_bound, printed_upper_bound, upper_bound,
};

use super::trees::{BOTH, Tree, Trees, Twin, alone, spare};

/// The pairs of a sum of games and spare moves.
fn pairs(twin: &mut Twin, sum: &Parts<Tree>) -> Vec<ScorePair> {
    let mut pairs: Vec<ScorePair> = sum.components.iter().map(|&tree| twin.pair(tree)).collect();
    pairs.extend([ScorePair::spare(sum.left as i32), ScorePair::spare(-(sum.right as i32))]);
    pairs
}

/// Checks that the bounds hold for a sum, and returns their number.
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
    // All sums of three of the smallest, and of two of all if not too large.
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

/// A game with a given pair in which only one line of play is not a disaster. The first move is
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

    /// The bound is reached, and without a bound there is disaster.
    #[test]
    fn no_rule_says_more_of_pairs(
        values in prop::collection::vec((-3..4i32, -3..4i32), 1..4),
        moves in -2..6i32,
    ) {
        let mut trees = Trees::default();
        let components: Vec<Tree> =
            values.iter().map(|&(a, b)| touchy(&mut trees, a, b, 100)).collect();
        let sum = Parts { components, ..spare(moves) };
        let mut twin = Twin::new(&trees);
        let pairs = pairs(&mut twin, &sum);
        for (pair, &(a, b)) in pairs.iter().zip(&values) {
            prop_assert_eq!(*pair, ScorePair::both(a, b));
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

/// The worst sum of [`touchy`] games shows the error of the printed rule.
fn worst(values: &[(i32, i32)], moves: i32, to_move: Player) -> (Vec<ScorePair>, i32) {
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
    let swapped: Vec<ScorePair> = pairs.iter().map(|pair| pair.swapped()).collect();
    assert_eq!(printed_upper_bound(&swapped, Player::Left), Some(2 + 2 - 5 - 5 - 3));
    assert!(-score > 2 + 2 - 5 - 5 - 3);
    assert_eq!(upper_bound(&swapped, Player::Left), None);
}

/// The rule as it is stated, over all sets T.
fn by_definition(spare: i32, live: &[(i32, i32)], to_move: Player) -> Option<i32> {
    let n = live.len();
    if n == 0 {
        return Some(spare);
    }
    let bound = |values: &[i32], least: &dyn Fn(usize) -> i32| {
        let sum =
            |set: usize| -> i32 { (0..n).filter(|i| set >> i & 1 == 1).map(|i| values[i]).sum() };
        let works = (0..(1 << n) - 1).all(|set| spare + sum(set) >= least(set));
        works.then(|| spare + sum((1 << n) - 1))
    };
    let second: Vec<i32> = live.iter().map(|&(_, b)| b).collect();
    if to_move == Player::Right {
        return bound(&second, &|_| 0);
    }
    let in_component = (0..n).filter_map(|k| {
        let mut values = second.clone();
        values[k] = live[k].0;
        bound(&values, &|set| i32::from(set >> k & 1 == 1))
    });
    in_component.max().max(bound(&second, &|_| 1))
}

proptest! {
    #[test]
    fn the_bounds_are_what_the_rule_says_of_either_side(
        moves in -8..8i32,
        live in prop::collection::vec((-5..6i32, -5..6i32), 0..6),
    ) {
        let mut pairs: Vec<ScorePair> = live.iter().map(|&(a, b)| ScorePair::both(a, b)).collect();
        pairs.push(ScorePair::spare(moves));
        let swapped: Vec<ScorePair> = pairs.iter().map(|pair| pair.swapped()).collect();
        for to_move in BOTH {
            let bound = by_definition(moves, &live, to_move);
            prop_assert_eq!(lower_bound(&pairs, to_move), bound);
            prop_assert_eq!(upper_bound(&swapped, to_move.opponent()), bound.map(|bound| -bound));
        }
    }
}

#[test]
fn a_side_without_moves_passes() {
    for (pair, scores) in [
        (ScorePair::spare(3), (3, 3)),
        (ScorePair::spare(-2), (-2, -2)),
        (ScorePair::spare(0), (0, 0)),
        (ScorePair::both(1, -4), (1, -4)),
    ] {
        assert_eq!((pair.to_move(Player::Left), pair.to_move(Player::Right)), scores, "{pair}");
    }
}
