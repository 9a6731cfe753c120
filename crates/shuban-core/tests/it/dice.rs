//! Rolls.

use shuban_core::dice::{Roll, rolls};

#[test]
fn two_dice_have_21_rolls_of_total_weight_36() {
    let all = rolls(6);
    assert_eq!(all.len(), 21);
    assert_eq!(all.iter().map(|(_, weight)| weight).sum::<u32>(), 36);
    assert_eq!(Roll::new(1, 3), Roll::new(3, 1));
    assert_eq!(Roll::new(1, 3).to_string(), "3-1");
}
