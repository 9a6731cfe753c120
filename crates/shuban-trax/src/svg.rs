//! A picture of a position.

use shuban_core::drawing::Svg;

use crate::notation::{cell_name, column_name};
use crate::picture::{Mark, Picture, Shown};
use crate::tile::{Colour, Shape, Tile, TileSide};

const TILE: usize = 64;
const FRAME: usize = 34;
/// A tile of the supply, and the room around it.
const SUPPLY: usize = 40;
const GAP: usize = 12;

const STYLE: &str = "\
.number{fill:#7a6a54}\
.edge{fill:#bfae90}\
.tile{fill:#2b2826}\
.open{fill:#efe5d0;stroke:#cdbd9b;stroke-width:1.5;stroke-dasharray:4 4}\
.white{fill:none;stroke:#fbf7ee;stroke-width:10}\
.red{fill:none;stroke:#d64a3b;stroke-width:10}\
.under{fill:#2b2826}\
.put{fill:none;stroke:#e8a33d;stroke-width:3}\
.forced{fill:none;stroke:#e8a33d;stroke-width:3;stroke-dasharray:7 5}";

/// Draws a position as an SVG document: the tiles with their tracks, columns and rows named as the
/// move notation does, the tile of the last turn framed, those it forced framed with a broken line.
/// Frames are below the tracks, which stay whole. While the game goes on, the cells where a tile
/// can lie are drawn, and below the board one of each tile; cells are parts by their names (`A1`),
/// tiles of the supply by their white sides (`NS`).
pub(crate) fn draw_svg(picture: &Picture) -> String {
    let [first, last] = picture.corners;
    let count = |first: i32, last: i32| usize::try_from(last - first + 1).unwrap_or(0);
    let (rows, columns) = (count(first.0, last.0), count(first.1, last.1));
    let width = (2 * FRAME + columns * TILE).max(Svg::LEAST_WIDTH);
    let left = (width - columns * TILE) / 2;
    let board = FRAME + rows * TILE + GAP;
    let mut svg = Svg::new(width, board + if picture.goes_on { GAP + SUPPLY } else { 0 });
    svg.style(STYLE);
    svg.dark(".number{fill:#cfc3ab}");
    let class = |number: i32, tiles: usize| match usize::try_from(number) {
        Ok(number) if number < tiles => "number",
        _ => "number edge",
    };
    for (at, column) in (first.1..=last.1).enumerate() {
        let class = class(column, picture.columns());
        svg.text(class, left + at * TILE + TILE / 2, FRAME / 2, &column_name(column));
    }
    for (at, row) in (first.0..=last.0).enumerate() {
        let class = class(row, picture.rows.len());
        let y = FRAME + at * TILE + TILE / 2;
        svg.text(class, left - FRAME / 2, y, &(row + 1).to_string());
    }
    for (y, row) in (first.0..=last.0).enumerate() {
        for (x, column) in (first.1..=last.1).enumerate() {
            let (x, y) = (left + x * TILE, FRAME + y * TILE);
            let name = cell_name(row, column);
            if let Some(shown) = picture.shown((row, column)) {
                let label = format!("{name}: {}", in_words(shown.tile));
                svg.part(&name, &label, |svg| draw_tile(svg, shown, [x, y]));
            } else if picture.open.contains(&(row, column)) {
                svg.part(&name, &name, |svg| square(svg, "open", [x, y], 3));
            }
        }
    }
    if picture.goes_on {
        draw_supply(&mut svg, width, board);
    }
    let tiles = match picture.tiles() {
        1 => "1 tile".to_owned(),
        tiles => format!("{tiles} tiles"),
    };
    svg.caption(&picture.game, &tiles, &picture.status);
    svg.finish()
}

/// One of each tile, below a board that ends at `y`.
fn draw_supply(svg: &mut Svg, width: usize, y: usize) {
    let step = SUPPLY + GAP;
    let left = (width + GAP - Tile::ALL.len() * step) / 2;
    for (number, tile) in Tile::ALL.into_iter().enumerate() {
        let x = left + number * step;
        svg.part(tile.code(), &in_words(tile), |svg| {
            let scale = SUPPLY as f64 / TILE as f64;
            svg.group(format_args!(r#"transform="translate({x} {y}) scale({scale})""#), |svg| {
                draw_tile(svg, Shown { tile, mark: None }, [0, 0]);
            });
        });
    }
}

/// A tile in words, for screen readers.
fn in_words(tile: Tile) -> String {
    let side = |side: TileSide| match side {
        TileSide::North => "north",
        TileSide::East => "east",
        TileSide::South => "south",
        TileSide::West => "west",
    };
    let [from, to] = tile.sides(Colour::White).map(side);
    format!("white from {from} to {to}")
}

/// A tile whose top left corner is at (x, y), with its frame below its tracks.
fn draw_tile(svg: &mut Svg, Shown { tile, mark }: Shown, [x, y]: [usize; 2]) {
    square(svg, "tile", [x, y], 1);
    match mark {
        Some(Mark::Put) => square(svg, "put", [x, y], 4),
        Some(Mark::Forced) => square(svg, "forced", [x, y], 4),
        None => (),
    }
    for colour in [Colour::Red, Colour::White] {
        let track = track(x, y, tile.sides(colour));
        // Where the tracks cross, the white one is above the other.
        if colour == Colour::White && tile.shape() == Shape::Plus {
            let (x, y, side) = (x + TILE / 2 - 8, y + TILE / 2 - 8, 16);
            svg.element(format_args!(
                r#"rect class="under" x="{x}" y="{y}" width="{side}" height="{side}""#
            ));
        }
        svg.element(format_args!(r#"path class="{colour}" d="{track}""#));
    }
}

/// A square of a class in a cell, n pixels from its sides.
fn square(svg: &mut Svg, class: &str, [x, y]: [usize; 2], inset: usize) {
    let (x, y, side) = (x + inset, y + inset, TILE - 2 * inset);
    svg.element(format_args!(
        r#"rect class="{class}" x="{x}" y="{y}" width="{side}" height="{side}" rx="6""#
    ));
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
    // Round the corner: clockwise where the second side follows the first counter-clockwise.
    let sweep = usize::from((from as usize + 3) % 4 == to as usize);
    let radius = TILE / 2;
    format!("M{from_x} {from_y}A{radius} {radius} 0 0 {sweep} {to_x} {to_y}")
}
