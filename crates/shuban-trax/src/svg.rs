//! A picture of a position.

use shuban_core::Svg;

use crate::notation::column_name;
use crate::picture::{Mark, Picture, Shown};
use crate::tile::{Colour, TileSide};

const TILE: usize = 64;
const FRAME: usize = 32;

const STYLE: &str = "\
.tile{fill:#23211f;stroke:#f7f1e5;stroke-width:2}\
.white{fill:none;stroke:#fdfbf5;stroke-width:10}\
.red{fill:none;stroke:#d8352a;stroke-width:10}\
.put{fill:none;stroke:#e8a33d;stroke-width:4}\
.forced{fill:none;stroke:#e8a33d;stroke-width:4;stroke-dasharray:7 5}";

/// Draws a position as an SVG document: the tiles with their tracks, columns and rows named as the
/// move notation does, the tile of the last turn framed, those it forced framed with a broken line.
/// Frames are below the tracks, which stay whole.
pub(crate) fn draw_svg(picture: &Picture) -> String {
    let (rows, columns) = (picture.rows.len(), picture.columns());
    let width = (2 * FRAME + columns * TILE).max(Svg::LEAST_WIDTH);
    let left = (width - columns * TILE) / 2;
    let mut svg = Svg::new(width, 2 * FRAME + rows * TILE);
    svg.style(STYLE);
    for column in 0..columns {
        let name = column_name(column as i32);
        svg.text("number", left + column * TILE + TILE / 2, FRAME / 2, &name);
    }
    for row in 0..rows {
        let number = (row + 1).to_string();
        svg.text("number", left - FRAME / 2, FRAME + row * TILE + TILE / 2, &number);
    }
    for (row, tiles) in picture.rows.iter().enumerate() {
        for (column, shown) in tiles.iter().enumerate() {
            let Some(Shown { tile, mark }) = *shown else { continue };
            let (x, y) = (left + column * TILE, FRAME + row * TILE);
            let mut square = |class: &str, inset: usize| {
                let (x, y, side) = (x + inset, y + inset, TILE - 2 * inset);
                svg.element(format_args!(
                    r#"rect class="{class}" x="{x}" y="{y}" width="{side}" height="{side}" rx="5""#
                ));
            };
            square("tile", 0);
            match mark {
                Some(Mark::Put) => square("put", 3),
                Some(Mark::Forced) => square("forced", 3),
                None => (),
            }
            for colour in [Colour::Red, Colour::White] {
                let track = track(x, y, tile.sides(colour));
                svg.element(format_args!(r#"path class="{colour}" d="{track}""#));
            }
        }
    }
    let tiles = match picture.tiles() {
        1 => "1 tile".to_owned(),
        tiles => format!("{tiles} tiles"),
    };
    svg.caption(&picture.game, &tiles, &picture.status);
    svg.finish()
}

/// The track between two sides of the tile at (x, y): straight, or a quarter of a circle round the
/// corner between them.
fn track(x: usize, y: usize, [from, to]: [TileSide; 2]) -> String {
    let middle = |side: TileSide| match side {
        TileSide::North => (x + TILE / 2, y),
        TileSide::East => (x + TILE, y + TILE / 2),
        TileSide::South => (x + TILE / 2, y + TILE),
        TileSide::West => (x, y + TILE / 2),
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
