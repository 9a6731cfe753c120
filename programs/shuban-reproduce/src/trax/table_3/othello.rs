//! Othello: random boards on which every disc could have been laid.

use shuban_core::Random;

const SIDE: i32 = 8;
const CENTRE: u64 = 1 << 27 | 1 << 28 | 1 << 35 | 1 << 36;

/// Returns the number of boards with the four middle squares taken, each disc of either colour.
pub(super) fn boards() -> f64 {
    2f64.powi(4) * 3f64.powi(60)
}

/// Draws such a board; true if its discs can have been laid one by one, each beside a disc in line
/// with another one, as a turn that flanks discs demands. Colours do not matter for this.
pub(super) fn could_be_laid(random: &mut Random) -> bool {
    let discs = (0..64).filter(|_| random.throw(3) > 0).fold(CENTRE, |discs, at| discs | 1 << at);
    let mut laid = CENTRE;
    loop {
        let more = (0..64).filter(|&at| discs & !laid & 1 << at != 0 && flanks(laid, at));
        let after = more.fold(laid, |after, at| after | 1 << at);
        if after == laid {
            return laid == discs;
        }
        laid = after;
    }
}

/// Returns true if two squares next to one, in a line, are taken.
fn flanks(discs: u64, at: i32) -> bool {
    let is_taken = |row: i32, column: i32| {
        (0..SIDE).contains(&row)
            && (0..SIDE).contains(&column)
            && discs >> (row * SIDE + column) & 1 != 0
    };
    let (row, column) = (at / SIDE, at % SIDE);
    (-1..=1).any(|down| {
        (-1..=1).any(|right| {
            (down, right) != (0, 0)
                && is_taken(row + down, column + right)
                && is_taken(row + 2 * down, column + 2 * right)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_disc_needs_two_in_line() {
        // 19 stands above 27 and 35, 18 in the diagonal of 27 and 36, 17 and 0 beside none.
        assert!(flanks(CENTRE, 19) && flanks(CENTRE, 18));
        assert!(!flanks(CENTRE, 17) && !flanks(CENTRE, 0));
        // No square of one row is next to those of another.
        assert!(!flanks(1 << 7 | 1 << 8, 9) && flanks(1 << 5 | 1 << 6, 7));
    }
}
