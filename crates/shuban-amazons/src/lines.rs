//! Queen lines: squares that an amazon or an arrow reaches.

use crate::squares::{BOX, Square, Squares};

const SQUARES: usize = BOX * BOX;

/// Steps (rows, columns) of the eight directions; the first four lead to larger square numbers.
pub(crate) const STEPS: [(i32, i32); 8] =
    [(0, 1), (1, -1), (1, 0), (1, 1), (0, -1), (-1, 1), (-1, 0), (-1, -1)];
pub(crate) const FORWARD: usize = 4;

/// For every direction and square, the squares of the line from there to the edge of the box.
static RAYS: [[u128; SQUARES]; 8] = {
    let mut rays = [[0; SQUARES]; 8];
    let mut i = 0;
    while i < 8 * SQUARES {
        let (direction, square) = (i / SQUARES, i % SQUARES);
        let (down, right) = STEPS[direction];
        let mut row = (square / BOX) as i32 + down;
        let mut column = (square % BOX) as i32 + right;
        while row >= 0 && row < BOX as i32 && column >= 0 && column < BOX as i32 {
            rays[direction][square] |= 1 << (row * BOX as i32 + column);
            row += down;
            column += right;
        }
        i += 1;
    }
    rays
};

/// The squares from one on in a direction, up to the first that is not free.
pub(crate) fn line(
    from: Square,
    (down, right): (i32, i32),
    free: Squares,
) -> impl Iterator<Item = Square> {
    let next = move |at: &Square| {
        let row = at.row().checked_add_signed(down as isize)?;
        let column = at.column().checked_add_signed(right as isize)?;
        Square::new(row, column).filter(|&square| free.contains(square))
    };
    std::iter::successors(next(&from), next)
}

/// The squares that a queen on `from` reaches in one move if just those of `free` can be passed and
/// landed on. Whether `from` itself is free does not matter.
#[inline]
pub fn queen_reach(from: Square, free: Squares) -> Squares {
    let mut reach = 0;
    for (direction, rays) in RAYS.iter().enumerate() {
        let ray = rays[from.number()];
        let blocked = ray & !free.bits();
        // The line ends before the first square that is not free.
        let beyond = if blocked == 0 {
            0
        } else {
            let first = if direction < FORWARD {
                blocked.trailing_zeros()
            } else {
                127 - blocked.leading_zeros()
            };
            rays[first as usize] | 1 << first
        };
        reach |= ray & !beyond;
    }
    Squares::of(reach)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::squares::tests::any_squares;

    proptest! {
        #[test]
        fn lines_end_before_the_first_obstacle(free in any_squares(), more in any_squares()) {
            for free in [free, free | more] {
                for from in Squares::rectangle(BOX, BOX) {
                    let walked = STEPS.into_iter().flat_map(|step| line(from, step, free));
                    prop_assert_eq!(queen_reach(from, free), walked.collect());
                }
            }
        }
    }
}
