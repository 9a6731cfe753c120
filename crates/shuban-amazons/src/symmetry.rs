//! The eight symmetries of the square, and canonical forms.

use crate::squares::{BOX, Square, Squares};

/// One of the eight symmetries of the square. It acts on the squares of a rectangle at the top left
/// corner of the box, and its image lies in the corner again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Symmetry {
    /// First, rows and columns are exchanged.
    pub transpose: bool,
    /// Then the rectangle is turned upside down, the last row first.
    pub flip: bool,
    /// Then it is turned by half a circle.
    pub turn: bool,
}

impl Symmetry {
    /// All eight symmetries: identity first, and the four that keep height and width before those
    /// that exchange them.
    pub const ALL: [Symmetry; 8] = {
        let mut all = [Symmetry { transpose: false, flip: false, turn: false }; 8];
        let mut i = 0;
        while i < 8 {
            all[i] = Symmetry { transpose: i & 4 != 0, flip: i & 2 != 0, turn: i & 1 != 0 };
            i += 1;
        }
        all
    };

    /// The image of squares of a rectangle of these rows and columns at the top left corner; the
    /// image's rectangle has them exchanged if the symmetry is a transposing one.
    #[must_use]
    pub fn apply(self, squares: Squares, (height, width): (usize, usize)) -> Squares {
        let (mut image, (mut height, mut width)) = (squares, (height, width));
        if self.transpose {
            image = transposed(image);
            (height, width) = (width, height);
        }
        if self.flip {
            image = flipped(image, height);
        }
        if self.turn {
            image = turned(image, height, width);
        }
        image
    }

    /// The symmetries that keep a shape of these rows and columns at least as high as it is wide,
    /// or make it so.
    pub(crate) fn to_portrait((height, width): (usize, usize)) -> &'static [Symmetry] {
        match height.cmp(&width) {
            std::cmp::Ordering::Greater => &Self::ALL[..4],
            std::cmp::Ordering::Equal => &Self::ALL,
            std::cmp::Ordering::Less => &Self::ALL[4..],
        }
    }
}

fn transposed(squares: Squares) -> Squares {
    let number = |square: Square| square.column() * BOX + square.row();
    Squares::of(squares.iter().fold(0, |image, square| image | 1 << number(square)))
}

fn flipped(squares: Squares, height: usize) -> Squares {
    Squares::of((0..height).fold(0, |image, row| image << BOX | squares.row(row)))
}

fn turned(squares: Squares, height: usize, width: usize) -> Squares {
    // Bit k of the rectangle becomes bit last - k.
    let last = (BOX * height + width).saturating_sub(BOX + 1);
    Squares::of(squares.bits().reverse_bits() >> (127 - last))
}

/// The canonical form of a shape, and the symmetry that leads there from the shape shifted to the
/// corner: of all images at the top left corner that are at least as high as wide, the smallest as
/// a number.
pub(crate) fn canonical_shape(squares: Squares) -> (Squares, Symmetry) {
    let squares = squares.at_corner();
    let extent = squares.extent();
    Symmetry::to_portrait(extent)
        .iter()
        .map(|&symmetry| (symmetry.apply(squares, extent), symmetry))
        .min_by_key(|&(image, _)| image)
        .expect("there are four symmetries at least")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;
    use crate::squares::tests::squares_within;

    #[test]
    fn symmetries_are_eight_ways_to_move_a_corner_piece() {
        // Rows `..#` and `#.#`: no symmetry maps it to itself.
        let squares =
            [(0, 0), (0, 1), (1, 1)].map(|(row, column)| Square::new(row, column).unwrap());
        let shape = Squares::from_iter(squares).with(Square::new(1, 2).unwrap());
        let images: BTreeSet<Squares> =
            Symmetry::ALL.iter().map(|symmetry| symmetry.apply(shape, (2, 3))).collect();
        assert_eq!(images.len(), 4, "the S-shape is unchanged by half a turn");
        let quarter = Symmetry { transpose: true, flip: true, turn: false };
        assert_eq!(format!("{:?}", quarter.apply(shape, (2, 3))), "#./../.#");
    }

    proptest! {
        #[test]
        fn symmetries_keep_distances_and_have_inverses(squares in squares_within(4, 6)) {
            let extent = (4, 6);
            for symmetry in Symmetry::ALL {
                let image = symmetry.apply(squares, extent);
                prop_assert_eq!(image.len(), squares.len());
                let turned = if symmetry.transpose { (6, 4) } else { extent };
                prop_assert!(image.is_subset(Squares::rectangle(turned.0, turned.1)));
                prop_assert!(Symmetry::ALL.iter().any(|back| back.apply(image, turned) == squares));
                // Neighbours stay neighbours.
                let grown = squares.grown() & Squares::rectangle(4, 6);
                let rectangle = Squares::rectangle(turned.0, turned.1);
                prop_assert_eq!(symmetry.apply(grown, extent), image.grown() & rectangle);
            }
        }

        #[test]
        fn all_images_have_one_canonical_form(squares in squares_within(5, 5)) {
            let (canonical, symmetry) = canonical_shape(squares);
            let corner = squares.at_corner();
            prop_assert_eq!(symmetry.apply(corner, corner.extent()), canonical);
            prop_assert_eq!(canonical_shape(canonical).0, canonical);
            let (height, width) = canonical.extent();
            prop_assert!(height >= width);
            for symmetry in Symmetry::ALL {
                prop_assert_eq!(canonical_shape(symmetry.apply(squares, (5, 5))).0, canonical);
            }
        }
    }
}
