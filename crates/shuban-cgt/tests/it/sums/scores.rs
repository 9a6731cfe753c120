//! Exact scores against plain minimax, in games of all kinds.

use proptest::prelude::*;
use shuban_cgt::Player;
use shuban_cgt::sums::{Parts, Scores, SumRules};
use shuban_core::Bound;

use super::trees::{BOTH, Tree, Trees, Twin, alone, spare};

/// Numbers from which games are made: for each game, for each side, options of up to two parts.
pub(crate) type Seeds = Vec<[Vec<(u8, u8, i32)>; 2]>;

pub(crate) fn seeds(games: usize, options: std::ops::Range<usize>) -> impl Strategy<Value = Seeds> {
    let side = || prop::collection::vec((any::<u8>(), any::<u8>(), -3..4i32), options.clone());
    prop::collection::vec([side(), side()], 1..games)
}

/// Games made from seeds. Each option is spare moves and up to two games made before.
pub(crate) fn trees(seeds: &Seeds) -> Trees {
    let mut trees = Trees::default();
    for sides in seeds {
        let options = |side: &Vec<(u8, u8, i32)>| -> Vec<Parts<Tree>> {
            let option = |&(first, second, moves): &(u8, u8, i32)| {
                let mut parts = spare(moves);
                // One time in four two games, half the times one.
                let count = [0, 1, 1, 2][usize::from(first % 4)].min(trees.len());
                for pick in [first / 4, second].into_iter().take(count) {
                    // Rather late ones, for long plays.
                    let back = usize::from(pick) % trees.len().min(4);
                    parts.components.push((trees.len() - 1 - back) as Tree);
                }
                parts
            };
            side.iter().map(option).collect()
        };
        let (left, right) = (options(&sides[0]), options(&sides[1]));
        trees.add(left, right);
    }
    trees
}

/// A few sums of the latest games, with spare moves.
fn sums(trees: &Trees) -> Vec<Parts<Tree>> {
    let last = trees.len() as Tree - 1;
    let mut sums = vec![alone(last)];
    for other in last.saturating_sub(2)..=last {
        for moves in [-2, 0, 1] {
            sums.push(Parts { components: vec![last, other], ..spare(moves) });
        }
    }
    sums.push(Parts { components: vec![last], left: 2, right: 1 });
    sums
}

/// Returns true if minimax has little work: now and then a few games have plays of a hundred moves, and sums
/// with millions of positions.
fn are_short(trees: &Trees) -> bool {
    let last = trees.len() as Tree - 1;
    BOTH.into_iter().map(|player| trees.most_moves(&last, player)).sum::<u32>() <= 40
}

fn check(trees: &Trees) -> Result<bool, TestCaseError> {
    let mut twin = Twin::new(trees);
    let mut scores = Scores::new(trees, u64::MAX);
    for sum in sums(trees) {
        for to_move in BOTH {
            let expected = twin.score(&sum, to_move);
            prop_assert_eq!(
                scores.score(&sum, to_move),
                Bound::Exact(expected),
                "{:?} {:?}",
                &sum,
                to_move
            );
            prop_assert_eq!(scores.reaches(&sum, to_move, expected), Some(true));
            prop_assert_eq!(scores.reaches(&sum, to_move, expected + 1), Some(false));
        }
    }
    let last = trees.len() as Tree - 1;
    prop_assert_eq!(scores.pair(&last), Some(twin.pair(last)));
    Ok(scores.are_one_sided_numbers())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    /// Most of these have positions where only one side can move and that are not numbers.
    #[test]
    fn scores_of_any_games_are_those_of_minimax(seeds in seeds(7, 0..3)) {
        let trees = trees(&seeds);
        prop_assume!(are_short(&trees));
        check(&trees)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// Both sides can move in each of these, so that only spare moves are one-sided: all may be
    /// reduced.
    #[test]
    fn scores_of_two_sided_games_are_those_of_minimax(seeds in seeds(6, 1..3)) {
        let trees = trees(&seeds);
        prop_assert!(check(&trees)?);
        let mut twin = Twin::new(&trees);
        let mut scores = Scores::new(&trees, u64::MAX);
        let last = alone(trees.len() as Tree - 1);
        for to_move in BOTH {
            prop_assert_eq!(scores.last_to_move(&last, to_move), Some(twin.winner(&last, to_move)));
        }
    }
}

/// Games whose one-sided positions are numbers in disguise: worse moves beside the best one, and
/// moves that let the other side in again but do not help.
#[test]
fn one_sided_numbers_are_recognized() {
    let mut trees = Trees::default();
    let switch = trees.add(vec![spare(1)], vec![spare(-2)]);
    // Left can move to 2, to 0, or to a switch, which Right answers by moving it to -2.
    let three = trees.add(vec![spare(2), spare(0), alone(switch)], vec![]);
    let minus_two = trees.add(vec![], vec![spare(-1), spare(2)]);
    let both = trees.add(vec![alone(three), spare(-1)], vec![alone(minus_two), alone(switch)]);
    assert!(check(&trees).unwrap());
    let mut scores = Scores::new(&trees, 1_000);
    assert_eq!(scores.pair(&three).unwrap().to_string(), "(3|null)");
    assert_eq!(scores.pair(&minus_two).unwrap().to_string(), "(null|-2)");
    let sum = Parts { components: vec![three, minus_two, switch], ..Parts::default() };
    assert_eq!(scores.score(&sum, Player::Left), Bound::Exact(1 + 2));
    assert_eq!(scores.pair(&both).unwrap().to_string(), "(4|-3)");
}

/// A side that can only move to its harm: not a number of moves, so games may not be reduced.
#[test]
fn a_one_sided_game_that_is_no_number_is_not_taken_for_one() {
    let mut trees = Trees::default();
    let harmful = trees.add(vec![], vec![spare(3)]);
    let hot = trees.add(vec![spare(3), alone(harmful)], vec![spare(-3)]);
    assert!(!check(&trees).unwrap());
    let mut scores = Scores::new(&trees, 1_000);
    assert_eq!(scores.pair(&harmful).unwrap().to_string(), "(null|2)");
    assert!(!scores.are_one_sided_numbers());
    assert!(scores.pair(&hot).is_some());
    scores.forget();
    assert!(scores.are_one_sided_numbers());
    assert_eq!(scores.kept(), 0);
}

#[test]
fn too_little_work_gives_true_bounds() {
    // Switches of many sizes, the larger ones within others.
    let mut trees = Trees::default();
    for size in 0..12 {
        let (left, right) = (spare(2 * size + 1), spare(-size));
        let inner = trees.add(vec![left], vec![right]);
        trees.add(vec![alone(inner), spare(size - 1)], vec![spare(-2 * size), alone(inner)]);
    }
    let sum = Parts { components: (1..24).step_by(2).collect(), ..spare(1) };
    let exact = match Scores::new(&trees, u64::MAX).score(&sum, Player::Left) {
        Bound::Exact(exact) => exact,
        Bound::Within { .. } => panic!("there was no limit"),
    };
    let mut seen = Vec::new();
    for work in [0, 1, 10, 30, 100, 1_000, 1_000_000_000] {
        let (lower, upper) = match Scores::new(&trees, work).score(&sum, Player::Left) {
            Bound::Exact(value) => (value, value),
            Bound::Within { lower, upper } => (lower, upper),
        };
        assert!(lower <= exact && exact <= upper, "{work}: {lower}..={upper}, not {exact}");
        seen.push(upper - lower);
    }
    assert!(seen.is_sorted_by(|wider, narrower| wider >= narrower), "{seen:?}");
    assert!(seen[0] > 0 && seen.last() == Some(&0), "{seen:?}");
    assert_eq!(Scores::new(&trees, 0).pair(&23), None);
    assert_eq!(Scores::new(&trees, 0).last_to_move(&sum, Player::Left), None);
}

#[test]
fn too_little_memory_gives_true_bounds_and_none_is_kept_beyond_it() {
    let mut trees = Trees::default();
    for size in 0..12 {
        let inner = trees.add(vec![spare(2 * size + 1)], vec![spare(-size)]);
        trees.add(vec![alone(inner), spare(size - 1)], vec![spare(-2 * size), alone(inner)]);
    }
    let sum = Parts { components: (1..24).step_by(2).collect(), ..spare(1) };
    let mut plenty = Scores::new(&trees, u64::MAX);
    let Bound::Exact(exact) = plenty.score(&sum, Player::Left) else {
        panic!("there was no limit")
    };
    let needed = plenty.bytes();
    assert_eq!(plenty.memory_left(), u64::MAX - needed);
    let mut widths = Vec::new();
    for memory in [0, needed / 16, needed / 4, needed] {
        let mut scores = Scores::new(&trees, u64::MAX);
        scores.budget.memory = memory;
        let (lower, upper) = match scores.score(&sum, Player::Left) {
            Bound::Exact(value) => (value, value),
            Bound::Within { lower, upper } => (lower, upper),
        };
        assert!(lower <= exact && exact <= upper, "{memory}: {lower}..={upper}, not {exact}");
        // The result of one more move is examined before it is seen to be too much.
        assert!(scores.bytes() <= memory + 20_000, "{memory}: {} bytes", scores.bytes());
        widths.push(upper - lower);
    }
    assert!(widths[0] > 0 && widths.last() == Some(&0), "{widths:?}");
}
