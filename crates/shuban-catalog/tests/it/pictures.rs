//! Pictures as pixels.

use std::collections::HashSet;

use resvg::tiny_skia::Pixmap;

use shuban_catalog::png;
use shuban_core::{Game, Medium, Present};
use shuban_gammon::{Gammon, Variant};

fn board(variant: &str, position: &str) -> String {
    let game = Gammon::new(Variant::by_name(variant).unwrap());
    game.draw(&game.parse(position).unwrap(), None, Medium::Svg)
}

fn pixels(svg: &str, width: Option<u32>) -> Pixmap {
    Pixmap::decode_png(&png(svg, width).unwrap()).unwrap()
}

#[test]
fn every_digit_shows_and_looks_different() {
    for style in ["", "font-weight='700'"] {
        let mut seen = HashSet::new();
        for digit in 0..=9 {
            let svg = format!(
                "<svg xmlns='http://www.w3.org/2000/svg' width='20' height='20'><text x='4' y='16' \
                 font-family='Helvetica,sans-serif' font-size='18' {style}>{digit}</text></svg>"
            );
            let picture = pixels(&svg, None);
            let inked = picture.pixels().iter().filter(|pixel| pixel.alpha() > 200).count();
            assert!(inked > 40, "{digit} {style}: {inked} pixels");
            assert!(seen.insert(picture.take()), "{digit} {style}");
        }
    }
}

#[test]
fn a_board_shows_its_numbers_and_its_caption() {
    let svg = board("half-gammon", "1,1,1,1,1,1,bar|2,8,bar");
    let whole = pixels(&svg, None);
    assert_eq!((whole.width(), whole.height()), (904, 1_192));
    // Without its texts the picture differs only where they stand.
    let bare: String = svg.lines().filter(|line| !line.starts_with("<text")).collect();
    let bare = pixels(&bare, None);
    let differ = |x: std::ops::Range<u32>, y: std::ops::Range<u32>| {
        x.flat_map(|x| y.clone().map(move |y| (x, y)))
            .filter(|&(x, y)| whole.pixel(x, y) != bare.pixel(x, y))
            .count()
    };
    let (point_12, point_6) = (differ(670..714, 14..46), differ(86..130, 1_034..1_066));
    let (stack_of_6, caption) = (differ(670..714, 620..660), differ(0..904, 1_080..1_192));
    assert!(point_12 > 100 && point_6 > 50 && stack_of_6 > 50 && caption > 1_000);
    // The caption ends well before the edge.
    assert_eq!(differ(0..10, 0..1_192) + differ(894..904, 0..1_192), 0);
}

#[test]
fn the_width_is_met_to_the_pixel() {
    let svg = board("backgammon", "1|2");
    for width in [16, 333, 1_001] {
        assert_eq!(pixels(&svg, Some(width)).width(), width);
    }
}

#[test]
fn what_is_no_picture_is_refused() {
    let svg = "<svg xmlns='http://www.w3.org/2000/svg' width='20' height='20'/>";
    for (svg, width) in [("no picture", None), (svg, Some(0)), (svg, Some(u32::MAX))] {
        let error = png(svg, width).unwrap_err();
        assert_eq!(error.kind(), "picture", "{svg} {width:?}");
    }
}
