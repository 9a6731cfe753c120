//! Drawings of text.

use shuban_core::Medium;
use shuban_core::drawing::{Svg, drawn_text, size_of};

#[test]
fn a_caption_keeps_to_the_width_and_out_of_the_markup() {
    let captions = |position: &str| {
        let mut svg = Svg::new(Svg::LEAST_WIDTH, 10);
        svg.caption("<a href=\"x\">&\u{0}", position, "White to move");
        svg.finish()
    };
    let short = captions("1|2");
    assert!(short.contains(">&lt;a href=\"x\"&gt;&amp;\u{FFFD}  1|2</text>"), "{short}");
    assert!(short.contains("<title>&lt;a href=\"x\"&gt;&amp;\u{FFFD}  1|2: White to move</title>"));
    assert!(short.contains("viewBox=\"0 0 320 66\"") && short.contains("font-size=\"16\""));
    let long = captions(&"<".repeat(100));
    assert!(long.contains("font-size=\"10\"") && long.contains("&lt;…</text>"), "{long}");
    let cut = long.lines().find(|line| line.contains('…')).unwrap();
    assert_eq!(cut.matches("&lt;").count(), 34);
}

#[test]
fn a_game_without_a_drawing_is_drawn_as_its_text() {
    assert_eq!(drawn_text("1|2\n", Medium::Terminal { colour: true }), "1|2");
    assert!(drawn_text("1 < 2", Medium::Svg).contains(">1 &lt; 2</text>"));
    let two = drawn_text("a line of some length\n1", Medium::Svg);
    assert_eq!(size_of(&two), Some((9 * 21 + 24, 2 * 20 + 24)));
    for line in [r#"y="22" dy=".35em">a line of some length<"#, r#"y="42" dy=".35em">1<"#] {
        assert!(two.contains(&format!(r#"x="12" {line}"#)), "{two}");
    }
    for empty in ["viewBox=\"0 0 0 5\"", "viewBox=\"0 0 5 0\"", "viewBox=\"0 0 5\"", ""] {
        assert_eq!(size_of(empty), None, "{empty}");
    }
}
