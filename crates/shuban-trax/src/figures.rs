//! Positions of published figures, by name.

/// Figures 1 to 5 of Kuwabara and Hoki, *An Attempt to Solve Limited TRAX*. The pictures are not in
/// the text available: each position shows what the text states of its figure, with few tiles.
pub(crate) const KUWABARA_AND_HOKI: &[(&str, &str)] = &[
    // Each of the six tiles once.
    ("kuwabara-hoki/figure-1", r"@0/ A0+ A0\ B1\ C1+"),
    // A red end and a white one lead into the cell at the lower right: `B2/` does not fit.
    ("kuwabara-hoki/figure-2", r"@0/ B1\ A2+"),
    // Red puts `@1/`, which forces a tile, which forces another.
    ("kuwabara-hoki/figure-3-before", "@0/ A0+ A0+"),
    ("kuwabara-hoki/figure-3", "@0/ A0+ A0+ @1/"),
    // `C3/` forces C2 and B3. C2, filled first, forces B2, after which three white ends lead into
    // B3.
    ("kuwabara-hoki/figure-4", "white:NENWSE|EW....|SE....|NSSEEW"),
    ("kuwabara-hoki/figure-5-left", r"@0/ B1\ A2\"),
    ("kuwabara-hoki/figure-5-right", r"@0/ A0+ A3/ @3+ A0+ B1+ A0\ A6\ B1+ B7+ C6+ A0\ A8/"),
];

#[cfg(test)]
mod tests {
    use shuban_core::Game;

    use super::*;
    use crate::plain::{Cell, PlainPosition, ends, fits};
    use crate::{Colour, Lines, Tile, Trax};

    #[test]
    fn three_ends_meet_in_figure_4_after_two_tiles_were_forced() {
        let trax = Trax::new(8, Lines::Full).unwrap();
        let (_, text) = KUWABARA_AND_HOKI.iter().find(|named| named.0.ends_with("-4")).unwrap();
        let mut tiles = PlainPosition::from(&trax.parse(text).unwrap()).tiles;
        let count =
            |ends: &[(_, Colour)], colour| ends.iter().filter(|end| end.1 == colour).count();
        let [put, first, second, last]: [Cell; 4] = [(2, 2), (1, 2), (1, 1), (2, 1)];
        // Not forced before.
        assert!([first, second, last].iter().all(|&cell| {
            [Colour::White, Colour::Red]
                .iter()
                .all(|&colour| count(&ends(&tiles, cell), colour) < 2)
        }));
        tiles.insert(put, Tile::NorthWest);
        for cell in [first, second] {
            let ends = ends(&tiles, cell);
            assert!([Colour::White, Colour::Red].iter().any(|&colour| count(&ends, colour) == 2));
            let tile = Tile::ALL.into_iter().find(|&tile| fits(tile, &ends)).unwrap();
            tiles.insert(cell, tile);
        }
        assert_eq!(count(&ends(&tiles, last), Colour::White), 3);
    }
}
