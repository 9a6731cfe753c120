//! Confidence intervals.

use shuban_core::confidence::{interval_of_mean, interval_of_share};

#[test]
fn the_interval_of_a_share_is_wilsons() {
    let [low, high] = interval_of_share(0.95, 1_000.0);
    assert!((low - 0.934_686).abs() < 1e-6 && (high - 0.961_870).abs() < 1e-6, "{low} {high}");
    let [low, high] = interval_of_share(1.0, 10.0);
    assert!(low < 0.73 && (high - 1.0).abs() < 1e-12);
}

#[test]
fn the_interval_of_a_mean_is_that_of_the_normal_distribution() {
    let [low, high] = interval_of_mean(0.5, 0.1);
    assert!((low - 0.304_003_6).abs() < 1e-7 && (high - 0.695_996_4).abs() < 1e-7, "{low} {high}");
}
