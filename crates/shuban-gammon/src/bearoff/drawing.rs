//! A side at home by itself, drawn.

use shuban_core::checkers::Checkers;
use shuban_core::dice::Roll;
use shuban_core::{Game, Medium};

use super::alone::Alone;
use crate::layout::borne_off;
use crate::svg::draw_side_svg;

/// Draws a side at home: on a board for a page; for a terminal the points, the highest at the left,
/// and the checkers above them.
pub(crate) fn draw_side(game: &Alone, side: Checkers, medium: Medium) -> String {
    draw_rolled_side(game, side, None, medium)
}

/// Draws a side within a turn: with its dice, of which some are left.
pub(crate) fn draw_rolled_side(
    game: &Alone,
    side: Checkers,
    dice: Option<(Roll, &[u8])>,
    medium: Medium,
) -> String {
    let (variant, highest_point) = (game.variant(), game.points());
    let status = format!("{} pips, {} borne off", side.pips(), borne_off(variant, side));
    let Medium::Terminal { colour } = medium else {
        return draw_side_svg(
            variant,
            highest_point,
            side,
            dice,
            [&game.name(), &game.format(&side), &status],
        );
    };
    let points = || (1..=highest_point).rev();
    let checker = if colour { "\x1b[1;33m X \x1b[0m" } else { " X " };
    let highest = side.iter().map(|(_, count)| count).max().unwrap_or(0);
    let mut lines: Vec<String> = Vec::new();
    for row in (1..=highest).rev() {
        let cells = points().map(|point| if side.on(point) >= row { checker } else { "   " });
        lines.push(format!(" |{}|", cells.collect::<String>()));
    }
    lines.push(format!(" +{}+", "---".repeat(highest_point)));
    let numbers = points().map(|point| format!("{point:>2} ")).collect::<String>();
    lines.push(format!("  {numbers}").trim_end().to_owned());
    lines.push(format!("  {status}"));
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::Variant;

    fn drawn(places: &[usize], medium: Medium) -> String {
        let game = Alone::at_home(Variant::by_name("half-gammon").unwrap());
        draw_side(&game, Checkers::from_places(places.iter().copied()), medium)
    }

    #[test]
    fn checkers_stand_above_their_points() {
        let plain = drawn(&[1, 3, 3], Medium::Terminal { colour: false });
        let lines: Vec<&str> = plain.lines().collect();
        assert_eq!(
            lines,
            [" | X       |", " | X     X |", " +---------+", "   3  2  1", "  7 pips, 5 borne off"]
        );
        let coloured = drawn(&[1, 3, 3], Medium::Terminal { colour: true });
        assert_eq!(coloured.replace("\x1b[1;33m", "").replace("\x1b[0m", ""), plain);
    }

    #[test]
    fn a_picture_has_every_checker_on_a_board() {
        for places in [&[][..], &[2], &[1, 1, 3], &[3; 5]] {
            let svg = drawn(places, Medium::Svg);
            assert_eq!(svg.matches(r#"<circle class="mover""#).count(), places.len());
            assert_eq!(svg.matches(r#"<rect class="mover""#).count(), 8 - places.len());
            assert_eq!(svg.matches("<path").count(), 3);
            assert!(svg.contains(">bearoff/half-gammon  ") && svg.contains("class=\"frame\""));
        }
        assert!(drawn(&[3; 8], Medium::Svg).contains(">8</text>"));
    }
}
