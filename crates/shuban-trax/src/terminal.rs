//! Positions drawn for a terminal.

use crate::notation::column_name;
use crate::picture::{Mark, Picture, Shown};
use crate::tile::Tile;

/// The three lines of a tile: double for white, single for red.
const fn lines(tile: Option<Tile>) -> [&'static str; 3] {
    match tile {
        None => ["       ", "   ·   ", "       "],
        Some(Tile::NorthSouth) => ["   ║   ", "───║───", "   ║   "],
        Some(Tile::EastWest) => ["   │   ", "═══│═══", "   │   "],
        Some(Tile::NorthWest) => ["  ╔╝   ", "══╝ ╭──", "   ╭╯  "],
        Some(Tile::SouthEast) => ["  ╭╯   ", "──╯ ╔══", "   ╔╝  "],
        Some(Tile::NorthEast) => ["   ╚╗  ", "──╮ ╚══", "  ╰╮   "],
        Some(Tile::SouthWest) => ["   ╰╮  ", "══╗ ╰──", "  ╚╗   "],
    }
}

/// Draws a position for a terminal: white tracks double, red ones single, with the columns' letters
/// and the rows' numbers of the move notation. Of the last turn, the tile that was put is marked
/// `*`, those it forced `+`.
pub(crate) fn draw_board(picture: &Picture) -> String {
    let mut drawn = Vec::new();
    let names: String =
        (0..picture.columns()).map(|column| format!("{:^7}", column_name(column as i32))).collect();
    drawn.push(format!("   {names}"));
    for (number, row) in picture.rows.iter().enumerate() {
        for line in 0..3 {
            let number = if line == 1 { format!("{:<3}", number + 1) } else { "   ".to_owned() };
            let tiles = row.iter().map(|shown| {
                let text = lines(shown.map(|shown| shown.tile))[line];
                let mark = match shown {
                    Some(Shown { mark: Some(Mark::Put), .. }) if line == 0 => "*",
                    Some(Shown { mark: Some(Mark::Forced), .. }) if line == 0 => "+",
                    _ => return text.to_owned(),
                };
                // The first place of a tile's first line is free in all of them.
                format!("{mark}{}", text.chars().skip(1).collect::<String>())
            });
            drawn.push(format!("{number}{}", tiles.collect::<String>()));
        }
    }
    drawn.push(picture.status.clone());
    drawn.iter().map(|line| format!("{}\n", line.trim_end())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tile::{Colour, TileSide};

    #[test]
    fn tracks_meet_at_the_middle_of_every_side() {
        for tile in Tile::ALL {
            let lines = lines(Some(tile)).map(|line| line.chars().collect::<Vec<char>>());
            assert!(lines.iter().all(|line| line.len() == 7));
            let is_white = |symbol: char| "║═╔╗╚╝".contains(symbol);
            for (side, symbol) in [
                (TileSide::North, lines[0][3]),
                (TileSide::East, lines[1][6]),
                (TileSide::South, lines[2][3]),
                (TileSide::West, lines[1][0]),
            ] {
                assert_ne!(symbol, ' ');
                assert_eq!(
                    is_white(symbol),
                    tile.colour(side) == Colour::White,
                    "{tile:?} {side:?}"
                );
            }
        }
    }
}
