//! Intervals of totals.

use shuban_daihinmin::matches::interval::{batch, interval, student};

#[test]
fn quantiles_are_those_of_the_tables() {
    for (freedom, quantile) in
        [(1, 12.706), (4, 2.776), (5, 2.571), (9, 2.262), (49, 2.010), (999, 1.962)]
    {
        assert!((student(freedom) - quantile).abs() < 2e-3, "{freedom}: {}", student(freedom));
    }
}

#[test]
fn an_interval_is_about_the_total() {
    assert_eq!(interval(&[3.0]), None);
    let [low, high] = interval(&[310.0, 290.0, 300.0]).unwrap_or_default();
    assert!((low + high - 1_800.0).abs() < 1e-9);
    // t = 4.303, the standard deviation of a batch is 10.
    assert!((high - 900.0 - 4.303 * 10.0 * 3f64.sqrt()).abs() < 1e-9);
}

#[test]
fn batches_are_tables_where_there_are_many() {
    assert_eq!(
        (batch(50, 5_000), batch(9, 900), batch(1, 50), batch(1, 3)),
        (usize::MAX, 10, 5, 1)
    );
}
