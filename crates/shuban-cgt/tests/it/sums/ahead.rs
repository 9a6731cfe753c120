//! Bounds from the values a few plies ahead: never beaten, better with every ply, and exact in the
//! end.

use proptest::prelude::*;
use shuban_cgt::sums::{
    Ahead, Parts, ScorePair, SumRules, lower_bound, lower_bound_ahead, upper_bound,
    upper_bound_ahead,
};

use super::scores::{seeds, trees};
use super::trees::{BOTH, Tree, Twin, alone};

/// A sum of games as one component, n plies ahead.
fn ahead(twin: &mut Twin<'_>, sum: &Parts<Tree>, plies: u32) -> Ahead {
    let pair = match &sum.components[..] {
        [] => ScorePair::spare(sum.left as i32 - sum.right as i32),
        _ => ScorePair::both(twin.score(sum, BOTH[0]), twin.score(sum, BOTH[1])),
    };
    if plies == 0 || sum.components.is_empty() {
        return Ahead::unknown(pair);
    }
    let [left, right] = BOTH.map(|player| {
        let after = twin.after(sum, player);
        after.iter().map(|sum| ahead(twin, sum, plies - 1)).collect()
    });
    Ahead::new(pair, left, right)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_500))]

    #[test]
    fn more_plies_give_better_bounds(seeds in seeds(4, 1..3), other: prop::sample::Index) {
        let trees = trees(&seeds);
        let mut twin = Twin::new(&trees);
        let components = [trees.len() as Tree - 1, other.index(trees.len()) as Tree];
        let sum = Parts { components: components.to_vec(), left: 1, right: 0 };
        // Exactly this many turns.
        let turns = |tree: &Tree| {
            BOTH.map(|player| SumRules::most_moves(&&trees, tree, player)).iter().sum::<u32>()
        };
        let end = components.iter().map(turns).sum::<u32>() + 1;
        for to_move in BOTH {
            let score = twin.score(&sum, to_move);
            let mut before = (None, None);
            for plies in 0..=end.min(7) {
                let mut sum: Vec<Ahead> =
                    components.iter().map(|&tree| ahead(&mut twin, &alone(tree), plies)).collect();
                sum.push(Ahead::unknown(ScorePair::spare(1)));
                let lower = lower_bound_ahead(&sum, to_move, plies);
                let upper = upper_bound_ahead(&sum, to_move, plies);
                if plies == 0 {
                    let pairs: Vec<ScorePair> = sum.iter().map(|ahead| ahead.pair).collect();
                    prop_assert_eq!(
                        (lower, upper),
                        (lower_bound(&pairs, to_move), upper_bound(&pairs, to_move))
                    );
                } else {
                    prop_assert!(lower >= before.0, "{:?} then {:?}", before, lower);
                    prop_assert!(
                        before.1.is_none_or(|before| upper.is_some_and(|upper| upper <= before))
                    );
                }
                prop_assert!(lower.is_none_or(|lower| lower <= score));
                prop_assert!(upper.is_none_or(|upper| upper >= score));
                before = (lower, upper);
                if before == (Some(score), Some(score)) {
                    break;
                }
            }
            prop_assert!(
                end > 7 || before == (Some(score), Some(score)),
                "{:?}, not {}",
                before,
                score
            );
        }
    }
}
