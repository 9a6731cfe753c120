//! Fields of answers, their texts, and their worth.

use shuban_core::worth::Rating;
use shuban_core::{Field, Fields, Interval, ONE};

#[test]
fn a_field_has_a_text_for_lists_and_one_for_its_own_line() {
    let field = Field::new("size", 3u64).short("three").long("three squares");
    assert_eq!(field.short_text().as_deref(), Some("three"));
    assert_eq!(field.long_text().as_deref(), Some("three squares"));
    let brief = field.clone().in_brief();
    assert_eq!(brief.long_text(), None);
    assert_eq!(brief.in_full().long_text().as_deref(), Some("three"));
    assert!(field.is_in_lists() && !field.not_in_lists().is_in_lists());
    assert_eq!(Field::silent("size", 3u64).long_text(), None);
}

#[test]
fn an_expected_result_has_its_chance_unless_nothing_is_known() {
    let text = |interval: Interval| {
        let fields = Fields::expected_result(interval);
        let rating = fields.rating().unwrap();
        assert_eq!(rating.range, [-1.0, 1.0]);
        (fields.iter().next().unwrap().long_text().unwrap(), rating.share())
    };
    let (half, share) = text(Interval::exactly(ONE / 2));
    let bounds = "proven between +0.5000000000 and +0.5000000000";
    assert_eq!(half, format!("+0.5000000000  {bounds}; wins 75.0000 %"));
    assert_eq!(share, 0.75);
    let win = Fields::expected_result(Interval { lower: ONE / 2, upper: ONE });
    let value = win.iter().next().unwrap();
    assert_eq!(value.short_text().as_deref(), Some("+0.7500000000"));
    assert!(value.long_text().unwrap().ends_with("; wins 87.5000 %"));
    let (nothing, share) = text(Interval::UNKNOWN);
    assert!(nothing.ends_with("; nothing is known"), "{nothing}");
    assert_eq!(share, 0.5);
    let (loss, share) = text(Interval::points(-1));
    assert!(loss.ends_with("; wins 0.0000 %"), "{loss}");
    assert_eq!(share, 0.0);
}

#[test]
fn a_rating_is_placed_in_its_range() {
    let share = |number, range| Rating { number, range, unit: "points" }.share();
    assert_eq!(share(1.0, [-3.0, 5.0]), 0.5);
    assert_eq!(share(9.0, [-3.0, 5.0]), 1.0);
    assert_eq!(share(-9.0, [-3.0, 5.0]), 0.0);
    assert_eq!(share(2.0, [2.0, 2.0]), 0.5, "there is nothing to compare");
}
