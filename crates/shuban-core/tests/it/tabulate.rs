//! Work on one thread.

use shuban_core::tabulate::Units;

#[test]
fn units_follow_one_another_and_none_is_empty() {
    let units = Units::of_lengths([3, 0, 5, 1]);
    assert_eq!((units.len(), units.positions()), (3, 9));
    assert_eq!((0..3).map(|unit| units.ranks(unit)).collect::<Vec<_>>(), [0..3, 3..8, 8..9]);
    let firsts = [0, 1, 3, 4, 8, 9].map(|rank| units.first_from(rank));
    assert_eq!(firsts, [0, 1, 1, 2, 2, 3]);
    assert_eq!(Units::evenly(10, 4), Units::of_lengths([4, 4, 2]));
    assert_eq!(Units::of_lengths([]).positions(), 0);
    assert_eq!(Units::evenly(0, 4).len(), 0);
}
