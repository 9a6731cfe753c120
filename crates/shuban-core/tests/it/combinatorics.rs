//! Ranks of subsets and multisets are bijections.

use proptest::prelude::*;
use shuban_core::combinatorics::{
    MultisetRank, binomial, multisets, rank_subset, unrank_multiset, unrank_subset,
};

#[test]
fn small_cases_count_right() {
    assert_eq!(binomial(5, 2), 10);
    assert_eq!(binomial(2, 5), 0);
    assert_eq!(binomial(63, 31), 916_312_070_471_295_267);
    assert_eq!(multisets(3, 2), 6);
    assert_eq!(multisets(0, 0), 1);
    assert_eq!(multisets(0, 1), 0);
}

#[test]
fn subsets_and_multisets_are_numbered_without_holes() {
    for universe in 0..=9 {
        for size in 0..=universe {
            for rank in 0..binomial(universe, size) {
                let set = unrank_subset(rank, size, universe);
                assert_eq!(set.count_ones() as usize, size);
                assert_eq!(rank_subset(set), rank);
            }
        }
    }
    for kinds in 1..=6 {
        for size in 0..=5 {
            for rank in 0..multisets(kinds, size) {
                let mut counts = [0; 6];
                unrank_multiset(rank, size, kinds, |kind, count| counts[kind] = count);
                assert_eq!(counts.iter().sum::<usize>(), size);
                let mut again = MultisetRank::default();
                for (kind, &count) in counts.iter().enumerate() {
                    again.push(kind, count);
                }
                assert_eq!(again.rank(), rank);
            }
        }
    }
}

proptest! {
    #[test]
    fn large_multisets_round_trip(counts in prop::collection::vec(0usize..4, 1..25)) {
        let size = counts.iter().sum::<usize>();
        prop_assume!(size + counts.len() < 60);
        let mut rank = MultisetRank::default();
        for (kind, &count) in counts.iter().enumerate() {
            rank.push(kind, count);
        }
        let mut again = vec![0; counts.len()];
        unrank_multiset(rank.rank(), size, counts.len(), |kind, count| again[kind] = count);
        prop_assert_eq!(again, counts);
    }
}

#[test]
fn kinds_that_are_absent_are_told_to_nobody_and_rank_as_nothing() {
    let mut told = Vec::new();
    let mut rank = MultisetRank::default();
    for (kind, count) in [(0, 2), (1, 0), (2, 1), (70, 0)] {
        rank.push(kind, count);
    }
    unrank_multiset(rank.rank(), 3, 5, |kind, count| told.push((kind, count)));
    assert_eq!(told, [(2, 1), (0, 2)]);
}

#[test]
fn subsets_of_as_many_elements_as_an_integer_has_bits_are_numbered() {
    for set in [1 << 63, 1 << 63 | 1, 7 << 61] {
        assert_eq!(unrank_subset(rank_subset(set), set.count_ones() as usize, 64), set);
    }
}
