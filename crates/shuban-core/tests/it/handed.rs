//! Blocks of values on their way to those that read them.

use shuban_core::sweep::Handed;

#[test]
fn rows_of_any_width_are_copied_one_after_the_other() {
    let rows = [3, 0, 4, 4];
    for width in 1..=36 {
        let values: Vec<i32> = (0..5 * width as i32).collect();
        let handed = Handed { stage: 0, unit: 0, at: 0, rows: &rows, width };
        let expected = rows.iter().flat_map(|&row| &values[row as usize * width..][..width]);
        let mut expected: Vec<i32> = expected.copied().collect();
        let mut found = vec![-1; handed.len() + 7];
        handed.copy(&values, &mut found);
        expected.resize(found.len(), -1);
        assert_eq!(found, expected, "rows of {width}");
        assert!(!handed.is_empty() && Handed { rows: &[], ..handed }.is_empty());
    }
}
