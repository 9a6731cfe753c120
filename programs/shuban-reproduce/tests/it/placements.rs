//! Ways to lay tiles: known counts, and samples beside them.

use shuban_core::{Random, Silent};
use shuban_reproduce::{Touching, count_placements, sample_placements, weigh_placements};

#[test]
fn counts_are_known() {
    let known = [6, 236, 23_290, 6_886_856, 10_438_053_986, 74_451_672_658_900];
    for (size, known) in (1..).zip(known) {
        assert_eq!(count_placements(size, &Silent), Some(known), "{size}");
    }
}

#[test]
fn samples_come_near_to_the_counts() {
    for (touching, count) in
        [(Touching::Agree, 23_290.0), (Touching::Halve, weigh_placements(3, &Silent).unwrap())]
    {
        let samples = sample_placements(3, touching, 1_000_000, &mut Random::new(1));
        let error = samples.standard_error(3);
        assert!((samples.placements(3) - count).abs() < 4.0 * error, "{samples:?}, {count}");
        assert!(error < count / 20.0, "{samples:?}");
    }
}
