//! A picture of a position.

use std::fmt::Write;

use crate::picture::{Mark, Picture, Shown};
use crate::tile::{Colour, Side};

// Everything in pixels, whole numbers only, so that the same position gives the same bytes.
const TILE: usize = 64;
const FRAME: usize = 32;
const CAPTION: usize = 44;
const LEAST_WIDTH: usize = 260;

const STYLE: &str = "\
text{font-family:'Helvetica Neue',Helvetica,Arial,sans-serif;text-anchor:middle;fill:#33312c}\
.number{font-size:15px}\
.caption{font-size:17px}\
.tile{fill:#23211f;stroke:#f4f1ea;stroke-width:2}\
.white{fill:none;stroke:#fdfbf5;stroke-width:10}\
.red{fill:none;stroke:#d8352a;stroke-width:10}\
.put{fill:none;stroke:#e8a33d;stroke-width:4}\
.forced{fill:none;stroke:#e8a33d;stroke-width:4;stroke-dasharray:7 5}";

/// Draws a position as an SVG document: the tiles with their tracks, columns and rows named as the move
/// notation does, the tile of the last turn framed, those it forced framed with a broken line.
pub fn draw_svg(picture: &Picture) -> String {
    let (rows, columns) = (picture.rows.len(), picture.columns());
    let width = (2 * FRAME + columns * TILE).max(LEAST_WIDTH);
    let left = (width - columns * TILE) / 2;
    let height = 2 * FRAME + rows * TILE + CAPTION;
    let status = &picture.status;
    let mut svg = String::new();
    let mut put = |text: String| writeln!(svg, "{text}").expect("a string takes everything");
    put(format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img">"#
    ));
    put(format!(
        "<title>{}: {} tiles, {status}</title>\n<style>{STYLE}</style>",
        picture.game,
        picture.tiles()
    ));
    put(format!(r##"<rect width="{width}" height="{height}" fill="#f4f1ea"/>"##));
    let label = |x: usize, y: usize, text: &str| {
        format!(r#"<text class="number" x="{x}" y="{y}" dy=".35em">{text}</text>"#)
    };
    for column in 0..columns {
        put(label(left + column * TILE + TILE / 2, FRAME / 2, &Picture::column_name(column)));
    }
    for row in 0..rows {
        put(label(left - FRAME / 2, FRAME + row * TILE + TILE / 2, &(row + 1).to_string()));
    }
    let mut marks = Vec::new();
    for (row, tiles) in picture.rows.iter().enumerate() {
        for (column, shown) in tiles.iter().enumerate() {
            let Some(Shown { tile, mark }) = *shown else { continue };
            let (x, y) = (left + column * TILE, FRAME + row * TILE);
            put(format!(r#"<rect class="tile" x="{x}" y="{y}" width="{TILE}" height="{TILE}" rx="5"/>"#));
            for colour in [Colour::Red, Colour::White] {
                put(format!(r#"<path class="{colour}" d="{}"/>"#, track(x, y, tile.sides(colour))));
            }
            if let Some(mark) = mark {
                let class = if mark == Mark::Put { "put" } else { "forced" };
                let (x, y, inner) = (x + 3, y + 3, TILE - 6);
                marks.push(format!(
                    r#"<rect class="{class}" x="{x}" y="{y}" width="{inner}" height="{inner}" rx="4"/>"#
                ));
            }
        }
    }
    marks.into_iter().for_each(&mut put);
    let (x, y) = (width / 2, height - CAPTION / 2 - FRAME / 4);
    put(format!(r#"<text class="caption" x="{x}" y="{y}" dy=".35em">{status}</text>"#));
    svg.push_str("</svg>\n");
    svg
}

/// The track between two sides of the tile at (x, y): straight, or a quarter of a circle round the
/// corner between them.
fn track(x: usize, y: usize, [from, to]: [Side; 2]) -> String {
    let middle = |side: Side| match side {
        Side::North => (x + TILE / 2, y),
        Side::East => (x + TILE, y + TILE / 2),
        Side::South => (x + TILE / 2, y + TILE),
        Side::West => (x, y + TILE / 2),
    };
    let ((from_x, from_y), (to_x, to_y)) = (middle(from), middle(to));
    if from.opposite() == to {
        return format!("M{from_x} {from_y}L{to_x} {to_y}");
    }
    // Round the corner: clockwise where the second side follows the first against the clock.
    let sweep = usize::from((from as usize + 3) % 4 == to as usize);
    let radius = TILE / 2;
    format!("M{from_x} {from_y}A{radius} {radius} 0 0 {sweep} {to_x} {to_y}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::parse_moves;
    use crate::rules::{Lines, Trax};

    #[test]
    fn positions_are_drawn() {
        let trax = Trax::new(8, Lines::Full).unwrap();
        let played = parse_moves(&trax, r"@0/ A0\ @1/").unwrap();
        insta::assert_snapshot!("svg", draw_svg(&Picture::of(&trax, &played.position, played.last.as_ref())));
    }

    #[test]
    fn a_picture_shows_every_tile_once() {
        let trax = Trax::new(8, Lines::Full).unwrap();
        let played = parse_moves(&trax, r"@0+ B1+ C1\ A0/").unwrap();
        let svg = draw_svg(&Picture::of(&trax, &played.position, played.last.as_ref()));
        let tiles = played.position.board().tiles();
        for class in ["tile", "white", "red"] {
            assert_eq!(svg.matches(&format!(r#"class="{class}""#)).count(), tiles);
        }
        let last = played.last.expect("moves were played");
        let (turn, _) = trax.play_move(&last.before, last.action).unwrap();
        let turn = (turn.put | turn.forced).count_ones() as usize;
        let marks = svg.matches(r#"class="put""#).count() + svg.matches(r#"class="forced""#).count();
        assert_eq!(marks, turn);
    }
}
