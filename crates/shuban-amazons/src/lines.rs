//! Queen lines: where an amazon or an arrow gets to.

use crate::squares::{BOX, Square, Squares};

const SQUARES: usize = BOX * BOX;

/// Steps (rows, columns) of the eight directions; the first four lead to larger square numbers.
const STEPS: [(i32, i32); 8] =
    [(0, 1), (1, -1), (1, 0), (1, 1), (0, -1), (-1, 1), (-1, 0), (-1, -1)];
const FORWARD: usize = 4;

/// For every direction and square, the squares of the line from there to the edge of the box.
static RAYS: [[u128; SQUARES]; 8] = {
    let mut rays = [[0; SQUARES]; 8];
    let mut direction = 0;
    while direction < 8 {
        let (down, right) = STEPS[direction];
        let mut square = 0;
        while square < SQUARES {
            let mut row = (square / BOX) as i32 + down;
            let mut column = (square % BOX) as i32 + right;
            while row >= 0 && row < BOX as i32 && column >= 0 && column < BOX as i32 {
                rays[direction][square] |= 1 << (row * BOX as i32 + column);
                row += down;
                column += right;
            }
            square += 1;
        }
        direction += 1;
    }
    rays
};

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

    /// Step by step.
    fn walked(from: Square, free: Squares) -> Squares {
        let mut reached = Squares::EMPTY;
        let steps = (-1..=1).flat_map(|down| (-1..=1).map(move |right| (down, right)));
        for (down, right) in steps.filter(|&step| step != (0, 0)) {
            let mut at = from;
            loop {
                let row = at.row().checked_add_signed(down);
                let column = at.column().checked_add_signed(right);
                match row.zip(column).and_then(|(row, column)| Square::new(row, column)) {
                    Some(next) if free.contains(next) => at = next,
                    _ => break,
                }
                reached = reached.with(at);
            }
        }
        reached
    }

    proptest! {
        #[test]
        fn lines_end_before_the_first_obstacle(free in any_squares(), more in any_squares()) {
            for free in [free, free | more] {
                for from in Squares::rectangle(BOX, BOX) {
                    prop_assert_eq!(queen_reach(from, free), walked(from, free));
                }
            }
        }
    }
}
