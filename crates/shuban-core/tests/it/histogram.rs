//! Histograms.

use shuban_core::{Class, Histogram};

#[test]
fn merged_histograms_count_what_each_counted() {
    let row = |a: Option<i64>, name: &str| [Class::from(a), Class::from(name)];
    let (mut one, mut other) = (Histogram::default(), Histogram::default());
    one.add(row(Some(-1), "x"), 2);
    one.add(row(None, "y"), 1);
    one.add(row(Some(7), "y"), 0);
    other.add(row(Some(-1), "x"), 5);
    other.add(row(Some(-2), "z"), 3);
    one.merge(&other);
    let rows: Vec<_> = one.rows().collect();
    let expected = [(row(None, "y"), 1), (row(Some(-2), "z"), 3), (row(Some(-1), "x"), 7)];
    assert_eq!(rows, expected.each_ref().map(|(class, count)| (&class[..], *count)));
    assert_eq!(
        (one.positions(), one.count(&row(Some(-1), "x")), one.count(&row(Some(7), "y"))),
        (11, 7, 0)
    );
}

#[test]
fn counts_that_no_table_has_stop_at_the_largest_number() {
    let mut all = Histogram::default();
    all.add([Class::from(1)], u64::MAX - 1);
    all.add([Class::from(2)], 7);
    assert_eq!(all.positions(), u64::MAX);
    all.add([Class::from(1)], 7);
    assert_eq!(all.count(&[Class::from(1)]), u64::MAX);
    let mut twice = all.clone();
    twice.merge(&all);
    assert_eq!((twice.count(&[Class::from(1)]), twice.count(&[Class::from(2)])), (u64::MAX, 14));
}
